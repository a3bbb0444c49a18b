//! Cases: work on an input of any size, the status it ends with, and how its cost may grow.

use crate::expected::{Expected, OK};
use crate::host::Answer;

/// Work whose input is prepared.
pub type Work = Box<dyn FnOnce() -> Answer>;

/// A name, the first size, and the text of any size.
pub type Text = (&'static str, usize, fn(usize) -> String);

/// How the cost may grow when the input doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Growth {
    /// Twice.
    Linear,
    /// Four times: the result is a product of two parts of the input, or the documentation of the
    /// function states it.
    Square,
    /// Without a limit other than the budget: a small input asks for much work.
    Budgeted,
    /// As [`Growth::Budgeted`], and a limit of time or of bytes ends it at every size, so that it
    /// need not use more memory for a larger input.
    Ended,
}

impl Growth {
    /// The limit of the cost's growth when the input grows by `times`.
    pub fn over(self, times: usize) -> f64 {
        match self {
            Growth::Linear => times as f64,
            Growth::Square => (times * times) as f64,
            Growth::Budgeted | Growth::Ended => f64::INFINITY,
        }
    }
}

/// Work that runs at n, 2n, 4n and 8n.
pub struct Case {
    /// Language, verb and input, without blanks.
    pub name: String,
    /// The first size.
    pub n: usize,
    pub growth: Growth,
    /// The status at each size.
    pub expected: Expected,
    /// Makes the input of a size. An error here fails the case: its work is not reached.
    pub prepare: Box<dyn Fn(usize) -> Answer<Work> + Send>,
}

/// A table of cases.
#[derive(Default)]
pub struct Cases(pub Vec<Case>);

/// The cases that one call added. They are expected to succeed at all sizes unless stated.
pub struct Added<'a>(&'a mut [Case]);

impl Added<'_> {
    /// States the status of all these cases.
    pub fn expect(self, expected: Expected) -> Self {
        for case in &mut *self.0 {
            case.expected = expected;
        }
        self
    }

    /// States the status of the cases whose last part of the name is in a list separated by blanks.
    ///
    /// # Panics
    /// If a name is not that of one of these cases.
    pub fn except(self, expected: Expected, names: &str) -> Self {
        for name in names.split_whitespace() {
            let mut found = false;
            let cases = self.0.iter_mut();
            for case in cases.filter(|case| case.name.rsplit('/').next() == Some(name)) {
                case.expected = expected;
                found = true;
            }
            assert!(found, "no case is named {name}");
        }
        self
    }
}

impl Cases {
    /// Adds a case that grows linearly, except for the digits of one number: the number of digits is
    /// limited, and multiplication and division are more than linear in them.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        n: usize,
        prepare: impl Fn(usize) -> Answer<Work> + Send + 'static,
    ) -> Added<'_> {
        let name = name.into();
        let digits = name.ends_with("/digits") || name.ends_with("/fraction");
        let growth = if digits {
            Growth::Square
        } else {
            Growth::Linear
        };
        self.add_growing(name, n, growth, prepare)
    }

    /// Adds a case.
    pub fn add_growing(
        &mut self,
        name: impl Into<String>,
        n: usize,
        growth: Growth,
        prepare: impl Fn(usize) -> Answer<Work> + Send + 'static,
    ) -> Added<'_> {
        let name = name.into().replace([' ', '\n'], "_");
        let prepare = Box::new(prepare);
        self.0.push(Case {
            name,
            n,
            growth,
            expected: OK,
            prepare,
        });
        let last = self.0.len() - 1;
        Added(&mut self.0[last..])
    }

    /// Adds a case for each text: the same work on each.
    pub fn add_texts(&mut self, verb: &str, texts: &[Text], work: fn(&str) -> Answer) -> Added<'_> {
        self.add_growing_texts(verb, Growth::Linear, texts, work)
    }

    /// Adds a case for each text, with another growth.
    pub fn add_growing_texts(
        &mut self,
        verb: &str,
        growth: Growth,
        texts: &[Text],
        work: fn(&str) -> Answer,
    ) -> Added<'_> {
        let first = self.0.len();
        for &(name, n, make) in texts {
            let name = format!("{verb}/{name}");
            let prepare = move |n| {
                // Spare capacity would count as input.
                let text = make(n).into_boxed_str();
                ready(move || work(&text))
            };
            match growth {
                Growth::Linear => self.add(name, n, prepare),
                growth => self.add_growing(name, n, growth, prepare),
            };
        }
        Added(&mut self.0[first..])
    }

    /// The cases that were added after there were `first`.
    pub fn since(&mut self, first: usize) -> Added<'_> {
        Added(&mut self.0[first..])
    }
}

/// Work whose input is prepared.
pub fn ready(work: impl FnOnce() -> Answer + 'static) -> Answer<Work> {
    Ok(Box::new(work))
}

/// An item n times, with a separator.
pub fn repeated(item: &str, between: &str, n: usize) -> String {
    vec![item; n].join(between)
}

/// Items made of their number, with a separator.
pub fn numbered(item: impl Fn(usize) -> String, between: &str, n: usize) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(between)
}

/// One of many names that have the same hash in a table whose hash has no key.
///
/// They are made for `FxHasher`, which takes sixteen bytes of a text at a time and multiplies the
/// first eight, xored with the state after the earlier sixteen, by the last eight. The state after the
/// first sixteen bytes here, which were found by search, is eight letters and digits. The same eight
/// follow, so the factor is zero, and the eight bytes that differ between the names have no effect.
pub fn colliding(at: usize) -> String {
    let mut own = [b'a'; 8];
    let mut rest = at;
    for letter in own.iter_mut().rev() {
        *letter += (rest % 26) as u8;
        rest /= 26;
    }
    let own = String::from_utf8_lossy(&own);
    format!("aaaaaaaaaaalthhdbbbbbbbbbbbbbbbbpcww72ai{own}cccccccccccccccc")
}

/// A text inside of n pairs.
pub fn nested(open: &str, inside: &str, close: &str, n: usize) -> String {
    format!("{}{inside}{}", open.repeat(n), close.repeat(n))
}
