//! Resources: bodies, defaults, overrides, attributes.

use super::super::scan::{Kind, Token};
use super::super::tree::{
    Attribute, AttributeOp, Call, CallForm, Entry, ExprId, ExprKind, Resource, ResourceBody,
    ResourceForm, ResourceSettings, Settings,
};
use super::statement::Construct;
use super::{Parsed, Parser};
use polycty_core::syntax::List;

impl Parser<'_, '_> {
    /// Parses an expression, or the resources whose type it is.
    pub(super) fn resource(&mut self) -> Parsed<(ExprId, Construct)> {
        let around = std::mem::take(&mut self.height);
        let (mut left, mut is) = match self.kind() {
            Kind::At => (self.marked(ResourceForm::Virtual)?, Construct::Assignment),
            Kind::AtAt => (self.marked(ResourceForm::Exported)?, Construct::Assignment),
            Kind::Class if self.second() == Kind::OpenBrace => {
                let span = self.bump().span;
                let name = self.name(span);
                let ty = self.add(span, ExprKind::Name(name));
                self.bump();
                let resource = self.level(|parser| parser.bodies(ty))?;
                (resource, Construct::Assignment)
            }
            _ => {
                let operand = self.unary()?;
                // Most operands have no operators.
                let expression = if self.kind().ends_expression() {
                    operand
                } else {
                    self.operators(operand, 0)?
                };
                (expression, Construct::Expression)
            }
        };
        while self.kind() == Kind::OpenBrace {
            left = self.braces(left)?;
            is = Construct::Assignment;
            self.grow()?;
        }
        self.height = self.height.max(around);
        Ok((left, is))
    }

    /// Parses `@` or `@@` and a resource.
    fn marked(&mut self, form: ResourceForm) -> Parsed {
        let mark = self.bump().span;
        let (id, _) = self.level(Self::resource)?;
        match self.nodes.exprs[id].kind {
            ExprKind::Resource(resource) => {
                let marked = Resource {
                    form,
                    ..self.nodes.resources[resource]
                };
                let resource = self.nodes.resources.add(marked);
                Ok(self.add(self.span_from(mark.start), ExprKind::Resource(resource)))
            }
            ExprKind::ResourceSettings(settings) => {
                let marked = ResourceSettings {
                    form,
                    ..self.nodes.settings[settings]
                };
                let settings = self.nodes.settings.add(marked);
                let kind = ExprKind::ResourceSettings(settings);
                Ok(self.add(self.span_from(mark.start), kind))
            }
            _ => {
                let what = match form {
                    ResourceForm::Exported => "Exported (@@)",
                    _ => "Virtual (@)",
                };
                let message = format!("{what} can only be applied to a Resource Expression");
                Err(self.error(mark, message))
            }
        }
    }

    /// Parses the braces after an expression: bodies, or attributes alone.
    fn braces(&mut self, left: ExprId) -> Parsed {
        let open = self.bump().span;
        if self.kind() != Kind::CloseBrace && !self.begins_attribute() {
            return self.level(|parser| parser.bodies(left));
        }
        let attributes = self.level(Self::attributes)?;
        self.expect(Kind::CloseBrace)?;
        let start = self.nodes.exprs[left].span.start;
        let of = match self.nodes.exprs[left].kind {
            ExprKind::TypeName(_) => Settings::Defaults,
            ExprKind::Access { .. } => Settings::Override,
            ExprKind::Name(name) => {
                let list = &self.nodes.attributes[attributes];
                if list.iter().any(|each| each.operator == AttributeOp::Append) {
                    let message = "Syntax error resource body without title or hash with +>";
                    return Err(self.error(open, message));
                }
                if self.is_statement_call(name) {
                    return Ok(self.call_with_hash(left, open.start, attributes));
                }
                let kind = ExprKind::Untitled { name, attributes };
                return Ok(self.add(self.span_from(start), kind));
            }
            _ => {
                let message = "Expression is not valid as a resource, resource-default, or \
                               resource-override";
                return Err(self.error(self.program_at(left), message));
            }
        };
        let settings = self.nodes.settings.add(ResourceSettings {
            of,
            form: ResourceForm::Regular,
            target: left,
            attributes,
        });
        Ok(self.add(self.span_from(start), ExprKind::ResourceSettings(settings)))
    }

