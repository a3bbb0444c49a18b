//! The registry of dialects: which rules does each language have over the universe?
//!
//! [`dialect`] finds the rules that a name stands for.
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::dialect::{ConversionKind, DialectId};
//! use polycty_translate::dialect;
//! let (hcl, budget) = (dialect(DialectId::Hcl), Budget::standard());
//! let ty = |text| hcl.parse_type(text, &budget);
//! let (port, text) = (ty("object({ port = number })")?, ty("map(string)")?);
//! assert_eq!(hcl.conversion(&port, &text, &budget)?, ConversionKind::Safe);
//! let why = hcl.explain(&text, &ty("bool")?, &budget)?;
//! assert_eq!(why.unwrap().message(), "bool required, but have map of string");
//! # Ok::<(), polycty_core::source::Error>(())
//! ```

use polycty_core::dialect::{Dialect, DialectId};

/// The rules of a dialect.
#[must_use]
pub fn dialect(id: DialectId) -> &'static dyn Dialect {
    match id {
        DialectId::Hcl => &polycty_hcl::Hcl,
        DialectId::Pcl => &polycty_pcl::Pcl,
        DialectId::Puppet => &polycty_puppet::Puppet,
        DialectId::Mcl => &polycty_mcl::Mcl,
    }
}

#[cfg(test)]
mod tests {
    use super::dialect;
    use polycty_core::calls::Budget;
    use polycty_core::dialect::{ConversionKind, DialectId, Safety};
    use polycty_core::types::Type;
    use polycty_core::values::Value;

    #[test]
    fn a_dialect_is_found_under_its_own_name() {
        for id in DialectId::ALL {
            assert_eq!(dialect(id).id(), id);
        }
    }

    /// The answers of one dialect belong together, for every pair of some types.
    #[test]
    fn the_verbs_of_hcl_agree() {
        let hcl = dialect(DialectId::Hcl);
        let types: Vec<Type> = [
            "any",
            "bool",
            "string",
            "list(string)",
            "list(any)",
            "set(number)",
            "map(string)",
            "tuple([bool, string])",
            "object({ a = string, b = optional(number) })",
        ]
        .into_iter()
        .map(|text| hcl.parse_type(text, &Budget::standard()).unwrap())
        .collect();
        for from in &types {
            assert!(
                hcl.equal(from, from, &Budget::standard()).unwrap()
                    && hcl.assignable(from, from, &Budget::standard()).unwrap()
            );
            for to in &types {
                let kind = hcl.conversion(from, to, &Budget::standard()).unwrap();
                assert_eq!(
                    kind == ConversionKind::Same,
                    hcl.equal(from, to, &Budget::standard()).unwrap()
                );
                assert_eq!(
                    hcl.explain(from, to, &Budget::standard())
                        .unwrap()
                        .is_some(),
                    kind == ConversionKind::None
                );
                let safe = hcl
                    .converter(from, to, Safety::Safe, &Budget::standard())
                    .unwrap()
                    .is_some();
                let any = hcl
                    .converter(from, to, Safety::Unsafe, &Budget::standard())
                    .unwrap()
                    .is_some();
                assert_eq!(any, kind != ConversionKind::None, "{from:?} {to:?}");
                assert_eq!(
                    safe,
                    matches!(kind, ConversionKind::Same | ConversionKind::Safe)
                );
                if let Some(unified) = hcl
                    .unify(&[from, to], Safety::Safe, &Budget::standard())
                    .unwrap()
                {
                    assert_eq!(unified.converters.len(), 2);
                }
            }
        }
    }

    #[test]
    fn a_value_is_an_instance_of_its_type_and_of_what_that_conforms_to() {
        let hcl = dialect(DialectId::Hcl);
        let value = Value::list(vec![Value::bool(true)]).unwrap().mark("m");
        let instance = |text: &str| {
            hcl.instance(
                &value,
                &hcl.parse_type(text, &Budget::standard()).unwrap(),
                &Budget::standard(),
            )
            .unwrap()
        };
        assert!(
            hcl.instance(
                &value,
                &hcl.type_of(&value, &Budget::standard()).unwrap(),
                &Budget::standard()
            )
            .unwrap()
        );
        assert!(instance("list(any)") && instance("any"));
        assert!(!instance("list(string)"));
    }
}
