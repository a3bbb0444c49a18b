//! Types: creating and reading them.

pub mod constructors;

pub mod func;

pub mod parts;

pub mod group;

pub mod annotation;
