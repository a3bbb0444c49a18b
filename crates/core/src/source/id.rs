//! Identifiers of diagnostics.
//!
//! An identifier is the [`Reporter`] that reports the diagnostic and a name, such as
//! `hcl.unknown-variable`. HCL and Terraform use a fixed summary for each kind of diagnostic, so
//! the name is derived from the summary. Elsewhere the summary quotes names and types, and the
//! name is the one that the reporting code sets, or else that of the [`Code`].

use super::{Code, Diagnostic};

/// The part of the library that reports a diagnostic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reporter {
    /// Types, values, conversions and codecs.
    #[default]
    Core,
    /// HCL.
    Hcl,
    /// Terraform.
    Terraform,
    /// PCL.
    Pcl,
    /// Puppet.
    Puppet,
    /// mgmt's mcl.
    Mcl,
    /// The host program.
    Host,
}

impl Reporter {
    /// The first part of an identifier.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reporter::Core => "core",
            Reporter::Hcl => "hcl",
            Reporter::Terraform => "terraform",
            Reporter::Pcl => "pcl",
            Reporter::Puppet => "puppet",
            Reporter::Mcl => "mcl",
            Reporter::Host => "host",
        }
    }

    /// An error that this part reports.
    #[must_use]
    pub fn error(self, summary: impl Into<String>, detail: impl Into<String>) -> Diagnostic {
        Diagnostic::error(summary, detail).reported_by(self)
    }

    /// A warning that this part reports.
    #[must_use]
    pub fn warning(self, summary: impl Into<String>, detail: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(summary, detail).reported_by(self)
    }

    /// The name of a diagnostic for which neither a name nor a specific code is set.
    fn usual_name(self) -> &'static str {
        match self {
            // "Evaluation Error" begins the messages of all errors that a program raises.
            Reporter::Puppet => "evaluation",
            _ => "error",
        }
    }

    /// Whether each kind of diagnostic has one summary, without quoted names.
    fn has_fixed_summaries(self) -> bool {
        matches!(self, Reporter::Hcl | Reporter::Terraform)
    }
}

/// The most bytes of a name that is derived from a summary.
const MAX_NAME: usize = 64;

impl Diagnostic {
    /// The stable identifier of this kind of diagnostic, such as `hcl.unknown-variable`.
    #[must_use]
    pub fn id(&self) -> String {
        let reporter = self.reporter.name();
        match &self.name {
            // The name that a host sets is complete.
            Some(name) if self.reporter == Reporter::Host => name.to_string(),
            Some(name) => format!("{reporter}.{name}"),
            None if self.reporter.has_fixed_summaries() => {
                format!("{reporter}.{}", kebab_case(&self.summary))
            }
            None => match self.code {
                Code::Diagnostics => format!("{reporter}.{}", self.reporter.usual_name()),
                code => format!("{reporter}.{}", code.name().replace('_', "-")),
            },
        }
    }
}

/// The words of a summary in lower case, joined by hyphens, without quoted text.
fn kebab_case(summary: &str) -> String {
    let mut name = String::with_capacity(summary.len().min(MAX_NAME));
    let unquoted = summary.split('"').step_by(2);
    let words = unquoted.flat_map(|part| part.split(|c: char| !c.is_ascii_alphanumeric()));
    for word in words.filter(|word| !word.is_empty()) {
        if name.len() + word.len() >= MAX_NAME {
            break;
        }
        if !name.is_empty() {
            name.push('-');
        }
        name.push_str(&word.to_ascii_lowercase());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_has_a_reporter_and_a_name() {
        let diagnostic = Diagnostic::error("Unknown variable", "There is no x.");
        assert_eq!(diagnostic.id(), "core.error");
        assert_eq!(
            diagnostic.clone().reported_by(Reporter::Hcl).id(),
            "hcl.unknown-variable"
        );
        let puppet = (diagnostic.clone())
            .with_code(Code::InvalidArgument)
            .reported_by(Reporter::Puppet);
        assert_eq!(puppet.id(), "puppet.invalid-argument");
        assert_eq!(
            puppet.with_name("unknown-function").id(),
            "puppet.unknown-function"
        );
        let host = diagnostic
            .with_name("acme.no-such-user")
            .reported_by(Reporter::Host);
        assert_eq!(host.id(), "acme.no-such-user");
    }

    #[test]
    fn a_name_derived_from_a_summary_is_plain_and_short() {
        let id = |summary: &str| {
            Diagnostic::error(summary, "")
                .reported_by(Reporter::Hcl)
                .id()
        };
        assert_eq!(id("Can't use \"x\" (é) here"), "hcl.can-t-use-here");
        assert_eq!(id(""), "hcl.");
        assert!(id(&"word ".repeat(100)).len() <= MAX_NAME + "hcl.".len());
    }
}
