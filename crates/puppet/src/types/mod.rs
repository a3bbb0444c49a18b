//! Puppet's types: representation, notation and normal forms.
//!
//! - [`nominal`]: the types that only Puppet has
//! - [`normal_form`]: constructors that return the normal form
//! - [`data`]: the built-in aliases
//! - [`undef`]: whether a type accepts undef
//! - [`generalize`](mod@generalize): types without their bounds
//! - [`normalize`](mod@normalize): the simplest form of a type
//! - [`format`](mod@format): types to text
//! - [`parse`]: text to types
//! - [`alias`]: the aliases of the host
//! - [`define`]: definitions of aliases
//! - [`same`](mod@same): structural comparison
//! - [`early`]: differences of the early specification

pub(crate) mod alias;
pub mod data;
pub(crate) mod define;
pub(crate) mod early;
pub(crate) mod format;
pub(crate) mod generalize;
pub mod nominal;
pub mod normal_form;
pub(crate) mod normalize;
pub(crate) mod object;
mod object_text;
pub(crate) mod parse;
pub(crate) mod parts;
pub(crate) mod pcore;
pub(crate) mod resources;
pub(crate) mod same;
pub(crate) mod undef;
