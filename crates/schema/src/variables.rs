//! Variables: validation of documents as the values of a Terraform module's variables.
//!
//! The module itself is evaluated: values are converted to the variables' types, and the rules of
//! variables are evaluated. A witness can therefore show a violation of a rule that no schema
//! describes.

use crate::document::Document;
use crate::evaluate::Validity;
use crate::fits::{Question, fits, is_readable};
use crate::values::value_of;
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::{Code, Result};
use polycty_terraform::module::{Given, Module, Options, Unset};
use polycty_translate::mapping;

/// The variables of a module.
#[derive(Clone, Debug)]
pub struct Variables {
    module: Module,
    options: Options,
}

impl Variables {
    /// The variables of a module. Files, the clock and other modules are unknown to its rules, so
    /// no document violates rules that depend on them.
    #[must_use]
    pub fn of(module: &Module) -> Variables {
        let mut options = Options::default();
        options.unset = Unset::Error;
        Variables {
            module: module.clone(),
            options,
        }
    }

    /// The module.
    #[must_use]
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Returns whether the module accepts a document as the values of its variables, for the two
    /// questions of [`export_module`](crate::export_module). The result is unknown for a document
    /// that HCL cannot read.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn takes(
        &self,
        document: &Document,
        question: Question,
        budget: &Budget,
    ) -> Result<Validity> {
        budget.charge(document.size())?;
        if !is_readable(document, DialectId::Hcl) {
            return Ok(Validity::Unknown);
        }
        let Some(members) = document.as_object() else {
            return Ok(Validity::Invalid);
        };
        let variables = &self.module.inventory().variables;
        let mut given = Given::default();
        for (name, member) in members {
            budget.charge(variables.len() as u64 / 8)?;
            let variable = variables.iter().find(|variable| variable.name == *name);
            if question == Question::IsValue {
                let fit = match variable {
                    Some(variable) => {
                        fits(member, variable.ty(), DialectId::Hcl, question, budget)?
                    }
                    None => Validity::Invalid,
                };
                if fit != Validity::Valid {
                    return Ok(fit);
                }
            }
            if variable.is_some() {
                given.value(name.clone(), value_of(member, mapping(DialectId::Hcl)?)?);
            }
        }
        match self.module.evaluate(&given, &self.options, budget) {
            Ok(found) if found.are_valid.iter().all(|is_right| *is_right) => Ok(Validity::Valid),
            Ok(_) => Ok(Validity::Invalid),
            Err(error) if matches!(error.code(), Code::Limit | Code::Cancelled) => {
                budget.finish()?;
                Ok(Validity::Unknown)
            }
            Err(error) => Err(error),
        }
    }
}
