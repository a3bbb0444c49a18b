//! Tests of transactions: atomicity, and costs proportional to the reached vertices.

use super::*;

#[test]
fn an_event_calls_only_reached_vertices() {
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
        // An equal value reaches no other vertices.
        world.set(5);
        assert!(!step(&mut engine));
        assert_eq!(count.load(Ordering::Relaxed), 2);
    }
}

#[test]
fn transactions_are_atomic() {
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
            // The operations before the rejected one are not committed, either.
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
    // The remaining vertices can still be changed.
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

/// Pseudo-random numbers.
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
fn a_changed_graph_equals_a_new_one() {
    for seed in 0..30 {
        let mut dice = Dice(seed);
        let (mut engine, budget) = (Engine::new(), Budget::new());
        // Each vertex with the vertices that it reads, or its number.
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
                            // Any edge, also one that contradicts the order or closes a cycle.
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
fn deep_graphs_need_no_recursion() {
    const DEPTH: usize = 200_000;
    let (world, count, mut engine) = (World::default(), calls(), Engine::new());
    let budget = Budget::new();
    let (source, chain) = engine
        .change(&budget, |graph| {
            // Each vertex is linked before the vertex that it reads: every edge contradicts the
            // order.
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

#[test]
fn the_number_of_vertices_can_be_limited() {
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
