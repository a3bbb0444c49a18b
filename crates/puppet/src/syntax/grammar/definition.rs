//! Definitions: classes, defined types, nodes, functions, types, lambdas and parameters.

use super::super::decode;
use super::super::scan::{Kind, Token, inside};
use super::super::tree::{
    Definition, DefinitionKind, Entry, ExprId, ExprKind, Exprs, Lambda, NameId, Named, Parameter,
    Takes,
};
use super::{Parsed, Parser, Span, behind_dollar};
use polycty_core::syntax::{Id, List};

impl Parser<'_, '_> {
    /// Parses the optional lambda after arguments.
    pub(super) fn lambda(&mut self) -> Parsed<Option<Id<Lambda>>> {
        if self.kind() != Kind::Pipe {
            return Ok(None);
        }
        let start = self.bump().span.start;
        let parameters = self.parameters(Kind::Pipe)?;
        self.expect(Kind::Pipe)?;
        let returns = self.return_type()?;
        let body = self.block()?;
        let lambda = Lambda {
            span: self.span_from(start),
            parameters,
            returns,
            body,
        };
        Ok(Some(self.nodes.lambdas.add(lambda)))
    }

    /// Whether an expression is the name `apply`, whose calls in plans have a block.
    pub(super) fn is_apply(&self, callee: ExprId) -> bool {
        match self.nodes.exprs[callee].kind {
            ExprKind::Name(name) => self.nodes.names[name].of(self.text) == "apply",
            _ => false,
        }
    }

    /// Parses the block of `apply`.
    pub(super) fn apply_block(&mut self) -> Parsed<Id<Lambda>> {
        let start = self.token().span.start;
        let parameters = self.no_parameters();
        let body = self.block()?;
        let lambda = Lambda {
            span: self.span_from(start),
            parameters,
            returns: None,
            body,
        };
        Ok(self.nodes.lambdas.add(lambda))
    }

    fn return_type(&mut self) -> Parsed<Option<ExprId>> {
        if self.take(Kind::ShiftRight) {
            self.type_reference().map(Some)
        } else {
            Ok(None)
        }
    }

    /// Parses a type name with or without parameters, as in expressions.
    fn named_type(&mut self) -> Parsed {
        let span = self.expect(Kind::TypeName)?.span;
        let name = self.name(span);
        let name = self.add(span, ExprKind::TypeName(name));
        match self.kind() {
            Kind::OpenBracket => self.access(name),
            _ => Ok(name),
        }
    }

    /// Parses a type name with or without parameters. The types of parameters and results have no
    /// trailing comma.
    fn type_reference(&mut self) -> Parsed {
        let span = self.expect(Kind::TypeName)?.span;
        let name = self.name(span);
        let name = self.add(span, ExprKind::TypeName(name));
        match self.kind() {
            Kind::OpenBracket => self.access_without_trailing_comma(name),
            _ => Ok(name),
        }
    }

    /// Parses parameters up to the closing token, which is not consumed.
    pub(super) fn parameters(&mut self, close: Kind) -> Parsed<List<Parameter>> {
        if self.recovery.is_some() {
            return self.parameters_on(close);
        }
        let base = self.scratch.parameters.len();
        while self.kind() != close {
            let parameter = self.parameter()?;
            self.scratch.parameters.push(parameter);
            if !self.take(Kind::Comma) {
                break;
            }
        }
        let parameters = &mut self.scratch.parameters;
        Ok(self.nodes.parameters.gather(parameters, base))
    }

    pub(super) fn parameter(&mut self) -> Parsed<Parameter> {
        let ty = match self.kind() {
            Kind::TypeName => Some(self.type_reference()?),
            _ => None,
        };
        let takes = if self.take(Kind::Times) {
            Takes::Rest
        } else {
            Takes::One
        };
        let name_span = self.expect(Kind::Variable)?.span;
        let name = self.name(behind_dollar(name_span));
        let default = if self.take(Kind::Assign) {
            Some(self.level(Self::expression)?)
        } else {
            None
        };
        Ok(Parameter {
            ty,
            takes,
            name,
            name_span,
            default,
        })
    }

    /// `(parameters)`, or nothing.
    fn parameter_list(&mut self) -> Parsed<List<Parameter>> {
        if matches!(self.kind(), Kind::OpenParenthesis | Kind::FirstParenthesis) {
            self.bump();
            let parameters = self.parameters(Kind::CloseParenthesis)?;
            self.expect_or_record(Kind::CloseParenthesis)?;
            return Ok(parameters);
        }
        let none = self.scratch.parameters.len();
        let parameters = &mut self.scratch.parameters;
        Ok(self.nodes.parameters.gather(parameters, none))
    }

