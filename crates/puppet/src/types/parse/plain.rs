//! Plain notation: types that are parsed directly from their tokens.
//!
//! Nearly all types are names with lists of names, numbers, strings and regular expressions. The
//! tree of `Hash[String, Integer[1, 2]]` would contain no more than its tokens in sequence, so none
//! is built. All other types are parsed from a tree, as are texts with errors, which are reported
//! only there.

use super::arg::{Arg, Expression, Goal, Types, What};
use crate::syntax::{Kind, Token, decode};
use std::borrow::Cow;

/// The maximum nesting of brackets in plain notation.
const MAX_LEVELS: u32 = 32;

/// Returns the value of the tokens, if they are in plain notation and valid.
pub(super) fn plain<'s, T: Types>(
    text: &'s str,
    tokens: &[Token],
    types: &T,
    goal: Goal,
) -> Option<Arg<'s>> {
    let mut reader = Reader {
        text,
        tokens,
        at: 0,
        types,
        goal,
        level: 0,
        args: Vec::with_capacity(8),
    };
    let whole = reader.arg()?;
    (reader.kind() == Kind::End).then_some(whole)
}

struct Reader<'s, 't, T> {
    text: &'s str,
    /// The last token can be read any number of times.
    tokens: &'t [Token],
    at: usize,
    types: &'t T,
    goal: Goal,
    level: u32,
    /// The collected arguments, innermost last.
    args: Vec<Arg<'s>>,
}

impl<'s, T: Types> Reader<'s, '_, T> {
    #[inline]
    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.tokens[self.at];
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    #[inline]
    fn take(&mut self, kind: Kind) -> Option<Token> {
        (self.kind() == kind).then(|| self.bump())
    }

    /// Parses a type or a literal that no operator or bracket continues.
    #[expect(clippy::string_slice, reason = "the span covers whole tokens")]
    fn arg(&mut self) -> Option<Arg<'s>> {
        let Token { kind, span } = self.bump();
        let (start, mut end) = (span.start as usize, span.end as usize);
        let text = &self.text[start..end];
        let what = match kind {
            Kind::TypeName => match self.kind() {
                Kind::OpenBracket => {
                    let keys = self.list()?;
                    end = keys.end;
                    self.parametrised(text, start, keys)?
                }
                _ => What::Type(self.types.bare(text, start).ok()?),
            },
            Kind::Number => number(text)?,
            Kind::Minus => {
                let behind = self.take(Kind::Number)?.span;
                end = behind.end as usize;
                match number(&self.text[behind.start as usize..end])? {
                    What::Integer(value) => What::Integer(-value),
                    What::Float(value) => What::Float(-value),
                    _ => return None,
                }
            }
            Kind::Regexp => {
                let source = decode::regexp(&self.text[start + 1..end - 1]);
                // The caller rejects any token after it, including options.
                What::Regexp(self.types.regexp(source, start, None).ok()?)
            }
            Kind::SingleQuoted => What::Text(decode::single_quoted(&self.text[start + 1..end - 1])),
            Kind::Name | Kind::Word => What::Text(Cow::Borrowed(text)),
            Kind::Default => What::Default,
            Kind::Undef => What::Undef,
            Kind::True => What::Bool(true),
            Kind::False => What::Bool(false),
            Kind::ListStart | Kind::OpenBracket => {
                self.at -= 1;
                let elements = self.list()?;
                end = elements.end;
                What::List(self.args.drain(elements.base..).collect())
            }
            Kind::OpenBrace => {
                let (entries, behind) = self.entries()?;
                end = behind;
                What::Hash(entries)
            }
            _ => return None,
        };
        let ends = self.kind().ends_expression();
        ends.then_some(Arg { what, start, end })
    }

    /// Returns the type of a name with the collected parameters.
    fn parametrised(&mut self, name: &'s str, start: usize, keys: Collected) -> Option<What<'s>> {
        let Collected { base, end } = keys;
        if self.args.len() == base {
            return None;
        }
        let expression = Expression {
            text: self.text,
            name,
            start,
            end,
        };
        let params = &mut self.args[base..];
        let what = self
            .types
            .parametrised(expression, self.goal, params)
            .ok()?;
        self.args.truncate(base);
        Some(what)
    }

    /// Collects the items of a bracketed list without pairs.
    fn list(&mut self) -> Option<Collected> {
        self.bump();
        self.enter()?;
        let base = self.args.len();
        while self.kind() != Kind::CloseBracket {
            let arg = self.arg()?;
            self.args.push(arg);
            if self.take(Kind::Comma).is_none() {
                break;
            }
        }
        self.level -= 1;
        let end = self.take(Kind::CloseBracket)?.span.end as usize;
        Some(Collected { base, end })
    }

    /// Returns the entries after an opening brace, and the end of the closing one.
    fn entries(&mut self) -> Option<(Entries<'s>, usize)> {
        self.enter()?;
        let mut entries = Vec::new();
        while self.kind() != Kind::CloseBrace {
            let key = self.arg()?;
            self.take(Kind::Arrow)?;
            entries.push((key, self.arg()?));
            if self.take(Kind::Comma).is_none() {
                break;
            }
        }
        self.level -= 1;
        let end = self.take(Kind::CloseBrace)?.span.end as usize;
        Some((entries.into(), end))
    }

    #[inline]
    fn enter(&mut self) -> Option<()> {
        self.level += 1;
        (self.level <= MAX_LEVELS).then_some(())
    }
}

