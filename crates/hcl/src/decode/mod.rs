//! Decoding of bodies to values by specifications (HCL `hcldec`).
//!
//! A [`Spec`] defines the content of a body and the value that is created from it. The type of the
//! value is therefore known before any body is decoded.
//!
//! - `spec`: the kinds of specs
//! - `schema`: the schema of a spec
//! - `run`, `blocks`, `attributes`: decoding
//! - `lookup`: the items of a spec in a body, and the source of its value
//! - `rest`: bodies as values
//! - `needs`: the variables that a body needs
//! - [`read_spec`]: specs written as HCL documents
//! - [`read_functions`]: functions written in HCL
//!
//! ```
//! use polycty_hcl::body::parse_config;
//! use polycty_hcl::decode::{Presence, Spec};
//! use polycty_core::types::Type;
//! let port = Spec::attribute("port", Type::number().clone(), Presence::Required);
//! let name = Spec::block_label(0, "name").unwrap();
//! let service = Spec::object([("name".into(), name), ("port".into(), port)]);
//! let services = Spec::block_list("service", service.unwrap(), Default::default()).unwrap();
//!
//! let file = parse_config(b"service \"web\" {\n  port = \"80\"\n}\n", "main.hcl");
//! let decoded = services.decode(&file.body, None);
//! assert!(decoded.diagnostics.is_empty());
//! let web = &decoded.value.parts().unwrap()[0];
//! assert_eq!(web.attribute("port").unwrap().as_number().unwrap().to_i64(), Some(80));
//! assert_eq!(decoded.value.ty(), services.implied_type());
//! ```

mod attributes;
mod blocks;
mod document;
mod functions;
mod lookup;
mod needs;
mod rest;
mod run;
mod schema;
mod spec;
mod type_values;

pub use document::{SpecDocument, read_spec, read_spec_within};
pub use functions::{UserFunctions, read_functions, read_functions_within};
pub use needs::Needs;
pub use rest::body_of;
pub use schema::{AttributeItem, BlockItem, SpecItems};
pub use spec::{Count, MAX_DEPTH, MAX_SIZE, Presence, Spec};
