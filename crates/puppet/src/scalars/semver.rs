//! Semantic versions and version ranges.
//!
//! Versions and their precedence are those of SemVer 2.0. A range has one of the notations that
//! Puppet adopted from npm (`1.x`, `~1.2`, `^1.2`, `>=1.0.0 <2.0.0`, `1.0.0 - 2.0.0`), or several
//! joined by `||`; adjacent ranges merge.

use polycty_core::types::NominalParam;
use std::cmp::Ordering;
use std::fmt;

/// A version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    /// The major number.
    pub major: u64,
    /// The minor number.
    pub minor: u64,
    /// The patch number.
    pub patch: u64,
    /// The identifiers of the pre-release, separated by dots; `None` for a release.
    pub prerelease: Option<Box<str>>,
    /// The identifiers of the build, separated by dots.
    pub build: Option<Box<str>>,
}

impl Version {
    const FIRST: Version = Version {
        major: 0,
        minor: 0,
        patch: 0,
        prerelease: None,
        build: None,
    };

    fn new(major: u64, minor: u64, patch: u64) -> Version {
        Version {
            major,
            minor,
            patch,
            ..Version::FIRST
        }
    }

    /// Parses a version, `1.2.3-pre+build`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Version> {
        let (text, build) = match text.split_once('+') {
            Some((text, build)) => (text, Some(build)),
            None => (text, None),
        };
        let (numbers, prerelease) = match text.split_once('-') {
            Some((numbers, prerelease)) => (numbers, Some(prerelease)),
            None => (text, None),
        };
        let mut parts = numbers.split('.').map(number);
        let version = Version {
            major: parts.next()??,
            minor: parts.next()??,
            patch: parts.next()??,
            prerelease: prerelease.map(Into::into),
            build: build.map(Into::into),
        };
        let identifiers = |text: &str, leading_zeros: bool| {
            text.split('.').all(|part| {
                let numeric = part.bytes().all(|b| b.is_ascii_digit());
                !part.is_empty()
                    && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
                    && (leading_zeros || !numeric || part.len() == 1 || !part.starts_with('0'))
            })
        };
        let valid = parts.next().is_none()
            && prerelease.is_none_or(|text| identifiers(text, false))
            && build.is_none_or(|text| identifiers(text, true));
        valid.then_some(version)
    }

    /// Returns the smallest release with the next higher number in the given component.
    fn next(&self, component: Component) -> Version {
        match component {
            Component::Major => Version::new(self.major.saturating_add(1), 0, 0),
            Component::Minor => Version::new(self.major, self.minor.saturating_add(1), 0),
            Component::Patch => Version::new(self.major, self.minor, self.patch.saturating_add(1)),
        }
    }
}

#[derive(Clone, Copy)]
enum Component {
    Major,
    Minor,
    Patch,
}

fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (digits && (text.len() == 1 || !text.starts_with('0')))
        .then(|| text.parse().ok())
        .flatten()
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if let Some(prerelease) = &self.prerelease {
            write!(f, "-{prerelease}")?;
        }
        if let Some(build) = &self.build {
            write!(f, "+{build}")?;
        }
        Ok(())
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    /// Compares the precedence, and for equal precedence the text of the build, so that the order
    /// is consistent with equality.
    fn cmp(&self, other: &Version) -> Ordering {
        self.precedence(other)
            .then_with(|| self.build.cmp(&other.build))
    }
}

impl Version {
    /// Compares the precedence of SemVer 2.0, which ignores builds.
    #[must_use]
    pub fn precedence(&self, other: &Version) -> Ordering {
        let numbers = |v: &Version| (v.major, v.minor, v.patch);
        numbers(self).cmp(&numbers(other)).then_with(|| {
            match (&self.prerelease, &other.prerelease) {
                (None, None) => Ordering::Equal,
                (None, Some(_)) => Ordering::Greater,
                (Some(_), None) => Ordering::Less,
                (Some(a), Some(b)) => by_identifiers(a, b),
            }
        })
    }
}

fn by_identifiers(a: &str, b: &str) -> Ordering {
    let numeric = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let (mut left, mut right) = (a.split('.'), b.split('.'));
    loop {
        let order = match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(x), Some(y)) => match (numeric(x), numeric(y)) {
                (true, true) => x.len().cmp(&y.len()).then_with(|| x.cmp(y)),
                (true, false) => Ordering::Less,
                (false, true) => Ordering::Greater,
                (false, false) => x.cmp(y),
            },
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// A range of versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The lower bound; `None` if there is no lower bound.
    pub from: Option<Version>,
    /// Whether the lower bound is exclusive.
    pub from_excluded: bool,
    /// The upper bound; `None` if there is no upper bound.
    pub to: Option<Version>,
    /// Whether the upper bound is exclusive.
    pub to_excluded: bool,
}

