//! The configuration of the server.
//!
//! ```json
//! {
//!   "hcl": { "specifications": { ".service.hcl": "service.spec.hcl" } },
//!   "terraform": { "providerSchema": "schema.json", "dialect": "terraform", "version": "1.14.3" },
//!   "puppet": { "modulePath": ["modules"], "facts": "facts.json" },
//!   "mcl": { "kinds": "kinds.json", "modules": "modules" }
//! }
//! ```
//!
//! All members are optional. Relative paths start at the first folder of the workspace. The
//! configuration belongs to the user: the files that it names may be outside of the workspace.

use crate::process::MAX_BYTES;
use polycty_services::{HclSpecification, OptionError, Options, TerraformProduct};
use serde_json::Value;
use std::sync::Arc;

/// The configuration with the texts of its files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    hcl_specifications: Vec<HclSpecification>,
    provider_schemas: Option<Arc<str>>,
    terraform: TerraformProduct,
    terraform_version: Option<String>,
    puppet_modules: Vec<String>,
    puppet_facts: Option<Arc<str>>,
    mcl_modules: Option<String>,
    mcl_kinds: Option<Arc<str>>,
}

/// The reader of a configuration.
struct Reader<'v> {
    value: &'v Value,
    folder: Option<&'v str>,
    problems: Vec<String>,
}

impl Settings {
    /// Reads a configuration. Members that are not valid are ignored and reported.
    pub fn read(value: &Value, folder: Option<&str>) -> (Settings, Vec<String>) {
        let mut reader = Reader {
            value,
            folder,
            problems: Vec::new(),
        };
        let dialect = reader.text("terraform", "dialect");
        let settings = Settings {
            hcl_specifications: reader.specifications(),
            provider_schemas: reader.file("terraform", "providerSchema"),
            terraform: match dialect.as_deref() {
                Some("opentofu") => TerraformProduct::OpenTofu,
                None => TerraformProduct::Detected,
                Some("terraform") => TerraformProduct::Terraform,
                Some(other) => {
                    let expected = "expected `terraform` or `opentofu`";
                    let problem = format!("terraform.dialect: {expected}, found `{other}`");
                    reader.problems.push(problem);
                    TerraformProduct::Detected
                }
            },
            terraform_version: reader.text("terraform", "version"),
            puppet_modules: reader.paths("puppet", "modulePath"),
            puppet_facts: reader.file("puppet", "facts"),
            mcl_modules: reader
                .text("mcl", "modules")
                .map(|path| reader.absolute(&path)),
            mcl_kinds: reader.file("mcl", "kinds"),
        };
        (settings, reader.problems)
    }

    /// The folders outside of the workspace whose files are read.
    pub fn folders(&self) -> impl Iterator<Item = &String> {
        self.puppet_modules.iter().chain(&self.mcl_modules)
    }

    /// The message for an option that its language cannot read.
    pub fn problem(error: &OptionError) -> String {
        let member = match error.option {
            "hcl_specifications" => "hcl.specifications",
            "provider_schemas" => "terraform.providerSchema",
            "terraform_version" => "terraform.version",
            "puppet_facts" => "puppet.facts",
            "mcl_kinds" => "mcl.kinds",
            other => other,
        };
        format!("{member}: {}", error.error.message())
    }

    /// The options of languages.
    pub fn options(&self) -> Options {
        Options {
            hcl_specifications: self.hcl_specifications.clone(),
            provider_schemas: self.provider_schemas.clone(),
            terraform: self.terraform,
            terraform_version: self.terraform_version.clone(),
            puppet_modules: self.puppet_modules.clone(),
            puppet_facts: self.puppet_facts.clone(),
            mcl_modules: self.mcl_modules.clone(),
            mcl_kinds: self.mcl_kinds.clone(),
        }
    }
}

