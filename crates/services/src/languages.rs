//! The languages of this build, and their options.

use crate::language::Language;
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

/// Returns the languages of this build. Options that a language cannot use are ignored.
#[must_use]
pub fn languages(options: &Options) -> Vec<Box<dyn Language>> {
    let _ = options;
    Vec::new()
}
