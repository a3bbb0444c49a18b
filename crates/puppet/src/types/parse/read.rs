//! Conversion of a text's tree to the arguments of types and values.
//!
//! A [`Types`] builds the type of each name with its parameters, innermost first. The grammar has
//! already reported its errors, so the tree is complete.

use super::arg::{Arg, Expression, Goal, Types, What, invalid};
use super::plain::plain;
use crate::syntax::text_error::TextError;
use crate::syntax::tree::{ExprId, ExprKind, Exprs};
use crate::syntax::{Notation, Tree, parse_tree, scan};
use polycty_core::calls::Budget;
use polycty_core::number::Integer;
use std::borrow::Cow;

/// Parses a text and passes its only expression to `made`.
pub(crate) fn read<T: Types, R>(
    text: &str,
    types: &T,
    goal: Goal,
    made: impl FnOnce(Arg<'_>) -> Result<R, TextError>,
) -> Result<R, TextError> {
    if is_name(text) {
        let what = What::Type(types.bare(text, 0)?);
        let (start, end) = (0, text.len());
        return made(Arg { what, start, end });
    }
    // The caller has already charged the text with its results.
    let budget = Budget::new();
    let _inside = budget.at_level(types.levels());
    let tokens = scan(text, Notation::Written, &budget);
    if let Some(plain) = plain(text, &tokens.tokens, types, goal) {
        return made(plain);
    }
    let tree = parse_tree(text, tokens, Notation::Written, &budget).map_err(|diagnostic| {
        let at = diagnostic.at.map(|at| at.start as usize);
        at.and_then(|at| types.refused(text, at))
            .unwrap_or_else(|| TextError::of_diagnostic(*diagnostic))
    })?;
    made(whole(text, &tree, types, goal)?)
}

/// Returns the value of a text's tree.
pub(super) fn whole<'n, T: Types>(
    text: &'n str,
    tree: &'n Tree,
    types: &T,
    goal: Goal,
) -> Result<Arg<'n>, TextError> {
    let mut reader = Reader {
        text,
        tree,
        types,
        goal,
        params: Vec::new(),
    };
    reader.whole()
}

/// Whether a text is a single segment of a type name. Such texts are frequent and need no tree.
#[inline]
fn is_name(text: &str) -> bool {
    let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    text.starts_with(|c: char| c.is_ascii_uppercase()) && text.as_bytes().iter().all(word)
}

struct Reader<'n, 'e, T> {
    text: &'n str,
    tree: &'n Tree,
    types: &'e T,
    goal: Goal,
    /// The parameters that are being collected, innermost last.
    params: Vec<Arg<'n>>,
}

