//! Functions that call the host: data by `lookup` and `hiera`, files, processes, `defined`.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry, Takes};
use crate::eval::host::Lookup;
use crate::eval::interpreter::Interpreter;
use crate::eval::memory::Elements;
use crate::eval::stop::{Eval, raised};
use crate::hiera::lookup::{Given, Wanted};
use crate::rules::explain::message;
use crate::rules::infer::detailed::detailed_type;
use crate::types::format::type_text;
use crate::types::nominal::{self, Name};
use crate::types::resources;
use crate::values::special::{Special, array_elements, undef};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// The aliases in the signatures of `lookup`.
const LOOKUP: &[(&str, &str)] = &[
    ("NameType", "Variant[String, Array[String]]"),
    ("ValueType", "Type"),
    ("DefaultValueType", "Any"),
    ("MergeType", "Variant[String[1], Hash[String, Scalar]]"),
    ("BlockType", "Callable[NameType]"),
    (
        "OptionsWithName",
        "Struct[{name => NameType, value_type => Optional[ValueType], default_value => Optional[DefaultValueType], override => Optional[Hash[String, Any]], default_values_hash => Optional[Hash[String, Any]], merge => Optional[MergeType]}]",
    ),
    (
        "OptionsWithoutName",
        "Struct[{value_type => Optional[ValueType], default_value => Optional[DefaultValueType], override => Optional[Hash[String, Any]], default_values_hash => Optional[Hash[String, Any]], merge => Optional[MergeType]}]",
    ),
];

pub(super) const TABLE: &[Entry] = &[
    Entry {
        name: "lookup",
        cost: Cost::Linear,
        makes: Makes::Whole,
        takes: Takes::Signatures(
            LOOKUP,
            &[
                "NameType name, Optional[ValueType] value_type?, Optional[MergeType] merge?",
                "NameType name, Optional[ValueType] value_type, Optional[MergeType] merge, DefaultValueType default_value",
                "NameType name, Optional[ValueType] value_type?, Optional[MergeType] merge?, BlockType block",
                "OptionsWithName options_hash, BlockType block?",
                "Variant[String, Array[String]] name, OptionsWithoutName options_hash, BlockType block?",
            ],
        ),
        run: lookup,
    },
    Entry {
        name: "yaml_data",
        cost: Cost::Linear,
        makes: Makes::Whole,
        takes: Takes::Signatures(OF_HIERA, DATA),
        run: of_hiera,
    },
    Entry {
        name: "json_data",
        cost: Cost::Linear,
        makes: Makes::Whole,
        takes: Takes::Signatures(OF_HIERA, DATA),
        run: of_hiera,
    },
    Entry {
        name: "hocon_data",
        cost: Cost::Linear,
        makes: Makes::Whole,
        takes: Takes::Signatures(OF_HIERA, DATA),
        run: of_hiera,
    },
    Entry::legacy(
        "eyaml_lookup_key",
        Cost::Linear,
        Makes::Whole,
        Takes::AtLeast(0),
        eyaml_lookup_key,
    ),
    Entry::new("hiera", Cost::Linear, Makes::Whole, HIERA, hiera),
    Entry::new(
        "hiera_array",
        Cost::Linear,
        Makes::Whole,
        HIERA,
        hiera_array,
    ),
    Entry::new("hiera_hash", Cost::Linear, Makes::Whole, HIERA, hiera_hash),
    Entry::new(
        "hiera_include",
        Cost::Linear,
        Makes::Whole,
        HIERA,
        hiera_include,
    ),
    Entry::new(
        "defined",
        Cost::Linear,
        Makes::Nothing,
        &["Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] vals+"],
        defined,
    ),
    Entry::legacy(
        "generate",
        Cost::Linear,
        Makes::Whole,
        Takes::AtLeast(1),
        generate,
    ),
    Entry::legacy("file", Cost::Linear, Makes::Whole, Takes::AtLeast(1), file),
    Entry::new(
        "find_file",
        Cost::Linear,
        Makes::Whole,
        &["String paths*", "Array[String] paths_array*"],
        find_file,
    ),
    Entry::new(
        "find_template",
        Cost::Linear,
        Makes::Whole,
        &["String paths*", "Array[String] paths_array*"],
        find_file,
    ),
    Entry::new(
        "binary_file",
        Cost::Linear,
        Makes::Whole,
        &["String path"],
        binary_file,
    ),
    Entry::new(
        "module_directory",
        Cost::Linear,
        Makes::Whole,
        &["String names*", "Array[String] names*"],
        module_directory,
    ),
];

