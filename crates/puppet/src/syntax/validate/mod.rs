//! The validator: checks of texts that follow the grammar.
//!
//! It visits the whole tree, each node before its parts, and reports its diagnostics in that order,
//! as Puppet does.

mod definition;
mod effect;
mod key;
pub(crate) mod label;
mod location;
mod name;
mod produced;

use super::diagnostic::{SyntaxDiagnostic, SyntaxDiagnostics};
use super::notation::Notation;
use super::tree::{
    AssignOp, Attribute, AttributeOp, BinaryOp, Branch, Call, DefinitionKind, Entry, ExprId,
    ExprKind, Exprs, LambdaId, Operation, Parameter, Program, ResourceForm, Settings,
};
use crate::mode::{Mode, Strict};
use crate::scalars::{early_regexp, regexp};
use crate::words::{a_an, capital_a_an};
use effect::Effects;
use label::label;
use location::Names;
use polycty_core::source::{Code, Severity, Span};
use polycty_core::syntax::List;
use polycty_core::types::KeyedSet;

/// Returns the errors and warnings of a program, those of the scanner first.
#[must_use]
pub fn validate(program: &Program, strict: Strict, mode: Mode) -> SyntaxDiagnostics {
    checked(program, strict, mode, None)
}

/// The diagnostics of [`validate`], and those about the location of definitions. `path` is the path
/// of the file below the folder of all modules, with `/` between its parts.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_core::source::Source;
/// use polycty_puppet::syntax::{Notation, parse_program, validate_in_module};
/// use polycty_puppet::{Mode, Strict};
/// let source = Source::new("ntp/manifests/server.pp", "class ntp::service {}\n");
/// let program = parse_program(source, Notation::Manifest, &Budget::standard()).unwrap();
/// let path = "ntp/manifests/server.pp";
/// let found = validate_in_module(&program, Strict::Error, Mode::Current, path);
/// assert_eq!(
///     found.into_result(program.text()).unwrap_err().message(),
///     "Unacceptable location. The name 'ntp::service' is unacceptable in file \
///      'ntp/manifests/server.pp'"
/// );
/// ```
#[must_use]
pub fn validate_in_module(
    program: &Program,
    strict: Strict,
    mode: Mode,
    path: &str,
) -> SyntaxDiagnostics {
    checked(program, strict, mode, Names::of(path))
}

fn checked(
    program: &Program,
    strict: Strict,
    mode: Mode,
    location: Option<Names>,
) -> SyntaxDiagnostics {
    let mut validator = Validator {
        program,
        strict,
        mode,
        diagnostics: program.warnings.clone(),
        classes: String::new(),
        location,
        effects: Effects::new(program),
    };
    validator.top_constructs();
    let context = match program.notation() {
        Notation::Template => Context::Block,
        Notation::Manifest | Notation::Plan | Notation::Written => Context::Program,
    };
    if let Some(parameters) = program.template_parameters() {
        validator.lambda_parameters(parameters);
        validator.template_parameters(&program[parameters]);
    }
    validator.block(program.body(), context);
    SyntaxDiagnostics(validator.diagnostics)
}

/// The context of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    /// A statement of the program.
    Program,
    /// A statement of a class.
    Class,
    /// A statement of a different block.
    Block,
    /// A part of a different expression.
    Part,
}

struct Validator<'p> {
    program: &'p Program,
    strict: Strict,
    mode: Mode,
    diagnostics: Vec<SyntaxDiagnostic>,
    /// The names of the enclosing classes, each followed by `::`.
    classes: String,
    /// The names that may be defined, for a file of a module.
    location: Option<Names>,
    effects: Effects<'p>,
}

