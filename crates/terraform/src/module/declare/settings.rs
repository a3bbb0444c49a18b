//! Settings of Terraform itself: `terraform` blocks.

use super::super::files::FileRole;
use super::super::inventory::{Backend, Declared, ProviderName, ProviderRequirement, Settings};
use super::super::release::Release;
use super::super::sink::Location;
use super::Reader;
use super::argument::{of_type, schema, text_of, value_place};
use super::call::is_provider_name;
use super::version::is_constraint;
use polycty_core::source::{Diagnostic, Result, Source};
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedMap, Str};
use polycty_hcl::body::{Attribute, Block, Content, Schema};
use polycty_hcl::eval::Expr;
use polycty_hcl::syntax::TraversalStepKind;
use std::sync::LazyLock;

/// The detail of the diagnostic about an invalid version constraint.
const NO_CONSTRAINT: &str = "This string does not use correct version constraint syntax.";

impl Reader<'_, '_> {
    pub(crate) fn settings(&mut self, block: &Block, into: &mut Settings) -> Result<()> {
        static TERRAFORM: LazyLock<Schema> = LazyLock::new(|| schema(&ARGUMENTS, &BLOCKS[..4]));
        static OF_TOFU: LazyLock<Schema> = LazyLock::new(|| schema(&ARGUMENTS, &BLOCKS));
        const ARGUMENTS: [&str; 3] = ["required_version", "experiments", "language"];
        const BLOCKS: [(&str, &[&str]); 5] = [
            ("backend", &["type"]),
            ("cloud", &[]),
            ("required_providers", &[]),
            ("provider_meta", &["provider"]),
            ("encryption", &[]),
        ];
        let is_tofu = self.sink.release.is_tofu();
        let schema: &Schema = if is_tofu { &OF_TOFU } else { &TERRAFORM };
        let found = block.body.content_within(schema, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        if let Some(attribute) = content.attribute("required_version")
            && let Some(constraint) = self.constraint_text(attribute)?
        {
            let place = value_place(attribute);
            into.required_versions.push((constraint, place));
            let place = Location::new(&attribute.source, attribute.range);
            into.version_places.push(place);
        }
        // OpenTofu ignores these arguments.
        if !is_tofu {
            self.editions(&content)?;
        }
        let mut metas: KeyedMap<&[Str], &Block> = KeyedMap::default();
        for meta in of_type(&content.blocks, "provider_meta") {
            if let Some(before) = metas.get(&*meta.labels) {
                let place = Location::new(&meta.source, meta.def_range);
                let before = Location::new(&before.source, before.def_range);
                self.sink.report(place.error(
                    "Duplicate provider_meta block",
                    format!("A provider_meta block for provider {} was already declared at {before}. Providers may only have one provider_meta block per module.", Quoted(&meta.labels[0])),
                ))?;
            } else {
                metas.insert(&meta.labels, meta);
            }
        }
        for backend in of_type(&content.blocks, "backend") {
            if let Some(before) = &into.backend {
                let place = Location::new(&backend.source, backend.def_range);
                let release = self.sink.release;
                self.sink
                    .report(second_backend(&place, before, release, self.role))?;
                continue;
            }
            into.backend = Some(Backend {
                backend_type: backend.labels[0].clone(),
                declared: Declared::new(backend),
            });
        }
        for cloud in of_type(&content.blocks, "cloud") {
            if let Some(before) = &into.cloud {
                let place = Location::new(&cloud.source, cloud.def_range);
                self.sink.report(second_cloud(&place, before, is_tofu))?;
                continue;
            }
            into.cloud = Some(Declared::new(cloud));
        }
        for encryption in of_type(&content.blocks, "encryption") {
            self.encryption(encryption, into)?;
        }
        for providers in of_type(&content.blocks, "required_providers") {
            let place = Location::new(&providers.source, providers.def_range);
            if let Some(before) = &into.providers_place {
                self.sink.report(second_requirements(&place, before))?;
                continue;
            }
            into.providers_place = Some(place);
            let found = providers.body.just_attributes_within(self.sink.budget);
            self.sink.report_all(found.diagnostics)?;
            for attribute in &found.content {
                let requirement = self.requirement(attribute)?;
                into.require(requirement);
            }
        }
        Ok(())
    }

    /// Checks the arguments `language` and `experiments`.
    fn editions(&mut self, content: &Content) -> Result<()> {
        if let Some(attribute) = content.attribute("experiments") {
            self.sink.report(super::argument::name_place(attribute).error(
                "Module uses experimental features",
                "Experimental features are intended only for gathering early feedback on new language designs, and so are available only in alpha releases of Terraform.",
            ))?;
        }
        let Some(attribute) = content.attribute("language") else {
            return Ok(());
        };
        let version = self.sink.release.version();
        let place = value_place(attribute);
        match attribute.expr.keyword().as_deref() {
            Some("TF2021") => Ok(()),
            Some(keyword) => {
                let other = if keyword > "TF2021" { "newer" } else { "different" };
                self.sink.report(place.error(
                    "Unsupported language edition",
                    format!("Terraform v{version}.0 only supports language edition TF2021. This module requires a {other} version of Terraform CLI."),
                ))
            }
            None => self.sink.report(place.error(
                "Invalid language edition",
                format!("The language argument expects a bare language edition keyword. Terraform {version}.0 supports only language edition TF2021, which is the default."),
            )),
        }
    }

    /// Reads a version constraint. Returns `None` if it is wrong, which is reported.
    pub(crate) fn constraint_text(&mut self, attribute: &Attribute) -> Result<Option<Str>> {
        let text = text_of(attribute, self.sink)?;
        match text {
            Some(text) if !is_constraint(&text) => {
                let place = value_place(attribute);
                self.sink
                    .report(place.error("Invalid version constraint", NO_CONSTRAINT))?;
                Ok(None)
            }
            text => Ok(text),
        }
    }

    /// Reads the requirement of a provider: a version constraint, or an object.
    fn requirement(&mut self, attribute: &Attribute) -> Result<ProviderRequirement> {
        let name = &attribute.name;
        let mut requirement = ProviderRequirement {
            name: name.clone(),
            source: None,
            version: None,
            aliases: Vec::new(),
            place: Location::new(&attribute.source, attribute.range),
        };
        let place = value_place(attribute);
        if let Some(detail) = not_normalized(name) {
            self.sink
                .report(place.error("Invalid provider local name", detail))?;
            return Ok(requirement);
        }
        let Some(parts) = attribute.expr.as_map() else {
            if self.sink.release >= Release::V1_12 {
                let evaluated = attribute.expr.evaluate_within(None, self.sink.budget);
                let value = &evaluated.value;
                if evaluated.diagnostics.is_empty()
                    && (value.is_null() || !value.ty().is_primitive())
                {
                    return self
                        .sink
                        .report(place.error(
                            "Invalid required_providers object",
                            "required_providers entries must be strings or objects.",
                        ))
                        .map(|()| requirement);
                }
            }
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
                    let evaluated = value.evaluate_within(None, self.sink.budget);
                    let is_text = evaluated.value.ty().is_string() && !evaluated.value.is_null();
                    if !is_text && self.sink.release >= Release::V1_12 {
                        let place = Location::new(&attribute.source, value.range());
                        self.sink.report(place.error(
                            "Invalid version constraint",
                            "Version must be specified as a string.",
                        ))?;
                        continue;
                    }
                    requirement.version = self.constraint_text(&member("version"))?;
                }
                Some("source") => requirement.source = self.provider_source(&member("source"))?,
                Some("configuration_aliases") => {
                    self.aliases(&value, name, &attribute.source, &mut requirement)?;
                }
                _ => {
                    let place = Location::new(&attribute.source, key.range());
                    self.sink.report(place.error(
                        "Invalid required_providers object",
                        "required_providers objects can only contain \"version\", \"source\" and \"configuration_aliases\" attributes. To configure a provider, use a \"provider\" block.",
                    ))?;
                    break;
                }
            }
        }
        Ok(requirement)
    }

    /// Reads the aliases of a provider that callers must pass.
    fn aliases(
        &mut self,
        list: &Expr,
        name: &Str,
        source: &Source,
        into: &mut ProviderRequirement,
    ) -> Result<()> {
        let parts = match list.static_list() {
            Ok(parts) => parts,
            Err(diagnostic) => {
                return self
                    .sink
                    .report(Location::new(source, list.start_range()).at(*diagnostic));
            }
        };
        for part in parts {
            let traversal = match part.absolute_traversal_within(self.sink.budget) {
                Ok(traversal) => traversal,
                Err(diagnostic) => {
                    self.sink.report(*diagnostic)?;
                    continue;
                }
            };
            let named = match &*traversal.steps {
                [root, alias] => match (&root.kind, &alias.kind) {
                    (TraversalStepKind::Root(root), TraversalStepKind::Attr(alias)) => {
                        Some((root.clone(), alias.clone()))
                    }
                    _ => None,
                },
                _ => None,
            };
            let Some((root, alias)) = named else {
                let place = Location::new(source, part.range());
                self.sink.report(place.error(
                    "Invalid configuration_aliases value",
                    "Configuration aliases can only contain references to local provider configuration names in the format of provider.alias",
                ))?;
                continue;
            };
            if root != *name {
                let place = Location::new(source, part.range());
                self.sink.report(place.error(
                    "Invalid configuration_aliases value",
                    format!("Configuration aliases must be prefixed with the provider name. Expected {}, but found {}.", Quoted(name), Quoted(&root)),
                ))?;
                continue;
            }
            into.aliases.push(ProviderName {
                name: root,
                alias: Some(alias),
            });
        }
        Ok(())
    }

    /// Checks the last part of the source of a provider.
    fn provider_type(&mut self, attribute: &Attribute, text: &str) -> Result<()> {
        const SUMMARY: &str = "Invalid provider type";
        let place = value_place(attribute);
        let name = text.rsplit('/').next().unwrap_or(text);
        if !is_provider_name(name) {
            return self.sink.report(place.error(
                SUMMARY,
                format!("Invalid provider type {} in source {}: must contain only letters, digits, and dashes, and may not use leading or trailing dashes\"", Quoted(name), Quoted(text)),
            ));
        }
        let prefix = "terraform-provider-";
        let Some(rest) = name.strip_prefix(prefix) else {
            return Ok(());
        };
        let namespace = text.strip_suffix(name).unwrap_or_default();
        let meant = format!("{namespace}{rest}");
        self.sink.report(place.error(
            SUMMARY,
            format!("Provider source {} has a type with the prefix \"{prefix}\", which isn't valid. Although that prefix is often used in the names of version control repositories for Terraform providers, provider source strings should not include it.\n\nDid you mean {}?", Quoted(text), Quoted(&meant)),
        ))
    }

    /// Reads the source address of a provider.
    fn provider_source(&mut self, attribute: &Attribute) -> Result<Option<Str>> {
        let text = text_of(attribute, self.sink)?;
        if let Some(text) = &text {
            let parts = text.split('/');
            if text.split('/').count() > 3 || parts.into_iter().any(str::is_empty) {
                self.sink.report(value_place(attribute).error(
                    "Invalid provider source string",
                    "The \"source\" attribute must be in the format \"[hostname/][namespace/]name\"",
                ))?;
            } else if self.sink.release >= Release::V1_12 {
                self.provider_type(attribute, text)?;
            }
        }
        Ok(text)
    }
}

