//! Conversion of values to a type.
//!
//! The conversion follows the rules of types part by part. In addition, it checks properties of the
//! value: whether a text is a number, a list has the length of a tuple, or a value is in an
//! enumeration. A value of a union is a value of the member that it was converted to
//! ([`choose_member`]). Null has the type `none`. A plain value is accepted for a deferred type and
//! stays plain. Marks keep their positions.
//!
//! With nested unions, each member of the outer one would try each member of the inner one again.
//! Therefore the results of parts, including failures, are cached while the members of a union are
//! tried.

use crate::rules::conversion::{Convertibility, Relation, Rules};
use crate::rules::explain::why_not;
use crate::rules::infer::own_type;
use crate::rules::instance::{is_constant, is_one_of};
use crate::rules::unknown;
use crate::types::display::display_type;
use crate::types::equal::equal;
use crate::types::normal_form;
use crate::types::view::{PclType, shape};
use crate::values::{DeferredValue, MAX_DEPTH, too_deep};
use polycty_core::calls::{Budget, HeldBytes, cost};
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{IdMap, Type};
use polycty_core::values::{Value, nfc, primitive};
use std::borrow::Cow;

/// Converts a value to a type.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_pcl as pcl;
/// use polycty_core::types::Type;
/// use polycty_core::values::Value;
/// let ports = Value::tuple(vec![Value::string("80"), Value::from_i64(443)])?;
/// let wanted = Type::list(pcl::int().clone())?;
/// let ints = pcl::convert_value(&ports, &wanted, &Budget::standard())?;
/// assert_eq!(ints.parts().unwrap()[0].as_integer(), Some(80i64.into()));
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
///
/// # Errors
/// [`Code::Conversion`] with the path to the part that does not convert; [`Code::Limit`] if a text
/// is too long or the budget is exceeded.
pub fn convert_value(value: &Value, target: &Type, budget: &Budget) -> Result<Value> {
    Conversions::new(budget).converted(value, target, 0)
}

/// Returns the member of a union that a value converts to, and the converted value. The member is
/// the first that is the value's type, otherwise the first that its type safely converts to,
/// otherwise the first that the value converts to. An unknown value is converted by its type; if no
/// member is safe, it may turn out to be of a different member, so [`convert_value`] keeps the
/// union type for it.
///
/// # Errors
/// [`Code::Conversion`] if there is no such member.
pub fn choose_member(value: &Value, members: &[Type], budget: &Budget) -> Result<(usize, Value)> {
    Conversions::new(budget).chosen(value, members, 0)
}

/// The bytes of a converted part.
const PART_BYTES: u64 = 32;

/// Returns whether an error is a limit, i.e. leaves the result undetermined.
pub(crate) fn is_limit(error: &Error) -> bool {
    matches!(error.code(), Code::Limit | Code::Cancelled)
}

/// The conversions of one operation with their cached relations of types: a value leads to the same
/// pairs of types many times.
pub(crate) struct Conversions<'b> {
    budget: &'b Budget,
    /// Created on first use: most values have the shape of the target.
    relation: Option<Relation<'b>>,
    /// The number of enclosing unions whose members are being tried. Error messages of members that
    /// fail are not used, so they are not created.
    tried: u32,
    /// The cached results of parts while members are tried; `None` for a part that does not
    /// convert.
    remembered: IdMap<Part, Option<Value>>,
    /// The bytes of the cache.
    cache_memory: HeldBytes<'b>,
}

/// The key of a part with parts of its own: the address of these parts, its type, and the target
/// type. The type is needed because a list and a set may share their parts. A value that is
/// converted while members are tried is a part of the value that they are tried for, so its address
/// is stable during that time.
type Part = (usize, Type, Type);

fn part(value: &Value, wanted: &Type) -> Option<Part> {
    let address = match (value.parts(), value.entries()) {
        (Some(parts), _) if !parts.is_empty() => parts.as_ptr().addr(),
        (_, Some(entries)) if !entries.is_empty() => entries.as_ptr().addr(),
        _ => return None,
    };
    Some((address, value.ty().clone(), wanted.clone()))
}

/// The bytes of a cached part.
const MADE_BYTES: u64 = 80;

/// The minimum number of steps for a part whose result is cached. Cheaper results are recomputed.
const REMEMBER_FROM: u64 = 16;

