//! Conversion of values.
//!
//! The plans of [`super::plan`] are applied. Marks are kept at every level. Nulls and unknown
//! values stay null or unknown, with the type and the refinements determined by [`super::absent`].
//! An error has the path to the part that does not convert.

use super::absent;
use super::explain::mismatch_error;
use super::plan::{Action, Attribute, Element, Elements, Link, MapEntry, Plan, Presence};
use super::planner::Planner;
use crate::types::CtyType;
use polycty_core::calls::{Budget, BudgetError, cost};
use polycty_core::dialect::{Conversion, Converter, Safety};
use polycty_core::source::{Code, Error, Key, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Field, Flags, Type};
use polycty_core::values::{Value, primitive};

/// Converts a value to a type, safely or unsafely.
///
/// Missing optional attributes of the wanted type become null. Parts of the wanted type that are
/// `any` are replaced with the types in the value.
///
/// # Errors
/// [`Code::Conversion`] with the wanted type and the found type, and with the path to the part that
/// does not convert if the failure depends on the value.
pub fn convert(value: &Value, to: &Type) -> Result<Value> {
    converted(value, to, &Budget::new())
}

/// Converts a value as [`convert`] does, with a budget that has been charged for the value.
pub(crate) fn converted(value: &Value, to: &Type, budget: &Budget) -> Result<Value> {
    let from = value.ty();
    if from == to || to.is_any() {
        return Ok(value.clone());
    }
    if let Some(list) = list_of_these(value, to) {
        return list;
    }
    convert_by(&mut Planner::new(), value, to, budget)
}

/// Converts a value with the plans of a planner, and adds new ones.
fn convert_by(planner: &mut Planner, value: &Value, to: &Type, budget: &Budget) -> Result<Value> {
    let from = value.ty();
    if to.has(Flags::OPTIONAL_FIELD) && planner.bare(to).as_ref() == Some(from) {
        return Ok(value.clone());
    }
    let many = to.for_many(u64::from(value.size()));
    match planner.link(from, &many, Safety::Unsafe) {
        Some(link) => link.apply(value, budget),
        None => Err(mismatch_error(from, to)),
    }
}

/// Conversions of many values, within one or several operations. The conversion between two types
/// is compiled once and remembered, as long as there are not too many.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_core::types::Type;
/// use polycty_core::values::Value;
/// use polycty_hcl::Conversions;
/// let (mut conversions, budget) = (Conversions::default(), Budget::standard());
/// let wanted = Type::list(Type::string().clone()).unwrap();
/// for port in [80, 443] {
///     let ports = Value::tuple(vec![Value::from_i64(port)]).unwrap();
///     let texts = conversions.convert(&ports, &wanted, &budget).unwrap();
///     assert_eq!(texts.parts().unwrap()[0], Value::string(&port.to_string()));
/// }
/// ```
#[derive(Default)]
pub struct Conversions(Option<Planner>);

impl Conversions {
    /// Converts a value as [`convert`] does, with a budget.
    ///
    /// # Errors
    /// The errors of [`convert`]; [`Code::Limit`] if the budget is exceeded.
    pub fn convert(&mut self, value: &Value, to: &Type, budget: &Budget) -> Result<Value> {
        if value.ty() == to || to.is_any() {
            return Ok(value.clone());
        }
        charge_conversion(value, budget)?;
        if let Some(list) = list_of_these(value, to) {
            return list;
        }
        convert_by(self.planner(), value, to, budget)
    }

    /// Returns the planner. It is replaced with a new one if it has become too large.
    pub(super) fn planner(&mut self) -> &mut Planner {
        if self.0.as_ref().is_some_and(Planner::is_large) {
            self.0 = None;
        }
        self.0.get_or_insert_with(Planner::new)
    }
}

impl std::fmt::Debug for Conversions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Conversions").finish_non_exhaustive()
    }
}

