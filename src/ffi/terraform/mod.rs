//! Terraform's modules: what a folder declares, and what it is worth with values for its
//! variables. Its functions stand in `polycty/hcl.h`.

pub mod module;

pub mod inputs;

pub mod evaluation;