impl Reader<'_> {
    fn text(&mut self, section: &str, name: &str) -> Option<String> {
        match self.value.get(section)?.get(name)? {
            Value::Null => None,
            Value::String(text) if text.is_empty() => None,
            Value::String(text) => Some(text.clone()),
            _ => {
                let problem = format!("{section}.{name}: expected a string");
                self.problems.push(problem);
                None
            }
        }
    }

    fn paths(&mut self, section: &str, name: &str) -> Vec<String> {
        let value = self.value.get(section).and_then(|all| all.get(name));
        let Some(value) = value.filter(|value| !value.is_null()) else {
            return Vec::new();
        };
        let all = value.as_array().map(|all| {
            let texts = all.iter().map(Value::as_str);
            texts.collect::<Option<Vec<&str>>>()
        });
        match all.flatten() {
            Some(all) => all.into_iter().map(|path| self.absolute(path)).collect(),
            None => {
                let problem = format!("{section}.{name}: expected an array of strings");
                self.problems.push(problem);
                Vec::new()
            }
        }
    }

    /// The specifications of HCL by the ends of paths.
    fn specifications(&mut self) -> Vec<HclSpecification> {
        let value = self.value.pointer("/hcl/specifications");
        let Some(value) = value.filter(|value| !value.is_null()) else {
            return Vec::new();
        };
        let Some(all) = value.as_object() else {
            let problem = "hcl.specifications: expected an object of paths".to_owned();
            self.problems.push(problem);
            return Vec::new();
        };
        let mut found = Vec::new();
        for (ending, path) in all {
            match path.as_str() {
                Some(path) => {
                    let text = self.read("hcl", "specifications", path);
                    let ending = ending.clone();
                    found.extend(text.map(|text| HclSpecification { ending, text }));
                }
                None => {
                    let problem = format!("hcl.specifications: {ending}: expected a string");
                    self.problems.push(problem);
                }
            }
        }
        found
    }

    /// The text of a file.
    fn file(&mut self, section: &str, name: &str) -> Option<Arc<str>> {
        let path = self.text(section, name)?;
        self.read(section, name, &path)
    }

    fn read(&mut self, section: &str, name: &str, path: &str) -> Option<Arc<str>> {
        let read = polycty_files::read(self.absolute(path), MAX_BYTES);
        match read.ok().and_then(|bytes| String::from_utf8(bytes).ok()) {
            Some(text) => Some(text.into()),
            None => {
                let problem = format!("{section}.{name}: {path} is not a readable text file");
                self.problems.push(problem);
                None
            }
        }
    }

    /// The path without `.` and `..`, since documents are compared by their paths.
    fn absolute(&self, path: &str) -> String {
        let whole = match self.folder {
            Some(folder) if !path.starts_with('/') && !path.contains(':') => {
                format!("{}/{path}", folder.trim_end_matches('/'))
            }
            _ => path.to_owned(),
        };
        let mut parts: Vec<&str> = Vec::new();
        for part in whole.split('/') {
            match part {
                "." => {}
                ".." if parts.len() > 1 => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        parts.join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn members_that_are_not_valid_are_reported() {
        let value = json!({
            "terraform": { "dialect": "opentofu", "providerSchema": "none.json" },
            "puppet": { "modulePath": ["modules", "./../x/modules", "/etc/modules"], "facts": 3 },
            "hcl": { "specifications": { ".a.hcl": "none.hcl", ".b.hcl": 1 } },
        });
        let (settings, problems) = Settings::read(&value, Some("/w/"));
        assert_eq!(settings.terraform, TerraformProduct::OpenTofu);
        assert_eq!(
            settings.puppet_modules,
            ["/w/modules", "/x/modules", "/etc/modules"]
        );
        let expected = [
            "hcl.specifications: none.hcl is not a readable text file",
            "hcl.specifications: .b.hcl: expected a string",
            "terraform.providerSchema: none.json is not a readable text file",
            "puppet.facts: expected a string",
        ];
        assert_eq!(problems, expected);
        assert_eq!(Settings::read(&Value::Null, None), Default::default());
    }
}
