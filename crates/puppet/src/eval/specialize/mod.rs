//! Types with parameters: `T[...]` of values.
//!
//! The evaluator builds types from values and reports mismatches with its own messages; the
//! constructors of types report the rest. Parameters that are arrays are flattened, except for
//! `Callable` and `Struct`. Catalog types, which may be several at once, are in [`catalog`], object
//! types in [`mod@object`], and those of the early specification in [`early`].

mod catalog;
mod early;
mod object;

use crate::eval::access::flattened;
use crate::eval::code::ExprId;
use crate::eval::interpreter::Interpreter;
use crate::eval::load::NODE_BYTES;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location, Stop, raised};
use crate::mode::Mode;
use crate::rules::assignable::assignable;
use crate::rules::convert::class_of;
use crate::rules::infer::infer_general;
use crate::scalars::regexp;
use crate::types::format::{short_name, type_text};
use crate::types::generalize::sensitive;
use crate::types::nominal::{self, Name};
use crate::types::normal_form;
use crate::types::object::without_parameters;
use crate::types::parse::parse_type_within;
use crate::types::parts::only_string;
use crate::types::undef::accepts_undef;
use crate::values::format::{format_redacted, format_value};
use crate::values::label::of_value;
use crate::values::special::{Special, array_elements};
use crate::words::a_an;
use polycty_core::calls::{Budget, HeldBytes, cost};
use polycty_core::number::Integer;
use polycty_core::source::Code;
use polycty_core::types::{
    BlockParam, Field, FloatRange, FuncParam, FuncParams, FuncType, IntegerRange, KeyedMap, Kind,
    NominalParam, Scalar, SizeRange, Str, StringConstraint, Type,
};
use polycty_core::values::Value;
use std::rc::Rc;

/// Whether a type is a catalog type.
pub(crate) fn is_catalog_type(ty: &Type) -> bool {
    matches!(
        nominal::view(ty),
        Some((Name::CatalogEntry | Name::Resource | Name::Class, _))
    )
}

/// The parameters of a type under construction.
struct Parameters<'a> {
    code: &'a Rc<Running>,
    /// The position of the whole expression.
    at: u32,
    /// The name of the type.
    name: String,
    keys: Vec<(Value, u32)>,
    budget: &'a Budget,
}

impl Interpreter<'_> {
    /// Returns a type with parameters.
    pub(crate) fn specialize(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        ty: &Type,
        keys: Vec<(Value, u32)>,
    ) -> Eval<Value> {
        self.fits(keys.iter().map(|(key, _)| key))?;
        self.charge_parameters(&keys)?;
        if self.mode == Mode::Early {
            return self.specialize_early(code, id, ty, keys);
        }
        let keeps_lists = matches!(ty.kind(), Kind::Func(_) | Kind::Object(_));
        let count_before = keys.len();
        let listed = keys.iter().any(|(key, _)| array_elements(key).is_some());
        let parameters = Parameters {
            code,
            at: code.position(id),
            name: type_text(ty),
            keys: if keeps_lists { keys } else { flattened(keys) },
            budget: self.budget,
        };
        match nominal::view(ty) {
            Some((Name::Resource, params)) => {
                let several = listed || count_before != 1;
                return parameters.resource(params, several, self);
            }
            Some((Name::Class, params)) => return parameters.class(params, listed, self),
            Some((Name::TypeReference, _)) => {
                return Err(parameters.error("Resource type not found: UnresolvedReference"));
            }
            _ => {}
        }
        let made = parameters.made(ty, self)?;
        self.type_value(made)
    }

    /// Charges the parameters of a type: each is visited and becomes a part of the type. A type
    /// among them is shared.
    fn charge_parameters(&self, keys: &[(Value, u32)]) -> Eval<()> {
        let size = |(key, _): &(Value, u32)| match key.as_type() {
            Some(_) => 1,
            None => u64::from(key.size()),
        };
        let parts: u64 = keys.iter().map(size).sum();
        self.budget.charge(parts)?;
        Ok(self
            .budget
            .hold(NODE_BYTES + parts.saturating_mul(PARAMETER_BYTES))?)
    }
}

