//! Tests of failures: catching, and failures that end the evaluation.

use super::*;

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
fn a_failure_propagates_until_it_is_caught() {
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
    // A failure that cannot be caught ends the evaluation.
    world.set(-200);
    for _ in 0..2 {
        let Stop { error, origin } = engine.step(&Budget::new()).unwrap_err();
        assert_eq!(error.message(), "far too low");
        assert_eq!(origin, Some((natural, 7)));
    }
}

#[test]
fn a_failure_without_readers_ends_the_evaluation() {
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
fn a_panic_ends_the_evaluation() {
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
fn a_failed_stream_ends_the_evaluation() {
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

#[test]
fn a_removed_stream_does_not_hide_a_failure() {
    let (mut engine, world, gone) = (Engine::new(), World::default(), World::default());
    let vertex = engine
        .change(&Budget::new(), |graph| {
            graph.add(Source(world.clone()));
            Ok(graph.add(Source(gone.clone())))
        })
        .unwrap();
    step(&mut engine);
    let sender = |world: &World| world.sender.lock().unwrap().clone().unwrap();
    let (world, gone) = (sender(&world), sender(&gone));
    engine
        .change(&Budget::new(), |graph| {
            graph.remove(vertex);
            Ok(())
        })
        .unwrap();
    gone.fail(Error::new(Code::Callback, "gone"));
    step(&mut engine);
    gone.fail(Error::new(Code::Callback, "gone again"));
    // The stream has ended, whatever the code.
    world.fail(Error::new(Code::Limit, "first"));
    world.fail(Error::new(Code::Callback, "second"));
    for _ in 0..2 {
        let stop = engine.step(&Budget::new()).unwrap_err();
        assert_eq!(stop.error.message(), "first");
        assert!(engine.has_ended() && !engine.is_due());
    }
    // Events after the end are ignored.
    world.send();
    assert!(!engine.is_due());
}

#[test]
fn readers_wait_for_a_pending_value() {
    /// A source that has no value while it is zero.
    struct Late(Source);
    impl Function for Late {
        fn name(&self) -> &str {
            "late"
        }
        fn inputs(&self) -> u32 {
            0
        }
        fn start(&mut self, sender: &Sender) -> Result<(), Failure> {
            self.0.start(sender)
        }
        fn call(
            &mut self,
            inputs: Inputs<'_>,
            change: &mut Transaction<'_>,
            budget: &Budget,
        ) -> Result<Value, Failure> {
            let value = self.0.call(inputs, change, budget)?;
            match read(&value) {
                0 => Err(Failure::pending()),
                _ => Ok(value),
            }
        }
    }
    let (mut engine, world) = (Engine::new(), World::default());
    let sum = engine
        .change(&Budget::new(), |graph| {
            let late = graph.add(Late(Source(world.clone())));
            Ok(sum_of(graph, &[late], &calls()))
        })
        .unwrap();
    assert!(!engine.step(&Budget::new()).unwrap().complete);
    for (said, value) in [(3, Some(3)), (0, None), (0, None), (4, Some(4))] {
        world.set(said);
        let progress = engine.step(&Budget::new()).unwrap();
        assert_eq!(progress.complete, value.is_some());
        assert_eq!(progress.changed, value.is_some());
        assert_eq!(engine.value(sum).map(read), value);
    }
}
