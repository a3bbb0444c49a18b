//! The registry of the dialects that a build contains.
//!
//! [`dialect`] returns the rules of a dialect by its name. HCL is always present; the features
//! `pcl`, `puppet` and `mcl` add the others.
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::dialect::{ConversionKind, DialectId};
//! use polycty_dialects::dialect;
//! let (hcl, budget) = (dialect(DialectId::Hcl), Budget::standard());
//! let ty = |text| hcl.parse_type(text, &budget);
//! let (port, text) = (ty("object({ port = number })")?, ty("map(string)")?);
//! assert_eq!(hcl.conversion(&port, &text, &budget)?, ConversionKind::Safe);
//! let why = hcl.explain(&text, &ty("bool")?, &budget)?;
//! assert_eq!(why.unwrap().message(), "bool required, but have map of string");
//! # Ok::<(), polycty_core::source::Error>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

use polycty_core::calls::Budget;
use polycty_core::dialect::{ConversionKind, Converter, Dialect, DialectId, Safety, Unified};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// Returns the rules of a dialect.
///
/// If this build does not contain the dialect, every method returns the error [`missing`].
#[must_use]
pub fn dialect(id: DialectId) -> Rules {
    Rules(id)
}

/// The rules of one of the dialects, as [`dialect`] returns them.
///
/// Each method calls the dialect's own one directly. A `dyn Dialect` would refer to all methods of
/// all dialects, so that a linker could not remove any of them from a program that uses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules(DialectId);

/// Defines a method that calls the one of the same name in [`Dialect`].
macro_rules! verbs {
    ($($verb:ident($($argument:ident: $ty:ty),*) -> $answer:ty;)*) => {$(
        #[doc = concat!("[`Dialect::", stringify!($verb), "`] of this dialect.")]
        ///
        /// # Errors
        /// As the method of the trait.
        pub fn $verb(self, $($argument: $ty,)* budget: &Budget) -> Result<$answer> {
            match self.0 {
                DialectId::Hcl => polycty_hcl::Hcl.$verb($($argument,)* budget),
                #[cfg(feature = "pcl")]
                DialectId::Pcl => polycty_pcl::Pcl.$verb($($argument,)* budget),
                #[cfg(feature = "puppet")]
                DialectId::Puppet => polycty_puppet::Puppet.$verb($($argument,)* budget),
                #[cfg(feature = "mcl")]
                DialectId::Mcl => polycty_mcl::Mcl.$verb($($argument,)* budget),
                #[cfg(not(all(feature = "pcl", feature = "puppet", feature = "mcl")))]
                id => Err(missing(id)),
            }
        }
    )*};
}

impl Rules {
    /// The identifier of the dialect.
    #[must_use]
    pub fn id(self) -> DialectId {
        self.0
    }

    verbs! {
        parse_type(text: &str) -> Type;
        format_type(ty: &Type) -> String;
        equal(a: &Type, b: &Type) -> bool;
        assignable(source: &Type, target: &Type) -> bool;
        conversion(source: &Type, target: &Type) -> ConversionKind;
        converter(source: &Type, target: &Type, safety: Safety) -> Option<Converter>;
        convert(value: &Value, target: &Type) -> Value;
        check(value: &Value, target: &Type) -> Vec<Error>;
        unify(types: &[&Type], safety: Safety) -> Option<Unified>;
        type_of(value: &Value) -> Type;
        instance(value: &Value, ty: &Type) -> bool;
        explain(source: &Type, target: &Type) -> Option<Error>;
    }
}

/// The error for an operation of a dialect that this build does not contain.
#[must_use]
pub fn missing(id: DialectId) -> Error {
    let name = id.name();
    Error::new(
        Code::Unsupported,
        format!("this build of polycty does not contain {name}"),
    )
}

/// Whether this build contains a dialect.
#[must_use]
pub fn is_built_in(id: DialectId) -> bool {
    match id {
        DialectId::Hcl => true,
        DialectId::Pcl => cfg!(feature = "pcl"),
        DialectId::Puppet => cfg!(feature = "puppet"),
        DialectId::Mcl => cfg!(feature = "mcl"),
    }
}

#[cfg(test)]
mod tests {
    use super::{dialect, is_built_in};
    use polycty_core::calls::Budget;
    use polycty_core::dialect::{ConversionKind, DialectId, Safety};
    use polycty_core::source::Code;
    use polycty_core::types::Type;
    use polycty_core::values::Value;

    #[test]
    fn a_dialect_is_found_under_its_own_name() {
        for id in DialectId::ALL {
            assert_eq!(dialect(id).id(), id);
            let parsed = dialect(id).parse_type("", &Budget::standard());
            let is_missing = parsed.is_err_and(|error| error.code() == Code::Unsupported);
            assert_eq!(is_missing, !is_built_in(id));
        }
    }

    /// The results of one dialect are consistent with each other, for every pair of some types.
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
