//! Evaluation of templates.
//!
//! Marks of the parts are moved to the string. If a part is unknown, the string is unknown, and the
//! text before that part becomes its known prefix. An error ends the string.

use super::evaluator::{Evaluator, MAX_STRING};
use crate::syntax::{ExprId, List};
use polycty_core::calls::cost;
use polycty_core::number::DOUBLE_PRECISION;
use polycty_core::source::Code;
use polycty_core::types::Type;
use polycty_core::values::{MarkSet, Value};

/// The maximum length of a known prefix, in bytes.
const MAX_PREFIX: usize = 128;

/// The maximum size of the text buffer that is kept for the next template, in bytes.
const MAX_KEPT: usize = 1 << 16;

/// The maximum length in bytes of a text that is charged as a whole instead of piece by piece.
const MAX_SHORT: usize = 256;

/// The number of bytes of text that are copied in one step.
const STEP_BYTES: usize = 64;

const SUMMARY: &str = "Invalid template interpolation value";

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn template(&mut self, id: ExprId, parts: List<ExprId>) -> Value {
        let tree = self.tree;
        let before = self.sink.count();
        // A nested template uses its own buffer.
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        let mut marks = MarkSet::EMPTY;
        let mut known = true;
        for part in &tree[parts] {
            let value = self.eval(*part);
            let bare = value.unmarked();
            if bare.is_null() {
                self.report_error_within(
                    tree[*part].span,
                    tree[id].span,
                    SUMMARY,
                    "The expression result is null. Cannot include a null value in a string template.",
                );
                continue;
            }
            if value.is_marked() {
                marks = marks.union(&value.marks());
            }
            if !bare.is_known() {
                known = false;
                continue;
            }
            let converted;
            let mut digits = [0; 20];
            let piece = match bare.as_str() {
                Some(piece) => piece,
                None => match short_number(bare, &mut digits) {
                    Some(piece) => piece,
                    None => match self.convert(*part, bare, Type::string()) {
                        Ok(string) => {
                            converted = string;
                            converted.as_str().unwrap_or_default()
                        }
                        Err(error) => {
                            let detail = format!(
                                "Cannot include the given value in a string template: {}.",
                                error.message()
                            );
                            self.report_error_within(
                                tree[*part].span,
                                tree[id].span,
                                SUMMARY,
                                detail,
                            );
                            continue;
                        }
                    },
                },
            };
            let goes_on = known && !self.sink.failed_since(before);
            if goes_on && !self.grow(id, &mut text, piece) {
                return Value::dynamic();
            }
        }
        if !self.hold(id, text.len().min(MAX_SHORT)) {
            return Value::dynamic();
        }
        if known && !self.normalize(id, &text) {
            return Value::dynamic();
        }
        let string = if known {
            Value::nfc_string(&text)
        } else if self.failed_since(before) {
            not_null_string("")
        } else {
            not_null_string(&text)
        };
        if text.capacity() <= MAX_KEPT {
            self.text = text;
        }
        string.with_marks(&marks)
    }

    /// Returns the concatenated strings of a `for` directive.
    #[inline(never)]
    pub(super) fn template_join(&mut self, id: ExprId, inner: ExprId) -> Value {
        let span = self.tree[id].span;
        let tuple = self.eval(inner);
        let (tuple, mut marks) = tuple.unmark();
        let unknown = |marks: &MarkSet| Value::unknown(Type::string().clone()).with_marks(marks);
        let Some(parts) = tuple.parts() else {
            return unknown(&marks);
        };
        let mut text = String::new();
        for part in parts {
            let bare = part.unmarked();
            if bare.is_null() {
                self.report_error(
                    span,
                    SUMMARY,
                    "An iteration result is null. Cannot include a null value in a string template.",
                );
                continue;
            }
            if bare.ty().is_any() {
                return unknown(&marks);
            }
            match self.convert(inner, bare, Type::string()) {
                Err(error) => {
                    let detail = format!(
                        "Cannot include one of the interpolation results into the string template: {}.",
                        error.message()
                    );
                    self.report_error(span, SUMMARY, detail);
                }
                Ok(string) => {
                    marks = marks.union(&part.marks());
                    let Some(piece) = string.as_str() else {
                        return unknown(&marks);
                    };
                    if !self.grow(id, &mut text, piece) {
                        return Value::dynamic();
                    }
                }
            }
        }
        if !self.hold(id, text.len().min(MAX_SHORT)) || !self.normalize(id, &text) {
            return Value::dynamic();
        }
        Value::nfc_string(&text).with_marks(&marks)
    }

    /// Appends a piece to the text of a template. Returns `false` if a limit is exceeded.
    #[inline]
    fn grow(&mut self, id: ExprId, text: &mut String, piece: &str) -> bool {
        let may = text.len() + piece.len() <= MAX_SHORT || self.may_grow(id, text, piece);
        if may {
            text.push_str(piece);
        }
        may
    }

    /// Charges the normalization of a text; false if the budget is exceeded.
    #[inline]
    fn normalize(&mut self, id: ExprId, text: &str) -> bool {
        let charged = cost::normalize(text, self.sink.budget).is_ok();
        charged || self.work(id, 0)
    }

    #[inline(never)]
    fn may_grow(&mut self, id: ExprId, text: &str, piece: &str) -> bool {
        if piece.len() > MAX_STRING - text.len() {
            self.too_long(id);
            return false;
        }
        self.work(id, piece.len() / STEP_BYTES) && self.hold(id, piece.len())
    }

    #[cold]
    fn too_long(&mut self, id: ExprId) {
        let detail = format!("This template makes a string of more than {MAX_STRING} bytes.");
        let at = self.range_of(id);
        self.sink.end(Code::Limit, detail, Some(at));
    }
}

/// Returns an unknown string that is not null and starts with a prefix.
#[expect(clippy::string_slice, reason = "the end is moved back to a boundary")]
fn not_null_string(prefix: &str) -> Value {
    let mut end = prefix.len().min(MAX_PREFIX);
    let cut = end < prefix.len();
    while !prefix.is_char_boundary(end) {
        end -= 1;
    }
    let unknown = Value::unknown(Type::string().clone()).refine().not_null();
    let refined = if cut && end < MAX_PREFIX {
        // The cut was moved back to the start of a character.
        unknown.prefix_full(&prefix[..end])
    } else {
        unknown.prefix(&prefix[..end])
    };
    refined
        .build()
        .unwrap_or_else(|_| Value::unknown(Type::string().clone()))
}

/// Fast path: the digits of a short integer, which most numbers are. `-0` is excluded, and so are
/// larger numbers, because a number of double precision with more bits is written with final zeros.
fn short_number<'d>(value: &Value, digits: &'d mut [u8; 20]) -> Option<&'d str> {
    let int = value.as_small_whole()?;
    let mut rest = int.unsigned_abs();
    if rest >= 1 << DOUBLE_PRECISION {
        return None;
    }
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if int < 0 {
        at -= 1;
        digits[at] = b'-';
    }
    std::str::from_utf8(&digits[at..]).ok()
}
