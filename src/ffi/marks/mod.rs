//! What a host attaches to values, and to which of their parts.

pub mod set;

pub mod path_set;

pub mod path_marks;