impl<'b> Conversions<'b> {
    pub(crate) fn new(budget: &'b Budget) -> Conversions<'b> {
        Conversions {
            budget,
            relation: None,
            tried: 0,
            remembered: IdMap::default(),
            cache_memory: HeldBytes::new(budget),
        }
    }

    /// Converts like [`convert_value`].
    pub(crate) fn convert(&mut self, value: &Value, target: &Type) -> Result<Value> {
        self.converted(value, target, 0)
    }

    /// Returns the convertibility of a type to a target.
    pub(crate) fn kind(&mut self, source: &Type, target: &Type) -> Result<Convertibility> {
        let relation = self.relation();
        let kind = relation.conversion(source, target);
        relation.forget();
        relation.answer(kind)
    }

    fn relation(&mut self) -> &mut Relation<'b> {
        let budget = self.budget;
        self.relation
            .get_or_insert_with(|| Relation::new(Rules::Values, budget))
    }

    /// Returns the definition of a recursive type, always the same node, and any other type
    /// unchanged.
    fn unfolded(&mut self, ty: &Type) -> Option<Type> {
        match shape(ty) {
            PclType::Recursive(_) => self.relation().unfold(ty),
            _ => Some(ty.clone()),
        }
    }

    fn refused(&self, value: &Value, target: &Type) -> Error {
        if self.tried > 0 {
            return Error::new(Code::Conversion, String::new());
        }
        let found = own_type(value);
        let reason = match why_not(&found, target, self.budget) {
            Ok(obstacle) => obstacle.and_then(|obstacle| obstacle.summary),
            Err(limit) => return limit,
        };
        let message = reason.unwrap_or_else(|| {
            format!(
                "cannot convert a value of type {} to type {}",
                display_type(&found),
                display_type(target)
            )
        });
        Error::new(Code::Conversion, message)
            .with_expected(target)
            .with_found(&found)
    }

    fn converted(&mut self, value: &Value, target: &Type, depth: usize) -> Result<Value> {
        if target.is_any() {
            return Ok(value.clone());
        }
        if depth >= MAX_DEPTH {
            return Err(too_deep());
        }
        self.budget.charge(1)?;
        if value.is_marked() {
            let (plain, marks) = value.unmark();
            return Ok(self.converted(&plain, target, depth)?.with_marks(&marks));
        }
        let Some(unfolded) = self.unfolded(target) else {
            return Err(self.refused(value, target));
        };
        if value.is_null() {
            let own = own_type(value);
            return match self.kind(&own, target)? {
                Convertibility::None => Err(self.refused(value, target)),
                _ => Ok(Value::null(own)),
            };
        }
        if !value.is_known() || DeferredValue::of(value).is_some() {
            return self.undecided(value, target, &unfolded, depth);
        }
        if self.tried == 0 {
            return self.made(value, target, &unfolded, depth);
        }
        let Some(part) = part(value, target) else {
            return self.made(value, target, &unfolded, depth);
        };
        if let Some(known) = self.remembered.get(&part) {
            return known.clone().ok_or_else(|| self.refused(value, target));
        }
        let before = self.budget.steps();
        let made = self.made(value, target, &unfolded, depth);
        if self.budget.steps() - before >= REMEMBER_FROM {
            let known = match &made {
                Ok(made) => Some(made.clone()),
                Err(error) if is_limit(error) => return made,
                Err(_) => None,
            };
            self.cache_memory.hold(MADE_BYTES)?;
            self.remembered.insert(part, known);
        }
        made
    }

    /// Converts a known value that is not null. `unfolded` is the definition of the target.
    fn made(
        &mut self,
        value: &Value,
        target: &Type,
        unfolded: &Type,
        depth: usize,
    ) -> Result<Value> {
        match shape(unfolded) {
            PclType::Union(members) => Ok(self.chosen(value, members, depth)?.1),
            PclType::Promise(inner) | PclType::Output(inner) => {
                self.converted(value, inner, depth + 1)
            }
            PclType::Const(inner, wanted) => {
                let plain = self.converted(value, inner, depth + 1)?;
                if is_constant(&plain, wanted) {
                    Ok(plain)
                } else {
                    Err(self.refused(value, target))
                }
            }
            PclType::Enum { ty, values, .. } => {
                let plain = self.converted(value, ty, depth + 1)?;
                if is_one_of(&plain, values) {
                    Ok(plain)
                } else {
                    Err(self.refused(value, target))
                }
            }
            PclType::String | PclType::Id | PclType::Int | PclType::Number | PclType::Bool => {
                scalar(value, unfolded, self.budget)?.ok_or_else(|| self.refused(value, target))
            }
            _ => self.container(value, target, unfolded, depth),
        }
    }

