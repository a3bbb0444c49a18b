//! The parts of a program that are checked on their own.
//!
//! Statements of the outermost scope belong to one part if one declares a name that the other uses:
//! the types of such statements depend on each other. Two kinds of statements are an exception, since
//! no use changes their types: imports, which all parts need, and binds of literals, which the parts
//! that use them need. The result of a part depends on the texts of its statements and of those that
//! it needs, and on nothing else in the file.

use super::scan::{Kind, Token, interpolations};
use super::skeleton::{DeclKind, Skeleton};
use polycty_core::calls::Budget;
use polycty_core::sort::sort;
use polycty_core::source::{Result, Span};
use polycty_core::types::{Keyed, keyed_hasher};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash, Hasher};

/// The parts of a text.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The statements of the outermost scope.
    pub statements: Vec<Span>,
    /// The part of each statement.
    pub part: Vec<usize>,
    /// The statements of each part.
    pub members: Vec<Vec<usize>>,
    /// The statements of other parts that each part needs.
    pub needs: Vec<Vec<usize>>,
    /// The hash of all that the result of each part depends on.
    pub keys: Vec<u64>,
    /// Whether the text consists of statements on lines of their own, and its tokens end where those
    /// of the language do.
    pub is_orderly: bool,
}

impl Parts {
    /// Returns the parts of a text. The variables of the outermost scope that nothing uses are a part
    /// of the keys: the analysis adds a use of them.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn of(
        text: &str,
        skeleton: &Skeleton,
        unused: &HashSet<&str>,
        budget: &Budget,
    ) -> Result<Parts> {
        let outermost = skeleton.statements.iter().filter(|each| each.level == 0);
        let statements: Vec<Span> = outermost.map(|each| each.span).collect();
        let count = statements.len();
        let (tokens, is_orderly) = tokens(&statements, &skeleton.tokens);
        let is_orderly = is_orderly
            && ends_plainly(&skeleton.tokens)
            && !(skeleton.tokens.iter()).any(|token| has_other_end(text, token));
        let at = |byte: u32| {
            let after = statements.partition_point(|each| each.start <= byte);
            let at = after.checked_sub(1)?;
            (byte < statements[at].end).then_some(at)
        };
        let is_import = |at: usize| {
            tokens[at]
                .first()
                .is_some_and(|first| first.span.slice(text) == "import")
        };

        // The statements that declare each name.
        let mut declared: HashMap<&str, Vec<usize>> = HashMap::new();
        for decl in skeleton.decls.iter().filter(|decl| decl.scope == 0) {
            if !matches!(decl.kind, DeclKind::Param | DeclKind::Import)
                && let Some(at) = at(decl.span.start)
            {
                declared.entry(&*decl.name).or_default().push(at);
            }
        }
        let is_literal = |at: &[usize]| matches!(at, [at] if is_literal(text, tokens[*at]));
        let literals: HashSet<&str> = (declared.iter())
            .filter(|(_, at)| is_literal(at))
            .map(|(name, _)| *name)
            .collect();

        let mut sets = Sets((0..count).collect());
        // The names whose declarations are joined.
        let mut joined: HashSet<&str> = HashSet::new();
        let mut needed: Vec<Vec<usize>> = vec![Vec::new(); count];
        let imports: Vec<usize> = (0..count).filter(|at| is_import(*at)).collect();
        for pair in imports.windows(2) {
            sets.join(pair[0], pair[1]);
        }
        for (user, tokens) in tokens.iter().enumerate() {
            let mut uses = |name: &str| {
                let Some((name, others)) = declared.get_key_value(name) else {
                    return;
                };
                match (literals.contains(name), &others[..]) {
                    (true, [other]) if *other == user => {}
                    (true, others) => needed[user].extend(others),
                    (false, others) if joined.insert(name) => {
                        others.iter().for_each(|other| sets.join(user, *other));
                    }
                    (false, others) => sets.join(user, others[0]),
                }
            };
            for token in *tokens {
                match token.kind {
                    Kind::Word => uses(token.span.slice(text)),
                    Kind::String => {
                        for found in interpolations(text, token.span) {
                            found.slice(text).split('.').for_each(&mut uses);
                        }
                    }
                    _ => {}
                }
            }
        }

        let mut found = Parts {
            statements,
            part: vec![0; count],
            is_orderly,
            ..Parts::default()
        };
        let mut parts: HashMap<usize, usize> = HashMap::new();
        for (at, needed) in needed.iter_mut().enumerate() {
            let part = *parts.entry(sets.find(at)).or_insert_with(|| {
                found.members.push(Vec::new());
                found.needs.push(Vec::new());
                found.members.len() - 1
            });
            found.part[at] = part;
            found.members[part].push(at);
            found.needs[part].append(needed);
        }
        let hashes: Vec<u64> = (found.statements.iter())
            .map(|each| Keyed.hash_one(each.slice(text)))
            .collect();
        let is_unused: Vec<bool> = {
            let mut is_unused = vec![false; count];
            for name in unused {
                for at in declared.get(name).into_iter().flatten() {
                    is_unused[*at] = true;
                }
            }
            is_unused
        };
        for part in 0..found.members.len() {
            let needs = &mut found.needs[part];
            if !is_import(found.members[part][0]) {
                budget.extend(needs, imports.iter().copied())?;
            }
            // Numbers, most of them in order: cheaper than what is charged for them above.
            sort(needs);
            needs.dedup();
            let mut hasher = keyed_hasher();
            for at in &found.members[part] {
                (hashes[*at], is_unused[*at]).hash(&mut hasher);
            }
            for at in needs {
                hashes[*at].hash(&mut hasher);
            }
            found.keys.push(hasher.finish());
        }
        Ok(found)
    }

    /// The statement at a byte.
    pub fn at(&self, byte: u32) -> Option<usize> {
        let after = self.statements.partition_point(|each| each.start <= byte);
        let at = after.checked_sub(1)?;
        (byte <= self.statements[at].end).then_some(at)
    }
}

