//! Diagnostics of tokens that the language does not have.
//!
//! The texts are those of HCL, and so is the number of times that each is reported.

use super::scan::{Kind, Token};
use polycty_core::source::{MAX_DIAGNOSTICS, SourceError, SourceErrors};

/// The summary of the diagnostic for too deep nesting.
pub(in super::super) const TOO_DEEP: &str = "Nesting too deep";

/// Reports the errors in the single tokens of a text.
pub(super) fn check_tokens(text: &str, tokens: &[Token]) -> SourceErrors {
    let mut errors = SourceErrors::default();
    let mut occurrences = Occurrences::default();
    for token in tokens {
        if errors.count() >= MAX_DIAGNOSTICS {
            break;
        }
        let Some((summary, detail, suggestion)) = occurrences.error(text, *token) else {
            continue;
        };
        let error = SourceError::syntax(summary, detail, token.span);
        errors.push(match suggestion {
            Some(suggestion) => error.meant(suggestion),
            None => error,
        });
    }
    errors
}

/// The number of occurrences of errors that are not reported each time.
#[derive(Default)]
struct Occurrences {
    bitwise: u32,
    backticks: u32,
    apostrophes: u32,
    semicolons: u32,
    bad_bytes: u32,
}

/// A summary, a detail, and the suggested replacement.
type Words = (&'static str, &'static str, Option<&'static str>);

impl Occurrences {
    #[inline]
    fn error(&mut self, text: &str, token: Token) -> Option<Words> {
        match token.kind {
            Kind::Ampersand
            | Kind::Pipe
            | Kind::Tilde
            | Kind::Caret
            | Kind::Backtick
            | Kind::Apostrophe
            | Kind::Semicolon
            | Kind::BadByte
            | Kind::QuotedNewline
            | Kind::Invalid => self.is_reported(token.kind).then(|| words(text, token)),
            _ => None,
        }
    }

    /// Whether another error of this kind is reported: for a pair of quotes only the opening one,
    /// for other repeated errors only the first ones.
    #[cold]
    fn is_reported(&mut self, kind: Kind) -> bool {
        let (count, most) = match kind {
            Kind::Ampersand | Kind::Pipe | Kind::Tilde | Kind::Caret => (&mut self.bitwise, 4),
            Kind::Semicolon => (&mut self.semicolons, 1),
            Kind::BadByte => (&mut self.bad_bytes, 1),
            Kind::Backtick | Kind::Apostrophe => {
                let count = match kind {
                    Kind::Backtick => &mut self.backticks,
                    _ => &mut self.apostrophes,
                };
                let opens = *count == 0 || *count == 2;
                *count = (*count + 1).min(3);
                return opens;
            }
            _ => return true,
        };
        *count += 1;
        *count = (*count).min(most + 1);
        *count <= most
    }
}

#[cold]
fn words(text: &str, token: Token) -> Words {
    match token.kind {
        Kind::Ampersand => (
            "Unsupported operator",
            "Bitwise operators are not supported. Did you mean boolean AND (\"&&\")?",
            Some("&&"),
        ),
        Kind::Pipe => (
            "Unsupported operator",
            "Bitwise operators are not supported. Did you mean boolean OR (\"||\")?",
            Some("||"),
        ),
        Kind::Tilde => (
            "Unsupported operator",
            "Bitwise operators are not supported. Did you mean boolean NOT (\"!\")?",
            Some("!"),
        ),
        Kind::Caret => (
            "Unsupported operator",
            "Bitwise operators are not supported.",
            None,
        ),
        Kind::Backtick => (
            "Invalid character",
            "The \"`\" character is not valid. To create a multi-line string, use the \"heredoc\" syntax, like \"<<EOT\".",
            None,
        ),
        Kind::Apostrophe => (
            "Invalid character",
            "Single quotes are not valid. Use double quotes (\") to enclose strings.",
            Some("\""),
        ),
        Kind::Semicolon => (
            "Invalid character",
            "The \";\" character is not valid. Use newlines to separate arguments and blocks, and commas to separate items in collection values.",
            None,
        ),
        Kind::BadByte => (
            "Invalid character encoding",
            "All input files must be UTF-8 encoded. Ensure that UTF-8 encoding is selected in your editor.",
            None,
        ),
        Kind::QuotedNewline => (
            "Invalid multi-line string",
            "Quoted strings may not be split over multiple lines. To produce a multi-line string, either use the \\n escape to represent a newline character or use the \"heredoc\" multi-line template syntax.",
            None,
        ),
        _ => match token.span.slice(text) {
            "“" | "”" => (
                "Invalid character",
                "\"Curly quotes\" are not valid here. These can sometimes be inadvertently introduced when sharing code via documents or discussion forums. It might help to replace the character with a \"straight quote\".",
                Some("\""),
            ),
            _ => (
                "Invalid character",
                "This character is not used within the language.",
                None,
            ),
        },
    }
}
