//! Tests of the C ABI, the pages and the installed library, from every language.
//!
//! `cargo test --test abi header` runs a file's tests alone.

mod architecture;
mod c_abi;
mod c_contract;
mod c_support;
mod cpp_safety;
mod enumerations;
mod examples;
mod functions_page;
mod header;
mod infer_example;
mod install;
mod licenses;
mod links;
mod misuse;
mod model;
mod operations;
mod reach;
mod readme;
mod record;
mod reference;
mod tasks_page;
mod tours;
mod vocabulary;
