//! Soundness of translations: every claim of a translation is true of values.
//!
//! A value *fits* a type of the other language if its image exists as an instance of that type. For
//! a wider or exact translation, every instance with an image fits; for a narrower or exact one, no
//! other value fits.

use crate::support::pcl::Kinds;
use crate::support::{self, Dynamic, Extras};
use polycty::calls::Budget;
use polycty::dialect::{DialectId, dialect, mcl, puppet};
use polycty::number::Number;
use polycty::source::Code;
use polycty::translate::{Fit, Translation, translate, translate_value, translate_value_to};
use polycty::types::{Field, Flags, Kind, Type};
use polycty::values::{Value, nfc};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

const HCL: DialectId = DialectId::Hcl;
const PUPPET: DialectId = DialectId::Puppet;
const MCL: DialectId = DialectId::Mcl;
const PCL: DialectId = DialectId::Pcl;

fn to_hcl(ty: &Type) -> Translation {
    translate(ty, PUPPET, HCL).unwrap()
}

fn to_puppet(ty: &Type) -> Translation {
    translate(ty, HCL, PUPPET).unwrap()
}

/// Types of HCL, with some attributes optional.
fn hcl_type() -> impl Strategy<Value = Type> {
    (support::ty(Dynamic::Allowed), any::<u8>()).prop_map(|(ty, bits)| optional_in(&ty, bits))
}

/// The type with some attributes optional at any depth, selected by their indices and the bits.
fn optional_in(ty: &Type, bits: u8) -> Type {
    ty.replace(&mut |part| match part.kind() {
        Kind::Object(object) => {
            let fields: Vec<Field> = (object.fields().iter().enumerate())
                .map(|(at, field)| {
                    let inner = optional_in(field.ty(), bits.rotate_left(3));
                    match bits >> (at % 8) & 1 {
                        1 => Field::optional(field.shared_name().clone(), inner),
                        _ => Field::new(field.shared_name().clone(), inner),
                    }
                })
                .collect();
            Type::object(fields).map(Some)
        }
        _ => Ok(None),
    })
    .unwrap()
}

/// An instance of a type of HCL; optional attributes are present, possibly null, or missing.
fn hcl_value(ty: &Type) -> BoxedStrategy<Value> {
    support::value(&ty.without_optional_fields().unwrap(), Extras::Nulls)
}

