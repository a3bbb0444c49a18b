//! Outputs of the modules of a project, and their JSON form for tools.

use super::{Planned, PlannedOutput};
use crate::module::inventory::Output;
use crate::module::report::Json;
use crate::sensitive::{EPHEMERAL, SENSITIVE};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Severity};
use polycty_core::types::Str;
use polycty_core::values::{MarkSet, Value};

/// The bytes of an output, without its address.
const OUTPUT: u64 = 200;

impl PlannedOutput {
    /// An output of an instance of a module. `prefix` is the address of the instance with a point
    /// after it; empty for the root module.
    pub(super) fn new(
        output: &Output,
        prefix: &str,
        value: Value,
        budget: &Budget,
    ) -> Result<PlannedOutput> {
        budget.hold(OUTPUT + 2 * prefix.len() as u64)?;
        let address = if prefix.is_empty() {
            output.name.to_string()
        } else {
            format!("{prefix}output.{}", output.name)
        };
        let declared = [
            (output.is_sensitive(), SENSITIVE),
            (output.is_ephemeral(), EPHEMERAL),
        ];
        let declared = declared.into_iter().filter(|(is_declared, _)| *is_declared);
        Ok(PlannedOutput {
            name: output.name.clone(),
            address,
            module: prefix.strip_suffix('.').unwrap_or_default().to_owned(),
            value,
            declared: declared
                .map(|(_, mark)| Str::from(mark))
                .collect::<MarkSet>(),
        })
    }

    /// The value with the marks of its parts and those of the declaration.
    #[must_use]
    pub fn marked(&self) -> Value {
        self.value.with_marks(&self.declared)
    }
}

impl Planned {
    /// Whether there are errors. If so, outputs that depend on them are missing.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        let mut all = self.diagnostics.iter();
        all.any(|found| found.severity == Severity::Error)
    }

    /// Returns the outputs as one JSON object: `valid`, `outputs` by their addresses, and
    /// `diagnostics`. An output has the members `module` and `name`, and the type and value as in
    /// [`Evaluation::to_json`](crate::module::Evaluation::to_json).
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn to_json(&self, budget: &Budget) -> Result<String> {
        let mut json = Json::new(budget);
        json.open('{')?;
        json.flag("valid", !self.has_errors())?;
        json.key("outputs")?;
        json.open('{')?;
        for output in &self.outputs {
            json.key(&output.address)?;
            json.open('{')?;
            json.text("module", &output.module)?;
            json.text("name", &output.name)?;
            json.value(&output.marked())?;
            json.close('}')?;
        }
        json.close('}')?;
        json.diagnostics(&self.diagnostics)?;
        json.close('}')?;
        json.into_text()
    }
}
