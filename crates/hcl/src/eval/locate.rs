//! Source ranges of the parts of a value, found by their paths.
//!
//! A path leads into the constructors of objects and tuples, and into the objects and arrays of JSON.
//! A part that any other expression creates has the range of that expression.

use super::Expr;
use crate::rules::convert_within;
use crate::syntax::{ExprKind, Expression};
use polycty_core::calls::Budget;
use polycty_core::codec::document::PartLocation;
use polycty_core::source::{DocumentStep, Path, Result};
use polycty_core::types::{Str, Type};
use std::collections::HashMap;

/// The bytes charged for a path.
const PATH: u64 = 200;

/// The bytes charged for an item of an object while the object is searched.
const ITEM: u64 = 200;

impl Expr {
    /// Returns the location of each path into the value of the expression, in the order of the
    /// paths. Each constructor is visited once. If an object has a key twice, the last one counts.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn locate(&self, paths: &[&Path], budget: &Budget) -> Result<Vec<PartLocation>> {
        budget.parts(paths.len() as u64, PATH)?;
        let whole = PartLocation::new(None, self.range(), false);
        let mut found = vec![whole; paths.len()];
        // Expressions with the number of steps to them and the paths through them.
        let mut waiting = vec![(self.clone(), 0, (0..paths.len()).collect::<Vec<usize>>())];
        while let Some((expr, depth, through)) = waiting.pop() {
            let mut inner: HashMap<DocumentStep<'_>, Vec<usize>> = HashMap::new();
            for at in through {
                found[at].value = expr.range();
                match paths[at].get(depth) {
                    Some(step) => inner.entry(DocumentStep::of(step)).or_default().push(at),
                    None => found[at].is_exact = true,
                }
            }
            if inner.is_empty() {
                continue;
            }
            if let Some(items) = expr.as_map() {
                let held = items.len() as u64 * ITEM;
                budget.hold(held)?;
                let mut last: HashMap<Str, usize> = HashMap::new();
                for (at, (key, _)) in budget.charged(items.iter().enumerate())? {
                    if let Some(name) = name_of(key, budget)? {
                        last.insert(name, at);
                    }
                }
                for (step, through) in inner {
                    let DocumentStep::Name(name) = step else {
                        continue;
                    };
                    let Some(&at) = last.get(name) else { continue };
                    let (key, value) = &items[at];
                    for &at in &through {
                        let is_last = paths[at].len() == depth + 1;
                        found[at].key = is_last.then(|| key.range());
                    }
                    waiting.push((value.clone(), depth + 1, through));
                }
                budget.release(held);
            } else if let Some(items) = expr.as_list() {
                budget.charge(items.len() as u64)?;
                for (step, through) in inner {
                    if let DocumentStep::Position(at) = step
                        && let Some(item) = items.get(at)
                    {
                        waiting.push((item.clone(), depth + 1, through));
                    }
                }
            }
        }
        budget.finish()?;
        Ok(found)
    }
}

/// The name that a key without references has.
fn name_of(key: &Expr, budget: &Budget) -> Result<Option<Str>> {
    // A single name without parentheses is the key itself.
    if let Expr::Native(Expression { tree, id }) = key
        && !matches!(tree[*id].kind, ExprKind::Parentheses(_))
        && let Some(name) = tree.keyword(*id)
    {
        return Ok(Some(name.into()));
    }
    let evaluated = key.evaluate_within(None, budget);
    budget.finish()?;
    if !evaluated.diagnostics.is_empty() {
        return Ok(None);
    }
    match convert_within(evaluated.value.unmarked(), Type::string(), budget) {
        Ok(name) => Ok(name.as_str().map(Str::from)),
        Err(error) if error.code().is_refusal() => Err(error),
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::Expr;
    use crate::syntax::json::parse_json;
    use crate::syntax::parse_expression;
    use polycty_core::calls::Budget;
    use polycty_core::source::{Path, PathStep, Position, Range};

    fn path(steps: &[&str]) -> Path {
        let step = |text: &&str| match text.parse::<usize>() {
            Ok(at) => PathStep::Index(at.into()),
            Err(_) => PathStep::Attr((*text).into()),
        };
        steps.iter().map(step).collect()
    }

    fn located(expr: &Expr, steps: &[&[&str]]) -> Vec<String> {
        let paths: Vec<Path> = steps.iter().map(|steps| path(steps)).collect();
        let paths: Vec<&Path> = paths.iter().collect();
        let text = expr.source().unwrap().text.clone();
        let part = |range: Range| {
            String::from_utf8_lossy(&text.as_bytes()[range.start.byte..range.end.byte]).into_owned()
        };
        let found = expr.locate(&paths, &Budget::standard()).unwrap();
        let line = |one: &super::PartLocation| {
            let key = one.key.map_or_else(String::new, part);
            let sign = if one.is_exact { "=" } else { "in" };
            format!("{key} {sign} {}", part(one.value))
        };
        found.iter().map(line).collect()
    }

    #[test]
    fn parts_have_the_ranges_of_their_expressions() {
        let text = b"{ a = [1, { b = 2, \"c\" : upper(\"x\") }], a = [0, { b = 3 }] }";
        let parsed = parse_expression(text, "x", Position::START);
        assert_eq!(
            located(
                &Expr::Native(parsed.expression()),
                &[
                    &["a", "1", "b"],
                    &["a", "0"],
                    &["a", "1", "c", "d"],
                    &["z"],
                    &[]
                ]
            ),
            [
                "b = 3",
                " = 0",
                " in { b = 3 }",
                " in { a = [1, { b = 2, \"c\" : upper(\"x\") }], a = [0, { b = 3 }] }",
                " = { a = [1, { b = 2, \"c\" : upper(\"x\") }], a = [0, { b = 3 }] }",
            ]
        );
        let parsed = parse_expression(b"[{ c = upper(\"x\") }]", "x", Position::START);
        assert_eq!(
            located(
                &Expr::Native(parsed.expression()),
                &[&["0", "c", "d"], &["0", "c"]]
            ),
            [" in upper(\"x\")", "c = upper(\"x\")"]
        );
    }

    #[test]
    fn parts_of_json_have_the_ranges_of_their_texts() {
        let parsed = parse_json(br#"{"a": [{"b": 1}], "${x}": 2}"#, "x");
        assert_eq!(
            located(
                &Expr::Json(parsed.expression),
                &[&["a", "0", "b"], &["${x}"], &["a", "7"]]
            ),
            ["\"b\" = 1", "\"${x}\" = 2", " in [{\"b\": 1}]"]
        );
    }

    #[test]
    fn locating_is_charged() {
        let text = format!("{{{}}}", "a = 1, ".repeat(1000));
        let parsed = parse_expression(text.as_bytes(), "x", Position::START);
        let expr = Expr::Native(parsed.expression());
        let few = Budget::new().limit_steps(500);
        assert!(
            expr.locate(&[&path(&["a"])], &few)
                .unwrap_err()
                .code()
                .is_refusal()
        );
    }
}