/// The members of a variant that are compared and copied per step.
const MEMBERS_A_STEP: u64 = 4;

/// The bytes of a type for each part of its parameters.
const PARAMETER_BYTES: u64 = 64;

impl Parameters<'_> {
    fn error(&self, message: impl Into<String>) -> Box<Stop> {
        Location::new(self.code, self.at).fail(Code::Type, message)
    }

    fn error_at(&self, at: u32, message: impl Into<String>) -> Box<Stop> {
        Location::new(self.code, at).fail(Code::Type, message)
    }

    #[cold]
    fn not_applicable(&self) -> Box<Stop> {
        let what = a_an(&format!("{}-Type", self.name));
        self.error(format!("Operator '[]' is not applicable to {what}."))
    }

    /// The error for a value of the wrong kind; the message contains its generalized type.
    #[cold]
    fn wrong(&self, key: &(Value, u32), wanted: &str) -> Box<Stop> {
        let kind = infer_general(&key.0, self.budget)
            .map_or_else(|_| of_value(&key.0), |ty| type_text(&ty));
        self.error_at(
            key.1,
            format!(
                "Error creating type specialization of {}, Cannot use {kind} where {wanted} is \
                 expected",
                a_an(&format!("{}-Type", self.name))
            ),
        )
    }

    #[cold]
    fn no_type(&self, key: &(Value, u32)) -> Box<Stop> {
        let message = format!(
            "{}-Type[] arguments must be types. Got {}",
            bare_name(&self.name),
            class_name(&key.0)
        );
        self.error_at(key.1, message)
    }

    /// Checks the number of parameters.
    fn count(
        &self,
        range: std::ops::RangeInclusive<usize>,
        wanted: &str,
        article: bool,
    ) -> Eval<()> {
        let count = self.keys.len();
        if range.contains(&count) {
            return Ok(());
        }
        Err(self.wrong_count(wanted, article, count))
    }

    #[cold]
    fn wrong_count(&self, wanted: &str, article: bool, count: usize) -> Box<Stop> {
        let name = format!("{}-Type[]", bare_name(&self.name));
        let name = if article {
            crate::words::capital_a_an(&name)
        } else {
            name
        };
        self.error(format!("{name} accepts {wanted}. Got {count}"))
    }

    /// Returns the type in a parameter.
    fn ty(&self, key: &(Value, u32)) -> Eval<Type> {
        match key.0.as_type() {
            Some(ty) => Ok(ty.clone()),
            None => Err(self.no_type(key)),
        }
    }

    fn made(&self, ty: &Type, interpreter: &Interpreter<'_>) -> Eval<Type> {
        match ty.kind() {
            Kind::Integer(_) => self.integer(),
            Kind::Float(_) => self.float(),
            Kind::Bool(_) => {
                self.count(1..=1, "1 argument", true)?;
                match self.keys[0].0.as_bool() {
                    Some(flag) => Ok(Type::bool_value(flag)),
                    None => Err(self.wrong(&self.keys[0], "TrueClass or FalseClass")),
                }
            }
            Kind::String(StringConstraint::Plain | StringConstraint::Length(_))
            | Kind::Literal { .. } => {
                if self.keys.len() > 2 {
                    return Err(self.error(format!(
                        "String supports [] with one or two arguments. Got {}",
                        self.keys.len()
                    )));
                }
                let size = self.size(&self.keys)?;
                Ok(Type::string_constraint(StringConstraint::Length(size))?)
            }
            Kind::String(StringConstraint::Enumeration { .. }) => self.enumeration(),
            Kind::String(StringConstraint::Patterns(_)) => self.patterns(),
            Kind::List { .. } => self.array(),
            Kind::Map { .. } => self.hash(),
            Kind::Tuple { .. } => self.tuple(),
            Kind::Object(_) => self.structure(),
            Kind::Union(_) => {
                self.count(1..=usize::MAX, "1 or more arguments", true)?;
                let each = self.keys.iter().map(|key| match key.0.as_type() {
                    Some(ty) => Ok(ty.clone()),
                    None => Err(self.wrong(key, "Any-Type")),
                });
                let members: Vec<Type> = each.collect::<Result<_, _>>()?;
                // The members of a variant among them become members.
                let inner = members.iter().map(|member| match member.kind() {
                    Kind::Union(inner) => inner.len() as u64,
                    _ => 1,
                });
                let inner = inner.sum::<u64>();
                self.budget.charge(inner / MEMBERS_A_STEP)?;
                self.budget.hold(inner * size_of::<Type>() as u64)?;
                Ok(normal_form::variant(members)?)
            }
            Kind::Optional(_) => {
                self.count(1..=1, "1 argument", false)?;
                Ok(Type::optional(match self.keys[0].0.as_str() {
                    Some(text) => normal_form::literal_string(text)?,
                    None => self.ty(&self.keys[0])?,
                })?)
            }
            Kind::NotUndef(_) => self.not_undef(),
            Kind::Meta(_) => {
                self.count(1..=1, "1 argument", false)?;
                Ok(Type::meta(self.ty(&self.keys[0])?)?)
            }
            Kind::Func(_) => self.callable(),
            Kind::Nominal(_) => match nominal::view(ty) {
                Some((name, _)) => self.nominal(ty, name, interpreter),
                None => Err(self.not_applicable()),
            },
            Kind::Reference(_) => self.alias(ty),
            _ => Err(self.not_applicable()),
        }
    }

    /// Rejects parameters of an alias; an object type may have them.
    fn alias(&self, ty: &Type) -> Eval<Type> {
        let Kind::Reference(reference) = ty.kind() else {
            return Err(self.not_applicable());
        };
        match nominal::view(&reference.unfold()?) {
            Some((Name::Object, [NominalParam::Map(_)])) => self.object(ty),
            _ => Err(self.not_applicable()),
        }
    }

    /// Returns a bound of a range of integers.
    fn bound(&self, key: &(Value, u32)) -> Eval<Option<Integer>> {
        if is_default(&key.0) {
            return Ok(None);
        }
        match key.0.as_integer() {
            Some(bound) => Ok(Some(bound)),
            None => Err(self.error_at(
                key.1,
                format!(
                    "Integer-Type [] requires all arguments to be integers (or default). Got {}",
                    class_name(&key.0)
                ),
            )),
        }
    }

    #[cold]
    fn ranges(&self, kind: &str) -> Box<Stop> {
        self.error(format!(
            "{kind}-Type supports [] with one or two arguments (from, to). Got {}",
            self.keys.len()
        ))
    }

    fn integer(&self) -> Eval<Type> {
        if self.keys.is_empty() || self.keys.len() > 2 {
            return Err(self.ranges("Integer"));
        }
        let min = self.bound(&self.keys[0])?;
        let max = match self.keys.get(1) {
            Some(key) => self.bound(key)?,
            None => None,
        };
        if let (Some(from), Some(to)) = (&min, &max)
            && from > to
        {
            return Err(reversed(from, to));
        }
        match (&min, &max) {
            (None, None) => Ok(Type::integer().clone()),
            _ => Ok(Type::integer_range(IntegerRange { min, max })?),
        }
    }

    fn float(&self) -> Eval<Type> {
        if self.keys.is_empty() || self.keys.len() > 2 {
            return Err(self.ranges("Float"));
        }
        let bound = |key: &(Value, u32)| -> Eval<Option<f64>> {
            match (key.0.as_double(), key.0.as_integer()) {
                (Some(float), _) => Ok(Some(float)),
                (None, Some(integer)) => Ok(Some(integer.to_f64().0)),
                (None, None) if is_default(&key.0) => Ok(None),
                (None, None) => Err(self.error_at(
                    key.1,
                    format!(
                        "Float-Type [] requires all arguments to be floats, or integers (or \
                         default). Got {}",
                        class_name(&key.0)
                    ),
                )),
            }
        };
        let min = bound(&self.keys[0])?;
        let max = match self.keys.get(1) {
            Some(key) => bound(key)?,
            None => None,
        };
        match (min, max) {
            (Some(from), Some(to)) if from > to => Err(reversed(
                &crate::scalars::text::float_text(from),
                &crate::scalars::text::float_text(to),
            )),
            (None, None) => Ok(Type::float().clone()),
            _ => Ok(Type::float_range(FloatRange { min, max })?),
        }
    }

    /// Returns a size from one or two parameters: a range type, or its bounds.
    fn size(&self, keys: &[(Value, u32)]) -> Eval<SizeRange> {
        if let [key] = keys
            && let Some(Kind::Integer(range)) = key.0.as_type().map(Type::kind)
        {
            return sizes(range.min.clone(), range.max.clone());
        }
        let bound = |key: &(Value, u32)| -> Eval<Option<Integer>> {
            if is_default(&key.0) {
                return Ok(None);
            }
            match key.0.as_integer() {
                Some(bound) => Ok(Some(bound)),
                None => {
                    let kind = a_an(&match key.0.as_type() {
                        Some(ty) => format!("{}-Type", short_name(ty)),
                        None => class_name(&key.0),
                    });
                    Err(self.error_at(
                        key.1,
                        format!(
                            "A Type's size constraint arguments must be a single Integer type, \
                             or 1-2 integers (or default). Got {kind}"
                        ),
                    ))
                }
            }
        };
        let mut bounds = [None, None];
        for (slot, key) in bounds.iter_mut().zip(keys) {
            *slot = bound(key)?;
        }
        let [min, max] = bounds;
        sizes(min, max)
    }

    fn enumeration(&self) -> Eval<Type> {
        let (values, ignore_case) = match &*self.keys {
            [values @ .., (last, _)] if last.as_bool().is_some() => {
                (values, last.as_bool() == Some(true))
            }
            values => (values, false),
        };
        if values.is_empty() {
            return Err(self.wrong_count("1 or more arguments", true, 0));
        }
        let mut texts: Vec<Str> = Vec::with_capacity(values.len());
        for value in values {
            if let Some(text) = value.0.as_str() {
                texts.push(text.into());
            } else if let Some(Kind::String(StringConstraint::Enumeration { values, .. })) =
                value.0.as_type().map(Type::kind)
                && !values.is_empty()
            {
                texts.extend(values.iter().cloned());
            } else {
                return Err(self.wrong(value, "String"));
            }
        }
        Ok(normal_form::enumeration(texts, ignore_case)?)
    }

    fn patterns(&self) -> Eval<Type> {
        self.count(1..=usize::MAX, "1 or more arguments", true)?;
        let mut sources: Vec<Str> = Vec::with_capacity(self.keys.len());
        for key in &self.keys {
            if let Some(text) = key.0.as_str() {
                if let Some(what) = regexp::syntax_error(text) {
                    return Err(raised(format!("{what}: /{text}/")));
                }
                sources.push(text.into());
                continue;
            }
            if let Some(Special::Regexp(source)) = Special::of(&key.0) {
                sources.push(source.clone());
                continue;
            }
            let wanted = "String or Regexp or Pattern-Type or Regexp-Type";
            let ty = key.0.as_type().ok_or_else(|| self.wrong(key, wanted))?;
            match (ty.kind(), nominal::view(ty)) {
                (Kind::String(StringConstraint::Patterns(inner)), _) => {
                    sources.extend(inner.iter().cloned());
                }
                (_, Some((Name::Regexp, []))) => sources.push("".into()),
                (_, Some((Name::Regexp, [source, ..]))) => {
                    sources.extend(source.as_text().cloned());
                }
                _ => return Err(self.wrong(key, wanted)),
            }
        }
        Ok(normal_form::patterns(sources)?)
    }

    fn array(&self) -> Eval<Type> {
        self.count(1..=3, "1 to 3 arguments", false)?;
        let (first, size) = match &*self.keys {
            [from, _] if from.0.as_type().is_none() => (None, &self.keys[..]),
            [first, size @ ..] => (Some(first), size),
            [] => (None, &self.keys[..]),
        };
        let element = match first {
            Some(first) => self.ty(first)?,
            None => Type::any().clone(),
        };
        let size = match size {
            [] => None,
            size => Some(self.size(size)?),
        };
        Ok(normal_form::array(element, size)?)
    }

    fn hash(&self) -> Eval<Type> {
        if let [key] = &*self.keys
            && key.0.as_type().is_none()
        {
            return Err(self.no_type(key));
        }
        self.count(2..=4, "2 to 4 arguments", false)?;
        if let [from, to] = &*self.keys
            && from.0.as_integer().is_some()
            && to.0.as_integer().is_some()
        {
            let size = self.size(&self.keys)?;
            let any = Type::any();
            return Ok(normal_form::hash(any.clone(), any.clone(), Some(size))?);
        }
        let key = self.ty(&self.keys[0])?;
        let value = self.ty(&self.keys[1])?;
        let size = match &self.keys[2..] {
            [] => None,
            size => Some(self.size(size)?),
        };
        Ok(normal_form::hash(key, value, size)?)
    }

    fn tuple(&self) -> Eval<Type> {
        let (types, size) = self.keys.split_at(before_size(&self.keys));
        if types.is_empty() {
            return Err(self.wrong_count("1 or more arguments", true, 0));
        }
        let each = types.iter().map(|key| match key.0.as_type() {
            Some(ty) => Ok(ty.clone()),
            None => Err(self.wrong(key, "Any-Type")),
        });
        let elements: Vec<Type> = each.collect::<Result<_, _>>()?;
        Ok(match size {
            [] => Type::tuple(elements)?,
            size => Type::sized_tuple(elements, self.size(size)?)?,
        })
    }

    fn structure(&self) -> Eval<Type> {
        self.count(1..=1, "1 argument", true)?;
        let Some(map) = self.keys[0].0.as_ordered_map() else {
            return Err(self.wrong(&self.keys[0], "Hash"));
        };
        let mut fields: Vec<Field> = Vec::with_capacity(map.len());
        // A linear search is faster for a few fields.
        let mut indices: Option<KeyedMap<Str, usize>> = (map.len() > 16).then(KeyedMap::default);
        for (key, value) in map.entries() {
            let ty = &type_or_inferred(value, self.budget)?;
            // Puppet checks whether the value is optional, which fails for an Init of a type
            // without a constructor.
            if key.as_str().is_some() && matches!(ty.kind(), Kind::Nominal(_) | Kind::Union(_)) {
                assignable(Type::none(), ty, self.budget)?;
            }
            let no_key = || {
                raised(format!(
                    "Illegal Struct member key type. Expected NotUndef, Optional, String, or \
                     Enum. Got: {}",
                    match key.as_type() {
                        Some(ty) => format!("Puppet::Pops::Types::P{}Type", short_name(ty)),
                        None => class_name(key),
                    }
                ))
            };
            let field = match (key.as_str(), key.as_type()) {
                (Some(""), _) => {
                    return Err(raised("Struct element key cannot be an empty String"));
                }
                (Some(name), _) if accepts_undef(ty) => Field::optional(name, ty.clone()),
                (Some(name), _) => Field::new(name, ty.clone()),
                (_, Some(key)) => match key.kind() {
                    Kind::Optional(inner) => {
                        Field::optional(only_string(inner).ok_or_else(no_key)?, ty.clone())
                    }
                    Kind::NotUndef(inner) => {
                        Field::new(only_string(inner).ok_or_else(no_key)?, ty.clone())
                    }
                    _ => Field::new(only_string(key).ok_or_else(no_key)?, ty.clone()),
                },
                _ => return Err(no_key()),
            };
            let index = match &mut indices {
                Some(indices) => {
                    let next = fields.len();
                    let index = *indices.entry(field.shared_name().clone()).or_insert(next);
                    (index < next).then_some(index)
                }
                None => fields.iter().position(|f| f.name() == field.name()),
            };
            match index {
                Some(at) => fields[at] = field,
                None => fields.push(field),
            }
        }
        Ok(Type::object(fields)?)
    }

    fn not_undef(&self) -> Eval<Type> {
        match &*self.keys {
            [key] => match (key.0.as_type(), key.0.as_str()) {
                (Some(ty), _) => Ok(Type::not_undef(ty.clone())?),
                (None, Some(text)) => Ok(Type::not_undef(normal_form::literal_string(text)?)?),
                (None, None) => Err(self.error_at(
                    key.1,
                    format!(
                        "NotUndef-Type[] argument must be a Type or a String. Got {}",
                        class_name(&key.0)
                    ),
                )),
            },
            keys => Err(self.wrong_count("0 to 1 arguments", false, keys.len())),
        }
    }

    fn callable(&self) -> Eval<Type> {
        let mut result = None;
        let listed: Vec<(Value, u32)>;
        let keys = match &*self.keys {
            [(list, at), rest @ ..] if array_elements(list).is_some() => {
                let [returns] = rest else {
                    return Err(self.wrong_count("2 arguments", true, self.keys.len()));
                };
                let returns = self.ty(returns)?;
                result = (!returns.is_any()).then_some(returns);
                let parts = array_elements(list).unwrap_or_default();
                listed = parts.iter().map(|part| (part.clone(), *at)).collect();
                &listed[..]
            }
            keys => keys,
        };
        let block = keys
            .last()
            .and_then(|(key, _)| key.as_type())
            .and_then(block_of);
        let keys = match block {
            Some(_) => &keys[..keys.len() - 1],
            None => keys,
        };
        let (types, size) = keys.split_at(before_size(keys));
        let mut positional = Vec::with_capacity(types.len().max(1));
        for key in types {
            positional.push(FuncParam {
                name: None,
                ty: type_or_inferred(&key.0, self.budget)?,
            });
        }
        let size = match size {
            [] => None,
            size => Some(self.size(size)?),
        };
        if positional.is_empty() && size.is_some_and(|size| size.max != Some(0)) {
            positional.push(FuncParam {
                name: None,
                ty: nominal::unit().clone(),
            });
        }
        Ok(Type::func(FuncType {
            params: Some(FuncParams {
                positional: positional.into(),
                variadic: None,
                size,
            }),
            block,
            result,
        })?)
    }

    fn nominal(&self, ty: &Type, name: Name, interpreter: &Interpreter<'_>) -> Eval<Type> {
        let with = |params: Vec<NominalParam>| Ok(nominal::with(name, params)?);
        match name {
            Name::Collection => {
                self.count(1..=2, "1 to 2 arguments", false)?;
                let size = self.size(&self.keys)?;
                let bound = |size: u64| NominalParam::Scalar(Scalar::Integer(size.into()));
                let max = size.max.map_or(NominalParam::Default, bound);
                with(vec![bound(size.min), max])
            }
            Name::Iterable | Name::Iterator => {
                self.count(1..=1, "1 argument", false)?;
                with(vec![NominalParam::Type(self.ty(&self.keys[0])?)])
            }
            Name::Sensitive => {
                self.count(1..=1, "1 argument", false)?;
                let content = self.ty(&self.keys[0])?;
                // The content is generalized, which copies its nodes.
                cost::look_at_types([&content; 4], self.budget)?;
                self.budget.hold(content.heap_bytes())?;
                Ok(sensitive(&content)?)
            }
            Name::Regexp => {
                if let [_, (_, at), ..] = &self.keys[..] {
                    let count = self.keys.len();
                    let message = format!("A Regexp-Type[] accepts 1 argument. Got {count}");
                    return Err(self.error_at(*at, message));
                }
                self.count(1..=1, "1 argument", true)?;
                let key = &self.keys[0];
                match (key.0.as_str(), Special::of(&key.0)) {
                    (_, Some(Special::Regexp(source))) => {
                        with(vec![NominalParam::text(source.clone())])
                    }
                    (Some(text), _) => match regexp::syntax_error(text) {
                        None => with(vec![NominalParam::text(text)]),
                        Some(what) => Err(raised(format!("{what}: /{text}/"))),
                    },
                    _ => Err(self.wrong(key, "String or Regexp")),
                }
            }
            Name::SemVer => {
                for key in &self.keys {
                    let range = matches!(Special::of(&key.0), Some(Special::SemVerRange(_)));
                    if key.0.as_str().is_none() && !range {
                        return Err(self.wrong(key, "String or SemanticPuppet::VersionRange"));
                    }
                }
                let texts = self.keys.iter().map(|(key, _)| match Special::of(key) {
                    Some(Special::SemVerRange(range)) => Value::string(range.text()),
                    _ => key.clone(),
                });
                self.read(name, &texts.collect::<Vec<_>>(), interpreter)
            }
            Name::Timespan | Name::Timestamp => {
                self.count(0..=2, "0 to 2 arguments", true)?;
                let text = |value: &Value| match Special::of(value) {
                    Some(Special::Timespan(nanos)) => {
                        Value::string(&crate::scalars::time::timespan_text(*nanos))
                    }
                    Some(Special::Timestamp(nanos)) => {
                        Value::string(&crate::scalars::time::timestamp_text(*nanos))
                    }
                    _ => value.clone(),
                };
                let keys: Vec<Value> = self.keys.iter().map(|(key, _)| text(key)).collect();
                self.read(name, &keys, interpreter)
            }
            Name::Uri => {
                self.count(1..=1, "1 argument", false)?;
                let key = &self.keys[0];
                let key = match Special::of(&key.0) {
                    Some(Special::Uri(components)) => Value::string(&components.text()),
                    _ if key.0.as_str().is_some() || key.0.as_ordered_map().is_some() => {
                        key.0.clone()
                    }
                    _ => return Err(self.no_type(key)),
                };
                self.read(name, &[key], interpreter)
                    .map_err(|_| self.no_type(&self.keys[0]))
            }
            Name::Init => {
                self.ty(&self.keys[0])?;
                self.read_keys(name, interpreter)
            }
            Name::Runtime => {
                if self.keys.len() != 2 {
                    let count = self.keys.len();
                    return Err(self.wrong_count("1 to 2 arguments", true, count));
                }
                if self.keys[0].0.as_str().is_none() {
                    return Err(self.wrong(&self.keys[0], "String or String"));
                }
                self.read_keys(name, interpreter)
            }
            Name::Object if matches!(nominal::view(ty), Some((_, []))) => {
                self.count(1..=1, "1 argument", false)?;
                self.read_keys(name, interpreter)
            }
            Name::TypeSet | Name::Error => self.read_keys(name, interpreter),
            Name::Deferred => Err(raised("The Deferred-Type cannot be parameterized using []")),
            Name::Pcore => Err(raised(format!(
                "The {}-Type cannot be parameterized using []",
                self.name
            ))),
            Name::Object if without_parameters(ty).is_none() => self.object(ty),
            _ => Err(self.not_applicable()),
        }
    }

    fn read_keys(&self, name: Name, interpreter: &Interpreter<'_>) -> Eval<Type> {
        let keys: Vec<Value> = self.keys.iter().map(|(key, _)| key.clone()).collect();
        self.read(name, &keys, interpreter)
    }

    /// Parses the notation of a type whose parameters are not only types.
    fn read(&self, name: Name, keys: &[Value], interpreter: &Interpreter<'_>) -> Eval<Type> {
        let keys_of = keys;
        // A type among them is a single part of the parameters, and its text may be long.
        let size: u64 = keys.iter().map(|key| u64::from(key.size())).sum();
        self.budget.charge(size)?;
        let keys: Vec<String> = keys.iter().map(format_value).collect();
        let text = format!("{}[{}]", name.text(), keys.join(", "));
        let (read, _memory) = HeldBytes::of(self.budget, || cost::read(&text, self.budget));
        read?;
        let (level, aliases) = (interpreter.level, interpreter.known_aliases());
        let made = parse_type_within(level, &text, aliases, Mode::Current);
        made.map_err(|error| {
            // The message may quote the text.
            if self.keys.iter().any(|(key, _)| holds_sensitive(key)) {
                raised(format!(
                    "The expression <{}[{}]> is not a valid type specification.",
                    name.text(),
                    redacted(keys_of)
                ))
            } else {
                raised(error.message().to_owned())
            }
        })
    }
}

