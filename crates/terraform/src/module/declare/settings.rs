//! Settings of Terraform itself: `terraform` blocks.

use super::super::findings::Place;
use super::super::inventory::{Backend, Declared, ProviderRequirement, Settings};
use super::Reader;
use super::argument::{of_type, schema, text_of, value_place};
use super::call::is_provider_name;
use super::version::is_constraint;
use polycty_core::source::{Diagnostic, Result};
use polycty_core::text::Quoted;
use polycty_core::types::Str;
use polycty_hcl::body::{Attribute, Block, Schema};
use polycty_hcl::eval::Expr;
use std::sync::LazyLock;

/// The fault of a text that is no constraint on versions.
const NO_CONSTRAINT: &str = "This string does not use correct version constraint syntax.";

impl Reader<'_, '_> {
    pub(super) fn settings(&mut self, block: &Block, into: &mut Settings) -> Result<()> {
        static TERRAFORM: LazyLock<Schema> = LazyLock::new(|| {
            let blocks: [(&str, &[&str]); 4] = [
                ("backend", &["type"]),
                ("cloud", &[]),
                ("required_providers", &[]),
                ("provider_meta", &["provider"]),
            ];
            schema(&["required_version", "experiments", "language"], &blocks)
        });
        let found = block.body.content_within(&TERRAFORM, self.findings.budget);
        self.findings.tell_all(found.diagnostics)?;
        let content = found.content;
        if let Some(attribute) = content.attribute("required_version")
            && let Some(constraint) = self.constraint_text(attribute)?
        {
            let place = value_place(attribute);
            into.required_versions.push((constraint, place));
        }
        for backend in of_type(&content.blocks, "backend") {
            if let Some(before) = &into.backend {
                let place = Place::new(&backend.source, backend.def_range);
                self.findings.tell(second_backend(&place, before))?;
                continue;
            }
            into.backend = Some(Backend {
                backend_type: backend.labels[0].clone(),
                declared: Declared::new(backend),
            });
        }
        for cloud in of_type(&content.blocks, "cloud") {
            if let Some(before) = &into.cloud {
                self.findings.tell(second_cloud(
                    &Place::new(&cloud.source, cloud.def_range),
                    before,
                ))?;
                continue;
            }
            into.cloud = Some(Declared::new(cloud));
        }
        for providers in of_type(&content.blocks, "required_providers") {
            let place = Place::new(&providers.source, providers.def_range);
            if let Some(before) = &into.providers_place {
                self.findings.tell(second_requirements(&place, before))?;
                continue;
            }
            into.providers_place = Some(place);
            let found = providers.body.just_attributes_within(self.findings.budget);
            self.findings.tell_all(found.diagnostics)?;
            for attribute in &found.content {
                let requirement = self.requirement(attribute)?;
                into.required_providers.push(requirement);
            }
        }
        Ok(())
    }

    /// A constraint on versions; none where it is wrong.
    fn constraint_text(&mut self, attribute: &Attribute) -> Result<Option<Str>> {
        let text = text_of(attribute, self.findings)?;
        match text {
            Some(text) if !is_constraint(&text) => {
                let place = value_place(attribute);
                self.findings
                    .tell(place.error("Invalid version constraint", NO_CONSTRAINT))?;
                Ok(None)
            }
            text => Ok(text),
        }
    }

    /// What is required of a provider: a constraint on its versions, or an object.
    fn requirement(&mut self, attribute: &Attribute) -> Result<ProviderRequirement> {
        let name = &attribute.name;
        let mut requirement = ProviderRequirement {
            name: name.clone(),
            source: None,
            version: None,
            place: Place::new(&attribute.source, attribute.range),
        };
        let place = value_place(attribute);
        let lower = name.to_lowercase();
        if !is_provider_name(name) || *lower != **name {
            let detail = match is_provider_name(name) {
                true => format!(
                    "Provider names must be normalized. Replace {} with {} to fix this error.",
                    Quoted(name),
                    Quoted(&lower)
                ),
                false => format!(
                    "{name} is an invalid provider local name: must contain only letters, digits, and dashes, and may not use leading or trailing dashes"
                ),
            };
            self.findings
                .tell(place.error("Invalid provider local name", detail))?;
            return Ok(requirement);
        }
        let Some(parts) = attribute.expr.as_map() else {
            requirement.version = self.constraint_text(attribute)?;
            return Ok(requirement);
        };
        for (key, value) in parts {
            let member = |name: &str| Attribute {
                name: name.into(),
                range: value.range(),
                name_range: key.range(),
                source: attribute.source.clone(),
                expr: value.clone(),
            };
            match key_text(&key).as_deref() {
                Some("version") => {
                    requirement.version = self.constraint_text(&member("version"))?;
                }
                Some("source") => requirement.source = self.provider_source(&member("source"))?,
                Some("configuration_aliases") => {}
                _ => {
                    let place = Place::new(&attribute.source, key.range());
                    self.findings.tell(place.error(
                        "Invalid required_providers object",
                        "required_providers objects can only contain \"version\", \"source\" and \"configuration_aliases\" attributes. To configure a provider, use a \"provider\" block.",
                    ))?;
                    break;
                }
            }
        }
        Ok(requirement)
    }

    /// Where a provider comes from.
    fn provider_source(&mut self, attribute: &Attribute) -> Result<Option<Str>> {
        let text = text_of(attribute, self.findings)?;
        if let Some(text) = &text {
            let parts = text.split('/');
            if text.split('/').count() > 3 || parts.into_iter().any(str::is_empty) {
                self.findings.tell(value_place(attribute).error(
                    "Invalid provider source string",
                    "The \"source\" attribute must be in the format \"[hostname/][namespace/]name\"",
                ))?;
            }
        }
        Ok(text)
    }
}

/// The key of an object that is not evaluated.
fn key_text(key: &Expr) -> Option<Str> {
    if let Some(word) = key.keyword() {
        return Some(word);
    }
    let value = key.evaluate(None).value;
    value.as_str().map(Str::from)
}

/// The fault of a second backend.
pub(in super::super) fn second_backend(place: &Place, before: &Backend) -> Diagnostic {
    place.error(
        "Duplicate backend configuration",
        format!(
            "A module may have only one backend configuration. The backend was previously configured at {}.",
            before.declared.place
        ),
    )
}

/// The fault of a second `cloud` block.
pub(in super::super) fn second_cloud(place: &Place, before: &Declared) -> Diagnostic {
    place.error(
        "Duplicate HCP Terraform configurations",
        format!(
            "A module may have only one 'cloud' block configuring HCP Terraform or Terraform Enterprise. The 'cloud' block was previously configured at {}.",
            before.place
        ),
    )
}

/// The fault of a second block of required providers.
pub(in super::super) fn second_requirements(place: &Place, before: &Place) -> Diagnostic {
    place.error(
        "Duplicate required providers configuration",
        format!("A module may have only one required providers configuration. The required providers were previously configured at {before}."),
    )
}
