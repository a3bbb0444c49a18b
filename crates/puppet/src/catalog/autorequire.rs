//! Relationships that the types of resources imply (`autorequire` of Puppet's types).

use super::model::CatalogResource;
use super::relationships::Index;
use crate::values::special::array_elements;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::values::Value;

/// Returns the resources that a resource requires by its type:
///
/// - a file: its nearest managed directory, its target, its owner and its group
/// - a command: its user, its directory, and the files at the start of its command and conditions
/// - a user: its groups
/// - a package: the files that it is installed from
pub(super) fn required(
    resource: &CatalogResource,
    index: &Index,
    budget: &Budget,
) -> Result<Vec<u32>> {
    let mut found = Required {
        resource,
        index,
        budget,
        found: Vec::new(),
    };
    match &*resource.resource_type {
        "File" => {
            found.parent()?;
            found.files("target")?;
            found.accounts("User", "owner")?;
            found.accounts("Group", "group")?;
        }
        "Exec" => {
            found.accounts("User", "user")?;
            found.files("cwd")?;
            found.command(resource.parameter("command"))?;
            found.command(resource.parameter("onlyif"))?;
            found.command(resource.parameter("unless"))?;
        }
        "User" => {
            found.accounts("Group", "gid")?;
            found.accounts("Group", "groups")?;
        }
        "Package" => {
            for attribute in ["responsefile", "adminfile", "source"] {
                found.files(attribute)?;
            }
        }
        _ => {}
    }
    Ok(found.found)
}

struct Required<'r> {
    resource: &'r CatalogResource,
    index: &'r Index,
    budget: &'r Budget,
    found: Vec<u32>,
}

impl Required<'_> {
    fn find(&mut self, resource_type: &str, title: &str) -> Result<bool> {
        self.budget.charge(1)?;
        let found = self.index.find(resource_type, title);
        if let Some(at) = found
            && !self.found.contains(&at)
        {
            self.found.push(at);
        }
        Ok(found.is_some())
    }

    /// Adds the nearest directory of a file that is also a resource.
    fn parent(&mut self) -> Result<()> {
        let path = self.resource.parameter("path").and_then(Value::as_str);
        let mut path = path.unwrap_or(&self.resource.title).trim_end_matches('/');
        self.budget.charge(path.len() as u64)?;
        while let Some((parent, _)) = path.rsplit_once('/') {
            let shown = if parent.is_empty() { "/" } else { parent };
            if self.find("File", shown)? {
                break;
            }
            path = parent;
        }
        Ok(())
    }

    /// Adds the files that an attribute names by absolute paths.
    fn files(&mut self, attribute: &str) -> Result<()> {
        for value in elements(self.resource.parameter(attribute)) {
            if let Some(path) = value.as_str().filter(|path| path.starts_with('/')) {
                self.find("File", path)?;
            }
        }
        Ok(())
    }

    /// Adds the accounts that an attribute names; numbers are not names.
    fn accounts(&mut self, resource_type: &str, attribute: &str) -> Result<()> {
        for value in elements(self.resource.parameter(attribute)) {
            let is_name = |name: &&str| !name.bytes().all(|byte| byte.is_ascii_digit());
            if let Some(name) = value.as_str().filter(is_name) {
                self.find(resource_type, name)?;
            }
        }
        Ok(())
    }

    /// Adds the file at the start of each command.
    fn command(&mut self, value: Option<&Value>) -> Result<()> {
        for command in elements(value) {
            let Some(text) = command.as_str() else {
                continue;
            };
            self.budget.charge(text.len() as u64 / 64)?;
            let is_part = |c: char| c.is_alphanumeric() || "/_.-".contains(c);
            let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
            if let Some(path) = text.get(..end).filter(|path| path.starts_with('/')) {
                self.find("File", path)?;
            }
        }
        Ok(())
    }
}

/// Returns the elements of an array, or the value itself.
fn elements(value: Option<&Value>) -> &[Value] {
    match value {
        Some(value) => array_elements(value).unwrap_or(std::slice::from_ref(value)),
        None => &[],
    }
}
