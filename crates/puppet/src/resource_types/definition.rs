//! Resource types defined by files of the folder `.resource_types`.
//!
//! A file consists of one call of `Puppet::Resource::ResourceType3.new` with literal arguments: the
//! name, the properties, the parameters, the patterns of titles, whether resources are unique, and
//! a capability. Puppet generates these files from types written in Ruby. The types of attributes
//! have no effect on a catalog and are not read.

use super::title::{TitlePattern, TitleRule};
use super::{Identity, ResourceType};
use crate::syntax::tree::{ExprId, ExprKind, Exprs, Program};
use crate::syntax::{Notation, parse_program};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result, Source};
use polycty_core::types::Str;

const CONSTRUCTOR: &str = "Puppet::Resource::ResourceType3";
const PARAM: &str = "Puppet::Resource::Param";

/// The memory of an attribute, in addition to the bytes of its name.
const ATTRIBUTE_BYTES: usize = 96;

/// Returns the type that the text of a file defines; `name` is the name that the file must define.
///
/// # Errors
/// - [`Code::Syntax`] for a text that cannot be parsed.
/// - [`Code::Value`] for a text that does not define the type.
/// - [`Code::Unsupported`] for arguments that are not literals.
pub fn read_resource_type(source: Source, name: &str, budget: &Budget) -> Result<ResourceType> {
    let program = parse_program(source, Notation::Manifest, budget)?;
    let file = Definition {
        program: &program,
        name,
        budget,
    };
    file.resource_type()
}

/// A file that defines a resource type.
struct Definition<'p> {
    program: &'p Program,
    name: &'p str,
    budget: &'p Budget,
}

/// The attributes of a type: their names, and those that are keys.
#[derive(Default)]
struct Attributes {
    names: Vec<Str>,
    keys: Vec<Str>,
}

