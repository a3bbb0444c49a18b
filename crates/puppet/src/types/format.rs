//! Formatting of types.
//!
//! The canonical text omits parameters that are defaults and puts strings in single quotes. The
//! expanded text spells out each alias at its first occurrence, and object types in full. The debug
//! text includes the value of a literal string type.

use crate::scalars::regexp_text;
use crate::scalars::text::{push_float, push_quoted};
use crate::scalars::time;
use crate::types::nominal::{self, Name};
use crate::types::object_text::write_object;
use crate::types::undef::accepts_undef;
use crate::types::{data, object};
use polycty_core::number::digits_of;
use polycty_core::types::{
    Field, FuncType, IdSet, Kind, MAX_DEPTH, NominalParam, Reference, Scalar, SizeRange,
    StringConstraint, Type,
};
use std::fmt::Write;

/// The level of detail of a type's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Detail {
    /// The canonical text.
    #[default]
    Canonical,
    /// Aliases as `Name = definition`, object types in full.
    Expanded,
    /// The canonical text, with the value of a literal string type.
    Debug,
    /// The expanded text, with the value of a literal string type.
    ExpandedDebug,
}

/// No further alias is expanded after this number of bytes: definitions that use each other twice
/// would double the text each time.
const MAX_EXPANDED: usize = 1 << 20;

/// No further alias is expanded after this number of levels, counted over all enclosing
/// definitions: a chain of aliases may have any length.
const MAX_LEVELS: u32 = 4 * MAX_DEPTH;

impl Detail {
    fn expands(self) -> bool {
        matches!(self, Detail::Expanded | Detail::ExpandedDebug)
    }

    fn debugs(self) -> bool {
        matches!(self, Detail::Debug | Detail::ExpandedDebug)
    }
}

/// Returns the text of a type.
#[must_use]
pub fn format_type(ty: &Type, detail: Detail) -> String {
    /// The estimated bytes per node of a type, and the initial capacity.
    const NODE: usize = 20;
    const MOST: usize = 1 << 18;
    let capacity = (ty.size() as usize).saturating_mul(NODE).clamp(48, MOST);
    let mut out = String::with_capacity(capacity);
    write_type(&mut out, ty, detail);
    out
}

/// The text of a type in strings and messages (`to_s` of Puppet's types); aliases and object types
/// include their definitions.
#[must_use]
pub(crate) fn type_text(ty: &Type) -> String {
    let mut out = String::with_capacity(64);
    write_type_text(&mut out, ty);
    out
}

/// Appends the [`type_text`].
pub(crate) fn write_type_text(out: &mut String, ty: &Type) {
    let detail = match (ty.kind(), nominal::view(ty)) {
        (Kind::Reference(_), _) => Detail::Expanded,
        (
            _,
            Some((Name::Object, [] | [_]) | (Name::Error, []) | (Name::Deferred | Name::Pcore, _)),
        ) => Detail::Expanded,
        _ => Detail::Canonical,
    };
    write_type(out, ty, detail);
}

/// Appends the text of a type.
pub fn write_type(out: &mut String, ty: &Type, detail: Detail) {
    Writer {
        out,
        detail,
        within: Within::Nothing,
        expanding: IdSet::default(),
        levels: 0,
    }
    .ty(ty);
}

/// The definition that encloses a part of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Within {
    Nothing,
    /// A type set: its types are written as names, and objects in full.
    Set,
}

/// Appends a parameter of a nominal type.
pub(crate) fn write_param(out: &mut String, param: &NominalParam) {
    write_param_within(out, param, Within::Nothing);
}

/// Appends a parameter of a nominal type, or a part of a definition.
pub(crate) fn write_param_within(out: &mut String, param: &NominalParam, within: Within) {
    Writer {
        out,
        detail: Detail::Canonical,
        within,
        expanding: IdSet::default(),
        levels: 0,
    }
    .param(param);
}

