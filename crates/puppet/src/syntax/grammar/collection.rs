//! Lists and hashes: elements, arguments, keys, and pairs that make a hash without braces.

use super::super::scan::{Kind, Token};
use super::super::tree::{Entry, ExprKind, Exprs};
use super::statement::Construct;
use super::{Parsed, Parser};

/// The kind of a bracketed list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// `[a, b]`
    Elements,
    /// `a[b, c]`: expressions only.
    Keys,
    /// `T[b, c] $x`: keys in the type of a parameter or result; no trailing comma.
    DefinedKeys,
    /// `f(a, b)`
    Arguments,
    /// `a.f(b, c)`: no trailing comma.
    MethodArguments,
}

impl List {
    fn close(self) -> Kind {
        match self {
            List::Elements | List::Keys | List::DefinedKeys => Kind::CloseBracket,
            List::Arguments | List::MethodArguments => Kind::CloseParenthesis,
        }
    }
}

impl Parser<'_, '_> {
    /// Parses the list up to and including the closing bracket. Adjacent pairs form one hash.
    pub(super) fn list(&mut self, list: List) -> Parsed<Exprs> {
        let close = list.close();
        let base = self.scratch.exprs.len();
        let entries = self.scratch.entries.len();
        while self.kind() != close {
            let keyword = self.keyword_string(list);
            let (element, is) = match keyword {
                Some(keyword) => (keyword, Construct::Expression),
                None => self.assignment_or_less()?,
            };
            if self.kind() == Kind::Arrow {
                self.pair(element)?;
            } else if matches!(list, List::Keys | List::DefinedKeys) && is == Construct::Assignment
            {
                return Err(self.unexpected());
            } else {
                self.hash_of_pairs(entries);
                self.scratch.exprs.push(element);
            }
            if !self.take(Kind::Comma) {
                break;
            }
            if matches!(list, List::MethodArguments | List::DefinedKeys) && self.kind() == close {
                return Err(self.unexpected());
            }
        }
        self.hash_of_pairs(entries);
        self.expect(close)?;
        Ok(self.nodes.lists.gather(&mut self.scratch.exprs, base))
    }

    /// `function` or `type` as a string: alone, or as a key.
    fn keyword_string(&mut self, list: List) -> Option<super::ExprId> {
        let Token { kind, span } = self.token();
        if !matches!(kind, Kind::Function | Kind::Type) {
            return None;
        }
        let is = match self.second() {
            Kind::Arrow => true,
            Kind::Comma | Kind::CloseBracket => list == List::Elements,
            _ => false,
        };
        is.then(|| self.word_string(span))
    }

    fn word_string(&mut self, span: super::Span) -> super::ExprId {
        self.bump();
        let text = self.value(self.slice(span));
        self.add(span, ExprKind::String(text))
    }

    /// Parses `=> value` after a key.
    fn pair(&mut self, key: super::ExprId) -> Parsed<()> {
        let at = self.expect(Kind::Arrow)?.span.start;
        let Token { kind, span } = self.token();
        let ends = matches!(
            self.second(),
            Kind::Comma | Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParenthesis
        );
        let value = if ends && matches!(kind, Kind::Function | Kind::Type) {
            self.word_string(span)
        } else {
            self.assignment()?
        };
        self.scratch.entries.push(Entry { key, value, at });
        Ok(())
    }

    /// Makes a hash of the pairs that were collected from `base` on.
    #[inline]
    fn hash_of_pairs(&mut self, base: usize) {
        if self.scratch.entries.len() > base {
            self.make_hash_of_pairs(base);
        }
    }

    fn make_hash_of_pairs(&mut self, base: usize) {
        let Some(first) = self.scratch.entries.get(base) else {
            return;
        };
        let start = self.nodes.exprs[first.key].span.start;
        let last = self.scratch.entries.last().unwrap_or(first).value;
        let span = super::Span {
            start,
            end: self.nodes.exprs[last].span.end,
        };
        let entries = self.nodes.entries.gather(&mut self.scratch.entries, base);
        let hash = self.add(span, ExprKind::Hash(entries));
        self.scratch.exprs.push(hash);
    }

    pub(super) fn array(&mut self) -> Parsed {
        let start = self.bump().span.start;
        let elements = self.level(|parser| parser.list(List::Elements))?;
        Ok(self.add(self.span_from(start), ExprKind::Array(elements)))
    }

    pub(super) fn hash(&mut self) -> Parsed {
        let start = self.bump().span.start;
        let base = self.scratch.entries.len();
        self.level(Self::entries)?;
        self.expect(Kind::CloseBrace)?;
        let entries = self.nodes.entries.gather(&mut self.scratch.entries, base);
        Ok(self.add(self.span_from(start), ExprKind::Hash(entries)))
    }

    fn entries(&mut self) -> Parsed<()> {
        while self.kind() != Kind::CloseBrace {
            let Token { kind, span } = self.token();
            let keyword = matches!(kind, Kind::Function | Kind::Type);
            let key = if keyword && self.second() == Kind::Arrow {
                self.word_string(span)
            } else {
                self.assignment()?
            };
            self.pair(key)?;
            if !self.take(Kind::Comma) {
                break;
            }
        }
        Ok(())
    }
}
