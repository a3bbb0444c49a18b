//! Reading of damaged texts: the tree of the parts that parse, and the tokens of any text.
//!
//! Editors ask about texts that do not parse most of the time. [`parse_recovering`] parses a text
//! as [`parse_program`](super::parse_program) does. If that fails, it parses the text a second time
//! and drops the damaged statements. A text that cannot be split into tokens, such as one with an
//! unclosed quote, is repaired first: the rest of the line at the error is ignored.

use super::diagnostic::SyntaxDiagnostics;
use super::grammar::parse_on;
use super::notation::Notation;
use super::read::{parse_program, scan};
use super::scan::{Kind, Tokens};
use super::tree::Program;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Error, Source, SourceText, Span};
use std::sync::OnceLock;

/// The maximum number of lines that are ignored because they cannot be split into tokens.
const MAX_REPAIRS: usize = 8;

/// The bytes of memory per token of a damaged text.
const TREE_BYTES: u64 = 128;

/// The result of [`parse_recovering`].
#[derive(Debug)]
pub struct Recovered {
    /// The tree of the parts that parse.
    pub program: Program,
    /// The error of the text, as [`parse_program`](super::parse_program) returns it, followed by
    /// the errors of further damaged statements. Empty for a valid text.
    pub diagnostics: Vec<Diagnostic>,
    /// The parts of the text that are not in the tree.
    pub damaged: Vec<Span>,
}

/// Parses a text by the grammar alone, and recovers from errors at the ends of statements.
///
/// # Errors
/// [`Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_core::source::Source;
/// use polycty_puppet::syntax::{Notation, parse_recovering};
/// let source = Source::new("a.pp", "$a = 1\n$b = = 2\n$c = 3\n");
/// let read = parse_recovering(source, Notation::Manifest, &Budget::standard()).unwrap();
/// assert_eq!(read.program[read.program.body()].len(), 2);
/// assert_eq!(read.diagnostics[0].summary, "Syntax error at '='");
/// ```
pub fn parse_recovering(
    source: Source,
    notation: Notation,
    budget: &Budget,
) -> Result<Recovered, Error> {
    let error = match parse_program(source.clone(), notation, budget) {
        Ok(program) => {
            return Ok(Recovered {
                program,
                diagnostics: Vec::new(),
                damaged: Vec::new(),
            });
        }
        Err(error) => error,
    };
    budget.finish()?;
    if source.text.len() > u32::MAX as usize {
        return Err(error);
    }
    let (text, tokens) = repaired(&source.text, notation, budget)?;
    budget.charge(source.text.len() as u64)?;
    budget.hold(tokens.tokens.len() as u64 * TREE_BYTES)?;
    budget.finish()?;
    let mut tokens = tokens;
    let read = match parse_on(&text, &mut tokens, notation, budget) {
        Ok(read) => read,
        Err(error) => {
            budget.finish()?;
            let text = SourceText::new(source, Vec::new());
            return Err(SyntaxDiagnostics(vec![*error]).into_error(&text));
        }
    };
    budget.finish()?;
    budget.release(tokens.held_bytes);
    let text = SourceText::new(source.clone(), Vec::new());
    let mut diagnostics = error.diagnostics().to_vec();
    let first = diagnostics.first().and_then(|first| first.subject);
    let first = first.map(|range| range.start.byte);
    for found in read.errors {
        // The first error of a repaired text may differ from that of the text.
        if found.at.map(|at| at.start as usize) != first && found.at.is_some() {
            diagnostics.push(found.diagnose(&text));
        }
    }
    Ok(Recovered {
        program: Program {
            source: text,
            characters: OnceLock::new(),
            nodes: read.tree.nodes,
            body: read.tree.body,
            notation,
            template: read.tree.template,
            warnings: read.tree.warnings,
        },
        diagnostics,
        damaged: read.damaged,
    })
}

/// Returns the tokens of a text, and the text with the ignored parts replaced by blanks.
fn repaired(text: &str, notation: Notation, budget: &Budget) -> Result<(String, Tokens), Error> {
    budget.hold(text.len() as u64)?;
    let mut text = text.to_owned();
    if notation == Notation::Template {
        budget.charge(text.len() as u64)?;
        for close in damaged_closes(&text) {
            text.replace_range(close..close + 2, "%>");
        }
    }
    for _ in 0..MAX_REPAIRS {
        let tokens = scan(&text, notation, budget);
        let ignored = match tokens.error {
            Some(_) => ignored(&text, &tokens, notation),
            None => None,
        };
        let Some(ignored) = ignored else {
            return Ok((text, tokens));
        };
        budget.release(tokens.held_bytes);
        budget.charge(text.len() as u64)?;
        let range = ignored.start as usize..ignored.end as usize;
        let blanks = std::iter::repeat_n(' ', range.len());
        text.replace_range(range, &blanks.collect::<String>());
    }
    let tokens = scan(&text, notation, budget);
    Ok((text, tokens))
}

