//! What must never happen, whatever the input: a target each, a function of bytes.
//!
//! A target panics where something is wrong. It knows nothing of who makes the inputs: the
//! harness (`harness/`) mutates them with libFuzzer, and a test (`tests/replay.rs`) runs what
//! was found worth keeping (`corpus/`, read by [`corpus`]).
//!
//! Targets whose inputs are said by a grammar take bytes that choose its forms
//! ([`grammar`]), so that a mutation changes a part and most texts are well-formed.

pub mod calls;
pub mod corpus;
pub mod grammar;
pub mod hcl_evaluate;
pub mod hcl_json;
pub mod hcl_syntax;
pub mod inference;
pub mod json;
pub mod mcl_type;
pub mod msgpack;
pub mod pcl_bind;
pub mod pcl_type;
pub mod puppet_assignable;
pub mod puppet_string;
pub mod puppet_type;
pub mod puppet_value;
pub mod stdlib;
pub mod translate;
pub mod type_text;

/// A target and the name that it goes by.
#[derive(Clone, Copy)]
pub struct Target {
    /// The name, which its corpus has too.
    pub name: &'static str,
    /// Runs one input.
    pub run: fn(&[u8]),
}

macro_rules! targets {
    ($($name:ident: $run:expr),* $(,)?) => {
        /// Every target.
        pub const TARGETS: &[Target] = &[$(Target { name: stringify!($name), run: $run }),*];
    };
}

targets! {
    calls: calls::run,
    hcl_body: hcl_syntax::body,
    hcl_evaluate: hcl_evaluate::run,
    hcl_expression: hcl_syntax::expression,
    hcl_json: hcl_json::run,
    hcl_template: hcl_syntax::template,
    inference: inference::run,
    json: json::run,
    mcl_type: |bytes| mcl_type::run(text(bytes)),
    msgpack: msgpack::run,
    pcl_bind: pcl_bind::run,
    pcl_type: pcl_type::run,
    puppet_assignable: |bytes| puppet_assignable::run(text(bytes)),
    puppet_string: |bytes| puppet_string::run(text(bytes)),
    puppet_type: |bytes| puppet_type::run(text(bytes)),
    puppet_value: |bytes| puppet_value::run(text(bytes)),
    stdlib: stdlib::run,
    translate: translate::run,
    type_text: |bytes| type_text::run(text(bytes)),
}

/// The target of a name.
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().copied().find(|target| target.name == name)
}

/// The bytes as text, up to the first that is none.
fn text(bytes: &[u8]) -> &str {
    let valid = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) => error.valid_up_to(),
    };
    std::str::from_utf8(&bytes[..valid]).unwrap_or_default()
}
