//! Tests of events: merging, and long runs.

use super::*;

#[test]
fn a_million_events_need_bounded_memory() {
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
                most = most.max(engine.capacity());
                stops = inner.stops.load(Ordering::Relaxed);
            }
            engine.take_changes();
        }
    }
    assert!(inner.stops.load(Ordering::Relaxed) > 100 * stops);
    assert_eq!(engine.capacity(), most);
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
fn a_step_resumes_at_the_interrupted_vertex() {
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