/// Whether a value is sensitive or has a sensitive part.
fn holds_sensitive(value: &Value) -> bool {
    if let Some(parts) = array_elements(value) {
        return parts.iter().any(holds_sensitive);
    }
    if let Some(map) = value.as_ordered_map() {
        let mut entries = map.entries().iter();
        return entries.any(|(key, element)| holds_sensitive(key) || holds_sensitive(element));
    }
    match Special::of(value) {
        Some(Special::Sensitive(_)) => true,
        Some(Special::Iterator(sequence)) => sequence.items.iter().any(holds_sensitive),
        Some(Special::Object(_, attributes)) => {
            attributes.iter().any(|(_, part)| holds_sensitive(part))
        }
        _ => false,
    }
}

/// The texts of parameters in messages.
fn redacted(keys: &[Value]) -> String {
    let keys: Vec<String> = keys.iter().map(format_redacted).collect();
    keys.join(", ")
}

/// The number of parameters before the size at the end.
fn before_size(keys: &[(Value, u32)]) -> usize {
    let bounds = keys.iter().rev().take(2).take_while(|key| is_bound(&key.0));
    keys.len() - bounds.count()
}

/// Returns the type that a value is, or the type of the value; a string names a runtime type.
fn type_or_inferred(value: &Value, budget: &Budget) -> Eval<Type> {
    if let Some(ty) = value.as_type() {
        return Ok(ty.clone());
    }
    Ok(match value.as_str() {
        Some(name) => {
            let params = [NominalParam::text("ruby"), NominalParam::text(name)];
            nominal::with(Name::Runtime, params)?
        }
        None => infer_general(value, budget)?,
    })
}

