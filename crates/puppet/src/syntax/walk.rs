//! Traversal of the parts of expressions.

use super::tree::{Attribute, Definition, DefinitionKind, ExprId, ExprKind, Exprs, LambdaId};
use super::tree::{Parameter, Program};
use polycty_core::syntax::List;

impl Program {
    /// Visits an expression and all its parts, each expression before its parts. The parts are in
    /// the order of the text unless Puppet has a different order.
    pub fn walk(&self, id: ExprId, visit: &mut impl FnMut(ExprId)) {
        visit(id);
        self.parts(id, &mut |part| self.walk(part, visit));
    }

    /// Visits the direct parts of an expression.
    pub fn parts(&self, id: ExprId, part: &mut dyn FnMut(ExprId)) {
        match self[id].kind {
            ExprKind::Undef
            | ExprKind::Default
            | ExprKind::Bool(_)
            | ExprKind::Integer(_)
            | ExprKind::BigInteger(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Name(_)
            | ExprKind::Regexp(_)
            | ExprKind::TypeName(_)
            | ExprKind::Reserved(_)
            | ExprKind::Variable(_)
            | ExprKind::RenderText(_) => {}
            ExprKind::Interpolation(list) | ExprKind::Array(list) | ExprKind::Block(list) => {
                self.each(list, part);
            }
            ExprKind::Heredoc { text: inner, .. }
            | ExprKind::Not(inner)
            | ExprKind::Minus(inner)
            | ExprKind::Splat(inner)
            | ExprKind::Parentheses(inner)
            | ExprKind::RenderExpression(inner) => part(inner),
            ExprKind::Hash(entries) => {
                for entry in &self[entries] {
                    part(entry.key);
                    part(entry.value);
                }
            }
            ExprKind::Access { of, keys } => {
                part(of);
                self.each(keys, part);
            }
            ExprKind::Operations { first, rest } => {
                part(first);
                for operation in &self[rest] {
                    part(operation.operand);
                }
            }
            ExprKind::Assignment { target, value, .. } => {
                part(target);
                part(value);
            }
            ExprKind::Selector { of, options } => {
                part(of);
                for option in &self[options] {
                    part(option.key);
                    part(option.value);
                }
            }
            ExprKind::If(branches) | ExprKind::Unless(branches) => {
                for branch in &self[branches] {
                    branch.condition.into_iter().for_each(&mut *part);
                    self.each(branch.body, part);
                }
            }
            ExprKind::Case { of, options } => {
                part(of);
                for option in &self[options] {
                    self.each(option.values, part);
                    self.each(option.body, part);
                }
            }
            ExprKind::Call(call) => {
                let call = &self[call];
                part(call.callee);
                self.each(call.arguments, part);
                self.lambda_parts(call.lambda, part);
            }
            ExprKind::MethodCall(call) => {
                let call = &self[call];
                part(call.receiver);
                self.each(call.arguments, part);
                self.lambda_parts(call.lambda, part);
            }
            ExprKind::Resource(resource) => {
                let resource = &self[resource];
                part(resource.ty);
                for body in &self[resource.bodies] {
                    part(body.title);
                    self.attribute_parts(body.attributes, part);
                }
            }
            ExprKind::Untitled { attributes, .. } => self.attribute_parts(attributes, part),
            ExprKind::ResourceSettings(settings) => {
                let settings = &self[settings];
                part(settings.target);
                self.attribute_parts(settings.attributes, part);
            }
            ExprKind::Collector(collector) => {
                let collector = &self[collector];
                part(collector.ty);
                collector.query.into_iter().for_each(&mut *part);
                self.attribute_parts(collector.attributes, part);
            }
            ExprKind::Definition(definition) => self.definition_parts(&self[definition], part),
        }
    }

    fn each(&self, list: Exprs, part: &mut dyn FnMut(ExprId)) {
        for id in &self[list] {
            part(*id);
        }
    }

    fn attribute_parts(&self, attributes: List<Attribute>, part: &mut dyn FnMut(ExprId)) {
        for attribute in &self[attributes] {
            part(attribute.value);
        }
    }

    fn parameter_parts(&self, parameters: List<Parameter>, part: &mut dyn FnMut(ExprId)) {
        for parameter in &self[parameters] {
            parameter.ty.into_iter().for_each(&mut *part);
            parameter.default.into_iter().for_each(&mut *part);
        }
    }

    fn lambda_parts(&self, lambda: Option<LambdaId>, part: &mut dyn FnMut(ExprId)) {
        if let Some(lambda) = lambda {
            let lambda = &self[lambda];
            self.parameter_parts(lambda.parameters, part);
            lambda.returns.into_iter().for_each(&mut *part);
            self.each(lambda.body, part);
        }
    }

    fn definition_parts(&self, definition: &Definition, part: &mut dyn FnMut(ExprId)) {
        self.parameter_parts(definition.parameters, part);
        match definition.kind {
            DefinitionKind::Class { .. }
            | DefinitionKind::DefinedType
            | DefinitionKind::TypeDefinition { .. } => {}
            DefinitionKind::Function { returns } => returns.into_iter().for_each(&mut *part),
            DefinitionKind::Node { matches, parent } => {
                self.each(matches, part);
                parent.into_iter().for_each(&mut *part);
            }
            DefinitionKind::TypeAlias { value } => part(value),
            DefinitionKind::TypeMapping { from, to } => {
                part(from);
                part(to);
            }
        }
        self.each(definition.body, part);
    }
}
