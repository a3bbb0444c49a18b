//! JSON codec of typed values.

mod decode;
mod encode;
mod implied;
mod reader;

pub use decode::{decode, decode_within, document};
pub use encode::write_string;
pub use encode::{encode, encode_within};
pub use implied::{implied_type, implied_type_within};
pub use reader::{Items, MAX_DOCUMENT_NESTING, Peek, Reader};

use crate::calls::{Budget, BudgetError, cost};

/// Charges a document that is read once: its bytes, and the normalization of its strings.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
fn charge_document(text: &str, budget: &Budget) -> Result<(), BudgetError> {
    const STEP: u64 = 64;
    budget.charge(text.len() as u64 / STEP)?;
    cost::normalize(text, budget)
}
