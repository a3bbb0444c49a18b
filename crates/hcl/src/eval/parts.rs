//! The tree of an expression in either syntax: its form and its parts.
//!
//! A part is an [`Expr`], like the whole, and shares its tree. JSON expressions have the forms of
//! native syntax: an array is a tuple, and a string is the template that it contains.

use super::Expr;
use crate::syntax::json::{Document, JsonExpression, NodeId, NodeKind, Part};
use crate::syntax::{
    BinaryOp, CallId, ExprId, ExprKind, Expression, Role, Traversal, Tree, UnaryOp, holds,
};
use polycty_core::source::{Range, Source, Span};
use polycty_core::types::Str;
use std::sync::Arc;

/// The form of an expression in either syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Exhaustive: the C ABI maps every variant.
pub enum Form {
    /// A number, a string without sequences, `true`, `false` or `null`.
    Literal,
    /// A template or heredoc of several pieces.
    Template,
    /// A template that is a single interpolation; its value can have any type.
    TemplateWrap,
    /// The `for` directive of a template.
    TemplateJoin,
    /// A variable and constant steps into it.
    Traversal,
    /// Constant steps into a different expression.
    RelativeTraversal,
    /// A function call.
    Call,
    /// `a ? b : c`, or the `if` directive of a template.
    Conditional,
    /// `a[b]` with a computed key.
    Index,
    /// `[a, b]`.
    Tuple,
    /// `{a = b}`.
    Object,
    /// `[for …]` or `{for …}`.
    For,
    /// `a[*]` or `a.*`.
    Splat,
    /// The current element of a splat.
    SplatItem,
    /// `-a` or `!a`.
    Unary,
    /// Operators of one precedence, from left to right.
    Operations,
    /// `(a)`.
    Parentheses,
    /// A syntax error.
    Invalid,
    /// A value that was created, without source text.
    Value,
}

/// An operator of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// Before its operand.
    Unary(UnaryOp),
    /// Between two operands.
    Binary(BinaryOp),
}

impl Operator {
    /// The symbol of the operator.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::Unary(UnaryOp::Not) => "!",
            Operator::Unary(UnaryOp::Negate) => "-",
            Operator::Binary(operator) => match operator {
                BinaryOp::Or => "||",
                BinaryOp::And => "&&",
                BinaryOp::Equal => "==",
                BinaryOp::NotEqual => "!=",
                BinaryOp::Greater => ">",
                BinaryOp::GreaterOrEqual => ">=",
                BinaryOp::Less => "<",
                BinaryOp::LessOrEqual => "<=",
                BinaryOp::Add => "+",
                BinaryOp::Subtract => "-",
                BinaryOp::Multiply => "*",
                BinaryOp::Divide => "/",
                BinaryOp::Modulo => "%",
            },
        }
    }
}

/// A call of a function.
#[derive(Clone, Debug)]
pub struct FunctionCall {
    /// The name of the function, with `::` between its parts.
    pub name: Str,
    /// The source range of the name.
    pub name_range: Range,
    /// The source range of the whole call.
    pub range: Range,
    /// The text that contains the call.
    pub source: Source,
}

