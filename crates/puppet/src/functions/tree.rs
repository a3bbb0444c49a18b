//! Trees: `tree_each`.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry};
use crate::eval::interpreter::Interpreter;
use crate::eval::memory::{ELEMENT_BYTES, Elements, counted_array};
use crate::eval::stop::{Eval, raised};
use crate::functions::iteration::unless_broken;
use crate::rules::instance::instance;
use crate::values::special::{Order, Pace, Sequence, Special, array_elements};
use polycty_core::calls::{Budget, HeldBytes};
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::collections::VecDeque;

const OPTIONS: &[(&str, &str)] = &[(
    "OptionsType",
    "Struct[{container_type => Optional[Type], include_root => Optional[Boolean], \
     include_containers => Optional[Boolean], include_values => Optional[Boolean], \
     order => Optional[Enum[depth_first, breadth_first]], include_refs => Optional[Boolean]}]",
)];

pub(super) const TABLE: &[Entry] = &[Entry {
    name: "tree_each",
    cost: Cost::Calls,
    makes: Makes::Own,
    takes: crate::eval::function::Takes::Signatures(
        OPTIONS,
        &[
            "Variant[Iterator, Array, Hash, Object] tree, OptionsType options?, Callable[2, 2] block",
            "Variant[Iterator, Array, Hash, Object] tree, OptionsType options?, Callable[1, 1] block",
            "Variant[Iterator, Array, Hash, Object] tree, OptionsType options?",
        ],
    ),
    run: tree_each,
}];

/// The values that are visited, and their order.
struct Options {
    root: bool,
    containers: bool,
    values: bool,
    breadth_first: bool,
    container: Option<Type>,
}

fn options(value: Option<&Value>) -> Eval<Options> {
    let map = value.and_then(Value::as_ordered_map);
    let get = |name: &str| map.and_then(|map| map.get(&Value::string(name)));
    let flag = |name: &str| get(name).and_then(Value::as_bool).unwrap_or(true);
    let options = Options {
        root: flag("include_root"),
        containers: flag("include_containers"),
        values: flag("include_values"),
        breadth_first: get("order").and_then(Value::as_str) == Some("breadth_first"),
        container: get("container_type").and_then(Value::as_type).cloned(),
    };
    if !options.containers && !options.values {
        return Err(raised(
            "Options 'include_containers' and 'include_values' cannot both be false",
        ));
    }
    Ok(options)
}

impl Options {
    /// Returns the parts of a value with their keys, if its parts are visited.
    fn parts(&self, value: &Value, budget: &Budget) -> Eval<Option<Vec<(Value, Value)>>> {
        if let Some(container) = &self.container
            && !instance(value, container, budget)?
        {
            return Ok(None);
        }
        let numbered = |parts: &[Value]| {
            let numbers = (0i64..).map(|at| Value::from_integer(at.into()));
            Some(numbers.zip(parts.iter().cloned()).collect())
        };
        if let Some(parts) = array_elements(value) {
            return Ok(numbered(parts));
        }
        if let Some(map) = value.as_ordered_map() {
            return Ok(Some(map.entries().to_vec()));
        }
        Ok(match Special::of(value) {
            Some(Special::Iterator(sequence)) => numbered(&sequence.all(budget)?),
            Some(Special::Object(_, attributes)) => Some(
                attributes
                    .iter()
                    .map(|(name, value)| (Value::string(name), value.clone()))
                    .collect(),
            ),
            _ => None,
        })
    }
}

/// The bytes of an element to be visited: its entries in the list of parts and in the queue, and
/// the allocation of its path.
const VISIT_BYTES: u64 = 160;

/// A value, its path, and whether it is the root.
struct Visit {
    path: Vec<Value>,
    value: Value,
}

fn tree_each(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    interpreter.in_large_frame(|interpreter| visit_tree(interpreter, arguments))
}

fn visit_tree(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let tree = &arguments.values[0];
    let options = options(arguments.get(1))?;
    let mut visited = Elements::new(interpreter.budget);
    let mut walk = || -> Eval<()> {
        // The elements to be visited, with their paths.
        let mut memory = HeldBytes::new(interpreter.budget);
        let mut left = VecDeque::from([Visit {
            path: Vec::new(),
            value: tree.clone(),
        }]);
        while let Some(Visit { path, value }) = left.pop_front() {
            interpreter.budget.charge(1 + path.len() as u64)?;
            let parts = options.parts(&value, interpreter.budget)?;
            let included = match (&parts, path.is_empty()) {
                (_, true) => options.root && (parts.is_none() || options.containers),
                (Some(_), false) => options.containers,
                (None, false) => options.values,
            };
            if let Some(parts) = parts {
                let bytes = VISIT_BYTES + (path.len() as u64 + 1) * ELEMENT_BYTES;
                memory.hold((parts.len() as u64).saturating_mul(bytes))?;
                let inner = parts.into_iter().map(|(key, value)| {
                    let mut path = path.clone();
                    path.push(key);
                    Visit { path, value }
                });
                if options.breadth_first {
                    left.extend(inner);
                } else {
                    let inner: Vec<Visit> = inner.collect();
                    for visit in inner.into_iter().rev() {
                        left.push_front(visit);
                    }
                }
            }
            if !included {
                continue;
            }
            match (arguments.which, arguments.block) {
                (0, Some(block)) => {
                    let mark = interpreter.mark();
                    let path = counted_array(path, interpreter.budget)?;
                    interpreter.call_block(block, &[path, value])?;
                    interpreter.forget(mark);
                }
                (_, Some(block)) => {
                    interpreter.ask_block(block, &[value], |_, _| ())?;
                }
                (_, None) => {
                    let path = counted_array(path, interpreter.budget)?;
                    visited.push(counted_array(vec![path, value], interpreter.budget)?)?;
                }
            }
        }
        Ok(())
    };
    unless_broken(walk())?;
    match arguments.block {
        Some(_) => Ok(tree.clone()),
        None => {
            let made = Special::Iterator(Box::new(Sequence {
                element: Type::any().clone(),
                items: visited.take().into(),
                row: None,
                order: Order::Elements,
                pace: Pace::Listed,
            }));
            let made = made.into_value()?;
            interpreter.hold_shallow(&made)?;
            Ok(made)
        }
    }
}