/// Returns a 64-bit number.
#[inline]
fn number<'s>(text: &str) -> Option<What<'s>> {
    match decode::integer(text) {
        Some(value) => Some(What::Integer(value)),
        None => decode::float(text).map(What::Float),
    }
}

type Entries<'s> = Box<[(Arg<'s>, Arg<'s>)]>;

/// The start index of the collected items, and the end of their text.
struct Collected {
    base: usize,
    end: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Mode;
    use crate::syntax::{Notation, parse_tree, scan};
    use crate::types::alias::Aliases;
    use crate::types::parse::Scope;
    use crate::types::parse::read::whole;
    use polycty_core::calls::Budget;

    /// Returns the results from the tokens and from the tree.
    fn both(text: &str, goal: Goal) -> (Option<String>, Option<String>) {
        let aliases = Aliases::default();
        let scope = Scope::new(&aliases, Mode::Current);
        let budget = Budget::new();
        let tokens = scan(text, Notation::Written, &budget);
        let plain = plain(text, &tokens.tokens, &scope, goal);
        let plain = plain.map(|arg| format!("{arg:?}"));
        let tree = parse_tree(text, tokens, Notation::Written, &budget).ok();
        let read = tree.and_then(|tree| {
            let read = whole(text, &tree, &scope, goal).ok()?;
            Some(format!("{read:?}"))
        });
        (plain, read)
    }

    const PLAIN: [&str; 12] = [
        "Integer[-5, 0x1f]",
        "Hash[String[1], Array[Variant[Integer, Foo::Bar]], 0, default,]",
        "Struct[{ name => String, 'x\\'y' => Optional[Integer], Optional['mode'] => Undef, }]",
        "Tuple[Enum[a, 'b', true], Boolean[false], 1, default]",
        "Callable[[Integer, 2, 3], String]",
        "Resource['File', 'a']",
        "File['a', 'b']",
        "[1, [], {a => {}}]",
        "{ [1] => undef, 'k' => Integer }",
        "Pattern['a', /b\\/c/, /[a]/]",
        "Float[-0.5, 1.25e-3]",
        "word-with-hyphens",
    ];

    const OTHER: [&str; 17] = [
        "Float[1.5e999]",
        "Integer[1][2]",
        "Array[1 => 2]",
        "Array[1",
        "Array[]",
        "Array [ ]",
        "A[1] { }",
        "Pattern[/a/i]",
        "Enum[\"a\"]",
        "Integer[9223372036854775808]",
        "Integer[1 + 1]",
        "Type(1)",
        "notice 1",
        "{ a }",
        "[1, 2",
        "- Integer",
        "",
    ];

    #[test]
    fn what_is_plain_says_what_its_tree_does() {
        for text in PLAIN {
            for goal in [Goal::Type, Goal::Types, Goal::Value] {
                let (plain, tree) = both(text, goal);
                if plain.is_some() {
                    assert_eq!(plain, tree, "{text}");
                }
            }
            assert!(both(text, Goal::Value).0.is_some(), "{text}");
        }
    }

    #[test]
    fn what_is_not_plain_has_a_tree() {
        for text in OTHER {
            for goal in [Goal::Type, Goal::Value] {
                assert_eq!(both(text, goal).0, None, "{text}");
            }
        }
        let deep = format!("{}Any{}", "Array[".repeat(60), "]".repeat(60));
        let (plain, tree) = both(&deep, Goal::Type);
        assert!(plain.is_none() && tree.is_some());
    }
}
