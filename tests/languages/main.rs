//! Cases and laws of the languages and of the parts that they share.
//!
//! One program for all of them: each program of tests links the whole library.
//! `cargo test --test languages pcl_laws` runs a file's tests alone.

mod codec;
mod conversion_laws;
mod examples;
mod hcl_bodies;
mod hcl_body_laws;
mod hcl_edit;
mod hcl_eval;
mod hcl_syntax;
mod inference;
mod inference_laws;
mod laws;
mod mcl;
mod pcl;
mod pcl_laws;
mod puppet_coercion;
mod puppet_early;
mod stdlib;
mod support;
mod translate;
