//! The C ABI: a folder a family of nouns, a file a handle, translation and nothing else.
//!
//! Each folder is a header, made of its files in the order of its `mod.rs`: the head comment of
//! each is the head of a section, and the docs of its items are those of the header, so both
//! are written for readers of C; `head.h` is the head of the header that includes all. Blank
//! lines keep rustfmt from sorting.
//!
//! Modules use those above them. `guard` alone uses what is below it: `base`'s handles, texts and
//! statuses, which use nothing of it. Types, values and errors know each other, so these stand
//! there.
//!
//! Every export has the same form: its body runs inside one of the functions of
//! `guard`, which catch panics, check the outputs and translate errors.
//! Handles come in as `Option<&pcty_…>`, which is a pointer that may be NULL, and as
//! `Option<Box<pcty_…>>` where they are freed; outputs as `Option<&mut MaybeUninit<…>>`;
//! texts as `pcty_str`, which whoever has one may read. With these, exports are safe Rust.
//! What stays raw is what Rust has no type for: arrays with a count of their own, structs
//! that say their own size, solvers that a callback may meet again, the host's data, and a
//! handle that is changed by a call that is given what it may have lent.
//!
//! A new file needs: a head comment; for a handle, a struct with
//! `#[cfg_attr(not(cbindgen), repr(transparent))]`, an example in its docs and
//! `handle!`; exports that are written out, for cbindgen does not
//! see what macros make, each with "Ownership:", "Errors:" and "NULL:" in its
//! docs, where pointers that may be NULL stand in backquotes; its `pub mod` line
//! in its family at the place where a reader needs it; initialisers of structs in
//! the family's `macros.h`; a program in `c-tests`; in `tests/abi/c_contract.rs` a good
//! argument for each new type of parameter; and `make header`.

#![allow(non_camel_case_types, reason = "the names are those of the C ABI")]
#![allow(
    clippy::missing_safety_doc,
    reason = "one contract holds for every pointer; it stands at the header's top"
)]

mod panics;

mod arguments;

mod reentry;

pub(crate) mod guard;

pub mod base;

mod reading;

#[cfg(any(feature = "terraform", feature = "schema"))]
mod finder;

mod findings;

pub mod types;

pub mod values;

pub mod marks;

pub mod refinements;

pub mod dialects;

pub mod functions;

pub mod codecs;

pub mod hcl;

pub mod hcl_bodies;

pub mod hcl_write;

#[cfg(feature = "terraform")]
pub mod terraform;

#[cfg(feature = "pcl")]
pub mod pcl;

#[cfg(feature = "puppet")]
pub mod puppet;

#[cfg(feature = "puppet")]
pub mod puppet_language;

#[cfg(feature = "mcl")]
pub mod mcl;

#[cfg(feature = "mcl")]
pub mod mcl_language;

pub mod inference;

#[cfg(feature = "translate")]
pub mod translate;

#[cfg(feature = "schema")]
pub mod schema;

pub mod bindings;