/// Whether HCL keeps all strings of a value unchanged, and no number is NaN.
fn is_plain(value: &Value) -> bool {
    let text = |value: &Value| value.as_str().is_none_or(|text| nfc(text) == text);
    if let Some(map) = value.as_ordered_map() {
        let mut entries = map.entries().iter();
        return entries.all(|(key, value)| text(key) && is_plain(value));
    }
    if let Some(entries) = value.entries() {
        let mut entries = entries.iter();
        return entries.all(|entry| text(entry.key()) && is_plain(entry.value()));
    }
    if let Some(parts) = value.parts() {
        return parts.iter().all(is_plain);
    }
    text(value) && value.as_double().is_none_or(|double| !double.is_nan())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    /// Translation from Puppet, with values of Puppet.
    #[test]
    fn puppet_in_hcl_is_as_claimed(
        (ty, value) in support::puppet::ty().prop_flat_map(|ty| {
            let value = support::puppet::value(&ty);
            (Just(ty), value)
        })
    ) {
        let found = to_hcl(&ty);
        prop_assert_eq!(found.fit == Fit::Exact, found.notes.is_empty());
        let is_instance = puppet::instance(&value, &ty, &Budget::standard()).unwrap();
        let has_image = translate_value(&value, PUPPET, HCL).is_ok();
        let fits = translate_value_to(&value, PUPPET, HCL, &found.ty);
        if is_instance && has_image {
            prop_assert!(fits.is_ok(), "{:?} {:?}", found, fits);
        }
        if is_instance && found.fit == Fit::Exact {
            prop_assert!(has_image || !is_plain(&value));
        }
        if let Ok(fitting) = fits {
            let plain = found.ty.without_optional_fields().unwrap();
            prop_assert!(dialect(HCL).instance(&fitting, &plain, &Budget::standard()).unwrap());
            if found.fit != Fit::Wider {
                prop_assert!(is_instance, "{:?}", found);
                let back = translate_value(&fitting, HCL, PUPPET).unwrap();
                prop_assert!(puppet::instance(&back, &ty, &Budget::standard()).unwrap(), "{:?}", found);
            }
        }
    }

    /// Translation from Puppet, with values of HCL.
    #[test]
    fn puppet_in_hcl_holds_nothing_else(
        (ty, found, value) in support::puppet::ty().prop_flat_map(|ty| {
            let found = to_hcl(&ty);
            let value = hcl_value(&found.ty);
            (Just(ty), Just(found), value)
        })
    ) {
        if let Ok(image) = translate_value(&value, HCL, PUPPET)
            && found.fit != Fit::Wider {
                prop_assert!(puppet::instance(&image, &ty, &Budget::standard()).unwrap(), "{:?} {:?}", found, image);
            }
    }

    /// Translation from HCL, with values of HCL.
    #[test]
    fn hcl_in_puppet_is_as_claimed(
        (ty, value) in hcl_type().prop_flat_map(|ty| {
            let value = hcl_value(&ty);
            (Just(ty), value)
        })
    ) {
        let found = to_puppet(&ty);
        prop_assert_ne!(found.fit, Fit::Narrower);
        prop_assert_eq!(found.fit == Fit::Exact, found.notes.is_empty());
        if let Ok(image) = translate_value(&value, HCL, PUPPET) {
            prop_assert!(puppet::instance(&image, &found.ty, &Budget::standard()).unwrap(), "{:?} {:?}", found, image);
            // The image of the translated image is the same, except for the precision of numbers.
            let again = translate_value_to(&image, PUPPET, HCL, &ty).unwrap();
            prop_assert_eq!(translate_value(&again, HCL, PUPPET).unwrap(), image);
        }
    }

    /// Translation from HCL, with values of Puppet.
    #[test]
    fn hcl_in_puppet_holds_nothing_else(
        (ty, found, value) in hcl_type().prop_flat_map(|ty| {
            let found = to_puppet(&ty);
            let value = support::puppet::value(&found.ty);
            (Just(ty), Just(found), value)
        })
    ) {
        let is_instance = puppet::instance(&value, &found.ty, &Budget::standard()).unwrap();
        let fits = translate_value_to(&value, PUPPET, HCL, &ty);
        if let Ok(fitting) = &fits {
            prop_assert!(is_instance, "{:?}", found);
            let plain = ty.without_optional_fields().unwrap();
            prop_assert!(dialect(HCL).instance(fitting, &plain, &Budget::standard()).unwrap());
        }
        if found.fit == Fit::Exact && is_instance && is_plain(&value) {
            prop_assert!(fits.is_ok(), "{:?} {:?}", found, fits);
        }
    }

    /// Marks and unknowns have no image, at whatever depth.
    #[test]
    fn nothing_is_dropped((_, value) in support::typed_value(Dynamic::Never, Extras::All)) {
        let image = translate_value(&value, HCL, PUPPET);
        if value.contains_marked() || !value.is_wholly_known() {
            prop_assert_eq!(image.unwrap_err().code(), Code::Unsupported);
        }
    }

    /// An exact translation is translated back to the same type.
    #[test]
    fn hcl_there_and_back(ty in hcl_type()) {
        let there = to_puppet(&ty);
        if there.fit == Fit::Exact {
            let back = to_hcl(&there.ty);
            prop_assert_eq!((back.ty, back.fit), (ty, Fit::Exact));
        }
    }

    /// Puppet has several notations for one type, so the test compares values.
    #[test]
    fn puppet_there_and_back(
        (ty, value) in support::puppet::ty().prop_flat_map(|ty| {
            let value = support::puppet::value(&ty);
            (Just(ty), value)
        })
    ) {
        let there = to_hcl(&ty);
        let back = to_puppet(&there.ty);
        if there.fit == Fit::Exact {
            prop_assert_eq!(back.fit, Fit::Exact);
            let holds = |ty: &Type| puppet::instance(&value, ty, &Budget::standard()).unwrap();
            prop_assert_eq!(holds(&ty), holds(&back.ty));
            let again = to_hcl(&back.ty);
            prop_assert_eq!((again.ty, again.fit), (there.ty, Fit::Exact));
        }
    }
}

/// Whether a value is an instance of a type in its dialect. A type without values has none.
fn is_instance(value: &Value, ty: &Type, of: DialectId) -> bool {
    match of {
        HCL => {
            let plain = ty.without_optional_fields().unwrap();
            dialect(HCL)
                .instance(value, &plain, &Budget::standard())
                .unwrap()
        }
        PUPPET => puppet::instance(value, ty, &Budget::standard()).unwrap(),
        PCL => support::pcl::holds(value, ty, Kinds::Own),
        _ => match dialect(of).instance(value, ty, &Budget::standard()) {
            Ok(is) => is,
            Err(error) => {
                assert_eq!(error.code(), Code::Type);
                false
            }
        },
    }
}

