//! Functions of the host and of the standard library.

pub mod function;

pub mod stdlib;
