//! Trees: `tree_each`.

use crate::eval::function::{Arguments, Entry};
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, raised};
use crate::functions::iteration::unless_broken;
use crate::rules::instance::instance;
use crate::values::special::{Order, Pace, Sequence, Special, array, array_elements};
use polycty_core::calls::Budget;
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

/// What is visited, and in which order.
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
    /// The parts of a value under their keys, if it is gone into.
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

/// A value, its path, and whether it is the root.
struct Visit {
    path: Vec<Value>,
    value: Value,
}

fn tree_each(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let tree = &arguments.values[0];
    let options = options(arguments.get(1))?;
    let mut visited = Vec::new();
    let mut walk = || -> Eval<()> {
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
                interpreter.hold_elements(parts.len() * (path.len() + 2))?;
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
                    interpreter.call_block(block, &[array(path)?, value])?;
                }
                (_, Some(block)) => {
                    interpreter.call_block(block, &[value])?;
                }
                (_, None) => visited.push(array(vec![array(path)?, value])?),
            }
        }
        Ok(())
    };
    unless_broken(walk())?;
    match arguments.block {
        Some(_) => Ok(tree.clone()),
        None => Ok(Special::Iterator(Box::new(Sequence {
            element: Type::any().clone(),
            items: visited.into(),
            row: None,
            order: Order::Elements,
            pace: Pace::Listed,
        }))
        .into_value()?),
    }
}
