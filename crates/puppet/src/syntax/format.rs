//! Formatting of manifests by the whitespace rules of the Puppet language style guide.
//!
//! Indentation is two spaces per level, the arrows in the lines of a resource or hash are in one
//! column, and lines have no blanks at their ends. Only blanks change: strings, heredocs and comments
//! keep their bytes, and line breaks are kept.

use super::notation::Notation;
use super::read::{parse_program, scan};
use super::recover::{Lexeme, LexemeKind, lexemes};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result, Source, Span};
use polycty_core::syntax::layout::{Part, Role, Rules, lay_out};

/// The layout of manifests.
const RULES: Rules = Rules {
    blank: ' ',
    unit: 2,
    aligns_arrows: true,
    continues: true,
};

/// Formats a manifest. If `within` is set, only the lines with a byte of that span are formatted, with
/// the same result as when the whole text is formatted. `name` is the name of the text in
/// diagnostics.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_puppet::syntax::format;
/// let text = b"file { '/a':\nensure => file,\n  content=>'x',\n}";
/// let formatted = format(text, "site.pp", None, &Budget::standard()).unwrap();
/// assert_eq!(formatted, "file { '/a':\n  ensure  => file,\n  content => 'x',\n}\n");
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
    parse_program(Source::new(name, text), Notation::Manifest, budget)?;
    let found = lexemes(text, Notation::Manifest, budget)?;
    let parts = parts(text, &found, &heredocs(text, budget)?);
    let out = lay_out(text, &parts, RULES, within, budget)?;
    let after = lexemes(&out, Notation::Manifest, budget)?;
    let before = found.iter().map(|each| (each.kind, each.span.slice(text)));
    let is_same = before.eq(after.iter().map(|each| (each.kind, each.span.slice(&out))));
    // A text in which blanks have a meaning that the layout does not expect stays as it is.
    Ok(if is_same { out } else { text.to_owned() })
}

/// Returns the texts of heredocs with the lines of their end tags.
fn heredocs(text: &str, budget: &Budget) -> Result<Vec<Span>> {
    budget.charge(text.len() as u64)?;
    let tokens = scan(text, Notation::Manifest, budget);
    budget.finish()?;
    let spans = tokens.heredocs.iter().map(|heredoc| {
        let after = text.get(heredoc.text.end as usize..).unwrap_or_default();
        // The line break before the end tag may not belong to the text.
        let line_break = ["\r\n", "\n"]
            .into_iter()
            .find(|each| after.starts_with(each));
        let skipped = line_break.map_or(0, str::len);
        let tag = after.get(skipped..).unwrap_or_default();
        let line = tag.find('\n').map_or(tag.len(), |at| at + 1);
        let end = heredoc.text.end as usize + skipped + line;
        Span::new(heredoc.text.start as usize, end)
    });
    let mut spans: Vec<Span> = spans.collect();
    budget.release(tokens.held_bytes);
    budget.sort_by_key(&mut spans, |span| span.start)?;
    Ok(spans)
}

/// Returns the parts of a manifest for its layout. A string with its interpolations is one part, and so
/// is the text of a heredoc.
fn parts(text: &str, lexemes: &[Lexeme], heredocs: &[Span]) -> Vec<Part> {
    let mut found: Vec<Part> = Vec::with_capacity(lexemes.len());
    let mut heredocs = heredocs.iter().peekable();
    let mut strings = 0_usize;
    for lexeme in lexemes {
        while let Some(heredoc) = heredocs.next_if(|each| each.start <= lexeme.span.start) {
            push_text(&mut found, *heredoc);
        }
        if found
            .last()
            .is_some_and(|last| lexeme.span.start < last.span.end)
        {
            continue;
        }
        match lexeme.kind {
            LexemeKind::StringStart => strings += 1,
            LexemeKind::StringEnd => {
                strings = strings.saturating_sub(1);
                if let Some(last) = found.last_mut() {
                    last.span.end = last.span.end.max(lexeme.span.end);
                }
                continue;
            }
            _ => {}
        }
        if strings > usize::from(lexeme.kind == LexemeKind::StringStart) {
            continue;
        }
        let role = role(lexeme, text, found.last());
        found.push(Part {
            span: lexeme.span,
            role,
        });
    }
    for heredoc in heredocs {
        push_text(&mut found, *heredoc);
    }
    found
}

fn push_text(found: &mut Vec<Part>, span: Span) {
    // A heredoc inside of the text of another one belongs to it.
    if found.last().is_none_or(|last| last.span.end <= span.start) {
        found.push(Part {
            span,
            role: Role::Fixed,
        });
    }
}

fn role(lexeme: &Lexeme, text: &str, before: Option<&Part>) -> Role {
    if lexeme.kind == LexemeKind::Comment {
        return Role::Comment;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'' | '"' | '$' | '@');
    let word = lexeme.span.slice(text);
    match lexeme.kind {
        LexemeKind::Punctuation | LexemeKind::Operator | LexemeKind::Keyword => {}
        _ => return Role::Other,
    }
    match word {
        "{" => {
            // The brace of a resource follows the name of its type.
            let name = before.map_or("", |part| part.span.slice(text));
            let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == ':');
            let is_keyword = matches!(name, "default" | "else" | "node" | "unless");
            match is_name && !is_keyword && !name.contains(|c| c != ':' && !is_word(c)) {
                true => Role::OpenResource,
                false => Role::Open,
            }
        }
        "(" | "[" => Role::Open,
        "}" | ")" | "]" => Role::Close,
        "=>" | "+>" => Role::Arrow,
        ":" => Role::Colon,
        ";" => Role::Semicolon,
        "and" | "or" => Role::Logical,
        "!" | "-" | "*" => Role::Prefix,
        "=" | "+=" | "-=" | "==" | "!=" | "=~" | "!~" | "<" | "<=" | ">" | ">=" | "<<" | ">>"
        | "+" | "/" | "%" | "->" | "~>" | "<-" | "<~" | "?" | "." | "in" => Role::Infix,
        _ => Role::Other,
    }
}
