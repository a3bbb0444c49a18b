//! Parsing of type expressions (HCL's `ext/typeexpr` package).
//!
//! A type, for example `list(object({ name = string, port = number }))`, is an expression that is
//! parsed like any other and never evaluated: only names, calls, tuples and objects are allowed in
//! it. The default of an optional attribute is evaluated by the [`DefaultValue`] of the notation.
//! The rules and the texts of diagnostics are those of `ext/typeexpr`; all errors are reported.

use crate::syntax::{
    Call, ExprId, ExprKind, Expression, ObjectItem, Span, TOO_DEEP, Tree, parse_expression_within,
};
use crate::types::{Children, Defaults};
use polycty_core::calls::{Budget, HeldBytes, cost};
use polycty_core::source::{
    Code, Diagnostic, Diagnostics, Error, Position, Range, Reporter, Result, in_source,
};
use polycty_core::text::Quoted;
use polycty_core::types::{Field, Keyed, KeyedSet, Kind, Str, Type};
use polycty_core::values::{Value, nfc};
use std::collections::BTreeMap;
use std::sync::Arc;

const SUMMARY: &str = "Invalid type specification";

const NOT_A_TYPE: &str = "A type specification is either a primitive type keyword (bool, number, string) or a complex type constructor call, like list(string).";

/// Returns the diagnostic for an expression that is not a type.
pub(crate) fn not_a_type(at: Range) -> Diagnostic {
    Reporter::Hcl.error(SUMMARY, NOT_A_TYPE).with_subject(at)
}

/// The constructs that a type expression may use.
#[derive(Clone, Copy)]
pub(crate) enum Notation<D = NoDefaults> {
    /// An exact type.
    Exact,
    /// A type constraint: also `any`, and `optional(T)` for an attribute.
    Constraint,
    /// A type constraint whose optional attributes may have defaults,
    /// `optional(T, default)`, and how these are evaluated.
    Defaults(D),
}

/// The evaluation of defaults.
///
/// This is a type parameter so that a program which parses types without defaults is linked
/// without the evaluator.
pub(crate) trait DefaultValue: Copy {
    /// Evaluates a default.
    ///
    /// # Errors
    /// The diagnostics of the evaluation.
    fn evaluate(self, expression: &Expression, budget: &Budget) -> Result<Value, Vec<Diagnostic>>;

    /// Converts the value of a default to the type of its attribute.
    ///
    /// # Errors
    /// A diagnostic if the value does not convert.
    fn convert(
        self,
        value: &Value,
        ty: &Type,
        at: Range,
        budget: &Budget,
    ) -> Result<Value, Box<Diagnostic>>;
}

/// The evaluation of defaults for notations without them.
#[derive(Clone, Copy)]
pub(crate) enum NoDefaults {}

impl DefaultValue for NoDefaults {
    fn evaluate(self, _: &Expression, _: &Budget) -> Result<Value, Vec<Diagnostic>> {
        match self {}
    }

    fn convert(self, _: &Value, _: &Type, _: Range, _: &Budget) -> Result<Value, Box<Diagnostic>> {
        match self {}
    }
}

/// A type and the defaults in it, read from an expression.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TypeExpression {
    /// The type.
    pub ty: Type,
    /// The defaults, if the notation allows any and there are any.
    pub defaults: Option<Arc<Defaults>>,
}

/// Parses a type expression and the defaults in it.
///
/// # Errors
/// [`Code::Syntax`] if the text is not a valid expression and [`Code::Type`] if the expression is
/// not a type, both with a diagnostic for each error and the byte offset of the first one;
/// [`Code::Limit`] if the type nests too deep or the budget is exceeded.
pub(crate) fn parse<D: DefaultValue>(
    text: &str,
    notation: Notation<D>,
    budget: &Budget,
) -> Result<TypeExpression> {
    cost::read(text, budget)?;
    let (parsed, _held) = HeldBytes::of(budget, || {
        parse_expression_within(text.as_bytes(), "type", Position::START, budget)
    });
    budget.finish()?;
    if !parsed.diagnostics.is_empty() {
        return Err(refuse(Code::Syntax, parsed.diagnostics));
    }
    let read = read(&parsed.tree, parsed.root, notation, budget);
    read.map_err(|diagnostics| refuse(Code::Type, diagnostics))
}

