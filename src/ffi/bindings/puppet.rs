//! The Puppet values made from Ruby objects, if the build contains Puppet.

use crate::values::Value;

#[cfg(feature = "puppet")]
mod present {
    use super::Value;
    use crate::dialect::puppet::Special;
    use crate::source::Result;

    pub(crate) use crate::dialect::puppet::{array_of, hash};

    /// Returns the value `default`.
    pub(crate) fn default() -> Result<Value> {
        Special::Default.into_value()
    }

    /// Returns whether a value is `default`.
    pub(crate) fn is_default(value: &Value) -> bool {
        matches!(Special::of(value), Some(Special::Default))
    }
}

#[cfg(not(feature = "puppet"))]
mod present {
    use super::Value;
    use crate::dialect::{DialectId, missing};
    use crate::source::Result;

    pub(crate) fn array_of(_: impl Iterator<Item = Value>) -> Result<Value> {
        Err(missing(DialectId::Puppet))
    }

    pub(crate) fn hash(_: impl Iterator<Item = (Value, Value)>) -> Result<Value> {
        Err(missing(DialectId::Puppet))
    }

    pub(crate) fn default() -> Result<Value> {
        Err(missing(DialectId::Puppet))
    }

    pub(crate) fn is_default(_: &Value) -> bool {
        false
    }
}

pub(super) use present::{array_of, default, hash, is_default};