/// Returns the block in the last parameter of a callable.
fn block_of(ty: &Type) -> Option<BlockParam> {
    fn is_block(ty: &Type) -> bool {
        match ty.kind() {
            Kind::Func(_) => true,
            Kind::Optional(inner) => is_block(inner),
            Kind::Union(members) => !members.is_empty() && members.iter().all(is_block),
            _ => false,
        }
    }
    is_block(ty).then(|| match ty.kind() {
        Kind::Optional(inner) => BlockParam {
            ty: inner.clone(),
            optional: true,
        },
        _ => BlockParam {
            ty: ty.clone(),
            optional: false,
        },
    })
}

fn is_default(value: &Value) -> bool {
    matches!(Special::of(value), Some(Special::Default))
}

fn is_bound(value: &Value) -> bool {
    value.as_integer().is_some() || is_default(value)
}

/// Returns a size; negative bounds are clamped to 0.
fn sizes(min: Option<Integer>, max: Option<Integer>) -> Eval<SizeRange> {
    if let (Some(from), Some(to)) = (&min, &max)
        && from > to
    {
        return Err(reversed(from, to));
    }
    let cut = |bound: Integer| {
        if bound.signum() < 0 {
            0
        } else {
            bound.to_u64().unwrap_or(u64::MAX)
        }
    };
    Ok(SizeRange {
        min: min.map_or(0, cut),
        max: max.map(cut),
    })
}

/// The error for a range whose end precedes its start. Puppet's message also lacks the closing
/// parenthesis.
#[cold]
fn reversed(from: &dyn std::fmt::Display, to: &dyn std::fmt::Display) -> Box<Stop> {
    raised(format!(
        "'from' must be less or equal to 'to'. Got ({from}, {to}"
    ))
}

/// The name of a type without its parameters.
fn bare_name(name: &str) -> &str {
    name.split('[').next().unwrap_or(name)
}

/// The class name of a value in messages.
fn class_name(value: &Value) -> String {
    match value.as_type() {
        Some(ty) => format!("Puppet::Pops::Types::P{}Type", short_name(ty)),
        None => class_of(value),
    }
}