    /// Converts an unknown or deferred value by its type.
    fn undecided(
        &mut self,
        value: &Value,
        target: &Type,
        unfolded: &Type,
        depth: usize,
    ) -> Result<Value> {
        if equal(value.ty(), target) {
            return Ok(value.clone());
        }
        if self.kind(value.ty(), target)? == Convertibility::None {
            return Err(self.refused(value, target));
        }
        match (DeferredValue::of(value), shape(unfolded)) {
            (Some(eventual), PclType::Promise(_) | PclType::Output(_)) => {
                Ok(eventual.with_type(target))
            }
            (Some(_), PclType::Union(members)) => Ok(self.chosen(value, members, depth)?.1),
            (Some(_), _) => Err(self.refused(value, target)),
            (None, _) => unknown::converted(value, target, self.budget),
        }
    }

    fn chosen(&mut self, value: &Value, members: &[Type], depth: usize) -> Result<(usize, Value)> {
        let own = own_type(value);
        if let Some(at) = members.iter().position(|member| equal(member, &own)) {
            let same = if value.is_null() {
                Value::null(own).with_marks(&value.marks())
            } else {
                value.clone()
            };
            return Ok((at, same));
        }
        // The first pass tries safe conversions, the second pass unsafe ones.
        for safety in [Convertibility::Safe, Convertibility::Unsafe] {
            for (at, member) in members.iter().enumerate() {
                if self.kind(&own, member)? != safety {
                    continue;
                }
                self.tried += 1;
                let converted = self.converted(value, member, depth + 1);
                self.tried -= 1;
                if self.tried == 0 {
                    self.remembered.clear();
                    self.cache_memory.release();
                }
                match converted {
                    Ok(converted) => return Ok((at, converted)),
                    Err(error) if is_limit(&error) => return Err(error),
                    Err(_) => {}
                }
            }
        }
        match self.tried {
            0 => {
                let union = normal_form::union(members.iter().cloned())?;
                Err(self.refused(value, &union))
            }
            _ => Err(self.refused(value, &own)),
        }
    }

    fn container(
        &mut self,
        value: &Value,
        target: &Type,
        unfolded: &Type,
        depth: usize,
    ) -> Result<Value> {
        let found = value.ty();
        let budget = self.budget;
        let mut at_index = |at: usize, part: &Value, ty: &Type| {
            self.converted(part, ty, depth + 1)
                .map_err(|error| error.in_index(at))
        };
        let sequence = found.is_list() || found.is_tuple() || found.is_set();
        let parts = value.parts().unwrap_or_default();
        budget.hold(value.part_count().unwrap_or_default() as u64 * PART_BYTES)?;
        match shape(unfolded) {
            PclType::List(element) if sequence => {
                let parts: Result<Vec<Value>> = parts
                    .iter()
                    .enumerate()
                    .map(|(at, part)| at_index(at, part, element))
                    .collect();
                Value::sequence(unfolded.clone(), parts?)
            }
            PclType::Set(element) if sequence => {
                let parts: Result<Vec<Value>> = parts
                    .iter()
                    .enumerate()
                    .map(|(at, part)| at_index(at, part, element))
                    .collect();
                Value::set_with_type(unfolded.clone(), parts?)
            }
            PclType::Tuple(elements) if sequence => {
                if elements.len() != parts.len() {
                    let message = format!(
                        "{} elements are required, and there are {}",
                        elements.len(),
                        parts.len()
                    );
                    return Err(Error::new(Code::Conversion, message)
                        .with_expected(target)
                        .with_found(found));
                }
                let parts: Result<Vec<Value>> = parts
                    .iter()
                    .zip(elements)
                    .enumerate()
                    .map(|(at, (part, ty))| at_index(at, part, ty))
                    .collect();
                Value::sequence(unfolded.clone(), parts?)
            }
            PclType::Map(element) if found.is_map() => {
                let mut entries = Vec::new();
                for entry in value.entries().unwrap_or_default() {
                    let part = self
                        .converted(entry.value(), element, depth + 1)
                        .map_err(|error| error.in_index(entry.key_str()))?;
                    entries.push((entry.key().clone(), part));
                }
                Value::map_with_type(unfolded.clone(), entries.into_iter())
            }
            PclType::Map(element) if found.is_object() => {
                let mut entries = Vec::with_capacity(parts.len());
                for field in found.fields() {
                    let Some(part) = value.attribute(field.name()) else {
                        continue;
                    };
                    let part = self
                        .converted(part, element, depth + 1)
                        .map_err(|error| error.in_attribute(field.name()))?;
                    entries.push((Value::string(field.name()), part));
                }
                let entries = polycty_core::values::sort_entries(entries)?;
                Value::map_with_type(unfolded.clone(), entries.into_iter())
            }
            PclType::Object(object) if found.is_object() || found.is_map() => {
                let null = Value::null(Type::none().clone());
                let mut parts = Vec::with_capacity(object.len());
                for field in object.fields() {
                    let name = field.name();
                    let part = value.attribute(name).or_else(|| value.element(name));
                    parts.push(
                        self.converted(part.unwrap_or(&null), field.ty(), depth + 1)
                            .map_err(|error| error.in_attribute(name))?,
                    );
                }
                Value::object_with_type(unfolded.clone(), parts)
            }
            _ if equal(target, found) => Ok(value.clone()),
            _ => Err(self.refused(value, target)),
        }
    }
}

