//! Values: creating, reading and computing.

pub mod value;

pub mod content;

pub mod container;

pub mod operators;

pub mod walk;

pub mod capsule;