/// An expression in its source.
enum Written<'a> {
    Native(&'a Arc<Tree>, ExprId),
    /// A value that is not a template.
    Json(&'a Arc<Document>, NodeId),
    /// The name of a property that is not a template.
    Name,
    Nowhere,
}

impl Expr {
    /// The form of the expression.
    #[must_use]
    pub fn form(&self) -> Form {
        match self.written() {
            Written::Native(tree, id) => form_of(tree[id].kind),
            Written::Json(document, id) => match document[id].kind {
                NodeKind::Array(_) => Form::Tuple,
                NodeKind::Object(_) => Form::Object,
                NodeKind::Invalid => Form::Invalid,
                _ => Form::Literal,
            },
            Written::Name => Form::Literal,
            Written::Nowhere => Form::Value,
        }
    }

    /// Returns the parts of the expression in source order, each with its role in the expression.
    #[must_use]
    pub fn parts(&self) -> Vec<(Role, Expr)> {
        if let Expr::Within(within) = self {
            let parts = within.inner().parts().into_iter();
            return parts
                .map(|(role, part)| (role, within.part(part)))
                .collect();
        }
        let mut found = Vec::new();
        match self.written() {
            Written::Native(tree, id) => tree.each_part(id, &mut |role, part| {
                found.push((role, native(tree, part)));
            }),
            Written::Json(document, id) => match &document[id].kind {
                NodeKind::Array(parts) => {
                    found.extend(
                        parts
                            .iter()
                            .map(|part| (Role::Element, json(document, *part))),
                    );
                }
                NodeKind::Object(properties) => {
                    for property in properties {
                        let key = JsonExpression::name(document.clone(), property);
                        found.push((Role::Key, Expr::Json(key)));
                        found.push((Role::Value, json(document, property.value)));
                    }
                }
                _ => {}
            },
            Written::Name | Written::Nowhere => {}
        }
        found
    }

    /// The name in the expression: that of the called function, or of the variable at its start.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        let Written::Native(tree, id) = self.written() else {
            return None;
        };
        match tree[id].kind {
            ExprKind::Call(call) => Some(tree.text(tree[call].name)),
            ExprKind::ScopeTraversal(steps) => tree.root_name(&tree[steps]),
            _ => None,
        }
    }

    /// The names that a `for` defines for each key, if any, and for each value.
    #[must_use]
    pub fn iterators(&self) -> Option<(Option<&str>, &str)> {
        let Written::Native(tree, id) = self.written() else {
            return None;
        };
        let ExprKind::For(each) = tree[id].kind else {
            return None;
        };
        let key = tree[each].key_variable.map(|name| tree.text(name));
        Some((key, tree.text(tree[each].value_variable)))
    }

    /// Returns the operator at an index, counted from 0, and its range. The operator at `at`
    /// precedes the operand at `at + 1`.
    #[must_use]
    pub fn operator(&self, at: usize) -> Option<(Operator, Range)> {
        let Written::Native(tree, id) = self.written() else {
            return None;
        };
        match tree[id].kind {
            ExprKind::Unary { operator, .. } if at == 0 => {
                let start = tree[id].span.start;
                let end = start + 1;
                Some((Operator::Unary(operator), tree.range(Span { start, end })))
            }
            ExprKind::Operations { rest, .. } => {
                let operation = tree[rest].get(at)?;
                let operator = Operator::Binary(operation.operator);
                Some((operator, tree.range(operation.span)))
            }
            _ => None,
        }
    }

    /// Returns the constant steps of a traversal, with its variable, or the steps into a different
    /// expression.
    #[must_use]
    pub fn steps(&self) -> Option<Traversal> {
        let Written::Native(tree, id) = self.written() else {
            return None;
        };
        match tree[id].kind {
            ExprKind::ScopeTraversal(steps) | ExprKind::RelativeTraversal { steps, .. } => {
                Some(tree.traversal(&tree[steps]))
            }
            _ => None,
        }
    }

    /// The source text of the expression; in JSON, with its quotes. `None` for a value.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Expr::Native(expression) => {
                let tree = &expression.tree;
                Some(tree.slice(tree[expression.id].span))
            }
            Expr::Json(expression) => Some(expression.written_text()),
            Expr::Value(..) => None,
            Expr::Within(within) => within.inner().text(),
        }
    }

    /// Returns the function calls in the expression, at any depth, in source order.
    #[must_use]
    pub fn calls(&self) -> Vec<FunctionCall> {
        let mut found = Vec::new();
        match self.written() {
            Written::Native(tree, id) => native_calls(tree, id, self.source(), &mut found),
            Written::Json(document, id) => json_calls(document, id, &mut found),
            Written::Name | Written::Nowhere => {}
        }
        found
    }

    /// Returns the expressions at a byte, the outermost one first: this one and, within each, the
    /// part that contains the byte. Empty if the byte is not in this expression. Bytes are counted
    /// as in [`Range`].
    #[must_use]
    pub fn at(&self, byte: usize) -> Vec<Expr> {
        match self {
            Expr::Native(expression) => {
                let tree = &expression.tree;
                let Some(at) = within_text(tree.source(), byte) else {
                    return Vec::new();
                };
                let found = tree.expressions_at(expression.id, at).into_iter();
                found.map(|id| native(tree, id)).collect()
            }
            Expr::Json(expression) => json_at(expression, byte),
            Expr::Value(..) => Vec::new(),
            Expr::Within(within) => {
                let found = within.inner().at(byte).into_iter();
                found.map(|part| within.part(part)).collect()
            }
        }
    }

    fn written(&self) -> Written<'_> {
        match self {
            Expr::Native(expression) => Written::Native(&expression.tree, expression.id),
            Expr::Json(expression) => match expression.template() {
                Some(template) => Written::Native(&template.tree, template.root),
                None => match expression.part() {
                    Part::Node(node) => Written::Json(expression.document(), *node),
                    Part::Name(..) => Written::Name,
                },
            },
            Expr::Value(..) => Written::Nowhere,
            Expr::Within(within) => within.inner().written(),
        }
    }
}

/// Converts a byte position to an offset in a text. Returns `None` if it is outside the text.
pub(crate) fn within_text(source: &Source, byte: usize) -> Option<u32> {
    let at = byte.checked_sub(source.start.byte)?;
    (at < source.text.len()).then(|| u32::try_from(at).ok())?
}

