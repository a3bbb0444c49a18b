//! Terraform: its functions, its modules, and the evaluation of a module with inputs.

pub mod functions;

pub mod module;

pub mod inputs;

pub mod evaluation;
