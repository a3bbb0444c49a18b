//! The universe of types: making them and looking at them.

pub mod constructors;

pub mod func;

pub mod parts;

pub mod group;

pub mod annotation;