/// The positions of the two bytes in place of the `%>` of tags that end in `-%`, `->`, ` %` or ` >`:
/// one sign is missing, and the next tag begins before another `%>`. A sign at the end of a line is
/// preferred.
fn damaged_closes(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut tags = text.match_indices("<%").map(|(at, _)| at).peekable();
    while let Some(tag) = tags.next() {
        let end = tags.peek().copied().unwrap_or(text.len());
        let code = text.get(tag + 2..end).unwrap_or_default();
        let line = code.rsplit('\n').next().unwrap_or_default();
        let is_string = ['\'', '"']
            .iter()
            .any(|quote| line.matches(*quote).count() % 2 == 1);
        if code.contains("%>") || code.starts_with(['#', '%']) || is_string {
            continue;
        }
        let is_close = |at: &usize| {
            let sign = code.as_bytes().get(*at..at + 2);
            let rest = code.get(at + 2..).unwrap_or_default();
            sign.is_some_and(|sign| matches!(sign, [b' ' | b'-', b'%' | b'>']))
                && (rest.is_empty() || rest.starts_with([' ', '\n', '\r']))
        };
        let ends_line = |at: &usize| {
            let rest = code.get(at + 2..).unwrap_or_default();
            rest.is_empty() || rest.starts_with(['\n', '\r'])
        };
        let mut closes = (0..code.len()).filter(is_close);
        let close = closes.clone().find(ends_line).or_else(|| closes.next());
        found.extend(close.map(|close| tag + 2 + close));
    }
    found
}

/// Returns the part of a text to ignore, so that the rest has tokens: the rest of a line. An
/// unclosed quote moves the quotes after it, so that the first string of several lines is taken to
/// be the unclosed one.
fn ignored(text: &str, tokens: &Tokens, notation: Notation) -> Option<Span> {
    let last = tokens.tokens.last()?.span.start as usize;
    let several_lines = |span: Span| span.slice(text).contains('\n');
    let quoted = |kind| matches!(kind, Kind::SingleQuoted | Kind::DoubleQuoted);
    let mut strings = tokens.tokens.iter();
    let string = strings.find(|token| quoted(token.kind) && several_lines(token.span));
    let start = match (string, notation) {
        (Some(string), _) => string.span.start as usize,
        (None, Notation::Template) if last >= text.len() => text.rfind("<%")?,
        // The scanner stops after the quote.
        (None, _) => match text.get(..last)?.chars().next_back() {
            Some(quote @ ('\'' | '"')) => last - quote.len_utf8(),
            _ => last,
        },
    };
    let rest = text.get(start..)?;
    let line = rest.find('\n').unwrap_or(rest.len());
    let end = start + line.max(rest.chars().next()?.len_utf8());
    let blank = text.get(start..end)?.bytes().all(|byte| byte == b' ');
    (!blank).then(|| Span::new(start, end))
}

/// The kind of a [`Lexeme`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LexemeKind {
    /// A bare word.
    Name,
    /// A capitalized name.
    TypeName,
    /// A variable with its `$`, or the name of a variable in `${..}`.
    Variable,
    /// A number.
    Number,
    /// A string without interpolation, or the text of a heredoc without interpolation.
    String,
    /// The text of a string before its first interpolation.
    StringStart,
    /// The text of a string between two interpolations.
    StringMiddle,
    /// The text of a string after its last interpolation.
    StringEnd,
    /// The tag of a heredoc.
    Heredoc,
    /// A regular expression.
    Regexp,
    /// A keyword.
    Keyword,
    /// A bracket, a separator or an arrow.
    Punctuation,
    /// An operator.
    Operator,
    /// The text of a template.
    Text,
    /// A comment.
    Comment,
}

/// A token or a comment of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// The kind.
    pub kind: LexemeKind,
    /// The bytes.
    pub span: Span,
}