fn native(tree: &Arc<Tree>, id: ExprId) -> Expr {
    Expr::Native(Expression {
        tree: tree.clone(),
        id,
    })
}

fn json(document: &Arc<Document>, id: NodeId) -> Expr {
    Expr::Json(JsonExpression::new(document.clone(), id))
}

fn form_of(kind: ExprKind) -> Form {
    match kind {
        ExprKind::Literal(_) => Form::Literal,
        ExprKind::Template(_) => Form::Template,
        ExprKind::TemplateWrap(_) => Form::TemplateWrap,
        ExprKind::TemplateJoin(_) => Form::TemplateJoin,
        ExprKind::ScopeTraversal(_) => Form::Traversal,
        ExprKind::RelativeTraversal { .. } => Form::RelativeTraversal,
        ExprKind::Call(_) => Form::Call,
        ExprKind::Conditional { .. } => Form::Conditional,
        ExprKind::Index { .. } => Form::Index,
        ExprKind::Tuple(_) => Form::Tuple,
        ExprKind::Object(_) => Form::Object,
        ExprKind::For(_) => Form::For,
        ExprKind::Splat { .. } => Form::Splat,
        ExprKind::SplatItem => Form::SplatItem,
        ExprKind::Unary { .. } => Form::Unary,
        ExprKind::Operations { .. } => Form::Operations,
        ExprKind::Parentheses(_) => Form::Parentheses,
        ExprKind::Invalid => Form::Invalid,
    }
}

fn native_calls(tree: &Tree, id: ExprId, source: Option<&Source>, found: &mut Vec<FunctionCall>) {
    tree.each_call(id, &mut |call: CallId| {
        let call = &tree[call];
        found.push(FunctionCall {
            name: tree.text(call.name).into(),
            name_range: tree.range(call.name_span),
            range: tree.range(call.name_span.to(call.close)),
            source: source.unwrap_or_else(|| tree.source()).clone(),
        });
    });
}

/// The recursion is as deep as the text nests, which is limited.
fn json_calls(document: &Arc<Document>, id: NodeId, found: &mut Vec<FunctionCall>) {
    let template = |text, span, found: &mut Vec<FunctionCall>| {
        if let Some(parsed) = document.template(text, span) {
            native_calls(&parsed.tree, parsed.root, Some(document.source()), found);
        }
    };
    match &document[id].kind {
        NodeKind::String(text) => template(text, document[id].span, found),
        NodeKind::Array(parts) => {
            for part in parts {
                json_calls(document, *part, found);
            }
        }
        NodeKind::Object(properties) => {
            for property in properties {
                template(&property.name, property.name_span, found);
                json_calls(document, property.value, found);
            }
        }
        _ => {}
    }
}

