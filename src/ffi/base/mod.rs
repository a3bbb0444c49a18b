//! What every other header speaks of: versions, statuses, strings, errors, paths.

pub mod version;

pub mod handles;

pub mod text;

pub mod status;

pub mod string;

pub mod error;

pub mod path;

pub mod callback;

pub mod budget;