/// Whether the data of a value is that of an instance of a type. The representation in mcl (the
/// order of fields, a struct or a map) is ignored.
fn may_be(value: &Value, ty: &Type, of: DialectId) -> bool {
    match of {
        MCL => true,
        PCL => support::pcl::holds(value, ty, Kinds::Any),
        of => is_instance(value, ty, of),
    }
}

fn type_of_dialect(of: DialectId) -> BoxedStrategy<Type> {
    match of {
        HCL => hcl_type().boxed(),
        PUPPET => support::puppet::ty().boxed(),
        PCL => support::pcl::ty(),
        _ => support::mcl::ty(),
    }
}

/// A value that is mostly an instance of a type.
fn value_of_dialect(ty: &Type, of: DialectId) -> BoxedStrategy<Value> {
    match of {
        HCL => hcl_value(ty),
        PUPPET => support::puppet::value(ty),
        PCL => support::pcl::value(ty),
        _ => support::mcl::value(ty),
    }
}

/// Whether a part is NaN, which only mcl counts among its floats.
fn has_nan(value: &Value) -> bool {
    if let Some(map) = value.as_ordered_map() {
        let mut entries = map.entries().iter();
        return entries.any(|(key, part)| has_nan(key) || has_nan(part));
    }
    if let Some(entries) = value.entries() {
        return entries.iter().any(|entry| has_nan(entry.value()));
    }
    if let Some(parts) = value.parts() {
        return parts.iter().any(has_nan);
    }
    value.as_double().is_some_and(f64::is_nan)
}

/// Checks the claim for a value of the source: its instances with an image fit, and no other value
/// fits if the claim excludes it. The representation in mcl and PCL is not a part of the claim.
fn as_claimed(
    ty: &Type,
    value: &Value,
    from: DialectId,
    to: DialectId,
) -> Result<(), TestCaseError> {
    let found = translate(ty, from, to).unwrap();
    prop_assert_eq!(found.fit == Fit::Exact, found.notes.is_empty());
    let is_one = is_instance(value, ty, from);
    let image = translate_value(value, from, to);
    let fits = translate_value_to(value, from, to, &found.ty);
    if is_one && image.is_ok() {
        prop_assert!(fits.is_ok(), "{:?} {:?}", found, fits);
    }
    if is_one && found.fit == Fit::Exact {
        let none = has_nan(value)
            || to == PCL && !is_plain(value)
            || from == PCL && to != HCL && !is_double(value);
        prop_assert!(image.is_ok() || none, "{:?}", image);
    }
    // Types that Puppet infers from parts ignore undef.
    if let Ok(image) = image.as_ref()
        && to != PUPPET
    {
        let own = dialect(to).type_of(image, &Budget::standard()).unwrap();
        prop_assert!(is_instance(image, &own, to));
    }
    if let Ok(fitting) = &fits {
        prop_assert!(is_instance(fitting, &found.ty, to));
        if found.fit != Fit::Wider {
            // If several numbers have the same double in other dialects, the claim is about the one
            // that is read back.
            let another = from == PCL && !is_double(value);
            prop_assert!(
                may_be(value, ty, from) || another,
                "{:?} {:?}",
                found,
                fitting
            );
            let back = translate_value_to(fitting, to, from, ty);
            prop_assert!(back.is_ok(), "{:?} {:?} {:?}", found, fitting, back);
            prop_assert!(is_instance(&back.unwrap(), ty, from));
        }
    }
    Ok(())
}

/// Checks the claim for a value of the target: it has no instances without a source, and all that
/// fit the source.
fn nothing_else(
    ty: &Type,
    found: &Translation,
    value: &Value,
    from: DialectId,
    to: DialectId,
) -> Result<(), TestCaseError> {
    let is_one = is_instance(value, &found.ty, to);
    let image = translate_value(value, to, from);
    let fits = translate_value_to(value, to, from, ty);
    if found.fit != Fit::Wider && is_one && image.is_ok() {
        prop_assert!(fits.is_ok(), "{:?} {:?}", found, fits);
    }
    if let Ok(fitting) = fits {
        prop_assert!(is_instance(&fitting, ty, from));
        // A missing attribute has become null, which mcl does not have.
        if translate_value(&fitting, from, to).is_ok() {
            let back = translate_value_to(&fitting, from, to, &found.ty);
            prop_assert!(back.is_ok(), "{:?} {:?} {:?}", found, fitting, back);
            prop_assert!(may_be(value, &found.ty, to), "{:?}", found);
        }
    }
    Ok(())
}

