//! Check of data against the parameters of classes.
//!
//! The parameters are those of the class's own manifest: their types with the aliases that they
//! name, and their defaults, evaluated in order. All errors are reported, with Puppet's messages
//! for a rejected class declaration or a failed conversion of data.

use crate::eval::code::{Lambda, Parameter};
use crate::eval::environment::Environment;
use crate::eval::interpreter::Interpreter;
use crate::eval::lookup_options::LOOKUP_OPTIONS;
use crate::eval::program::Prepared;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Stop, ends_the_operation, raised};
use crate::rules::explain::{Missing, validate_parameters};
use crate::types::resources;
use crate::values::special::{hash, undef};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Key, Path, PathStep, Reporter, Result};
use polycty_core::types::{Field, KeyedSet, Type};
use polycty_core::values::Value;
use std::rc::Rc;

/// Returns the checked parameters of a class for given data: a hash of all parameters by name, with
/// defaults for those that the data does not contain.
///
/// The class is looked up in the program and with the environment's loader. Keys of the data are
/// names of parameters, or such names after the name of the class and `::`, as in Hiera. Keys of
/// other classes are ignored. The data is first converted by the option `convert_to` of its
/// `lookup_options`.
///
/// # Errors
/// - [`Code::Type`](polycty_core::source::Code::Type) with a diagnostic for each error.
/// - [`Code::NotFound`](polycty_core::source::Code::NotFound) if the class is not defined.
/// - Those of evaluating a default.
/// - As [`evaluate`](crate::evaluate) otherwise.
pub fn class_parameters(
    program: &Prepared,
    class: &str,
    data: &Value,
    environment: &Environment,
    budget: &Budget,
) -> Result<Value> {
    let mut interpreter = Interpreter::new(program.unit(), environment, budget);
    let name = class.strip_prefix("::").unwrap_or(class).to_lowercase();
    interpreter
        .class_parameters(&name, data)
        .map_err(|stop| stop.into_error())
}

/// Returns the path in the data of a class for a path of a diagnostic of [`class_parameters`], whose
/// first step is the name of a parameter: a key of the data may begin with the name of the class.
#[must_use]
pub fn path_in_data(class: &str, data: &Value, path: &Path) -> Path {
    let mut steps = path.steps();
    let (Some(PathStep::Index(Key::String(name))), Some(map)) =
        (steps.next(), data.as_ordered_map())
    else {
        return path.clone();
    };
    let class = class.strip_prefix("::").unwrap_or(class).to_lowercase();
    let keys = [
        format!("{class}::{name}"),
        format!("::{class}::{name}"),
        name.to_string(),
    ];
    let key = keys
        .into_iter()
        .find(|key| map.get(&Value::string(key)).is_some());
    let Some(key) = key else {
        return path.clone();
    };
    let first = PathStep::Index(Key::String(key.as_str().into()));
    std::iter::once(first).chain(steps.cloned()).collect()
}

/// Returns the type of a class's parameters: a struct in the order of the parameters, in which
/// those with a default are optional.
///
/// # Errors
/// As [`class_parameters`], except those about data.
pub fn class_type(
    program: &Prepared,
    class: &str,
    environment: &Environment,
    budget: &Budget,
) -> Result<Type> {
    let mut interpreter = Interpreter::new(program.unit(), environment, budget);
    let name = class.strip_prefix("::").unwrap_or(class).to_lowercase();
    interpreter
        .class_type(&name)
        .map_err(|stop| stop.into_error())
}

