//! The syntax around a byte of a text that may be damaged, from its tokens alone.

use super::file::{CLASS_FUNCTIONS, File, Owner, lower};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_puppet::syntax::{Lexeme, LexemeKind};

/// The maximum number of tokens that are searched before the byte.
const MAX_TOKENS: usize = 4_000;

/// The syntax at a byte.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    /// The name before the byte that a completion replaces, without `$`.
    pub(super) word: Span,
    pub(super) place: Place,
}

/// The part of the syntax that a byte is in.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A comment, or text that has no names.
    Nothing,
    /// The name of a variable.
    Variable,
    /// A statement.
    Statement,
    /// An expression.
    Expression,
    /// The name of a class.
    Class,
    /// A type.
    Type,
    /// A key of the hash of facts.
    Fact,
    /// The name of an attribute, with the attributes that the resource has.
    Attribute(Owner, Vec<String>),
    /// The value of an attribute.
    Value(Owner, String),
    /// A title of a resource.
    Title,
}

/// A call around a byte.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OpenCall {
    pub(super) name: String,
    /// The number of commas before the byte.
    pub(super) argument: usize,
    /// Whether the call has a receiver.
    pub(super) is_method: bool,
}

/// A bracket that is open at a byte.
struct Open<'f> {
    /// The index of the bracket.
    at: usize,
    bracket: &'f str,
}

/// The tokens before a byte.
struct Before<'f> {
    file: &'f File,
    lexemes: Vec<Lexeme>,
}

impl Before<'_> {
    fn text(&self, at: usize) -> &str {
        self.lexemes
            .get(at)
            .map_or("", |lexeme| self.file.slice(lexeme.span))
    }

    fn kind(&self, at: usize) -> Option<LexemeKind> {
        self.lexemes.get(at).map(|lexeme| lexeme.kind)
    }

    /// The innermost open bracket before a token.
    fn open(&self, end: usize) -> Option<Open<'_>> {
        let mut depth = 0_u32;
        for at in (0..end).rev() {
            if self.kind(at) != Some(LexemeKind::Punctuation) {
                continue;
            }
            match self.text(at) {
                ")" | "]" | "}" => depth += 1,
                bracket @ ("(" | "[" | "{") => {
                    if depth == 0 {
                        return Some(Open { at, bracket });
                    }
                    depth -= 1;
                }
                _ => {}
            }
        }
        None
    }

    /// The tokens after a bracket that are not inside of other brackets.
    fn inside(&self, open: usize) -> Vec<usize> {
        let mut depth = 0_u32;
        let mut found = Vec::new();
        for at in open + 1..self.lexemes.len() {
            let text = self.text(at);
            let is_mark = self.kind(at) == Some(LexemeKind::Punctuation);
            if is_mark && matches!(text, ")" | "]" | "}") {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                found.push(at);
            }
            if is_mark && matches!(text, "(" | "[" | "{") {
                depth += 1;
            }
        }
        found
    }
}

/// The tokens that end before the word at a byte, and the word.
fn before<'f>(file: &'f File, byte: u32, budget: &Budget) -> Result<(Before<'f>, Span, bool)> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
    let text = file.text.get(..byte as usize).unwrap_or_default();
    let stem = text.trim_end_matches(is_name);
    // A single colon ends a title.
    let word = text.get(stem.len()..).unwrap_or_default();
    let colon = word
        .rfind(':')
        .filter(|at| *at == 0 || !word.get(..*at).unwrap_or_default().ends_with(':'));
    let colon = colon.filter(|at| !word.get(at + 1..).unwrap_or_default().starts_with(':'));
    let start = stem.len() + colon.map_or(0, |at| at + 1);
    let word = Span::new(start, byte as usize);
    let all = file.lexemes(budget)?;
    let end = all.partition_point(|lexeme| lexeme.span.start < word.start);
    let first = end.saturating_sub(MAX_TOKENS);
    budget.charge((end - first) as u64)?;
    let last = end.checked_sub(1).and_then(|at| all.get(at));
    let in_comment = last.is_some_and(|last| {
        last.kind == LexemeKind::Comment
            && (byte < last.span.end
                || byte == last.span.end && file.slice(last.span).starts_with('#'))
    });
    let lexemes = all.get(first..end).unwrap_or_default();
    let lexemes = lexemes
        .iter()
        .filter(|lexeme| lexeme.kind != LexemeKind::Comment);
    let lexemes = lexemes.copied().collect();
    Ok((Before { file, lexemes }, word, in_comment))
}

