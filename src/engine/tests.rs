//! Does the engine do what its pages say, and what does it cost?

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

/// The sum of its inputs, and how often it was asked.
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

/// Fails on negative numbers, catchably, or beyond -100 for good.
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

/// What a source of the tests says, and how it is told to say so.
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

/// Makes a list of the number that comes in.
struct Lists;

impl Function for Lists {
    fn name(&self) -> &str {
        "lists"
    }

    fn inputs(&self) -> u32 {
        1
    }

    /// Numbers from zero, as many as the first input's thousands, in which the one at the
    /// place of the rest is negative.
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

#[test]
fn an_event_costs_what_it_reaches() {
    for size in [100, 10_000] {
        let (world, count) = (World::default(), calls());
        let mut engine = Engine::new();
        let last = engine
            .change(&Budget::new(), |graph| {
                let source = graph.add(Source(world.clone()));
                let mut others = vec![graph.add(Constant::new(int(1)))];
                for at in 0..size {
                    others.push(sum_of(graph, &others[at / 2..=at / 2], &count));
                }
                let first = sum_of(graph, &[source, others[size]], &count);
                Ok(sum_of(graph, &[first, source], &count))
            })
            .unwrap();
        assert!(step(&mut engine));
        assert_eq!(count.swap(0, Ordering::Relaxed), size + 2);
        world.set(5);
        let budget = Budget::new();
        assert!(engine.step(&budget).unwrap().changed);
        assert_eq!(engine.value(last).map(read), Some(11));
        assert_eq!(count.load(Ordering::Relaxed), 2);
        assert!(budget.steps() < 12, "{}", budget.steps());
        // The same value again reaches nothing.
        world.set(5);
        assert!(!step(&mut engine));
        assert_eq!(count.load(Ordering::Relaxed), 2);
    }
}

#[test]
fn a_transaction_happens_as_a_whole_or_not_at_all() {
    let mut engine = Engine::new();
    let (budget, count) = (Budget::new(), calls());
    let (one, sum) = engine
        .change(&budget, |graph| {
            let one = graph.add(Constant::new(int(1)));
            Ok((one, sum_of(graph, &[one, one], &count)))
        })
        .unwrap();
    step(&mut engine);
    let refused = |engine: &mut Engine, record: &dyn Fn(&mut Transaction<'_>)| {
        let error = engine.change(&Budget::new(), |graph| {
            // What comes before what is refused does not happen, either.
            let part = graph.open();
            let two = graph.add(Constant::new(int(2)));
            graph.disconnect(sum, 1);
            graph.connect(two, sum, 1);
            graph.replace(one, Constant::new(int(5)));
            graph.close(part);
            record(graph);
            Ok(())
        });
        assert_eq!(error.unwrap_err().code(), Code::InvalidArgument);
        assert!(!engine.is_due());
        assert_eq!(engine.vertices().count(), 2);
        assert_eq!(engine.edges_to(sum).count(), 2);
        assert_eq!(engine.value(sum).map(read), Some(2));
    };
    refused(&mut engine, &|graph| graph.connect(one, sum, 0));
    refused(&mut engine, &|graph| graph.connect(one, sum, 2));
    refused(&mut engine, &|graph| {
        graph.replace(sum, Constant::new(int(0)))
    });
    refused(&mut engine, &|graph| {
        graph.remove(sum);
        graph.remove(sum);
    });
    refused(&mut engine, &|graph| {
        graph.disconnect(sum, 0);
        let other = graph.add(Sum(1, calls()));
        graph.connect(sum, other, 0);
        graph.connect(other, sum, 0);
    });
    refused(&mut engine, &|graph| {
        graph.disconnect(sum, 0);
        graph.connect(sum, sum, 0);
    });
    refused(&mut engine, &|graph| {
        let part = graph.open();
        graph.close(part);
        graph.close(part);
    });
    let failed: Result<(), Error> = engine.change(&budget, |graph| {
        graph.remove(sum);
        Err(Error::new(Code::Callback, "no"))
    });
    assert_eq!(failed.unwrap_err().message(), "no");
    let spent = engine.change(&Budget::new().limit_steps(1), |graph| {
        graph.remove(sum);
        graph.remove(one);
        Ok(())
    });
    assert_eq!(spent.unwrap_err().code(), Code::Limit);
    assert_eq!(engine.vertices().count(), 2);
    // What is left is changed as ever.
    engine
        .change(&budget, |graph| {
            graph.replace(one, Constant::new(int(3)));
            Ok(())
        })
        .unwrap();
    assert!(step(&mut engine));
    assert_eq!(engine.value(sum).map(read), Some(6));
    let mut changes = engine.take_changes();
    changes.sort();
    assert_eq!(changes, [one, sum]);
    engine
        .change(&budget, |graph| {
            graph.disconnect(sum, 0);
            Ok(())
        })
        .unwrap();
    let progress = engine.step(&budget).unwrap();
    assert!(!progress.complete && engine.value(sum).is_none());
}

/// Numbers that seem random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }
}

