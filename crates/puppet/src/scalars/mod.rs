//! The scalars that only Puppet has, independent of types.
//!
//! Versions, times, URIs and regular expressions are parameters of types as well as values. This
//! module contains their representations and parsers, which both `types` and `values` use.
//! [`text`](mod@text) writes strings and floats, [`inspect`] writes them as Ruby does.

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
