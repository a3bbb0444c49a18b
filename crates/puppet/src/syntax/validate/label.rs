//! Labels: the names of expressions in messages of the validation.

use super::super::tree::{DefinitionKind, ExprId, ExprKind, Operation, Program, Settings};
use std::borrow::Cow;

/// Returns the name of an expression in messages, without an article.
pub(crate) fn label(program: &Program, id: ExprId) -> Cow<'static, str> {
    Cow::Borrowed(match program[id].kind {
        ExprKind::Undef => "'undef' expression",
        ExprKind::Default => "'default' expression",
        ExprKind::Bool(_) => "Boolean",
        ExprKind::Integer(_) | ExprKind::BigInteger(_) => "Literal Integer",
        ExprKind::Float(_) => "Literal Float",
        ExprKind::String(_) => "String",
        ExprKind::Name(_) => "Name",
        ExprKind::Regexp(_) => "Regular Expression",
        ExprKind::TypeName(_) => "Type-Name",
        ExprKind::Reserved(name) => {
            return format!("Reserved Word '{}'", program.name(name)).into();
        }
        ExprKind::Variable(_) => "Variable",
        ExprKind::Interpolation(_) => "Double Quoted String",
        ExprKind::Heredoc { syntax, .. } => {
            return format!("'@({})' expression", program.name(syntax)).into();
        }
        ExprKind::Array(_) => "Array Expression",
        ExprKind::Hash(_) => "Hash Expression",
        ExprKind::Access { .. } => "'[]' expression",
        ExprKind::Not(_) => "'not' expression",
        ExprKind::Minus(_) => "Unary Minus",
        ExprKind::Splat(_) => "Unfold",
        ExprKind::Parentheses(_) => "Parenthesized Expression",
        ExprKind::Operations { rest, .. } => match program[rest] {
            [.., Operation { operator, .. }] => {
                return format!("'{}' expression", operator.text()).into();
            }
            [] => "Expression",
        },
        ExprKind::Assignment { operator, .. } => {
            return format!("'{}' expression", operator.text()).into();
        }
        ExprKind::Selector { .. } => "Selector Expression",
        ExprKind::If(_) => "'if' statement",
        ExprKind::Unless(_) => "'unless' Statement",
        ExprKind::Case { .. } => "'case' statement",
        ExprKind::Call(_) => "Function Call",
        ExprKind::MethodCall(_) => "Method call",
        ExprKind::Resource(_) => "Resource Statement",
        ExprKind::Untitled { .. } | ExprKind::Block(_) => "Block Expression",
        ExprKind::ResourceSettings(settings) => match program[settings].of {
            Settings::Defaults => "Resource Defaults Expression",
            Settings::Override => "Resource Override",
        },
        ExprKind::Collector(collector) => program[collector].collects.label(),
        ExprKind::Definition(definition) => definition_label(program[definition].kind),
        ExprKind::RenderText(_) => "Epp Text",
        ExprKind::RenderExpression(_) => "Epp Interpolated Expression",
    })
}

/// Returns the name of a definition in messages, without an article.
pub(crate) fn definition_label(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Class { .. } => "Host Class Definition",
        DefinitionKind::DefinedType => "'define' expression",
        DefinitionKind::Function { .. } => "Function Definition",
        DefinitionKind::Node { .. } => "Node Definition",
        DefinitionKind::TypeAlias { .. } => "Type Alias",
        DefinitionKind::TypeMapping { .. } => "Type Mapping",
        DefinitionKind::TypeDefinition { .. } => "Type Definition",
    }
}