impl Range {
    const ALL: Range = Range {
        from: None,
        from_excluded: false,
        to: None,
        to_excluded: false,
    };

    /// Returns the range from a version (inclusive) to a version (exclusive).
    fn between(from: Version, to: Version) -> Range {
        Range {
            from: Some(from),
            to: Some(to),
            to_excluded: true,
            ..Range::ALL
        }
    }

    fn is_empty(&self) -> bool {
        match (&self.from, &self.to) {
            (Some(from), Some(to)) => match from.precedence(to) {
                Ordering::Less => false,
                Ordering::Equal => self.from_excluded || self.to_excluded,
                Ordering::Greater => true,
            },
            _ => false,
        }
    }

    fn text(&self) -> String {
        let from =
            |from: &Version| format!("{}{from}", if self.from_excluded { ">" } else { ">=" });
        let to = |to: &Version| format!("{}{to}", if self.to_excluded { "<" } else { "<=" });
        match (&self.from, &self.to) {
            (None, None) => "*".into(),
            (Some(only), None) => from(only),
            (None, Some(only)) => to(only),
            (Some(a), Some(b)) if a == b => a.to_string(),
            (Some(a), Some(b)) => format!("{} {}", from(a), to(b)),
        }
    }

    fn both(self, other: Range) -> Range {
        let (from, from_excluded) = match (self.from, other.from) {
            (Some(a), Some(b)) => match a.precedence(&b) {
                Ordering::Greater => (Some(a), self.from_excluded),
                Ordering::Less => (Some(b), other.from_excluded),
                Ordering::Equal => (Some(a), self.from_excluded || other.from_excluded),
            },
            (Some(a), None) => (Some(a), self.from_excluded),
            (None, b) => (b, other.from_excluded),
        };
        let (to, to_excluded) = match (self.to, other.to) {
            (Some(a), Some(b)) => match a.precedence(&b) {
                Ordering::Less => (Some(a), self.to_excluded),
                Ordering::Greater => (Some(b), other.to_excluded),
                Ordering::Equal => (Some(a), self.to_excluded || other.to_excluded),
            },
            (Some(a), None) => (Some(a), self.to_excluded),
            (None, b) => (b, other.to_excluded),
        };
        Range {
            from,
            from_excluded,
            to,
            to_excluded,
        }
    }

    /// Returns the smallest range that contains both, if they touch.
    fn merged(&self, other: &Range) -> Option<Range> {
        let reaches = |to: &Option<Version>, from: &Option<Version>| match (to, from) {
            (Some(to), Some(from)) => to.precedence(from) != Ordering::Less,
            _ => true,
        };
        if !reaches(&self.to, &other.from) || !reaches(&other.to, &self.from) {
            return None;
        }
        let (from, from_excluded) = match (&self.from, &other.from) {
            (Some(a), Some(b)) => match a.precedence(b) {
                Ordering::Less => (Some(a), self.from_excluded),
                Ordering::Greater => (Some(b), other.from_excluded),
                Ordering::Equal => (Some(a), self.from_excluded && other.from_excluded),
            },
            _ => (None, false),
        };
        let (to, to_excluded) = match (&self.to, &other.to) {
            (Some(a), Some(b)) => match a.precedence(b) {
                Ordering::Greater => (Some(a), self.to_excluded),
                Ordering::Less => (Some(b), other.to_excluded),
                Ordering::Equal => (Some(a), self.to_excluded && other.to_excluded),
            },
            _ => (None, false),
        };
        Some(Range {
            from: from.cloned(),
            from_excluded,
            to: to.cloned(),
            to_excluded,
        })
    }
}

/// The maximum bytes that an allocator adds to an allocation.
const ALLOCATION: usize = 24;

impl Version {
    /// The bytes of the texts of the version.
    pub(crate) fn text_bytes(&self) -> usize {
        let texts = self.prerelease.iter().chain(&self.build);
        texts.map(|text| ALLOCATION + text.len()).sum()
    }
}

/// A parsed version range: one range, or several alternatives.
#[derive(Clone, Debug)]
pub struct Ranges {
    text: Box<str>,
    alternatives: Box<[Range]>,
}

impl Ranges {
    /// The bytes of the allocations of the ranges.
    pub(crate) fn bytes(&self) -> usize {
        let ranges = self.alternatives.iter();
        let texts = ranges
            .flat_map(|range| range.from.iter().chain(&range.to))
            .map(Version::text_bytes);
        let own = ALLOCATION + size_of_val(&*self.alternatives);
        own + ALLOCATION + self.text.len() + texts.sum::<usize>()
    }

    /// Parses a range.
    ///
    /// # Errors
    /// Puppet's message for an invalid range.
    pub fn parse(text: &str) -> Result<Ranges, String> {
        Ranges::read(text, alternative)
    }

