//! Marks of values and of their parts.

pub mod set;

pub mod path_set;

pub mod path_marks;
