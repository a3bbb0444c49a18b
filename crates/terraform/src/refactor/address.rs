//! Addresses of declarations in a project.

use super::sites::PlacedStep;
use crate::module::ResourceMode;
use polycty_core::source::{Code, Error, Result};
use polycty_hcl::syntax::is_identifier;
use std::fmt;

/// The kind of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// `var.NAME`
    Variable,
    /// `local.NAME`
    Local,
    /// `output.NAME`
    Output,
    /// `TYPE.NAME`, `data.TYPE.NAME` or `ephemeral.TYPE.NAME`
    Resource(ResourceMode, String),
    /// `module.NAME`
    Module,
}

impl Kind {
    /// The kind of declaration in messages.
    #[must_use]
    pub fn noun(&self) -> &'static str {
        match self {
            Kind::Variable => "variable",
            Kind::Local => "local value",
            Kind::Output => "output",
            Kind::Resource(ResourceMode::Data, _) => "data source",
            Kind::Resource(ResourceMode::Ephemeral, _) => "ephemeral resource",
            Kind::Resource(..) => "resource",
            Kind::Module => "module call",
        }
    }
}

/// The address of a declaration: the names of the calls that lead to its module, its kind and its
/// name. `module.network.var.cidr` is a variable of the module that `module.network` calls.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Address {
    /// The names of the calls from the root module.
    pub path: Vec<String>,
    /// The kind.
    pub kind: Kind,
    /// The name.
    pub name: String,
}

impl Address {
    /// Parses an address.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if the text is not an address of a declaration.
    ///
    /// ```
    /// use polycty_terraform::refactor::{Address, Kind};
    /// let address = Address::parse("module.network.var.cidr").unwrap();
    /// assert_eq!((address.path.join("."), address.kind), ("network".into(), Kind::Variable));
    /// assert!(Address::parse("var.a.b").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Address> {
        let wrong = |why: &str| {
            let message = format!("address {text:?}: {why}");
            Error::new(Code::InvalidArgument, message)
        };
        let names: Vec<&str> = text.split('.').collect();
        if let Some(name) = names.iter().find(|name| !is_identifier(name)) {
            return Err(wrong(&format!("{name:?} is not a valid name")));
        }
        let mut names = &*names;
        let mut path = Vec::new();
        while let ["module", call, rest @ ..] = names
            && !rest.is_empty()
        {
            path.push((*call).to_owned());
            names = rest;
        }
        let resource = |mode, resource_type: &str| Kind::Resource(mode, resource_type.to_owned());
        let (kind, name) = match names {
            ["var" | "variable", name] => (Kind::Variable, name),
            ["local", name] => (Kind::Local, name),
            ["output", name] => (Kind::Output, name),
            ["module", name] => (Kind::Module, name),
            ["data", of, name] => (resource(ResourceMode::Data, of), name),
            ["ephemeral", of, name] => (resource(ResourceMode::Ephemeral, of), name),
            ["resource", of, name] => (resource(ResourceMode::Managed, of), name),
            [
                "path" | "terraform" | "each" | "count" | "self" | "data" | "ephemeral",
                _,
            ] => {
                return Err(wrong("this object is not a declaration"));
            }
            [of, name] => (resource(ResourceMode::Managed, of), name),
            _ => {
                return Err(wrong(
                    "expected var.NAME, local.NAME, output.NAME, module.NAME, TYPE.NAME, data.TYPE.NAME or ephemeral.TYPE.NAME, optionally after module.NAME",
                ));
            }
        };
        Ok(Address {
            path,
            kind,
            name: (*name).to_owned(),
        })
    }

    /// The address within its module.
    #[must_use]
    pub fn within_module(&self) -> String {
        let name = &self.name;
        match &self.kind {
            Kind::Variable => format!("var.{name}"),
            Kind::Local => format!("local.{name}"),
            Kind::Output => format!("output.{name}"),
            Kind::Module => format!("module.{name}"),
            Kind::Resource(ResourceMode::Managed, of) => format!("{of}.{name}"),
            Kind::Resource(mode, of) => format!("{}.{of}.{name}", mode.keyword()),
        }
    }

    /// Returns the step with the name of the declaration if a reference in its module is to it.
    pub(super) fn name_in<'s>(&self, steps: &'s [PlacedStep]) -> Option<&'s PlacedStep> {
        let is = |step: &PlacedStep, word: &str| step.name.as_deref() == Some(word);
        let steps = match (&self.kind, steps) {
            (Kind::Resource(ResourceMode::Managed, _), [first, rest @ ..])
                if is(first, "resource") =>
            {
                rest
            }
            _ => steps,
        };
        let (first, name, more) = match (&self.kind, steps) {
            (Kind::Resource(ResourceMode::Managed, _), [of, name, ..]) => (of, name, None),
            (Kind::Resource(..), [mode, of, name, ..]) => (mode, name, Some(of)),
            (_, [first, name, ..]) => (first, name, None),
            _ => return None,
        };
        let matches = match &self.kind {
            Kind::Variable => is(first, "var"),
            Kind::Local => is(first, "local"),
            Kind::Output => is(first, "output"),
            Kind::Module => is(first, "module"),
            Kind::Resource(ResourceMode::Managed, of) => is(first, of),
            Kind::Resource(mode, of) => {
                is(first, mode.keyword()) && more.is_some_and(|step| is(step, of))
            }
        };
        (matches && is(name, &self.name)).then_some(name)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for call in &self.path {
            write!(f, "module.{call}.")?;
        }
        f.write_str(&self.within_module())
    }
}
