//! Limits of nesting for evaluations, texts and values.
//!
//! An evaluation counts levels. In an optimized build a level needs at most about 190 bytes of
//! stack, so that the deepest evaluation needs less than 256 KiB, which `tests/hostile` verifies.
//! Recursion over a text or a value during an evaluation is allowed only if the remaining levels
//! suffice for it. A flat text or value needs almost none.

/// The maximum nesting of a text and of its tree.
pub const MAX_PROGRAM_NESTING: u32 = 256;

/// The number of levels of an evaluation.
pub(crate) const MAX_LEVELS: u32 = NEST_LEVELS * MAX_PROGRAM_NESTING;

/// The levels of an expression with parts.
pub(crate) const EXPR_LEVELS: u32 = 3;

/// The additional levels of a call.
pub(crate) const CALL_LEVELS: u32 = 1;

/// The levels of a call of a function from a different text, in addition to those of a call.
pub(crate) const NAMED_LEVELS: u32 = 2;

/// The levels of evaluating the type of a parameter or a result, in addition to those of the
/// expression.
pub(crate) const TYPE_LEVELS: u32 = 3;

/// The levels that must be left when a text is loaded: for the loader of the host, the parser and
/// the passes after it.
pub(crate) const LOAD_LEVELS: u32 = 200;

/// The levels of the body of a function or a lambda.
pub(crate) const BODY_LEVELS: u32 = 4;

/// The levels of a function that calls a lambda or a different function.
pub(crate) const CALLER_LEVELS: u32 = 4;

/// The levels of a function that calls a block from a large frame, in addition to those of the block.
pub(crate) const LARGE_FRAME_LEVELS: u32 = 4;

/// The levels of a parameter's default, in addition to those of the binding.
pub(crate) const DEFAULT_LEVELS: u32 = 3;

/// The levels of an option's value, in addition to those of the conditional.
pub(crate) const OPTION_LEVELS: u32 = 1;

/// The levels that a traversal of a text or a value needs per nesting level.
const NEST_LEVELS: u32 = 5;

/// Returns the maximum nesting of a text or a value at a level.
#[inline]
pub(crate) fn nests_within(levels: u32) -> u32 {
    MAX_LEVELS.saturating_sub(levels) / NEST_LEVELS
}
