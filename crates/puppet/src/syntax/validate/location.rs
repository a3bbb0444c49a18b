//! Locations of definitions: the names that a file of a module may define.
//!
//! Puppet loads a definition by its name, which determines the file: `m::a` is defined in
//! `m/manifests/a.pp`. A file may also define names that begin with that one.

use super::super::tree::{DefinitionKind, ExprId, ExprKind};
use super::Validator;
use super::label::label;

/// The names that a file may define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// Names that begin with a lowercase name.
    With(String),
    /// None: Puppet loads no definitions from the file.
    None,
}

/// The folders of a module from which definitions are loaded.
const FOLDERS: [&str; 4] = ["manifests", "functions", "types", "plans"];

impl Names {
    /// The names for the path of a file below the folder of all modules, as in
    /// `m/manifests/init.pp`. `None` for a file that is not a manifest.
    pub(super) fn of(path: &str) -> Option<Names> {
        if !path.ends_with(".pp") {
            return None;
        }
        let path = path.to_lowercase();
        let parts: Vec<&str> = path.split('/').collect();
        let [module, folder, inner @ .., file] = &*parts else {
            return Some(Names::None);
        };
        if !FOLDERS.contains(folder) {
            return Some(Names::None);
        }
        let mut names = vec![*module];
        names.extend(inner);
        if !inner.is_empty() || *file != "init.pp" {
            names.extend(file.strip_suffix(".pp"));
        }
        Some(Names::With(names.join("::")))
    }

    fn contain(&self, name: &str) -> bool {
        match self {
            Names::With(prefix) => name.to_lowercase().starts_with(&**prefix),
            Names::None => false,
        }
    }
}

impl Validator<'_> {
    /// Reports statements of a file of a module that are not definitions.
    pub(super) fn top_constructs(&mut self) {
        if self.location.is_none() {
            return;
        }
        let program = self.program;
        for id in &program[program.body()] {
            let is_definition = match program[*id].kind {
                ExprKind::Definition(definition) => {
                    !matches!(program[definition].kind, DefinitionKind::Node { .. })
                }
                _ => false,
            };
            if !is_definition {
                let label = label(program, *id);
                self.error_at(
                    *id,
                    format!(
                        "This {label} is unacceptable as a top level construct in this location"
                    ),
                );
            }
        }
    }

    /// Reports a name that the file may not define.
    pub(super) fn located(&mut self, id: ExprId, name: &str) {
        if let Some(names) = &self.location
            && !names.contain(name)
        {
            let file = &self.program.source().name;
            let message = format!(
                "Unacceptable location. The name '{name}' is unacceptable in file '{file}'"
            );
            self.error_at(id, message);
        }
    }
}
