//! The languages of this build, and their options.

use crate::language::Language;
use polycty_core::source::Error;
use std::sync::Arc;

/// The program that runs Terraform modules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TerraformProduct {
    /// OpenTofu for folders with a file that only OpenTofu reads, such as `main.tofu`, and Terraform
    /// for all others.
    #[default]
    Detected,
    /// Terraform.
    Terraform,
    /// OpenTofu.
    OpenTofu,
}

/// A specification of HCL files (`hcldec`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HclSpecification {
    /// The end of the paths of the files, such as `.service.hcl`. The longest one decides.
    pub ending: String,
    /// The text of the specification.
    pub text: Arc<str>,
}

/// Options of languages. The host reads the files, so that they may be outside of the workspace.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The specifications of HCL files.
    pub hcl_specifications: Vec<HclSpecification>,
    /// The schemas of providers: the output of `terraform providers schema -json`.
    pub provider_schemas: Option<Arc<str>>,
    /// The program that runs Terraform modules.
    pub terraform: TerraformProduct,
    /// The version of Terraform from 1.11 to 1.17, such as `1.14.3`. OpenTofu has one version.
    pub terraform_version: Option<String>,
    /// The folders of Puppet modules.
    pub puppet_modules: Vec<String>,
    /// Facts of Puppet as a JSON object.
    pub puppet_facts: Option<Arc<str>>,
    /// The folder of the modules that mcl programs import by address.
    pub mcl_modules: Option<String>,
    /// The kinds of mcl resources, in the notation of `polycty mcl check --kinds`.
    pub mcl_kinds: Option<Arc<str>>,
}

/// An option that its language cannot read.
#[derive(Clone, Debug)]
pub struct OptionError {
    /// The name of the field of [`Options`].
    pub option: &'static str,
    /// The reason.
    pub error: Error,
}

/// Returns the languages of this build. Options that a language cannot read are ignored.
#[must_use]
pub fn languages(options: &Options) -> Vec<Box<dyn Language>> {
    checked_languages(options).0
}

/// Returns the languages of this build, and the options that are ignored since their language
/// cannot read them.
#[must_use]
pub fn checked_languages(options: &Options) -> (Vec<Box<dyn Language>>, Vec<OptionError>) {
    let mut errors = Vec::new();
    let languages: Vec<Box<dyn Language>> = vec![
        crate::hcl::specified(options, &mut errors),
        #[cfg(feature = "terraform")]
        crate::terraform(project_options(options, &mut errors)),
        #[cfg(feature = "puppet")]
        crate::puppet(puppet_options(options, &mut errors)),
        #[cfg(feature = "mcl")]
        Box::new(crate::mcl::Mcl::checked(options, &mut errors)),
        #[cfg(feature = "pcl")]
        Box::new(crate::pcl::Pcl::default()),
    ];
    (languages, errors)
}

/// Returns the value of a result, or records the error of an option.
pub(crate) fn recorded<T>(
    option: &'static str,
    result: Result<T, Error>,
    errors: &mut Vec<OptionError>,
) -> Option<T> {
    let add = |error| errors.push(OptionError { option, error });
    result.map_err(add).ok()
}

#[cfg(feature = "terraform")]
fn project_options(
    options: &Options,
    errors: &mut Vec<OptionError>,
) -> polycty_terraform::project::ProjectOptions {
    use polycty_core::calls::Budget;
    use polycty_core::source::Code;
    use polycty_terraform::module::{Dialect, Release};
    use polycty_terraform::project::{ProjectOptions, Schemas};
    let budget = Budget::standard();
    let schemas = options.provider_schemas.as_deref().and_then(|text| {
        let read = Schemas::read(text, &budget);
        recorded("provider_schemas", read, errors)
    });
    let release = options.terraform_version.as_deref().and_then(|version| {
        let invalid = |text: String| Error::new(Code::Unsupported, text);
        let parsed = match options.terraform {
            TerraformProduct::Detected | TerraformProduct::Terraform => Release::parse(version)
                .ok_or_else(|| {
                    invalid(format!(
                        "expected a version from 1.11 to 1.17, found `{version}`"
                    ))
                }),
            TerraformProduct::OpenTofu => Err(invalid(
                "a version of Terraform cannot be used with OpenTofu".to_owned(),
            )),
        };
        recorded("terraform_version", parsed, errors)
    });
    ProjectOptions {
        release: release.unwrap_or_default(),
        dialect: match options.terraform {
            TerraformProduct::Detected => release.map(|_| Dialect::Terraform),
            TerraformProduct::Terraform => Some(Dialect::Terraform),
            TerraformProduct::OpenTofu => Some(Dialect::OpenTofu),
        },
        schemas,
        ..ProjectOptions::default()
    }
}

#[cfg(feature = "puppet")]
fn puppet_options(options: &Options, errors: &mut Vec<OptionError>) -> crate::PuppetOptions {
    use polycty_core::calls::Budget;
    use polycty_core::source::Code;
    use polycty_core::values::Value;
    let facts = options.puppet_facts.as_deref().and_then(|text| {
        // JSON is a part of YAML.
        let read = polycty_puppet::hiera::read_yaml(text, &Budget::standard());
        let is_hash = |facts: &Value| facts.as_ordered_map().is_some();
        let facts = read.and_then(|facts| match is_hash(&facts) {
            true => Ok(facts),
            false => Err(Error::new(Code::Syntax, "expected a hash of facts by name")),
        });
        recorded("puppet_facts", facts, errors)
    });
    crate::PuppetOptions {
        facts,
        modules: options.puppet_modules.clone(),
    }
}

#[cfg(all(test, feature = "terraform", feature = "puppet", feature = "mcl"))]
mod tests {
    use super::*;

    #[test]
    fn options_that_cannot_be_read_are_reported() {
        let text = |text: &str| Some(Arc::from(text));
        let options = Options {
            provider_schemas: text("[]"),
            terraform_version: Some("one".to_owned()),
            puppet_facts: text("[\"a\"]"),
            mcl_kinds: text("{"),
            ..Options::default()
        };
        let (languages, errors) = checked_languages(&options);
        let names: Vec<&str> = errors.iter().map(|each| each.option).collect();
        let expected = [
            "provider_schemas",
            "terraform_version",
            "puppet_facts",
            "mcl_kinds",
        ];
        assert_eq!(names, expected);
        assert_eq!(
            languages.len(),
            checked_languages(&Options::default()).0.len()
        );
        let options = Options {
            provider_schemas: text("{\"format_version\": \"1.0\"}"),
            terraform_version: Some("1.14.3".to_owned()),
            puppet_facts: text("{\"os\": {\"family\": \"Debian\"}}"),
            mcl_kinds: text("[]"),
            ..Options::default()
        };
        let (_, errors) = checked_languages(&options);
        assert!(errors.is_empty(), "{errors:?}");
        let options = Options {
            terraform: TerraformProduct::OpenTofu,
            ..options
        };
        let (_, errors) = checked_languages(&options);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!(errors[0].option, "terraform_version");
    }
}