/// The bytes of a name in a growing list, without those of its text.
const NAME_BYTES: u64 = 2 * size_of::<String>() as u64;

const HIERA: &[&str] = &[
    "Tuple[String, Any, Any, 1, 3] args",
    "String key",
    "String key, Any default, Any override?",
    "String key, Callable[1, 1] default_block",
    "String key, Any override, Callable[1, 1] default_block",
];

/// The type of a value that only Hiera creates and passes to data functions.
const OF_HIERA: &[(&str, &str)] = &[(
    "Puppet::LookupContext",
    "Object[{name => 'Puppet::LookupContext'}]",
)];

const DATA: &[&str] = &["Struct[{path => String[1]}] options, Puppet::LookupContext context"];

/// Returns the texts of an argument, which is a text or an array of texts. They are counted until
/// the call ends.
fn names(interpreter: &Interpreter<'_>, value: &Value) -> Eval<Vec<String>> {
    texts(interpreter, std::slice::from_ref(value))
}

fn lookup(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let values = arguments.values;
    let options = match arguments.which {
        3 => Some(&values[0]),
        4 => Some(&values[1]),
        _ => None,
    };
    let option = |name: &str| -> Option<Value> {
        let map = options?.as_ordered_map()?;
        map.get_text(name).cloned()
    };
    let named = option("name");
    let positional = |at: usize| match options {
        None => values.get(at).filter(|value| !value.is_null()).cloned(),
        Some(_) => None,
    };
    let name = named.as_ref().unwrap_or(&values[0]);
    let wanted = Wanted {
        names: names(interpreter, name)?,
        is_list: array_elements(name).is_some(),
        ty: option("value_type")
            .or(positional(1))
            .and_then(|ty| ty.as_type().cloned()),
        merge: option("merge").or(positional(2)),
        default: match (options, arguments.which) {
            (None, 1) => values.get(3).cloned(),
            _ => option("default_value"),
        },
    };
    let given = Given {
        overrides: option("override"),
        defaults: option("default_values_hash"),
        is_hiera: false,
    };
    if interpreter.environment.hiera_files().is_some() {
        return interpreter.lookup_function(&wanted, given, arguments.block);
    }
    answered(interpreter, arguments, wanted, &given, options)
}

/// Returns the value of the first key that has one, without Hiera.
fn answered(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    wanted: Wanted,
    given: &Given,
    options: Option<&Value>,
) -> Eval<Value> {
    let asked = Lookup {
        names: wanted.names,
        ty: wanted.ty,
        merge: wanted.merge,
        options: options.cloned(),
    };
    let in_hash = |hash: &Option<Value>| -> Option<Value> {
        let map = hash.as_ref()?.as_ordered_map()?;
        let mut names = asked.names.iter();
        names.find_map(|name| map.get_text(name).cloned())
    };
    let mut found = in_hash(&given.overrides);
    if found.is_none() {
        found = interpreter.environment.asked().lookup(&asked)?;
    }
    let found = found.or_else(|| in_hash(&given.defaults));
    let value = match (found, &wanted.default, arguments.block) {
        (Some(value), ..) => value,
        (None, _, Some(block)) => {
            let mut names = Elements::with_capacity(asked.names.len(), interpreter.budget)?;
            for name in &asked.names {
                let name = Value::string(name);
                interpreter.hold_shallow(&name)?;
                names.push(name)?;
            }
            let given = match names.values() {
                [only] => only.clone(),
                _ => names.into_array()?,
            };
            interpreter.call_block(block, &[given])?
        }
        (None, Some(default), None) => default.clone(),
        (None, None, None) => {
            hold_message(interpreter, &asked.names)?;
            let message = match &*asked.names {
                [name] => format!("Function lookup() did not find a value for the name '{name}'"),
                names => {
                    let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
                    format!(
                        "Function lookup() did not find a value for any of the names [{}]",
                        names.join(", ")
                    )
                }
            };
            return Err(raised(message));
        }
    };
    if let Some(ty) = &asked.ty
        && !interpreter.is_instance(&value, ty)?
    {
        let found = detailed_type(&value, interpreter.budget)?;
        return Err(raised(message(
            "Found value has wrong type,",
            &found,
            ty,
            interpreter.budget,
        )?));
    }
    Ok(value)
}