#[test]
fn a_graph_that_changes_has_the_values_of_one_that_is_made_anew() {
    for seed in 0..30 {
        let mut dice = Dice(seed);
        let (mut engine, budget) = (Engine::new(), Budget::new());
        // Each vertex with what it reads, or its number.
        let mut model: Vec<(VertexId, Vec<VertexId>, i64)> = Vec::new();
        for turn in 0..200 {
            let mut next = model.clone();
            let outcome = engine.change(&budget, |graph| {
                for _ in 0..=dice.roll(4) {
                    match dice.roll(6) {
                        0 | 1 => {
                            let constant = graph.add(Constant::new(int(turn)));
                            next.push((constant, Vec::new(), turn));
                        }
                        2 | 3 if !next.is_empty() => {
                            let reads: Vec<VertexId> = (0..=dice.roll(3))
                                .map(|_| next[dice.roll(next.len())].0)
                                .collect();
                            let sum = sum_of(graph, &reads, &calls());
                            next.push((sum, reads, 0));
                        }
                        4 if !next.is_empty() => {
                            // Any edge, also one against the order or in a circle.
                            let (reader, from) = (dice.roll(next.len()), dice.roll(next.len()));
                            let from = next[from].0;
                            let (to, reads, _) = &mut next[reader];
                            if !reads.is_empty() {
                                let port = dice.roll(reads.len());
                                reads[port] = from;
                                graph.disconnect(*to, port as u32);
                                graph.connect(from, *to, port as u32);
                            }
                        }
                        5 if !next.is_empty() => {
                            let gone = next.swap_remove(dice.roll(next.len())).0;
                            let zero = graph.add(Constant::new(int(0)));
                            next.push((zero, Vec::new(), 0));
                            for (to, reads, _) in &mut next {
                                for (port, from) in reads.iter_mut().enumerate() {
                                    if *from == gone {
                                        *from = zero;
                                        graph.disconnect(*to, port as u32);
                                        graph.connect(zero, *to, port as u32);
                                    }
                                }
                            }
                            graph.remove(gone);
                        }
                        _ => {}
                    }
                }
                Ok(())
            });
            if outcome.is_ok() {
                model = next;
            }
            if dice.roll(3) > 0 {
                continue;
            }
            step(&mut engine);
            assert_eq!(engine.vertices().count(), model.len());
            let mut known: HashMap<VertexId, i64> = HashMap::new();
            while known.len() < model.len() {
                let before = known.len();
                for (vertex, reads, number) in &model {
                    let read: Option<i64> = match reads[..] {
                        [] => Some(*number),
                        _ => reads
                            .iter()
                            .map(|from| known.get(from).copied())
                            .try_fold(0, |a: i64, b| Some(a.wrapping_add(b?))),
                    };
                    if let Some(value) = read {
                        known.insert(*vertex, value);
                    }
                }
                assert!(known.len() > before, "a circle came about");
            }
            for (vertex, value) in known {
                assert_eq!(engine.value(vertex).map(read), Some(value), "{seed} {turn}");
            }
        }
    }
}

