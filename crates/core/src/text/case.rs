//! Case mapping of letters.
//!
//! Simple Unicode mappings map a character to one character, without regard to its neighbors: `ß`
//! has no upper case, and a sigma at the end of a word becomes `σ`. For full mappings this module
//! adds title case to the standard library's upper and lower case.

/// Converts a character to upper case, as one character.
pub fn simple_upper(c: char) -> char {
    let mut full = c.to_uppercase();
    match (full.next(), full.next()) {
        (Some(upper), None) => upper,
        // Greek letters with an iota subscript have their title case as simple mapping; other
        // characters with a longer mapping have none.
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

/// Converts a character to lower case, as one character.
#[inline]
pub fn simple_lower(c: char) -> char {
    // The first character is also the simple mapping of `İ`, the only letter with a longer mapping.
    c.to_lowercase().next().unwrap_or(c)
}

/// Converts a character to title case, as one character.
pub fn simple_title(c: char) -> char {
    own_title(c).unwrap_or_else(|| simple_upper(c))
}

/// Appends a character in title case.
pub fn push_title(c: char, out: &mut String) {
    match own_title(c) {
        Some(title) => out.push(title),
        None => {
            let mut upper = c.to_uppercase();
            out.extend(upper.next());
            for more in upper {
                match more {
                    // An iota subscript is kept.
                    '\u{399}' => out.push('\u{345}'),
                    // For an apostrophe and a letter, the letter is the first of the word.
                    _ if c == '\u{149}' => out.push(more),
                    _ => out.extend(more.to_lowercase()),
                }
            }
        }
    }
}

/// The title case of a letter, if it differs from its upper case.
fn own_title(c: char) -> Option<char> {
    Some(match c {
        // Digraph letters have their own title case.
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        // Greek letters with an iota subscript.
        '\u{1f80}'..='\u{1faf}'
        | '\u{1fb3}'
        | '\u{1fbc}'
        | '\u{1fc3}'
        | '\u{1fcc}'
        | '\u{1ff3}'
        | '\u{1ffc}' => simple_upper(c),
        // Georgian has no title case.
        '\u{10d0}'..='\u{10ff}' => c,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_first_character_may_become_more() {
        for (c, title) in [
            ('ß', "Ss"),
            ('ﬁ', "Fi"),
            ('ǆ', "ǅ"),
            ('ა', "ა"),
            ('a', "A"),
            ('ŉ', "ʼN"),
            ('ᾀ', "ᾈ"),
            ('ᾈ', "ᾈ"),
            ('ᾳ', "ᾼ"),
            ('\u{1fb2}', "\u{1fba}\u{345}"),
            ('\u{1fb7}', "\u{391}\u{342}\u{345}"),
            ('\u{390}', "\u{399}\u{308}\u{301}"),
        ] {
            let mut out = String::new();
            push_title(c, &mut out);
            assert_eq!(out, title);
        }
    }
}
