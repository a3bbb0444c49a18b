//! What a host attaches to values, and to which of their parts.

mod in_use;

pub mod set;

pub mod path_set;

pub mod path_marks;
