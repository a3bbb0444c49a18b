//! Functions of hosts and of the standard library.

pub mod function;

pub mod stdlib;
