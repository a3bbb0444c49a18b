//! Collection of an outline from the tree.

use super::{
    Called, Declaration, Declared, DeclaredAttribute, DeclaredBody, Defined, DefinedKind,
    DefinedParameter, Outline, Used,
};
use crate::syntax::tree::{
    Attribute, Definition, DefinitionKind, ExprId, ExprKind, LambdaId, Operation, Parameter,
    Program,
};
use polycty_core::source::Span;
use polycty_core::syntax::List;

impl Outline {
    /// Returns the definitions and uses of a program. Takes time and memory linear in the program.
    #[must_use]
    pub fn of(program: &Program) -> Outline {
        let mut collector = Collect {
            program,
            outline: Outline::default(),
            classes: String::new(),
        };
        for id in &program[program.body()] {
            collector.expression(*id);
        }
        collector.outline
    }
}

struct Collect<'p> {
    program: &'p Program,
    outline: Outline,
    /// The names of the enclosing classes, each followed by `::`.
    classes: String,
}

impl Collect<'_> {
    fn expression(&mut self, id: ExprId) {
        let program = self.program;
        let at = program.at(id);
        let span = |id: ExprId| program[id].span;
        match program[id].kind {
            ExprKind::Variable(name) => self.outline.variables.push(Used { name, at }),
            ExprKind::Call(call) => {
                let call = &program[call];
                let name = match program[call.callee].kind {
                    ExprKind::Name(name) | ExprKind::TypeName(name) => Some(name),
                    _ => None,
                };
                self.outline.calls.push(Called {
                    name,
                    at,
                    arguments: call.arguments.len(),
                    lambda: self.lambda(call.lambda),
                });
            }
            ExprKind::MethodCall(call) => {
                let call = &program[call];
                self.outline.calls.push(Called {
                    name: Some(call.name),
                    at,
                    arguments: call.arguments.len(),
                    lambda: self.lambda(call.lambda),
                });
            }
            ExprKind::Resource(resource) => {
                let resource = &program[resource];
                let bodies = program[resource.bodies].iter().map(|body| DeclaredBody {
                    title: span(body.title),
                    attributes: self.attributes(body.attributes),
                });
                let what = Declaration::Resource {
                    form: resource.form,
                    ty: span(resource.ty),
                    bodies: bodies.collect(),
                };
                self.outline.resources.push(Declared { at, what });
            }
            ExprKind::ResourceSettings(settings) => {
                let settings = &program[settings];
                let what = Declaration::Settings {
                    of: settings.of,
                    target: span(settings.target),
                    attributes: self.attributes(settings.attributes),
                };
                self.outline.resources.push(Declared { at, what });
            }
            ExprKind::Collector(collector) => {
                let collector = &program[collector];
                let what = Declaration::Collector {
                    collects: collector.collects,
                    ty: span(collector.ty),
                    query: collector.query.map(span),
                    attributes: self.attributes(collector.attributes),
                };
                self.outline.resources.push(Declared { at, what });
            }
            ExprKind::Operations { first, rest } => self.relationships(first, rest),
            ExprKind::Definition(definition) => {
                return self.definition(id, &program[definition]);
            }
            _ => {}
        }
        program.parts(id, &mut |part| self.expression(part));
    }

    fn relationships(&mut self, first: ExprId, rest: List<Operation>) {
        let program = self.program;
        let rest = &program[rest];
        let start = program[first].span.start;
        for (index, operation) in rest.iter().enumerate().rev() {
            if !operation.operator.is_relationship() {
                return;
            }
            let before = match index.checked_sub(1) {
                Some(before) => rest[before].operand,
                None => first,
            };
            let what = Declaration::Relationship {
                operator: operation.operator,
                left: Span {
                    start,
                    end: program[before].span.end,
                },
                right: program[operation.operand].span,
            };
            let at = operation.at;
            self.outline.resources.push(Declared { at, what });
        }
    }

    fn attributes(&self, attributes: List<Attribute>) -> Vec<DeclaredAttribute> {
        let declared = |attribute: &Attribute| DeclaredAttribute {
            name: attribute.name,
            operator: attribute.operator,
            at: attribute.name_span.start,
            value: self.program[attribute.value].span,
        };
        self.program[attributes].iter().map(declared).collect()
    }

    fn parameters(&self, parameters: List<Parameter>) -> Vec<DefinedParameter> {
        let span = |id: ExprId| self.program[id].span;
        let defined = |parameter: &Parameter| DefinedParameter {
            name: parameter.name,
            at: parameter.name_span.start,
            ty: parameter.ty.map(span),
            default: parameter.default.map(span),
            takes: parameter.takes,
        };
        self.program[parameters].iter().map(defined).collect()
    }

    fn lambda(&self, lambda: Option<LambdaId>) -> Option<Vec<DefinedParameter>> {
        lambda.map(|lambda| self.parameters(self.program[lambda].parameters))
    }

    fn definition(&mut self, id: ExprId, definition: &Definition) {
        let program = self.program;
        let span = |id: ExprId| program[id].span;
        let name = program.name(definition.name);
        let qualified = || format!("{}{name}", self.classes);
        let mut defined = Defined {
            kind: DefinedKind::Type,
            name: String::new(),
            at: program.at(id),
            span: span(id),
            parameters: self.parameters(definition.parameters),
            inherits: None,
            returns: None,
            aliased: None,
            matches: Vec::new(),
            documentation: documentation(program, span(id).start),
        };
        let around = self.classes.len();
        match definition.kind {
            DefinitionKind::Class { parent } => {
                defined.kind = DefinedKind::Class;
                defined.name = qualified();
                defined.inherits = parent;
                self.classes.push_str(name);
                self.classes.push_str("::");
            }
            DefinitionKind::DefinedType => {
                defined.kind = DefinedKind::Define;
                defined.name = qualified();
            }
            DefinitionKind::Function { returns } => {
                defined.kind = DefinedKind::Function;
                defined.name = name.to_owned();
                defined.returns = returns.map(span);
            }
            DefinitionKind::Node { matches, .. } => {
                defined.kind = DefinedKind::Node;
                defined.matches = program[matches].iter().map(|id| span(*id)).collect();
            }
            DefinitionKind::TypeAlias { value } | DefinitionKind::TypeMapping { to: value, .. } => {
                defined.name = name.to_owned();
                defined.aliased = Some(span(value));
            }
            DefinitionKind::TypeDefinition { .. } => defined.name = name.to_owned(),
        }
        self.outline.definitions.push(defined);
        program.parts(id, &mut |part| self.expression(part));
        self.classes.truncate(around);
    }
}

/// Returns the comment on the lines directly above the line of a byte, ignoring blanks.
#[expect(
    clippy::string_slice,
    reason = "the offset is the start of a definition"
)]
fn documentation(program: &Program, start: u32) -> Option<String> {
    let text = &program.source().text[..start as usize];
    let (above, line) = text.rsplit_once('\n')?;
    if !line.trim().is_empty() {
        return None;
    }
    // As puppet-strings: all signs and one blank are not part of the text.
    let comment = |line: &str| {
        let text = line.trim().strip_prefix('#')?.trim_start_matches('#');
        Some(text.strip_prefix([' ', '\t']).unwrap_or(text).to_owned())
    };
    let lines = above.rsplit('\n').map_while(comment);
    let mut lines: Vec<String> = lines.collect();
    lines.reverse();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
