//! Probes of Puppet's functions.
//!
//! The table does not contain signatures, so each function is called with one to three arguments of
//! each shape, and with a lambda. Calls that Puppet rejects are measured, too.

use crate::content::Collections;
use crate::probe::{Ended, Probe, Work};
use crate::shapes::{SHAPES, Shape};
use polycty_core::calls::Budget;
use polycty_core::source::Source;
use polycty_puppet::{Environment, Prepared, Strict, array, evaluate, function_names, hash};

/// The text after the name in a call, with the large argument `$a` and a small one `$b`.
const FORMS: [(&str, &str); 7] = [
    ("argument-0", "($a)"),
    ("argument-0-of-2", "($a, $b)"),
    ("argument-1", "($b, $a)"),
    ("both", "($a, $a)"),
    ("expanded", "(*$a)"),
    ("lambda", "($a) |$x| { $x }"),
    ("lambda-of-2", "($a) |$x, $y| { $x }"),
];

pub fn probes() -> impl Iterator<Item = Probe> {
    let mut names: Vec<&str> = function_names().collect();
    names.sort_unstable();
    names.into_iter().flat_map(|name| {
        SHAPES.iter().flat_map(move |shape| {
            FORMS.iter().map(move |(form, arguments)| {
                let full = format!("puppet/{name}:{}/{form}", shape.name);
                let text = format!("{name}{arguments}");
                let shape = *shape;
                Probe::new(full, shape.n, move |n| call(&text, shape, n))
            })
        })
    })
}

fn call(text: &str, shape: Shape, n: usize) -> Option<Work> {
    let large = COLLECTIONS.content(&(shape.make)(n))?;
    let small = COLLECTIONS.content(&(shape.make)(3))?;
    let environment = Environment::new().variable("a", large).ok()?;
    let environment = environment.variable("b", small).ok()?;
    let source = Source::new("audit.pp", text);
    let program = Prepared::manifest(source, Strict::Error, &Budget::new()).ok()?;
    Some(Box::new(move |budget| {
        let value = evaluate(&program, &environment, budget);
        drop(value);
        Ended::by(budget.finish().is_err())
    }))
}

/// Arrays and hashes.
const COLLECTIONS: Collections = Collections {
    list: |parts| array(parts).ok(),
    map: |entries| hash(entries).ok(),
};
