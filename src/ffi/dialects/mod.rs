//! Operations of every dialect: notation, assignability, conversion, unification.

pub mod dialect;

pub mod converter;

pub mod unification;
