//! The text before a position: the open brackets, strings and calls, and the reference at its end.
//!
//! The text may have errors of syntax, because it is being typed.

use super::types::Into;
use crate::hcl::list::word_start;

/// Something that is open at the end of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// `{` of an object, with the key of the current item if its value has begun.
    Object(Option<String>),
    /// `[`
    Tuple,
    /// `(` after the name of a function, if there is one, with the number of arguments before.
    Call(Option<String>, usize),
    /// A string.
    String,
    /// A heredoc, with its marker.
    Heredoc(String),
    /// `${` or `%{`
    Template,
    /// A comment.
    Comment,
}

/// Returns the parts that are open at the end of the text of a value, the outermost first.
pub(super) fn open(text: &str) -> Vec<Open> {
    let mut stack: Vec<Open> = Vec::new();
    // The start of the current name, and the last name.
    let mut word = String::new();
    let mut last = String::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let rest = text.get(at..).unwrap_or_default();
        let mut skip = 0;
        match stack.last() {
            Some(Open::Comment) => {
                if c == '\n' {
                    stack.pop();
                }
                continue;
            }
            Some(Open::Heredoc(marker)) => {
                if c == '\n' {
                    let line = rest.get(1..).unwrap_or_default();
                    let line = line.split('\n').next().unwrap_or_default();
                    let is_whole = line.len() + 1 < rest.len();
                    if is_whole && line.trim() == marker {
                        skip = line.chars().count();
                        stack.pop();
                    }
                } else if rest.starts_with("${") || rest.starts_with("%{") {
                    stack.push(Open::Template);
                    skip = 1;
                } else if rest.starts_with("$${") || rest.starts_with("%%{") {
                    skip = 2;
                }
            }
            Some(Open::String) => match c {
                '\\' => skip = 1,
                '"' => {
                    stack.pop();
                }
                '\n' => {
                    stack.pop();
                }
                _ if rest.starts_with("${") || rest.starts_with("%{") => {
                    stack.push(Open::Template);
                    skip = 1;
                }
                _ if rest.starts_with("$${") || rest.starts_with("%%{") => skip = 2,
                _ => {}
            },
            _ => {
                if c.is_alphanumeric() || matches!(c, '_' | '-' | ':') {
                    word.push(c);
                    continue;
                }
                if !word.is_empty() {
                    last = std::mem::take(&mut word);
                }
                match c {
                    '#' => stack.push(Open::Comment),
                    '/' if rest.starts_with("//") => stack.push(Open::Comment),
                    '"' => stack.push(Open::String),
                    '{' => stack.push(Open::Object(None)),
                    '[' => stack.push(Open::Tuple),
                    '(' => {
                        let is_call = text
                            .get(..at)
                            .is_some_and(|before| before.ends_with(&*last));
                        let name = Some(last.clone()).filter(|name| is_call && !name.is_empty());
                        stack.push(Open::Call(name, 0));
                    }
                    '}' | ']' | ')' => {
                        stack.pop();
                    }
                    '=' if !rest.starts_with("==") => {
                        if let Some(Open::Object(key)) = stack.last_mut() {
                            let before = text.get(..at).unwrap_or_default().trim_end();
                            *key = Some(key_at_end(before).to_owned());
                        }
                    }
                    ',' | '\n' => match stack.last_mut() {
                        Some(Open::Object(key)) => *key = None,
                        Some(Open::Call(_, count)) if c == ',' => *count += 1,
                        _ => {}
                    },
                    '<' if rest.starts_with("<<") => {
                        let line = rest.split('\n').next().unwrap_or_default();
                        let marker = line.trim_start_matches('<').trim_start_matches('-').trim();
                        let is_name = !marker.is_empty()
                            && marker.chars().all(|c| c.is_alphanumeric() || c == '_');
                        if is_name && line.len() < rest.len() {
                            stack.push(Open::Heredoc(marker.to_owned()));
                            skip = line.chars().count() - 1;
                        } else {
                            skip = 1;
                        }
                    }
                    _ => {}
                }
            }
        }
        for _ in 0..skip {
            chars.next();
        }
    }
    stack
}

