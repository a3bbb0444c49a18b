//! Labels: the names of expressions in messages of the evaluation.

use crate::eval::code::{Expr, Form};
use crate::syntax::tree::{BinaryOp, Settings};
use crate::words::a_an;

/// The name of an operator in messages, with its article.
pub(crate) fn of_operator(operator: BinaryOp) -> String {
    a_an(&format!("'{}' expression", operator.text()))
}

/// The name of an expression in messages, with its article.
pub(crate) fn of_expr(expr: &Expr) -> String {
    a_an(match expr {
        Expr::Constant(_) => "Literal",
        Expr::Variable(_) | Expr::Matched(_) | Expr::Early(_) => "Variable",
        Expr::TypeName(_) | Expr::Kept(..) => "Type-Name",
        Expr::Array(_) => "Array Expression",
        Expr::Hash(_) => "Hash Expression",
        Expr::Text(_) => "Double Quoted String",
        Expr::Checked(..) => "'@()' expression",
        Expr::Splat(_) => "Unfold",
        Expr::Not(_) => "'not' expression",
        Expr::Negate(_) => "Unary Minus",
        Expr::Binary(operator, ..) => return of_operator(*operator),
        Expr::Chain(_, links) => {
            return links
                .last()
                .map_or_else(String::new, |link| of_operator(link.operator));
        }
        Expr::Access(..) => "'[]' expression",
        Expr::Call(call) => match call.form {
            Form::Function => "Function Call",
            Form::Method => "Method call",
        },
        Expr::Assign(..) | Expr::Destructure(..) => "'=' expression",
        Expr::If(_) => "'if' statement",
        Expr::Case(_) => "'case' statement",
        Expr::Selector(_) => "Selector Expression",
        Expr::Block(_) => "Block Expression",
        Expr::Render(_) => "Epp Interpolated Expression",
        Expr::Resource(_) => "Resource Statement",
        Expr::Settings(settings) => settings_label(settings.of),
        Expr::Collector(collector) => collector.collects.label(),
        Expr::Catalog(label) => label,
    })
}

/// The name of separate attributes in messages, without an article.
pub(crate) fn settings_label(of: Settings) -> &'static str {
    match of {
        Settings::Defaults => "Resource Defaults Expression",
        Settings::Override => "Resource Override",
    }
}