/// Returns the syntax at a byte.
pub(super) fn cursor(file: &File, byte: u32, budget: &Budget) -> Result<Cursor> {
    let (mut before, word, in_comment) = before(file, byte, budget)?;
    let place = |place| Ok(Cursor { word, place });
    if in_comment {
        return place(Place::Nothing);
    }
    let text = file.text.get(..word.start as usize).unwrap_or_default();
    if text.ends_with('$') || text.ends_with("${") {
        return place(Place::Variable);
    }
    let mut in_string = false;
    if let Some(last) = before.lexemes.last().copied()
        && byte <= last.span.end
        && word.start < last.span.end
    {
        match last.kind {
            LexemeKind::String => {
                // The string is an operand whose text is being written.
                before.lexemes.pop();
                in_string = true;
            }
            LexemeKind::StringStart
            | LexemeKind::StringMiddle
            | LexemeKind::StringEnd
            | LexemeKind::Regexp
            | LexemeKind::Heredoc
            | LexemeKind::Text => return place(Place::Nothing),
            _ => {}
        }
    }
    // A quote that is not closed has no token.
    in_string |= text.ends_with(['\'', '"']);
    let found = at_end(&before, file.slice(word));
    let is_allowed = !in_string || matches!(found, Place::Class | Place::Fact | Place::Value(..));
    place(if is_allowed { found } else { Place::Nothing })
}

fn at_end(before: &Before<'_>, word: &str) -> Place {
    let end = before.lexemes.len();
    let last = end.checked_sub(1);
    let last_text = last.map_or("", |at| before.text(at));
    let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    if last_text == "inherits" || is_class_call(before, end) {
        return Place::Class;
    }
    let Some(open) = before.open(end) else {
        return plain(before, last_text, capital);
    };
    let head = open.at.checked_sub(1);
    let head_kind = head.and_then(|at| before.kind(at));
    let head_text = head.map_or("", |at| before.text(at));
    match open.bracket {
        "[" => match (head_kind, head_text) {
            (Some(LexemeKind::Variable), "$facts" | "$::facts" | "facts") => Place::Fact,
            (Some(LexemeKind::TypeName), "Class") => Place::Class,
            (Some(LexemeKind::TypeName), _) => Place::Type,
            // A list of classes: `include [a, b]`.
            _ if is_class_call(before, open.at) => Place::Class,
            _ => plain(before, last_text, capital),
        },
        "(" => {
            if head_kind == Some(LexemeKind::Name) && CLASS_FUNCTIONS.contains(&head_text) {
                return Place::Class;
            }
            let keyword = open.at.checked_sub(2).map_or("", |at| before.text(at));
            let defines = matches!(keyword, "class" | "define" | "function");
            if defines && matches!(last_text, "(" | ",") {
                return Place::Type;
            }
            plain(before, last_text, capital)
        }
        _ => in_braces(before, &open, last_text, capital),
    }
}

fn plain(before: &Before<'_>, last: &str, capital: bool) -> Place {
    let end = before.lexemes.len();
    let kind = end.checked_sub(1).and_then(|at| before.kind(at));
    let operator = kind == Some(LexemeKind::Operator)
        || matches!(last, "(" | "[" | "," | "=>" | "=" | "?" | "<%=")
        || matches!(
            last,
            "if" | "unless" | "elsif" | "case" | "and" | "or" | "in"
        );
    match (operator, capital) {
        (_, true) => Place::Type,
        (true, _) => Place::Expression,
        (false, _) => Place::Statement,
    }
}

/// Whether the tokens before one are a call of a function of classes without parentheses.
fn is_class_call(before: &Before<'_>, end: usize) -> bool {
    let mut at = end;
    loop {
        let Some(last) = at.checked_sub(1) else {
            return false;
        };
        let is_call = before.kind(last) == Some(LexemeKind::Name)
            && CLASS_FUNCTIONS.contains(&before.text(last));
        if is_call {
            // `require => ...` is an attribute.
            return true;
        }
        // `include a, b`
        if before.text(last) != "," || last < 2 {
            return false;
        }
        at = last - 1;
    }
}

