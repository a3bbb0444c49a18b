//! Does a program meet what the header and the pages say, in every language and as installed?
//!
//! `cargo test --test abi header` runs a file's tests alone.

mod architecture;
mod c_abi;
mod c_contract;
mod c_support;
mod examples;
mod functions_page;
mod header;
mod infer_example;
mod install;
mod licenses;
mod readme;
mod record;
mod reference;
mod tours;
