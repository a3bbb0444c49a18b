//! The cost of matching a regular expression.
//!
//! The engine checks neither a budget nor a clock while it matches. The cost is therefore bounded
//! in advance, from the length of the text and the number of states of the expression; a counted
//! repetition multiplies the states of its part. The engine matches most expressions in one pass
//! with a table of sets of states. If the table is too small for the sets, the cost of each byte is
//! proportional to the number of states. An expression with lookaround, atomic groups, possessive
//! repetitions or back-references is tried at each position of the text, and may read the rest of
//! the text each time.

/// The number of states of an expression, and its method of scanning a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weight {
    states: u64,
    rescans: bool,
}

/// Up to this number of states, the sets of states fit the table of the engine.
const FEW_STATES: u64 = 16;

/// The bytes that are matched per step with a table, and the product of bytes and states per step
/// without one.
const BYTES_A_STEP: u64 = 16;
const STATES_A_STEP: u64 = 16;

/// The bytes per step while the rest of the text is scanned again.
const REPEATED_BYTES: u64 = 64;

/// The nanoseconds of a step, for the estimate of the time of one match.
const STEP_NANOSECONDS: u64 = 120;

impl Weight {
    /// Returns the weight of an expression in Ruby's syntax.
    pub(super) fn of(source: &str) -> Weight {
        Scanner::default().scan(source.as_bytes())
    }

    /// The number of states.
    pub(super) fn states(self) -> u64 {
        self.states
    }

    /// Returns the steps for a text of this length whose match begins after `start` bytes.
    pub(super) fn steps(self, length: usize, start: usize) -> u64 {
        let (length, start) = (length as u64, start as u64);
        let pass = match self.states {
            0..=FEW_STATES => length / BYTES_A_STEP,
            states => length.saturating_mul(states) / STATES_A_STEP,
        };
        if !self.rescans {
            return pass;
        }
        let scans = match self.states {
            0..=FEW_STATES => length / REPEATED_BYTES,
            _ => pass,
        };
        pass.saturating_add(start.saturating_mul(scans))
    }

    /// Returns the estimated time of a match of this many steps.
    pub(super) fn time(steps: u64) -> std::time::Duration {
        std::time::Duration::from_nanos(steps.saturating_mul(STEP_NANOSECONDS))
    }
}

/// A scanner that counts the states of an expression part by part.
#[derive(Default)]
struct Scanner {
    /// For each enclosing group, the states before the nested group.
    around: Vec<u64>,
    /// The states of the group so far, and of its last part.
    sum: u64,
    last: u64,
    looks: bool,
    repeats: bool,
    /// Whether the expression looks for the end of the text, which the engine does by looking
    /// ahead.
    ends: bool,
}

impl Scanner {
    fn scan(mut self, source: &[u8]) -> Weight {
        let mut at = 0;
        while let Some(&byte) = source.get(at) {
            at += match byte {
                b'\\' => self.escape(source.get(at + 1)),
                b'[' => self.class(&source[at..]),
                b'(' => self.open(&source[at..]),
                b')' => self.close(),
                b'{' => self.count(&source[at..]),
                b'*' | b'+' => self.repeat(&source[at..]),
                b'?' => {
                    // A possessive `?+` is parsed as a following repetition.
                    1
                }
                b'|' => {
                    self.last = 0;
                    1
                }
                _ => self.atom(1),
            };
        }
        while !self.around.is_empty() {
            self.close();
        }
        let anchored = source.starts_with(br"\A");
        Weight {
            states: self.sum,
            rescans: self.repeats && (self.looks || (self.ends && !anchored)),
        }
    }

    /// Counts a part that matches one character and has `length` bytes in the source.
    fn atom(&mut self, length: usize) -> usize {
        self.sum = self.sum.saturating_add(1);
        self.last = 1;
        length
    }

    fn escape(&mut self, next: Option<&u8>) -> usize {
        match next {
            Some(b'1'..=b'9' | b'k' | b'g' | b'K' | b'R' | b'X') => self.looks = true,
            Some(b'Z') => self.ends = true,
            _ => {}
        }
        self.atom(2)
    }

