//! Loading of definitions that are not in the text itself.
//!
//! Type aliases are resolved at their first use. All aliases that they refer to are resolved with
//! them as one group, so that aliases in different files may be mutually recursive. A loaded text
//! must define only the requested name.

use crate::depth::{LOAD_LEVELS, MAX_LEVELS};
use crate::eval::code::{AliasText, ClassKind, ExprId, Unit};
use crate::eval::environment::{Definitions, Environment, Resources};
use crate::eval::function::Find;
use crate::eval::interpreter::{Interpreter, too_deep};
use crate::eval::parsed::{UnitSettings, comparison_steps};
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location, Stop, of_host, raised};
use crate::eval::{lower, object};
use crate::hiera::Hiera;
use crate::mode::Mode;
use crate::mode::Strict;
use crate::syntax::{Notation, parse_program, validate, validate_in_module};
use crate::types::alias::{Aliases, Folded, Known};
use crate::types::define::define;
use crate::types::nominal::{self, Name};
use crate::types::parse::{parse_type_within, unrooted};
use crate::types::resources;
use polycty_core::calls::{Budget, HeldBytes, Worklist};
use polycty_core::source::{Code, Result, Source};
use polycty_core::types::{KeyedMap, KeyedSet, Str, Type, Visit};
use polycty_core::values::Value;
use std::rc::Rc;
use std::sync::Arc;

/// The loaded texts, including failed lookups.
#[derive(Default)]
pub(crate) struct Loaded {
    texts: KeyedMap<(Definitions, Str), Option<Rc<Running>>>,
    /// The resolved aliases, in addition to those of the environment.
    aliases: Aliases,
}

impl Loaded {
    /// Nothing is loaded. With Hiera, the type of the context of data functions is known.
    pub(crate) fn new(environment: &Environment) -> Loaded {
        let mut loaded = Loaded::default();
        if environment.hiera_files().is_some() {
            let (name, ty) = Hiera::context_alias();
            loaded.aliases.add(name.into(), ty.clone());
        }
        loaded
    }
}

/// The bytes of an entry in the table of loaded texts.
const LOADED_BYTES: u64 = 128;

/// The bytes of memory for parsing a type, per byte of its text.
const READ_BYTES: u64 = 32;

/// The bytes of a node of a type.
pub(crate) const NODE_BYTES: u64 = 144;

/// The bytes of a type as a value: the value, its allocations and its meta type.
pub(crate) const TYPE_VALUE_BYTES: u64 = 224;

/// Whether this is the name of a class.
pub(crate) fn is_class_name(name: &str) -> bool {
    let mut segments = name.strip_prefix("::").unwrap_or(name).split("::");
    let word = |part: &str| part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let first = segments.next().unwrap_or_default();
    first.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && word(first)
        && segments.all(|part| part.starts_with(|c: char| c.is_ascii_lowercase()) && word(part))
}

