//! Logic: the operators on bools as functions.
//!
//! The operators themselves may decide with one unknown operand. The functions do not, because the
//! protocol returns an unknown result for unknown arguments.

use super::define::never_null;
use crate::functions::Function;
use polycty_core::calls::{Allow, Parameter};
use polycty_core::types::Type;

standard! {
    /// Returns whether a bool is false.
    NOT: not(val) [Constant] = |about| Function::new(
        never_null(about.parameter(truth("val", "The bool to invert."))),
        Type::bool().clone(),
        |args, _| args[0].not(),
    );
    /// Returns whether both bools are true.
    AND: and(a, b) [Constant] = |about| Function::new(
        never_null(about.parameter(truth("a", "One bool.")).parameter(truth("b", "The other bool."))),
        Type::bool().clone(),
        |args, _| args[0].and(args[1]),
    );
    /// Returns whether at least one of two bools is true.
    OR: or(a, b) [Constant] = |about| Function::new(
        never_null(about.parameter(truth("a", "One bool.")).parameter(truth("b", "The other bool."))),
        Type::bool().clone(),
        |args, _| args[0].or(args[1]),
    );
}

fn truth(name: &str, description: &str) -> Parameter {
    Parameter::new(name, Type::bool().clone())
        .describe(description)
        .allow(Allow::DYNAMIC | Allow::MARKED)
}
