//! The rules of each mode.
//!
//! Today's language and the early specification answer the same questions; a
//! [`Mode`] says whose answer is wanted. Without one the functions beside it
//! answer for today's language. Types and values are the same for both: a type
//! that was read in one mode can be asked about in the other.

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
    /// Whether a value of type `source` may go where `target` is expected. Early,
    /// undef may go everywhere.
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

    /// Whether a value is an instance of a type. Early, undef is one of every type.
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

    /// What an operator answers for two types: a type within another is less.
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

    /// The common type of two types.
    ///
    /// # Errors
    /// As [`assignable`].
    pub fn common_type(self, a: &Type, b: &Type, budget: &Budget) -> Result<Type> {
        match self {
            Mode::Current => common_type(a, b, budget),
            Mode::Early => unify::common_type(a, b, budget),
        }
    }

    /// The common type of many, folded from the left; of none it is Undef.
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

    /// The type of a value; in today's language the reduced one.
    ///
    /// # Errors
    /// As [`infer`].
    pub fn infer(self, value: &Value, budget: &Budget) -> Result<Type> {
        match self {
            Mode::Current => infer(value, budget),
            Mode::Early => early_infer::type_of(value, budget),
        }
    }

    /// The type of a value in detail; early, there is no more detail.
    ///
    /// # Errors
    /// As [`infer`].
    pub fn infer_detailed(self, value: &Value, budget: &Budget) -> Result<Type> {
        match self {
            Mode::Current => detailed_type(value, budget),
            Mode::Early => early_infer::type_of(value, budget),
        }
    }

    /// The general type of a value; early, every type of a value is.
    ///
    /// # Errors
    /// As [`infer`].
    pub fn infer_general(self, value: &Value, budget: &Budget) -> Result<Type> {
        match self {
            Mode::Current => infer_general(value, budget),
            Mode::Early => early_infer::type_of(value, budget),
        }
    }

    /// The values that a type gives when it is iterated. Only early notation says
    /// ranges that descend; both modes go through them downwards.
    ///
    /// # Errors
    /// As [`iterate`].
    pub fn iterate(self, ty: &Type) -> Result<TypeValues> {
        iterate(ty)
    }

    /// The text of a type in the notation of the mode, which reads back.
    ///
    /// # Errors
    /// [`Unsupported`](polycty_core::source::Code::Unsupported) for a type that the
    /// early specification cannot say.
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