impl Interpreter<'_> {
    /// The resolved aliases.
    pub(crate) fn known_aliases(&self) -> Known<'_> {
        Known {
            later: Some(&self.loaded.aliases),
            ..self.environment.base_aliases().into()
        }
    }

    /// Parses a type and loads the aliases that it names.
    pub(crate) fn read_type(&mut self, text: &str) -> Eval<Type> {
        // The text is parsed twice if it names aliases.
        self.budget.charge(2 * text.len() as u64)?;
        let mut memory = HeldBytes::new(self.budget);
        memory.hold(text.len() as u64 * READ_BYTES)?;
        let read = |interpreter: &Self| {
            let (aliases, mode) = (interpreter.known_aliases(), interpreter.mode);
            parse_type_within(interpreter.level, text, aliases, mode)
        };
        let ty = read(self)?;
        let mut names = Vec::new();
        ty.walk(&mut |_, part| match nominal::view(part) {
            Some((Name::TypeReference, [reference])) => {
                let text = reference.as_text().map_or("", |text| text);
                let name = text.split('[').next().unwrap_or_default();
                names.push(unrooted(name).to_owned());
                Visit::Over
            }
            _ => Visit::Into,
        });
        let mut loaded = false;
        for name in names {
            loaded |= self.alias(&name)?.is_some();
        }
        if loaded { Ok(read(self)?) } else { Ok(ty) }
    }

    /// Returns a type that is evaluated once.
    #[inline(never)]
    pub(crate) fn kept(&mut self, code: &Rc<Running>, number: u32, expr: ExprId) -> Eval<Value> {
        if let Some(ty) = code.kept(number) {
            return self.type_value(ty);
        }
        let mark = self.mark();
        let value = self.eval(code, expr)?;
        if let Some(ty) = value.as_type() {
            code.keep(number, ty);
            self.retain(mark);
        }
        Ok(value)
    }

    /// Returns a type as a value, which is counted without the nodes of the type.
    pub(crate) fn type_value(&self, ty: Type) -> Eval<Value> {
        self.budget.hold(TYPE_VALUE_BYTES)?;
        Ok(Value::from_type(ty)?)
    }

    /// Resolves the name of a type that is not built in.
    #[inline(never)]
    pub(crate) fn type_name(&mut self, code: &Rc<Running>, id: ExprId, name: &str) -> Eval<Value> {
        let short = name.strip_prefix("::").unwrap_or(name);
        if let Some(ty) = self.alias(short)? {
            return self.type_value(ty);
        }
        if self.mode == Mode::Early {
            // In early Puppet an unknown name is a resource type.
            let (aliases, level) = (self.known_aliases(), self.level);
            let ty = parse_type_within(level, short, aliases, Mode::Early)?;
            return self.type_value(ty);
        }
        if let Some(spelled) = resources::built_in(short) {
            return Ok(Value::from_type(resources::resource(
                spelled.as_str().into(),
                None,
            )?)?);
        }
        // Types that describe types, and those that the language defines.
        let ty = parse_type_within(self.level, short, self.known_aliases(), Mode::Current)?;
        if !nominal::is(&ty, Name::TypeReference) {
            return self.type_value(ty);
        }
        if self.is_defined_type(short)? || self.environment.asked().is_defined(short)? {
            let spelled = resources::capitalised(short);
            return Ok(Value::from_type(resources::resource(
                spelled.as_str().into(),
                None,
            )?)?);
        }
        let message = format!("Resource type not found: {name}");
        Err(Location::new(code, code.position(id)).fail(Code::NotFound, message))
    }

    /// Whether a name is that of a defined type whose resources the environment allows.
    fn is_defined_type(&mut self, name: &str) -> Eval<bool> {
        if self.compiler.is_some() {
            return Ok(self.find_type(&name.to_lowercase())?.is_some());
        }
        let allowed = self.evaluating_classes > 0
            || self.environment.resource_expressions() == Resources::Referenced;
        if !allowed {
            return Ok(false);
        }
        let name = name.to_lowercase();
        let code = self.defined_class(&name)?;
        let class = code.as_ref().and_then(|code| code.class(&name));
        Ok(class.is_some_and(|class| matches!(class.kind, ClassKind::DefinedType)))
    }

    /// Parses a type like [`Interpreter::read_type`], or returns the resource type of a defined
    /// type.
    pub(crate) fn read_catalog_type(&mut self, text: &str) -> Eval<Type> {
        let ty = self.read_type(text)?;
        if let Some((Name::TypeReference, [reference])) = nominal::view(&ty)
            && let Some(reference) = reference.as_text()
            && let (name, titles) = reference.split_once('[').unwrap_or((reference, "]"))
            && self.is_defined_type(unrooted(name))?
        {
            let separator = if titles == "]" { "" } else { ", " };
            let name = resources::capitalised(unrooted(name));
            return self.read_type(&format!("Resource['{name}'{separator}{titles}"));
        }
        Ok(ty)
    }

    /// Returns the alias with a name, resolved with all aliases that it refers to.
    fn alias(&mut self, name: &str) -> Eval<Option<Type>> {
        if let Some(ty) = self.known_aliases().get(name) {
            return Ok(Some(ty.clone()));
        }
        let mut group: Vec<(Str, Rc<Running>)> = Vec::new();
        let mut grouped: KeyedSet<Folded> = KeyedSet::default();
        let mut wanted = Worklist::of(self.budget, [Str::from(name)])?;
        while let Some(name) = wanted.next()? {
            if grouped.contains(&Folded(name.clone())) || self.known_aliases().get(&name).is_some()
            {
                continue;
            }
            let Some(code) = self.alias_text(&name)? else {
                continue;
            };
            if let Some(text) = code.alias(&name) {
                wanted.extend(text.uses.iter().rev().cloned())?;
            }
            grouped.insert(Folded(name.clone()));
            group.push((name, code));
        }
        if group.is_empty() {
            return Ok(None);
        }
        let texts = group.iter().filter_map(|(name, code)| {
            let text = code.alias(name)?;
            Some((&*text.name, &*text.body))
        });
        let texts: Vec<(&str, &str)> = texts.collect();
        if texts.is_empty() {
            return Ok(None);
        }
        let mark = self.mark();
        let defined = define(self.known_aliases(), self.level, &texts, self.budget)?;
        for (name, ty) in &defined {
            if let Some(error) = object::definition_error(name, ty) {
                return Err(raised(error));
            }
        }
        for (name, ty) in defined {
            self.budget.hold(u64::from(ty.size()) * NODE_BYTES)?;
            self.loaded.aliases.add(name, ty);
        }
        self.retain(mark);
        Ok(self.known_aliases().get(name).cloned())
    }

    /// Returns the text that defines an alias.
    fn alias_text(&mut self, name: &str) -> Eval<Option<Rc<Running>>> {
        if let Some(alias) = self.main.alias(name) {
            // A member of a type set is known if the set is.
            let known = match &alias.set {
                Some(set) => self.known_aliases().get(set).is_some(),
                None => true,
            };
            return Ok(known.then(|| self.main.clone()));
        }
        if let Some(compiler) = &self.compiler
            && let Some(code) = compiler.defined.aliases.get(&name.to_lowercase())
        {
            return Ok(Some(code.clone()));
        }
        let Some(code) = self.loaded(Definitions::Type, name)? else {
            return self.set_with(name);
        };
        let file = &code.tree.source().name;
        let own = code.aliases.iter().filter(|alias| alias.set.is_none());
        let own: Vec<&AliasText> = own.collect();
        match &*own {
            [] => Err(raised(format!(
                "The code loaded from {file} does not define the type '{name}' - it is empty"
            ))),
            [only] if only.name.eq_ignore_ascii_case(name) => Ok(Some(code)),
            [only] => Err(raised(format!(
                "The code loaded from {file} produced type with the wrong name, expected '{name}', \
                 actual '{}'",
                only.name
            ))),
            _ => Err(raised(format!(
                "The code loaded from {file} contains additional logic - can only contain the \
                 type {name}"
            ))),
        }
    }

    /// Returns the text that defines a type set with a member of this name.
    fn set_with(&mut self, name: &str) -> Eval<Option<Rc<Running>>> {
        let mut around = name;
        while let Some((set, _)) = around.rsplit_once("::") {
            around = set;
            let Some(code) = self.loaded(Definitions::Type, set)? else {
                continue;
            };
            let member = code.alias(name);
            if member.is_some_and(|member| {
                (member.set.as_deref()).is_some_and(|of| of.eq_ignore_ascii_case(set))
            }) {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }

    /// Returns the text and the index of a function that a text defines.
    pub(crate) fn defined_function(&mut self, name: &str) -> Eval<Option<(Rc<Running>, u32)>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let main = self.main.clone();
        if let Some(number) = main.function(name) {
            return Ok(Some((main, number)));
        }
        if let Some(compiler) = &self.compiler
            && let Some(code) = compiler.defined.functions.get(name)
            && let Some(number) = code.function(name)
        {
            return Ok(Some((code.clone(), number)));
        }
        let Some(code) = self.loaded(Definitions::Function, name)? else {
            return Ok(None);
        };
        let file = &code.tree.source().name;
        match &*code.functions {
            [] => Err(raised(format!(
                "The code loaded from {file} does not define the function '{name}' - it is empty."
            ))),
            [only] if *only.name == *name => Ok(Some((code, 0))),
            [only] => Err(raised(format!(
                "The code loaded from {file} produced function with the wrong name, expected \
                 {name}, actual {}",
                only.name
            ))),
            _ => Err(raised(format!(
                "The code loaded from {file} contains additional logic - can only contain the \
                 function {name}"
            ))),
        }
    }

    /// Whether the program, the host or the language has a function with a name.
    pub(crate) fn knows_function(&mut self, name: &str) -> Eval<bool> {
        Ok(self.environment.find_function(name).is_some()
            || (self.main.find)(name).is_some()
            || self.environment.find_stdlib(name).is_some()
            || self.defined_function(name)?.is_some())
    }

    /// Returns the text that defines a class.
    pub(crate) fn defined_class(&mut self, name: &str) -> Eval<Option<Rc<Running>>> {
        if self.compiler.is_some() {
            return self.compiled_class(name);
        }
        if self.main.class(name).is_some() {
            return Ok(Some(self.main.clone()));
        }
        match self.loaded(Definitions::Class, name)? {
            Some(code) if code.class(name).is_some() => Ok(Some(code)),
            _ => Ok(None),
        }
    }

    /// Returns the host's text for a name, which is loaded once.
    pub(crate) fn loaded(&mut self, kind: Definitions, name: &str) -> Eval<Option<Rc<Running>>> {
        let name = match kind {
            Definitions::Template => name.to_owned(),
            _ => name.to_lowercase(),
        };
        let key = (kind, Str::from(name.as_str()));
        if let Some(known) = self.loaded.texts.get(&key) {
            return Ok(known.clone());
        }
        if self.level + LOAD_LEVELS > MAX_LEVELS {
            return Err(too_deep());
        }
        let mark = self.mark();
        let loaded = self.environment.load(kind, &name).map_err(of_host)?;
        let found = match loaded {
            Some(source) => {
                let in_module = match kind {
                    Definitions::Class => self.compiler.is_some(),
                    Definitions::Function | Definitions::Type => {
                        self.compiler.is_some() && name.contains("::")
                    }
                    Definitions::Template => false,
                };
                let path = kind.file(&name).filter(|_| in_module);
                let read = self.read(source, kind, path.as_deref());
                Some(read.map_err(|stop| unread(*stop))?)
            }
            None => None,
        };
        if let (Definitions::Class, Some(code), true) = (kind, &found, self.compiler.is_some()) {
            self.check_metaparameters(code)?;
        }
        // Failed lookups are also stored.
        self.budget.hold(LOADED_BYTES + name.len() as u64)?;
        self.loaded.texts.insert(key, found.clone());
        self.retain(mark);
        Ok(found)
    }

    /// Parses and lowers a text. For a file of a module, the names that it defines are checked
    /// against its path.
    pub(crate) fn read(
        &mut self,
        source: Source,
        kind: Definitions,
        module_path: Option<&str>,
    ) -> Eval<Rc<Running>> {
        let notation = match kind {
            Definitions::Template => Notation::Template,
            _ => Notation::Manifest,
        };
        let (mode, find) = (self.mode, self.main.find);
        let settings = UnitSettings {
            strict: self.environment.strictness(),
            mode,
            module_path: module_path.map(str::to_owned),
        };
        let parsed = self.environment.parsed();
        self.budget.charge(comparison_steps(&source.text))?;
        if let Some(unit) = parsed.unit(kind, &source, &settings) {
            return Ok(Rc::new(Running::new(unit)));
        }
        let strict = settings.strict;
        let _inside = self.budget.at_level(self.level);
        let unit = match module_path {
            Some(path) => {
                let tree = parse_program(source, notation, self.budget)?;
                let found = validate_in_module(&tree, strict, mode, path);
                let warnings = found.into_result(tree.text())?;
                lower::lower(tree, mode, find, warnings, self.budget)?
            }
            None => prepare(source, notation, strict, mode, find, self.budget)?,
        };
        let unit = Arc::new(unit);
        parsed.add_unit(kind, settings, &unit);
        Ok(Rc::new(Running::new(unit)))
    }
}

/// An error in a loaded text is reported unchanged, without the position of the name.
fn unread(stop: Stop) -> Box<Stop> {
    Box::new(match stop {
        Stop::Raised(error) => Stop::Unread(error),
        stop => stop,
    })
}

/// Parses, validates and lowers a text.
pub(crate) fn prepare(
    source: Source,
    notation: Notation,
    strict: Strict,
    mode: Mode,
    find: Find,
    budget: &Budget,
) -> Result<Unit> {
    let tree = parse_program(source, notation, budget)?;
    let warnings = validate(&tree, strict, mode).into_result(tree.text())?;
    lower::lower(tree, mode, find, warnings, budget)
}
