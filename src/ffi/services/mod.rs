//! Language services for editors: diagnostics, completion, hover, definitions, rename and more for
//! all languages of the build, in the form of the language server protocol.

pub mod workspace;

pub mod requests;
