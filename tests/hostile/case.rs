//! What is a case: work on an input of any size, and how it may grow.

use crate::host::Answer;

/// A piece of work that is ready to run: its input is there.
pub type Work = Box<dyn FnOnce() -> Answer>;

/// A name, the first size, and the text of any size.
pub type Text = (&'static str, usize, fn(usize) -> String);

/// How what is taken may grow when the input doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Growth {
    /// Twice.
    Linear,
    /// Four times: what is made is a product of two parts of the input, or a function's page says
    /// so.
    Square,
    /// As it likes: a small input asks for much, and the budget alone bounds it.
    Budgeted,
}

impl Growth {
    /// How many times what was taken at `n` may be taken at `times * n`.
    pub fn over(self, times: usize) -> f64 {
        match self {
            Growth::Linear => times as f64,
            Growth::Square => (times * times) as f64,
            Growth::Budgeted => f64::INFINITY,
        }
    }
}

/// What runs at n, 2n, 4n and 8n.
pub struct Case {
    /// Language, verb and input, without blanks.
    pub name: String,
    /// The first size.
    pub n: usize,
    pub growth: Growth,
    /// Makes the input of a size; a refusal to make it is an answer, too.
    pub prepare: Box<dyn Fn(usize) -> Answer<Work> + Send>,
}

/// A table of cases.
#[derive(Default)]
pub struct Cases(pub Vec<Case>);

impl Cases {
    /// Adds a case that grows linearly; but for the digits of one number, of which there may be so
    /// many and no more: to multiply and divide takes more than they have by nature.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        n: usize,
        prepare: impl Fn(usize) -> Answer<Work> + Send + 'static,
    ) {
        let name = name.into();
        let digits = name.ends_with("/digits") || name.ends_with("/fraction");
        let growth = match digits {
            true => Growth::Square,
            false => Growth::Linear,
        };
        self.add_growing(name, n, growth, prepare);
    }

    /// Adds a case.
    pub fn add_growing(
        &mut self,
        name: impl Into<String>,
        n: usize,
        growth: Growth,
        prepare: impl Fn(usize) -> Answer<Work> + Send + 'static,
    ) {
        let name = name.into().replace([' ', '\n'], "_");
        let prepare = Box::new(prepare);
        self.0.push(Case {
            name,
            n,
            growth,
            prepare,
        });
    }

    /// Adds a case for each text: the same work on each.
    pub fn add_texts(&mut self, verb: &str, texts: &[Text], work: fn(&str) -> Answer) {
        self.add_growing_texts(verb, Growth::Linear, texts, work);
    }

    /// Adds a case for each text that grows otherwise.
    pub fn add_growing_texts(
        &mut self,
        verb: &str,
        growth: Growth,
        texts: &[Text],
        work: fn(&str) -> Answer,
    ) {
        for &(name, n, make) in texts {
            let name = format!("{verb}/{name}");
            let prepare = move |n| {
                let text = make(n);
                ready(move || work(&text))
            };
            match growth {
                Growth::Linear => self.add(name, n, prepare),
                growth => self.add_growing(name, n, growth, prepare),
            }
        }
    }
}

/// Work whose input is made.
pub fn ready(work: impl FnOnce() -> Answer + 'static) -> Answer<Work> {
    Ok(Box::new(work))
}

/// An item n times, with something between.
pub fn repeated(item: &str, between: &str, n: usize) -> String {
    vec![item; n].join(between)
}

/// Items that know their number, with something between.
pub fn numbered(item: impl Fn(usize) -> String, between: &str, n: usize) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(between)
}

/// One of many names that have one hash in a table whose hash has no key.
///
/// They are made for `FxHasher`, which takes sixteen bytes of a text at a time and multiplies the
/// first eight, xored with what an earlier sixteen have left, by the last eight. The first sixteen
/// here, found by trying some million, leave eight letters and digits; where these come again, the
/// factor is zero, and nothing is left of the eight bytes behind it, which tell the names apart.
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

/// Something inside of n pairs.
pub fn nested(open: &str, inside: &str, close: &str, n: usize) -> String {
    format!("{}{inside}{}", open.repeat(n), close.repeat(n))
}
