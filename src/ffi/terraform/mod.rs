//! Terraform: its functions, its modules, the evaluation of a module with inputs, projects and
//! plans.

pub mod functions;

pub mod module;

pub mod inputs;

pub mod evaluation;

pub mod project;

pub mod plan;
