//! What is a string in another case?
//!
//! Character by character, as Unicode's simple case mappings say: a character
//! never becomes two, and its neighbours do not matter. (`ß` stays in upper case,
//! and a sigma at the end of a word becomes `σ`.)

use super::define::{DYNAMIC, made, of_text, string};

standard! {
    /// Gives a string with all letters in upper case.
    UPPER: upper(str) = |about| of_text(
        about.parameter(string("str", "The string to convert.").allow(DYNAMIC)),
        |text| made(&map(text, str::make_ascii_uppercase, simple_upper)),
    );
    /// Gives a string with all letters in lower case.
    LOWER: lower(str) = |about| of_text(
        about.parameter(string("str", "The string to convert.").allow(DYNAMIC)),
        |text| made(&map(text, str::make_ascii_lowercase, simple_lower)),
    );
    /// Gives a string with the first letter of each word in title case.
    TITLE: title(str) = |about| of_text(
        about.parameter(string("str", "The string to convert.")),
        |text| {
            let mut before = ' ';
            let titled = |c| {
                let begins = is_separator(std::mem::replace(&mut before, c));
                if begins { simple_title(c) } else { c }
            };
            made(&text.chars().map(titled).collect::<String>())
        },
    );
}

fn map(text: &str, ascii: fn(&mut str), simple: fn(char) -> char) -> String {
    if text.is_ascii() {
        let mut out = text.to_owned();
        ascii(&mut out);
        return out;
    }
    text.chars().map(simple).collect()
}

/// Whether a word may begin after a character. Of those beyond ASCII, only after
/// white space.
fn is_separator(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_alphanumeric() && c != '_';
    }
    c.is_whitespace()
}

fn simple_upper(c: char) -> char {
    let mut full = c.to_uppercase();
    match (full.next(), full.next()) {
        (Some(upper), None) => upper,
        // Greek letters with a iota below have one in title case as simple
        // mapping; every other character with a longer mapping has none.
        _ => match c {
            '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => {
                char::from_u32(c as u32 + 8).unwrap_or(c)
            }
            '\u{1fb3}' => '\u{1fbc}',
            '\u{1fc3}' => '\u{1fcc}',
            '\u{1ff3}' => '\u{1ffc}',
            _ => c,
        },
    }
}

fn simple_lower(c: char) -> char {
    // The first is the simple mapping also of the one letter that has a longer
    // one, `İ`.
    c.to_lowercase().next().unwrap_or(c)
}

fn simple_title(c: char) -> char {
    match c {
        // Letters that are two have a title case of their own.
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        // Georgian has no title case.
        '\u{10d0}'..='\u{10ff}' => c,
        _ => simple_upper(c),
    }
}

#[cfg(test)]
mod tests {
    use super::{simple_lower, simple_title, simple_upper};

    #[test]
    fn a_character_becomes_one_character() {
        for (c, upper, lower, title) in [
            ('ß', 'ß', 'ß', 'ß'),
            ('ﬁ', 'ﬁ', 'ﬁ', 'ﬁ'),
            ('İ', 'İ', 'i', 'İ'),
            ('ᾳ', 'ᾼ', 'ᾳ', 'ᾼ'),
            ('ᾀ', 'ᾈ', 'ᾀ', 'ᾈ'),
            ('ǆ', 'Ǆ', 'ǆ', 'ǅ'),
            ('ა', 'Ა', 'ა', 'ა'),
            ('Σ', 'Σ', 'σ', 'Σ'),
        ] {
            assert_eq!(simple_upper(c), upper);
            assert_eq!(simple_lower(c), lower);
            assert_eq!(simple_title(c), title);
        }
    }
}