#[test]
fn depth_does_not_matter() {
    const DEPTH: usize = 200_000;
    let (world, count, mut engine) = (World::default(), calls(), Engine::new());
    let budget = Budget::new();
    let (source, chain) = engine
        .change(&budget, |graph| {
            // Each is linked before what it reads: every edge goes against the order.
            let chain: Vec<VertexId> = (0..DEPTH)
                .map(|_| graph.add(Sum(1, count.clone())))
                .collect();
            for pair in chain.windows(2) {
                graph.connect(pair[1], pair[0], 0);
            }
            let source = graph.add(Source(world.clone()));
            graph.connect(source, chain[DEPTH - 1], 0);
            Ok((source, chain))
        })
        .unwrap();
    assert!(budget.steps() < 10 * DEPTH as u64, "{}", budget.steps());
    step(&mut engine);
    world.set(3);
    step(&mut engine);
    assert_eq!(engine.value(chain[0]).map(read), Some(3));
    assert_eq!(count.load(Ordering::Relaxed), 2 * DEPTH);
    let circle = engine.change(&budget, |graph| {
        graph.disconnect(chain[DEPTH - 1], 0);
        graph.connect(chain[0], chain[DEPTH - 1], 0);
        Ok(())
    });
    assert_eq!(circle.unwrap_err().code(), Code::InvalidArgument);
    assert_eq!(
        engine
            .edges_to(chain[DEPTH - 1])
            .next()
            .map(|edge| edge.from),
        Some(source)
    );
}

/// A source, and a number that fails when it is negative, with a fallback.
fn with_fallback(engine: &mut Engine, world: &World) -> (VertexId, VertexId, VertexId) {
    engine
        .change(&Budget::new(), |graph| {
            let source = graph.add(Source(world.clone()));
            let natural = graph.add(Natural);
            graph.connect(source, natural, 0);
            let sum = sum_of(graph, &[natural, source], &calls());
            let output = graph.add(Output::new("output"));
            let build = |_: &Value, change: &mut Transaction<'_>, _: &Budget| {
                Ok(Some(change.add(Constant::new(int(42)))))
            };
            let fallback = graph.add(Fallback::new("except", 0, sum, output, build));
            graph.connect(sum, fallback, 0);
            graph.connect(fallback, output, Output::FORM);
            Ok((natural, sum, output))
        })
        .unwrap()
}

#[test]
fn a_failure_travels_until_it_is_caught() {
    let (mut engine, world) = (Engine::new(), World::default());
    world.value.store(-1, Ordering::Relaxed);
    let (natural, sum, output) = with_fallback(&mut engine, &world);
    assert!(step(&mut engine));
    assert_eq!(engine.value(output).map(read), Some(42));
    for vertex in [natural, sum] {
        let failure = engine.failure(vertex).unwrap();
        assert_eq!(failure.severity, Severity::Catchable);
        assert_eq!(failure.origin, Some((natural, 7)));
    }
    let with_part = engine.vertices().count();
    world.set(4);
    assert!(step(&mut engine));
    assert_eq!(engine.value(output).map(read), Some(8));
    assert_eq!(engine.vertices().count(), with_part - 1);
    world.set(-2);
    assert!(step(&mut engine));
    assert_eq!(engine.value(output).map(read), Some(42));
    // What may not be caught ends everything.
    world.set(-200);
    for _ in 0..2 {
        let Stop { error, origin } = engine.step(&Budget::new()).unwrap_err();
        assert_eq!(error.message(), "far too low");
        assert_eq!(origin, Some((natural, 7)));
    }
}

#[test]
fn a_failure_that_nobody_reads_ends_everything() {
    let (mut engine, world) = (Engine::new(), World::default());
    let lone = engine
        .change(&Budget::new(), |graph| {
            let source = graph.add(Source(world.clone()));
            let natural = graph.add(Natural);
            graph.connect(source, natural, 0);
            Ok(sum_of(graph, &[natural], &calls()))
        })
        .unwrap();
    step(&mut engine);
    world.set(-3);
    let stop = engine.step(&Budget::new()).unwrap_err();
    assert_eq!(stop.error.message(), "negative");
    assert_ne!(stop.origin.map(|(vertex, _)| vertex), Some(lone));
}

