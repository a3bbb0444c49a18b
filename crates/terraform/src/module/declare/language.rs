//! `language` blocks of OpenTofu.

use super::super::inventory::Settings;
use super::super::sink::Location;
use super::Reader;
use super::argument::{schema, value_place};
use super::version::accepts;
use crate::module::files::FileRole;
use polycty_core::source::Result;
use polycty_core::text::Quoted;
use polycty_hcl::body::{Attribute, Block, Schema};
use std::sync::LazyLock;

/// The only edition of the language.
const EDITION: &str = "tofu2024";

impl Reader<'_, '_> {
    /// Reads the edition, the experiments and the version constraint of a module.
    pub(crate) fn language(&mut self, block: &Block, into: &mut Settings) -> Result<()> {
        static LANGUAGE: LazyLock<Schema> =
            LazyLock::new(|| schema(&["edition", "experiments"], &[("compatible_with", &[])]));
        static COMPATIBLE: LazyLock<Schema> = LazyLock::new(|| schema(&["opentofu"], &[]));
        let place = Location::new(&block.source, block.def_range);
        if self.role == FileRole::Override {
            return self.sink.report(place.error(
                "Language selections in override file",
                "Language-related settings in \"language\" blocks are not allowed in override files. Place these settings in a normal configuration file.",
            ));
        }
        let found = block.body.content_within(&LANGUAGE, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        if let Some(edition) = content.attribute("edition") {
            self.edition(edition)?;
        }
        if let Some(experiments) = content.attribute("experiments") {
            self.experiments(experiments)?;
        }
        let mut before = None::<Location>;
        for compatible in &content.blocks {
            if let Some(before) = &before {
                self.sink.report(place.error(
                    "Duplicate compatible_with block",
                    format!("Each language block may have at most one compatible_with block referring to OpenTofu. The OpenTofu version constraint was already declared at {before}."),
                ))?;
                continue;
            }
            let budget = self.sink.budget;
            let (found, _) = compatible.body.partial_content_within(&COMPATIBLE, budget);
            self.sink.report_all(found.diagnostics)?;
            let Some(attribute) = found.content.attribute("opentofu") else {
                continue;
            };
            let place = Location::new(&attribute.source, attribute.range);
            let Some(constraint) = self.constraint_text(attribute)? else {
                continue;
            };
            if accepts(&constraint, "1.11") {
                self.sink.report(place.warning(
                    "Ineffective version constraint",
                    "The compatible_with block was added in OpenTofu v1.12.0, so any constraint specified this way should exclude earlier versions of OpenTofu, such as by including \">= 0.12.0\".\n\nIf your module must be compatible with earlier versions of OpenTofu, use the required_version argument in a \"terraform\" block in a file named with the .tofu suffix, which is an older way to specify OpenTofu version constraints.",
                ))?;
            }
            into.required_versions
                .push((constraint, value_place(attribute)));
            into.version_places.push(place.clone());
            before = Some(place);
        }
        Ok(())
    }

    fn edition(&mut self, attribute: &Attribute) -> Result<()> {
        let version = self.sink.release.version();
        let place = value_place(attribute);
        let (summary, detail) = match attribute.expr.keyword().as_deref() {
            Some(EDITION) => return Ok(()),
            None => (
                "Invalid language edition",
                format!(
                    "The \"edition\" argument expects a bare language edition keyword. OpenTofu {version}.0 supports only language edition {EDITION}, which is the default."
                ),
            ),
            // OpenTofu itself prints its own edition here.
            Some(keyword) if keyword.starts_with("TF") => (
                "Unsupported language edition",
                format!(
                    "OpenTofu v{version}.0 does not support language edition {}. This module may be intended for use with other software.",
                    Quoted(EDITION)
                ),
            ),
            Some(keyword) => {
                let other = if keyword > EDITION {
                    "newer"
                } else {
                    "different"
                };
                (
                    "Unsupported language edition",
                    format!(
                        "OpenTofu v{version}.0 only supports language edition {EDITION}. This module requires a {other} version of OpenTofu CLI."
                    ),
                )
            }
        };
        self.sink.report(place.error(summary, detail))
    }

    fn experiments(&mut self, attribute: &Attribute) -> Result<()> {
        let Ok(list) = attribute.expr.static_list() else {
            return self.sink.report(super::resource::not_a_list(attribute));
        };
        for part in list {
            let place = Location::new(&attribute.source, part.range());
            self.sink.report(match part.keyword() {
                None => place.error(
                    "Invalid experiment keyword",
                    "Elements of \"experiments\" must all be keywords representing active experiments.",
                ),
                Some(keyword) => place.error(
                    "Unknown experiment keyword",
                    format!("There is no current experiment with the keyword {}.", Quoted(&keyword)),
                ),
            })?;
        }
        Ok(())
    }
}