fn json_at(expression: &JsonExpression, byte: usize) -> Vec<Expr> {
    let document = expression.document();
    let mut found = Vec::new();
    let Some(at) = within_text(document.source(), byte) else {
        return found;
    };
    let mut next = Some(expression.clone()).filter(|whole| holds(whole.span(), at));
    while let Some(here) = next.take() {
        found.push(Expr::Json(here.clone()));
        if let Some(template) = here.template() {
            let inside = within_text(template.tree.source(), byte).filter(|_| here.is_verbatim());
            // The string itself is the template, so only the parts of the template are added.
            let parts = inside.map(|at| template.tree.expressions_at(template.root, at));
            let parts = parts.into_iter().flatten().skip(1);
            found.extend(parts.map(|id| native(&template.tree, id)));
            break;
        }
        let Some(node) = here.node() else {
            break;
        };
        next = match &document[node].kind {
            NodeKind::Array(parts) => {
                let part = parts.partition_point(|part| document[*part].span.end <= at);
                let part = parts
                    .get(part)
                    .map(|part| JsonExpression::new(document.clone(), *part));
                part.filter(|part| holds(part.span(), at))
            }
            NodeKind::Object(properties) => {
                let before = |value: NodeId| document[value].span.end <= at;
                let property = properties.partition_point(|property| before(property.value));
                properties.get(property).and_then(|property| {
                    let key = JsonExpression::name(document.clone(), property);
                    let value = JsonExpression::new(document.clone(), property.value);
                    [key, value].into_iter().find(|part| holds(part.span(), at))
                })
            }
            _ => None,
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Expr, Role};
    use crate::syntax::json::parse_json;
    use crate::syntax::parse_expression;
    use polycty_core::source::Position;

    fn native(text: &str) -> Expr {
        let parsed = parse_expression(text.as_bytes(), "t", Position::START);
        Expr::Native(parsed.expression())
    }

    fn json(text: &str) -> Expr {
        Expr::Json(parse_json(text.as_bytes(), "t").expression)
    }

    /// The forms of a tree: `Form(Role Form, …)`.
    fn shown(expr: &Expr) -> String {
        let parts = expr.parts();
        let name = expr.name().map_or(String::new(), |name| format!(":{name}"));
        let operators: String = (0..)
            .map_while(|at| expr.operator(at))
            .map(|(operator, _)| operator.symbol())
            .collect();
        let part = |(role, part): &(Role, Expr)| format!("{role:?} {}", shown(part));
        let inside: Vec<String> = parts.iter().map(part).collect();
        let form = expr.form();
        if inside.is_empty() {
            format!("{form:?}{name}{operators}")
        } else {
            format!("{form:?}{name}{operators}({})", inside.join(", "))
        }
    }

    #[test]
    fn a_tree_has_the_forms_of_the_text() {
        for (text, expected) in [
            ("1", "Literal"),
            ("\"a\"", "Literal"),
            ("a.b[0]", "Traversal:a"),
            ("-a", "Unary-(Operand Traversal:a)"),
            (
                "a + b - 1",
                "Operations+-(Operand Traversal:a, Operand Traversal:b, Operand Literal)",
            ),
            (
                "f(a, b...)",
                "Call:f(Argument Traversal:a, Argument Traversal:b)",
            ),
            (
                "(a).b",
                "RelativeTraversal(Source Parentheses(Inner Traversal:a))",
            ),
            ("a[b]", "Index(Source Traversal:a, Key Traversal:b)"),
            ("\"${a}\"", "TemplateWrap(Piece Traversal:a)"),
            ("\"${a}b\"", "Template(Piece Traversal:a, Piece Literal)"),
            (
                "a ? b : 1",
                "Conditional(Condition Traversal:a, Then Traversal:b, Else Literal)",
            ),
            (
                "[for k, v in c : k if d]",
                "For(Collection Traversal:c, Value Traversal:k, Condition Traversal:d)",
            ),
            (
                "{for v in c : v => 1...}",
                "For(Collection Traversal:c, Key Traversal:v, Value Literal)",
            ),
            ("[a]", "Tuple(Element Traversal:a)"),
            (
                "a[*].b",
                "Splat(Source Traversal:a, Each RelativeTraversal(Source SplatItem))",
            ),
            ("a[", "Index(Source Traversal:a, Key Invalid)"),
        ] {
            assert_eq!(shown(&native(text)), expected, "{text}");
        }
        let object = native("{a = 1, (b) = 2}");
        let roles: Vec<Role> = object.parts().iter().map(|part| part.0).collect();
        assert_eq!(roles, [Role::Name, Role::Value, Role::Key, Role::Value]);
    }

    #[test]
    fn json_has_the_forms_of_what_it_stands_for() {
        for (text, expected) in [
            ("1", "Literal"),
            ("[null, \"a\"]", "Tuple(Element Literal, Element Literal)"),
            (
                r#"{"${k}": "${f(x)}"}"#,
                "Object(Key TemplateWrap(Piece Traversal:k), Value TemplateWrap(Piece Call:f(Argument Traversal:x)))",
            ),
            ("x", "Invalid"),
        ] {
            assert_eq!(shown(&json(text)), expected, "{text}");
        }
    }

    #[test]
    fn names_operators_and_steps_are_told() {
        let each = native("[for k, v in c : v]");
        assert_eq!(each.iterators(), Some((Some("k"), "v")));
        let (operator, range) = native("a >= b").operator(0).unwrap();
        assert_eq!(
            (operator.symbol(), range.start.byte, range.end.byte),
            (">=", 2, 4)
        );
        assert_eq!(native("(a).b[0]").steps().unwrap().steps.len(), 2);
        assert!(native("a + b").steps().is_none());
    }

    #[test]
    fn a_part_is_evaluated_by_itself() {
        let whole = native("[1 + 2, a[*].b]");
        let parts = whole.parts();
        assert_eq!(parts[0].1.evaluate(None).value.as_small_whole(), Some(3));
        // The element of a splat is unknown outside the splat.
        let each = &parts[1].1.parts()[1].1;
        assert!(!each.evaluate(None).value.is_known());
    }

    #[test]
    fn calls_are_found_in_the_order_of_the_text() {
        let names = |expr: &Expr| -> Vec<String> {
            expr.calls()
                .iter()
                .map(|call| call.name.to_string())
                .collect()
        };
        assert_eq!(
            names(&native("f(g(1), ns::h()) + i()")),
            ["f", "g", "ns::h", "i"]
        );
        assert_eq!(
            names(&json(r#"{"${f()}": ["${g(h())}"]}"#)),
            ["f", "g", "h"]
        );
    }
}