#[test]
fn a_panic_ends_everything() {
    let mut engine = Engine::new();
    engine
        .change(&Budget::new(), |graph| {
            let bad = graph.add(Constant::new(Value::string("no number")));
            Ok(sum_of(graph, &[bad], &calls()))
        })
        .unwrap();
    for _ in 0..2 {
        let stop = engine.step(&Budget::new()).unwrap_err();
        assert_eq!(stop.error.code(), Code::Misbehaved);
    }
}

#[test]
fn a_stream_that_fails_ends_everything() {
    let (mut engine, world) = (Engine::new(), World::default());
    with_fallback(&mut engine, &world);
    step(&mut engine);
    let sender = world.sender.lock().unwrap().clone().unwrap();
    sender.fail(Error::new(Code::Callback, "the file is gone"));
    assert!(engine.is_due());
    let stop = engine.step(&Budget::new()).unwrap_err();
    assert_eq!(stop.error.message(), "the file is gone");
    drop(engine);
    assert_eq!(world.stops.load(Ordering::Relaxed), 1);
    sender.send();
}

/// Sums each element with one more input, and all of these sums.
struct Sums {
    more: VertexId,
    built: Arc<AtomicUsize>,
    called: Arc<AtomicUsize>,
}

impl Body for Sums {
    fn build(
        &mut self,
        _: &Value,
        element: VertexId,
        change: &mut Transaction<'_>,
        _: &Budget,
    ) -> Result<Option<VertexId>, Failure> {
        self.built.fetch_add(1, Ordering::Relaxed);
        Ok(Some(sum_of(change, &[element, self.more], &self.called)))
    }

    fn gather(
        &mut self,
        results: &[VertexId],
        change: &mut Transaction<'_>,
        _: &Budget,
    ) -> Result<Option<VertexId>, Failure> {
        Ok(Some(sum_of(change, results, &calls())))
    }
}

#[test]
fn an_element_that_changes_is_all_that_is_computed_anew() {
    const MANY: i64 = 10_000;
    let (mut engine, world) = (Engine::new(), World::default());
    let (built, called) = (calls(), calls());
    world.value.store(MANY * 1_000_000, Ordering::Relaxed);
    let output = engine
        .change(&Budget::new(), |graph| {
            let source = graph.add(Source(world.clone()));
            let more = graph.add(Constant::new(int(1)));
            let lists = graph.add(Lists);
            graph.connect(source, lists, 0);
            let output = graph.add(Output::new("output"));
            let sums = Sums {
                more,
                built: built.clone(),
                called: called.clone(),
            };
            let each = graph.add(Each::new("map", 0, Keys::Positions, Some(output), sums));
            graph.connect(lists, each, 0);
            graph.connect(each, output, Output::FORM);
            Ok(output)
        })
        .unwrap();
    let total = |negative: i64, count: i64| count * (count - 1) / 2 + count - 2 * negative;
    step(&mut engine);
    assert_eq!(engine.value(output).map(read), Some(total(0, MANY)));
    assert_eq!(built.swap(0, Ordering::Relaxed), MANY as usize);
    called.store(0, Ordering::Relaxed);
    world.set(MANY * 1_000_000 + 9);
    step(&mut engine);
    assert_eq!(engine.value(output).map(read), Some(total(9, MANY)));
    assert_eq!(
        (
            built.load(Ordering::Relaxed),
            called.load(Ordering::Relaxed)
        ),
        (0, 1)
    );
    // Fewer elements, and more again.
    let all = engine.vertices().count();
    world.set((MANY - 3) * 1_000_000 + 9);
    step(&mut engine);
    assert_eq!(engine.value(output).map(read), Some(total(9, MANY - 3)));
    assert_eq!(engine.vertices().count(), all - 6);
    world.set(MANY * 1_000_000 + 9);
    step(&mut engine);
    assert_eq!(engine.value(output).map(read), Some(total(9, MANY)));
    assert_eq!(built.load(Ordering::Relaxed), 3);
    assert_eq!(engine.vertices().count(), all);
}