/// Converts a tuple whose parts all have the element type to a list. This is the most frequent
/// conversion and needs no plan.
fn list_of_these(value: &Value, to: &Type) -> Option<Result<Value>> {
    let CtyType::List(element) = CtyType::of(to) else {
        return None;
    };
    if !value.is_present() || to.has(Flags::ANY) || to.has(Flags::OPTIONAL_FIELD) {
        return None;
    }
    let CtyType::Tuple(types) = CtyType::of(value.ty()) else {
        return None;
    };
    if types.iter().any(|ty| ty != element) {
        return None;
    }
    let parts = value.parts()?.iter().cloned();
    let many = to.for_many(u64::from(value.size()));
    Some(Value::sequence(many, parts))
}

/// Converts a value as [`convert`] does, within an operation.
///
/// # Errors
/// The errors of [`convert`]; [`Code::Limit`] if the budget is exceeded.
#[inline]
pub fn convert_within(value: &Value, to: &Type, budget: &Budget) -> Result<Value> {
    let from = value.ty();
    if from == to || to.is_any() {
        return Ok(value.clone());
    }
    charge_conversion(value, budget)?;
    converted(value, to, budget)
}

/// The size of a part that a conversion creates, with the part of its type.
const PART: u64 = 40;

/// The number of parts of a type that are examined in one step.
const TYPE_PARTS: u64 = 4;

/// Charges the conversion of a value: it visits all parts of the type and creates all parts of the
/// value. Conversions between numbers and strings are charged where they are made.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
#[inline]
pub fn charge_conversion(value: &Value, budget: &Budget) -> Result<(), BudgetError> {
    let parts = u64::from(value.size());
    budget.charge(parts + u64::from(value.ty().size()) / TYPE_PARTS)?;
    match parts {
        1 => Ok(()),
        parts => budget.hold(parts * PART),
    }
}

/// Returns the conversion error of a marked value without information about the value. The path to
/// the error and the keys of the value are parts of it.
#[cold]
fn discreet(error: Error, value: &Value) -> Error {
    let quotes = error.quotes().is_some();
    let required = error.message().split(';').next().map(str::to_owned);
    let error = error.withheld(value.marks().as_slice());
    match required {
        // The text before the semicolon depends only on the type; the hint after it depends on the
        // value.
        Some(required) if quotes => error.with_message(required),
        _ => error,
    }
}

/// Returns the conversion between two types, if there is one of this safety. It accepts values of
/// the source type, and nulls and unknown values of type `any`.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_core::types::Type;
/// use polycty_core::values::Value;
/// use polycty_hcl::{Safety, converter};
/// let text = converter(Type::number(), Type::string(), Safety::Safe).unwrap();
/// let port = text.apply(&Value::from_i64(8080), &Budget::standard()).unwrap();
/// assert_eq!(port, Value::string("8080"));
/// ```
#[must_use]
pub fn converter(from: &Type, to: &Type, safety: Safety) -> Option<Converter> {
    let link = Planner::new().link(from, to, safety)?;
    Some(Converter::new(Linked {
        from: from.clone(),
        to: to.clone(),
        link,
        planned: Some(safety),
    }))
}

/// Returns the converter of a link that belongs to a plan for further types.
pub(super) fn linked(from: &Type, to: &Type, link: Link) -> Converter {
    Converter::new(Linked {
        from: from.clone(),
        to: to.clone(),
        link,
        planned: None,
    })
}

struct Linked {
    from: Type,
    to: Type,
    link: Link,
    /// The safety of the link, if it was planned for these two types only.
    planned: Option<Safety>,
}

impl Linked {
    /// Returns a new link for a large value, if one is useful: the types in its result have
    /// reference counts that no other thread uses.
    fn for_many(&self, value: &Value) -> Option<Link> {
        let safety = self.planned?;
        let to = self.to.for_many(u64::from(value.size()));
        if to.is_same_node(&self.to) {
            None
        } else {
            Planner::new().link(&self.from, &to, safety)
        }
    }
}

impl Conversion for Linked {
    fn source(&self) -> &Type {
        &self.from
    }

    fn target(&self) -> &Type {
        &self.to
    }

    fn is_identity(&self) -> bool {
        matches!(self.link, Link::Keep)
    }