    /// Parses the name of a definition.
    fn defined_name(&mut self) -> Parsed<(NameId, Span)> {
        let Token { kind, span } = self.token();
        match kind {
            Kind::Name | Kind::Word | Kind::TypeName => {
                self.bump();
                let name = self.name(span);
                Ok((name, span))
            }
            Kind::SingleQuoted | Kind::DoubleQuoted => {
                Err(self.error(span, "A quoted string is not valid as a name here"))
            }
            Kind::Class => Err(self.error(span, "'class' keyword not allowed at this location")),
            _ => Err(self.unexpected()),
        }
    }

    fn definition(&mut self, start: u32, definition: Definition) -> ExprId {
        let definition = self.nodes.definitions.add(definition);
        self.add(self.span_from(start), ExprKind::Definition(definition))
    }

    pub(super) fn class(&mut self) -> Parsed {
        let start = self.bump().span.start;
        let (name, name_span) = self.defined_name()?;
        let parameters = self.parameter_list()?;
        let parent = self.parent()?;
        let body = self.block()?;
        let kind = DefinitionKind::Class { parent };
        Ok(self.definition(
            start,
            Definition {
                kind,
                name,
                name_span,
                parameters,
                body,
            },
        ))
    }

    fn parent(&mut self) -> Parsed<Option<NameId>> {
        if !self.take(Kind::Inherits) {
            return Ok(None);
        }
        if self.kind() == Kind::Default {
            let span = self.bump().span;
            return Ok(Some(self.name(span)));
        }
        Ok(Some(self.defined_name()?.0))
    }

    pub(super) fn define(&mut self) -> Parsed {
        let start = self.bump().span.start;
        let (name, name_span) = self.defined_name()?;
        let parameters = self.parameter_list()?;
        let body = self.block()?;
        let kind = DefinitionKind::DefinedType;
        Ok(self.definition(
            start,
            Definition {
                kind,
                name,
                name_span,
                parameters,
                body,
            },
        ))
    }

    pub(super) fn function(&mut self) -> Parsed {
        let start = self.bump().span.start;
        let (name, name_span) = self.defined_name()?;
        let parameters = self.parameter_list()?;
        let returns = self.return_type()?;
        let body = self.block()?;
        let kind = DefinitionKind::Function { returns };
        Ok(self.definition(
            start,
            Definition {
                kind,
                name,
                name_span,
                parameters,
                body,
            },
        ))
    }

    pub(super) fn node(&mut self) -> Parsed {
        let name_span = self.bump().span;
        let start = name_span.start;
        let base = self.scratch.exprs.len();
        loop {
            let host = self.host_name()?;
            self.scratch.exprs.push(host);
            if !self.take(Kind::Comma) || matches!(self.kind(), Kind::OpenBrace | Kind::Inherits) {
                break;
            }
        }
        let matches = self.nodes.lists.gather(&mut self.scratch.exprs, base);
        let parent = if self.take(Kind::Inherits) {
            Some(self.host_name()?)
        } else {
            None
        };
        let body = self.block()?;
        let name = self.name(Span::at(0));
        let parameters = self.no_parameters();
        let kind = DefinitionKind::Node { matches, parent };
        Ok(self.definition(
            start,
            Definition {
                kind,
                name,
                name_span,
                parameters,
                body,
            },
        ))
    }

    fn no_parameters(&mut self) -> List<Parameter> {
        let none = self.scratch.parameters.len();
        let parameters = &mut self.scratch.parameters;
        self.nodes.parameters.gather(parameters, none)
    }

    fn host_name(&mut self) -> Parsed {
        let Token { kind, span } = self.token();
        let made = match kind {
            Kind::Name | Kind::Number => return self.dotted_name(),
            Kind::Word => ExprKind::String(self.value(self.slice(span))),
            Kind::SingleQuoted => {
                let text = decode::single_quoted(self.slice(inside(span)));
                ExprKind::String(self.value(&text))
            }
            Kind::DoubleQuoted => {
                let raw = self.slice(inside(span));
                let text = decode::double_quoted(raw, span.end as usize, &mut self.warnings);
                ExprKind::String(self.value(&text))
            }
            Kind::Default => ExprKind::Default,
            Kind::Regexp => {
                let source = decode::regexp(self.slice(inside(span)));
                ExprKind::Regexp(self.value(&source))
            }
            Kind::Before => return self.interpolated_string(),
            _ => return Err(self.unexpected()),
        };
        self.bump();
        Ok(self.add(span, made))
    }