    /// Parses the range of a type; a merged range is written with its bounds exchanged.
    ///
    /// # Errors
    /// As [`Ranges::parse`].
    pub(crate) fn parse_merged(text: &str) -> Result<Ranges, String> {
        Ranges::read(text, |text| {
            let mut range = alternative(text)?;
            if let (Some(from), Some(to)) = (&range.from, &range.to)
                && from.precedence(to) == Ordering::Greater
            {
                std::mem::swap(&mut range.from, &mut range.to);
            }
            Some(range)
        })
    }

    fn read(text: &str, alternative: fn(&str) -> Option<Range>) -> Result<Ranges, String> {
        let parsed: Option<Vec<Range>> = if text == text.trim() {
            text.split("||").map(alternative).collect()
        } else {
            None
        };
        match parsed {
            Some(alternatives) => Ok(Ranges {
                text: match text {
                    "" => "*".into(),
                    text => text.into(),
                },
                alternatives: alternatives.into(),
            }),
            None => Err(format!("Unparsable version range: \"{text}\"")),
        }
    }

    /// Returns the range between two versions, or without a bound where `None`. As in Puppet, its
    /// text has the greater bound first.
    pub(crate) fn between(from: Option<Version>, to: Option<Version>, to_excluded: bool) -> Ranges {
        let range = Range {
            from,
            to,
            to_excluded,
            ..Range::ALL
        };
        Ranges {
            text: merged_text(&range).into(),
            alternatives: [range].into(),
        }
    }

    /// Returns the alternatives as comparisons, with adjacent ones merged.
    pub(crate) fn normal_text(&self) -> String {
        let mut merged: Vec<Range> = Vec::with_capacity(self.alternatives.len());
        for range in &self.alternatives {
            let mut range = range.clone();
            if range.is_empty() {
                continue;
            }
            while let Some((at, union)) = merged
                .iter()
                .enumerate()
                .find_map(|(at, have)| Some((at, have.merged(&range)?)))
            {
                merged.remove(at);
                range = union;
            }
            merged.push(range);
        }
        if merged.is_empty() {
            return "<0.0.0".into();
        }
        let texts: Vec<String> = merged.iter().map(Range::text).collect();
        texts.join(" || ")
    }

    /// Returns the text as written, or the text of the merged range.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the alternatives; a version must be in one of them.
    #[must_use]
    pub fn alternatives(&self) -> &[Range] {
        &self.alternatives
    }
}

/// The maximum number of ranges that are merged, since each may have to be compared with each
/// other.
const MAX_MERGED: usize = 1024;

/// Merges adjacent ranges. As in Puppet, the text of a merged range has the greater bound first.
/// More than 1,024 ranges are returned unchanged.
#[must_use]
pub fn merge(mut ranges: Vec<Ranges>) -> Vec<Ranges> {
    if ranges.len() > MAX_MERGED {
        return ranges;
    }
    let mut merged: Vec<Ranges> = Vec::with_capacity(ranges.len());
    while let Some(mut wide) = ranges.pop() {
        if wide.alternatives.len() != 1 {
            // It is adjacent to no range.
            merged.push(wide);
            continue;
        }
        ranges.retain(|range| {
            let ([a], [b]) = (&*wide.alternatives, &*range.alternatives) else {
                return true;
            };
            match a.merged(b) {
                Some(union) => {
                    wide = Ranges {
                        text: merged_text(&union).into(),
                        alternatives: [union].into(),
                    };
                    false
                }
                None => true,
            }
        });
        merged.push(wide);
    }
    merged.reverse();
    merged
}

/// The text of a missing upper bound of a merged range.
const NO_END: &str = "Infinity.0.0";

/// The text of a missing lower bound of a merged range.
const NO_START: &str = "0.0.0-";

fn merged_text(range: &Range) -> String {
    let from = range
        .from
        .as_ref()
        .map_or_else(|| NO_START.to_owned(), ToString::to_string);
    let to = range
        .to
        .as_ref()
        .map_or_else(|| NO_END.to_owned(), ToString::to_string);
    if range.to_excluded {
        format!(">={to} <{from}")
    } else {
        format!("{to} - {from}")
    }
}

/// Whether two lists of range texts contain the same versions.
pub(crate) fn same_ranges(a: &[NominalParam], b: &[NominalParam]) -> bool {
    let parsed = |params: &[NominalParam]| -> Option<Vec<Box<[Range]>>> {
        params
            .iter()
            .map(|param| Some(Ranges::parse_merged(param.as_text()?).ok()?.alternatives))
            .collect()
    };
    parsed(a).is_some_and(|a| Some(a) == parsed(b))
}

