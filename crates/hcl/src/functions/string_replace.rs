//! Replacement of parts of a string.

use super::define::{MAX_RESULT_BYTES, made, never_null, string, text, too_long};
use crate::functions::Function;
use polycty_core::calls::Call;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;

standard! {
    /// Replaces every occurrence of one string in another. The empty string occurs before each
    /// Unicode code point and at the end.
    REPLACE: replace(str, substr, replace) [Linear] = |about| Function::new(
        never_null(
            about
                .parameter(string("str", "The string to replace in."))
                .parameter(string("substr", "The string to replace."))
                .parameter(string("replace", "The replacement.")),
        ),
        Type::string().clone(),
        |args, call| replaced(text(args[0])?, text(args[1])?, text(args[2])?, call),
    );
}

#[expect(clippy::string_slice, reason = "offsets come from `match_indices`")]
fn replaced(whole: &str, part: &str, by: &str, call: &Call<'_>) -> Result<Value> {
    let mut out = String::new();
    let mut done = 0;
    for item in call.budget.each(whole.match_indices(part)) {
        let (at, found) = item?;
        let before = &whole[done..at];
        if out.len() + before.len() + by.len() > MAX_RESULT_BYTES {
            return Err(too_long());
        }
        out.push_str(before);
        out.push_str(by);
        done = at + found.len();
    }
    out.push_str(&whole[done..]);
    made(&out, call)
}
