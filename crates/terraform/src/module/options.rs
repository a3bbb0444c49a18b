//! Options of an evaluation, other than the values of variables.

use super::release::Release;
use super::strictness::Strictness;
use crate::host::Host;
use polycty_core::types::Str;
use polycty_hcl::Scope;
use std::sync::LazyLock;

/// The options of an evaluation, other than the values of variables.
#[derive(Clone, Debug)]
pub struct Options {
    /// The functions that expressions can call: Terraform's, of [`Options::new`].
    pub(crate) functions: Scope,
    /// The value of a variable that has no default and is not set.
    pub unset: Unset,
    /// The value of `path.module`: a path from the working directory. Unknown if not set.
    pub module_path: Option<Str>,
    /// The value of `path.root`. Unknown if not set.
    pub root_path: Option<Str>,
    /// The value of `path.cwd`: an absolute path. Unknown if not set.
    pub working_directory: Option<Str>,
    /// The value of `terraform.workspace`.
    pub workspace: Str,
    /// The diagnostics in addition to Terraform's own.
    pub strictness: Strictness,
}

/// The value of a variable that has no default and is not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unset {
    /// An unknown value of its type, for a module that other modules call.
    Unknown,
    /// An error, as in Terraform's plan.
    Error,
}

impl Options {
    /// Options with the functions of a release, which use a host.
    ///
    /// ```
    /// use polycty_terraform::Host;
    /// use polycty_terraform::module::{Options, Release};
    /// let options = Options::with_release(&Host::default(), Release::OpenTofu1_13);
    /// ```
    #[must_use]
    pub fn with_release(host: &Host, release: Release) -> Options {
        let mut functions = Scope::new();
        functions.allow_variables();
        for (name, function) in crate::table::functions_of_release(host, release) {
            // The names are valid: they are those of Terraform's functions.
            let _ = functions.set_function(name, function);
        }
        Options {
            functions,
            ..Options::new(host)
        }
    }

    /// Options with the functions of Terraform 1.11, which use a host. They can be used for any number
    /// of evaluations.
    #[must_use]
    pub fn new(host: &Host) -> Options {
        static BARE: LazyLock<Scope> = LazyLock::new(|| functions(&Host::default()));
        Options {
            functions: if host.is_bare() {
                BARE.clone()
            } else {
                functions(host)
            },
            unset: Unset::Unknown,
            module_path: None,
            root_path: None,
            working_directory: host.working_directory.clone(),
            workspace: "default".into(),
            strictness: Strictness::default(),
        }
    }
}

/// A scope of all functions.
fn functions(host: &Host) -> Scope {
    let mut functions = Scope::new();
    functions.allow_variables();
    for (name, function) in crate::functions(host) {
        // The names are valid: they are those of Terraform's functions.
        let _ = functions.set_function(name, function);
    }
    functions
}

impl Default for Options {
    fn default() -> Options {
        Options::new(&Host::default())
    }
}