/// Converts a known primitive value. Bools and numbers convert to each other through strings.
fn scalar(value: &Value, target: &Type, budget: &Budget) -> Result<Option<Value>> {
    let number = |number: Number| -> Value {
        match shape(target) {
            PclType::Int => number
                .to_integer()
                .map_or(Value::dynamic(), Value::from_integer),
            _ => Value::from_number(number),
        }
    };
    let read = |ty: &Type| -> Result<Option<Value>> {
        let Some(text) = text(value, budget)? else {
            return Ok(None);
        };
        let read = polycty_hcl::Conversions::default().convert(&text, ty, budget);
        // A number out of range is a conversion failure; only an exceeded budget is an error.
        if read.is_err() {
            budget.finish()?;
        }
        Ok(read.ok())
    };
    let made = match shape(target) {
        PclType::String | PclType::Id => text(value, budget)?,
        PclType::Bool => match value.as_bool() {
            Some(_) => Some(value.clone()),
            None => read(Type::bool())?,
        },
        PclType::Int if value.as_integer().is_some() => Some(value.clone()),
        PclType::Int | PclType::Number => match (value.as_integer(), value.as_number()) {
            (Some(integer), _) => Some(Value::from_number(Number::from_integer(&integer))),
            (None, Some(own)) => Some(number(own)),
            (None, None) => read(Type::number())?
                .and_then(|parsed| parsed.as_number())
                .map(number),
        },
        _ => None,
    };
    // A fraction does not convert to `int`.
    Ok(made.filter(Value::is_known))
}