/// The name or the quoted text at the end of a text.
fn key_at_end(text: &str) -> &str {
    if let Some(inner) = text.strip_suffix('"') {
        let start = inner.rfind('"').map_or(0, |at| at + 1);
        return inner.get(start..).unwrap_or_default();
    }
    let start = word_start(text);
    text.get(start..).unwrap_or_default()
}

/// Returns the steps before the name at the end of a text, the first one first: for `a.b[0].c`,
/// these are `a`, `b` and an element. `None` if there is no dot before the name.
pub(super) fn steps_before(text: &str) -> Option<Vec<Into>> {
    let mut rest = text.get(..word_start(text)).unwrap_or_default();
    rest = rest.strip_suffix('.')?;
    let mut found = Vec::new();
    loop {
        if let Some(inner) = rest.strip_suffix(']') {
            let mut depth = 1;
            let mut open = None;
            for (at, c) in inner.char_indices().rev() {
                match c {
                    ']' => depth += 1,
                    '[' => depth -= 1,
                    '\n' => return None,
                    _ => {}
                }
                if depth == 0 {
                    open = Some(at);
                    break;
                }
            }
            let open = open?;
            let key = inner.get(open + 1..).unwrap_or_default().trim();
            let quoted = key.strip_prefix('"').and_then(|key| key.strip_suffix('"'));
            found.push(match quoted {
                Some(key) if !key.contains('$') => Into::Field(key.to_owned()),
                _ => Into::Element,
            });
            rest = inner.get(..open).unwrap_or_default();
            continue;
        }
        if let Some(before) = rest.strip_suffix(".*") {
            found.push(Into::Element);
            rest = before;
            continue;
        }
        let start = word_start(rest);
        let name = rest.get(start..).unwrap_or_default();
        if name.is_empty() {
            return None;
        }
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            found.push(Into::Element);
        } else {
            found.push(Into::Field(name.to_owned()));
        }
        rest = rest.get(..start).unwrap_or_default();
        match rest.strip_suffix('.') {
            Some(before) => rest = before,
            None => break,
        }
    }
    found.reverse();
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_strings_and_calls_are_open() {
        let call = |name: &str, at| Open::Call(Some(name.to_owned()), at);
        for (text, wanted) in [
            ("max(1, [2, 3], ", vec![call("max", 2)]),
            (
                "{ a = 1, b = { c = ",
                vec![
                    Open::Object(Some("b".into())),
                    Open::Object(Some("c".into())),
                ],
            ),
            ("{\n  a = 1\n  b", vec![Open::Object(None)]),
            ("\"x ${f(", vec![Open::String, Open::Template, call("f", 0)]),
            ("\"x", vec![Open::String]),
            ("<<E\n a\nE\n", vec![]),
            (
                "<<E\n a ${",
                vec![Open::Heredoc("E".into()), Open::Template],
            ),
            ("[1] # x", vec![Open::Comment]),
            ("(1", vec![Open::Call(None, 0)]),
        ] {
            assert_eq!(open(text), wanted, "{text}");
        }
    }

    #[test]
    fn references_are_read_backwards() {
        let field = |name: &str| Into::Field(name.to_owned());
        assert_eq!(steps_before("1 + var."), Some(vec![field("var")]));
        assert_eq!(steps_before("var.a"), Some(vec![field("var")]));
        assert_eq!(steps_before("var"), None);
        let steps = vec![field("module"), field("m"), Into::Element];
        assert_eq!(steps_before("module.m[each.key].x"), Some(steps));
        let steps = vec![field("var"), field("k"), Into::Element];
        assert_eq!(steps_before("var[\"k\"][*]."), Some(steps));
    }
}