    fn apply(&self, value: &Value, budget: &Budget) -> Result<Value> {
        charge_conversion(value, budget)?;
        let found = value.ty();
        if *found == self.from || self.from.is_any() || found.is_any() {
            return match self.for_many(value) {
                Some(link) => link.apply(value, budget),
                None => self.link.apply(value, budget),
            };
        }
        Err(Error::new(
            Code::Type,
            "the value does not have the source type of the conversion",
        )
        .with_expected(&self.from)
        .with_found(found))
    }
}

impl Link {
    #[inline]
    pub(super) fn apply(&self, value: &Value, budget: &Budget) -> Result<Value> {
        match self {
            Link::Keep => Ok(value.clone()),
            Link::Through(plan) => plan.apply(value, budget),
        }
    }
}

impl Plan {
    fn apply(&self, value: &Value, budget: &Budget) -> Result<Value> {
        if value.is_present()
            && let Some(converted) = self.known(value, budget)
        {
            return converted;
        }
        self.unusual(value, budget)
    }

    /// Converts marked, null and unknown values, and applies the actions that depend only on the
    /// type.
    fn unusual(&self, value: &Value, budget: &Budget) -> Result<Value> {
        if value.is_marked() {
            return match self.apply(value.unmarked(), budget) {
                Ok(converted) => Ok(converted.with_marks(&value.marks())),
                Err(error) => Err(discreet(error, value)),
            };
        }
        match &self.action {
            Action::Chain(first, then) => return then.apply(&first.apply(value, budget)?, budget),
            Action::Forget => return Ok(forget(value)),
            Action::Late(to) if !value.ty().is_any() => return converted(value, to, budget),
            _ => {}
        }
        if value.is_null() {
            return Ok(Value::null(self.absent_type(value)?));
        }
        match value.refinement() {
            Some(refinement) => {
                let ty = self.absent_type(value)?;
                absent::unknown(&self.from, refinement, ty)
            }
            None => Err(misused(self, value)),
        }
    }

    /// Converts a known value without marks of its own. Returns `None` if the value does not have
    /// the source type.
    fn known(&self, value: &Value, budget: &Budget) -> Option<Result<Value>> {
        Some(match &self.action {
            Action::BoolToString => Ok(Value::text(primitive::bool_text(value.as_bool()?), true)),
            Action::NumberToString => cost::number_to_string(&value.as_number()?, budget),
            Action::StringToBool => primitive::parse_bool(value.as_str()?).map(Value::bool),
            Action::StringToNumber => number_of(value.as_str_bytes()?, budget),
            Action::Object(attributes) => self.object(attributes, value.parts()?, budget),
            Action::Tuple(links) => self.tuple(links, value.parts()?, budget),
            Action::List(link) => self.list(link, value, budget),
            Action::Set(link) => self.set(link, value, budget),
            Action::Map(link, elements) => self.map(link, *elements, value, budget),
            Action::TupleToList(links) => self.tuple_to_list(links, value.parts()?, budget),
            Action::TupleToSet(links) => self.tuple_to_set(links, value.parts()?, budget),
            Action::ObjectToMap(entries, elements) => {
                self.object_to_map(entries, *elements, value, budget)
            }
            Action::MapToObject(elements) => self.map_to_object(elements, value, budget),
            Action::Late(_) | Action::Chain(..) | Action::Forget => return None,
        })
    }

    fn object(&self, attributes: &[Attribute], parts: &[Value], budget: &Budget) -> Result<Value> {
        let convert = |(at, attribute): (usize, &Attribute)| {
            let Some(part) = attribute.source.and_then(|at| parts.get(at)) else {
                return Ok(Value::null(attribute.bare.clone()));
            };
            match attribute.link.apply(part, budget) {
                Ok(value) => bare_null(value),
                Err(error) => Err(error.in_attribute(self.attribute_name(at))),
            }
        };
        let values = attributes.iter().enumerate().map(convert);
        match &self.built {
            Some(ty) => build(values, |values| Value::object_with_type(ty.clone(), values)),
            None => self.build_object(values.collect::<Result<_>>()?),
        }
    }

    fn attribute_name(&self, at: usize) -> &str {
        self.bare.fields().get(at).map_or("", Field::name)
    }

