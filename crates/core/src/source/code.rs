//! Codes: the kinds of failures.

/// What kind of failure it is. The numbers are those of the C ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum Code {
    /// An argument that no call may have: NULL, out of range, of another kind. It is a mistake of
    /// the program that calls, never of a text or value of its user.
    InvalidArgument = 1,
    /// Text that is not UTF-8.
    InvalidUtf8 = 2,
    /// Input that does not follow its grammar.
    Syntax = 3,
    /// A type or value that is not of the type that was wanted.
    Type = 4,
    /// A value that cannot be converted to the type that was wanted.
    Conversion = 5,
    /// Something that the format, the dialect or the operation does not have.
    Unsupported = 6,
    /// An attribute, index, key or name that does not exist.
    NotFound = 7,
    /// A limit that keeps time and memory bounded.
    Limit = 8,
    /// Arithmetic without an answer, such as zero divided by zero.
    Arithmetic = 9,
    /// A null where a value is needed.
    Null = 10,
    /// An unknown where a known value is needed.
    Unknown = 11,
    /// A mark where there may be none.
    Marked = 12,
    /// What a function or another callback of the host reported.
    Callback = 13,
    /// A callback that broke its contract.
    Misbehaved = 14,
    /// A fault of the library itself.
    Internal = 15,
    /// Whatever the diagnostics tell.
    Diagnostics = 16,
    /// The host ended the operation before its end.
    Cancelled = 17,
    /// A value that the operation or the function does not accept, such as a negative length.
    Value = 18,
}

impl Code {
    /// Whether it says that something was not done, and not that there is something wrong with
    /// what was asked: a limit, or the host's own end to it. Nothing that goes on after a
    /// failure does so after such a one.
    #[must_use]
    #[inline]
    pub fn is_refusal(self) -> bool {
        matches!(self, Code::Limit | Code::Cancelled)
    }

    /// The code's name, for logs and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Code::InvalidArgument => "invalid_argument",
            Code::InvalidUtf8 => "invalid_utf8",
            Code::Syntax => "syntax",
            Code::Type => "type",
            Code::Conversion => "conversion",
            Code::Unsupported => "unsupported",
            Code::NotFound => "not_found",
            Code::Limit => "limit",
            Code::Arithmetic => "arithmetic",
            Code::Null => "null",
            Code::Unknown => "unknown",
            Code::Marked => "marked",
            Code::Callback => "callback",
            Code::Misbehaved => "misbehaved",
            Code::Internal => "internal",
            Code::Diagnostics => "diagnostics",
            Code::Cancelled => "cancelled",
            Code::Value => "value",
        }
    }
}
