//! PCL: HCL with the extensions of its information model.
//!
//! What an infrastructure language needs to know before values exist: exact
//! integers, unions, null as a type of its own, values that are there only later.
//!
//! - [`shape`](mod@shape): the types and their normal form; [`equal`](mod@equal): when two are
//!   one
//! - `text`, `parse`, `display`: a type in one line, and for people
//! - `derive`: what may be given for a type, and what becomes of eventual ones
//! - `assign`, `convert`, `why`, `unify`: what stands between types, why, and what
//!   they have in common
//! - `traverse`: where steps into a value lead
//! - `bind`: the type of an expression, and of each node of it
//! - `value`, `eventual`: values of other types, and those that are not there yet
//! - `unknown`: what an unknown value becomes; `check`: all that is wrong with a value
//! - `rules`: PCL as a [`Dialect`](crate::dialect::Dialect)
//! - `json`: types in the notation of cty's JSON

#![forbid(unsafe_code)]

mod assign;
mod bind;
mod check;
mod convert;
mod derive;
mod display;
mod equal;
mod eventual;
mod json;
mod parse;
mod rules;
mod shape;
mod text;
mod traverse;
mod unify;
mod unknown;
mod value;
mod why;

pub use assign::{assignable, is_optional};
pub use bind::{
    Bound, GenericAnswer, Leniency, Literals, MAX_DIAGNOSTICS, MAX_SCOPES, MakeSignature,
    NeededConversion, Options, Refusal, Splat, TypeScope, TypedArgument, TypedCall, TypedFunction,
    TypedParameter, TypedSignature, bind, bind_type, type_scope, unwrapped,
};
pub use check::{MAX_FAULTS, check};
pub use convert::{Conversion, conversion};
pub use derive::{Eventuals, Held, held, input, resolve};
pub use display::{COLUMNS, display_columns, display_type};
pub use equal::equal;
pub use eventual::{Eventual, EventualData, MAX_RESOLUTIONS, eventual, resolve_value};
pub use json::{decode_type, encode_type};
pub use parse::parse_type;
use polycty_core::{codec, dialect, number, source, types, values};
pub use rules::Pcl;
pub use shape::{
    Shape, built_in, constant, enumeration, id, int, normalize, object, opaque, optional, output,
    promise, shape, unfolded, union,
};
pub use text::{MAX_TEXT, format_type, line};
pub use traverse::{Traversed, TypeStep, traverse, traverse_all};
pub use unify::{UnifiedTypes, input_conversions, unify, unify_safe};
pub use value::{choose_member, convert_value, is_instance, type_of};
pub use why::{Obstacle, why_not, why_unsafe};
