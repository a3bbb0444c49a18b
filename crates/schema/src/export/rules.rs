//! Rules of Terraform's variables that a schema can express.
//!
//! A condition is a conjunction. The parts that a schema can express are comparisons of a number with
//! a constant, equality with a constant, `contains([…], var.x)` with constants, and
//! `can(regex("…", var.x))`. Each of them is false or an error for null.

use crate::document::{Document, Layout};
use crate::fits::Question;
use crate::model::{Bound, Node, Types};
use crate::pattern::Pattern;
use crate::values::document_of;
use polycty_core::calls::{Budget, Worklist};
use polycty_core::dialect::DialectId;
use polycty_core::source::Result;
use polycty_core::types::Str;
use polycty_core::values::Value;
use polycty_hcl::eval::{Expr, Form, Operator};
use polycty_hcl::syntax::{BinaryOp, TraversalStepKind};
use polycty_terraform::module::Variable;

/// The constraints of a variable's rules on its documents.
#[derive(Debug, Default)]
pub(super) struct Constraints {
    minimum: Vec<Bound>,
    maximum: Vec<Bound>,
    values: Option<Vec<Document>>,
    pattern: Option<Pattern>,
    /// Whether the constraints are equivalent to the rules.
    pub(super) is_exact: bool,
    /// Whether null violates a rule.
    pub(super) refuses_null: bool,
    /// Documents that may show a violation of a rule that the constraints do not contain.
    pub(super) hints: Vec<Document>,
}

impl Constraints {
    /// Adds the constraints to the subschema of the variable.
    pub(super) fn applied_to(self, mut node: Node) -> Node {
        node.minimum.extend(self.minimum);
        node.maximum.extend(self.maximum);
        if self.pattern.is_some() && node.pattern.is_none() {
            node.pattern = self.pattern;
        }
        if let Some(mut values) = self.values {
            // Null is accepted where it means the default.
            if node.types.has(Types::NULL) {
                values.push(Document::Null);
            }
            node.values.push(values);
        }
        node
    }
}

/// Returns the constraints of the rules of a variable.
///
/// # Errors
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub(super) fn constraints(
    variable: &Variable,
    question: Question,
    budget: &Budget,
) -> Result<Constraints> {
    let mut reading = Reading {
        variable,
        question,
        budget,
        found: Constraints {
            is_exact: true,
            ..Constraints::default()
        },
    };
    for rule in &variable.validations {
        let is_exact = reading.condition(&rule.condition)?;
        reading.found.is_exact &= is_exact;
    }
    Ok(reading.found)
}

struct Reading<'r> {
    variable: &'r Variable,
    question: Question,
    budget: &'r Budget,
    found: Constraints,
}

