//! The types of the early specification.
//!
//! It has fewer types than the current language, and some names and defaults differ.
//! [`format`](mod@format) writes them, [`parse::early`](crate::types::parse::early) parses them,
//! and [`data`] contains the types that the current language does not have. Everything else is as
//! in the current language.

pub(crate) mod data;
pub(crate) mod format;