impl Interpreter<'_> {
    fn class_type(&mut self, name: &str) -> Eval<Type> {
        let code = self.defined_class(name)?;
        let Some((code, class)) = (code.as_ref()).and_then(|code| Some((code, code.class(name)?)))
        else {
            let message = format!("Could not find class {name}");
            return Err(Box::new(Stop::Raised(Error::new(Code::NotFound, message))));
        };
        let (lambda, frame) = (&class.lambda, self.frames.len() as u32);
        self.within_frame(code, lambda.frame, frame, |interpreter| {
            interpreter.parameters_type(code, lambda, &[])
        })
    }

    fn class_parameters(&mut self, name: &str, data: &Value) -> Eval<Value> {
        let Some(code) = self.defined_class(name)? else {
            let message = format!("Could not find class {name}");
            return Err(Box::new(Stop::Raised(Error::new(Code::NotFound, message))));
        };
        let Some(class) = code.class(name) else {
            return Ok(undef());
        };
        let lambda = &class.lambda;
        let subject = format!("Class[{}]", resources::capitalised(name));
        let ClassData { values, unfit } = self.given(&code, name, data, Keys::OfClassOrBare)?;
        self.class_data = Some(data.clone());
        let given = hash(values)?;
        let frame = self.frames.len() as u32;
        self.within_frame(&code, lambda.frame, frame, |interpreter| {
            interpreter.matched = None;
            // The types cannot refer to variables of the parent.
            let params = interpreter.parameters_type(&code, lambda, &unfit)?;
            let scope = interpreter.class_scope(&code, class, data)?;
            interpreter.enter_class(scope);
            let Bound { all, failed } =
                interpreter.with_defaults(&code, lambda, &given, &subject)?;
            let entries = given.as_ordered_map().map_or(&[][..], |map| map.entries());
            let checked = hash(entries.iter().chain(&all).cloned())?;
            let budget = interpreter.budget;
            let fits = validate_parameters(&subject, &params, &checked, Missing::Refused, budget);
            report_all(fits, unfit)?;
            match failed {
                Some(stop) => Err(stop),
                None => Ok(hash(all)?),
            }
        })
    }

    /// Returns the data of a class: keys without the class name, values converted by the options of
    /// the data.
    pub(crate) fn given(
        &mut self,
        code: &Rc<Running>,
        class: &str,
        data: &Value,
        keys: Keys,
    ) -> Eval<ClassData> {
        let Some(map) = data.as_ordered_map() else {
            return Err(raised("The data must be a Hash"));
        };
        let mut of_class = Vec::with_capacity(map.len());
        for (key, value) in map.entries() {
            let text = key.as_str().unwrap_or_default();
            let name = match text.rsplit_once("::") {
                None if text == LOOKUP_OPTIONS => continue,
                None if keys == Keys::OfClass => continue,
                None => text,
                Some((of, name)) if of.trim_start_matches("::") == class => name,
                Some(_) => continue,
            };
            self.budget.charge(1)?;
            of_class.push((key, name, value));
        }
        let whole = |(_, name, _): &(&Value, &str, &Value)| format!("{class}::{name}");
        let options = match map.get(&Value::string(LOOKUP_OPTIONS)) {
            Some(options) => {
                let keys: Vec<String> = of_class.iter().map(whole).collect();
                self.options_of(options, &keys)?
            }
            None => vec![None; of_class.len()],
        };
        let mut given = ClassData {
            values: Vec::with_capacity(of_class.len()),
            unfit: Vec::new(),
        };
        for (entry, options) in of_class.iter().zip(options) {
            let (key, name, value) = *entry;
            let mut value = value.clone();
            if let (Some(options), Some(_)) = (options, key.as_str()) {
                match self.as_options_want(code, &options, &whole(entry), &value)? {
                    Ok(made) => value = made,
                    Err(why) => given.unfit.push((name.to_owned(), why)),
                }
            }
            given.values.push((named(key, name), value));
        }
        self.add_class_data(code, class, &mut given.values)?;
        Ok(given)
    }

    /// Returns the type of the parameters as a struct. Parameters that could not be converted have
    /// the type Any, so that no further error is reported for them.
    pub(crate) fn parameters_type(
        &mut self,
        code: &Rc<Running>,
        lambda: &Lambda,
        unfit: &[(String, String)],
    ) -> Eval<Type> {
        let mut fields = Vec::with_capacity(lambda.parameters.len());
        let unfit: KeyedSet<&str> = unfit.iter().map(|(name, _)| &**name).collect();
        for parameter in &lambda.parameters {
            let ty = if unfit.contains(&*parameter.name) {
                Type::any().clone()
            } else {
                self.parameter_type(code, parameter)?
            };
            fields.push(match parameter.default {
                Some(_) => Field::optional(parameter.name.clone(), ty),
                None => Field::new(parameter.name.clone(), ty),
            });
        }
        Ok(Type::object(fields)?)
    }

    fn parameter_type(&mut self, code: &Rc<Running>, parameter: &Parameter) -> Eval<Type> {
        match parameter.ty {
            Some(ty) => self.type_of(code, ty),
            None => Ok(Type::any().clone()),
        }
    }

    /// Returns all parameters with their data or defaults. Defaults can refer to the data and to
    /// earlier parameters. A parameter whose data is undef has its default.
    pub(crate) fn with_defaults(
        &mut self,
        code: &Rc<Running>,
        lambda: &Lambda,
        given: &Value,
        subject: &str,
    ) -> Eval<Bound> {
        let base = self.frames[self.frame].base;
        let given = given.as_ordered_map();
        let of = |parameter: &Parameter| given?.get(&Value::string(&parameter.name)).cloned();
        for parameter in &lambda.parameters {
            let early = of(parameter).filter(|value| !value.is_null());
            self.slots[(base + parameter.slot) as usize] = early;
        }
        let mut all = Vec::with_capacity(lambda.parameters.len());
        let mut failed = None;
        for parameter in &lambda.parameters {
            let value = match (of(parameter), parameter.default) {
                (Some(value), _) if !value.is_null() => Some(value),
                (_, Some(default)) => match self.default_value(code, default, subject) {
                    Ok(value) => Some(value),
                    Err(stop) if ends_the_operation(&stop) => return Err(stop),
                    Err(stop) => {
                        failed.get_or_insert(stop);
                        None
                    }
                },
                (unset, None) => unset,
            };
            let slot = &mut self.slots[(base + parameter.slot) as usize];
            *slot = Some(value.clone().unwrap_or_else(undef));
            all.extend(value.map(|value| (Value::string(&parameter.name), value)));
        }
        self.hold_elements(2 * all.len())?;
        Ok(Bound { all, failed })
    }
}