/// Returns the tokens and comments of a text in order. Parts that are not tokens are left out.
///
/// # Errors
/// [`Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub fn lexemes(text: &str, notation: Notation, budget: &Budget) -> Result<Vec<Lexeme>, Error> {
    budget.charge(text.len() as u64)?;
    let mut tokens = scan(text, notation, budget);
    let has_damage = || notation == Notation::Template && !damaged_closes(text).is_empty();
    if tokens.error.is_some() || has_damage() {
        budget.release(tokens.held_bytes);
        tokens = repaired(text, notation, budget)?.1;
    }
    budget.finish()?;
    budget.hold(tokens.tokens.len() as u64 * size_of::<Lexeme>() as u64)?;
    let mut found: Vec<Lexeme> = (tokens.tokens.iter())
        .filter_map(|token| {
            let kind = lexeme_kind(token.kind)?;
            let span = token.span;
            (span.start < span.end).then_some(Lexeme { kind, span })
        })
        .collect();
    budget.release(tokens.held_bytes);
    // The text of a heredoc is after the other tokens of its line.
    if !found.is_sorted_by_key(|lexeme| lexeme.span.start) {
        budget.sort_by_key(&mut found, |lexeme| lexeme.span.start)?;
    }
    let mut lexemes = Vec::with_capacity(found.len());
    let mut end = 0;
    for lexeme in found {
        comments(
            text,
            Span {
                start: end,
                end: lexeme.span.start.max(end),
            },
            notation,
            &mut lexemes,
        );
        end = end.max(lexeme.span.end);
        lexemes.push(lexeme);
    }
    let rest = Span {
        start: end,
        end: Span::at(text.len()).start,
    };
    comments(text, rest, notation, &mut lexemes);
    Ok(lexemes)
}

/// Adds the comments between two tokens.
fn comments(text: &str, gap: Span, notation: Notation, lexemes: &mut Vec<Lexeme>) {
    let mut at = gap.start as usize;
    let gap_end = gap.end as usize;
    while let Some(rest) = text.get(at..gap_end) {
        let Some(start) = rest.find(['#', '/', '<']) else {
            return;
        };
        let comment = rest.get(start..).unwrap_or_default();
        let until = |end: &str| comment.find(end).map_or(comment.len(), |at| at + end.len());
        let len = if comment.starts_with('#') {
            comment.find('\n').unwrap_or(comment.len())
        } else if comment.starts_with("/*") {
            until("*/")
        } else if comment.starts_with("<%#") && notation == Notation::Template {
            until("%>")
        } else {
            at += start + 1;
            continue;
        };
        let span = Span::new(at + start, at + start + len);
        let kind = LexemeKind::Comment;
        lexemes.push(Lexeme { kind, span });
        at = span.end as usize;
    }
}