/// The place inside of braces: attributes, titles, or statements.
fn in_braces(before: &Before<'_>, open: &Open<'_>, last: &str, capital: bool) -> Place {
    let head = open.at.checked_sub(1);
    let kind = head.and_then(|at| before.kind(at));
    let text = head.map_or("", |at| before.text(at));
    let inside = before.inside(open.at);
    let texts: Vec<&str> = inside.iter().map(|at| before.text(*at)).collect();
    let is_class = text == "class";
    let name = match (kind, text) {
        (Some(LexemeKind::Name), name) => Some(name.to_owned()),
        (Some(LexemeKind::Keyword), "class") => Some("class".to_owned()),
        (Some(LexemeKind::TypeName), name) => Some(name.to_owned()),
        // `File['a'] {`
        (Some(LexemeKind::Punctuation), "]") => {
            let inner = head.and_then(|at| before.open(at));
            let ty = inner.and_then(|inner| inner.at.checked_sub(1));
            let ty = ty.filter(|at| before.kind(*at) == Some(LexemeKind::TypeName));
            ty.map(|at| before.text(at).to_owned())
        }
        _ => None,
    };
    let keyword = head
        .and_then(|at| at.checked_sub(1))
        .map_or("", |at| before.text(at));
    let is_definition = matches!(
        keyword,
        "class" | "define" | "function" | "inherits" | "node"
    ) || matches!(keyword, ">>" | "if" | "unless" | "elsif" | "case");
    let Some(name) = name.filter(|_| !is_definition) else {
        return plain(before, last, capital);
    };
    let is_settings = kind != Some(LexemeKind::Name) && !is_class;
    let body = texts.iter().rposition(|text| *text == ";");
    let body = texts.get(body.map_or(0, |at| at + 1)..).unwrap_or_default();
    let colon = body.iter().position(|text| *text == ":");
    let attributes = match (colon, is_settings) {
        (Some(colon), _) => body.get(colon + 1..).unwrap_or_default(),
        (None, true) => body,
        (None, false) => {
            return match is_class {
                true => Place::Class,
                false => Place::Title,
            };
        }
    };
    let owner = if is_class {
        let title = body.first().copied().unwrap_or_default();
        Owner::Class(lower(title.trim_matches(['\'', '"'])).into())
    } else {
        Owner::ResourceType(lower(&name).into())
    };
    match attributes.last() {
        Some(&("=>" | "+>")) => {
            let name = attributes.iter().rev().nth(1).copied().unwrap_or_default();
            Place::Value(owner, name.to_owned())
        }
        None | Some(&",") => {
            let pairs = attributes.windows(2);
            let named = pairs.filter(|pair| matches!(pair[1], "=>" | "+>"));
            Place::Attribute(owner, named.map(|pair| pair[0].to_owned()).collect())
        }
        Some(_) => plain(before, last, capital),
    }
}

/// Returns the call with parentheses around a byte.
pub(super) fn open_call(file: &File, byte: u32, budget: &Budget) -> Result<Option<OpenCall>> {
    let (before, word, in_comment) = before(file, byte, budget)?;
    if in_comment {
        return Ok(None);
    }
    let mut end = before.lexemes.len();
    // The innermost call counts, not a list or hash in its arguments.
    while let Some(open) = before.open(end) {
        let name = open.at.checked_sub(1);
        let is_name = name.and_then(|at| before.kind(at)) == Some(LexemeKind::Name);
        if open.bracket == "(" && is_name {
            let name_at = open.at - 1;
            let keyword = name_at.checked_sub(1).map_or("", |at| before.text(at));
            if matches!(keyword, "class" | "define" | "function") {
                return Ok(None);
            }
            let inside = before.inside(open.at);
            let commas = inside.iter().filter(|at| before.text(**at) == ",");
            return Ok(Some(OpenCall {
                name: lower(before.text(name_at)),
                argument: commas.count(),
                is_method: keyword == ".",
            }));
        }
        if open.bracket == "{" {
            return Ok(None);
        }
        end = open.at;
    }
    let _ = word;
    Ok(None)
}
