//! PCL: HCL with the extensions of its information model.
//!
//! PCL adds types for infrastructure languages that need to check programs before values are known:
//! exact integers, unions, null as a type of its own, and deferred values.
//!
//! The modules, from the lowest layer up:
//!
//! - `types`: the PCL form of a type, its normal form, its text forms
//! - `values`: deferred values
//! - `rules`: relations between types and between values and types, and PCL as a
//!   [`Dialect`](polycty_core::dialect::Dialect)
//! - `bind`: the types of an expression and of its nodes

#![forbid(unsafe_code)]
// A slice at an offset that is not a character boundary panics, so each slice states the reason why
// its offset is one.
#![deny(clippy::string_slice)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod bind;
mod rules;
mod types;
mod values;

pub use bind::{
    CheckedExpression, GenericResult, Literals, MAX_DIAGNOSTICS, MakeSignature, NeededConversion,
    Options, ProblemSeverity, Refusal, Splat, TypeScope, TypedArgument, TypedCall, TypedFunction,
    bind, bind_type, type_scope, unwrapped,
};
pub use rules::Pcl;
pub use rules::assignable::{assignable, is_optional};
pub use rules::check::check;
pub use rules::conversion::{Convertibility, conversion};
pub use rules::convert::{choose_member, convert_value};
pub use rules::explain::{Obstacle, why_not, why_unsafe};
pub use rules::infer::type_of;
pub use rules::instance::is_instance;
pub use rules::resolve::{MAX_RESOLUTIONS, resolve_value};
pub use rules::traverse::{Traversed, TypeStep, traverse, traverse_all};
pub use rules::unify::{UnifiedTypes, input_conversions, unify, unify_safe};
pub use types::deferred::{DeferredKind, deferred_kind, input, resolve};
pub use types::display::{COLUMNS, display_columns, display_type};
pub use types::equal::equal;
pub use types::format::{MAX_DISPLAY_BYTES, format_type, line};
pub use types::json::{decode_type, encode_type};
pub use types::normal_form::{DeferredParts, normalize, object, optional, output, promise, union};
pub use types::parse::parse_type;
pub use types::view::{PclType, built_in, constant, enumeration, id, int, opaque, shape, unfolded};
pub use values::{DeferredValue, DeferredValueData, eventual};
