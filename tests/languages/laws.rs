//! The laws that hold for all types and values.

use crate::support::{Dynamic, Extras, ty, typed_value};
use polycty::codec::{json, msgpack};
use proptest::prelude::*;
use std::hash::{BuildHasher, RandomState};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Equality, order and hash of types agree.
    #[test]
    fn types_equal_order_and_hash_agree(a in ty(Dynamic::Allowed), b in ty(Dynamic::Allowed)) {
        prop_assert_eq!(a == b, a.cmp(&b).is_eq());
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        if a == b {
            prop_assert_eq!(a.structural_hash(), b.structural_hash());
        }
        let copy = a.replace(&mut |_| Ok(None)).unwrap();
        prop_assert_eq!(&copy, &a);
    }

    /// Equality and hash of values agree, and a value's type is the one it was made for.
    #[test]
    fn values_equal_and_hash_agree((ty, a) in typed_value(Dynamic::Allowed, Extras::All)) {
        let hash = RandomState::new();
        prop_assert_eq!(&a, &a.clone());
        prop_assert_eq!(hash.hash_one(&a), hash.hash_one(a.clone()));
        prop_assert_eq!(a.ty(), &ty);
    }

    /// Unmarking returns the marks, and marking the parts again does not change the unmarked value.
    #[test]
    fn marks_are_never_dropped((_, a) in typed_value(Dynamic::Never, Extras::All)) {
        let (bare, marks) = a.unmark_deep();
        prop_assert!(!bare.contains_marked());
        prop_assert_eq!(a.contains_marked(), !marks.is_empty());
        let again = bare.with_marks(&marks);
        prop_assert_eq!(again.unmark_deep(), (bare, marks));
    }

    /// A value that is written as JSON is read back, including nulls and numbers of any size.
    #[test]
    fn json_reads_back((ty, a) in typed_value(Dynamic::Never, Extras::Nulls)) {
        let text = json::encode(&a, &ty).unwrap();
        prop_assert_eq!(json::decode(text.as_bytes(), &ty).unwrap(), a);
    }

    /// A value that is written as MessagePack is read back, including unknown values.
    #[test]
    fn msgpack_reads_back((ty, a) in typed_value(Dynamic::Never, Extras::All)) {
        let (bare, _) = a.unmark_deep();
        let bytes = msgpack::encode(&bare, &ty).unwrap();
        prop_assert_eq!(msgpack::decode(&bytes, &ty).unwrap(), bare);
    }
}