impl Reading<'_> {
    /// Adds the constraints of a condition. Returns whether they are equivalent to it.
    fn condition(&mut self, whole: &Expr) -> Result<bool> {
        let mut is_exact = true;
        let mut waiting = Worklist::of(self.budget, [whole.clone()])?;
        while let Some(expr) = waiting.next()? {
            let parts = || expr.parts().into_iter().map(|(_, part)| part);
            match expr.form() {
                Form::Parentheses | Form::TemplateWrap => waiting.extend(parts())?,
                Form::Operations => {
                    let operands: Vec<Expr> = parts().collect();
                    let operators: Vec<BinaryOp> = (0..operands.len().saturating_sub(1))
                        .filter_map(|at| match expr.operator(at)?.0 {
                            Operator::Binary(operator) => Some(operator),
                            Operator::Unary(_) => None,
                        })
                        .collect();
                    match (&*operands, &*operators) {
                        (_, all) if all.iter().all(|one| *one == BinaryOp::And) => {
                            waiting.extend(operands)?;
                        }
                        ([left, right], [operator]) => {
                            is_exact &= self.comparison(left, *operator, right)?;
                        }
                        _ => is_exact = false,
                    }
                }
                Form::Call => is_exact &= self.call(&expr)?,
                _ => is_exact = false,
            }
        }
        Ok(is_exact)
    }

    fn comparison(&mut self, left: &Expr, operator: BinaryOp, right: &Expr) -> Result<bool> {
        use BinaryOp::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
        let (constant, operator) = if self.is_variable(left) {
            (right, operator)
        } else if self.is_variable(right) {
            let mirrored = match operator {
                Greater => Less,
                GreaterOrEqual => LessOrEqual,
                Less => Greater,
                LessOrEqual => GreaterOrEqual,
                other => other,
            };
            (left, mirrored)
        } else {
            return Ok(false);
        };
        let Some(document) = self.constant(constant)? else {
            return Ok(false);
        };
        if operator == Equal {
            return Ok(self.one_of(vec![document]));
        }
        let Document::Number(number) = &document else {
            return Ok(false);
        };
        let bound = Bound {
            at: number.clone(),
            exclusive: matches!(operator, Greater | Less),
        };
        match operator {
            Greater | GreaterOrEqual => self.found.minimum.push(bound),
            Less | LessOrEqual => self.found.maximum.push(bound),
            _ => return Ok(false),
        }
        self.found.refuses_null = true;
        if self.question == Question::IsValue {
            return Ok(true);
        }
        // Texts of numbers convert, and a schema does not compare them.
        let text = document.to_text(Layout::Compact);
        let texts = [text.as_str(), "-1", "0", "1e99"].map(Document::string);
        self.found.hints.extend(texts);
        Ok(false)
    }

    fn call(&mut self, expr: &Expr) -> Result<bool> {
        let Some(call) = expr.as_call_within(self.budget) else {
            self.budget.finish()?;
            return Ok(false);
        };
        match (&*call.name, &*call.arguments) {
            ("contains", [list, of]) if self.is_variable(of) => {
                let Some(items) = list.as_list() else {
                    return Ok(false);
                };
                let mut values = Vec::with_capacity(items.len());
                for item in &items {
                    match self.constant(item)? {
                        Some(value) => values.push(value),
                        None => return Ok(false),
                    }
                }
                Ok(self.one_of(values))
            }
            ("can", [inner]) => {
                let Some(inner) = inner.as_call_within(self.budget) else {
                    self.budget.finish()?;
                    return Ok(false);
                };
                match (&*inner.name, &*inner.arguments) {
                    ("regex", [pattern, text]) if self.is_variable(text) => self.pattern(pattern),
                    _ => Ok(false),
                }
            }
            _ => Ok(false),
        }
    }

    /// Adds a list of permitted values. Returns whether that is equivalent to it.
    fn one_of(&mut self, mut values: Vec<Document>) -> bool {
        // Documents of other kinds may convert to one of the values.
        let has_others = |value: &Document| match value {
            Document::String(text) => {
                matches!(&**text, "true" | "false")
                    || text.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-')
            }
            _ => true,
        };
        let converts = self.question == Question::Converts && values.iter().any(has_others);
        if converts || self.found.values.is_some() || values.is_empty() {
            return false;
        }
        let mut distinct: Vec<Document> = Vec::with_capacity(values.len());
        for value in values.drain(..) {
            if self.budget.charge(distinct.len() as u64).is_err() {
                return false;
            }
            if !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        self.found.values = Some(distinct);
        self.found.refuses_null = true;
        true
    }

    fn pattern(&mut self, pattern: &Expr) -> Result<bool> {
        let Some(Document::String(text)) = self.constant(pattern)? else {
            return Ok(false);
        };
        self.budget.charge(text.len() as u64)?;
        let Some(text) = in_ecma_notation(&text) else {
            return Ok(false);
        };
        if self.found.pattern.is_some() {
            return Ok(false);
        }
        let pattern = Pattern::new(text.into(), self.budget)?;
        if !pattern.is_known() {
            return Ok(false);
        }
        self.found.pattern = Some(pattern);
        self.found.refuses_null = true;
        // A schema does not compare the texts of numbers and bools, which convert.
        Ok(self.question == Question::IsValue)
    }

    /// Whether an expression is the variable.
    fn is_variable(&self, expr: &Expr) -> bool {
        if expr.form() != Form::Traversal {
            return false;
        }
        let Some(steps) = expr.steps() else {
            return false;
        };
        match &*steps.steps {
            [root, name] => {
                matches!(&root.kind, TraversalStepKind::Root(root) if &**root == "var")
                    && matches!(&name.kind, TraversalStepKind::Attr(name) if *name == self.variable.name)
            }
            _ => false,
        }
    }

    /// The document of an expression without references, if it is a string or a number of the
    /// variable's type.
    fn constant(&self, expr: &Expr) -> Result<Option<Document>> {
        let evaluated = expr.evaluate_within(None, self.budget);
        self.budget.finish()?;
        let value: &Value = &evaluated.value;
        let ty = self.variable.ty();
        let fits = (ty.is_string() || ty.is_number()) && value.ty() == ty && value.is_present();
        if !evaluated.diagnostics.is_empty() || !fits || value.is_marked() {
            return Ok(None);
        }
        let document = document_of(value, DialectId::Hcl, self.budget);
        self.budget.finish()?;
        Ok(document.ok())
    }
}

