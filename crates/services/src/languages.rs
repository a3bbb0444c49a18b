//! The languages of this build, and their options.

use crate::language::Language;
use polycty_core::calls::Budget;
use std::sync::Arc;

/// The program that runs Terraform modules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TerraformProduct {
    /// Terraform.
    #[default]
    Terraform,
    /// OpenTofu.
    OpenTofu,
}

/// Options of languages. The host reads the files, so that they may be outside of the workspace.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The schemas of providers: the output of `terraform providers schema -json`.
    pub provider_schemas: Option<Arc<str>>,
    /// The program that runs Terraform modules.
    pub terraform: TerraformProduct,
    /// The version of the program that runs Terraform modules, such as `1.9.0`.
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

/// Returns the languages of this build. Options that a language cannot read are ignored.
#[must_use]
pub fn languages(options: &Options) -> Vec<Box<dyn Language>> {
    let _ = options;
    vec![
        crate::hcl(),
        #[cfg(feature = "terraform")]
        crate::terraform(project_options(options)),
        #[cfg(feature = "puppet")]
        crate::puppet(puppet_options(options)),
        #[cfg(feature = "mcl")]
        Box::new(crate::mcl::Mcl::new(options)),
        #[cfg(feature = "pcl")]
        Box::new(crate::pcl::Pcl::default()),
    ]
}

#[cfg(feature = "terraform")]
fn project_options(options: &Options) -> polycty_terraform::project::ProjectOptions {
    use polycty_terraform::module::{Dialect, Release};
    use polycty_terraform::project::{ProjectOptions, Schemas};
    let budget = Budget::standard();
    let schemas = options.provider_schemas.as_deref();
    let release = options
        .terraform_version
        .as_deref()
        .and_then(Release::parse);
    ProjectOptions {
        release: release.unwrap_or_default(),
        dialect: match options.terraform {
            TerraformProduct::Terraform => None,
            TerraformProduct::OpenTofu => Some(Dialect::OpenTofu),
        },
        schemas: schemas.and_then(|text| Schemas::read(text, &budget).ok()),
        ..ProjectOptions::default()
    }
}

#[cfg(feature = "puppet")]
fn puppet_options(options: &Options) -> crate::PuppetOptions {
    let facts = options.puppet_facts.as_deref();
    crate::PuppetOptions {
        // JSON is a part of YAML.
        facts: facts
            .and_then(|text| polycty_puppet::hiera::read_yaml(text, &Budget::standard()).ok()),
    }
}
