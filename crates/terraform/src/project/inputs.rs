//! Values for the variables of the root module, as an evaluation of one module takes them.

use super::{LoadedProject, ModuleSources, Planned, Project, ProjectOptions};
use crate::host::Files;
use crate::module::sink::DiagnosticSink;
use crate::module::variables::{IsRead, bind};
use crate::module::{Given, Module, Options, Release, Unset};
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Result};
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The values for the variables of the root module while modules are loaded.
#[derive(Clone, Copy)]
pub(super) enum RootValues<'v> {
    Values(&'v BTreeMap<Str, Value>),
    Inputs(&'v Given),
}

impl<'v> RootValues<'v> {
    /// The values by the names of their variables. Errors of the inputs are not reported: a plan
    /// reports them.
    pub(super) fn of(
        self,
        module: &Module,
        release: Release,
        budget: &Budget,
    ) -> Result<Cow<'v, BTreeMap<Str, Value>>> {
        Ok(match self {
            RootValues::Values(values) => Cow::Borrowed(values),
            RootValues::Inputs(given) if given.is_empty() => Cow::Owned(BTreeMap::new()),
            RootValues::Inputs(given) => {
                let mut sink = DiagnosticSink::new(release, budget);
                let options = Options {
                    unset: Unset::Unknown,
                    ..Options::default()
                };
                Cow::Owned(values_of(module, given, &options, &mut sink)?)
            }
        })
    }
}

/// The values of a module's variables without the marks of their declarations: those that are
/// given, and unknown ones where the options ask for them.
fn values_of(
    module: &Module,
    given: &Given,
    options: &Options,
    sink: &mut DiagnosticSink<'_>,
) -> Result<BTreeMap<Str, Value>> {
    let variables = &module.inventory().variables;
    let read = if module.is_sound() {
        IsRead::Whole
    } else {
        IsRead::InPart
    };
    let names = &module.places.variables;
    let bound = bind(variables, names, given, read, options, sink)?;
    let mut values = BTreeMap::new();
    for (variable, bound) in variables.iter().zip(bound) {
        if let Some(value) = bound.value
            && (bound.is_given || variable.default.is_none())
        {
            values.insert(variable.name.clone(), value.unmark_deep().0);
        }
    }
    Ok(values)
}

impl Project {
    /// Reads a project as [`Project::load`] does. The values of root variables with `const` are
    /// taken from inputs. Errors of the inputs are reported by [`Project::plan_with`].
    ///
    /// # Errors
    /// As [`Project::load`].
    pub fn load_with(
        files: &dyn Files,
        root: &str,
        given: &Given,
        sources: &dyn ModuleSources,
        options: &ProjectOptions,
        budget: &Budget,
    ) -> Result<LoadedProject> {
        let given = RootValues::Inputs(given);
        Project::loaded(files, root, given, sources, options, budget)
    }

    /// Evaluates the project as [`Project::plan`] does, with inputs for the variables of the root
    /// module. If an input has an error, or the project was read with errors, only the inputs are
    /// checked.
    ///
    /// # Errors
    /// As [`Project::plan`].
    pub fn plan_with(&self, given: &Given, unset: Unset, budget: &Budget) -> Result<Planned> {
        let mut sink = DiagnosticSink::new(self.options.release, budget);
        let options = Options {
            unset,
            strictness: self.options.strictness,
            ..Options::default()
        };
        let values = values_of(&self.modules[0].module, given, &options, &mut sink)?;
        let failed = sink.failed_since(0);
        let mut diagnostics: Vec<Diagnostic> = sink.into_vec();
        super::secrets::hide(&self.modules, &mut diagnostics, &mut [], budget)?;
        if failed || !self.is_loaded {
            return Ok(Planned {
                diagnostics,
                ..Planned::default()
            });
        }
        let mut planned = self.plan(&values, budget)?;
        diagnostics.append(&mut planned.diagnostics);
        planned.diagnostics = diagnostics;
        Ok(planned)
    }
}