    fn build_object(&self, values: Vec<Value>) -> Result<Value> {
        if let Some(ty) = &self.built {
            return Value::object_with_type(ty.clone(), values);
        }
        let fields: Box<[Field]> = self
            .bare
            .fields()
            .iter()
            .zip(&values)
            .map(|(field, value)| Field::new(field.shared_name().clone(), value.ty().clone()))
            .collect();
        Value::object_with_type(Type::object(fields)?, values)
    }

    fn tuple(&self, links: &[Link], parts: &[Value], budget: &Budget) -> Result<Value> {
        let values = apply_each(links, parts, budget);
        match &self.built {
            Some(ty) => build(values, |values| Value::sequence(ty.clone(), values)),
            None => Value::tuple(values.collect::<Result<_>>()?),
        }
    }

    fn list(&self, link: &Link, value: &Value, budget: &Budget) -> Result<Value> {
        let parts = value.parts().unwrap_or_default();
        // Unknown elements of a set may later be equal, so their number is unknown; a single
        // element is always one.
        if value.ty().is_set() && parts.len() > 1 && !value.is_wholly_known() {
            return Ok(Value::unknown(Type::list(element_of(value.ty()))?));
        }
        let values = apply_all(link, parts, budget);
        match &self.built {
            Some(ty) => build(values, |values| Value::sequence(ty.clone(), values)),
            None if parts.is_empty() => Value::list_of(&self.empty_element(value), Vec::new()),
            None => Value::list(values.collect::<Result<_>>()?)
                .map_err(|error| differ(&error, "element", "list")),
        }
    }

    fn set(&self, link: &Link, value: &Value, budget: &Budget) -> Result<Value> {
        let parts = value.parts().unwrap_or_default();
        let values = apply_all(link, parts, budget).collect::<Result<Vec<_>>>()?;
        match &self.built {
            Some(ty) => Value::set_with_type(ty.clone(), values),
            None if values.is_empty() => Value::set_of(&self.empty_element(value), values),
            None => Value::set(values).map_err(|error| differ(&error, "element", "set")),
        }
    }

    /// The element type of an empty collection: `any` is replaced with the original element type.
    fn empty_element(&self, value: &Value) -> Type {
        let element = element_of(&self.bare);
        if element.is_any() {
            element_of(value.ty())
        } else {
            element
        }
    }

    fn map(
        &self,
        link: &Link,
        elements: Elements,
        value: &Value,
        budget: &Budget,
    ) -> Result<Value> {
        let entries = value.entries().unwrap_or_default();
        let values = entries.iter().map(|entry| {
            link.apply(entry.value(), budget)
                .map_err(|error| error.in_index(entry.key().to_key()))
        });
        let keys = entries.iter().map(|entry| entry.key());
        if self.built.is_none() && entries.is_empty() {
            return Value::map_of(&self.empty_element(value), []);
        }
        self.build_map(keys, values, (elements, Safety::Safe), "element", budget)
    }

    fn object_to_map(
        &self,
        entries: &[MapEntry],
        elements: Elements,
        value: &Value,
        budget: &Budget,
    ) -> Result<Value> {
        let parts = value.parts().unwrap_or_default();
        if let Some(ty) = &self.built
            && entries.iter().all(|entry| matches!(entry.link, Link::Keep))
            && entries.len() == parts.len()
        {
            let kept = |entry: &MapEntry| (entry.key.clone(), parts[entry.source].clone());
            return Value::map_with_type(ty.clone(), entries.iter().map(kept));
        }
        let values = entries.iter().map(|entry| match parts.get(entry.source) {
            Some(part) => entry
                .link
                .apply(part, budget)
                .map_err(|error| error.in_index(entry.key.to_key())),
            None => Err(misused(self, value)),
        });
        let keys = entries.iter().map(|entry| &entry.key);
        if self.built.is_none() && entries.is_empty() {
            return Value::map_of(&element_of(&self.bare), []);
        }
        self.build_map(keys, values, (elements, self.safety), "attribute", budget)
    }

