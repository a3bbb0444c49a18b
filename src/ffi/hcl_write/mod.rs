//! HCL: writing. Texts in native syntax laid out, changed without touching the rest of them, and
//! made.

pub mod tokens;

pub mod snippet;

pub mod file;

pub mod nodes;

pub mod edit;

pub mod inside;

pub mod format;
