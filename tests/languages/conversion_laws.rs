//! The laws of conversions and of unification.

use crate::support::{Dynamic, Extras, ty, typed_value, value};
use polycty::calls::Budget;
use polycty::dialect::hcl::{
    ConversionKind, Safety, conversion_kind, convert, converter, mismatch, unify,
};
use polycty::types::{Field, Flags, Type};
use polycty::values::Value;
use proptest::prelude::*;

/// A type that values of a different type often convert to.
fn related(from: &Type) -> BoxedStrategy<Type> {
    let same = Just(from.clone()).boxed();
    let any = Just(Type::any().clone()).boxed();
    let string = Just(Type::string().clone()).boxed();
    if from.is_primitive() {
        return prop_oneof![6 => same, 6 => string, 1 => any, 1 => ty(Dynamic::Allowed)].boxed();
    }
    let collections = |element: BoxedStrategy<Type>| {
        (element, proptest::bool::ANY).prop_map(|(element, list)| {
            if list {
                Type::list(element).unwrap()
            } else {
                Type::set(element).unwrap()
            }
        })
    };
    if from.is_map() {
        let element = related(from.element().unwrap());
        return prop_oneof![
            6 => element.prop_map(|element| Type::map(element).unwrap()),
            1 => any,
        ]
        .boxed();
    }
    if let Some(element) = from.element() {
        return prop_oneof![6 => collections(related(element)), 1 => any].boxed();
    }
    if let Some(elements) = from.elements() {
        let parts: Vec<_> = elements.iter().map(related).collect();
        let element = elements.first().map_or(any.clone(), related);
        return prop_oneof![
            3 => parts.prop_map(|parts| Type::tuple(parts).unwrap()),
            3 => collections(prop_oneof![any.clone(), string, element].boxed()),
            1 => any,
        ]
        .boxed();
    }
    if from.is_object() {
        let names: Vec<_> = from
            .fields()
            .iter()
            .map(|f| f.shared_name().clone())
            .collect();
        let parts: Vec<_> = from
            .fields()
            .iter()
            .map(|field| (related(field.ty()), 0..4u8))
            .collect();
        let object = parts.prop_map(move |parts| {
            let fields: Vec<Field> = names
                .iter()
                .zip(parts)
                .filter_map(|(name, (ty, fate))| match fate {
                    0 => None,
                    1 => Some(Field::optional(name.clone(), ty)),
                    _ => Some(Field::new(name.clone(), ty)),
                })
                .collect();
            Type::object(fields).unwrap()
        });
        let element = prop_oneof![any.clone(), string];
        return prop_oneof![
            4 => object,
            2 => element.prop_map(|element| Type::map(element).unwrap()),
            1 => any,
        ]
        .boxed();
    }
    prop_oneof![same, ty(Dynamic::Allowed)].boxed()
}

fn value_and_target(dynamic: Dynamic, extras: Extras) -> BoxedStrategy<(Value, Type)> {
    typed_value(dynamic, extras)
        .prop_flat_map(|(ty, value)| (Just(value), related(&ty)))
        .boxed()
}

