//! Statuses: the results of calls.

use super::text::pcty_str;
use crate::ffi::panics::quiet;
use crate::source::Code;

/// The result of a call: PCTY_OK or one of PCTY_ERROR_*.
pub type pcty_status = u32;

/// The call succeeded.
pub const PCTY_OK: pcty_status = 0;
/// An invalid argument: NULL, out of range, of another kind. It is a mistake of the calling
/// program, never of a text or value from its user.
pub const PCTY_ERROR_INVALID_ARGUMENT: pcty_status = 1;
/// Text that is not UTF-8.
pub const PCTY_ERROR_INVALID_UTF8: pcty_status = 2;
/// Input that does not follow its grammar.
pub const PCTY_ERROR_SYNTAX: pcty_status = 3;
/// A type or value that does not match the expected type.
pub const PCTY_ERROR_TYPE: pcty_status = 4;
/// A value that cannot be converted to the expected type, or not without loss.
pub const PCTY_ERROR_CONVERSION: pcty_status = 5;
/// A type, value or operation that the format or the dialect does not support.
pub const PCTY_ERROR_UNSUPPORTED: pcty_status = 6;
/// An attribute, index, key or name that does not exist.
pub const PCTY_ERROR_NOT_FOUND: pcty_status = 7;
/// A limit on time or memory was exceeded.
pub const PCTY_ERROR_LIMIT: pcty_status = 8;
/// Arithmetic without a result, such as zero divided by zero.
pub const PCTY_ERROR_ARITHMETIC: pcty_status = 9;
/// A null where a value is needed.
pub const PCTY_ERROR_NULL: pcty_status = 10;
/// An unknown where a known value is needed.
pub const PCTY_ERROR_UNKNOWN: pcty_status = 11;
/// A mark where marks are not allowed.
pub const PCTY_ERROR_MARKED: pcty_status = 12;
/// An error that a function or another callback of the host reported.
pub const PCTY_ERROR_CALLBACK: pcty_status = 13;
/// A callback that broke its contract.
pub const PCTY_ERROR_MISBEHAVED: pcty_status = 14;
/// An internal error of the library.
pub const PCTY_ERROR_INTERNAL: pcty_status = 15;
/// The errors are in the diagnostics.
pub const PCTY_ERROR_DIAGNOSTICS: pcty_status = 16;
/// The host cancelled the operation.
pub const PCTY_ERROR_CANCELLED: pcty_status = 17;
/// A value that the operation or the function does not accept, such as a negative length.
pub const PCTY_ERROR_VALUE: pcty_status = 18;

const CODES: [(Code, pcty_status); 18] = [
    (Code::InvalidArgument, PCTY_ERROR_INVALID_ARGUMENT),
    (Code::InvalidUtf8, PCTY_ERROR_INVALID_UTF8),
    (Code::Syntax, PCTY_ERROR_SYNTAX),
    (Code::Type, PCTY_ERROR_TYPE),
    (Code::Conversion, PCTY_ERROR_CONVERSION),
    (Code::Unsupported, PCTY_ERROR_UNSUPPORTED),
    (Code::NotFound, PCTY_ERROR_NOT_FOUND),
    (Code::Limit, PCTY_ERROR_LIMIT),
    (Code::Arithmetic, PCTY_ERROR_ARITHMETIC),
    (Code::Null, PCTY_ERROR_NULL),
    (Code::Unknown, PCTY_ERROR_UNKNOWN),
    (Code::Marked, PCTY_ERROR_MARKED),
    (Code::Callback, PCTY_ERROR_CALLBACK),
    (Code::Misbehaved, PCTY_ERROR_MISBEHAVED),
    (Code::Internal, PCTY_ERROR_INTERNAL),
    (Code::Diagnostics, PCTY_ERROR_DIAGNOSTICS),
    (Code::Cancelled, PCTY_ERROR_CANCELLED),
    (Code::Value, PCTY_ERROR_VALUE),
];

// The discriminant of a code equals its status.
const _: () = {
    let mut at = 0;
    while at < CODES.len() {
        assert!(CODES[at].0 as u32 == CODES[at].1);
        at += 1;
    }
};

pub(crate) fn status_of(code: Code) -> pcty_status {
    code as u32
}

/// Returns the code of a status; `None` for PCTY_OK and for numbers without a name.
pub(crate) fn code_of(status: pcty_status) -> Option<Code> {
    CODES
        .iter()
        .find(|(_, number)| *number == status)
        .map(|(code, _)| *code)
}

/// Returns the name of a status, such as "invalid_argument", for logs; "ok" for PCTY_OK and
/// "unnamed" for a number without a constant.
///
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_status_name(status: pcty_status) -> pcty_str {
    quiet(pcty_str::NONE, || {
        pcty_str::borrowed(match code_of(status) {
            Some(code) => code.name(),
            None if status == PCTY_OK => "ok",
            None => "unnamed",
        })
    })
}
