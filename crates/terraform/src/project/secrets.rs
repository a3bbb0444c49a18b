//! Lines of a project that contain values of sensitive variables: defaults and arguments of calls.

use super::MissingModule;
use super::bodies::argument;
use super::tree::ModuleNode;
use crate::module::secrets::{SecretLines, is_secret};
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Result};
use std::collections::HashSet;

/// Hides the lines in diagnostics, and in the places of calls.
pub(super) fn hide(
    modules: &[ModuleNode],
    diagnostics: &mut [Diagnostic],
    missing: &mut [MissingModule],
    budget: &Budget,
) -> Result<()> {
    if !diagnostics.is_empty() {
        lines_of(modules, budget)?.hide(diagnostics);
    }
    if !missing.is_empty() {
        let places = missing.iter_mut().map(|module| &mut module.place);
        lines_of(modules, budget)?.hide_locations(places);
    }
    Ok(())
}

fn lines_of(modules: &[ModuleNode], budget: &Budget) -> Result<SecretLines> {
    let mut lines = SecretLines::default();
    let mut directories = HashSet::new();
    for node in modules {
        let (module, is_sound) = (&node.module, node.module.is_sound());
        budget.charge(1)?;
        if directories.insert(&node.directory) {
            lines.add_defaults(module.inventory(), is_sound, budget)?;
        }
        let Some((caller, call)) = node.parent else {
            continue;
        };
        let call = &modules[caller].module.inventory().calls[call];
        for variable in &module.inventory().variables {
            if !is_secret(variable, is_sound, budget)? {
                continue;
            }
            // A reference is not a secret itself.
            if let Some(argument) = argument(call, &variable.name, budget)?
                && argument.expr.absolute_traversal_within(budget).is_err()
            {
                lines.add(&argument);
            }
        }
    }
    Ok(lines)
}