/// Gives maps: the number's digits under their places, but nines.
struct Digits;

impl Function for Digits {
    fn name(&self) -> &str {
        "digits"
    }

    fn inputs(&self) -> u32 {
        1
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        _: &mut Transaction<'_>,
        _: &Budget,
    ) -> Result<Value, Failure> {
        let text = read(inputs.value(0)?).to_string();
        let digits = text.bytes().enumerate().filter(|(_, digit)| *digit != b'9');
        let entries = digits.map(|(at, digit)| {
            (
                Value::string(&format!("place {at}")),
                int(i64::from(digit - b'0')),
            )
        });
        Ok(Value::map_of(Type::integer(), entries)?)
    }
}

#[test]
fn entries_are_told_apart_by_their_keys() {
    let (mut engine, world) = (Engine::new(), World::default());
    let (built, called) = (calls(), calls());
    world.value.store(99, Ordering::Relaxed);
    let output = engine
        .change(&Budget::new(), |graph| {
            let source = graph.add(Source(world.clone()));
            let more = graph.add(Constant::new(int(0)));
            let digits = graph.add(Digits);
            graph.connect(source, digits, 0);
            let output = graph.add(Output::new("output"));
            let sums = Sums {
                more,
                built: built.clone(),
                called: called.clone(),
            };
            let each = graph.add(Each::new("forkv", 0, Keys::Entries, Some(output), sums));
            graph.connect(digits, each, 0);
            graph.connect(each, output, Output::FORM);
            Ok(output)
        })
        .unwrap();
    step(&mut engine);
    for (number, sum, parts, asked) in [
        (1234, 10, 4, 4),
        (1934, 8, 0, 0),
        (1834, 16, 1, 1),
        (5834, 20, 0, 1),
        (99999, 0, 0, 0),
        (11, 2, 2, 2),
    ] {
        world.set(number);
        step(&mut engine);
        assert_eq!(engine.value(output).map(read), Some(sum), "{number}");
        assert_eq!(built.swap(0, Ordering::Relaxed), parts, "{number}");
        assert_eq!(called.swap(0, Ordering::Relaxed), asked, "{number}");
    }
}

/// A choice by the first source, whose part has a source of its own and a choice inside.
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

#[test]
fn a_million_events_leave_nothing_behind() {
    let (mut engine, outer, inner) = (Engine::new(), World::default(), World::default());
    let output = nested_choice(&mut engine, &outer, &inner);
    step(&mut engine);
    let (mut most, mut stops) = ((0, 0), 0);
    for event in 0..1_000_000i64 {
        match event % 10 {
            0 => outer.set(event % 7),
            _ => inner.set(event % 5),
        }
        if event % 16 == 0 {
            step(&mut engine);
            let product = outer.value.load(Ordering::Relaxed) * inner.value.load(Ordering::Relaxed);
            assert_eq!(engine.value(output).map(read), Some(product));
            if event < 4000 {
                most = most.max(engine.room());
                stops = inner.stops.load(Ordering::Relaxed);
            }
            engine.take_changes();
        }
    }
    assert!(inner.stops.load(Ordering::Relaxed) > 100 * stops);
    assert_eq!(engine.room(), most);
    assert_eq!(engine.vertices().count(), 7);
}

