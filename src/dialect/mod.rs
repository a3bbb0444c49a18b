//! Which rules does each language have over the universe?
//!
//! Every dialect answers the same questions, [`Dialect`]; [`dialect`] finds the
//! one that a name stands for.
//!
//! - `conversion`: the words for what stands between two types
//! - [`hcl`]: HCL's notation of types, and cty's rules
//! - [`mcl`]: mcl's notation of types, its values and rules
//! - [`pcl`]: HCL with the extensions of its information model
//! - [`puppet`]: Puppet's notation of types and literals
//!
//! ```
//! use polycty::dialect::{ConversionKind, DialectId, dialect};
//! let hcl = dialect(DialectId::Hcl).unwrap();
//! let port = hcl.parse_type("object({ port = number })").unwrap();
//! let text = hcl.parse_type("map(string)").unwrap();
//! assert_eq!(hcl.conversion(&port, &text), ConversionKind::Safe);
//! assert_eq!(
//!     hcl.explain(&text, &hcl.parse_type("bool").unwrap()).unwrap().message(),
//!     "bool required, but have map of string"
//! );
//! ```

mod conversion;
pub mod hcl;
pub mod mcl;
pub mod pcl;
pub mod puppet;

pub use conversion::{Conversion, ConversionKind, Converter, Safety, Unified};

use crate::diagnostic::{Error, Result};
use crate::types::Type;
use crate::values::Value;

/// The names of the dialects. The numbers are those of the C ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum DialectId {
    /// HCL and Terraform.
    Hcl = 1,
    /// HCL with the extensions of the information model.
    Pcl = 2,
    /// Puppet.
    Puppet = 3,
    /// mgmt's mcl.
    Mcl = 4,
}

impl DialectId {
    /// All of them.
    pub const ALL: [DialectId; 4] = [
        DialectId::Hcl,
        DialectId::Pcl,
        DialectId::Puppet,
        DialectId::Mcl,
    ];

    /// The name that people use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DialectId::Hcl => "HCL",
            DialectId::Pcl => "PCL",
            DialectId::Puppet => "Puppet",
            DialectId::Mcl => "mcl",
        }
    }
}

/// The rules of a dialect, where the library has them.
#[must_use]
pub fn dialect(id: DialectId) -> Option<&'static dyn Dialect> {
    match id {
        DialectId::Hcl => Some(&hcl::Hcl),
        DialectId::Puppet => Some(&puppet::Puppet),
        DialectId::Mcl => Some(&mcl::Mcl),
        DialectId::Pcl => Some(&pcl::Pcl),
    }
}

/// The questions that every dialect answers about types and values.
pub trait Dialect: Send + Sync {
    /// Which dialect it is.
    fn id(&self) -> DialectId;

    /// The type that a text in the dialect's notation stands for.
    ///
    /// # Errors
    /// [`Code::Syntax`] and [`Code::Type`] with diagnostics, [`Code::Limit`] for
    /// what nests too deep.
    ///
    /// [`Code::Syntax`]: crate::diagnostic::Code::Syntax
    /// [`Code::Type`]: crate::diagnostic::Code::Type
    /// [`Code::Limit`]: crate::diagnostic::Code::Limit
    fn parse_type(&self, text: &str) -> Result<Type>;

    /// A type in the dialect's notation.
    ///
    /// # Errors
    /// [`Code::Unsupported`] for a type that the dialect has not.
    ///
    /// [`Code::Unsupported`]: crate::diagnostic::Code::Unsupported
    fn format_type(&self, ty: &Type) -> Result<String>;

    /// Whether the dialect takes two types for equal.
    ///
    /// # Errors
    /// [`Code::Limit`] when recursive types take too long.
    ///
    /// [`Code::Limit`]: crate::diagnostic::Code::Limit
    fn equal(&self, a: &Type, b: &Type) -> Result<bool>;

    /// Whether every value of the source type is one of the target type, as it is.
    ///
    /// # Errors
    /// As [`Dialect::equal`].
    fn assignable(&self, target: &Type, source: &Type) -> Result<bool>;

    /// What stands between two types.
    fn conversion(&self, from: &Type, to: &Type) -> ConversionKind;