/// Returns the message about an invalid name of a provider, or `None` if the name is valid.
pub(crate) fn not_normalized(name: &str) -> Option<String> {
    if !is_provider_name(name) {
        return Some(format!(
            "{name} is an invalid provider local name: must contain only letters, digits, and dashes, and may not use leading or trailing dashes"
        ));
    }
    let lower = name.to_lowercase();
    (lower != name).then(|| {
        format!(
            "Provider names must be normalized. Replace {} with {} to fix this error.",
            Quoted(name),
            Quoted(&lower)
        )
    })
}

/// The key of an object element, without evaluation.
fn key_text(key: &Expr) -> Option<Str> {
    if let Some(word) = key.keyword() {
        return Some(word);
    }
    let value = key.evaluate(None).value;
    value.as_str().map(Str::from)
}

/// The diagnostic of a second backend.
pub(crate) fn second_backend(
    place: &Location,
    before: &Backend,
    release: Release,
    role: FileRole,
) -> Diagnostic {
    if release.is_tofu() && role == FileRole::Override {
        return place.error(
            "Duplicate backend configuration",
            format!(
                "Each override file may have only one backend configuration. A backend was previously configured at {}.",
                before.declared.place
            ),
        );
    }
    if release >= Release::V1_13 && !release.is_tofu() {
        return place.error(
            "Duplicate 'backend' configuration block",
            format!(
                "A module may have only one 'backend' configuration block. The backend was previously configured at {}.",
                before.declared.place
            ),
        );
    }
    place.error(
        "Duplicate backend configuration",
        format!(
            "A module may have only one backend configuration. The backend was previously configured at {}.",
            before.declared.place
        ),
    )
}

/// The diagnostic of a second `cloud` block.
pub(crate) fn second_cloud(place: &Location, before: &Declared, is_tofu: bool) -> Diagnostic {
    if is_tofu {
        return place.error(
            "Duplicate cloud configurations",
            format!(
                "A module may have only one 'cloud' block configuring a cloud backend. A cloud backend was previously configured at {}.",
                before.place
            ),
        );
    }
    place.error(
        "Duplicate HCP Terraform configurations",
        format!(
            "A module may have only one 'cloud' block configuring HCP Terraform or Terraform Enterprise. The 'cloud' block was previously configured at {}.",
            before.place
        ),
    )
}

/// The diagnostic of a second block of required providers.
pub(crate) fn second_requirements(place: &Location, before: &Location) -> Diagnostic {
    place.error(
        "Duplicate required providers configuration",
        format!("A module may have only one required providers configuration. The required providers were previously configured at {before}."),
    )
}
