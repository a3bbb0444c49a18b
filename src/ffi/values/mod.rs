//! The universe of values: making them, reading them, computing with them.

pub mod value;

pub mod content;

pub mod container;

pub mod operators;

pub mod walk;

pub mod capsule;
