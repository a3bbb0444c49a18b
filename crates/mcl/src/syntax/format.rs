//! Formatting of programs: tabs, one space around `=>`, and no blanks at the ends of lines.
//!
//! Only blanks change: strings and comments keep their bytes, and line breaks are kept.

use super::parse::parse;
use super::scan::Scanner;
use super::tables as t;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result, Source, Span};
use polycty_core::syntax::layout::{Part, Role, Rules, lay_out};

/// The layout of programs. A line break ends a statement, so no line outside of brackets continues
/// another.
const RULES: Rules = Rules {
    blank: '\t',
    unit: 1,
    aligns_arrows: false,
    continues: false,
};

/// Formats a program. If `within` is set, only the lines with a byte of that span are formatted, with
/// the same result as when the whole text is formatted. `name` is the name of the text in
/// diagnostics.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_mcl::syntax::format;
/// let text = b"print \"a\" {\n  msg=>\"x\",  \n}\n";
/// let formatted = format(text, "/main.mcl", None, &Budget::standard()).unwrap();
/// assert_eq!(formatted, "print \"a\" {\n\tmsg => \"x\",\n}\n");
/// ```
///
/// # Errors
/// [`Code::Syntax`] with diagnostics if the text cannot be parsed; [`Code::InvalidUtf8`] if it is not
/// UTF-8; [`Code::Limit`] if the budget is exceeded.
pub fn format(text: &[u8], name: &str, within: Option<Span>, budget: &Budget) -> Result<String> {
    let Ok(text) = std::str::from_utf8(text) else {
        let message = format!("{name}: the text is not UTF-8");
        return Err(Error::new(Code::InvalidUtf8, message));
    };
    parse(Source::new(name, text), budget)?;
    let parts = parts(text, budget)?;
    let out = lay_out(text, &parts, RULES, within, budget)?;
    let after = self::parts(&out, budget)?;
    let before = parts.iter().map(|part| (part.role, part.span.slice(text)));
    let is_same = before.eq(after.iter().map(|part| (part.role, part.span.slice(&out))));
    // The scanner ignores the text after a token that the end of the text cuts off.
    Ok(if is_same { out } else { text.to_owned() })
}

/// Returns the tokens and comments of a program that parses, without line breaks.
fn parts(text: &str, budget: &Budget) -> Result<Vec<Part>> {
    budget.parts(text.len() as u64, size_of::<Part>() as u64)?;
    let mut scanner = Scanner::new(text);
    let mut found = Vec::new();
    while let Ok(token) = scanner.next() {
        let role = match token.terminal {
            0 => break,
            t::NEWLINE => continue,
            t::OPEN_CURLY | t::OPEN_PAREN | t::OPEN_BRACK => Role::Open,
            t::CLOSE_CURLY | t::CLOSE_PAREN | t::CLOSE_BRACK => Role::Close,
            t::ROCKET => Role::Arrow,
            _ => Role::Other,
        };
        found.push(Part {
            span: Span {
                start: token.start,
                end: token.end,
            },
            role,
        });
    }
    found.extend(scanner.comments.iter().map(|comment| Part {
        span: Span {
            start: comment.text.start - 1,
            end: comment.text.end,
        },
        role: Role::Comment,
    }));
    budget.sort_by_key(&mut found, |part| part.span.start)?;
    Ok(found)
}