impl Definition<'_> {
    fn resource_type(&self) -> Result<ResourceType> {
        let body = &self.program[self.program.body()];
        if body.is_empty() {
            let what = format!(
                "does not create the resource type '{}' - it is empty.",
                self.name
            );
            return Err(self.refuse(&what));
        }
        let mut calls = body.iter().filter_map(|id| self.constructor_arguments(*id));
        let Some(arguments) = calls.next() else {
            let what = format!(
                "does not create the resource type '{}' - no call to {CONSTRUCTOR}.new found.",
                self.name
            );
            return Err(self.refuse(&what));
        };
        if body.len() > 1 {
            let what = format!(
                "contains additional logic - can only contain the resource type '{}'",
                self.name
            );
            return Err(self.refuse(&what));
        }
        let arguments = &self.program[arguments];
        let argument = |at: usize| {
            let given = arguments.get(at).copied();
            given.filter(|id| !matches!(self.program[*id].kind, ExprKind::Undef))
        };
        let Some(name) = argument(0).and_then(|id| self.text(id)) else {
            return Err(self.unsupported("the name is not a string"));
        };
        let mut attributes = Attributes::default();
        for list in [argument(1), argument(2)].into_iter().flatten() {
            self.read_attributes(list, &mut attributes)?;
        }
        let title = match argument(3) {
            Some(patterns) => self.title_rule(patterns)?,
            None => TitleRule::Whole,
        };
        let identity = match argument(4).map(|id| self.program[id].kind) {
            None | Some(ExprKind::Bool(true)) => Identity::Unique,
            Some(ExprKind::Bool(false)) => Identity::Shared,
            Some(_) => return Err(self.unsupported("the fifth argument is not a Boolean")),
        };
        if *name != *self.name {
            return Err(self.refuse(&format!(
                "produced resource type with the wrong name, expected '{}', actual '{name}'",
                self.name
            )));
        }
        if attributes.keys.len() > 1 && matches!(title, TitleRule::Whole) {
            let what = "you must specify title patterns when there are two or more key attributes";
            return Err(Error::new(Code::Value, what));
        }
        let Attributes { names, keys } = attributes;
        Ok(ResourceType::new(name, names, keys, identity, title))
    }

    /// Returns the arguments of a statement that calls the constructor.
    fn constructor_arguments(&self, id: ExprId) -> Option<Exprs> {
        let ExprKind::MethodCall(call) = self.program[id].kind else {
            return None;
        };
        let call = self.program[call];
        let ExprKind::TypeName(receiver) = self.program[call.receiver].kind else {
            return None;
        };
        let is_constructor = self.program.name(call.name) == "new"
            && self.program.name(receiver) == CONSTRUCTOR
            && call.lambda.is_none();
        is_constructor.then_some(call.arguments)
    }

    /// Reads an array of calls `Puppet::Resource::Param(Type, name, is key)`.
    fn read_attributes(&self, id: ExprId, into: &mut Attributes) -> Result<()> {
        let ExprKind::Array(elements) = self.program[id].kind else {
            return Err(self.unsupported("the attributes are not an array"));
        };
        for element in &self.program[elements] {
            let Some((name, is_key)) = self.attribute(*element) else {
                let why = format!("an attribute is not a call {PARAM}(type, name, is key)");
                return Err(self.unsupported(&why));
            };
            if is_key {
                into.keys.push(name.clone());
            }
            let bytes = ATTRIBUTE_BYTES + name.len();
            self.budget.push_owning(&mut into.names, bytes, name)?;
        }
        Ok(())
    }

    fn attribute(&self, id: ExprId) -> Option<(Str, bool)> {
        let ExprKind::Call(call) = self.program[id].kind else {
            return None;
        };
        let call = self.program[call];
        let ExprKind::TypeName(callee) = self.program[call.callee].kind else {
            return None;
        };
        if self.program.name(callee) != PARAM {
            return None;
        }
        match self.program[call.arguments] {
            [_, name] => Some((self.text(name)?, false)),
            [_, name, key] => match self.program[key].kind {
                ExprKind::Bool(is_key) => Some((self.text(name)?, is_key)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Reads a hash from regular expressions to arrays of attributes; an empty hash is no rule.
    fn title_rule(&self, id: ExprId) -> Result<TitleRule> {
        let ExprKind::Hash(entries) = self.program[id].kind else {
            return Err(self.unsupported("the title patterns are not a hash"));
        };
        let mut patterns = Vec::new();
        for entry in &self.program[entries] {
            let Some(pattern) = self.title_pattern(entry.key, entry.value) else {
                let why = "a title pattern is not a regular expression and an array of strings";
                return Err(self.unsupported(why));
            };
            let attributes = ATTRIBUTE_BYTES * (1 + pattern.attributes.len());
            let bytes = attributes + pattern.source.len();
            self.budget.push_owning(&mut patterns, bytes, pattern)?;
        }
        Ok(match patterns.is_empty() {
            true => TitleRule::Whole,
            false => TitleRule::Patterns(patterns.into()),
        })
    }

    fn title_pattern(&self, key: ExprId, value: ExprId) -> Option<TitlePattern> {
        let key = match self.program[key].kind {
            // The type of a regular expression: `Regexp[/.../]`.
            ExprKind::Access { of, keys } => match (self.program[of].kind, &self.program[keys]) {
                (ExprKind::TypeName(name), [only]) if self.program.name(name) == "Regexp" => *only,
                _ => return None,
            },
            _ => key,
        };
        let (ExprKind::Regexp(source), ExprKind::Array(names)) =
            (self.program[key].kind, self.program[value].kind)
        else {
            return None;
        };
        let names = self.program[names].iter().map(|name| self.text(*name));
        Some(TitlePattern {
            source: self.program[source].as_str()?.into(),
            attributes: names.collect::<Option<_>>()?,
        })
    }

    fn text(&self, id: ExprId) -> Option<Str> {
        match self.program[id].kind {
            ExprKind::String(value) => self.program[value].as_str().map(Into::into),
            ExprKind::Name(name) => Some(self.program.name(name).into()),
            _ => None,
        }
    }

    #[cold]
    fn refuse(&self, what: &str) -> Error {
        let file = &self.program.source().name;
        Error::new(Code::Value, format!("The code loaded from {file} {what}"))
    }

    #[cold]
    fn unsupported(&self, why: &str) -> Error {
        let file = &self.program.source().name;
        let message = format!("{file}: resource type '{}': {why}", self.name);
        Error::new(Code::Unsupported, message)
    }
}
