//! Sequences of events of the engine: a graph that is changed in any way, completely or not at all,
//! has the values that its parts determine, and never a cycle.

use polycty_core::calls::Budget;
use polycty_core::source::Code;
use polycty_core::values::Value;
use polycty_engine::{Constant, Engine, Failure, Function, Inputs, Transaction, VertexId};

/// One more than the sum of its inputs.
struct Sum(u32);

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
        let read = |value: &Value| value.as_integer().and_then(|int| int.to_i64()).unwrap_or(0);
        let all = inputs.values()?.into_iter().map(read);
        Ok(Value::from_integer(
            all.fold(1i64, i64::wrapping_add).into(),
        ))
    }
}

/// Runs one input: a byte for the operation, and one or two for its operands.
pub fn run(bytes: &[u8]) {
    let (mut engine, budget) = (Engine::new(), Budget::new());
    let mut known: Vec<VertexId> = Vec::new();
    for step in bytes.chunks_exact(3) {
        let pick = |byte: u8| known.get(byte as usize % known.len().max(1)).copied();
        let (a, b) = (pick(step[1]), pick(step[2]));
        let port = u32::from(step[0] >> 4) % 3;
        let mut added = Vec::new();
        let changed = engine.change(&budget, |graph| {
            match (step[0] % 8, a, b) {
                (0, ..) => added.push(graph.add(Constant::new(Value::from_integer(
                    i64::from(step[1]).into(),
                )))),
                (1, ..) => added.push(graph.add(Sum(u32::from(step[1]) % 3))),
                (2 | 3, Some(a), Some(b)) => graph.connect(a, b, port),
                (4, Some(a), _) => graph.disconnect(a, port),
                (5, Some(a), _) => graph.remove(a),
                (6, Some(a), Some(b)) => {
                    let part = graph.open();
                    let inside = graph.add(Sum(1));
                    graph.connect(a, inside, 0);
                    graph.disconnect(b, port);
                    graph.connect(inside, b, port);
                    if step[0] >= 128 {
                        graph.close(part);
                    } else {
                        added.push(inside);
                    }
                }
                (7, Some(a), _) => graph.replace(a, Constant::new(Value::bool(true))),
                _ => {}
            }
            Ok(())
        });
        match changed {
            Ok(()) => known.append(&mut added),
            Err(error) => assert_eq!(error.code(), Code::InvalidArgument),
        }
        let progress = engine.step(&budget).expect("nothing fails");
        let vertices: Vec<VertexId> = engine.vertices().collect();
        let whole = vertices
            .iter()
            .all(|vertex| engine.value(*vertex).is_some());
        assert_eq!(progress.complete, whole);
        assert!(!engine.is_due());
    }
}
