//! Ruby's objects as values, and back, for the gem.

mod puppet;

pub mod interpreter;

pub mod from_ruby;

pub mod to_ruby;
