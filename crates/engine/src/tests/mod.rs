//! Tests of the engine.

mod events;
mod failure;
mod forms;
mod parts;
mod transactions;

use crate::forms::{Body, Choice, Each, Fallback, Keys, Output};
use crate::{
    Constant, Engine, Failure, Function, Inputs, PartId, Sender, Severity, Stop, Transaction,
    VertexId,
};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

fn int(value: i64) -> Value {
    Value::from_integer(value.into())
}

fn read(value: &Value) -> i64 {
    value.as_integer().and_then(|int| int.to_i64()).unwrap()
}

/// The sum of its inputs, and the number of its calls.
struct Sum(u32, Arc<AtomicUsize>);

impl Function for Sum {
    fn name(&self) -> &str {
        "sum"
    }

    fn inputs(&self) -> u32 {
        self.0
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        _: &mut Transaction<'_>,
        _: &Budget,
    ) -> Result<Value, Failure> {
        self.1.fetch_add(1, Ordering::Relaxed);
        let all = inputs.values()?.into_iter().map(read);
        Ok(int(all.fold(0, i64::wrapping_add)))
    }
}

/// Fails for negative numbers: catchable down to -100, fatal below.
struct Natural;

impl Function for Natural {
    fn name(&self) -> &str {
        "natural"
    }

    fn inputs(&self) -> u32 {
        1
    }

    fn tag(&self) -> u64 {
        7
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        _: &mut Transaction<'_>,
        _: &Budget,
    ) -> Result<Value, Failure> {
        let value = inputs.value(0)?;
        match read(value) {
            0.. => Ok(value.clone()),
            -100.. => Err(Failure::catchable(Error::new(Code::Callback, "negative"))),
            _ => Err(Failure::fatal(Error::new(Code::Callback, "far too low"))),
        }
    }
}

/// The value of a test source, and the sender that announces its changes.
#[derive(Clone, Default)]
struct World {
    value: Arc<AtomicI64>,
    sender: Arc<Mutex<Option<Sender>>>,
    stops: Arc<AtomicUsize>,
}

impl World {
    fn set(&self, value: i64) {
        self.value.store(value, Ordering::Relaxed);
        self.sender.lock().unwrap().as_ref().unwrap().send();
    }
}

struct Source(World);

impl Function for Source {
    fn name(&self) -> &str {
        "source"
    }

    fn inputs(&self) -> u32 {
        0
    }

    fn start(&mut self, sender: &Sender) -> Result<(), Failure> {
        *self.0.sender.lock().unwrap() = Some(sender.clone());
        Ok(())
    }

    fn call(
        &mut self,
        _: Inputs<'_>,
        _: &mut Transaction<'_>,
        _: &Budget,
    ) -> Result<Value, Failure> {
        Ok(int(self.0.value.load(Ordering::Relaxed)))
    }

    fn stop(&mut self) {
        self.0.stops.fetch_add(1, Ordering::Relaxed);
    }
}

/// Converts the input number to a list.
struct Lists;

impl Function for Lists {
    fn name(&self) -> &str {
        "lists"
    }

    fn inputs(&self) -> u32 {
        1
    }

    /// The first input is `1_000_000 * length + position`. Returns the numbers from zero to the
    /// length, with the one at the position negated.
    fn call(
        &mut self,
        inputs: Inputs<'_>,
        _: &mut Transaction<'_>,
        _: &Budget,
    ) -> Result<Value, Failure> {
        let value = read(inputs.value(0)?);
        let (count, place) = (value / 1_000_000, value % 1_000_000);
        let parts = (0..count).map(|at| int(if at == place { -at } else { at }));
        Ok(Value::list_of(Type::integer(), parts.collect())?)
    }
}

fn calls() -> Arc<AtomicUsize> {
    Arc::default()
}

fn step(engine: &mut Engine) -> bool {
    let progress = engine.step(&Budget::new()).unwrap();
    assert!(progress.complete);
    progress.changed
}

fn sum_of(graph: &mut Transaction<'_>, from: &[VertexId], count: &Arc<AtomicUsize>) -> VertexId {
    let sum = graph.add(Sum(from.len() as u32, count.clone()));
    for (port, from) in from.iter().enumerate() {
        graph.connect(*from, sum, port as u32);
    }
    sum
}

/// A choice by the first source. Its part has its own source and an inner choice.
fn nested_choice(engine: &mut Engine, outer: &World, inner: &World) -> VertexId {
    let inner = inner.clone();
    let build = move |value: &Value, change: &mut Transaction<'_>, _: &Budget| {
        let value = read(value);
        let source = change.add(Source(inner.clone()));
        let output = change.add(Output::new("inner output"));
        let build = move |number: &Value, change: &mut Transaction<'_>, _: &Budget| {
            Ok(Some(change.add(Constant::new(int(value * read(number))))))
        };
        let choice = change.add(Choice::new("inner", 0, Some(output), build));
        change.connect(source, choice, 0);
        change.connect(choice, output, Output::FORM);
        Ok(Some(output))
    };
    engine
        .change(&Budget::new(), |graph| {
            let source = graph.add(Source(outer.clone()));
            let output = graph.add(Output::new("output"));
            let choice = graph.add(Choice::new("outer", 0, Some(output), build));
            graph.connect(source, choice, 0);
            graph.connect(choice, output, Output::FORM);
            Ok(output)
        })
        .unwrap()
}