/// Returns the error with these diagnostics. There is at least one.
#[cold]
fn refuse(code: Code, diagnostics: Vec<Diagnostic>) -> Error {
    let starts = diagnostics.iter().filter_map(|found| found.subject);
    let first = starts.map(|subject| subject.start.byte).min();
    let error = Error::from_diagnostics(code, diagnostics);
    match first {
        Some(byte) => error.with_offset(byte),
        None => error,
    }
}

/// Returns an expression as a type, with the defaults in it.
///
/// # Errors
/// A diagnostic for each error, and one if the type nests too deep.
pub(crate) fn read<D: DefaultValue>(
    tree: &Arc<Tree>,
    id: ExprId,
    notation: Notation<D>,
    budget: &Budget,
) -> Result<TypeExpression, Vec<Diagnostic>> {
    let mut reader = Reader {
        tree,
        notation,
        budget,
        diagnostics: Diagnostics::default(),
    };
    let read = reader.read(id);
    let mut diagnostics = match read {
        Ok(read) if reader.diagnostics.count() == 0 => return Ok(read),
        Ok(_) => reader.diagnostics.into_vec(),
        Err(error) => {
            let mut diagnostics = reader.diagnostics.into_vec();
            let refusal = Reporter::Hcl
                .error(TOO_DEEP, error.sentence())
                .with_code(error.code());
            diagnostics.push(refusal.with_subject(tree.range(tree[id].span)));
            diagnostics
        }
    };
    in_source(&mut diagnostics, tree.source());
    Err(diagnostics)
}

/// Reads types and collects the diagnostics.
struct Reader<'a, D> {
    tree: &'a Arc<Tree>,
    notation: Notation<D>,
    budget: &'a Budget,
    diagnostics: Diagnostics,
}