/// A pair of dialects, one of which is mcl.
fn pair_with_mcl() -> impl Strategy<Value = (DialectId, DialectId)> {
    prop::sample::select(vec![(MCL, HCL), (MCL, PUPPET), (HCL, MCL), (PUPPET, MCL)])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8192))]

    /// Translation from and to mcl, with values of the source.
    #[test]
    fn mcl_is_as_claimed(
        (from, to, ty, value) in pair_with_mcl().prop_flat_map(|(from, to)| {
            type_of_dialect(from).prop_flat_map(move |ty| {
                let value = value_of_dialect(&ty, from);
                (Just(from), Just(to), Just(ty), value)
            })
        })
    ) {
        as_claimed(&ty, &value, from, to)?;
    }

    /// Translation from and to mcl, with values of the target.
    #[test]
    fn mcl_holds_nothing_else(
        (from, to, ty, found, value) in pair_with_mcl().prop_flat_map(|(from, to)| {
            type_of_dialect(from).prop_flat_map(move |ty| {
                let found = translate(&ty, from, to).unwrap();
                let value = value_of_dialect(&found.ty, to);
                (Just(from), Just(to), Just(ty), Just(found), value)
            })
        })
    ) {
        nothing_else(&ty, &found, &value, from, to)?;
    }

    /// An exact translation is translated back to the same type, in Puppet possibly in a different
    /// notation.
    #[test]
    fn mcl_there_and_back(
        (of, ty, value) in prop::sample::select(vec![MCL, PUPPET]).prop_flat_map(|of| {
            type_of_dialect(of).prop_flat_map(move |ty| {
                let value = value_of_dialect(&ty, of);
                (Just(of), Just(ty), value)
            })
        })
    ) {
        let other = if of == MCL { PUPPET } else { MCL };
        let there = translate(&ty, of, other).unwrap();
        if there.fit == Fit::Exact {
            let back = translate(&there.ty, other, of).unwrap();
            prop_assert_eq!(back.fit, Fit::Exact);
            prop_assert_eq!(is_instance(&value, &ty, of), is_instance(&value, &back.ty, of));
            if of == MCL {
                prop_assert_eq!(back.ty, ty);
            }
        }
    }

    /// A value is translated back to the same value if its type is required.
    #[test]
    fn values_of_mcl_there_and_back(
        (other, value) in prop::sample::select(vec![HCL, PUPPET]).prop_flat_map(|other| {
            (Just(other), support::mcl::ty().prop_flat_map(|ty| support::mcl::value(&ty)))
        })
    ) {
        let own = mcl::type_of(&value).unwrap();
        if let Ok(image) = translate_value(&value, MCL, other) && !own.has(Flags::ANY) {
            let back = translate_value_to(&image, other, MCL, &own).unwrap();
            prop_assert_eq!(mcl::type_of(&back).unwrap(), own);
            prop_assert!(mcl::value_cmp(&back, &value).is_eq(), "{:?} {:?}", back, value);
        }
    }

    /// Marks and unknowns have no image in mcl, at whatever depth.
    #[test]
    fn nothing_is_dropped_on_the_way_to_mcl(
        (_, value) in support::typed_value(Dynamic::Never, Extras::All)
    ) {
        let image = translate_value(&value, HCL, MCL);
        if value.contains_marked() || !value.is_wholly_known() {
            prop_assert_eq!(image.unwrap_err().code(), Code::Unsupported);
        } else if let Ok(image) = image {
            prop_assert!(mcl::type_of(&image).is_ok());
        }
    }
}

