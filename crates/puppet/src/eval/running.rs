//! The state of a text while it runs.

use crate::eval::code::Unit;
use polycty_core::types::Type;
use std::cell::RefCell;
use std::ops::Deref;
use std::sync::Arc;

/// A text during its evaluation: its code, and the types that were evaluated.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) unit: Arc<Unit>,
    /// The kept types, by the index in the code. Their values may differ between evaluations, so
    /// they are stored with the evaluation.
    kept: RefCell<Box<[Option<Type>]>>,
}

impl Running {
    pub(crate) fn new(unit: Arc<Unit>) -> Running {
        let kept = vec![None; unit.kept as usize].into();
        Running {
            unit,
            kept: RefCell::new(kept),
        }
    }

    #[inline]
    pub(crate) fn kept(&self, number: u32) -> Option<Type> {
        self.kept.borrow()[number as usize].clone()
    }

    pub(crate) fn keep(&self, number: u32, ty: &Type) {
        self.kept.borrow_mut()[number as usize] = Some(ty.clone());
    }
}

impl Deref for Running {
    type Target = Unit;

    #[inline]
    fn deref(&self) -> &Unit {
        &self.unit
    }
}
