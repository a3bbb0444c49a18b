//! The schemas of the provider that is a part of Terraform, `terraform.io/builtin/terraform`.
//!
//! They are those of `terraform providers schema -json` without descriptions. They apply if the
//! schemas of a project do not have this provider.

use super::schemas::Schemas;
use super::walk::Walk;
use crate::module::Release;
use polycty_core::calls::Budget;
use std::sync::LazyLock;

/// The source of the provider.
pub(crate) const SOURCE: &str = "terraform.io/builtin/terraform";

/// The block `store` of `terraform_data`, which Terraform 1.16 added.
const STORE: &str = r#","block_types":{"store":{"nesting_mode":"single","block":{"attributes":{"input":{"type":"dynamic","optional":true,"write_only":true},"output":{"type":"dynamic","computed":true},"sensitive_output":{"type":"dynamic","computed":true,"sensitive":true},"sensitive":{"type":"bool","optional":true},"version":{"type":"dynamic","optional":true},"replace":{"type":"bool","optional":true}}}}}"#;

static BEFORE_STORE: LazyLock<Option<Schemas>> = LazyLock::new(|| read(""));
static WITH_STORE: LazyLock<Option<Schemas>> = LazyLock::new(|| read(STORE));

fn read(blocks: &str) -> Option<Schemas> {
    let text = format!(
        r#"{{"provider_schemas":{{"{SOURCE}":{{"provider":{{"version":0}},"resource_schemas":{{"terraform_data":{{"version":0,"block":{{"attributes":{{"id":{{"type":"string","computed":true}},"input":{{"type":"dynamic","optional":true}},"output":{{"type":"dynamic","computed":true}},"triggers_replace":{{"type":"dynamic","optional":true}}}}{blocks}}}}}}},"data_source_schemas":{{"terraform_remote_state":{{"version":0,"block":{{"attributes":{{"backend":{{"type":"string","required":true}},"config":{{"type":"dynamic","optional":true}},"defaults":{{"type":"dynamic","optional":true}},"outputs":{{"type":"dynamic","computed":true}},"workspace":{{"type":"string","optional":true}}}}}}}}}}}}}}}}"#
    );
    Schemas::read(&text, &Budget::standard()).ok()
}

impl Walk<'_> {
    /// The schemas that have a provider, or those of all providers; `None` if bodies are not
    /// compared with schemas.
    pub(crate) fn schemas_of(&self, source: &str) -> Option<&Schemas> {
        let given = self.project.options.schemas.as_ref();
        let has_provider = given.is_some_and(|given| given.has_provider(source));
        if source != SOURCE || has_provider {
            // A walk that keeps going has reported that the provider is missing.
            return given.filter(|_| has_provider || !self.keeps_going);
        }
        match self.release() {
            release if release >= Release::V1_16 && !release.is_tofu() => WITH_STORE.as_ref(),
            _ => BEFORE_STORE.as_ref(),
        }
    }
}