/// Returns a regular expression of Terraform's `regex` in ECMAScript's notation, if each of its parts
/// has the same meaning there.
fn in_ecma_notation(text: &Str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut in_class = false;
    while let Some(char) = rest.next() {
        match char {
            '\\' => match rest.next()? {
                class @ ('d' | 'D' | 'w' | 'W' | 'n' | 'r' | 't') => out.extend(['\\', class]),
                edge @ ('b' | 'B') if !in_class => out.extend(['\\', edge]),
                sign if "^$\\.*+?()[]{}|/".contains(sign) => out.extend(['\\', sign]),
                '-' if in_class => out.push_str("\\-"),
                sign if sign.is_ascii_punctuation() => out.push(sign),
                _ => return None,
            },
            ']' if in_class => {
                in_class = false;
                out.push(']');
            }
            // A class of POSIX.
            '[' if in_class => match rest.peek() {
                Some(':') => return None,
                _ => out.push_str("\\["),
            },
            char if in_class => out.push(char),
            '[' => {
                in_class = true;
                out.push('[');
                if rest.next_if_eq(&'^').is_some() {
                    out.push('^');
                }
                // A bracket in this position is a member of the class.
                if rest.next_if_eq(&']').is_some() {
                    out.push_str("\\]");
                }
            }
            // A dot of ECMAScript does not match a carriage return.
            '.' => out.push_str("[^\\n]"),
            '(' => {
                out.push('(');
                if rest.next_if_eq(&'?').is_some() {
                    rest.next_if_eq(&':')?;
                    out.push_str("?:");
                }
            }
            ']' => out.push_str("\\]"),
            '}' => out.push(if is_count(&out) { '}' } else { return None }),
            '{' if !rest.peek().is_some_and(char::is_ascii_digit) => return None,
            char => out.push(char),
        }
    }
    (!in_class).then_some(out)
}

/// Whether a text ends in the start of a number of repetitions, such as `{2,`, that Terraform's engine
/// accepts. It has a limit for each number, and for the product of nested ones.
fn is_count(text: &str) -> bool {
    const MAX: u32 = 1000;
    let Some((before, count)) = text.rsplit_once('{') else {
        return false;
    };
    let is_nested = before.ends_with(')') && before.contains('{');
    let mut ends = count.split(',');
    let is_end = |end: &str| end.is_empty() || end.parse::<u32>().is_ok_and(|end| end <= MAX);
    !is_nested && count.matches(',').count() <= 1 && ends.all(is_end)
}

#[cfg(test)]
mod tests {
    use super::in_ecma_notation;

    #[test]
    fn patterns_keep_their_meaning_or_are_not_exported() {
        for (theirs, ours) in [
            ("^[a-z][a-z0-9-]{1,62}$", Some("^[a-z][a-z0-9-]{1,62}$")),
            ("^ami-", Some("^ami-")),
            (r"^\d+\.\w+\-x$", Some(r"^\d+\.\w+-x$")),
            ("a.c", Some(r"a[^\n]c")),
            ("[.]", Some("[.]")),
            ("[]a]", Some(r"[\]a]")),
            ("(?:a|b)?", Some("(?:a|b)?")),
            ("(?i)a", None),
            ("(?P<n>a)", None),
            ("[[:alpha:]]", None),
            (r"\s", None),
            (r"\pL", None),
            ("a{", None),
            ("a{1001}", None),
            ("(a{100}){100}", None),
            ("[a", None),
        ] {
            assert_eq!(
                in_ecma_notation(&theirs.into()).as_deref(),
                ours,
                "{theirs}"
            );
        }
    }
}