    /// The conversion between two types, if there is one of this safety.
    fn converter(&self, from: &Type, to: &Type, safety: Safety) -> Option<Converter>;

    /// The value as one of another type, by whatever conversion there is.
    ///
    /// # Errors
    /// [`Code::Conversion`] with the wanted and the found type, and the path to
    /// the part that does not convert.
    ///
    /// [`Code::Conversion`]: crate::diagnostic::Code::Conversion
    fn convert(&self, value: &Value, to: &Type) -> Result<Value>;

    /// Every reason why a value does not convert to a type, in the order of its
    /// parts; none when it does.
    fn check(&self, value: &Value, to: &Type) -> Vec<Error>;

    /// The type that all of these types convert to, if there is one, and the
    /// conversions.
    fn unify(&self, types: &[&Type], safety: Safety) -> Option<Unified>;

    /// The type of a value as the dialect sees it.
    ///
    /// # Errors
    /// [`Code::Unsupported`] with the path to an unknown or a mark, where the
    /// dialect has none.
    ///
    /// [`Code::Unsupported`]: crate::diagnostic::Code::Unsupported
    fn type_of(&self, value: &Value) -> Result<Type>;

    /// Whether a value is one of a type, as it is.
    ///
    /// # Errors
    /// As [`Dialect::type_of`] and [`Dialect::equal`].
    fn instance(&self, value: &Value, ty: &Type) -> Result<bool>;

    /// Why no value of one type converts to another type, with the path to the part
    /// that stands in the way and the types that meet there; `None` when values
    /// convert.
    fn explain(&self, from: &Type, to: &Type) -> Option<Error>;
}

#[cfg(test)]
mod tests {
    use super::{ConversionKind, DialectId, Safety, dialect};
    use crate::types::Type;
    use crate::values::Value;

    #[test]
    fn a_dialect_is_found_under_its_own_name() {
        let found: Vec<DialectId> = DialectId::ALL
            .into_iter()
            .filter(|id| dialect(*id).is_some_and(|dialect| dialect.id() == *id))
            .collect();
        let there: Vec<DialectId> = DialectId::ALL
            .into_iter()
            .filter(|id| dialect(*id).is_some())
            .collect();
        assert_eq!(found, there);
        assert!(there.contains(&DialectId::Hcl));
    }

    /// The answers of one dialect belong together, for every pair of some types.
    #[test]
    fn the_verbs_of_hcl_agree() {
        let hcl = dialect(DialectId::Hcl).unwrap();
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
        .map(|text| hcl.parse_type(text).unwrap())
        .collect();
        for from in &types {
            assert!(hcl.equal(from, from).unwrap() && hcl.assignable(from, from).unwrap());
            for to in &types {
                let kind = hcl.conversion(from, to);
                assert_eq!(kind == ConversionKind::Same, hcl.equal(from, to).unwrap());
                assert_eq!(
                    hcl.explain(from, to).is_some(),
                    kind == ConversionKind::None
                );
                let safe = hcl.converter(from, to, Safety::Safe).is_some();
                let any = hcl.converter(from, to, Safety::Unsafe).is_some();
                assert_eq!(any, kind != ConversionKind::None, "{from:?} {to:?}");
                assert_eq!(
                    safe,
                    matches!(kind, ConversionKind::Same | ConversionKind::Safe)
                );
                if let Some(unified) = hcl.unify(&[from, to], Safety::Safe) {
                    assert_eq!(unified.converters.len(), 2);
                }
            }
        }
    }

    #[test]
    fn a_value_is_an_instance_of_its_type_and_of_what_that_conforms_to() {
        let hcl = dialect(DialectId::Hcl).unwrap();
        let value = Value::list(vec![Value::bool(true)]).unwrap().mark("m");
        let instance = |text: &str| {
            hcl.instance(&value, &hcl.parse_type(text).unwrap())
                .unwrap()
        };
        assert!(hcl.instance(&value, &hcl.type_of(&value).unwrap()).unwrap());
        assert!(instance("list(any)") && instance("any"));
        assert!(!instance("list(string)"));
    }
}
