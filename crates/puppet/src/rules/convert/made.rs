//! Results of `new`, and accessors of its arguments.

use crate::rules::explain::message;
use crate::rules::infer::detailed::detailed_type;
use crate::rules::infer::infer_general;
use crate::types::format::{short_name, type_text};
use crate::types::nominal::{self, Name};
use crate::values::special::Special;
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Kind, Type, TypeError};
use polycty_core::values::Value;

/// The maximum number of elements that a conversion creates from a value that is not a list.
pub(super) const MAX_ITEMS: usize = 1 << 20;

/// The error of a conversion.
pub(super) struct Failure(pub(super) Error);

impl Failure {
    #[cold]
    pub(super) fn limit(message: impl Into<String>) -> Failure {
        Failure(Error::new(Code::Limit, message))
    }

    #[cold]
    pub(super) fn unsupported(message: impl Into<String>) -> Failure {
        Failure(Error::new(Code::Unsupported, message))
    }
}

impl From<String> for Failure {
    #[cold]
    fn from(message: String) -> Failure {
        Failure(Error::new(Code::Conversion, message))
    }
}

impl From<&str> for Failure {
    #[cold]
    fn from(message: &str) -> Failure {
        Failure(Error::new(Code::Conversion, message))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure(error)
    }
}

impl From<BudgetError> for Failure {
    fn from(spent: BudgetError) -> Failure {
        Failure(spent.into())
    }
}

impl From<TypeError> for Failure {
    fn from(error: TypeError) -> Failure {
        Failure(error.into())
    }
}

pub(super) type Made = std::result::Result<Value, Failure>;

#[cold]
pub(super) fn unsupported(ty: &Type) -> Failure {
    Failure::unsupported(format!(
        "Creation of new instance of type '{}' is not supported",
        type_text(ty)
    ))
}

/// The error for a value of the wrong type.
#[cold]
pub(super) fn wrong_type(
    subject: &str,
    wanted: &Type,
    value: &Value,
    budget: &Budget,
) -> Result<Error> {
    let found = detailed_type(value, budget)?;
    let message = message(
        &format!("{subject} has wrong type,"),
        &found,
        wanted,
        budget,
    )?;
    Ok(Error::new(Code::Type, message)
        .with_expected(wanted)
        .with_found(&found))
}

/// The error for a value that cannot be converted; the message contains its general type.
pub(super) fn no_conversion(
    value: &Value,
    wanted: &str,
    budget: &Budget,
) -> std::result::Result<String, Failure> {
    if let Some(text) = value.as_str() {
        return Ok(format!(
            "The string '{text}' cannot be converted to {wanted}"
        ));
    }
    let ty = infer_general(value, budget)?;
    Ok(format!(
        "Value of type {} cannot be converted to {wanted}",
        type_text(&ty)
    ))
}

/// Returns the element of a hash with a string key.
pub(super) fn named<'v>(hash: &'v Value, name: &str) -> Option<&'v Value> {
    hash.as_ordered_map()?.get(&Value::string(name))
}

/// Returns the texts of a value that is a text or a list of texts.
pub(super) fn texts(value: &Value) -> Vec<&str> {
    match value.parts() {
        Some(parts) => parts.iter().filter_map(Value::as_str).collect(),
        None => value.as_str().into_iter().collect(),
    }
}

/// Returns the class name of a value in Puppet's messages.
pub(crate) fn class_of(value: &Value) -> String {
    if value.is_null() {
        return "NilClass".into();
    }
    if let Some(flag) = value.as_bool() {
        return if flag { "TrueClass" } else { "FalseClass" }.into();
    }
    if let Some(ty) = value.as_type() {
        return class_of_type(ty);
    }
    let name = match Special::of(value) {
        Some(Special::Default) => "Symbol",
        Some(Special::Regexp(_)) => "Regexp",
        Some(Special::Sensitive(_)) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        Some(Special::SemVer(_)) => "SemanticPuppet::Version",
        Some(Special::SemVerRange(_)) => "SemanticPuppet::VersionRange",
        Some(Special::Timespan(_)) => "Puppet::Pops::Time::Timespan",
        Some(Special::Timestamp(_)) => "Puppet::Pops::Time::Timestamp",
        Some(Special::Binary(_)) => "Puppet::Pops::Types::PBinaryType::Binary",
        Some(Special::Uri(components)) => uri_class(&components.scheme),
        Some(Special::Iterator(_)) => "Puppet::Pops::Types::Iterator",
        Some(_) => "Object",
        None if value.as_str().is_some() => "String",
        None if value.as_integer().is_some() => "Integer",
        None if value.as_double().is_some() => "Float",
        None if value.as_ordered_map().is_some() => "Hash",
        None if value.parts().is_some() => "Array",
        None => "Object",
    };
    name.into()
}

/// Returns the class name of a type.
pub(crate) fn class_of_type(ty: &Type) -> String {
    let name = match (ty.kind(), nominal::view(ty)) {
        (Kind::Reference(_), _) => "TypeAlias".into(),
        (_, Some((Name::Resource, _))) => "Resource".into(),
        (_, Some((Name::Object | Name::Error | Name::Deferred | Name::Pcore, _))) => {
            "Object".into()
        }
        _ => short_name(ty),
    };
    format!("Puppet::Pops::Types::P{name}Type")
}

/// Returns the class name of a URI, which depends on the scheme.
fn uri_class(scheme: &str) -> &'static str {
    match scheme {
        "http" => "URI::HTTP",
        "https" => "URI::HTTPS",
        "ftp" => "URI::FTP",
        "file" => "URI::File",
        "ldap" => "URI::LDAP",
        "ldaps" => "URI::LDAPS",
        "mailto" => "URI::MailTo",
        "ws" => "URI::WS",
        "wss" => "URI::WSS",
        _ => "URI::Generic",
    }
}
