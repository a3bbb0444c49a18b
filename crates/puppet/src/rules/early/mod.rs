//! The rules of the early specification.
//!
//! `undef` is [assignable](mod@assignable) to every type, the types of values contain no parameters
//! ([`infer`]), and the hierarchy of types is different ([`unify`]). All other rules are those of
//! the current language. The operations are methods of [`Mode`](crate::mode::Mode).

pub(crate) mod assignable;
pub(crate) mod infer;
pub(crate) mod unify;