/// The keys of the data that belong to a class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    /// Keys with the name of the class, and unqualified keys.
    OfClassOrBare,
    /// Keys with the name of the class.
    OfClass,
}

/// The values of parameters.
pub(crate) struct Bound {
    /// All parameters that have a value, with the value.
    pub(crate) all: Vec<(Value, Value)>,
    /// The error of the first default that failed; it may be a consequence of a mismatch.
    pub(crate) failed: Option<Box<Stop>>,
}

/// The data of a class by parameter name, and the errors of failed conversions.
pub(crate) struct ClassData {
    pub(crate) values: Vec<(Value, Value)>,
    pub(crate) unfit: Vec<(String, String)>,
}

/// Returns the key without the name of a class.
fn named(key: &Value, name: &str) -> Value {
    match key.as_str() {
        Some(text) if text.len() != name.len() => Value::string(name),
        _ => key.clone(),
    }
}

/// Returns all errors, those of conversions first.
fn report_all(fits: Result<()>, unfit: Vec<(String, String)>) -> Result<()> {
    let (mut lines, mut diagnostics) = (Vec::new(), Vec::new());
    for (name, why) in unfit {
        let path = Path::from_iter([PathStep::Index(Key::String(name.as_str().into()))]);
        let diagnostic = Reporter::Puppet.error(why.as_str(), "").with_path(path);
        diagnostics.push(diagnostic.with_code(Code::Type));
        lines.push(why);
    }
    match fits {
        fits if lines.is_empty() => return fits,
        Err(error) if error.code() != Code::Type => return Err(error),
        Err(error) => {
            lines.push(error.message().to_owned());
            diagnostics.extend_from_slice(error.diagnostics());
        }
        Ok(()) => {}
    }
    Err(Error::summing_up(Code::Type, lines.join("\n"), diagnostics))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::environment::Definitions;
    use crate::mode::Strict;
    use crate::values::format::format_value;
    use crate::{Aliases, Mode, parse_value};
    use polycty_core::source::Source;

    fn answer(data: &str) -> String {
        let manifest = "class web::server(\n  Web::Port $port,\n  String[1] $label = \"p${port}\",\n  Array[String] $users = [],\n) { file { '/x': } }";
        let environment = Environment::new().loader(move |kind, name| {
            Ok(match (kind, name) {
                (Definitions::Class, "web::server") => Some(Source::new("server.pp", manifest)),
                (Definitions::Type, "web::port") => {
                    Some(Source::new("port.pp", "type Web::Port = Integer[1, 65535]"))
                }
                _ => None,
            })
        });
        let budget = Budget::new();
        let empty = Prepared::manifest(Source::new("", ""), Strict::Error, &budget).unwrap();
        let data = parse_value(data, &Aliases::default(), Mode::Current).unwrap();
        match class_parameters(&empty, "web::server", &data, &environment, &budget) {
            Ok(value) => format_value(&value),
            Err(error) => format!("! {}", error.message()),
        }
    }

    #[test]
    fn options_of_the_data_convert_it() {
        let options = "'lookup_options' => {'web::server::port' => {'convert_to' => 'Web::Port'}, \
                       '^web::server::u' => {'convert_to' => ['Array', true]}}";
        assert_eq!(
            answer(&format!(
                "{{{options}, 'web::server::port' => '80', 'users' => 'x'}}"
            )),
            "{'port' => 80, 'label' => 'p80', 'users' => ['x']}"
        );
        assert_eq!(
            answer(&format!(
                "{{{options}, 'port' => 'x', 'users' => [1], 'z' => 1}}"
            )),
            "! The convert_to lookup_option for key 'web::server::port' raised error: 'new' The string \
             'x' cannot be converted to Integer\nClass[Web::Server]:\n  has no parameter named \
             'z'\n  parameter 'users' index 0 expects a String value, got Integer"
        );
        assert_eq!(
            answer("{'lookup_options' => {'^' => {'convert_to' => 'Integer['}}, 'port' => 1}"),
            "! Invalid data type in lookup_options for key 'web::server::port' could not parse \
             'Integer[', error: 'Syntax error at end of input'"
        );
    }

    #[test]
    fn every_fault_is_told_at_once() {
        assert_eq!(
            answer("{'web::server::port' => 80, 'other::port' => 'x'}"),
            "{'port' => 80, 'label' => 'p80', 'users' => []}"
        );
        assert_eq!(
            answer("{'port' => 0, 'users' => [1], 'nope' => 1}"),
            "! Class[Web::Server]:\n  has no parameter named 'nope'\n  parameter 'port' expects a \
             Web::Port = Integer[1, 65535] value, got Integer[0, 0]\n  parameter 'users' index 0 \
             expects a String value, got Integer"
        );
        assert_eq!(
            answer("{}"),
            "! Class[Web::Server]: expects a value for parameter 'port'"
        );
    }

    fn answer_of(text: &str, data: &str) -> String {
        let budget = Budget::new();
        let program = Prepared::manifest(Source::new("", text), Strict::Error, &budget).unwrap();
        let data = parse_value(data, &Aliases::default(), Mode::Current).unwrap();
        class_parameters(&program, "a", &data, &Environment::new(), &budget).map_or_else(
            |error| format!("! {}", error.message()),
            |all| format_value(&all),
        )
    }

    #[test]
    fn nothing_in_the_data_leaves_the_default() {
        let text = "class a(Integer $x = 5, Optional[Integer] $o = 7, Any $z = $x, \
                    Optional[Integer] $n) { }";
        assert_eq!(
            answer_of(text, "{'a::x' => undef, 'a::o' => undef, 'a::n' => undef}"),
            "{'x' => 5, 'o' => 7, 'z' => 5, 'n' => undef}"
        );
        assert_eq!(
            answer_of("class a(Integer $x) { }", "{'a::x' => undef}"),
            "! Class[A]: parameter 'x' expects an Integer value, got Undef"
        );
    }

    #[test]
    fn what_is_given_is_there_before_the_defaults() {
        let text = "class a($x = $y, $y = 1) { }";
        assert_eq!(answer_of(text, "{y => 2}"), "{'x' => 2, 'y' => 2}");
        assert_eq!(
            answer_of(text, "{}"),
            "! Class[A]: default expression for $x tries to illegally access not yet evaluated $y"
        );
        // The types cannot refer to parameters.
        assert_eq!(
            answer_of(
                "class a($a, $b, Integer[$b] $c) { }",
                "{a => 1, b => 1, c => 1}"
            ),
            "! Evaluation Error: Unknown variable: 'b'."
        );
    }

    #[test]
    fn defaults_are_checked_with_what_is_given() {
        let of = |data: &str| {
            answer_of(
                "class a(Integer $x, Integer $y = $x, $z = $x + 1) { }",
                data,
            )
        };
        assert_eq!(of("{x => 1}"), "{'x' => 1, 'y' => 1, 'z' => 2}");
        // A default that fails because of a mismatch is not reported in addition.
        assert_eq!(
            of("{x => 'a'}"),
            "! Class[A]:\n  parameter 'x' expects an Integer value, got String\n  parameter 'y' \
             expects an Integer value, got String"
        );
        assert_eq!(
            of("{x => 1, y => {}}"),
            "! Class[A]: parameter 'y' expects an Integer value, got Hash"
        );
    }

    /// Modules by file; the results were checked with Puppet 7.
    fn answer_with(files: &'static [(&str, &str)], data: &str) -> String {
        let environment = Environment::new()
            .variable("y", Value::string("top"))
            .unwrap()
            .loader(move |kind, name| {
                let found = files.iter().find(|(file, _)| *file == name);
                let found = found.filter(|_| kind == Definitions::Class);
                Ok(found.map(|(file, text)| Source::new(format!("{file}.pp"), *text)))
            });
        let budget = Budget::new();
        let empty = Prepared::manifest(Source::new("", ""), Strict::Error, &budget).unwrap();
        let data = parse_value(data, &Aliases::default(), Mode::Current).unwrap();
        match class_parameters(&empty, "p", &data, &environment, &budget) {
            Ok(value) => format_value(&value),
            Err(error) => format!("! {}", error.message()),
        }
    }

    #[test]
    fn defaults_read_the_variables_of_the_parent() {
        const FILES: &[(&str, &str)] = &[
            ("p::base", "class p::base { $base_v = 'b' }"),
            ("g", "class g { $gv = 'gg' }"),
            (
                "p::params",
                "class p::params($port = 80) inherits p::base { $x = 5 $y = \"${base_v}-${port}\" \
                 case $x { 5: { $z = 'five' } default: { $z = 'other' } } include g \
                 file { '/tmp/x': ensure => file } $w = $g::gv }",
            ),
            (
                "p",
                "class p(Integer $i = $p::params::x, $u = $y, $b = $base_v, $w = $p::params::w, \
                 $z = $::p::params::z, $t = $title, $n = $name, $m = $module_name, $o = $p::i, \
                 $pt = $p::params::title, $l = [1].map |$k| { $y }) inherits ::p::params { }",
            ),
        ];
        assert_eq!(
            answer_with(FILES, "{}"),
            "{'i' => 5, 'u' => 'b-80', 'b' => 'b', 'w' => 'gg', 'z' => 'five', 't' => 'p', 'n' => \
             'p', 'm' => 'p', 'o' => 5, 'pt' => 'p::params', 'l' => ['b-80']}"
        );
        let changed = answer_with(FILES, "{'p::params::port' => 81, 'i' => 7, port => 3}");
        assert_eq!(changed, "! Class[P]: has no parameter named 'port'");
        let changed = answer_with(FILES, "{'p::params::port' => 81, 'i' => 7}");
        assert!(
            changed.starts_with("{'i' => 7, 'u' => 'b-81', 'b'"),
            "{changed}"
        );
    }

    #[test]
    fn an_error_of_the_parent_is_reported_where_its_variable_is_read() {
        const FILES: &[(&str, &str)] = &[
            (
                "p::params",
                "class p::params { $x = 5 fail('nope') $y = 6 }",
            ),
            (
                "p",
                "class p($x = $p::params::x, $z = 1, $y = $p::params::y) inherits p::params { }",
            ),
        ];
        assert_eq!(
            answer_with(FILES, "{y => 3}"),
            "{'x' => 5, 'z' => 1, 'y' => 3}"
        );
        assert_eq!(
            answer_with(FILES, "{}"),
            "! Evaluation Error: Error while evaluating a Function Call, nope"
        );
        const MISSING: &[(&str, &str)] =
            &[("p", "class p($x = $p::params::x) inherits p::params {}")];
        assert_eq!(
            answer_with(MISSING, "{}"),
            "! Could not find class p::params"
        );
        assert_eq!(answer_with(MISSING, "{x => 1}"), "{'x' => 1}");
        const TYPED: &[(&str, &str)] = &[
            ("p::params", "class p::params { $x = 5 }"),
            (
                "p",
                "class p(Integer[$p::params::x] $i = 1) inherits p::params { }",
            ),
        ];
        assert_eq!(
            answer_with(TYPED, "{}"),
            "! Evaluation Error: Unknown variable: 'p::params::x'."
        );
    }

    #[test]
    fn classes_that_inherit_from_one_another_end() {
        const FILES: &[(&str, &str)] = &[
            ("p", "class p($x = $y2) inherits q { }"),
            ("q", "class q inherits r { }"),
            ("r", "class r inherits q { }"),
        ];
        assert_eq!(
            answer_with(FILES, "{}"),
            "! the class 'q' depends on itself"
        );
        let environment = Environment::new().loader(|_, name| {
            let text = format!("class {name}($x = $y) inherits {name}x {{ }}");
            Ok(Some(Source::new("", text)))
        });
        let budget = Budget::standard();
        let empty = Prepared::manifest(Source::new("", ""), Strict::Error, &budget).unwrap();
        let data = hash([]).unwrap();
        let error = class_parameters(&empty, "p", &data, &environment, &budget).unwrap_err();
        assert_eq!(error.code(), Code::Limit);
    }
}
