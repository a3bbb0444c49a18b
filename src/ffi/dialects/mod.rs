//! The questions that every dialect answers: notation, assignability, conversion,
//! unification.

pub mod dialect;

pub mod converter;

pub mod unification;
