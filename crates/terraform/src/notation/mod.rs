//! Conversion of configuration files between native syntax and JSON syntax.
//!
//! Terraform reads some arguments without evaluating them: types, references in `depends_on`, names of
//! providers and others. JSON syntax has them as strings with their text. Other arguments are
//! evaluated without variables; their strings are not templates in JSON syntax. All other strings are
//! templates.
//!
//! - `forms`: the form of each argument, and the blocks of each body
//! - [`to_json`]: native syntax to JSON syntax; [`to_native`]: the reverse
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_terraform::notation::{to_json, to_native};
//! let text = "variable \"a\" {\n  type = map(string)\n}\n";
//! let budget = Budget::standard();
//! let json = to_json("main.tf", text.as_bytes(), &budget).unwrap();
//! assert!(json.contains("\"type\": \"map(string)\""));
//! let native = to_native("main.tf.json", json.as_bytes(), None, &budget).unwrap();
//! assert_eq!(native.text, text);
//! ```

mod forms;
mod native;
#[cfg(test)]
mod tests;

pub use native::{Native, to_native};
pub(crate) use native::{ProviderBlock, ProviderBlocks};

use forms::Terraform;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_hcl::write::config_as_json;

/// Returns a file in native syntax as JSON syntax. Comments become the property `//` of the body that
/// contains them. A file of values has a name that ends in `.tfvars`.
///
/// # Errors
/// - [`Code::Syntax`](polycty_core::source::Code::Syntax) with diagnostics if the text cannot be
///   parsed.
/// - [`Code::Unsupported`](polycty_core::source::Code::Unsupported) if an argument and a block have
///   the same name.
/// - [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub fn to_json(name: &str, text: &[u8], budget: &Budget) -> Result<String> {
    config_as_json(text, name, &Terraform::of(name), budget)
}