#[test]
fn senders_announce_from_any_thread() {
    let mut engine = Engine::new();
    let woken = calls();
    let counter = woken.clone();
    engine.on_wake(move || {
        counter.fetch_add(1, Ordering::Relaxed);
    });
    let worlds: Vec<World> = (0..8).map(|_| World::default()).collect();
    let sum = engine
        .change(&Budget::new(), |graph| {
            let sources: Vec<VertexId> = worlds
                .iter()
                .map(|world| graph.add(Source(world.clone())))
                .collect();
            Ok(sum_of(graph, &sources, &calls()))
        })
        .unwrap();
    step(&mut engine);
    std::thread::scope(|scope| {
        for world in &worlds {
            scope.spawn(move || (1..=2000).for_each(|number| world.set(number)));
        }
        for _ in 0..200 {
            step(&mut engine);
        }
    });
    step(&mut engine);
    assert_eq!(engine.value(sum).map(read), Some(16_000));
    assert!(woken.load(Ordering::Relaxed) > 0 && !engine.is_due());
}

#[test]
fn a_step_that_was_ended_goes_on_where_it_stopped() {
    let (world, count, mut engine) = (World::default(), calls(), Engine::new());
    let last = engine
        .change(&Budget::new(), |graph| {
            let mut last = graph.add(Source(world.clone()));
            for _ in 0..100 {
                last = sum_of(graph, &[last], &count);
            }
            Ok(last)
        })
        .unwrap();
    step(&mut engine);
    world.set(1);
    let mut ended = 0;
    while let Err(stop) = engine.step(&Budget::new().limit_steps(20)) {
        assert_eq!(stop.error.code(), Code::Limit);
        ended += 1;
    }
    assert_eq!(ended, 10);
    assert_eq!(engine.value(last).map(read), Some(1));
    assert_eq!(count.load(Ordering::Relaxed), 200);
}

#[test]
fn a_part_goes_with_all_that_came_of_it() {
    let mut engine = Engine::new();
    let (outer, inner) = (World::default(), World::default());
    nested_choice(&mut engine, &outer, &inner);
    step(&mut engine);
    let all: Vec<VertexId> = engine.vertices().collect();
    let choice = all
        .iter()
        .find(|vertex| engine.function(**vertex).unwrap().name() == "outer")
        .copied()
        .unwrap();
    engine
        .change(&Budget::new(), |graph| {
            graph.remove(choice);
            Ok(())
        })
        .unwrap();
    assert_eq!(engine.vertices().count(), 2);
    assert_eq!(inner.stops.load(Ordering::Relaxed), 1);
    // Parts of the host's come and go as well.
    let part: PartId = engine
        .change(&Budget::new(), |graph| {
            let part = graph.open();
            graph.add(Constant::new(int(1)));
            graph.add(Constant::new(int(2)));
            graph.leave();
            graph.add(Constant::new(int(3)));
            Ok(part)
        })
        .unwrap();
    assert_eq!(engine.vertices().count(), 5);
    engine
        .change(&Budget::new(), |graph| {
            graph.close(part);
            Ok(())
        })
        .unwrap();
    assert_eq!(engine.vertices().count(), 3);
}

#[test]
fn what_many_read_goes_with_the_last_reader() {
    let (mut engine, budget) = (Engine::new(), Budget::new());
    let (constants, readers) = engine
        .change(&budget, |graph| {
            // Two parts, the second of which reads the first.
            let part = graph.open_free();
            let first = graph.add(Constant::new(int(1)));
            graph.keep(part, first);
            graph.leave();
            let part = graph.open_free();
            let second = sum_of(graph, &[first], &calls());
            graph.keep(part, second);
            graph.leave();
            let readers = [0, 1].map(|_| sum_of(graph, &[second], &calls()));
            Ok(([first, second], readers))
        })
        .unwrap();
    engine.step(&budget).unwrap();
    let remove = |engine: &mut Engine, vertex: VertexId| {
        let removed = engine.change(&budget, |graph| {
            graph.remove(vertex);
            Ok(())
        });
        removed.unwrap();
        constants.map(|vertex| engine.function(vertex).is_some())
    };
    assert_eq!(remove(&mut engine, readers[0]), [true, true]);
    // One that takes the place of the last reader in the same change keeps it.
    let reader = engine
        .change(&budget, |graph| {
            graph.remove(readers[1]);
            Ok(sum_of(graph, &[constants[1]], &calls()))
        })
        .unwrap();
    assert!(engine.function(constants[1]).is_some());
    assert_eq!(remove(&mut engine, reader), [false, false]);
    assert_eq!(engine.vertices().count(), 0);
    assert!(engine.step(&budget).unwrap().complete);
}