    /// `notice { a => 1 }`
    fn call_with_hash(&mut self, callee: ExprId, open: u32, attributes: List<Attribute>) -> ExprId {
        let base = self.scratch.entries.len();
        for at in 0..attributes.len() {
            let Attribute {
                name,
                name_span,
                at,
                value,
                ..
            } = self.nodes.attributes[attributes][at];
            let key = ExprKind::String(self.value(self.nodes.names[name].of(self.text)));
            let key = self.add(name_span, key);
            self.scratch.entries.push(Entry { key, value, at });
        }
        let entries = self.nodes.entries.gather(&mut self.scratch.entries, base);
        let hash = self.add(self.span_from(open), ExprKind::Hash(entries));
        let arguments = self.scratch.exprs.len();
        self.scratch.exprs.push(hash);
        let arguments = self.nodes.lists.gather(&mut self.scratch.exprs, arguments);
        let call = self.nodes.calls.add(Call {
            callee,
            arguments,
            lambda: None,
            form: CallForm::Statement,
        });
        let start = self.nodes.exprs[callee].span.start;
        self.add(self.span_from(start), ExprKind::Call(call))
    }

    /// `title: attributes; title: attributes }`
    fn bodies(&mut self, ty: ExprId) -> Parsed {
        let base = self.scratch.bodies.len();
        loop {
            let title = self.expression()?;
            self.expect(Kind::Colon)?;
            let attributes = self.attributes()?;
            self.scratch.bodies.push(ResourceBody { title, attributes });
            let more = self.take(Kind::Semicolon);
            if self.kind() == Kind::CloseBrace {
                break;
            }
            if !more {
                return Err(self.unexpected());
            }
        }
        self.bump();
        let bodies = self.nodes.bodies.gather(&mut self.scratch.bodies, base);
        let resource = self.nodes.resources.add(Resource {
            form: ResourceForm::Regular,
            ty,
            bodies,
        });
        let start = self.nodes.exprs[ty].span.start;
        Ok(self.add(self.span_from(start), ExprKind::Resource(resource)))
    }

    /// Whether the next tokens can only be an attribute.
    fn begins_attribute(&self) -> bool {
        let kind = self.kind();
        match kind {
            Kind::Comma => true,
            Kind::Times => self.second() == Kind::Arrow,
            Kind::Name => matches!(self.second(), Kind::Arrow | Kind::PlusArrow),
            _ if is_attribute_name(kind) => {
                matches!(self.second(), Kind::Arrow | Kind::PlusArrow)
                    || !Self::begins_statement(kind)
            }
            _ => false,
        }
    }

    pub(super) fn no_attributes(&mut self) -> List<Attribute> {
        let base = self.scratch.attributes.len();
        let attributes = &mut self.scratch.attributes;
        self.nodes.attributes.gather(attributes, base)
    }

    /// Parses attributes with an optional trailing comma.
    pub(super) fn attributes(&mut self) -> Parsed<List<Attribute>> {
        let base = self.scratch.attributes.len();
        // A leading comma is allowed, too.
        self.take(Kind::Comma);
        loop {
            let Token { kind, span } = self.token();
            let splat = kind == Kind::Times;
            if !splat && !is_attribute_name(kind) {
                break;
            }
            self.bump();
            let name = self.name(span);
            let operator = match self.kind() {
                Kind::Arrow if splat => AttributeOp::Splat,
                Kind::Arrow => AttributeOp::Set,
                Kind::PlusArrow if !splat => AttributeOp::Append,
                _ => return Err(self.unexpected()),
            };
            let at = self.bump().span.start;
            let value = self.level(Self::expression)?;
            self.scratch.attributes.push(Attribute {
                operator,
                name,
                name_span: span,
                at,
                value,
            });
            if !self.take(Kind::Comma) {
                break;
            }
        }
        let attributes = &mut self.scratch.attributes;
        Ok(self.nodes.attributes.gather(attributes, base))
    }
}

/// Whether a token may name an attribute.
fn is_attribute_name(kind: Kind) -> bool {
    kind == Kind::Name || kind.is_keyword() && !matches!(kind, Kind::True | Kind::False)
}