/// A function that only Hiera can call, because a program has no argument for its signature.
fn of_hiera(_: &mut Interpreter<'_>, _: Arguments<'_>) -> Eval<Value> {
    Err(raised("only Hiera can call this function"))
}

fn eyaml_lookup_key(_: &mut Interpreter<'_>, _: Arguments<'_>) -> Eval<Value> {
    Err(raised(
        "Function Load Error for function 'eyaml_lookup_key': Lookup using eyaml lookup_key \
         function is only supported when the hiera_eyaml library is present",
    ))
}

/// Runs a lookup with the arguments of the `hiera` functions.
fn by_hiera(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    function: &str,
    merge: Option<&str>,
) -> Eval<Value> {
    let given = match (arguments.which, arguments.get(0).and_then(array_elements)) {
        (0, Some(given)) => given,
        _ => arguments.values,
    };
    let key = given.first().and_then(Value::as_str).unwrap_or_default();
    let has_data = interpreter.environment.hiera_files().is_some();
    let wanted = Wanted {
        names: vec![key.to_owned()],
        // Without a strategy, the options of the key have no effect on the merge in Hiera.
        merge: merge.or(has_data.then_some("first")).map(Value::string),
        // With a block, this argument is the override, which only Hiera's own files use.
        default: given.get(1).filter(|_| arguments.block.is_none()).cloned(),
        ..Wanted::default()
    };
    let given = Given {
        is_hiera: true,
        ..Given::default()
    };
    if has_data {
        interpreter.warn_once(&format!(
            "The function '{function}' is deprecated in favor of using 'lookup'. See \
             https://puppet.com/docs/puppet/8.11/deprecated_language.html\n   (file & line not \
             available)"
        ))?;
        return interpreter.lookup_function(&wanted, given, arguments.block);
    }
    answered(interpreter, arguments, wanted, &given, None)
}

fn hiera(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    by_hiera(interpreter, arguments, "hiera", None)
}

fn hiera_array(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    by_hiera(interpreter, arguments, "hiera_array", Some("unique"))
}

fn hiera_hash(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    by_hiera(interpreter, arguments, "hiera_hash", Some("hash"))
}

fn hiera_include(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let classes = by_hiera(interpreter, arguments, "hiera_include", Some("unique"))?;
    let arguments = [classes];
    if interpreter.compiler.is_some() {
        return interpreter.include(&arguments);
    }
    Ok(interpreter
        .environment
        .asked()
        .catalog("include", &arguments)?)
}

fn defined(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    for value in arguments.values {
        if is_defined(interpreter, value)? {
            return Ok(Value::bool(true));
        }
    }
    Ok(Value::bool(false))
}

