//! `SemVer.new` and `SemVerRange.new`.
//!
//! The argument is a text, the parts in order, or a hash of the parts.

use crate::rules::constructors;
use crate::rules::convert::made::{Failure, Made, named, no_conversion};
use crate::scalars::semver::{Ranges, Version};
use crate::values::special::Special;
use polycty_core::calls::Budget;
use polycty_core::source::Code;
use polycty_core::values::Value;

/// A version.
pub(super) fn version(args: &[Value], budget: &Budget) -> Made {
    let function = constructors::version();
    let which = match function.select(args, budget) {
        Ok(which) => which,
        Err(failure) if matches!(failure.0.code(), Code::Limit | Code::Cancelled) => {
            return Err(failure);
        }
        // A single text has a message of its own.
        Err(failure) => match args {
            [text] if text.as_str().is_some() => {
                return Err(function.refuse(&no_conversion(text, "a SemVer", budget)?));
            }
            _ => return Err(failure),
        },
    };
    if which == 0 {
        let text = args[0].as_str().unwrap_or_default();
        let text = text.strip_suffix('\n').unwrap_or(text);
        return made(Version::parse(text).ok_or_else(|| unreadable(text))?);
    }
    let part = |at: usize, name: &str| match which {
        1 => args.get(at),
        _ => named(&args[0], name),
    };
    let number = |at: usize, name: &str| {
        let integer = part(at, name).and_then(Value::as_integer);
        integer
            .and_then(|integer| integer.to_u64())
            .ok_or_else(too_large)
    };
    let text = |at: usize, name: &str| part(at, name).and_then(Value::as_str).map(Into::into);
    made(Version {
        major: number(0, "major")?,
        minor: number(1, "minor")?,
        patch: number(2, "patch")?,
        prerelease: text(3, "prerelease"),
        build: text(4, "build"),
    })
}

fn made(version: Version) -> Made {
    Ok(Special::SemVer(version.into()).into_value()?)
}

#[cold]
fn too_large() -> Failure {
    Failure::limit("a number of a version is greater than 18446744073709551615")
}

/// The error for a text that resembles a version.
#[cold]
fn unreadable(text: &str) -> Failure {
    let numbers = text.split(['-', '+']).next().unwrap_or_default();
    if numbers.split('.').any(|part| part.parse::<u64>().is_err()) {
        return too_large();
    }
    "Numeric pre-release identifiers MUST NOT contain leading zeroes".into()
}

/// A range of versions.
pub(super) fn range(args: &[Value], budget: &Budget) -> Made {
    let which = constructors::version_range().select(args, budget)?;
    let range = if which == 0 {
        Ranges::parse(args[0].as_str().unwrap_or_default())?
    } else {
        let part = |at: usize, name: &str| match which {
            1 => args.get(at),
            _ => named(&args[0], name),
        };
        let end = |at: usize, name: &str| match part(at, name).and_then(Special::of) {
            Some(Special::SemVer(version)) => Some((**version).clone()),
            _ => None,
        };
        let excluded = part(2, "exclude_max").and_then(Value::as_bool);
        Ranges::between(end(0, "min"), end(1, "max"), excluded == Some(true))
    };
    Ok(Special::SemVerRange(range).into_value()?)
}