    fn build_map<'a>(
        &self,
        keys: impl Iterator<Item = &'a Value>,
        values: impl ExactSizeIterator<Item = Result<Value>>,
        (elements, safety): (Elements, Safety),
        part: &str,
        budget: &Budget,
    ) -> Result<Value> {
        if let Some(ty) = &self.built {
            let mut keys = keys.cloned();
            return build(values, |values| {
                let key = |value| (keys.next().unwrap_or(PLACEHOLDER), value);
                Value::map_with_type(ty.clone(), values.map(key))
            });
        }
        let keys: Vec<Value> = keys.cloned().collect();
        let mut values: Vec<Value> = values.collect::<Result<_>>()?;
        if elements == Elements::Unified {
            let key = |at: usize| keys.get(at).map_or(Key::from(at), Value::to_key);
            values = unify_values(values, safety, key, budget)?;
        }
        Value::map(keys.into_iter().zip(values)).map_err(|error| differ(&error, part, "map"))
    }

    fn tuple_to_list(&self, links: &[Link], parts: &[Value], budget: &Budget) -> Result<Value> {
        let values = apply_each(links, parts, budget);
        if let Some(ty) = &self.built {
            return build(values, |values| Value::sequence(ty.clone(), values));
        }
        if links.is_empty() {
            return Value::list_of(&element_of(&self.bare), Vec::new());
        }
        let values = values.collect::<Result<Vec<_>>>()?;
        // cty counts the elements of an element here, so the path starts with the last index.
        let last = values.len().saturating_sub(1);
        let values = unify_values(values, self.safety, Key::from, budget)
            .map_err(|error| error.in_index(last))?;
        Value::list(values).map_err(|error| differ(&error, "element", "list"))
    }

    fn tuple_to_set(&self, links: &[Link], parts: &[Value], budget: &Budget) -> Result<Value> {
        let values = apply_each(links, parts, budget).collect::<Result<Vec<_>>>()?;
        if let Some(ty) = &self.built {
            return Value::set_with_type(ty.clone(), values);
        }
        if values.is_empty() {
            return Value::set_of(&element_of(&self.bare), values);
        }
        let values = values.into_iter().map(bare_null).collect::<Result<_>>()?;
        Value::set(values).map_err(|error| differ(&error, "element", "set"))
    }

    fn map_to_object(&self, elements: &[Element], value: &Value, budget: &Budget) -> Result<Value> {
        let mut values = Vec::with_capacity(elements.len());
        let mut missing = None;
        for (at, element) in elements.iter().enumerate() {
            let name = self.attribute_name(at);
            let Some(part) = value.element(name) else {
                if element.presence == Presence::Required {
                    missing = missing.or(Some(name));
                }
                values.push(Value::null(self.bare_attribute(at)));
                continue;
            };
            let Some(link) = &element.link else {
                let error = mismatch_error(part.ty(), &element.wanted);
                let message = format!(
                    "map element type is incompatible with attribute {}: {}",
                    Quoted(name),
                    error.message()
                );
                return Err(error.with_message(message));
            };
            let part = link
                .apply(part, budget)
                .map_err(|error| error.in_index(Key::from(name)))?;
            values.push(bare_null(part)?);
        }
        if let Some(name) = missing {
            return Err(Error::new(
                Code::Conversion,
                format!("map has no element for required attribute {}", Quoted(name)),
            )
            .with_expected(&self.bare)
            .with_found(value.ty()));
        }
        self.build_object(values)
    }

    fn bare_attribute(&self, at: usize) -> Type {
        self.bare
            .fields()
            .get(at)
            .map_or_else(|| Type::any().clone(), |field| field.ty().clone())
    }
}

fn element_of(ty: &Type) -> Type {
    ty.element().unwrap_or_else(|| Type::any()).clone()
}

/// Applies the link of each part to it.
fn apply_each<'a>(
    links: &'a [Link],
    parts: &'a [Value],
    budget: &'a Budget,
) -> impl ExactSizeIterator<Item = Result<Value>> + 'a {
    let ways = links.iter().zip(parts).enumerate();
    ways.map(|(at, (link, part))| link.apply(part, budget).map_err(|error| error.in_index(at)))
}