/// Returns the bare name of a type's kind, as in messages.
#[must_use]
pub fn short_name(ty: &Type) -> String {
    let name = match ty.kind() {
        Kind::Reference(reference) => {
            return reference.name().as_deref().unwrap_or("TypeAlias").into();
        }
        Kind::Nominal(nominal) => {
            return match nominal::view(ty) {
                Some((Name::TypeSet, [])) => "DefaultTypeSet".into(),
                Some((Name::Descending, _)) => "Integer".into(),
                Some((Name::Object | Name::TypeSet, params)) => object::name(params)
                    .map_or_else(|| nominal.name.to_string(), |name| name.to_string()),
                Some((Name::Pcore | Name::TypeAlias, _)) => format_type(ty, Detail::Canonical),
                _ => nominal.name.to_string(),
            };
        }
        Kind::Any => "Any",
        Kind::None => "Undef",
        Kind::Bool(_) => "Boolean",
        Kind::Number => "Numeric",
        Kind::Integer(_) => "Integer",
        Kind::Float(_) => "Float",
        Kind::String(StringConstraint::Enumeration { .. }) => "Enum",
        Kind::String(StringConstraint::Patterns(_)) => "Pattern",
        Kind::String(_) | Kind::Literal { .. } => "String",
        Kind::List { .. } => "Array",
        Kind::Map { .. } => "Hash",
        Kind::Tuple { .. } => "Tuple",
        Kind::Object(_) => "Struct",
        Kind::Func(_) => "Callable",
        Kind::Union(_) => "Variant",
        Kind::Optional(_) => "Optional",
        Kind::NotUndef(_) => "NotUndef",
        Kind::Meta(_) => "Type",
        _ => return format_type(ty, Detail::Canonical),
    };
    name.into()
}

struct Writer<'o> {
    out: &'o mut String,
    detail: Detail,
    within: Within,
    /// The aliases that are being expanded.
    expanding: IdSet<(u64, u32)>,
    /// The total levels of their definitions.
    levels: u32,
}

