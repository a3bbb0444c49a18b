//! Is what a translation claims true of values?
//!
//! A value *fits* a type of the other language when its image can be had as an
//! instance of that type. What is wider or exact, every instance with an image fits;
//! what is narrower or exact, nothing else fits.

mod support;
#[path = "support/puppet.rs"]
mod support_puppet;

use polycty::diagnostic::Code;
use polycty::dialect::{DialectId, dialect, puppet};
use polycty::translate::{Fit, Translation, translate, translate_value, translate_value_to};
use polycty::types::{Field, Kind, Type};
use polycty::values::{Value, nfc};
use proptest::prelude::*;
use support::{Dynamic, Extras};

const HCL: DialectId = DialectId::Hcl;
const PUPPET: DialectId = DialectId::Puppet;

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

/// The type with some attributes optional at any depth, by their places and the bits.
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

/// An instance of a type of HCL; optional attributes are there as null or not.
fn hcl_value(ty: &Type) -> BoxedStrategy<Value> {
    support::value(&ty.without_optional_fields().unwrap(), Extras::Nulls)
}

/// Whether HCL has all strings of a value as they are, and no number is NaN.
fn is_plain(value: &Value) -> bool {
    let text = |value: &Value| value.as_str().is_none_or(|text| nfc(text) == text);
    if let Some(map) = value.as_ordered_map() {
        let mut entries = map.entries().iter();
        return entries.all(|(key, value)| text(key) && is_plain(value));
    }
    if let Some(parts) = value.parts() {
        return parts.iter().all(is_plain);
    }
    text(value) && value.as_double().is_none_or(|double| !double.is_nan())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    /// From Puppet, on values of Puppet.
    #[test]
    fn puppet_in_hcl_is_as_claimed(
        (ty, value) in support_puppet::ty().prop_flat_map(|ty| {
            let value = support_puppet::value(&ty);
            (Just(ty), value)
        })
    ) {
        let found = to_hcl(&ty);
        prop_assert_eq!(found.fit == Fit::Exact, found.notes.is_empty());
        let is_instance = puppet::instance(&value, &ty).unwrap();
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
            prop_assert!(dialect(HCL).unwrap().instance(&fitting, &plain).unwrap());
            if found.fit != Fit::Wider {
                prop_assert!(is_instance, "{:?}", found);
                let back = translate_value(&fitting, HCL, PUPPET).unwrap();
                prop_assert!(puppet::instance(&back, &ty).unwrap(), "{:?}", found);
            }
        }
    }

    /// From Puppet, on values of HCL.
    #[test]
    fn puppet_in_hcl_holds_nothing_else(
        (ty, found, value) in support_puppet::ty().prop_flat_map(|ty| {
            let found = to_hcl(&ty);
            let value = hcl_value(&found.ty);
            (Just(ty), Just(found), value)
        })
    ) {
        if let Ok(image) = translate_value(&value, HCL, PUPPET)
            && found.fit != Fit::Wider {
                prop_assert!(puppet::instance(&image, &ty).unwrap(), "{:?} {:?}", found, image);
            }
    }

    /// From HCL, on values of HCL.
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
            prop_assert!(puppet::instance(&image, &found.ty).unwrap(), "{:?} {:?}", found, image);
            // The image comes back as it went, but for the precision of numbers.
            let again = translate_value_to(&image, PUPPET, HCL, &ty).unwrap();
            prop_assert_eq!(translate_value(&again, HCL, PUPPET).unwrap(), image);
        }
    }

    /// From HCL, on values of Puppet.
    #[test]
    fn hcl_in_puppet_holds_nothing_else(
        (ty, found, value) in hcl_type().prop_flat_map(|ty| {
            let found = to_puppet(&ty);
            let value = support_puppet::value(&found.ty);
            (Just(ty), Just(found), value)
        })
    ) {
        let is_instance = puppet::instance(&value, &found.ty).unwrap();
        let fits = translate_value_to(&value, PUPPET, HCL, &ty);
        if let Ok(fitting) = &fits {
            prop_assert!(is_instance, "{:?}", found);
            let plain = ty.without_optional_fields().unwrap();
            prop_assert!(dialect(HCL).unwrap().instance(fitting, &plain).unwrap());
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

    /// What is exact comes back as it was.
    #[test]
    fn hcl_there_and_back(ty in hcl_type()) {
        let there = to_puppet(&ty);
        if there.fit == Fit::Exact {
            let back = to_hcl(&there.ty);
            prop_assert_eq!((back.ty, back.fit), (ty, Fit::Exact));
        }
    }

    /// Puppet has several words for one type, so that here the values have to agree.
    #[test]
    fn puppet_there_and_back(
        (ty, value) in support_puppet::ty().prop_flat_map(|ty| {
            let value = support_puppet::value(&ty);
            (Just(ty), value)
        })
    ) {
        let there = to_hcl(&ty);
        let back = to_puppet(&there.ty);
        if there.fit == Fit::Exact {
            prop_assert_eq!(back.fit, Fit::Exact);
            let holds = |ty: &Type| puppet::instance(&value, ty).unwrap();
            prop_assert_eq!(holds(&ty), holds(&back.ty));
            let again = to_hcl(&back.ty);
            prop_assert_eq!((again.ty, again.fit), (there.ty, Fit::Exact));
        }
    }
}
