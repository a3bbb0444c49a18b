//! The scalars that only Puppet has, before there are types of them.
//!
//! A version, a time, a URI and an expression stand in types as parameters as well
//! as among values: here is what they are and how their texts read, which both the
//! rooms above need. [`text`](mod@text) writes strings and floats, [`inspect`] as Ruby shows them.

mod blocks;
pub(crate) mod early_regexp;
pub(crate) mod inspect;
pub(crate) mod pattern;
pub(crate) mod properties;
pub(crate) mod regexp;
pub(crate) mod regexp_text;
pub mod semver;
pub(crate) mod strftime;
pub(crate) mod strptime;
pub(crate) mod text;
pub(crate) mod time;
pub(crate) mod timespan_format;
pub(crate) mod timespan_write;
pub mod uri;