/// Applies one link to all elements of a list or set.
fn apply_all<'a>(
    link: &'a Link,
    parts: &'a [Value],
    budget: &'a Budget,
) -> impl ExactSizeIterator<Item = Result<Value>> + 'a {
    parts
        .iter()
        .enumerate()
        .map(|(at, part)| match link.apply(part, budget) {
            Ok(value) => bare_null(value),
            Err(error) => Err(error.in_index(at)),
        })
}

/// Creates a container from fallible parts and returns the first error, if any. The parts are
/// written directly into the container.
#[inline]
fn build<I: ExactSizeIterator<Item = Result<Value>>>(
    parts: I,
    make: impl FnOnce(Parts<'_, I>) -> Result<Value>,
) -> Result<Value> {
    let mut failure = None;
    let left = parts.len();
    let made = make(Parts {
        parts,
        left,
        failure: &mut failure,
    });
    match failure {
        None => made,
        Some(error) => Err(error),
    }
}

/// The replacement for a part that failed, and for all parts after it.
const PLACEHOLDER: Value = Value::bool(false);

/// The parts before the first failure, followed by placeholders for the rest.
struct Parts<'a, I> {
    parts: I,
    left: usize,
    failure: &'a mut Option<Error>,
}

impl<I: ExactSizeIterator<Item = Result<Value>>> Iterator for Parts<'_, I> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        if self.failure.is_some() {
            return Some(PLACEHOLDER);
        }
        Some(self.parts.next()?.unwrap_or_else(|error| {
            *self.failure = Some(error);
            PLACEHOLDER
        }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<I: ExactSizeIterator<Item = Result<Value>>> ExactSizeIterator for Parts<'_, I> {}

/// Parses the text of a number.
#[inline]
fn number_of(text: &[u8], budget: &Budget) -> Result<Value> {
    cost::read_number(text, budget)?;
    primitive::parse_number_bytes(text).map(Value::from_number)
}

/// Removes optional attributes from the type of a null that becomes a part of a value.
#[inline]
fn bare_null(value: Value) -> Result<Value> {
    if !value.is_present() && value.is_null() && value.ty().has(Flags::OPTIONAL_FIELD) {
        let ty = value.ty().without_optional_fields()?;
        return Ok(Value::null(ty).with_marks(&value.marks()));
    }
    Ok(value)
}

/// Converts elements to their common type. `key` returns the path step of each.
fn unify_values(
    mut values: Vec<Value>,
    safety: Safety,
    key: impl Fn(usize) -> Key,
    budget: &Budget,
) -> Result<Vec<Value>> {
    let same = values.windows(2).all(|pair| pair[0].ty() == pair[1].ty());
    if same && !values.iter().any(|v| v.ty().has(Flags::OPTIONAL_FIELD)) {
        return Ok(values);
    }
    let no_common = || {
        Error::new(
            Code::Conversion,
            "cannot find a common base type for all elements",
        )
    };
    let types: Vec<Type> = values.iter().map(|value| value.ty().clone()).collect();
    let mut planner = Planner::new();
    let ty = planner.unify(&types, safety).ok_or_else(no_common)?;
    for (at, value) in values.iter_mut().enumerate() {
        if value.ty() != &ty {
            let link = planner
                .link(value.ty(), &ty, safety)
                .ok_or_else(no_common)?;
            *value = link
                .apply(value, budget)
                .map_err(|error| error.in_index(key(at)))?;
        }
    }
    Ok(values)
}

/// Returns the error for elements of a collection that have different types.
fn differ(error: &Error, part: &str, collection: &str) -> Error {
    if error.code() == Code::Type {
        Error::new(
            Code::Conversion,
            format!("{part} types must all match for conversion to {collection}"),
        )
    } else {
        error.clone()
    }
}

/// Returns the result of unification with unknown types: an unknown value that keeps only the
/// marks.
fn forget(value: &Value) -> Value {
    Value::dynamic().with_marks(&value.unmark_deep().1)
}

fn misused(plan: &Plan, value: &Value) -> Error {
    Error::new(
        Code::Type,
        "the value does not have the source type of the conversion",
    )
    .with_expected(&plan.from)
    .with_found(value.ty())
}
