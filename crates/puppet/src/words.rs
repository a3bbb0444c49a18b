//! Words in messages and functions: articles and case.

use polycty_core::text::case::push_title;

/// Returns the article of a word: quotes are skipped, and `y` counts as a vowel.
pub(crate) fn article(words: &str) -> &'static str {
    let first = words.chars().find(|c| !matches!(c, '\'' | '"'));
    if first.is_some_and(|c| "aeiouyAEIOUY".contains(c)) {
        "an"
    } else {
        "a"
    }
}

/// Returns a word with its article.
pub(crate) fn a_an(words: &str) -> String {
    format!("{} {words}", article(words))
}

/// Returns a word with its article, for the start of a sentence.
#[expect(
    clippy::string_slice,
    reason = "the article begins with an ASCII letter"
)]
pub(crate) fn capital_a_an(words: &str) -> String {
    let text = a_an(words);
    format!("A{}", &text[1..])
}

/// Converts to lowercase, letter by letter as Ruby does, without regard to neighboring letters.
pub(crate) fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Converts the first letter to title case and the rest to lowercase.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let mut out = String::with_capacity(text.len());
    if let Some(first) = chars.next() {
        push_title(first, &mut out);
        out.push_str(&lower(chars.as_str()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_have_no_article() {
        for (words, with) in [
            ("Integer", "an Integer"),
            ("'if' statement", "an 'if' statement"),
            ("\"yes\"", "an \"yes\""),
            ("'define' expression", "a 'define' expression"),
        ] {
            assert_eq!(a_an(words), with);
        }
        assert_eq!(capital_a_an("Array"), "An Array");
    }

    #[test]
    fn letters_change_one_by_one() {
        assert_eq!(lower("\u{391}\u{3a3}"), "\u{3b1}\u{3c3}");
        assert_eq!(
            capitalised("\u{1c6}\u{391}\u{3a3}"),
            "\u{1c5}\u{3b1}\u{3c3}"
        );
    }
}
