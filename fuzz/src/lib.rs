//! Properties that must hold for every input. There is a target for each property, which is a
//! function of bytes.
//!
//! A target panics if the property does not hold. It is independent of the source of the inputs:
//! the harness (`harness/`) mutates them with libFuzzer, and a test (`tests/replay.rs`) runs the
//! inputs in the repository (`corpus/`, read by [`corpus`]).
//!
//! Targets whose inputs follow a grammar take bytes that select its forms ([`grammar`]), so a
//! mutation changes one part and most texts are well-formed.

pub mod agreement;
pub mod calls;
pub mod corpus;
pub mod grammar;
pub mod hcl_evaluate;
pub mod hcl_json;
pub mod hcl_syntax;
pub mod hcl_write;
pub mod inference;
pub mod json;
pub mod mcl_events;
pub mod mcl_program;
pub mod mcl_run;
pub mod mcl_template;
pub mod mcl_type;
pub mod msgpack;
pub mod mutate;
pub mod pcl_bind;
pub mod pcl_type;
pub mod puppet_assignable;
pub mod puppet_evaluate;
pub mod puppet_hiera;
pub mod puppet_manifest;
pub mod puppet_string;
pub mod puppet_type;
pub mod puppet_value;
pub mod schema;
pub mod services;
pub mod stdlib;
pub mod terraform;
pub mod terraform_project;
pub mod translate;
pub mod type_text;

use polycty::calls::Budget;

/// A target with its name.
#[derive(Clone, Copy)]
pub struct Target {
    /// The name, also that of its corpus.
    pub name: &'static str,
    /// The maximum number of bytes of an input. Longer inputs cost time and show nothing new.
    pub most: usize,
    run: fn(&[u8]),
}

impl Target {
    /// Runs one input.
    ///
    /// # Panics
    /// If the property does not hold.
    pub fn run(self, input: &[u8]) {
        (self.run)(&input[..input.len().min(self.most)]);
    }
}

macro_rules! targets {
    ($($name:ident, $most:literal: $run:expr;)*) => {
        /// All targets.
        pub const TARGETS: &[Target] = &[$(Target {
            name: stringify!($name),
            most: $most,
            run: $run,
        }),*];
    };
}

// A text of a grammar has one part for each byte. Two types of fifty parts in each of four
// languages are sufficient. `fuzz/run` also reads the names and sizes.
targets! {
    agreement, 96: agreement::run;
    calls, 512: calls::run;
    hcl_body, 512: hcl_syntax::body;
    hcl_evaluate, 256: hcl_evaluate::run;
    hcl_expression, 512: hcl_syntax::expression;
    hcl_json, 512: hcl_json::run;
    hcl_template, 512: hcl_syntax::template;
    hcl_write, 512: hcl_write::run;
    inference, 128: inference::run;
    json, 512: json::run;
    mcl_events, 96: mcl_events::run;
    mcl_program, 512: |bytes| mcl_program::run(text(bytes));
    mcl_run, 128: mcl_run::run;
    mcl_template, 256: |bytes| mcl_template::run(text(bytes));
    mcl_type, 256: |bytes| mcl_type::run(text(bytes));
    msgpack, 512: msgpack::run;
    pcl_bind, 64: pcl_bind::run;
    pcl_type, 32: pcl_type::run;
    puppet_assignable, 96: |bytes| puppet_assignable::run(text(bytes));
    puppet_evaluate, 256: |bytes| puppet_evaluate::run(text(bytes));
    puppet_hiera, 512: |bytes| puppet_hiera::run(text(bytes));
    puppet_manifest, 512: |bytes| puppet_manifest::run(text(bytes));
    puppet_string, 256: |bytes| puppet_string::run(text(bytes));
    puppet_type, 256: |bytes| puppet_type::run(text(bytes));
    puppet_value, 256: |bytes| puppet_value::run(text(bytes));
    schema, 512: schema::run;
    services, 512: services::run;
    stdlib, 256: stdlib::run;
    terraform_functions, 256: terraform::functions;
    terraform_module, 512: terraform::module;
    terraform_project, 1024: terraform_project::run;
    translate, 24: translate::run;
    type_text, 256: |bytes| type_text::run(text(bytes));
}

/// The target with a name.
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().copied().find(|target| target.name == name)
}

/// The budget of an operation on types and values of the size of an input.
fn budget() -> Budget {
    Budget::standard()
}

/// The message of an expectation.
const SMALL: &str = "types and values that are small";

/// The bytes as text, up to the first invalid one.
fn text(bytes: &[u8]) -> &str {
    let valid = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) => error.valid_up_to(),
    };
    std::str::from_utf8(&bytes[..valid]).unwrap_or_default()
}