/// A pair of dialects, one of which is PCL.
fn pair_with_pcl() -> impl Strategy<Value = (DialectId, DialectId)> {
    let others = prop::sample::select(vec![HCL, PUPPET, MCL]);
    (others, any::<bool>())
        .prop_map(|(other, first)| if first { (PCL, other) } else { (other, PCL) })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6144))]

    /// Translation from and to PCL, with values of the source.
    #[test]
    fn pcl_is_as_claimed(
        (from, to, ty, value) in pair_with_pcl().prop_flat_map(|(from, to)| {
            type_of_dialect(from).prop_flat_map(move |ty| {
                let value = value_of_dialect(&ty, from);
                (Just(from), Just(to), Just(ty), value)
            })
        })
    ) {
        as_claimed(&ty, &value, from, to)?;
    }

    /// Translation from and to PCL, with values of the target.
    #[test]
    fn pcl_holds_nothing_else(
        (from, to, ty, found, value) in pair_with_pcl().prop_flat_map(|(from, to)| {
            type_of_dialect(from).prop_flat_map(move |ty| {
                let found = translate(&ty, from, to).unwrap();
                let value = value_of_dialect(&found.ty, to);
                (Just(from), Just(to), Just(ty), Just(found), value)
            })
        })
    ) {
        nothing_else(&ty, &found, &value, from, to)?;
    }

    /// An exact translation is translated back to the same type. PCL and Puppet have several
    /// notations for one type, so the test compares values.
    #[test]
    fn pcl_there_and_back(
        (from, to, ty, value) in pair_with_pcl().prop_flat_map(|(from, to)| {
            type_of_dialect(from).prop_flat_map(move |ty| {
                let value = value_of_dialect(&ty, from);
                (Just(from), Just(to), Just(ty), value)
            })
        })
    ) {
        let there = translate(&ty, from, to).unwrap();
        if there.fit == Fit::Exact {
            let back = translate(&there.ty, to, from).unwrap();
            prop_assert_eq!(back.fit, Fit::Exact, "{:?}", there);
            // NaN is an instance of Puppet's ScalarData and not of its Numeric.
            if !has_nan(&value) {
                prop_assert_eq!(may_be(&value, &ty, from), may_be(&value, &back.ty, from));
            }
            if from == HCL {
                prop_assert_eq!(back.ty, ty);
            }
        }
    }

    /// A value is translated back to the same value if its type is required.
    #[test]
    fn values_of_pcl_there_and_back(
        (other, ty, value) in prop::sample::select(vec![HCL, PUPPET]).prop_flat_map(|other| {
            support::pcl::ty().prop_flat_map(move |ty| {
                let value = support::pcl::value(&ty);
                (Just(other), Just(ty), value)
            })
        })
    ) {
        let Ok(image) = translate_value(&value, PCL, other) else {
            return Ok(());
        };
        let fits = translate_value_to(&image, other, PCL, &ty);
        if is_instance(&value, &ty, PCL) && (other == HCL || is_double(&value)) {
            prop_assert!(fits.is_ok(), "{:?}", fits);
        }
        if let Ok(back) = fits {
            prop_assert!(is_instance(&back, &ty, PCL));
            if other == HCL || is_double(&value) {
                prop_assert!(support::pcl::same_data(&back, &value), "{:?}", back);
            }
        }
    }

    /// Marks are kept between the two languages that have them. Deferred and unknown values have no
    /// image, at any depth.
    #[test]
    fn nothing_is_dropped_on_the_way_to_pcl(
        (ty, value) in support::typed_value(Dynamic::Never, Extras::All)
    ) {
        let image = translate_value(&value, HCL, PCL);
        if !value.is_wholly_known() {
            prop_assert_eq!(image.unwrap_err().code(), Code::Unsupported);
        } else {
            let image = image.unwrap();
            prop_assert_eq!(image.contains_marked(), value.contains_marked());
            prop_assert_eq!(&translate_value_to(&image, PCL, HCL, &ty).unwrap(), &value);
            let wanted = translate(&ty, HCL, PCL).unwrap().ty;
            let image = translate_value_to(&value, HCL, PCL, &wanted).unwrap();
            prop_assert!(dialect(PCL).instance(&image, &wanted, &Budget::standard()).unwrap());
            prop_assert_eq!(&translate_value_to(&image, PCL, HCL, &ty).unwrap(), &value);
            if value.contains_marked() {
                prop_assert!(translate_value(&image, PCL, PUPPET).is_err());
                prop_assert!(translate_value(&image, PCL, MCL).is_err());
            }
        }
    }
}

/// Whether each number is equal to one that is read from the shortest digits of a double.
fn is_double(value: &Value) -> bool {
    if let Some(entries) = value.entries() {
        return entries.iter().all(|entry| is_double(entry.value()));
    }
    if let Some(parts) = value.parts() {
        return parts.iter().all(is_double);
    }
    let digits = |number: Number| {
        let (double, _) = number.to_f64();
        number.to_integer().is_some()
            || number.is_infinite()
            || Number::parse(&format!("{double:e}")).unwrap() == number
    };
    value.as_number().is_none_or(digits)
}

/// A union of null and nothing is null, in every notation.
#[test]
fn null_alone_is_undef() {
    for text in ["none", "union(none, cty.NullVal(cty.DynamicPseudoType))"] {
        let ty = dialect(PCL).parse_type(text, &Budget::standard()).unwrap();
        let found = translate(&ty, PCL, PUPPET).unwrap();
        assert_eq!((&found.ty, found.fit), (Type::none(), Fit::Exact), "{text}");
    }
}