impl Validator<'_> {
    #[cold]
    fn error(&mut self, at: u32, message: impl Into<String>) {
        let at = Span::at(at as usize);
        self.diagnostics
            .push(SyntaxDiagnostic::error(Code::Syntax, at, message));
    }

    /// Reports a diagnostic whose severity depends on the setting `strict`.
    #[cold]
    fn strictly(&mut self, at: u32, message: String) {
        let severity = match self.strict {
            Strict::Error => Severity::Error,
            Strict::Warning => Severity::Warning,
            Strict::Off => return,
        };
        let error = SyntaxDiagnostic::error(Code::Syntax, Span::at(at as usize), message);
        self.diagnostics
            .push(SyntaxDiagnostic { severity, ..error });
    }

    #[cold]
    fn error_at(&mut self, id: ExprId, message: impl Into<String>) {
        self.error(self.program.at(id), message);
    }

    #[cold]
    fn warning_at(&mut self, id: ExprId, message: impl Into<String>) {
        let at = Span::at(self.program.at(id) as usize);
        self.diagnostics
            .push(SyntaxDiagnostic::warning(at, message));
    }

    /// Checks statements, of which only the last may be only a value.
    fn block(&mut self, body: Exprs, context: Context) {
        let program = self.program;
        let statements = &program[body];
        if let [before @ .., _] = statements {
            let idle = before.iter().find(|id| self.effects.is_value_only(**id));
            if let Some(idle) = idle {
                let label = label(program, *idle);
                self.error_at(
                    *idle,
                    format!(
                        "This {label} has no effect. A value was produced and then forgotten \
                         (one or more preceding expressions may have the wrong form)"
                    ),
                );
            }
        }
        for id in statements {
            self.expression(*id, context);
        }
    }

    /// Returns the error of an invalid regular expression. Early Puppet also rejects options,
    /// inside the expression or after it.
    fn regexp_error(&self, source: &str, id: ExprId) -> Option<String> {
        match self.mode {
            Mode::Current => regexp::syntax_error(source).map(|what| format!("{what}: /{source}/")),
            Mode::Early => {
                let end = self.program[id].span.end as usize;
                let behind = self.program.source().text.as_bytes().get(end);
                if behind.is_some_and(u8::is_ascii_alphabetic) {
                    Some(early_regexp::NO_OPTIONS.to_owned())
                } else {
                    early_regexp::syntax_error(source)
                }
            }
        }
    }

    fn parts(&mut self, list: Exprs) {
        let program = self.program;
        for id in &program[list] {
            self.expression(*id, Context::Part);
        }
    }

    fn expression(&mut self, id: ExprId, context: Context) {
        let program = self.program;
        match program[id].kind {
            ExprKind::Undef
            | ExprKind::Default
            | ExprKind::Bool(_)
            | ExprKind::Integer(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Name(_)
            | ExprKind::TypeName(_)
            | ExprKind::RenderText(_) => {}
            ExprKind::Regexp(source) => {
                let source = program[source].as_str().unwrap_or_default();
                if let Some(message) = self.regexp_error(source, id) {
                    self.error_at(id, message);
                }
            }
            // In early Puppet integers are unbounded.
            ExprKind::BigInteger(_) if self.mode == Mode::Early => {}
            ExprKind::BigInteger(value) => {
                let value = program[value].as_integer();
                let hex = value
                    .map(|value| value.to_text_radix(16))
                    .unwrap_or_default();
                self.error_at(
                    id,
                    format!(
                        "A Literal Integer resulted in a value outside of Puppet Integer max \
                         range, got '+0x{hex}'"
                    ),
                );
            }
            ExprKind::Reserved(name) => {
                let name = program.name(name);
                self.error_at(
                    id,
                    format!(
                        "Use of reserved word: {name}, must be quoted if intended to be a \
                         String value"
                    ),
                );
            }
            ExprKind::Variable(name) => self.variable(id, program.name(name)),
            ExprKind::Interpolation(parts) => {
                for part in &program[parts] {
                    self.value(*part);
                    self.expression(*part, Context::Part);
                }
            }
            ExprKind::Heredoc { syntax, text } => {
                if let Some(message) = produced::wrong(program, syntax, text) {
                    self.error_at(text, message);
                }
                self.expression(text, Context::Part);
            }
            ExprKind::Array(elements) => {
                self.values(elements);
                self.parts(elements);
            }
            ExprKind::Hash(entries) => self.hash(entries),
            ExprKind::Access { of, keys } => {
                self.expression(of, Context::Part);
                self.parts(keys);
            }
            ExprKind::Not(operand)
            | ExprKind::Minus(operand)
            | ExprKind::Splat(operand)
            | ExprKind::Parentheses(operand) => {
                self.value(operand);
                self.expression(operand, Context::Part);
            }
            ExprKind::Operations { first, rest } => self.operations(first, rest),
            ExprKind::Assignment {
                operator,
                at,
                target,
                value,
            } => {
                if operator == AssignOp::Set {
                    self.assigned(target);
                    self.value(value);
                } else {
                    let operator = operator.text();
                    self.error(
                        at,
                        format!(
                            "The operator '{operator}' is no longer supported. See \
                             http://links.puppet.com/remove-plus-equals"
                        ),
                    );
                }
                self.expression(target, Context::Part);
                self.expression(value, Context::Part);
            }
            ExprKind::Selector { of, options } => self.selector(of, options),
            ExprKind::If(branches) | ExprKind::Unless(branches) => self.branches(branches),
            ExprKind::Case { of, options } => {
                self.case_defaults(options);
                self.value(of);
                self.expression(of, Context::Part);
                for option in &program[options] {
                    self.values(option.values);
                    self.parts(option.values);
                    self.block(option.body, Context::Block);
                }
            }
            ExprKind::Call(call) => self.call(&program[call]),
            ExprKind::MethodCall(call) => {
                let call = &program[call];
                self.expression(call.receiver, Context::Part);
                self.parts(call.arguments);
                if let Some(lambda) = call.lambda {
                    self.lambda(lambda);
                }
            }
            ExprKind::Resource(resource) => {
                let resource = &program[resource];
                let class = matches!(
                    program[resource.ty].kind,
                    ExprKind::Name(name) if program.name(name) == "class"
                );
                if class && resource.form != ResourceForm::Regular {
                    self.error_at(id, "Classes are not virtualizable");
                }
                for body in &program[resource.bodies] {
                    self.refuse_append(body.attributes, "Resource Instance Definition");
                    self.one_splat(body.attributes);
                }
                self.expression(resource.ty, Context::Part);
                for body in &program[resource.bodies] {
                    self.expression(body.title, Context::Part);
                    self.attributes(body.attributes);
                }
            }
            ExprKind::Untitled { name, attributes } => {
                let name = program.name(name);
                self.error_at(
                    id,
                    format!(
                        "This expression is invalid. Did you try declaring a '{name}' resource \
                         without a title?"
                    ),
                );
                self.attributes(attributes);
            }
            ExprKind::ResourceSettings(settings) => {
                let settings = &program[settings];
                if settings.form != ResourceForm::Regular {
                    self.error_at(id, "Resource Defaults are not virtualizable");
                }
                if settings.of == Settings::Defaults {
                    self.refuse_append(settings.attributes, "Resource Defaults Expression");
                }
                self.expression(settings.target, Context::Part);
                self.attributes(settings.attributes);
            }
            ExprKind::Collector(collector) => {
                let collector = &program[collector];
                if !matches!(program[collector.ty].kind, ExprKind::TypeName(_)) {
                    let found = capital_a_an(&label(program, collector.ty));
                    let within = a_an(&label(program, id));
                    self.error_at(
                        collector.ty,
                        format!(
                            "Illegal expression. {found} is unacceptable as type name in {within}"
                        ),
                    );
                }
                self.expression(collector.ty, Context::Part);
                if let Some(query) = collector.query {
                    self.query(query);
                    self.expression(query, Context::Part);
                }
                self.attributes(collector.attributes);
            }
            ExprKind::Definition(definition) => {
                self.definition(id, &program[definition], context);
            }
            ExprKind::RenderExpression(inner) => {
                self.value(inner);
                self.expression(inner, Context::Part);
            }
            ExprKind::Block(body) => self.block(body, Context::Block),
        }
    }

    fn variable(&mut self, id: ExprId, name: &str) {
        if name::begins_with_digit(name) {
            if !name::is_match_variable(name) {
                self.error_at(
                    id,
                    format!(
                        "Illegal numeric variable name, The given name '{name}' must be a \
                         decimal value if it starts with a digit 0-9"
                    ),
                );
            }
        } else if !name::is_variable(name) {
            let rule = name::VARIABLE_RULE;
            self.error_at(
                id,
                format!(
                    "Illegal variable name, The given name '{name}' does not conform to the \
                     naming rule {rule}"
                ),
            );
        }
    }

    /// Checks an expression that must produce a value.
    fn value(&mut self, id: ExprId) {
        let program = self.program;
        match program[id].kind {
            ExprKind::Definition(_) | ExprKind::Collector(_) => {
                let label = capital_a_an(&label(program, id));
                let message =
                    format!("Invalid use of expression. {label} does not produce a value");
                self.error_at(id, message);
            }
            ExprKind::Not(operand)
            | ExprKind::Minus(operand)
            | ExprKind::Splat(operand)
            | ExprKind::Parentheses(operand) => self.value(operand),
            _ => {}
        }
    }

    fn values(&mut self, list: Exprs) {
        let program = self.program;
        for id in &program[list] {
            self.value(*id);
        }
    }

    fn hash(&mut self, entries: List<Entry>) {
        let program = self.program;
        let entries = &program[entries];
        if entries.len() > 1 {
            let mut seen = KeyedSet::default();
            for entry in entries {
                let Some(key) = key::key(program, entry.key) else {
                    continue;
                };
                if seen.contains(&key) {
                    let key = key::shown(&key);
                    self.strictly(
                        entry.at,
                        format!("The key '{key}' is declared more than once"),
                    );
                } else {
                    seen.insert(key);
                }
            }
        }
        for entry in entries {
            self.value(entry.key);
            self.value(entry.value);
            self.expression(entry.key, Context::Part);
            self.expression(entry.value, Context::Part);
        }
    }

    fn operations(&mut self, first: ExprId, rest: List<Operation>) {
        let program = self.program;
        let rest = &program[rest];
        // The last operator is the outermost one, so its right operand is checked first.
        for (at, operation) in rest.iter().enumerate().rev() {
            if operation.operator.is_relationship() {
                if at == 0 {
                    self.related(first);
                }
                self.related(operation.operand);
            } else {
                if at == 0 {
                    self.value(first);
                }
                self.value(operation.operand);
            }
        }
        self.expression(first, Context::Part);
        for operation in rest {
            self.expression(operation.operand, Context::Part);
        }
    }

    /// Checks an operand of a relationship, which may be a collector.
    fn related(&mut self, id: ExprId) {
        if !matches!(self.program[id].kind, ExprKind::Collector(_)) {
            self.value(id);
        }
    }

    fn assigned(&mut self, target: ExprId) {
        let program = self.program;
        match program[target].kind {
            ExprKind::Variable(name) => {
                let name = program.name(name);
                if name.contains("::") {
                    self.error_at(
                        target,
                        format!(
                            "Illegal attempt to assign to '{name}'. Cannot assign to variables \
                             in other namespaces"
                        ),
                    );
                } else if name::begins_with_digit(name) && name::is_match_variable(name) {
                    self.error_at(
                        target,
                        format!(
                            "Illegal attempt to assign to the numeric match result variable \
                             '${name}'. Numeric variables are not assignable"
                        ),
                    );
                }
            }
            ExprKind::Access { .. } => self.error_at(
                target,
                "Illegal attempt to assign via [index/key]. Not an assignable reference",
            ),
            ExprKind::Array(elements) => {
                for id in &program[elements] {
                    self.assigned(*id);
                }
            }
            _ => {
                let label = a_an(&label(program, target));
                let message =
                    format!("Illegal attempt to assign to '{label}'. Not an assignable reference");
                self.error_at(target, message);
            }
        }
    }

    fn selector(&mut self, of: ExprId, options: List<Entry>) {
        let program = self.program;
        let options = &program[options];
        let is_default = |entry: &&Entry| matches!(program[entry.key].kind, ExprKind::Default);
        if let Some(again) = options.iter().filter(is_default).nth(1) {
            self.error_at(
                again.key,
                "This Selector Expression already has a 'default' entry - this is a duplicate",
            );
        }
        self.value(of);
        self.expression(of, Context::Part);
        for option in options {
            self.value(option.key);
            self.expression(option.key, Context::Part);
            self.expression(option.value, Context::Part);
        }
    }

    fn case_defaults(&mut self, options: List<super::tree::CaseOption>) {
        let program = self.program;
        let values = program[options]
            .iter()
            .flat_map(|option| &program[option.values]);
        let defaults = values.filter(|id| matches!(program[**id].kind, ExprKind::Default));
        for again in defaults.skip(1) {
            self.error_at(
                *again,
                "This 'case' statement already has a 'default' entry - this is a duplicate",
            );
        }
    }

    fn branches(&mut self, branches: List<Branch>) {
        let program = self.program;
        for branch in &program[branches] {
            if let Some(condition) = branch.condition {
                self.value(condition);
                self.expression(condition, Context::Part);
            }
            // A single statement is not a block.
            let context = match branch.body.len() {
                1 => Context::Part,
                _ => Context::Block,
            };
            self.block(branch.body, context);
        }
    }

    fn call(&mut self, call: &Call) {
        let program = self.program;
        let callable = match program[call.callee].kind {
            ExprKind::Name(_) | ExprKind::TypeName(_) => true,
            ExprKind::Access { of, .. } => matches!(program[of].kind, ExprKind::TypeName(_)),
            _ => false,
        };
        if !callable {
            let found = capital_a_an(&label(program, call.callee));
            let message = format!(
                "Illegal expression. {found} is unacceptable as function name in a Function Call"
            );
            self.error_at(call.callee, message);
        }
        self.expression(call.callee, Context::Part);
        self.parts(call.arguments);
        if let Some(lambda) = call.lambda {
            self.lambda(lambda);
        }
    }

    fn lambda(&mut self, lambda: LambdaId) {
        let lambda = &self.program[lambda];
        self.lambda_parameters(lambda.parameters);
        self.block(lambda.body, Context::Block);
        if let Some(returns) = lambda.returns {
            self.expression(returns, Context::Part);
        }
    }

    fn lambda_parameters(&mut self, parameters: List<Parameter>) {
        let program = self.program;
        self.rest_is_last(&program[parameters]);
        self.parameters(&program[parameters]);
    }

    fn attributes(&mut self, attributes: List<Attribute>) {
        let program = self.program;
        for attribute in &program[attributes] {
            self.value(attribute.value);
            self.expression(attribute.value, Context::Part);
        }
    }

    /// Rejects attributes from more than one hash.
    fn one_splat(&mut self, attributes: List<Attribute>) {
        let program = self.program;
        let all = program[attributes].iter();
        let splats = all.filter(|attribute| attribute.operator == AttributeOp::Splat);
        for attribute in splats.skip(1) {
            let message =
                "Unfolding of attributes from Hash can only be used once per resource body";
            self.error(attribute.name_span.start, message);
        }
    }

    fn refuse_append(&mut self, attributes: List<Attribute>, within: &str) {
        let program = self.program;
        for attribute in &program[attributes] {
            if attribute.operator == AttributeOp::Append {
                let name = program.name(attribute.name);
                self.error(
                    attribute.name_span.start,
                    format!(
                        "Illegal +> operation on attribute {name}. This operator can not be \
                         used in a {within}"
                    ),
                );
            }
        }
    }

    /// Checks the query of a collector.
    fn query(&mut self, id: ExprId) {
        let program = self.program;
        match program[id].kind {
            ExprKind::Name(_)
            | ExprKind::Variable(_)
            | ExprKind::String(_)
            | ExprKind::Integer(_)
            | ExprKind::Float(_)
            | ExprKind::Bool(_)
            | ExprKind::BigInteger(_) => {}
            ExprKind::Parentheses(inner) => self.query(inner),
            ExprKind::Operations { first, rest } => match program[rest] {
                [
                    ..,
                    Operation {
                        operator: BinaryOp::And | BinaryOp::Or,
                        ..
                    },
                ] => {
                    self.query(first);
                    for operation in &program[rest] {
                        self.query(operation.operand);
                    }
                }
                [
                    ..,
                    Operation {
                        operator: BinaryOp::Equal | BinaryOp::NotEqual,
                        ..
                    },
                ] => {}
                _ => self.no_query(id),
            },
            _ => self.no_query(id),
        }
    }

    #[cold]
    fn no_query(&mut self, id: ExprId) {
        let label = capital_a_an(&label(self.program, id));
        let message = format!("Illegal query expression. {label} cannot be used in a query");
        self.error_at(id, message);
    }

    /// Checks the last statement of a definition that returns no value.
    fn ends_without_value(&mut self, body: Exprs, kind: DefinitionKind) {
        let program = self.program;
        let Some(last) = program[body].last() else {
            return;
        };
        let untitled = matches!(program[*last].kind, ExprKind::Untitled { .. });
        if untitled || !self.effects.is_value_only(*last) {
            return;
        }
        let found = label(program, *last);
        let definition = capital_a_an(label::definition_label(kind));
        let message = format!(
            "This {found} has no effect. {definition} can not end with a value-producing \
             expression without other effect"
        );
        self.error_at(*last, message);
    }
}