fn lexeme_kind(kind: Kind) -> Option<LexemeKind> {
    Some(match kind {
        Kind::End | Kind::Error | Kind::Other => return None,
        Kind::Name | Kind::Word => LexemeKind::Name,
        Kind::TypeName => LexemeKind::TypeName,
        Kind::Variable | Kind::InterpolatedName => LexemeKind::Variable,
        Kind::Number => LexemeKind::Number,
        Kind::SingleQuoted | Kind::DoubleQuoted | Kind::HeredocText => LexemeKind::String,
        Kind::Before => LexemeKind::StringStart,
        Kind::Between => LexemeKind::StringMiddle,
        Kind::Behind => LexemeKind::StringEnd,
        Kind::Heredoc => LexemeKind::Heredoc,
        Kind::Regexp => LexemeKind::Regexp,
        Kind::RenderText => LexemeKind::Text,
        Kind::OpenBracket
        | Kind::ListStart
        | Kind::CloseBracket
        | Kind::OpenParenthesis
        | Kind::FirstParenthesis
        | Kind::CloseParenthesis
        | Kind::OpenBrace
        | Kind::SelectorBrace
        | Kind::CloseBrace
        | Kind::Comma
        | Kind::Colon
        | Kind::Semicolon
        | Kind::Pipe
        | Kind::Arrow
        | Kind::PlusArrow
        | Kind::RenderExpression
        | Kind::RenderEnd => LexemeKind::Punctuation,
        kind if kind.is_keyword() => LexemeKind::Keyword,
        _ => LexemeKind::Operator,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tree::ExprKind;
    use super::*;

    /// Returns the texts of the statements of a manifest and of its first class.
    fn statements(text: &str) -> Vec<String> {
        let source = Source::new("a.pp", text);
        let read = parse_recovering(source, Notation::Manifest, &Budget::standard()).unwrap();
        let program = &read.program;
        let of = |list: super::super::tree::Exprs| -> Vec<String> {
            let text = |id: &super::super::tree::ExprId| program.slice(program[*id].span);
            let first = |id| text(id).lines().next().unwrap_or_default().to_owned();
            program[list].iter().map(first).collect()
        };
        let mut all = of(program.body());
        let mut classes = program[program.body()]
            .iter()
            .filter_map(|id| match program[*id].kind {
                super::super::tree::ExprKind::Definition(id) => Some(&program[id]),
                _ => None,
            });
        all.extend(
            classes
                .next()
                .map(|class| of(class.body))
                .unwrap_or_default(),
        );
        all
    }

    #[test]
    fn statements_around_a_damaged_one_remain() {
        let class = "class a (\n  $p,\n) {\n";
        for (damaged, expected) in [
            // A missing brace, an extra token, a missing value, and an unclosed quote.
            (
                "file { 'a':\n    ensure => file,\n",
                vec!["$x = 1", "$y = 2"],
            ),
            (
                "file 'a':\n    ensure => file,\n  }\n",
                vec!["$x = 1", "file", "'a'", "$y = 2"],
            ),
            ("notice(1) )\n", vec!["$x = 1", "notice(1)", "$y = 2"]),
            ("$z = )\n", vec!["$x = 1", "$y = 2"]),
            ("notice('a)\n", vec!["$x = 1", "$y = 2"]),
            (
                "if $x {\n    notice(1)\n",
                vec!["$x = 1", "if $x {", "$y = 2"],
            ),
            (
                "if $x\n    notice(1)\n  }\n",
                vec!["$x = 1", "if $x", "$y = 2"],
            ),
        ] {
            let text = format!("{class}  $x = 1\n  {damaged}  $y = 2\n}}\n$after = 1\n");
            let mut all = vec!["class a (", "$after = 1"];
            all.extend(expected);
            assert_eq!(statements(&text), all, "{text}");
        }
    }

    #[test]
    fn headers_of_classes_are_recovered() {
        for header in [
            "class a (\n  $p\n  $q,\n) {",
            "class a (\n  $p = ,\n) {",
            "class a",
        ] {
            let text = format!("{header}\n  $x = 1\n}}\n$after = 1\n");
            let first = header.lines().next().unwrap();
            assert_eq!(statements(&text), [first, "$after = 1", "$x = 1"], "{text}");
        }
    }

    #[test]
    fn templates_are_recovered_at_their_texts() {
        let text = "a <%= $x + %> b <%= $y %> c\n";
        let source = Source::new("a.epp", text);
        let read = parse_recovering(source, Notation::Template, &Budget::standard()).unwrap();
        assert_eq!(read.program[read.program.body()].len(), 4);
    }

    #[test]
    fn templates_are_recovered_at_their_tags() {
        let whole = "<%- | Integer $a,\n| -%>\na <%= $a %> b <%= $b %> c\n<% $c = 1 -%>\nd\n";
        let kinds = |text: &str| {
            let source = Source::new("a.epp", text);
            let read = parse_recovering(source, Notation::Template, &Budget::standard()).unwrap();
            let program = &read.program;
            let kind = |id: &super::super::tree::ExprId| match program[*id].kind {
                ExprKind::RenderText { .. } => "text",
                ExprKind::RenderExpression(_) => "expression",
                ExprKind::Assignment { .. } => "assignment",
                _ => "other",
            };
            let kinds: Vec<&str> = program[program.body()].iter().map(kind).collect();
            let parameters = program.template_parameters();
            (parameters.map_or(0, |all| program[all].len()), kinds)
        };
        let wanted = kinds(whole);
        assert_eq!(wanted.0, 1);
        for (from, to) in [
            ("| -%>", "| ->"),
            ("| -%>", "| -%"),
            ("\n| -%>", "\n -%>"),
            ("\n| -%>\na ", "\n -%>\n<% -%>\na "),
            ("<%- | ", "<%- "),
            ("$a %>", "$a %"),
            ("$b %>", "$b >"),
            ("1 -%>", "1 ->"),
        ] {
            assert_eq!(kinds(&whole.replacen(from, to, 1)), wanted, "{to}");
        }
        // A sign in a string, and one before another `%>`.
        assert_eq!(damaged_closes("<% $a = '<% >' %> <%= $a > 1 %>"), [0; 0]);
    }

    #[test]
    fn lexemes_contain_comments_in_order() {
        let text = "# a\n$x = @(E) + /* b */ 1 # c\n  text # d\n  E\n";
        let found = lexemes(text, Notation::Manifest, &Budget::standard()).unwrap();
        let comments: Vec<&str> = (found.iter())
            .filter(|lexeme| lexeme.kind == LexemeKind::Comment)
            .map(|lexeme| lexeme.span.slice(text))
            .collect();
        assert_eq!(comments, ["# a", "/* b */", "# c"]);
        assert!(found.is_sorted_by_key(|lexeme| lexeme.span.start));
    }
}
