//! Labels: how do messages call an expression, and a value?

use crate::eval::code::{Expr, Form};
use crate::syntax::tree::{BinaryOp, Settings};
use crate::types::format::type_text;
use crate::types::nominal::{self, Name};
use crate::values::special::{Special, array_elements};
use polycty_core::values::Value;

/// A word with its article: quotes are skipped, and `y` is a vowel.
pub(crate) fn a_an(words: &str) -> String {
    let first = words.chars().find(|c| !matches!(c, '\'' | '"'));
    let vowel = first.is_some_and(|c| "aeiouyAEIOUY".contains(c));
    format!("{} {words}", if vowel { "an" } else { "a" })
}

/// The same at the beginning of a sentence.
pub(crate) fn capital_a_an(words: &str) -> String {
    let text = a_an(words);
    format!("A{}", &text[1..])
}

/// An operator, with its article.
pub(crate) fn of_operator(operator: BinaryOp) -> String {
    a_an(&format!("'{}' expression", operator.text()))
}

/// An expression, with its article.
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
        Expr::Catalog(label) => label,
    })
}

/// Attributes that are set apart from their resources, without an article.
pub(crate) fn settings_label(of: Settings) -> &'static str {
    match of {
        Settings::Defaults => "Resource Defaults Expression",
        Settings::Override => "Resource Override",
    }
}

/// A value, without an article.
pub(crate) fn of_value(value: &Value) -> String {
    if value.is_null() {
        return "Undef Value".into();
    }
    if let Some(ty) = value.as_type() {
        return match nominal::view(ty) {
            Some((Name::Resource, [_, _]) | (Name::Class, [_])) => {
                format!("{} Resource-Reference", type_text(ty))
            }
            _ => format!("{}-Type", type_text(ty)),
        };
    }
    match Special::of(value) {
        Some(Special::Regexp(_)) => "Regexp",
        Some(Special::Sensitive(_)) => "Sensitive",
        Some(Special::SemVer(_)) => "Semver",
        Some(Special::SemVerRange(_)) => "SemverRange",
        Some(Special::Timespan(_)) => "Timespan",
        Some(Special::Timestamp(_)) => "Timestamp",
        Some(Special::Binary(_)) => "Binary",
        Some(_) => "Object",
        None if value.as_bool().is_some() => "Boolean",
        None if value.as_str().is_some() => "String",
        None if value.as_integer().is_some() => "Integer",
        None if value.as_double().is_some() => "Float",
        None if value.as_ordered_map().is_some() => "Hash",
        None if array_elements(value).is_some() => "Array",
        None => "Object",
    }
    .into()
}
