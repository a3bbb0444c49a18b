//! The C ABI: a directory for each family of nouns, a file for each handle. It only translates.
//!
//! Each directory is a header, made of its files in the order of its `mod.rs`. The head comment of
//! each file is the head of a section, and the docs of its items are those of the header, so both
//! are written for readers of C. `head.h` is the head of the header that includes all others. Blank
//! lines keep rustfmt from sorting the modules.
//!
//! Modules use those above them. Only `guard` uses later ones: the handles, texts and statuses of
//! `base`, which do not use it. Types, values and errors refer to each other, so their handles are
//! defined in `base`.
//!
//! Every export has the same form: its body runs inside one of the functions of `guard`, which
//! catch panics, check the outputs and translate errors. Handles are passed as `Option<&pcty_…>`, a
//! pointer that may be NULL, and as `Option<Box<pcty_…>>` when they are freed; outputs as
//! `Option<&mut MaybeUninit<…>>`; texts as `pcty_str`, which every holder may read. With these
//! types, exports are safe Rust.
//!
//! Some arguments remain raw because Rust has no type for them: arrays with a separate count,
//! structs with a size member, solvers that a callback may use again, the host's data, and a handle
//! that a call changes while other arguments may be borrowed from it.
//!
//! A new file needs:
//!
//! - a head comment;
//! - for a handle, a struct with `#[cfg_attr(not(cbindgen), repr(transparent))]`, an example in its
//!   docs and `handle!`;
//! - `owned!` for the functions that clone and free it;
//! - other exports written without macros, because cbindgen does not expand them, each with
//!   "Ownership:", "Errors:" and "NULL:" in its docs, and pointers that may be NULL in backquotes.
//!   build/headers.rs adds the lines that follow from the signature: that `error` may be NULL, and
//!   that the caller owns `*out` or the result;
//! - its `pub mod` line in its family, at the position where a reader needs it;
//! - initializers of structs in the family's `macros.h`;
//! - a program in `c-tests`;
//! - in `tests/abi/c_contract.rs` a valid argument for each new type of parameter;
//! - `make header`.

#![allow(non_camel_case_types, reason = "the names are those of the C ABI")]
#![allow(
    clippy::missing_safety_doc,
    reason = "one contract applies to every pointer; it is at the top of the header"
)]

mod panics;

mod arguments;

mod reentry;

pub(crate) mod guard;

pub mod base;

mod reading;

#[cfg(any(feature = "terraform", feature = "schema", feature = "services"))]
mod finder;

mod diagnosed;

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

#[cfg(feature = "services")]
pub mod services;

pub mod bindings;