    /// Counts a bracketed class, which may contain others.
    fn class(&mut self, rest: &[u8]) -> usize {
        let mut depth = 0usize;
        let mut at = 0;
        while let Some(&byte) = rest.get(at) {
            match byte {
                b'\\' => at += 1,
                b'[' => {
                    depth += 1;
                    let first = at + 1 + usize::from(rest.get(at + 1) == Some(&b'^'));
                    // A closing bracket at the beginning is a character of the class.
                    if rest.get(first) == Some(&b']') {
                        at = first;
                    }
                }
                b']' => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.atom(at + 1)
    }

    fn open(&mut self, rest: &[u8]) -> usize {
        let looks = match rest.get(1..3) {
            Some([b'?', b'=' | b'!' | b'>' | b'~' | b'(']) => true,
            Some([b'?', b'<']) => matches!(rest.get(3), Some(b'=' | b'!')),
            _ => false,
        };
        self.looks |= looks;
        self.around.push(std::mem::take(&mut self.sum));
        self.last = 0;
        let name = rest.iter().take(64).position(|byte| *byte == b'>');
        match rest.get(1..3) {
            Some([b'?', b'<']) if !looks => name.map_or(3, |end| end + 1),
            Some([b'?', _]) => 3,
            _ => 1,
        }
    }

    fn close(&mut self) -> usize {
        if let Some(before) = self.around.pop() {
            self.last = self.sum.max(1);
            self.sum = before.saturating_add(self.last);
        }
        1
    }

    fn repeat(&mut self, rest: &[u8]) -> usize {
        self.repeats = true;
        // A possessive repetition does not backtrack.
        self.looks |= rest.get(1) == Some(&b'+');
        1
    }

    /// Counts a repetition, which multiplies the states of its part.
    fn count(&mut self, rest: &[u8]) -> usize {
        let Some(end) = rest.iter().take(16).position(|byte| *byte == b'}') else {
            return self.atom(1);
        };
        let text = std::str::from_utf8(&rest[1..end]).unwrap_or_default();
        let number = |text: &str| match text {
            "" => Some(0),
            text => text.parse::<u64>().ok(),
        };
        let times = match text.split_once(',') {
            None => number(text).filter(|_| !text.is_empty()),
            Some((low, "")) => number(low).map(|low| low + 1),
            Some((low, high)) => number(low).and(number(high)),
        };
        let Some(times) = times else {
            return self.atom(1);
        };
        self.repeats = true;
        let repeated = self.last.saturating_mul(times);
        self.sum = self.sum.saturating_add(repeated.saturating_sub(self.last));
        self.last = repeated;
        end + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(source: &str) -> u64 {
        Weight::of(source).states
    }

    #[test]
    fn counted_repetitions_multiply_states() {
        assert_eq!(states("abc"), 3);
        assert_eq!(states("a{0,100}b"), 101);
        assert_eq!(states("(a{0,100}){0,100}b"), 10_001);
        assert_eq!(states("(?:ab){2,}"), 6);
        assert_eq!(states("[a-z[:digit:]]{3}|x"), 4);
        assert_eq!(states("[]a]{3}"), 3);
        assert_eq!(states(r"\p{Alpha}"), 8);
        assert_eq!(
            states("((((((a{9999}){9999}){9999}){9999}){9999}){9999}"),
            u64::MAX
        );
        assert_eq!(states("a{x}"), 4);
    }

    #[test]
    fn expressions_that_look_around_are_tried_at_each_position() {
        let rescans = |source: &str| Weight::of(source).rescans;
        assert!(rescans("(?=a*b)c"));
        assert!(rescans("(?>a*)b"));
        assert!(rescans("a++b"));
        assert!(rescans(r"(a+)\1"));
        assert!(rescans(r"a+\Z"));
        assert!(!rescans(r"\Aa+\Z"));
        assert!(!rescans("(?=a)b"));
        assert!(!rescans("(?<name>a*)b"));
    }

    #[test]
    fn steps_grow_with_states_and_positions() {
        let steps = |source: &str, length| Weight::of(source).steps(length, length);
        assert_eq!(steps("a*b", 1600), 100);
        assert_eq!(steps("[0-9a-f]{32}", 1600), 3200);
        assert_eq!(steps("(?=a*b)c", 1600), 100 + 1600 * 25);
        assert_eq!(Weight::of("(?=a*b)c").steps(1600, 0), 100);
    }
}
