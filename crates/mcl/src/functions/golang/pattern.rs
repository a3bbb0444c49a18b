//! Go's `path.Match`: does a name fit a pattern?
//!
//! `*` stands for any characters but slashes, `?` for one, `[a-z]` for one of a class and `[^a-z]` for
//! one outside of it, slashes included; a backslash makes the next character stand for itself. All of
//! a pattern is read before anything is compared, so that a wrong one is told whatever the name is.

/// What a pattern consists of.
enum Part {
    /// Any characters but slashes.
    Any,
    /// One character but a slash.
    One,
    Literal(char),
    /// One character inside of the ranges, or outside of them.
    Class {
        inside: bool,
        ranges: Vec<(char, char)>,
    },
}

impl Part {
    /// Whether it stands for a character; what stands for several is not asked.
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

/// A pattern that was read.
pub(super) struct Pattern(Vec<Part>);

impl Pattern {
    /// Reads one; none where it is wrong.
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

    /// Whether all of a name fits. What follows a star is looked for from left to right, and only the
    /// last star is made longer: an earlier one could reach no slash that this one does not.
    #[expect(
        clippy::string_slice,
        reason = "the length of a whole character is skipped"
    )]
    pub(super) fn matches(&self, name: &str) -> bool {
        let (mut at, mut rest) = (0, name);
        // Behind the last star, and what of the name was left when it ended.
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

/// A class behind its bracket.
fn class(rest: &mut std::str::Chars<'_>) -> Option<Part> {
    let inside = !rest.as_str().starts_with('^');
    if !inside {
        rest.next();
    }
    let mut ranges = Vec::new();
    while ranges.is_empty() || !rest.as_str().starts_with(']') {
        let low = bound(rest)?;
        let high = match rest.as_str().starts_with('-') {
            true => {
                rest.next();
                bound(rest)?
            }
            false => low,
        };
        ranges.push((low, high));
    }
    rest.next();
    Some(Part::Class { inside, ranges })
}

/// An end of a range, behind which something has to follow.
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
    fn names_fit_as_they_do_in_go() {
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
