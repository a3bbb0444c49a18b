//! The rules of each mode.
//!
//! The operations exist for the current language and for the early specification; the methods of
//! [`Mode`] choose between them, and the functions in the modules are those of the current
//! language. Types and values are the same for both: a type that was parsed in one mode can be used
//! in the other.

use crate::mode::Mode;
use crate::rules::assignable::assignable;
use crate::rules::early::{assignable, infer as early_infer, unify};
use crate::rules::equal::{Accepts, Comparison, compare_by, equal_by};
use crate::rules::infer::detailed::detailed_type;
use crate::rules::infer::{infer, infer_general};
use crate::rules::instance::instance;
use crate::rules::unify::common_type;
use crate::rules::unify::fold::common_type_of;
use crate::types::early::format;
use crate::types::format::{Detail, format_type};
use crate::values::iterate::{TypeValues, iterate};
use polycty_core::calls::{Budget, cost};
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;

impl Mode {
    /// Whether `target` accepts every value of type `source`. In early mode every type accepts
    /// undef.
    ///
    /// # Errors
    /// As [`assignable`].
    pub fn assignable(self, source: &Type, target: &Type, budget: &Budget) -> Result<bool> {
        match self {
            Mode::Current => assignable(source, target, budget),
            Mode::Early => assignable::assignable(source, target, budget),
        }
    }

    fn accepts(self) -> Accepts {
        match self {
            Mode::Current => assignable,
            Mode::Early => assignable::assignable,
        }
    }

    /// Whether a value is an instance of a type. In early mode undef is an instance of every type.
    ///
    /// # Errors
    /// As [`instance`].
    #[inline]
    pub fn instance(self, value: &Value, ty: &Type, budget: &Budget) -> Result<bool> {
        match self {
            Mode::Current => instance(value, ty, budget),
            Mode::Early => assignable::is_instance(value, ty, budget),
        }
    }

    /// Whether two types are equal: the same, or each accepts the other.
    ///
    /// # Errors
    /// As [`assignable`].
    pub fn equal(self, a: &Type, b: &Type, budget: &Budget) -> Result<bool> {
        equal_by(self.accepts(), a, b, budget)
    }

    /// Applies a comparison operator to two types; a narrower type is less.
    ///
    /// # Errors
    /// As [`assignable`].
    pub fn compare(
        self,
        operator: Comparison,
        left: &Type,
        right: &Type,
        budget: &Budget,
    ) -> Result<bool> {
        compare_by(self.accepts(), operator, left, right, budget)
    }

    /// Returns the common type of two types.
    ///
    /// # Errors
    /// As [`assignable`].
    pub fn common_type(self, a: &Type, b: &Type, budget: &Budget) -> Result<Type> {
        match self {
            Mode::Current => common_type(a, b, budget),
            Mode::Early => unify::common_type(a, b, budget),
        }
    }

    /// Returns the common type of many types, folded from the left; Undef if there are none.
    ///
    /// # Errors
    /// As [`assignable`].
    pub fn common_type_of<'a>(
        self,
        types: impl IntoIterator<Item = &'a Type>,
        budget: &Budget,
    ) -> Result<Type> {
        match self {
            Mode::Current => common_type_of(types, budget),
            Mode::Early => unify::common_type_of(types, budget),
        }
    }

    /// Returns the type of a value; in the current language the reduced type.
    ///
    /// # Errors
    /// As [`infer`].
    pub fn infer(self, value: &Value, budget: &Budget) -> Result<Type> {
        match self {
            Mode::Current => infer(value, budget),
            Mode::Early => early_infer::type_of(value, budget),
        }
    }

    /// Returns the detailed type of a value; in early mode the same as [`Mode::infer`].
    ///
    /// # Errors
    /// As [`infer`].
    pub fn infer_detailed(self, value: &Value, budget: &Budget) -> Result<Type> {
        match self {
            Mode::Current => detailed_type(value, budget),
            Mode::Early => early_infer::type_of(value, budget),
        }
    }

    /// Returns the general type of a value; in early mode the same as [`Mode::infer`].
    ///
    /// # Errors
    /// As [`infer`].
    pub fn infer_general(self, value: &Value, budget: &Budget) -> Result<Type> {
        match self {
            Mode::Current => infer_general(value, budget),
            Mode::Early => early_infer::type_of(value, budget),
        }
    }

    /// Returns an iterator over the values of a type. Only the early notation has descending
    /// ranges; both modes iterate them in descending order.
    ///
    /// # Errors
    /// As [`iterate`].
    pub fn iterate(self, ty: &Type) -> Result<TypeValues> {
        iterate(ty)
    }

    /// Returns the text of a type in the notation of the mode, which can be parsed again.
    ///
    /// # Errors
    /// [`Unsupported`](polycty_core::source::Code::Unsupported) for a type that the early
    /// specification cannot express.
    pub fn format_type(self, ty: &Type, budget: &Budget) -> Result<String> {
        cost::look_at_types([ty], budget)?;
        let text = match self {
            Mode::Current => format_type(ty, Detail::Canonical),
            Mode::Early => format::text(ty)?,
        };
        budget.hold(text.len() as u64)?;
        Ok(text)
    }
}
