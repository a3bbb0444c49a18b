//! The functions of the language.
//!
//! The file of each family contains its functions; [`eval::function`](crate::eval::function)
//! defines their representation.

mod annotate;
mod catalog;
mod collection;
mod control;
mod digest;
mod host;
mod iteration;
mod iterator;
mod number;
mod pattern;
mod sprintf;
pub(crate) mod stdlib;
mod string;
mod template;
mod time;
mod tree;
mod types;
mod value;

use crate::eval::function::{Entry, Function, Takes, mismatch};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::KeyedMap;
use polycty_core::values::Value;
use std::borrow::Cow;
use std::sync::LazyLock;

static TABLE: LazyLock<KeyedMap<&'static str, Function>> = LazyLock::new(|| {
    let families: [&'static [Entry]; 17] = [
        annotate::TABLE,
        catalog::TABLE,
        collection::TABLE,
        control::TABLE,
        digest::TABLE,
        host::TABLE,
        iteration::TABLE,
        iterator::TABLE,
        number::TABLE,
        pattern::TABLE,
        sprintf::TABLE,
        string::TABLE,
        template::TABLE,
        time::TABLE,
        tree::TABLE,
        types::TABLE,
        value::TABLE,
    ];
    let entries = families.into_iter().flatten();
    entries
        .map(|entry| (entry.name, Function::new(entry)))
        .collect()
});

/// Returns the function of the language with a name.
pub(crate) fn find(name: &str) -> Option<&'static Function> {
    TABLE.get(name)
}

/// The names of all functions of the language, in no particular order.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.keys().copied()
}

/// Returns the signatures of a function of the language or of the set `stdlib`: parameters with
/// their types, such as `String[1] name, Any value?, Callable block?`. A name ends in `?` if its
/// argument is optional, in `*` or `+` if it takes all further arguments. `None` if there is no
/// such function.
#[must_use]
pub fn signatures(name: &str) -> Option<Vec<Cow<'static, str>>> {
    let function = find(name).or_else(|| stdlib::find(name))?;
    let numbered = |count: usize| (1..=count).map(|at| format!("Any arg{at}"));
    Some(match &function.entry.takes {
        Takes::Signatures(_, texts) | Takes::Checked(texts, _) => {
            texts.iter().map(|text| Cow::Borrowed(*text)).collect()
        }
        Takes::Exactly(count) => {
            let arguments: Vec<String> = numbered(*count).collect();
            vec![arguments.join(", ").into()]
        }
        Takes::AtLeast(count) => {
            let rest = ["Any args*".to_owned()];
            let arguments: Vec<String> = numbered(*count).chain(rest).collect();
            vec![arguments.join(", ").into()]
        }
    })
}

/// Returns Puppet's message about the arguments of a call without a block of a function of the
/// language or of the set `stdlib`; `None` if they match a signature, or if the function is not
/// known.
///
/// # Errors
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub fn call_mismatch(name: &str, args: &[Value], budget: &Budget) -> Result<Option<String>> {
    match find(name).or_else(|| stdlib::find(name)) {
        Some(function) => mismatch(function, args, budget),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests;
