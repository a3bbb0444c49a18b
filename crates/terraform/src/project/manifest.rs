//! The manifest of installed modules, `.terraform/modules/modules.json`, which `terraform init` writes.

use super::{Json, ModuleRequest, ModuleSources};
use crate::host::{FileError, Files};
use crate::path::{clean, joined};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Str;
use std::collections::BTreeMap;

/// The directories of installed modules by the keys of their calls.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_terraform::project::Manifest;
/// let text = r#"{"Modules": [{"Key": "vpc", "Source": "a/b/c", "Dir": ".terraform/modules/vpc"}]}"#;
/// let manifest = Manifest::read(text, &Budget::standard()).unwrap();
/// assert_eq!(manifest.directory("vpc"), Some(".terraform/modules/vpc"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Manifest(BTreeMap<Str, Str>);

impl Manifest {
    /// The path of the manifest in the directory of the root module.
    pub const PATH: &'static str = ".terraform/modules/modules.json";

    /// Parses a manifest.
    ///
    /// # Errors
    /// [`Code::Syntax`] if the text is not a manifest; [`Code::Limit`] if the budget is exceeded.
    pub fn read(text: &str, budget: &Budget) -> Result<Manifest> {
        let modules = Json::of(text).member("Modules", budget)?;
        let modules = modules.ok_or_else(|| {
            Error::new(
                Code::Syntax,
                "manifest of modules: expected an object with the member \"Modules\"",
            )
        })?;
        let mut found = BTreeMap::new();
        for module in modules.elements(budget)? {
            let text = |name| -> Result<Option<Str>> {
                Ok(module.member(name, budget)?.and_then(Json::as_str))
            };
            if let (Some(key), Some(directory)) = (text("Key")?, text("Dir")?) {
                let heap = key.len() + directory.len();
                budget.insert(&mut found, heap, key, directory)?;
            }
        }
        Ok(Manifest(found))
    }

    /// Reads the manifest of a root module; an empty one if there is none. Directories of the
    /// result are relative to the base of the files.
    ///
    /// # Errors
    /// As [`Manifest::read`], and errors of the files.
    pub fn open(files: &dyn Files, root: &str, budget: &Budget) -> Result<Manifest> {
        let path = joined(root, Manifest::PATH);
        let text = match files.read(&path, budget) {
            Ok(text) => text,
            Err(FileError::Other(error)) => return Err(error),
            Err(_) => return Ok(Manifest::default()),
        };
        let text = String::from_utf8(text)
            .map_err(|_| Error::new(Code::Syntax, format!("{path}: the text is not UTF-8")))?;
        Ok(Manifest::read(&text, budget)?.within(root))
    }

    /// The manifest with directories that are relative to the base of the files, if those of this
    /// one are relative to the root module.
    #[must_use]
    pub fn within(mut self, root: &str) -> Manifest {
        if clean(root) != "." {
            for directory in self.0.values_mut() {
                if !directory.starts_with('/') {
                    *directory = joined(root, directory).into();
                }
            }
        }
        self
    }

    /// Returns the directory of the module that a call is of, by the names of the calls that lead
    /// to it, joined with `.`.
    #[must_use]
    pub fn directory(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|directory| &**directory)
    }
}

impl ModuleSources for Manifest {
    fn directory(&self, request: &ModuleRequest<'_>, _: &Budget) -> Result<Option<String>> {
        Ok(self.directory(request.key).map(str::to_owned))
    }
}