impl Writer<'_> {
    fn ty(&mut self, ty: &Type) {
        match ty.kind() {
            Kind::Any => self.out.push_str("Any"),
            Kind::None => self.out.push_str("Undef"),
            Kind::Bool(None) => self.out.push_str("Boolean"),
            Kind::Bool(Some(true)) => self.out.push_str("Boolean[true]"),
            Kind::Bool(Some(false)) => self.out.push_str("Boolean[false]"),
            Kind::Number => self.out.push_str("Numeric"),
            Kind::Integer(range) => {
                self.out.push_str("Integer");
                self.range(&range.min, &range.max, |out, bound| {
                    match bound.to_i64() {
                        Some(small) => push_i64(out, small),
                        None => {
                            let _ = write!(out, "{bound}");
                        }
                    };
                });
            }
            Kind::Float(range) => {
                self.out.push_str("Float");
                let bits = |bound: Option<f64>| bound.map(f64::to_bits);
                self.range(&bits(range.min), &bits(range.max), |out, bound| {
                    push_float(out, f64::from_bits(*bound));
                });
            }
            Kind::String(constraint) => self.string(constraint),
            Kind::Literal { ty, value } => self.literal(ty, value),
            Kind::List { element, size } => self.array(element, *size),
            Kind::Map { key, element, size } => self.hash(key, element, *size),
            Kind::Tuple { elements, size } => {
                self.out.push_str("Tuple");
                // A size needs at least one type.
                if !elements.is_empty() {
                    self.out.push('[');
                    self.types(elements);
                    if let Some(size) = size {
                        self.out.push_str(", ");
                        self.size(*size);
                    }
                    self.out.push(']');
                }
            }
            Kind::Object(object) => self.structure(object.fields()),
            Kind::Func(func) => self.callable(func),
            Kind::Union(members) => {
                self.out.push_str("Variant");
                if !members.is_empty() {
                    self.out.push('[');
                    self.types(members);
                    self.out.push(']');
                }
            }
            Kind::Optional(inner) if nominal::is_unit(inner) => self.out.push_str("Optional"),
            Kind::Optional(inner) => self.around("Optional[", inner),
            Kind::NotUndef(inner) if inner.is_any() => self.out.push_str("NotUndef"),
            Kind::NotUndef(inner) => self.around("NotUndef[", inner),
            Kind::Meta(None) => self.out.push_str("Type"),
            Kind::Meta(Some(inner)) => {
                self.out.push_str("Type[");
                self.ty(inner);
                self.out.push(']');
            }
            Kind::Reference(reference) => self.reference(reference),
            Kind::Nominal(_) => match nominal::view(ty) {
                Some((name, params)) => self.nominal(name, params),
                None => self.foreign(ty),
            },
            _ => self.foreign(ty),
        }
    }

    /// Appends a type that has no notation in Puppet.
    #[cold]
    fn foreign(&mut self, ty: &Type) {
        let _ = write!(self.out, "{ty:?}");
    }

    fn types(&mut self, types: &[Type]) {
        for (at, ty) in types.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            self.ty(ty);
        }
    }

    fn range<B: PartialEq>(
        &mut self,
        min: &Option<B>,
        max: &Option<B>,
        push: impl Fn(&mut String, &B),
    ) {
        if min.is_none() && max.is_none() {
            return;
        }
        self.out.push('[');
        let start = self.out.len();
        match min {
            Some(min) => push(self.out, min),
            None => self.out.push_str("default"),
        }
        let end = self.out.len();
        if let Some(max) = max {
            self.out.push_str(", ");
            if min.as_ref() == Some(max) {
                // A single value: its digits are already written.
                self.out.extend_from_within(start..end);
            } else {
                push(self.out, max);
            }
        }
        self.out.push(']');
    }

    fn size(&mut self, size: SizeRange) {
        push_u64(self.out, size.min);
        if let Some(max) = size.max {
            self.out.push_str(", ");
            push_u64(self.out, max);
        }
    }

    fn string(&mut self, constraint: &StringConstraint) {
        match constraint {
            StringConstraint::Plain => self.out.push_str("String"),
            StringConstraint::Length(size) => {
                self.out.push_str("String[");
                self.size(*size);
                self.out.push(']');
            }
            StringConstraint::Enumeration {
                values,
                ignore_case,
            } => {
                self.out.push_str("Enum");
                if values.is_empty() {
                    return;
                }
                self.out.push('[');
                for (at, value) in values.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str(", ");
                    }
                    push_quoted(self.out, value);
                }
                self.out
                    .push_str(if *ignore_case { ", true]" } else { "]" });
            }
            StringConstraint::Patterns(sources) => {
                self.out.push_str("Pattern");
                if sources.is_empty() {
                    return;
                }
                self.out.push('[');
                for (at, source) in sources.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str(", ");
                    }
                    regexp_text::push_delimited(self.out, source);
                }
                self.out.push(']');
            }
        }
    }

    fn literal(&mut self, ty: &Type, value: &Scalar) {
        match ty.kind() {
            Kind::String(constraint) => self.string(constraint),
            _ => self.ty(ty),
        }
        if self.detail.debugs() {
            self.out.push('[');
            self.scalar(value);
            self.out.push(']');
        }
    }

    /// Appends an optional or not-undef type; a literal string in it is written in quotes.
    fn around(&mut self, open: &str, inner: &Type) {
        self.out.push_str(open);
        match inner.kind() {
            Kind::Literal {
                value: Scalar::String(text),
                ..
            } => push_quoted(self.out, text),
            _ => self.ty(inner),
        }
        self.out.push(']');
    }

    fn array(&mut self, element: &Type, size: Option<SizeRange>) {
        self.out.push_str("Array");
        match size {
            None if element.is_any() => {}
            None => {
                self.out.push('[');
                self.ty(element);
                self.out.push(']');
            }
            Some(SizeRange {
                min: 0,
                max: Some(0),
            }) => self.out.push_str("[0, 0]"),
            Some(size) => {
                self.out.push('[');
                self.ty(element);
                self.out.push_str(", ");
                self.size(size);
                self.out.push(']');
            }
        }
    }

    fn hash(&mut self, key: &Type, element: &Type, size: Option<SizeRange>) {
        self.out.push_str("Hash");
        match size {
            None if key.is_any() && element.is_any() => {}
            Some(SizeRange {
                min: 0,
                max: Some(0),
            }) => self.out.push_str("[0, 0]"),
            _ => {
                self.out.push('[');
                self.ty(key);
                self.out.push_str(", ");
                self.ty(element);
                if let Some(size) = size {
                    self.out.push_str(", ");
                    self.size(size);
                }
                self.out.push(']');
            }
        }
    }

    fn structure(&mut self, fields: &[Field]) {
        self.out.push_str("Struct");
        if fields.is_empty() {
            return;
        }
        self.out.push_str("[{");
        for (at, field) in fields.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            let wrapper = match (field.is_optional(), accepts_undef(field.ty())) {
                (true, false) => Some("Optional["),
                (false, true) => Some("NotUndef["),
                _ => None,
            };
            self.out.push_str(wrapper.unwrap_or_default());
            push_quoted(self.out, field.name());
            if wrapper.is_some() {
                self.out.push(']');
            }
            self.out.push_str(" => ");
            self.ty(field.ty());
        }
        self.out.push_str("}]");
    }

    fn callable(&mut self, func: &FuncType) {
        self.out.push_str("Callable");
        let Some(params) = &func.params else {
            return;
        };
        self.out
            .push_str(if func.result.is_some() { "[[" } else { "[" });
        let mut first = true;
        let mut separate = |out: &mut String| {
            if !std::mem::take(&mut first) {
                out.push_str(", ");
            }
        };
        for param in params.positional.iter().chain(&params.variadic) {
            // A parameter that only counts arguments has no type to write.
            if !nominal::is_unit(&param.ty) {
                separate(self.out);
                self.ty(&param.ty);
            }
        }
        match params.size {
            Some(size) => {
                separate(self.out);
                self.size(size);
            }
            None if params.positional.is_empty() => {
                separate(self.out);
                self.out.push_str("0, 0");
            }
            None => {}
        }
        if let Some(block) = &func.block {
            separate(self.out);
            if block.optional {
                self.around("Optional[", &block.ty);
            } else {
                self.ty(&block.ty);
            }
        }
        if let Some(result) = &func.result {
            self.out.push_str("], ");
            self.ty(result);
        }
        self.out.push(']');
    }

    fn reference(&mut self, reference: &Reference) {
        let key = reference.key();
        let (start, name) = (self.out.len(), reference.name());
        self.out.push_str(name.as_deref().unwrap_or("TypeAlias"));
        let known = data::is_built_in(key) || self.expanding.contains(&key);
        if !self.detail.expands() || known || self.out.len() > MAX_EXPANDED {
            return;
        }
        let Ok(definition) = reference.unfold() else {
            return;
        };
        if self.levels + definition.depth() > MAX_LEVELS {
            return;
        }
        if object::is_declared(name.as_ref(), &definition) {
            self.out.truncate(start);
        } else {
            self.out.push_str(" = ");
        }
        self.expanding.insert(key);
        self.levels += definition.depth();
        self.ty(&definition);
        self.levels -= definition.depth();
        self.expanding.remove(&key);
    }

    fn nominal(&mut self, name: Name, params: &[NominalParam]) {
        match (name, params) {
            (Name::Resource, [resource, title @ ..]) => {
                if let Some(resource) = resource.as_text() {
                    self.out.push_str(resource);
                }
                if !title.is_empty() {
                    self.params(title);
                }
            }
            (Name::Class, [NominalParam::Scalar(Scalar::String(class))]) => {
                self.out.push_str("Class[");
                self.out.push_str(class);
                self.out.push(']');
            }
            (Name::Runtime, [NominalParam::Scalar(Scalar::String(runtime)), rest @ ..]) => {
                self.out.push_str("Runtime[");
                self.out.push_str(runtime);
                for param in rest {
                    self.out.push_str(", ");
                    self.param(param);
                }
                self.out.push(']');
            }
            (Name::Regexp, [NominalParam::Scalar(Scalar::String(source))]) => {
                self.out.push_str("Regexp[");
                regexp_text::push_delimited(self.out, source);
                self.out.push(']');
            }
            (Name::Collection, [min, max]) => {
                self.out.push_str("Collection[");
                self.param(min);
                if *max != NominalParam::Default {
                    self.out.push_str(", ");
                    self.param(max);
                }
                self.out.push(']');
            }
            (Name::Timespan | Name::Timestamp, [_, ..]) => self.times(name, params),
            (Name::Object, [definition, values @ ..]) if !values.is_empty() => {
                // A named type is written by its name.
                let definition = std::slice::from_ref(definition);
                write_object(self.out, name, definition, false, self.within);
                self.object_params(&definition[0], values);
            }
            (Name::Object | Name::TypeSet | Name::Deferred | Name::Pcore, _)
            | (Name::Error | Name::TypeAlias, []) => {
                let expand = self.detail.expands() || self.within == Within::Set;
                write_object(self.out, name, params, expand, self.within);
            }
            // The current notation does not include the direction.
            (Name::Descending, [NominalParam::Type(range), ..]) => self.ty(range),
            (Name::TypeReference, [reference]) if self.within == Within::Set => {
                self.out
                    .push_str(reference.as_text().map_or("", |text| text));
            }
            (Name::TypeReference, []) => {
                self.out.push_str("TypeReference['UnresolvedReference']");
            }
            _ => {
                self.out.push_str(name.text());
                if !params.is_empty() {
                    self.params(params);
                }
            }
        }
    }

    /// Equal bounds are written once; a missing upper bound is omitted.
    fn times(&mut self, name: Name, params: &[NominalParam]) {
        self.out.push_str(name.text());
        self.out.push('[');
        let (from, to) = nominal::time_bounds(params);
        let push = |out: &mut String, nanos: i128| {
            out.push('\'');
            match name {
                Name::Timespan => time::push_timespan(out, nanos),
                _ => time::push_timestamp(out, nanos),
            }
            out.push('\'');
        };
        match from {
            Some(from) => push(self.out, from),
            None => self.out.push_str("default"),
        }
        if let Some(to) = to.filter(|_| from != to) {
            self.out.push_str(", ");
            push(self.out, to);
        }
        self.out.push(']');
    }

    fn params(&mut self, params: &[NominalParam]) {
        self.out.push('[');
        for (at, param) in params.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            self.param(param);
        }
        self.out.push(']');
    }

    /// Appends the parameters of an object type; if it declares more than two, they are written
    /// with their names.
    fn object_params(&mut self, definition: &NominalParam, values: &[NominalParam]) {
        let ty = nominal::with(Name::Object, [definition.clone()]);
        let known = ty.map_or_else(|_| Vec::new(), |ty| object::type_parameters(&ty));
        if known.len() <= 2 {
            return self.params(values);
        }
        let given = known.into_iter().zip(values);
        let given = given.filter(|(_, value)| **value != NominalParam::Default);
        let given = given.map(|((name, _), value)| (NominalParam::text(name), value.clone()));
        self.params(&[NominalParam::Map(given.collect())]);
    }

    fn param(&mut self, param: &NominalParam) {
        match param {
            NominalParam::Type(ty) => self.ty(ty),
            NominalParam::Scalar(scalar) => self.scalar(scalar),
            NominalParam::Default => self.out.push_str("default"),
            NominalParam::Undef => self.out.push_str("undef"),
            NominalParam::Regexp(source) => regexp_text::push_delimited(self.out, source),
            NominalParam::List(items) => self.params(items),
            NominalParam::Map(entries) => {
                self.out.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str(", ");
                    }
                    self.param(key);
                    self.out.push_str(" => ");
                    self.param(value);
                }
                self.out.push('}');
            }
            NominalParam::Own(own) => self.own(&own.0, &own.1),
        }
    }

    /// Appends a value that only Puppet has; one without a notation is written by its kind.
    fn own(&mut self, kind: &str, content: &NominalParam) {
        let nanos = match content {
            NominalParam::Scalar(Scalar::Integer(nanos)) => nanos.to_i128().unwrap_or_default(),
            _ => 0,
        };
        let text = content.as_text().map_or("", |text| text);
        match Name::from_text(kind) {
            Some(Name::Timespan) => push_quoted(self.out, &time::timespan_text(nanos)),
            Some(Name::Timestamp) => push_quoted(self.out, &time::timestamp_text(nanos)),
            Some(Name::SemVer | Name::SemVerRange) => push_quoted(self.out, text),
            Some(Name::Uri) => {
                self.out.push_str("URI(");
                push_quoted(self.out, text);
                self.out.push(')');
            }
            _ => {
                let _ = write!(self.out, "Instance of {kind}");
            }
        }
    }

    fn scalar(&mut self, scalar: &Scalar) {
        match scalar {
            Scalar::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Scalar::Integer(value) => {
                let _ = write!(self.out, "{value}");
            }
            Scalar::Number(value) => {
                let _ = write!(self.out, "{value}");
            }
            Scalar::Double(value) => push_float(self.out, *value),
            Scalar::String(text) => push_quoted(self.out, text),
        }
    }
}

fn push_i64(out: &mut String, value: i64) {
    if value < 0 {
        out.push('-');
    }
    push_u64(out, value.unsigned_abs());
}

#[inline]
fn push_u64(out: &mut String, value: u64) {
    // Most bounds have few digits.
    let digit = |value: u64| char::from(b'0' + (value % 10) as u8);
    if value >= 1000 {
        return out.push_str(digits_of(value, &mut [0; 20]));
    }
    if value >= 100 {
        out.push(digit(value / 100));
    }
    if value >= 10 {
        out.push(digit(value / 10));
    }
    out.push(digit(value));
}
