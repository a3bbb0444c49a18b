//! The types of the early specification.
//!
//! It knows less than today's language and says some of it otherwise, by names and
//! defaults of its own, which [`format`](mod@format) writes and
//! [`parse::early`](crate::types::parse::early) reads; [`data`] has the types that today's
//! language does not have. Whatever it does not speak of is today's.

pub(crate) mod data;
pub(crate) mod format;
