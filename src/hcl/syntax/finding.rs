//! What is told of a text that does not follow the grammar?
//!
//! The words are HCL's. Findings point at bytes; once the whole text is read, and
//! only if something is wrong with it, they become [`Diagnostic`]s with lines and
//! columns.

use super::ast::{Span, Tree};
use super::scan::{Kind, Token};
use crate::source::{Diagnostic, Position};
use std::borrow::Cow;
use std::fmt::Write;

/// The most findings that are kept: past that, more of them tell nothing.
pub const MAX_FINDINGS: usize = 1000;

/// The summary of what nests deeper than is read.
pub(in super::super) const TOO_DEEP: &str = "Nesting too deep";

/// A fault at a place of a text.
#[derive(Debug)]
pub(super) struct Finding {
    summary: Cow<'static, str>,
    detail: Cow<'static, str>,
    subject: Span,
    context: Option<Span>,
    /// A place that the detail names, between `detail` and this text.
    place: Option<(Span, &'static str)>,
    suggestion: Option<Cow<'static, str>>,
}

impl Finding {
    #[cold]
    pub(super) fn new(
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
        subject: Span,
    ) -> Finding {
        Finding {
            summary: summary.into(),
            detail: detail.into(),
            subject,
            context: None,
            place: None,
            suggestion: None,
        }
    }

    /// Says what stands around the subject.
    pub(super) fn within(mut self, context: Span) -> Finding {
        self.context = Some(context);
        self
    }

    /// Goes on with the name of a place and a text.
    pub(super) fn at(mut self, place: Span, rest: &'static str) -> Finding {
        self.place = Some((place, rest));
        self
    }

    /// Says what may have been meant.
    pub(super) fn meant(mut self, suggestion: impl Into<Cow<'static, str>>) -> Finding {
        self.suggestion = Some(suggestion.into());
        self
    }

    /// With the lines and columns of a tree's text.
    pub(super) fn diagnose(self, tree: &Tree) -> Diagnostic {
        let mut detail = self.detail.into_owned();
        if let Some((place, rest)) = self.place {
            write_place(&mut detail, tree, place);
            detail.push_str(rest);
        }
        let mut diagnostic =
            Diagnostic::error(self.summary, detail).with_subject(tree.range(self.subject));
        if let Some(context) = self.context {
            diagnostic = diagnostic.with_context(tree.range(context));
        }
        if let Some(suggestion) = self.suggestion {
            diagnostic = diagnostic.with_suggestion(suggestion);
        }
        diagnostic.source = Some(tree.source().clone());
        diagnostic
    }
}

/// A place as HCL names it: `file:1,2-5`, or `file:1,2-3,4` over several lines.
fn write_place(out: &mut String, tree: &Tree, place: Span) {
    let range = tree.range(place);
    let Position { line, column, .. } = range.end;
    let start = range.start;
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "{}:{},{}-",
        tree.source().name,
        start.line,
        start.column
    );
    let _ = match line == start.line {
        true => write!(out, "{column}"),
        false => write!(out, "{line},{column}"),
    };
}

/// What is wrong with the tokens of a text, each by itself.
pub(super) fn check_tokens(text: &str, tokens: &[Token]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut told = Told::default();
    for token in tokens {
        if findings.len() >= MAX_FINDINGS {
            break;
        }
        let Some((summary, detail, suggestion)) = told.fault(text, *token) else {
            continue;
        };
        let finding = Finding::new(summary, detail, token.span);
        findings.push(match suggestion {
            Some(suggestion) => finding.meant(suggestion),
            None => finding,
        });
    }
    findings
}

/// How often the faults that are not told each time have been met.
#[derive(Default)]
struct Told {
    bitwise: u32,
    backticks: u32,
    apostrophes: u32,
    semicolons: u32,
    bad_bytes: u32,
}

/// A summary, a detail, and what may have been meant.
type Fault = (&'static str, &'static str, Option<&'static str>);

impl Told {
    #[inline]
    fn fault(&mut self, text: &str, token: Token) -> Option<Fault> {
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
            | Kind::Invalid => self.worth_telling(token.kind).then(|| fault(text, token)),
            _ => None,
        }
    }

    /// Whether a fault of this kind is told once more: of two quotes only the opening
    /// one, of the rest that is often repeated just the first.
    #[cold]
    fn worth_telling(&mut self, kind: Kind) -> bool {
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
fn fault(text: &str, token: Token) -> Fault {
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
        _ => match &text[token.span.start as usize..token.span.end as usize] {
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