fn is_defined(interpreter: &mut Interpreter<'_>, value: &Value) -> Eval<bool> {
    if let Some(name) = value.as_str() {
        if let Some(variable) = name.strip_prefix('$') {
            return Ok(interpreter.variable_by_name(variable)?.is_some());
        }
        if resources::built_in(name).is_some() || name.eq_ignore_ascii_case("class") {
            return Ok(true);
        }
        return Ok(interpreter.defined_class(&name.to_lowercase())?.is_some()
            || interpreter.environment.asked().is_defined(name)?);
    }
    let mut ty = value
        .as_type()
        .cloned()
        .unwrap_or_else(|| Type::any().clone());
    if let polycty_core::types::Kind::Meta(Some(inner)) = ty.kind() {
        // The type of a type asks whether that type exists.
        ty = inner.clone();
        if let Some((Name::Resource, [name])) = nominal::view(&ty) {
            let name = name.as_text().map_or("", |name| name);
            return interpreter.is_resource_type(name);
        }
        if let Some((Name::Class, [name])) = nominal::view(&ty) {
            let name = name.as_text().map_or("", |name| name);
            return Ok(interpreter.defined_class(name)?.is_some());
        }
    }
    match nominal::view(&ty) {
        Some((Name::Resource, [name])) => {
            let name = name.as_text().map_or("", |name| name);
            interpreter.is_resource_type(name)
        }
        Some((Name::Resource, [_, _]) | (Name::Class, [_])) => Ok(interpreter.is_declared(&ty)?
            || (interpreter.environment.asked()).is_defined(&type_text(&ty))?),
        Some((Name::Resource, [])) => Err(raised(
            "The given resource type is a reference to all kind of types",
        )),
        Some((Name::Class, [])) => {
            Err(raised("The given class type is a reference to all classes"))
        }
        _ => Ok(false),
    }
}

/// Returns the texts of arguments, each of them a text or an array of texts. They are counted until
/// the call ends.
fn texts(interpreter: &Interpreter<'_>, values: &[Value]) -> Eval<Vec<String>> {
    let mut all = Vec::new();
    for value in values {
        let one = std::slice::from_ref(value);
        let parts = array_elements(value).unwrap_or(one);
        for text in parts.iter().filter_map(Value::as_str) {
            let name: String = interpreter.budget.copy(text)?;
            // An error of the host quotes the names.
            interpreter.budget.push_owning(&mut all, text.len(), name)?;
        }
    }
    Ok(all)
}

/// Counts a message that quotes names, including the quoted names.
fn hold_message(interpreter: &Interpreter<'_>, names: &[String]) -> Eval<()> {
    for name in names {
        interpreter.hold_copy(name)?;
        interpreter.hold_copy(name)?;
        interpreter.budget.hold(NAME_BYTES)?;
    }
    Ok(())
}

fn generate(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let command = texts(interpreter, arguments.values)?;
    if !command.first().is_some_and(|path| path.starts_with('/')) {
        return Err(raised("Generators must be fully qualified"));
    }
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let text = interpreter.environment.asked().generate(&command)?;
    Ok(Value::string(&text))
}

fn file(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let names = texts(interpreter, arguments.values)?;
    for name in &names {
        if let Some(bytes) = interpreter.environment.asked().read_file(name)? {
            let text = String::from_utf8(bytes)
                .map_err(|_| raised(format!("The file '{name}' is not valid UTF-8")))?;
            return Ok(Value::string(&text));
        }
    }
    hold_message(interpreter, &names)?;
    Err(raised(format!(
        "Could not find any files from {}",
        names.join(", ")
    )))
}

fn find_file(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let names = texts(interpreter, arguments.values)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if names.is_empty() {
        return Ok(undef());
    }
    let found = interpreter.environment.asked().find_file(&names)?;
    Ok(found.map_or_else(undef, |path| Value::string(&path)))
}

fn binary_file(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let name = arguments.text(0);
    match interpreter.environment.asked().read_file(name)? {
        Some(bytes) => Ok(Special::Binary(bytes.into()).into_value()?),
        None => Err(raised(format!(
            "binary_file(): The given file '{name}' does not exist"
        ))),
    }
}

fn module_directory(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let names = texts(interpreter, arguments.values)?;
    interpreter.budget.hold(names.len() as u64 * NAME_BYTES)?;
    for name in &names {
        interpreter.hold_copy(name)?;
    }
    let folders: Vec<String> = names.iter().map(|name| format!("{name}/")).collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    if folders.is_empty() {
        return Ok(undef());
    }
    let found = interpreter.environment.asked().find_file(&folders)?;
    Ok(found.map_or_else(undef, |path| Value::string(path.trim_end_matches('/'))))
}
