//! HCL, writing: texts in native syntax that are formatted, edited without changes to the rest of
//! the text, and created.

pub mod tokens;

pub mod fragment;

pub mod file;

pub mod nodes;

pub mod edit;

pub mod inside;

pub mod format;