impl<'n, T: Types> Reader<'n, '_, T> {
    /// Returns the text's only expression; several expressions are not a type.
    fn whole(&mut self) -> Result<Arg<'n>, TextError> {
        let tree = self.tree;
        match &tree.nodes.lists[tree.body] {
            [only] => self.arg(*only),
            [] => Err(TextError::syntax(
                self.text.len(),
                "Syntax error at end of input",
            )),
            all @ [first, .., last] => {
                for id in all {
                    self.arg(*id)?;
                }
                let end = tree.nodes.exprs[*last].span.end as usize;
                let start = tree.nodes.exprs[*first].span.start as usize;
                Err(invalid(self.text, start, end))
            }
        }
    }

    /// The error for an expression that is neither a type nor a literal.
    #[cold]
    fn other(&self, start: usize, end: usize) -> TextError {
        invalid(self.text, start, end)
    }

    #[expect(clippy::string_slice, reason = "the span covers whole tokens")]
    fn arg(&mut self, id: ExprId) -> Result<Arg<'n>, TextError> {
        let nodes = &self.tree.nodes;
        let expr = nodes.exprs[id];
        let (start, end) = (expr.span.start as usize, expr.span.end as usize);
        let what = match expr.kind {
            ExprKind::TypeName(_) => What::Type(self.types.bare(&self.text[start..end], start)?),
            ExprKind::Integer(value) => What::Integer(value),
            ExprKind::String(value) => What::Text(Cow::Borrowed(text(&nodes.values[value]))),
            ExprKind::Name(_) => What::Text(Cow::Borrowed(&self.text[start..end])),
            ExprKind::Default => What::Default,
            ExprKind::Access { of, keys } => return self.access(start, end, of, keys),
            ExprKind::Undef => What::Undef,
            ExprKind::Bool(value) => What::Bool(value),
            ExprKind::Float(value) => What::Float(value),
            ExprKind::BigInteger(value) => match nodes.values[value].as_integer() {
                Some(value) => What::BigInteger(Box::new(value)),
                None => return Err(self.other(start, end)),
            },
            ExprKind::Regexp(source) => {
                let behind = self.text[end..].starts_with(|c: char| c.is_ascii_lowercase());
                let source = Cow::Borrowed(text(&nodes.values[source]));
                What::Regexp(self.types.regexp(source, start, behind.then_some(end))?)
            }
            ExprKind::Array(elements) => What::List(self.args(elements)?),
            ExprKind::Hash(entries) => {
                let mut made = Vec::with_capacity(entries.len());
                for entry in &nodes.entries[entries] {
                    made.push((self.arg(entry.key)?, self.arg(entry.value)?));
                }
                What::Hash(made.into())
            }
            ExprKind::Minus(operand) => {
                let operand = self.arg(operand)?;
                match negated(operand.what) {
                    Some(what) => what,
                    None => return Err(self.other(start, end)),
                }
            }
            ExprKind::Parentheses(inner) => {
                let inner = self.arg(inner)?;
                return match self.goal {
                    Goal::Value => Ok(inner),
                    // Puppet's message omits the closing parenthesis.
                    _ => Err(self.other(start, inner.end)),
                };
            }
            ExprKind::Call(call) => {
                let call = &nodes.calls[call];
                let callee = self.arg(call.callee)?;
                let args = self.args(call.arguments)?;
                match callee.what {
                    What::Type(ty) if self.goal == Goal::Value && call.lambda.is_none() => {
                        What::Call(Box::new((ty, args)))
                    }
                    _ => return Err(self.other(start, end)),
                }
            }
            ExprKind::MethodCall(call) => {
                let call = &nodes.method_calls[call];
                let receiver = self.arg(call.receiver)?;
                let args = self.args(call.arguments)?;
                if self.goal != Goal::Value || call.lambda.is_some() {
                    return Err(self.other(start, end));
                }
                let name = nodes.names[call.name].of(self.text);
                What::Method(Box::new((receiver, name, args)))
            }
            ExprKind::Not(operand) => {
                self.arg(operand)?;
                return Err(self.other(start, end));
            }
            ExprKind::Operations { first, rest } => {
                self.arg(first)?;
                for operation in &nodes.operations[rest] {
                    self.arg(operation.operand)?;
                }
                return Err(self.other(start, end));
            }
            _ => return Err(self.other(start, end)),
        };
        Ok(Arg { what, start, end })
    }

    fn args(&mut self, list: Exprs) -> Result<Box<[Arg<'n>]>, TextError> {
        let nodes = &self.tree.nodes;
        let each = nodes.lists[list].iter();
        each.map(|id| self.arg(*id)).collect()
    }

    /// Parses a type with its parameters. Any other access is neither a type nor a literal.
    #[expect(clippy::string_slice, reason = "the span covers whole tokens")]
    fn access(
        &mut self,
        start: usize,
        end: usize,
        of: ExprId,
        keys: Exprs,
    ) -> Result<Arg<'n>, TextError> {
        let nodes = &self.tree.nodes;
        let base = nodes.exprs[of];
        let name = match base.kind {
            ExprKind::TypeName(_) => Some(&self.text[start..base.span.end as usize]),
            _ => {
                self.arg(of)?;
                None
            }
        };
        let base = self.params.len();
        for key in &nodes.lists[keys] {
            let param = self.arg(*key)?;
            self.params.push(param);
        }
        let Some(name) = name else {
            return Err(self.other(start, end));
        };
        let expression = Expression {
            text: self.text,
            name,
            start,
            end,
        };
        let params = &mut self.params[base..];
        let what = self.types.parametrised(expression, self.goal, params)?;
        self.params.truncate(base);
        Ok(Arg { what, start, end })
    }
}

/// Returns the text of a string value.
fn text(value: &polycty_core::values::Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn negated(what: What<'_>) -> Option<What<'_>> {
    Some(match what {
        What::Integer(value) => match value.checked_neg() {
            Some(value) => What::Integer(value),
            None => What::BigInteger(Box::new(Integer::from(value).neg())),
        },
        What::BigInteger(value) => {
            let value = value.neg();
            match value.to_i64() {
                Some(small) => What::Integer(small),
                None => What::BigInteger(Box::new(value)),
            }
        }
        What::Float(value) => What::Float(-value),
        _ => return None,
    })
}