    /// `a.b.1`: one string.
    fn dotted_name(&mut self) -> Parsed {
        let start = self.token().span.start;
        let mut text = String::new();
        loop {
            if !matches!(self.kind(), Kind::Name | Kind::Number) {
                return Err(self.unexpected());
            }
            let span = self.bump().span;
            text.push_str(self.slice(span));
            if !self.take(Kind::Dot) {
                break;
            }
            text.push('.');
        }
        let text = self.value(&text);
        Ok(self.add(self.span_from(start), ExprKind::String(text)))
    }

    /// Parses a definition that begins with `type`.
    pub(super) fn type_definition(&mut self) -> Parsed {
        let keyword = self.bump().span;
        if self.kind() == Kind::OpenParenthesis {
            let name = self.name(keyword);
            return Ok(self.add(keyword, ExprKind::Name(name)));
        }
        if self.kind() != Kind::TypeName {
            return Err(self.unexpected());
        }
        let name_span = self.token().span;
        let name = self.name(name_span);
        let from = self.type_reference()?;
        let mapping = matches!(self.nodes.exprs[from].kind, ExprKind::Access { .. });
        let none = self.scratch.exprs.len();
        let mut body = self.nodes.lists.gather(&mut self.scratch.exprs, none);
        let kind = match self.kind() {
            Kind::Assign if mapping => {
                self.bump();
                let to = self.mapped_type()?;
                DefinitionKind::TypeMapping { from, to }
            }
            Kind::Assign => {
                self.bump();
                let value = self.aliased_type()?;
                DefinitionKind::TypeAlias { value }
            }
            Kind::OpenBrace if !mapping => {
                body = self.block()?;
                DefinitionKind::TypeDefinition { parent: None }
            }
            Kind::Inherits if !mapping => {
                let parent = self.parent()?;
                body = self.block()?;
                DefinitionKind::TypeDefinition { parent }
            }
            _ => return Err(self.unexpected()),
        };
        let parameters = self.no_parameters();
        Ok(self.definition(
            keyword.start,
            Definition {
                kind,
                name,
                name_span,
                parameters,
                body,
            },
        ))
    }

    fn mapped_type(&mut self) -> Parsed {
        match self.kind() {
            Kind::ListStart | Kind::OpenBracket => self.array(),
            _ => self.type_reference(),
        }
    }

    fn aliased_type(&mut self) -> Parsed {
        let span = self.token().span;
        match self.kind() {
            Kind::ListStart | Kind::OpenBracket => self.array(),
            Kind::OpenBrace => {
                let hash = self.hash()?;
                self.object_type(
                    Span {
                        end: span.start,
                        ..span
                    },
                    hash,
                )
            }
            _ => {
                let named = self.named_type()?;
                match self.nodes.exprs[named].kind {
                    ExprKind::TypeName(name) if self.kind() == Kind::OpenBrace => {
                        let own = matches!(self.slice(span), "Object" | "TypeSet");
                        let hash = self.hash()?;
                        if own {
                            return Ok(self.with_parameter(name, span, hash));
                        }
                        let hash = self.with_parent(hash, named);
                        self.object_type(span, hash)
                    }
                    _ => Ok(named),
                }
            }
        }
    }

    /// Builds `Object[{..}]`, which represents a hash and its parent type.
    fn object_type(&mut self, span: Span, hash: ExprId) -> Parsed {
        let object = self.number_of("Object", Named::Implied("Object"));
        Ok(self.with_parameter(object, span, hash))
    }

    fn with_parameter(&mut self, name: NameId, span: Span, parameter: ExprId) -> ExprId {
        let of = self.add(span, ExprKind::TypeName(name));
        let keys = self.one(parameter);
        self.add(self.span_from(span.start), ExprKind::Access { of, keys })
    }

    fn one(&mut self, id: ExprId) -> Exprs {
        let base = self.scratch.exprs.len();
        self.scratch.exprs.push(id);
        self.nodes.lists.gather(&mut self.scratch.exprs, base)
    }

    /// Adds an entry with the parent to a hash.
    fn with_parent(&mut self, hash: ExprId, parent: ExprId) -> ExprId {
        let ExprKind::Hash(entries) = self.nodes.exprs[hash].kind else {
            return hash;
        };
        let base = self.scratch.entries.len();
        let known = &self.nodes.entries[entries];
        self.scratch.entries.extend_from_slice(known);
        let span = self.nodes.exprs[parent].span;
        let key = ExprKind::String(self.value("parent"));
        let key = self.add(span, key);
        self.scratch.entries.push(Entry {
            key,
            value: parent,
            at: span.start,
        });
        let entries = self.nodes.entries.gather(&mut self.scratch.entries, base);
        let span = self.nodes.exprs[hash].span;
        self.add(span, ExprKind::Hash(entries))
    }
}
