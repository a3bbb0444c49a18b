//! Versions, statuses, strings, errors and paths, which all other headers use.

pub mod version;

pub mod handles;

pub mod text;

pub mod status;

pub mod string;

pub mod error;

pub mod path;

pub mod callback;

pub mod budget;
