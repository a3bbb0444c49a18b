//! Depth: limits of nesting for evaluations, texts and values.
//!
//! An evaluation counts levels, each of which takes at most about 190 bytes of the stack when
//! optimised, so that the deepest needs less than 256 KiB, which `tests/hostile` shows. What goes
//! over a text or a value while an evaluation runs recurses in its turn: it is let begin where the
//! levels that are left have room for it. What is flat needs next to none.

/// The deepest nesting of a text, and of the tree that is made of it.
pub const MAX_NESTING: u32 = 256;

/// So many levels an evaluation has.
pub(crate) const MAX_LEVELS: u32 = NEST_LEVELS * MAX_NESTING;

/// How many levels an expression counts as that has parts.
pub(crate) const EXPR_LEVELS: u32 = 3;

/// How many levels a call counts as besides.
pub(crate) const CALL_LEVELS: u32 = 1;

/// The levels of a call of a function that another text defines, in addition to those of a call.
pub(crate) const NAMED_LEVELS: u32 = 2;

/// The levels of the type of a parameter or a result that is evaluated, in addition to those of
/// the expression.
pub(crate) const TYPE_LEVELS: u32 = 3;

/// The levels that have to be left where a text is loaded: for the loader of the host, the parser
/// and the passes after it.
pub(crate) const LOAD_LEVELS: u32 = 200;

/// How many levels the body of a function or a lambda counts as.
pub(crate) const BODY_LEVELS: u32 = 4;

/// How many levels a function counts as that calls a lambda, or another function.
pub(crate) const CALLER_LEVELS: u32 = 4;

/// The levels of a function that calls a block from a large frame, in addition to those of the block.
pub(crate) const LARGE_FRAME_LEVELS: u32 = 4;

/// How many levels the default of a parameter counts as besides what it is bound for.
pub(crate) const DEFAULT_LEVELS: u32 = 3;

/// How many levels the value of an option counts as besides what chooses.
pub(crate) const OPTION_LEVELS: u32 = 1;

/// How many levels one more nest of a text or a value takes of whatever goes over it.
const NEST_LEVELS: u32 = 5;

/// The nesting that a text or a value may have inside of so many levels.
#[inline]
pub(crate) fn nests_within(levels: u32) -> u32 {
    MAX_LEVELS.saturating_sub(levels) / NEST_LEVELS
}
