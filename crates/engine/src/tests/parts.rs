//! Tests of parts: their lifetimes and the order of calls.

use super::*;

/// Fails permanently for any value except the expected one.
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
        if inputs.value(0)? == &self.0 {
            Ok(self.0.clone())
        } else {
            Err(Failure::fatal(Error::new(Code::Internal, "another value")))
        }
    }
}

#[test]
fn a_part_is_removed_with_its_inner_parts() {
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
    // Parts of the host can be added and removed as well.
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
fn a_shared_part_is_removed_with_its_last_reader() {
    let (mut engine, budget) = (Engine::new(), Budget::new());
    let (constants, readers) = engine
        .change(&budget, |graph| {
            // Two parts; the second one reads the first.
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
    // A new reader that replaces the last one in the same change keeps the part.
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
fn a_held_part_stays_until_it_is_released() {
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
    // A rejected change removes no parts.
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
    // A vertex that keeps a part and has no reader or holder from the start.
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
fn a_form_is_called_before_its_part() {
    let (mut engine, world) = (Engine::new(), World::default());
    let budget = Budget::new();
    let (source, pass) = engine
        .change(&budget, |graph| {
            let source = graph.add(Source(world.clone()));
            let pass = sum_of(graph, &[source], &calls());
            // The part is removed before it receives a value that it was not built for.
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
    // An edge that contradicts the order assigns new numbers to the choice and its part.
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
