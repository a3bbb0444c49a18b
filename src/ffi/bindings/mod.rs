//! Additional functions for bindings to other languages: summaries of values, their memory use, and
//! conversion of Ruby objects. `polycty.h` does not include this header.

pub mod summary;

pub mod memory;

mod puppet;

pub mod interpreter;

pub mod from_ruby;

pub mod to_ruby;