impl<D: DefaultValue> Reader<'_, D> {
    /// Returns the type of an expression, or `any` if it has an error.
    fn read(&mut self, id: ExprId) -> Result<TypeExpression> {
        self.budget.charge(1)?;
        if let Some(name) = self.tree.keyword(id) {
            return Ok(plain(self.read_name(name, id)));
        }
        match self.tree[id].kind {
            ExprKind::Call(call) => self.read_call(&self.tree[call], id),
            _ => Ok(plain(self.report(self.tree[id].span, NOT_A_TYPE))),
        }
    }

    fn read_name(&mut self, name: &str, id: ExprId) -> Type {
        let detail = match name {
            "bool" => return Type::bool().clone(),
            "string" => return Type::string().clone(),
            "number" => return Type::number().clone(),
            "any" if !matches!(self.notation, Notation::Exact) => return Type::any().clone(),
            "any" => format!(
                "The keyword {} cannot be used in this type specification: an exact type is required.",
                Quoted(name)
            ),
            _ => match wrong_arguments(name) {
                Some(detail) => detail,
                None => format!(
                    "The keyword {} is not a valid type specification.",
                    Quoted(name)
                ),
            },
        };
        self.report(self.tree[id].span, detail)
    }

    fn read_call(&mut self, call: &Call, id: ExprId) -> Result<TypeExpression> {
        let [argument] = self.tree[call.arguments] else {
            return Ok(plain(self.report_in_call(call, id)));
        };
        match self.tree.text(call.name) {
            "list" => self.read_collection(argument, Type::list),
            "set" => self.read_collection(argument, Type::set),
            "map" => self.read_collection(argument, Type::map),
            "tuple" => self.read_tuple(argument, id),
            "object" => self.read_object(argument, id),
            _ => Ok(plain(self.report_in_call(call, id))),
        }
    }

    /// Reports the error of a call: its name, or the number of its arguments.
    fn report_in_call(&mut self, call: &Call, id: ExprId) -> Type {
        let tree = self.tree;
        let name = tree.text(call.name);
        let quoted = Quoted(name);
        let arguments = &tree[call.arguments];
        let mut subject = call.open.to(call.close);
        let detail = match name {
            "bool" | "string" | "number" => {
                format!("Primitive type keyword {quoted} does not expect arguments.")
            }
            "any" => format!("Type constraint keyword {quoted} does not expect arguments."),
            "optional" => {
                subject = call.name_span;
                format!("Keyword {quoted} is valid only as a modifier for object type attributes.")
            }
            _ => match wrong_arguments(name) {
                Some(detail) => {
                    if let [_, second, ..] = arguments {
                        let last = arguments[arguments.len() - 1];
                        subject = tree[*second].span.to(tree[last].span);
                    }
                    return self.report_within(subject, call.open.to(call.close), detail);
                }
                None => {
                    subject = tree[id].span;
                    format!("Keyword {quoted} is not a valid type constructor.")
                }
            },
        };
        self.report(subject, detail)
    }

    fn read_collection(
        &mut self,
        argument: ExprId,
        make: fn(Type) -> Result<Type, polycty_core::types::TypeError>,
    ) -> Result<TypeExpression> {
        let element = self.read(argument)?;
        let ty = make(element.ty)?;
        let defaults = element
            .defaults
            .map(|inner| {
                let children = Children::Element(inner);
                Defaults::new(ty.clone(), BTreeMap::new(), children).map(Arc::new)
            })
            .transpose()?;
        Ok(TypeExpression { ty, defaults })
    }

    fn read_tuple(&mut self, argument: ExprId, around: ExprId) -> Result<TypeExpression> {
        let ExprKind::Tuple(parts) = self.tree[argument].kind else {
            return Ok(plain(self.report_within(
                self.tree[argument].span,
                self.tree[around].span,
                "Tuple type constructor requires a list of element types.",
            )));
        };
        let mut elements = Vec::with_capacity(parts.len());
        let mut children = BTreeMap::new();
        for (at, part) in self.tree[parts].iter().enumerate() {
            let element = self.read(*part)?;
            elements.push(element.ty);
            if let Some(defaults) = element.defaults {
                children.insert(at, defaults);
            }
        }
        let ty = Type::tuple(elements)?;
        let defaults = if children.is_empty() {
            None
        } else {
            let children = Children::Positions(children);
            let defaults = Defaults::new(ty.clone(), BTreeMap::new(), children)?;
            Some(Arc::new(defaults))
        };
        Ok(TypeExpression { ty, defaults })
    }

    fn read_object(&mut self, argument: ExprId, around: ExprId) -> Result<TypeExpression> {
        let around = self.tree[around].span;
        let ExprKind::Object(items) = self.tree[argument].kind else {
            return Ok(plain(self.report_within(
                self.tree[argument].span,
                around,
                "Object type constructor requires a map whose keys are attribute names and whose values are the corresponding attribute types.",
            )));
        };
        let mut object = ObjectParts::default();
        let mut names: KeyedSet<Str> = KeyedSet::with_capacity_and_hasher(items.len(), Keyed);
        for ObjectItem {
            key,
            literal_key,
            value,
        } in &self.tree[items]
        {
            let at = self.tree[*key].span;
            let Some(name) = literal_key else {
                self.report_within(
                    at,
                    around,
                    "Object constructor map keys must be attribute names.",
                );
                continue;
            };
            let name: Str = nfc(self.tree.text(*name)).into();
            if names.contains(&name) {
                self.report_within(at, around, "Object constructor map keys must be unique.");
                continue;
            }
            // An attribute without a type does not count.
            if self.read_field(name.clone(), *value, &mut object)? {
                names.insert(name);
            }
        }
        let mut fields = object.fields;
        Field::sort_by_name(&mut fields);
        let ty = Type::object(fields)?;
        if object.values.is_empty() && object.children.is_empty() || self.diagnostics.count() > 0 {
            return Ok(plain(ty));
        }
        let children = Children::Attributes(object.children);
        let defaults = Defaults::new(ty.clone(), object.values, children)?;
        Ok(TypeExpression {
            ty,
            defaults: Some(Arc::new(defaults)),
        })
    }

    /// Reads the type of an attribute. Returns whether there is one.
    fn read_field(&mut self, name: Str, value: ExprId, object: &mut ObjectParts) -> Result<bool> {
        let tree = self.tree;
        let optional = match tree[value].kind {
            ExprKind::Call(call) if tree.text(tree[call].name) == "optional" => &tree[call],
            _ => {
                let read = self.read(value)?;
                object.push(name, read, Field::new);
                return Ok(true);
            }
        };
        let around = tree[value].span;
        let arguments = optional.open.to(optional.close);
        let (ty, default) = match tree[optional.arguments] {
            [] => {
                self.report_within(
                    arguments,
                    around,
                    "Optional attribute modifier requires the attribute type as its argument.",
                );
                return Ok(false);
            }
            [ty] => (ty, None),
            [ty, default, ..] => (ty, Some(default)),
        };
        // An attribute with an invalid modifier is required, and so is one whose default fails.
        let mut field: fn(Str, Type) -> Field = Field::new;
        let mut evaluated = None;
        match (self.notation, default) {
            (Notation::Exact, _) => {
                self.report_within(
                    optional.name_span,
                    around,
                    "Optional attribute modifier is only for type constraints, not for exact types.",
                );
            }
            (Notation::Constraint, Some(_)) => {
                self.report_within(
                    arguments,
                    around,
                    "Optional attribute modifier expects only one argument: the attribute type.",
                );
            }
            (Notation::Defaults(_), _) if optional.arguments.len() > 2 => {
                self.report_within(
                    arguments,
                    around,
                    "Optional attribute modifier expects at most two arguments: the attribute type, and a default value.",
                );
            }
            (Notation::Defaults(defaults), Some(default)) => {
                let expression = Expression {
                    tree: tree.clone(),
                    id: default,
                };
                // The diagnostics of a default precede those of the type.
                match defaults.evaluate(&expression, self.budget) {
                    Ok(value) => {
                        field = Field::optional;
                        evaluated = Some((defaults, value, expression.range()));
                    }
                    Err(found) => self.diagnostics.extend(found),
                }
            }
            (_, None) => field = Field::optional,
        }
        let read = self.read(ty)?;
        if let Some((defaults, value, range)) = evaluated {
            match defaults.convert(&value, &read.ty, range, self.budget) {
                Ok(value) => {
                    object.values.insert(name.clone(), value);
                }
                Err(found) => {
                    self.diagnostics.push(*found);
                }
            }
        }
        object.push(name, read, field);
        Ok(true)
    }

    fn report(&mut self, subject: Span, detail: impl Into<String>) -> Type {
        let diagnostic = Reporter::Hcl.error(SUMMARY, detail);
        self.diagnostics
            .push(diagnostic.with_subject(self.tree.range(subject)));
        Type::any().clone()
    }

    /// Reports an error whose context is the span of the expression around its subject.
    fn report_within(&mut self, subject: Span, context: Span, detail: impl Into<String>) -> Type {
        let diagnostic = Reporter::Hcl
            .error(SUMMARY, detail)
            .with_subject(self.tree.range(subject))
            .with_context(self.tree.range(context));
        self.diagnostics.push(diagnostic);
        Type::any().clone()
    }
}

