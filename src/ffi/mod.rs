//! The C ABI: a file a handle, translation and nothing else.
//!
//! The header is made of these files in this order: the head comment of each is
//! the head of a section, and the docs of its items are those of the header, so
//! both are written for readers of C. Blank lines keep rustfmt from sorting.
//!
//! Every export has the same form: its body runs inside one of the functions of
//! `guard`, which catch panics, check the outputs and translate errors.
//! Handles come in as `Option<&pcty_…>`, which is a pointer that may be NULL;
//! arrays, outputs and structs with a size of their own as raw pointers.
//!
//! A new file needs: a head comment; for a handle, a struct with
//! `#[cfg_attr(not(cbindgen), repr(transparent))]`, an example in its docs and
//! `guard::handle!`; exports that are written out, for cbindgen does not
//! see what macros make, each with "Ownership:", "Errors:" and "NULL:" in its
//! docs, where pointers that may be NULL stand in backquotes; its `pub mod` line
//! here at the place where a reader needs it; initialisers of structs in
//! `header/macros.h`; a program in `c-tests`; in `tests/abi/c_contract.rs` a good
//! argument for each new type of parameter; and `make header`.

#![allow(non_camel_case_types, reason = "the names are those of the C ABI")]
#![allow(
    clippy::missing_safety_doc,
    reason = "one contract holds for every pointer; it stands at the header's top"
)]

mod findings;

pub(crate) mod guard;

pub mod version;

pub mod status;

pub mod string;

pub mod error;

pub mod path;

pub mod types;

pub mod func;

pub mod type_parts;

pub mod group;

pub mod value;

pub mod content;

pub mod container;

pub mod marks;

pub mod refinement;

pub mod refine;

pub mod operators;

pub mod capsule;

pub mod annotation;

pub mod path_set;

pub mod dialect;

pub mod converter;

pub mod unification;

pub mod translate;

pub mod function;

pub mod stdlib;

pub mod codec;

pub mod hcl_scope;

pub mod hcl_expression;

pub mod hcl_traversals;

pub mod hcl_closure;

pub mod hcl_defaults;

pub mod hcl_body;

pub mod hcl_content;

pub mod hcl_spec;

pub mod hcl_decode;

pub mod pcl_type;

pub mod pcl_traversal;

pub mod pcl_value;

pub mod pcl_scope;

pub mod pcl_bound;

pub mod pcl_node;

pub mod puppet_aliases;

pub mod puppet;

pub mod puppet_value;

pub mod puppet_rules;

pub mod puppet_iteration;

pub mod puppet_mode;

pub mod puppet_mismatch;

pub mod mcl;
pub mod unifier;

pub mod signature;

pub mod inference;

pub mod outcome;