/// Whether a value of the type may be a set that becomes a list. With unknown elements it becomes
/// an unknown list that keeps its element type, as in cty.
fn has_sets(ty: &Type) -> bool {
    ty.has(Flags::SET)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// A safe conversion never fails. The types that replace `any`, and whether they have a common
    /// type in a collection, cannot be predicted.
    #[test]
    fn safe_conversions_never_fail(
        (value, to) in value_and_target(Dynamic::Never, Extras::Nulls)
    ) {
        if let Some(conversion) = converter(value.ty(), &to, Safety::Safe) {
            prop_assert!(conversion.apply(&value, &Budget::standard()).is_ok() || to.has(Flags::ANY));
        }
    }

    /// If there is no conversion, converting fails and there is an explanation; otherwise there is
    /// none.
    #[test]
    fn kinds_of_conversion_agree(
        (value, to) in value_and_target(Dynamic::Allowed, Extras::Nulls)
    ) {
        match conversion_kind(value.ty(), &to) {
            ConversionKind::Same => prop_assert_eq!(convert(&value, &to).unwrap(), value),
            ConversionKind::Safe => prop_assert!(converter(value.ty(), &to, Safety::Safe).is_some()),
            ConversionKind::Unsafe => {
                prop_assert!(converter(value.ty(), &to, Safety::Safe).is_none());
                prop_assert!(converter(value.ty(), &to, Safety::Unsafe).is_some());
                prop_assert!(mismatch(value.ty(), &to).is_none());
            }
            ConversionKind::None => {
                let message = convert(&value, &to).unwrap_err().message().to_owned();
                let why = mismatch(value.ty(), &to).map(|why| why.message().to_owned());
                prop_assert_eq!(why, Some(message));
            }
        }
    }

    /// The type of a result is the requested type, except for optional attributes and the types
    /// that replace `any`.
    #[test]
    fn results_have_the_wanted_type((value, to) in value_and_target(Dynamic::Allowed, Extras::All)) {
        if let Ok(result) = convert(&value, &to) {
            prop_assert!(!result.ty().has(Flags::OPTIONAL_FIELD) || to.has(Flags::ANY));
            if !to.has(Flags::ANY) && !has_sets(value.ty()) {
                prop_assert_eq!(result.ty(), &to.without_optional_fields().unwrap());
            }
        }
    }

    /// Repeating a conversion changes nothing.
    #[test]
    fn conversion_is_idempotent((value, to) in value_and_target(Dynamic::Allowed, Extras::All)) {
        if let Ok(result) = convert(&value, &to)
            && !has_sets(value.ty()) {
                prop_assert_eq!(convert(&result, &to).unwrap(), result);
            }
    }

    /// A converter has the same results as [`convert`].
    #[test]
    fn converters_convert((value, to) in value_and_target(Dynamic::Allowed, Extras::All)) {
        if let Some(conversion) = converter(value.ty(), &to, Safety::Unsafe) {
            let wanted = convert(&value, &to).map_err(|error| error.to_string());
            let got = conversion.apply(&value, &Budget::standard()).map_err(|error| error.to_string());
            prop_assert_eq!(wanted, got);
        }
    }

    /// A converter returns a value or an error for every value, and never panics.
    #[test]
    fn converters_refuse_other_values(
        (value, _) in value_and_target(Dynamic::Allowed, Extras::All),
        from in ty(Dynamic::Allowed),
        to in ty(Dynamic::Allowed),
    ) {
        if let Some(conversion) = converter(&from, &to, Safety::Unsafe) {
            let _ = conversion.apply(&value, &Budget::standard());
        }
    }

    /// Every type converts to the unified type, and the converters do so.
    #[test]
    fn all_convert_to_the_unified_type(
        (first, others) in typed_value(Dynamic::Allowed, Extras::Nulls).prop_flat_map(|(ty, v)| {
            let other = related(&ty).prop_flat_map(|ty| {
                let ty = ty.without_optional_fields().unwrap();
                value(&ty, Extras::Nulls)
            });
            (Just(v), prop::collection::vec(other, 0..4))
        }),
        safety in prop_oneof![Just(Safety::Safe), Just(Safety::Unsafe)],
    ) {
        let values: Vec<Value> = std::iter::once(first).chain(others).collect();
        let types: Vec<Type> = values.iter().map(|value| value.ty().clone()).collect();
        if let Some(unified) = unify(&types, safety) {
            prop_assert_eq!(unified.converters.len(), types.len());
            for (value, conversion) in values.iter().zip(&unified.converters) {
                // If `any` is among the parts, a converter may take two steps that are not
                // equivalent to a single conversion.
                if !types.iter().any(|ty| ty.has(Flags::ANY)) {
                    prop_assert!(converter(value.ty(), &unified.ty, safety).is_some());
                }
                match conversion {
                    None => prop_assert_eq!(value.ty(), &unified.ty),
                    Some(conversion) => {
                        prop_assert_eq!(conversion.target(), &unified.ty);
                        let result = conversion.apply(value, &Budget::standard());
                        if safety == Safety::Safe && !unified.ty.has(Flags::ANY) {
                            let result = result.unwrap();
                            prop_assert_eq!(result.ty(), &unified.ty);
                        }
                    }
                }
            }
        }
    }

    /// Repeated types have no effect on unification.
    #[test]
    fn repeated_types_count_once(types in prop::collection::vec(ty(Dynamic::Allowed), 1..4)) {
        let twice: Vec<Type> = types.iter().chain(&types).cloned().collect();
        let once = unify(&types, Safety::Safe).map(|unified| unified.ty);
        prop_assert_eq!(once, unify(&twice, Safety::Safe).map(|unified| unified.ty));
    }
}
