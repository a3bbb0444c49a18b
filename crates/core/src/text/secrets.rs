//! Literals of secrets in source texts: the arguments of Puppet's `Sensitive`.

use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;

/// The name of the type of secrets.
const NAME: &str = "Sensitive";

/// The maximum number of characters of the parameters of the type, so that the search is linear.
const MAX_PARAMETERS: usize = 256;

/// Replaces each character of the literals in the arguments of `Sensitive(…)`, `Sensitive.new(…)` and
/// `new(Sensitive, …)` with an asterisk. Lines and columns do not change. Without a closing
/// parenthesis, all literals up to the end of the text are replaced.
///
/// ```
/// use polycty_core::text::mask_secrets;
/// let text = "$a = Sensitive('abc', $b)";
/// assert_eq!(mask_secrets(text), "$a = Sensitive('***', $b)");
/// ```
#[must_use]
pub fn mask_secrets(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(NAME) {
        let is_argument = before.trim_end().ends_with("new(");
        let Some(arguments) = arguments(after, is_argument) else {
            out.push_str(before);
            out.push_str(NAME);
            rest = after;
            continue;
        };
        out.push_str(before);
        out.push_str(NAME);
        let begin = after.len() - arguments.len();
        out.push_str(after.get(..begin).unwrap_or_default());
        rest = mask(arguments, &mut out);
    }
    if out.is_empty() {
        return Cow::Borrowed(text);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Returns the text that begins with the arguments of a call, from the text after the name of the
/// type.
fn arguments(after: &str, is_argument: bool) -> Option<&str> {
    let mut rest = after;
    if let Some(parameters) = rest.strip_prefix('[') {
        let mut depth = 1_u32;
        let mut chars = parameters.char_indices().take(MAX_PARAMETERS);
        let end = chars.find(|(_, c)| {
            depth = match c {
                '[' => depth + 1,
                ']' => depth - 1,
                _ => depth,
            };
            depth == 0
        });
        rest = parameters.get(end?.0 + 1..)?;
    }
    if is_argument {
        return rest.trim_start().strip_prefix(',');
    }
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix('.') {
        Some(method) => method.trim_start().strip_prefix("new")?.trim_start(),
        None => rest,
    };
    rest.strip_prefix('(')
}

/// Writes the arguments of a call with masked literals. Returns the text after them.
fn mask<'t>(text: &'t str, out: &mut String) -> &'t str {
    let mut rest = text;
    let mut depth = 1_u32;
    let mut heredocs: Vec<&str> = Vec::new();
    let mut is_method = false;
    while let Some(c) = rest.chars().next() {
        match c {
            '\'' | '"' => rest = mask_quoted(rest, c, out),
            '@' if rest.starts_with("@(") => {
                let tag = rest
                    .strip_prefix("@(")
                    .and_then(|rest| rest.split_once(')'));
                let Some((tag, after)) = tag else {
                    asterisks(rest, out);
                    return "";
                };
                heredocs.push(tag);
                out.push_str("@(");
                out.push_str(tag);
                out.push(')');
                rest = after;
            }
            _ if c.is_alphanumeric() || matches!(c, '_' | '$') => {
                let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | ':' | '-');
                let (word, after) = rest.split_at(rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
                let is_name = c == '$' || is_method || after.trim_start().starts_with('(');
                match is_name {
                    true => out.push_str(word),
                    false => asterisks(word, out),
                }
                rest = after;
            }
            _ => {
                out.push(c);
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
                depth = match c {
                    '(' => depth + 1,
                    ')' => depth - 1,
                    _ => depth,
                };
                if depth == 0 {
                    break;
                }
            }
        }
        is_method = c == '.';
    }
    for tag in heredocs {
        rest = mask_heredoc(rest, tag, out);
    }
    rest
}

/// Masks a text that begins with a quote. Returns the text after the closing quote.
fn mask_quoted<'t>(text: &'t str, quote: char, out: &mut String) -> &'t str {
    out.push(quote);
    let inner = text.get(1..).unwrap_or_default();
    let mut is_escaped = false;
    let end = inner.find(|c| {
        let ends = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    let (inner, after) = inner.split_at(end.unwrap_or(inner.len()));
    asterisks(inner, out);
    if after.is_empty() {
        return after;
    }
    out.push(quote);
    after.get(1..).unwrap_or_default()
}

/// Masks the lines of a heredoc, which begins after the current line. Returns the text from its end.
fn mask_heredoc<'t>(text: &'t str, tag: &str, out: &mut String) -> &'t str {
    let tag = tag.split([':', '/']).next().unwrap_or_default();
    let tag = tag.trim().trim_matches('"').trim_end();
    let mut rest = text;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let end = line.trim().trim_start_matches(['|', '-', ' ', '\t']);
        if number > 0 && end == tag {
            return rest;
        }
        match number {
            0 => out.push_str(line),
            _ => asterisks(line, out),
        }
        rest = rest.strip_prefix(line).unwrap_or_default();
    }
    rest
}

/// Writes an asterisk for each character, except for the ends of lines.
fn asterisks(text: &str, out: &mut String) {
    for character in text.graphemes(true) {
        match character {
            "\n" | "\r\n" | "\r" => out.push_str(character),
            _ => out.push('*'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::mask_secrets;

    #[test]
    fn literals_in_arguments_of_sensitive_are_masked() {
        for (text, masked) in [
            ("$a = 'x'", "$a = 'x'"),
            ("Sensitive[String] $a", "Sensitive[String] $a"),
            ("Sensitive('a(b', 12) 'c'", "Sensitive('***', **) 'c'"),
            ("Sensitive.new(\"p$x\\\"é\")", "Sensitive.new(\"******\")"),
            (
                "Sensitive[Array[String]].new('p')",
                "Sensitive[Array[String]].new('*')",
            ),
            ("new(Sensitive, 'p')", "new(Sensitive, '*')"),
            ("Sensitive(word)", "Sensitive(****)"),
            ("Sensitive(f($a::b, 'k').g)", "Sensitive(f($a::b, '*').g)"),
            ("Sensitive('a\nb'", "Sensitive('*\n*'"),
            ("Sensitive('a", "Sensitive('*"),
            ("Sensitive", "Sensitive"),
            ("Sensitive(@(a", "Sensitive(***"),
            (
                "Sensitive(@(\"END\"/L)) 'x'\n  a\r\n  b\n  | END\n'c'",
                "Sensitive(@(\"END\"/L)) 'x'\n***\r\n***\n  | END\n'c'",
            ),
        ] {
            assert_eq!(mask_secrets(text), masked);
        }
    }
}
