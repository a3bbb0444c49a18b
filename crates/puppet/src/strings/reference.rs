//! The definitions of a module with their comments.

use super::Comment;
use crate::outline::{Defined, DefinedKind, Outline};
use crate::syntax::tree::{Program, Takes};
use polycty_core::types::KeyedSet;

/// The reference of a module: its classes, defined types, functions, type aliases and plans.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    pub(super) entries: Vec<Entry>,
    warnings: Vec<String>,
}

/// The kind of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    Class,
    Define,
    Function,
    Type,
    Plan,
}

impl EntryKind {
    /// Returns the kind of a definition, or `None` for a node.
    fn of(program: &Program, defined: &Defined) -> Option<EntryKind> {
        Some(match defined.kind {
            DefinedKind::Class => EntryKind::Class,
            DefinedKind::Define => EntryKind::Define,
            // A plan has the form of a function.
            DefinedKind::Function => {
                let text = program.source().text.get(defined.at as usize..);
                match text.is_some_and(|text| text.starts_with("plan")) {
                    true => EntryKind::Plan,
                    false => EntryKind::Function,
                }
            }
            DefinedKind::Type => EntryKind::Type,
            DefinedKind::Node => return None,
        })
    }

    fn text(self) -> &'static str {
        match self {
            EntryKind::Class => "class",
            EntryKind::Define => "define",
            EntryKind::Function => "function",
            EntryKind::Type => "type",
            EntryKind::Plan => "plan",
        }
    }
}

/// A definition.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) kind: EntryKind,
    pub(super) name: String,
    pub(super) comment: Comment,
    pub(super) parameters: Vec<Parameter>,
    /// The return type of a function.
    pub(super) returns: Option<String>,
    /// The type of an alias.
    pub(super) aliased: Option<String>,
}

/// A parameter of a definition.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) ty: Option<String>,
    pub(super) default: Option<String>,
    pub(super) takes_rest: bool,
}

impl Reference {
    /// Creates a reference without definitions.
    #[must_use]
    pub fn new() -> Reference {
        Reference::default()
    }

    /// Adds the definitions of a program. Nodes are not included.
    pub fn add(&mut self, program: &Program) {
        for defined in &Outline::of(program).definitions {
            let Some(kind) = EntryKind::of(program, defined) else {
                continue;
            };
            let entry = Entry::new(program, defined, kind);
            let file = &program.source().name;
            let line = program.position(defined.at).line;
            for message in entry.problems() {
                self.warnings.push(format!("{file}:{line}: {message}"));
            }
            self.entries.push(entry);
        }
    }

    /// Returns the differences between comments and definitions: parameters without `@param`, and
    /// `@param` without a parameter.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

impl Entry {
    fn new(program: &Program, defined: &Defined, kind: EntryKind) -> Entry {
        let text = |span| program.slice(span).to_owned();
        let parameters = defined.parameters.iter().map(|parameter| Parameter {
            name: program.name(parameter.name).to_owned(),
            ty: parameter.ty.map(text),
            default: parameter.shown_default(program),
            takes_rest: parameter.takes == Takes::Rest,
        });
        let documentation = defined.documentation.as_deref().unwrap_or_default();
        Entry {
            kind,
            name: defined.name.clone(),
            comment: Comment::parse(documentation),
            parameters: parameters.collect(),
            returns: defined.returns.map(text),
            aliased: defined.aliased.map(text),
        }
    }

    fn problems(&self) -> Vec<String> {
        let tags = self.comment.all("param");
        let documented: KeyedSet<&str> = tags.filter_map(|tag| tag.name.as_deref()).collect();
        let parameters = self.parameters.iter();
        let parameters: KeyedSet<&str> = parameters.map(|it| it.name.as_str()).collect();
        let subject = format!("{} {}", self.kind.text(), self.name);
        let mut found = Vec::new();
        for parameter in &self.parameters {
            if !documented.contains(parameter.name.as_str()) {
                let name = &parameter.name;
                found.push(format!("{subject}: parameter \"{name}\" has no @param"));
            }
        }
        for tag in self.comment.all("param") {
            let name = tag.name.as_deref().unwrap_or_default();
            // A type alias can document the members of a Struct.
            if self.kind != EntryKind::Type && !parameters.contains(name) {
                found.push(format!("{subject}: @param \"{name}\" has no parameter"));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Notation, parse_program};
    use polycty_core::calls::Budget;
    use polycty_core::source::Source;

    #[test]
    fn signs_and_one_blank_are_removed_from_each_line() {
        let text =
            "##########\n# Text.\n#@param a\n#   The first.\n##  @param b\nclass m($a) { }\n";
        let source = Source::new("m.pp", text);
        let program = parse_program(source, Notation::Manifest, &Budget::new()).unwrap();
        let mut reference = Reference::new();
        reference.add(&program);
        let comment = &reference.entries[0].comment;
        // A tag begins at the start of a line, so the last line is text.
        assert_eq!(comment.text, "Text.\n @param b");
        let first = comment.parameter("a").unwrap();
        assert_eq!(first.text, "The first.");
        assert!(comment.parameter("b").is_none());
    }
}