/// Returns the tokens of each statement, and whether all tokens but comments belong to statements
/// that a line break separates.
fn tokens<'t>(statements: &[Span], tokens: &'t [Token]) -> (Vec<&'t [Token]>, bool) {
    let mut found = Vec::with_capacity(statements.len());
    let (mut at, mut is_orderly) = (0, true);
    for (index, statement) in statements.iter().enumerate() {
        let mut has_break = index == 0;
        while let Some(token) = tokens
            .get(at)
            .filter(|each| each.span.start < statement.start)
        {
            has_break |= token.kind == Kind::Newline;
            is_orderly &= matches!(token.kind, Kind::Newline | Kind::Comment);
            at += 1;
        }
        is_orderly &= has_break;
        let length = tokens[at..].partition_point(|each| each.span.start < statement.end);
        found.push(&tokens[at..at + length]);
        at += length;
    }
    let mut rest = tokens[at..].iter();
    is_orderly &= rest.all(|each| matches!(each.kind, Kind::Newline | Kind::Comment));
    (found, is_orderly)
}

/// Returns whether the last token does not depend on the end of the text. The scanner of the language
/// ignores a token that the end cuts off.
fn ends_plainly(tokens: &[Token]) -> bool {
    let Some(last) = tokens.last() else {
        return true;
    };
    match last.kind {
        Kind::Mark(first, second) => second == 0 && matches!(first, b')' | b']' | b'}'),
        kind => kind != Kind::Unknown,
    }
}

/// Returns whether the end of a string token may not be that of the language's scanner: it is not
/// closed, or a backslash before its end is escaped.
fn has_other_end(text: &str, token: &Token) -> bool {
    let word = token.span.slice(text);
    token.kind == Kind::String
        && (word.len() < 2 || !word.ends_with('"') || word.contains("\\\\\""))
}

/// Returns whether a statement is a bind of a literal of one token.
fn is_literal(text: &str, tokens: &[Token]) -> bool {
    let [dollar, name, equal, value] = tokens else {
        return false;
    };
    let kinds = (dollar.kind, name.kind, equal.kind);
    let word = value.span.slice(text);
    matches!(
        kinds,
        (Kind::Mark(b'$', 0), Kind::Word, Kind::Mark(b'=', 0))
    ) && match value.kind {
        Kind::Number => true,
        Kind::String => !word.contains("${"),
        _ => matches!(word, "true" | "false"),
    }
}

/// Disjoint sets of numbers: the parent of each number.
struct Sets(Vec<usize>);

impl Sets {
    fn find(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    /// Joins the sets of two numbers. The smallest number of a set represents it.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Parts {
        Parts::of(
            text,
            &Skeleton::of(text),
            &HashSet::new(),
            &Budget::standard(),
        )
        .expect("the budget suffices")
    }

    #[test]
    fn statements_with_a_common_name_are_a_part() {
        let text = "import \"fmt\"\n$home = \"/h\"\n$a = [1]\n$b = \"${home}\"\n\
                    file $b {}\nprint $home {\n\tmsg => $a,\n}\n";
        let found = parts(text);
        assert_eq!(found.members, [vec![0], vec![1], vec![2, 5], vec![3, 4]]);
        assert_eq!(found.needs, [vec![], vec![0], vec![0, 1], vec![0, 1]]);
        assert!(found.is_orderly);
        assert!(!parts("$a = 1\n}\n").is_orderly);
        assert!(!parts("if true {\n} $a = 1\n").is_orderly);
    }
}
