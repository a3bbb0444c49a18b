//! Tests of forms: only changed parts are rebuilt.

use super::*;

/// Adds the last input to each element, and sums the results.
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
fn only_changed_elements_are_recomputed() {
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

/// Returns maps from positions to the number's digits, without nines.
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
fn entries_are_identified_by_their_keys() {
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
