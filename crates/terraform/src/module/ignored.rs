//! OpenTofu's warnings of attributes that an object type does not declare.
//!
//! Only constructors in the source are examined: of objects, lists and tuples, and the results of
//! `for` expressions. Other values are examined by [`strictness`](super::strictness).

use super::sink::{DiagnosticSink, Location};
use polycty_core::source::{Range, Result, Source, suggest};
use polycty_core::text::Quoted;
use polycty_core::types::{Kind, Str, Type};
use polycty_hcl::eval::Expr;
use polycty_hcl::functions::define::convert;
use polycty_hcl::syntax::{ExprId, ExprKind, Expression, ObjectItem, Tree};
use std::sync::Arc;

/// Warns of the attributes that the type of a variable ignores. `variable` is the name of the
/// variable, or `None` in its own declaration. Returns the positions of their keys.
pub(crate) fn report_ignored(
    expr: &Expr,
    ty: &Type,
    variable: Option<&str>,
    source: &Source,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Vec<Range>> {
    let Expr::Native(expression) = expr else {
        return Ok(Vec::new());
    };
    let object_type = match variable {
        Some(name) => format!("The object type for input variable {}", Quoted(name)),
        None => "The object type for this variable".to_owned(),
    };
    let mut search = Search {
        tree: &expression.tree,
        source,
        object_type,
        path: String::new(),
        found: Vec::new(),
    };
    search.part(expression.id, ty, sink)?;
    Ok(search.found)
}

struct Search<'a> {
    tree: &'a Arc<Tree>,
    source: &'a Source,
    object_type: String,
    path: String,
    found: Vec<Range>,
}

impl Search<'_> {
    /// The recursion is as deep as types nest, which is limited.
    fn part(&mut self, id: ExprId, ty: &Type, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let tree: &Tree = self.tree;
        sink.budget.charge(1)?;
        match (ty.kind(), tree[id].kind) {
            (Kind::Object(object), ExprKind::Object(items)) => {
                for item in &tree[items] {
                    let Some(name) = self.name(item, sink)? else {
                        continue;
                    };
                    match object.get(&name) {
                        Some(field) => {
                            let step = format!(".{name}");
                            self.step(&step, item.value, field.ty(), sink)?;
                        }
                        None => {
                            let known = object.fields().iter().map(|field| field.name());
                            let meant = suggest(&name, known);
                            let hint = meant.map_or_else(String::new, |meant| {
                                format!(" Did you mean to set attribute {} instead?", Quoted(meant))
                            });
                            let nested = match &*self.path {
                                "" => String::new(),
                                path => format!(" nested value {path}"),
                            };
                            let key = tree.range(tree[item.key].span);
                            let place = Location::new(self.source, key);
                            let warning = place.warning(
                                "Object attribute is ignored",
                                format!(
                                    "{}{nested} does not include an attribute named {}, so this definition is unused.{hint}",
                                    self.object_type,
                                    Quoted(&name)
                                ),
                            );
                            self.found.push(key);
                            sink.report(warning.with_context(tree.range(tree[id].span)))?;
                        }
                    }
                }
            }
            (Kind::Map { element, .. }, ExprKind::Object(items)) => {
                for item in &tree[items] {
                    if let Some(name) = self.name(item, sink)? {
                        let step = format!("[{}]", Quoted(&name));
                        self.step(&step, item.value, element, sink)?;
                    }
                }
            }
            (Kind::Map { element, .. }, ExprKind::For(each)) if tree[each].key.is_some() => {
                self.step("[...]", tree[each].value, element, sink)?;
            }
            (Kind::List { element, .. } | Kind::Set(element), ExprKind::For(each))
                if tree[each].key.is_none() =>
            {
                self.step("[...]", tree[each].value, element, sink)?;
            }
            (Kind::List { element, .. } | Kind::Set(element), ExprKind::Tuple(parts)) => {
                for (at, part) in tree[parts].iter().enumerate() {
                    self.step(&format!("[{at}]"), *part, element, sink)?;
                }
            }
            (Kind::Tuple { elements, .. }, ExprKind::Tuple(parts))
                if elements.len() == tree[parts].len() =>
            {
                for (at, (part, ty)) in tree[parts].iter().zip(elements).enumerate() {
                    self.step(&format!("[{at}]"), *part, ty, sink)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The name of a key without references.
    fn name(&self, item: &ObjectItem, sink: &DiagnosticSink<'_>) -> Result<Option<Str>> {
        if let Some(name) = item.literal_key {
            return Ok(Some(self.tree.text(name).into()));
        }
        let key = Expr::Native(Expression {
            tree: self.tree.clone(),
            id: item.key,
        });
        let evaluated = key.evaluate_within(None, sink.budget);
        sink.budget.finish()?;
        if !evaluated.diagnostics.is_empty() {
            return Ok(None);
        }
        let name = convert(evaluated.value.unmarked(), Type::string(), sink.budget);
        Ok(name.ok().and_then(|name| name.as_str().map(Str::from)))
    }

    fn step(
        &mut self,
        step: &str,
        id: ExprId,
        ty: &Type,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let before = self.path.len();
        self.path.push_str(step);
        self.part(id, ty, sink)?;
        self.path.truncate(before);
        Ok(())
    }
}
