//! Go's `path.Match`.
//!
//! `*` matches any number of characters except slashes, `?` one character except a slash, `[a-z]` a
//! character of a class, and `[^a-z]` a character outside the class, including slashes. A backslash
//! quotes the next character. The whole pattern is parsed before the match, so that an invalid
//! pattern is reported for any name.

/// A part of a pattern.
enum Part {
    /// Any number of characters except slashes.
    Any,
    /// One character except a slash.
    One,
    Literal(char),
    /// One character inside or outside the ranges.
    Class {
        inside: bool,
        ranges: Vec<(char, char)>,
    },
}

impl Part {
    /// Returns whether the part matches a character. For `Any`, this applies to each of its
    /// characters.
    fn fits(&self, c: char) -> bool {
        match self {
            Part::Any | Part::One => c != '/',
            Part::Literal(literal) => *literal == c,
            Part::Class { inside, ranges } => {
                ranges.iter().any(|(low, high)| (*low..=*high).contains(&c)) == *inside
            }
        }
    }
}

/// A parsed pattern.
pub(super) struct Pattern(Vec<Part>);

impl Pattern {
    /// Parses a pattern, or returns `None` if it is not valid.
    pub(super) fn new(text: &str) -> Option<Pattern> {
        let mut parts = Vec::new();
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            parts.push(match c {
                '*' => Part::Any,
                '?' => Part::One,
                '\\' => Part::Literal(rest.next()?),
                '[' => class(&mut rest)?,
                literal => Part::Literal(literal),
            });
        }
        Some(Pattern(parts))
    }

    /// Returns whether the pattern matches the whole name. The parts after a star are matched from
    /// left to right, and only the last star is extended: an extension of an earlier star could not
    /// match more, since no star matches a slash.
    #[expect(
        clippy::string_slice,
        reason = "the length of a whole character is skipped"
    )]
    pub(super) fn matches(&self, name: &str) -> bool {
        let (mut at, mut rest) = (0, name);
        // The part after the last star, and the rest of the name after its match.
        let mut star: Option<(usize, &str)> = None;
        loop {
            let next = rest.chars().next();
            match (self.0.get(at), next) {
                (None, None) => return true,
                (Some(Part::Any), _) => {
                    at += 1;
                    star = Some((at, rest));
                    continue;
                }
                (Some(part), Some(c)) if part.fits(c) => {
                    at += 1;
                    rest = &rest[c.len_utf8()..];
                    continue;
                }
                _ => {}
            }
            let Some((behind, ended)) = star else {
                return false;
            };
            let Some(c) = ended.chars().next().filter(|c| Part::Any.fits(*c)) else {
                return false;
            };
            let longer = &ended[c.len_utf8()..];
            star = Some((behind, longer));
            (at, rest) = (behind, longer);
        }
    }
}

/// Parses a class after its opening bracket.
fn class(rest: &mut std::str::Chars<'_>) -> Option<Part> {
    let inside = !rest.as_str().starts_with('^');
    if !inside {
        rest.next();
    }
    let mut ranges = Vec::new();
    while ranges.is_empty() || !rest.as_str().starts_with(']') {
        let low = bound(rest)?;
        let high = if rest.as_str().starts_with('-') {
            rest.next();
            bound(rest)?
        } else {
            low
        };
        ranges.push((low, high));
    }
    rest.next();
    Some(Part::Class { inside, ranges })
}

/// Parses an end of a range. The pattern must not end after it.
fn bound(rest: &mut std::str::Chars<'_>) -> Option<char> {
    let c = match rest.next()? {
        '-' | ']' => return None,
        '\\' => rest.next()?,
        c => c,
    };
    (!rest.as_str().is_empty()).then_some(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_as_in_go() {
        for (pattern, name, fits) in [
            ("abc", "abc", Some(true)),
            ("", "", Some(true)),
            ("*", "", Some(true)),
            ("*", "a/b", Some(false)),
            ("*c", "abc", Some(true)),
            ("a*", "ab/c", Some(false)),
            ("a*/b", "abc/b", Some(true)),
            ("a*/b", "a/c/b", Some(false)),
            ("a*b*c*d*e*/f", "axbxcxdxe/f", Some(true)),
            ("a*b*c*d*e*/f", "axbxcxdxexxx/fff", Some(false)),
            ("a*b?c*x", "abxbbxdbxebxczzx", Some(true)),
            ("a*b?c*x", "abxbbxdbxebxczzy", Some(false)),
            ("ab[c]", "abc", Some(true)),
            ("ab[^e-g]", "abc", Some(true)),
            ("ab[^b-d]", "abc", Some(false)),
            ("a\\*b", "a*b", Some(true)),
            ("a\\*b", "axb", Some(false)),
            ("a?b", "a☺b", Some(true)),
            ("a???b", "a☺b", Some(false)),
            ("[a-ζ]*", "α", Some(true)),
            ("*[a-ζ]", "A", Some(false)),
            ("a?b", "a/b", Some(false)),
            ("a[^x]b", "a/b", Some(true)),
            ("[\\]a]", "]", Some(true)),
            ("[\\-x]", "-", Some(true)),
            ("[x\\-]", "z", Some(false)),
            ("[]a]", "]", None),
            ("[-]", "-", None),
            ("[x-]", "x", None),
            ("[-x]", "x", None),
            ("\\", "a", None),
            ("[a-b-c]", "a", None),
            ("[", "a", None),
            ("[^", "a", None),
            ("[^bc", "a", None),
            ("a[", "ab", None),
            ("a/b[", "x", None),
            ("*x", "xxx", Some(true)),
            ("a]", "a]", Some(true)),
        ] {
            let found = Pattern::new(pattern).map(|pattern| pattern.matches(name));
            assert_eq!(found, fits, "{pattern} {name}");
        }
    }
}
