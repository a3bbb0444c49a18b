//! What a binding for another language needs besides: summaries of values, the memory that they hold,
//! and Ruby's objects as values. `polycty.h` does not include this header.

pub mod summary;

pub mod memory;

mod puppet;

pub mod interpreter;

pub mod from_ruby;

pub mod to_ruby;
