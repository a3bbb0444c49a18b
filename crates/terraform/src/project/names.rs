//! Values of the names of each module, for an editor.

use super::providers::Configurations;
use super::walk::{OutputTypes, Phase, Walk};
use super::{ModuleNames, Project};
use crate::module::sink::DiagnosticSink;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use std::collections::BTreeMap;

/// Walks over a project without values for the variables of the root module, and returns the values
/// of the names in each module. Errors do not end the walk.
pub(crate) fn names(project: &Project, budget: &Budget) -> Result<Vec<ModuleNames>> {
    let mut sink = DiagnosticSink::new(project.options.release, budget);
    let given = BTreeMap::new();
    let mut walk = Walk::new(project, Phase::Validate, OutputTypes::Inferred, &given);
    if let Ok(found) = Configurations::find(&project.modules, budget)? {
        walk.configurations = found;
    }
    walk.keeps_going = true;
    walk.run(&mut sink)?;
    let states = walk.states.into_iter();
    let names = states.map(|instances| {
        let state = instances.into_iter().next();
        state.map_or_else(ModuleNames::default, |state| ModuleNames {
            locals: state.locals,
            outputs: state.outputs,
            resources: state.resources,
        })
    });
    Ok(names.collect())
}
