//! The values that only Puppet has, and the notations of all its values.

pub(crate) mod format;
pub(crate) mod iterate;
pub(crate) mod json;
pub(crate) mod label;
pub(crate) mod param;
pub(crate) mod row;
pub(crate) mod special;
pub(crate) mod support;
