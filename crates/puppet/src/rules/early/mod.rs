//! The rules of the early specification.
//!
//! `undef` is [assignable](mod@assignable) to every type, the types of values keep nothing
//! of the value ([`infer`]), and above them stands a hierarchy of its own ([`unify`]).
//! Whatever it does not speak of is today's. The verbs are reached through
//! [`Mode`](crate::mode::Mode).

pub(crate) mod assignable;
pub(crate) mod infer;
pub(crate) mod unify;
