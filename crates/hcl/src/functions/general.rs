//! Functions of values of all types.

use super::define::{DYNAMIC, any, convert, looks_at_all, never_null, refused};
use crate::functions::{Function, ReturnType};
use crate::rules::unify;
use polycty_core::calls::{Allow, Call, Parameter, Signature};
use polycty_core::dialect::Safety;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;

standard! {
    /// Returns whether two values are equal: of the same type and with equal content.
    EQUAL: equal(a, b) [Own] = |about| Function::new(
        pair(about),
        Type::bool().clone(),
        |args, call| {
            looks_at_both(args, call)?;
            args[0].equals(args[1])
        },
    );
    /// Returns whether two values are not equal.
    NOTEQUAL: notequal(a, b) [Own] = |about| Function::new(
        pair(about),
        Type::bool().clone(),
        |args, call| {
            looks_at_both(args, call)?;
            args[0].not_equal(args[1])
        },
    );
    /// Returns the first of several values that is not null, converted to the type that all of them
    /// convert to.
    COALESCE: coalesce(; vals) [Constant] = |about| Function::new(
        never_null(about.variadic(anything("vals", "The values to choose from."))),
        ReturnType::found_within(|args, budget| {
            let nodes = args.iter().map(|arg| u64::from(arg.ty().size()));
            budget.charge(nodes.sum())?;
            unify(args.iter().map(|arg| arg.ty()), Safety::Unsafe)
                .map(|unified| unified.ty)
                .ok_or_else(|| refused("all arguments must have the same type"))
        }),
        |args, call| {
            let ty = call.returns;
            for arg in args {
                if !arg.is_known() {
                    return Ok(Value::unknown(ty.clone()));
                }
                if !arg.is_null() {
                    return convert(arg, ty, call.budget);
                }
            }
            Err(refused("no non-null arguments"))
        },
    );
}

/// Charges a comparison, which ends at the first difference.
fn looks_at_both(args: &[&Value], call: &Call<'_>) -> Result<()> {
    let smaller = args.iter().min_by_key(|arg| arg.size());
    smaller.map_or(Ok(()), |smaller| looks_at_all(smaller, call))
}

fn anything(name: &str, description: &str) -> Parameter {
    any(name, description).allow(Allow::NULL | Allow::UNKNOWN | DYNAMIC)
}

fn pair(about: Signature) -> Signature {
    never_null(
        about
            .parameter(anything("a", "One value."))
            .parameter(anything("b", "The other value.")),
    )
}
