//! Options of an evaluation besides the values of variables.

use crate::host::Host;
use polycty_core::types::Str;
use polycty_hcl::Scope;
use std::sync::LazyLock;

/// What a module is looked at with, besides the values of its variables.
#[derive(Clone, Debug)]
pub struct Options {
    /// The functions that expressions can call: Terraform's, of [`Options::new`].
    pub(crate) functions: Scope,
    /// What a variable is that has no default and is given nothing.
    pub unset: Unset,
    /// What `path.module` is: a path from the working directory. Where it is not said, it is not
    /// known.
    pub module_path: Option<Str>,
    /// What `path.root` is, likewise.
    pub root_path: Option<Str>,
    /// What `path.cwd` is, likewise: an absolute path.
    pub working_directory: Option<Str>,
    /// What `terraform.workspace` is.
    pub workspace: Str,
}

/// What a variable is that has no default and is given nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unset {
    /// A value of its type that is not known: for a module that others call.
    Unknown,
    /// A fault, as it is for Terraform when it plans.
    Fault,
}

impl Options {
    /// Functions that have what a host gives them. They are made once, for any number of
    /// evaluations.
    #[must_use]
    pub fn new(host: &Host) -> Options {
        static BARE: LazyLock<Scope> = LazyLock::new(|| functions(&Host::default()));
        Options {
            functions: match host.is_bare() {
                true => BARE.clone(),
                false => functions(host),
            },
            unset: Unset::Unknown,
            module_path: None,
            root_path: None,
            working_directory: host.working_directory.clone(),
            workspace: "default".into(),
        }
    }
}

/// A scope of all functions.
fn functions(host: &Host) -> Scope {
    let mut functions = Scope::new();
    functions.allow_variables();
    for (name, function) in crate::functions(host) {
        // The names are those of functions.
        let _ = functions.set_function(name, function);
    }
    functions
}

impl Default for Options {
    fn default() -> Options {
        Options::new(&Host::default())
    }
}