/// The parts of an object type.
#[derive(Default)]
struct ObjectParts {
    fields: Vec<Field>,
    values: BTreeMap<Str, Value>,
    children: BTreeMap<Str, Arc<Defaults>>,
}

impl ObjectParts {
    fn push(&mut self, name: Str, read: TypeExpression, field: fn(Str, Type) -> Field) {
        if let Some(defaults) = read.defaults {
            self.children.insert(name.clone(), defaults);
        }
        self.fields.push(field(name, read.ty));
    }
}

fn plain(ty: Type) -> TypeExpression {
    TypeExpression { ty, defaults: None }
}

/// Returns the message for a type constructor without its one argument, or `None` if the name is
/// not a type constructor.
fn wrong_arguments(name: &str) -> Option<String> {
    Some(match name {
        "list" | "set" | "map" => format!(
            "The {name} type constructor requires one argument specifying the element type."
        ),
        "object" => String::from(
            "The object type constructor requires one argument specifying the attribute types and values as a map.",
        ),
        "tuple" => String::from(
            "The tuple type constructor requires one argument specifying the element types as a list.",
        ),
        _ => return None,
    })
}

/// Whether a type is the type of type constraints as values.
#[must_use]
pub fn is_type_constraint(ty: &Type) -> bool {
    matches!(ty.kind(), Kind::Meta(None))
}
