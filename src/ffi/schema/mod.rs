//! JSON Schema: conversion of types to schemas and of schemas to types, relations between them, and
//! witnesses.

pub mod text;

pub mod documents;

pub mod pair;

#[cfg(feature = "puppet")]
pub mod class;

#[cfg(feature = "terraform")]
pub mod module;

pub mod witness;
