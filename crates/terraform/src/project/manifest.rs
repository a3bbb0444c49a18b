//! The manifest of installed modules, `.terraform/modules/modules.json`, which `terraform init` writes.

use super::{Json, ModuleRequest, ModuleSources};
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
                budget.hold((key.len() + directory.len()) as u64)?;
                found.insert(key, directory);
            }
        }
        Ok(Manifest(found))
    }

    /// Returns the directory of the module that a call is of, by the names of the calls that lead
    /// to it, joined with `.`.
    #[must_use]
    pub fn directory(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|directory| &**directory)
    }
}

impl ModuleSources for Manifest {
    fn directory(&self, request: &ModuleRequest<'_>) -> Option<String> {
        self.directory(request.key).map(str::to_owned)
    }
}
