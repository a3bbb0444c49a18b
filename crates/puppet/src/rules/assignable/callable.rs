//! Assignability of function types.
//!
//! Results are covariant; parameters and blocks are contravariant: the source must accept all
//! arguments that the target accepts.

use crate::rules::assignable::Check;
use crate::rules::assignable::collections::Row;
use polycty_core::types::{BlockParam, FuncType, Type};

impl Check<'_> {
    pub(crate) fn callable(&mut self, have: &FuncType, want: &FuncType) -> bool {
        if let Some(result) = &want.result {
            let have = have.result.as_ref().unwrap_or(Type::any());
            if !self.deeper(have, result) {
                return false;
            }
        }
        let Some(params) = &want.params else {
            return true;
        };
        let Some(have_params) = &have.params else {
            return false;
        };
        let ours = Row::of_params(params);
        let theirs = Row::of_params(have_params);
        (params == have_params || self.rows(ours, theirs))
            && self.block(want.block.as_ref(), have.block.as_ref())
    }

    /// Whether a block parameter accepts a different one; a missing block is Undef.
    fn block(&mut self, have: Option<&BlockParam>, want: Option<&BlockParam>) -> bool {
        let takes_undef = |check: &mut Check<'_>| match want {
            None => true,
            Some(want) => want.optional || check.accepts_undef(&want.ty),
        };
        match (want, have) {
            (_, None) => takes_undef(self),
            (None, Some(_)) => false,
            (Some(want), Some(have)) if have.optional => {
                self.unguarded(|check| takes_undef(check) && check.deeper(&have.ty, &want.ty))
            }
            (Some(want), Some(have)) => self.deeper(&have.ty, &want.ty),
        }
    }
}
