//! Validation of definitions: their location, their names and their parameters.

use super::super::tree::{Definition, DefinitionKind, ExprId, ExprKind, Exprs, Parameter, Takes};
use super::label::{definition_label, label};
use super::{Context, Validator, name};
use crate::words::{a_an, capital_a_an};
use polycty_core::types::IdSet;

impl Validator<'_> {
    pub(super) fn definition(&mut self, id: ExprId, definition: &Definition, context: Context) {
        let program = self.program;
        let Definition {
            kind,
            parameters,
            body,
            ..
        } = *definition;
        let parameters = &program[parameters];
        match kind {
            DefinitionKind::Class { .. } | DefinitionKind::DefinedType => {
                self.check_location(id, kind, context);
                let qualified = self.name(id, definition);
                self.resource_parameters(parameters, kind);
                self.ends_without_value(body, kind);
                self.parameters(parameters);
                if let DefinitionKind::Class { .. } = kind {
                    let before = self.classes.len();
                    self.classes = qualified + "::";
                    self.block(body, Context::Class);
                    self.classes.truncate(before);
                } else {
                    self.block(body, Context::Block);
                }
            }
            DefinitionKind::Function { returns } => {
                self.check_location(id, kind, context);
                self.name(id, definition);
                self.declared_once(parameters);
                self.parameters(parameters);
                self.block(body, Context::Block);
                if let Some(returns) = returns {
                    self.expression(returns, Context::Part);
                }
            }
            DefinitionKind::Node { matches, parent } => {
                self.hosts(matches);
                if let Some(parent) = parent {
                    self.error_at(
                        parent,
                        "Node inheritance is not supported in Puppet >= 4.0.0. See \
                         http://links.puppet.com/puppet-node-inheritance-deprecation",
                    );
                }
                self.check_location(id, kind, context);
                self.ends_without_value(body, kind);
                self.parts(matches);
                self.block(body, Context::Block);
            }
            DefinitionKind::TypeAlias { value } => {
                self.check_location(id, kind, context);
                if program.name(definition.name).starts_with("::") {
                    self.unacceptable(id, program.name(definition.name), kind);
                }
                if !matches!(
                    program[value].kind,
                    ExprKind::TypeName(_) | ExprKind::Access { .. }
                ) {
                    let found = capital_a_an(&label(program, value));
                    let message = format!(
                        "Illegal expression. {found} is unacceptable as a type reference in a \
                         Type Alias"
                    );
                    self.error_at(value, message);
                }
                self.expression(value, Context::Part);
            }
            DefinitionKind::TypeMapping { from, to } => {
                self.check_location(id, kind, context);
                self.mapping(id, from, to);
                self.expression(from, Context::Part);
                self.expression(to, Context::Part);
            }
            DefinitionKind::TypeDefinition { .. } => {
                self.error_at(
                    id,
                    "Expressions of type a Type Definition are not supported in this version of \
                     Puppet",
                );
            }
        }
    }

    /// Checks the location of a definition.
    fn check_location(&mut self, id: ExprId, kind: DefinitionKind, context: Context) {
        let absolute = matches!(
            kind,
            DefinitionKind::Function { .. }
                | DefinitionKind::TypeAlias { .. }
                | DefinitionKind::TypeMapping { .. }
        );
        match context {
            Context::Program => {}
            Context::Class if !absolute => {}
            Context::Class | Context::Block if absolute => {
                let label = capital_a_an(definition_label(kind));
                self.error_at(id, format!("{label} may only appear at toplevel"));
            }
            _ => self.error_at(
                id,
                "Classes, definitions, and nodes may only appear at toplevel or inside other \
                 classes",
            ),
        }
    }

    /// Checks a name and returns it qualified by the enclosing classes.
    fn name(&mut self, id: ExprId, definition: &Definition) -> String {
        let name = self.program.name(definition.name);
        let qualified = match definition.kind {
            DefinitionKind::Class { .. } | DefinitionKind::DefinedType => {
                format!("{}{name}", self.classes)
            }
            _ => name.to_owned(),
        };
        if !name::is_definition(&qualified) {
            self.unacceptable(id, &qualified, definition.kind);
        }
        self.located(id, &qualified);
        if name::is_reserved(&qualified) {
            let label = a_an(definition_label(definition.kind));
            self.error_at(
                id,
                format!(
                    "The name: '{qualified}' is already defined by Puppet and can not be used \
                     as the name of {label}."
                ),
            );
        }
        if qualified == "plan" {
            let message = format!("Use of future reserved word: '{qualified}'");
            self.warning_at(id, message);
        }
        qualified
    }

    #[cold]
    fn unacceptable(&mut self, id: ExprId, name: &str, kind: DefinitionKind) {
        let label = a_an(definition_label(kind));
        self.error_at(
            id,
            format!("Unacceptable name. The name '{name}' is unacceptable as the name of {label}"),
        );
    }

    /// Checks the parameters of a definition that is declared as a resource.
    fn resource_parameters(&mut self, parameters: &[Parameter], kind: DefinitionKind) {
        let program = self.program;
        for parameter in parameters {
            let name = program.name(parameter.name);
            if matches!(name, "name" | "title") {
                let label = definition_label(kind);
                self.error(
                    parameter.name_span.start,
                    format!("The parameter ${name} redefines a built in parameter in the {label}"),
                );
            }
        }
        self.takes_no_rest(parameters, &a_an(definition_label(kind)));
        self.declared_once(parameters);
    }

    /// Checks the parameters of a template, which are passed by name like those of a resource.
    pub(super) fn template_parameters(&mut self, parameters: &[Parameter]) {
        self.takes_no_rest(parameters, "an Epp Template");
        self.declared_once(parameters);
    }

    fn takes_no_rest(&mut self, parameters: &[Parameter], label: &str) {
        for parameter in parameters {
            if parameter.takes == Takes::Rest {
                let name = self.program.name(parameter.name);
                self.error(
                    parameter.name_span.start,
                    format!("Parameter ${name} has 'captures rest' - not supported in {label}"),
                );
            }
        }
    }

    fn declared_once(&mut self, parameters: &[Parameter]) {
        let mut seen = IdSet::default();
        for parameter in parameters {
            if !seen.insert(parameter.name) {
                let name = self.program.name(parameter.name);
                self.error(
                    parameter.name_span.start,
                    format!(
                        "The parameter '{name}' is declared more than once in the parameter list"
                    ),
                );
            }
        }
    }

    pub(super) fn rest_is_last(&mut self, parameters: &[Parameter]) {
        let [before @ .., _] = parameters else {
            return;
        };
        for parameter in before {
            if parameter.takes == Takes::Rest {
                let name = self.program.name(parameter.name);
                self.error(
                    parameter.name_span.start,
                    format!("Parameter ${name} is not last, and has 'captures rest'"),
                );
            }
        }
    }

    pub(super) fn parameters(&mut self, parameters: &[Parameter]) {
        let program = self.program;
        for parameter in parameters {
            let (name, at) = (program.name(parameter.name), parameter.name_span.start);
            if name::begins_with_digit(name) && name::is_match_variable(name) {
                self.error(
                    at,
                    format!(
                        "The numeric parameter name '${name}' cannot be used (clashes with \
                         numeric match result variables)"
                    ),
                );
            }
            if !name::is_parameter(name) {
                let rule = name::PARAMETER_RULE;
                self.error(
                    at,
                    format!(
                        "Illegal parameter name. The given name '{name}' does not conform to \
                         the naming rule {rule}"
                    ),
                );
            }
            if let Some(default) = parameter.default {
                let mut found = Vec::new();
                program.walk(default, &mut |id| {
                    if let ExprKind::Assignment { at, .. } = program[id].kind {
                        found.push(at);
                    }
                });
                for at in found {
                    self.error(at, "Assignment not allowed here");
                }
                self.expression(default, Context::Part);
            }
            if let Some(ty) = parameter.ty {
                self.expression(ty, Context::Part);
            }
        }
    }

    fn hosts(&mut self, matches: Exprs) {
        let program = self.program;
        for host in &program[matches] {
            match program[*host].kind {
                ExprKind::String(value) => {
                    let text = program[value].as_str().unwrap_or_default();
                    if !name::is_host(text) {
                        self.error_at(
                            *host,
                            format!(
                                "The hostname '{text}' contains illegal characters (only \
                                 letters, digits, '_', '-', and '.' are allowed)"
                            ),
                        );
                    }
                }
                ExprKind::Interpolation(parts) => {
                    let is_code =
                        |part: &&ExprId| !matches!(program[**part].kind, ExprKind::String(_));
                    if let Some(code) = program[parts].iter().find(is_code) {
                        self.error_at(
                            *code,
                            "An interpolated expression is not allowed in a hostname of a node",
                        );
                    }
                }
                _ => {}
            }
        }
    }

    fn mapping(&mut self, id: ExprId, from: ExprId, to: ExprId) {
        let program = self.program;
        let runtime = match program[from].kind {
            ExprKind::Access { of, .. } => matches!(
                program[of].kind,
                ExprKind::TypeName(name) if program.name(name) == "Runtime"
            ),
            _ => false,
        };
        if !runtime {
            self.error_at(
                id,
                "Expressions of type a Type Mapping are not supported in this version of Puppet",
            );
        } else if let ExprKind::Array(_) = program[to].kind {
            self.error_at(
                id,
                "Illegal type mapping. Expected a Type on the left side, got A Type Mapping",
            );
        }
    }
}