fn alternative(text: &str) -> Option<Range> {
    let text = text.trim();
    if let Some((from, to)) = text.split_once(" - ") {
        // A merged range may lack a bound; its greater bound is first.
        if from == NO_END || to == NO_START {
            let end = |text: &str, none| (text != none).then(|| Version::parse(text));
            let bounds = (end(to, NO_START), end(from, NO_END));
            return Some(Range {
                from: bounds.0.map_or(Some(None), |version| version.map(Some))?,
                to: bounds.1.map_or(Some(None), |version| version.map(Some))?,
                ..Range::ALL
            });
        }
        let (from, to) = (Partial::parse(from.trim())?, Partial::parse(to.trim())?);
        return Some(from.at_least().both(to.at_most()));
    }
    let mut range = Range::ALL;
    let mut words = text.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let operator_length = word
            .find(|c| !matches!(c, '<' | '>' | '=' | '~' | '^'))
            .unwrap_or(word.len());
        let (operator, mut version) = word.split_at(operator_length);
        // The version may be separated from its operator.
        if version.is_empty() {
            version = words.next()?;
        }
        if version == NO_START {
            continue;
        }
        let partial = Partial::parse(version)?;
        let simple = match operator {
            "" | "=" => partial.within(),
            ">=" => partial.at_least(),
            ">" => partial.above(),
            "<=" => partial.at_most(),
            "<" => partial.below(),
            "~" | "~>" => partial.tilde(),
            "^" => partial.caret(),
            _ => return None,
        };
        range = range.both(simple);
    }
    Some(range)
}

/// A version with one to three numbers.
struct Partial {
    version: Version,
    /// The number of components in the text.
    given: u8,
}

impl Partial {
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find`, `len` and `len_utf8`"
    )]
    fn parse(text: &str) -> Option<Partial> {
        if let Some(version) = Version::parse(text) {
            return Some(Partial { version, given: 3 });
        }
        // The text after the patch of a version with wildcards is ignored.
        let text = match text.find(['-', '+']) {
            Some(end) if text[..end].matches('.').count() == 2 => &text[..end],
            _ => text,
        };
        let mut version = Version::FIRST;
        let mut given = 0;
        let mut open = false;
        for (at, part) in text.split('.').enumerate() {
            if matches!(part, "x" | "X" | "*") {
                open = true;
            } else {
                let value = number(part)?;
                match (at, open) {
                    (0, _) => version.major = value,
                    (1, false) => version.minor = value,
                    // A number after a wildcard is allowed in comparisons only.
                    (2, true) if given == 1 => version.patch = value,
                    (1 | 2, true) => {}
                    _ => return None,
                }
                if !open {
                    given = at as u8 + 1;
                }
            }
            if at > 2 {
                return None;
            }
        }
        Some(Partial { version, given })
    }

    /// Returns the first version after all versions with this prefix.
    fn end(&self) -> Option<Version> {
        match self.given {
            0 => None,
            1 => Some(self.version.next(Component::Major)),
            2 => Some(self.version.next(Component::Minor)),
            _ => Some(self.version.next(Component::Patch)),
        }
    }

    /// Returns the first version with this prefix.
    fn first(&self) -> Version {
        let mut version = self.version.clone();
        if self.given < 3 {
            version.patch = 0;
        }
        version
    }

    fn within(self) -> Range {
        match self.given {
            0 => Range::ALL,
            3 => Range {
                from: Some(self.version.clone()),
                to: Some(self.version),
                ..Range::ALL
            },
            _ => match self.end() {
                Some(end) => Range::between(self.first(), end),
                None => Range::ALL,
            },
        }
    }

    fn at_least(self) -> Range {
        Range {
            from: Some(self.version),
            ..Range::ALL
        }
    }

    fn above(self) -> Range {
        if self.given == 3 {
            return Range {
                from: Some(self.version),
                from_excluded: true,
                ..Range::ALL
            };
        }
        let Some(end) = self.end() else {
            // No version is greater than all others.
            return self.below();
        };
        Range {
            from: Some(end),
            ..Range::ALL
        }
    }

    fn at_most(self) -> Range {
        if self.given == 3 {
            return Range {
                to: Some(self.version),
                ..Range::ALL
            };
        }
        Range {
            to: self.end(),
            to_excluded: self.given > 0,
            ..Range::ALL
        }
    }

    fn below(self) -> Range {
        Range {
            to: Some(self.version),
            to_excluded: true,
            ..Range::ALL
        }
    }

    fn tilde(self) -> Range {
        match self.given {
            0 => Range::ALL,
            1 => self.within(),
            _ => {
                let end = self.version.next(Component::Minor);
                Range::between(self.version, end)
            }
        }
    }

    fn caret(self) -> Range {
        let first = self.first();
        let end = match &self.version {
            _ if self.given == 0 => return Range::ALL,
            version if version.major > 0 || self.given == 1 => version.next(Component::Major),
            version if version.minor > 0 || self.given == 2 => version.next(Component::Minor),
            version => version.next(Component::Patch),
        };
        Range::between(first, end)
    }
}