/// Converts a known primitive value to a string.
fn text(value: &Value, budget: &Budget) -> Result<Option<Value>> {
    if let Some(text) = value.as_str() {
        cost::look_at_value(value, budget)?;
        return Ok(Some(match nfc(text) {
            Cow::Borrowed(_) => value.unmarked().clone(),
            Cow::Owned(text) => {
                budget.hold(text.len() as u64)?;
                Value::nfc_string(&text)
            }
        }));
    }
    if let Some(value) = value.as_bool() {
        return Ok(Some(Value::string(primitive::bool_text(value))));
    }
    if let Some(integer) = value.as_integer() {
        return cost::integer_to_string(&integer, budget).map(Some);
    }
    match value.as_number() {
        // The text of an infinity differs from HCL's.
        Some(number) if number.is_infinite() => Ok(Some(Value::string(&number.to_text()?))),
        Some(number) => cost::number_to_string(&number, budget).map(Some),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polycty_core::types::Str;

    /// Returns the type of a number or of one of two objects that differ in the type of `b`. The
    /// property `a` has the same type again.
    fn wanted() -> Type {
        let json = r#"["rec", "A", ["union", ["number",
            ["object", {"a": ["ref", "A"], "b": "number"}],
            ["object", {"a": ["ref", "A"], "b": "bool"}]]]]"#;
        crate::decode_type(json).unwrap()
    }

    fn given(levels: usize, text: &str) -> Value {
        (0..levels).fold(Value::from_i64(0), |inner, _| {
            let fields = [("a", inner), ("b", Value::string(text))];
            Value::object(fields.map(|(name, value)| (Str::from(name), value))).unwrap()
        })
    }

    #[test]
    fn nested_unions_are_converted_in_linear_time() {
        let steps = |levels: usize, text: &str| {
            let budget = Budget::standard();
            let found = convert_value(&given(levels, text), &wanted(), &budget);
            // The first member accepts all parts except the last.
            assert_eq!(found.is_ok(), text == "true");
            budget.steps()
        };
        for text in ["true", "neither"] {
            assert!(steps(30, text) < 3 * steps(15, text), "{text}");
        }
    }

    #[test]
    fn cached_results_equal_recomputed_ones() {
        let budget = Budget::standard();
        let marked = given(6, "true").mark("m");
        let pair = Value::tuple(vec![marked.clone(), given(6, "1")]).unwrap();
        let wanted = wanted();
        let both = Type::list(wanted.clone()).unwrap();
        let found = convert_value(&pair, &both, &budget).unwrap();
        let parts = found.parts().unwrap();
        assert_eq!(parts[0].marks(), marked.marks());
        for (part, of) in parts.iter().zip([marked, given(6, "1")]) {
            assert_eq!(convert_value(&of, &wanted, &budget).unwrap(), *part);
        }
        // Outside of unions the error has a message.
        let refused = convert_value(&given(3, "x"), &wanted, &budget).unwrap_err();
        assert!(!refused.message().is_empty());
    }

    #[test]
    fn a_number_out_of_range_does_not_convert() {
        let budget = Budget::standard();
        let long = Value::string("1e1000000000");
        for ty in ["number", "int"] {
            let wanted = crate::parse_type(ty).unwrap();
            let refused = convert_value(&long, &wanted, &budget).unwrap_err();
            assert_eq!(refused.code(), Code::Conversion, "{ty}");
        }
        // A different member may accept the text.
        let members = [
            r#""number""#,
            r#""bool""#,
            r#"["const","string","1e1000000000"]"#,
        ];
        let members = members.map(|json| crate::decode_type(json).unwrap());
        assert_eq!(choose_member(&long, &members, &budget).unwrap().0, 2);
        let fields = [("a", long), ("b", Value::string("x"))];
        let fields = fields.map(|(name, value)| (Str::from(name), value));
        let wanted = crate::parse_type("object({a = number, b = int})").unwrap();
        let errors = crate::check(&Value::object(fields).unwrap(), &wanted, &budget).unwrap();
        assert_eq!(errors.len(), 2);
        assert!(errors.iter().all(|error| error.code() == Code::Conversion));
        let far = Value::from_number(Number::parse("1e100000000").unwrap());
        let errors = crate::check(&far, Type::string(), &budget).unwrap();
        assert_eq!(errors.len(), 1);
        let spent = Budget::new().limit_steps(10);
        let refused = convert_value(&Value::string("1e100000"), Type::number(), &spent);
        assert_eq!(refused.unwrap_err().code(), Code::Limit);
    }

    #[test]
    fn texts_of_numbers_are_counted() {
        let long = Value::from_number(Number::parse("1e100000").unwrap());
        let integer = Value::from_integer(Number::parse("1e9999").unwrap().to_integer().unwrap());
        let texts = Type::list(Type::string().clone()).unwrap();
        for (number, limit) in [(long, 1 << 20), (integer, 1 << 17)] {
            let given = Value::tuple(vec![number; 100]).unwrap();
            let little = Budget::new().limit_bytes(limit);
            assert!(is_limit(
                &convert_value(&given, &texts, &little).unwrap_err()
            ));
            let made = convert_value(&given, &texts, &Budget::standard()).unwrap();
            assert_eq!(made.part_count(), Some(100));
        }
    }
}