#[test]
fn what_is_held_stays_until_it_is_let_go() {
    let (mut engine, budget) = (Engine::new(), Budget::new());
    let (kept, holder) = engine
        .change(&budget, |graph| {
            let part = graph.open_free();
            let kept = graph.add(Constant::new(int(1)));
            graph.keep(part, kept);
            graph.leave();
            let holder = graph.add(Constant::new(int(2)));
            graph.hold(kept, holder);
            Ok((kept, holder))
        })
        .unwrap();
    // A change that is refused lets nothing go.
    let refused = engine.change(&budget, |graph| {
        graph.remove(holder);
        graph.connect(kept, holder, 0);
        Ok(())
    });
    assert_eq!(refused.unwrap_err().code(), Code::InvalidArgument);
    assert!(engine.value(kept).is_none() && engine.function(kept).is_some());
    engine
        .change(&budget, |graph| {
            assert!(graph.is_there(kept));
            graph.remove(holder);
            Ok(())
        })
        .unwrap();
    assert!(engine.function(kept).is_none());
    engine
        .change(&budget, |graph| {
            assert!(!graph.is_there(kept));
            Ok(())
        })
        .unwrap();
    // Nobody reads or holds what is kept from the start.
    let kept = engine
        .change(&budget, |graph| {
            let part = graph.open_free();
            let kept = graph.add(Constant::new(int(1)));
            graph.keep(part, kept);
            Ok(kept)
        })
        .unwrap();
    assert!(engine.function(kept).is_none());
}

#[test]
fn what_opened_a_part_is_called_before_what_is_in_it() {
    let (mut engine, world) = (Engine::new(), World::default());
    let budget = Budget::new();
    let (source, pass) = engine
        .change(&budget, |graph| {
            let source = graph.add(Source(world.clone()));
            let pass = sum_of(graph, &[source], &calls());
            // What is built is taken down before it sees another value than it was built for.
            let build = move |value: &Value, graph: &mut Transaction<'_>, _: &Budget| {
                let inside = graph.add(Wants(value.clone()));
                graph.connect(source, inside, 0);
                Ok(None)
            };
            let choice = graph.add(Choice::new("choice", 0, None, build));
            graph.connect(pass, choice, 0);
            Ok((source, pass))
        })
        .unwrap();
    engine.step(&budget).unwrap();
    // An edge that goes against the order gives new places to the choice, and to its part.
    engine
        .change(&budget, |graph| {
            let between = sum_of(graph, &[source], &calls());
            graph.disconnect(pass, 0);
            graph.connect(between, pass, 0);
            Ok(())
        })
        .unwrap();
    for value in 1..4 {
        world.set(value);
        engine.step(&budget).unwrap();
    }
}

/// Fails for good on any other value than the one that it wants.
struct Wants(Value);

impl Function for Wants {
    fn name(&self) -> &str {
        "wants"
    }

    fn inputs(&self) -> u32 {
        1
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        _: &mut Transaction<'_>,
        _: &Budget,
    ) -> Result<Value, Failure> {
        match inputs.value(0)? == &self.0 {
            true => Ok(self.0.clone()),
            false => Err(Failure::fatal(Error::new(Code::Internal, "another value"))),
        }
    }
}

#[test]
fn a_graph_may_be_bounded() {
    let (mut engine, budget) = (Engine::new(), Budget::new());
    engine.limit_vertices(3);
    let add = |engine: &mut Engine, count: i64| {
        engine.change(&budget, |graph| {
            for at in 0..count {
                graph.add(Constant::new(int(at)));
            }
            Ok(())
        })
    };
    add(&mut engine, 3).unwrap();
    assert_eq!(add(&mut engine, 1).unwrap_err().code(), Code::Limit);
    assert_eq!(engine.vertices().count(), 3);
}
