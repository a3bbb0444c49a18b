//! Checks of definitions: names that are defined twice, and parameters with the names of
//! metaparameters.

use super::compile::regexp_title;
use super::declare::{parse_error, place_of};
use super::model::CompileError;
use super::state::Place;
use crate::eval::code::{ClassKind, NodeMatch, Unit};
use crate::eval::interpreter::Interpreter;
use crate::eval::program::Prepared;
use crate::eval::running::Running;
use crate::eval::stop::Eval;
use crate::resource_types::is_metaparameter;
use polycty_core::sort::sort_by;
use polycty_core::source::Code;
use polycty_core::types::KeyedMap;
use std::rc::Rc;

/// The kind of a definition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Defines {
    Class,
    DefinedType,
    Node,
}

/// The definitions so far, with their positions.
#[derive(Default)]
struct Known {
    types: KeyedMap<String, (Defines, Place)>,
    nodes: KeyedMap<String, Place>,
}

/// Rejects names that the manifests define twice.
///
/// # Errors
/// That of the first repeated definition in the order of the texts.
pub(super) fn check_definitions(manifests: &[Prepared]) -> std::result::Result<(), CompileError> {
    let mut known = Known::default();
    for prepared in manifests {
        let unit: &Unit = prepared.unit();
        if let Some(message) = &unit.redefinition {
            return Err(CompileError::new(Code::Diagnostics, message.as_str()));
        }
        let running = Rc::new(Running::new(prepared.unit().clone()));
        let mut all: Vec<(u32, Defines, String)> = Vec::new();
        for class in &unit.classes {
            let kind = match class.kind {
                ClassKind::Class { .. } => Defines::Class,
                ClassKind::DefinedType => Defines::DefinedType,
            };
            all.push((class.at, kind, class.name.to_string()));
        }
        for node in &unit.nodes {
            for name in &node.matches {
                let name = match name {
                    NodeMatch::Default => "default".to_owned(),
                    NodeMatch::Name(name) => name.to_lowercase(),
                    NodeMatch::Regexp(source) => regexp_title(source),
                };
                all.push((node.at, Defines::Node, name));
            }
        }
        sort_by(&mut all, |(a, ..), (b, ..)| a.cmp(b));
        for (at, kind, name) in all {
            let place = place_of(&running, at);
            if let Some(message) = known.conflict(kind, &name, &place) {
                return Err(CompileError::new(Code::Diagnostics, message));
            }
            match kind {
                Defines::Node => {
                    known.nodes.insert(name, place);
                }
                _ => {
                    known.types.insert(name, (kind, place));
                }
            }
        }
    }
    Ok(())
}

impl Known {
    /// Returns the message for a definition whose name is taken.
    fn conflict(&self, kind: Defines, name: &str, place: &Place) -> Option<String> {
        let taken = |of: Defines| {
            let (known, place) = self.types.get(name)?;
            (*known == of).then(|| place.text())
        };
        let node = || self.nodes.get(name).map(Place::text);
        let at = place.text();
        match kind {
            Defines::Class => {
                if let Some(first) = taken(Defines::Class) {
                    return Some(format!(
                        "Class '{name}' is already defined{first}; cannot redefine{at}"
                    ));
                }
                if let Some(first) = node() {
                    return Some(format!(
                        "Node '{name}' is already defined{first}; cannot be redefined as a \
                         class{at}"
                    ));
                }
                let first = taken(Defines::DefinedType)?;
                Some(format!(
                    "Definition '{name}' is already defined{first}; cannot be redefined as a \
                     class{at}"
                ))
            }
            Defines::DefinedType => {
                if let Some(first) = taken(Defines::Class) {
                    return Some(format!(
                        "'{name}' is already defined{first} as a class; cannot redefine as a \
                         definition{at}"
                    ));
                }
                taken(Defines::DefinedType)?;
                let (_, first) = self.types.get(name)?;
                let file = first.file.as_deref().unwrap_or_default();
                let slashes = if file.starts_with('/') { "//" } else { "" };
                Some(format!(
                    "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/{name}'. \
                     Originally set at file:{slashes}{file}?line={}&pos=1.",
                    first.line.unwrap_or_default()
                ))
            }
            Defines::Node => {
                if let Some(first) = node() {
                    return Some(format!(
                        "Node '{name}' is already defined{first}; cannot redefine{at}"
                    ));
                }
                // The top level is the class with the empty name.
                let first = match name {
                    "" => String::new(),
                    _ => taken(Defines::Class)?,
                };
                Some(format!(
                    "Class '{name}' is already defined{first}; cannot be redefined as a node{at}"
                ))
            }
        }
    }
}

impl Interpreter<'_> {
    /// Rejects parameters without a default that have the name of a metaparameter, and warns of
    /// those with a default.
    pub(crate) fn check_metaparameters(&mut self, code: &Rc<Running>) -> Eval<()> {
        for class in &code.classes {
            for parameter in &class.lambda.parameters {
                if !is_metaparameter(&parameter.name) {
                    continue;
                }
                if parameter.default.is_none() {
                    return Err(parse_error(
                        format!(
                            "{} is a metaparameter; please choose another parameter name in the \
                             {} definition",
                            parameter.name, class.name
                        ),
                        &Place::default(),
                    ));
                }
                self.warn_once(&format!(
                    "{} is a metaparam; this value will inherit to all contained resources in \
                     the {} definition",
                    parameter.name, class.name
                ))?;
            }
        }
        Ok(())
    }
}
