//! Error codes.

/// The kind of an error. The numbers are those of the C ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum Code {
    /// An invalid argument: NULL, out of range or of a wrong kind. It is a mistake of the calling
    /// program, never of a text or value of its user.
    InvalidArgument = 1,
    /// Text that is not UTF-8.
    InvalidUtf8 = 2,
    /// Input that does not follow its grammar.
    Syntax = 3,
    /// A type mismatch: a type or value does not have the expected type.
    Type = 4,
    /// A value that cannot be converted to the expected type.
    Conversion = 5,
    /// Something that the format, the dialect or the operation does not support.
    Unsupported = 6,
    /// An attribute, index, key or name that does not exist.
    NotFound = 7,
    /// A limit that keeps time and memory bounded.
    Limit = 8,
    /// Arithmetic without an answer, such as zero divided by zero.
    Arithmetic = 9,
    /// A null value where a non-null value is required.
    Null = 10,
    /// An unknown value where a known value is required.
    Unknown = 11,
    /// A marked value where an unmarked value is required.
    Marked = 12,
    /// An error that a function or another callback of the host returned.
    Callback = 13,
    /// A callback that broke its contract.
    Misbehaved = 14,
    /// A bug in the library.
    Internal = 15,
    /// The error is described by its diagnostics.
    Diagnostics = 16,
    /// The host ended the operation early.
    Cancelled = 17,
    /// A value that the operation or the function does not accept, such as a negative length.
    Value = 18,
}

impl Code {
    /// Whether the operation was refused, because of a limit or a cancellation. The input may be
    /// correct then. Operations that continue after other errors stop after such an error.
    #[must_use]
    #[inline]
    pub fn is_refusal(self) -> bool {
        matches!(self, Code::Limit | Code::Cancelled)
    }

    /// Returns the name of the code, for logs and JSON.
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
