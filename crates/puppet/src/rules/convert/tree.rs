//! `Hash.new` of a tree: a hash from paths and values.
//!
//! Each value is stored at its path, in order. Missing hashes on the path are created, and earlier
//! values are modified. A value with an empty path is merged into the root, an array by its
//! indices.

use crate::rules::convert::made::{Failure, MAX_ITEMS, Made, class_of};
use crate::rules::convert::sprintf::truncated;
use crate::values::format::format_redacted;
use crate::values::special::{self, array_elements};
use polycty_core::number::Integer;
use polycty_core::types::MAX_DEPTH;
use polycty_core::values::Value;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// The treatment of arrays among the values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrays {
    /// They are kept.
    Kept,
    /// They become hashes with indices as keys.
    Hashes,
}

/// A value whose parts can be modified.
enum Node {
    Value(Value),
    Array(Vec<Node>),
    Hash(Entries),
}

#[derive(Default)]
struct Entries {
    entries: Vec<(Value, Node)>,
    index: HashMap<Key, usize>,
}

#[derive(PartialEq)]
struct Key(Value);

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.0.as_str_bytes() {
            Some(bytes) => bytes.hash(state),
            None => self.0.hash(state),
        }
    }
}

impl Entries {
    fn index_of(&self, key: &Value) -> Option<usize> {
        self.index.get(&Key(key.clone())).copied()
    }

    fn insert(&mut self, key: &Value, node: Node) {
        match self.index_of(key) {
            Some(at) => self.entries[at].1 = node,
            None => {
                self.index.insert(Key(key.clone()), self.entries.len());
                self.entries.push((key.clone(), node));
            }
        }
    }
}

/// Returns the hash for pairs of a path and a value.
pub(super) fn hash(pairs: &[Value], arrays: Arrays) -> Made {
    let mut root = Entries::default();
    for pair in pairs {
        let Some([path, element]) = pair.parts() else {
            continue;
        };
        match path.parts().unwrap_or_default() {
            [] => merge(&mut root, element)?,
            [path @ .., last] => {
                if path.len() >= MAX_DEPTH as usize {
                    return Err(Failure::limit(format!(
                        "value is nested more than {MAX_DEPTH} levels deep"
                    )));
                }
                put(&mut root, path, last, element, arrays)?;
            }
        }
    }
    finish(Node::Hash(root))
}

fn merge(root: &mut Entries, element: &Value) -> Result<(), Failure> {
    if let Some(map) = element.as_ordered_map() {
        for (key, part) in map.entries() {
            root.insert(key, Node::Value(part.clone()));
        }
        return Ok(());
    }
    match element.parts() {
        Some(parts) => {
            for (at, part) in (0i64..).zip(parts) {
                root.insert(&Value::from_integer(at.into()), Node::Value(part.clone()));
            }
            Ok(())
        }
        None => Err(format!(
            "no implicit conversion of {} into Hash",
            implicit_class(element)
        )
        .into()),
    }
}

/// Ruby's name for a value that cannot be converted implicitly.
fn implicit_class(value: &Value) -> String {
    match value.as_bool() {
        Some(true) => "true".into(),
        Some(false) => "false".into(),
        None if value.is_null() => "nil".into(),
        None => class_of(value),
    }
}

fn put(
    root: &mut Entries,
    path: &[Value],
    last: &Value,
    element: &Value,
    arrays: Arrays,
) -> Result<(), Failure> {
    let mut at: &mut Entries = root;
    let mut steps = path.iter();
    while let Some(step) = steps.next() {
        let position = match at.index_of(step) {
            Some(position) => position,
            None => {
                at.insert(step, Node::Hash(Entries::default()));
                at.entries.len() - 1
            }
        };
        let mut node = &mut at.entries[position].1;
        // Arrays are traversed up to the next hash.
        loop {
            open(node)?;
            match node {
                Node::Hash(entries) => {
                    at = entries;
                    break;
                }
                Node::Array(parts) => {
                    let Some(step) = steps.next() else {
                        return assign(parts, last, element, arrays);
                    };
                    let position = index(step, parts.len())?;
                    node = position
                        .and_then(|position| parts.get_mut(position))
                        .ok_or("undefined method `[]' for nil:NilClass")?;
                }
                Node::Value(_) => {
                    return Err("the path refers to a part of a value without parts".into());
                }
            }
        }
    }
    at.insert(last, node_of(element, arrays));
    Ok(())
}

/// Makes the parts of a value modifiable.
fn open(node: &mut Node) -> Result<(), Failure> {
    let Node::Value(value) = node else {
        return Ok(());
    };
    if let Some(map) = value.as_ordered_map() {
        let mut entries = Entries::default();
        for (key, part) in map.entries() {
            entries.insert(key, Node::Value(part.clone()));
        }
        *node = Node::Hash(entries);
    } else if array_elements(value).is_some() {
        let parts = value.parts().unwrap_or_default();
        *node = Node::Array(parts.iter().cloned().map(Node::Value).collect());
    } else {
        return Err(format!("undefined method `[]=' for a value of {}", class_of(value)).into());
    }
    Ok(())
}

fn node_of(element: &Value, arrays: Arrays) -> Node {
    match element.parts() {
        Some(parts) if arrays == Arrays::Hashes && array_elements(element).is_some() => {
            let mut entries = Entries::default();
            for (at, part) in (0i64..).zip(parts) {
                entries.insert(&Value::from_integer(at.into()), node_of(part, arrays));
            }
            Node::Hash(entries)
        }
        _ => Node::Value(element.clone()),
    }
}

/// Returns the position of an index; a negative index counts from the end.
fn index(step: &Value, length: usize) -> Result<Option<usize>, Failure> {
    let index = match (step.as_integer(), step.as_double()) {
        (Some(index), _) => index,
        (None, Some(float)) => truncated(float)?,
        _ => {
            return Err(format!(
                "no implicit conversion of {} into Integer",
                implicit_class(step)
            )
            .into());
        }
    };
    let index = match index.signum() {
        -1 => index.add(&Integer::from(length as i64)).ok(),
        _ => Some(index),
    };
    Ok(index
        .and_then(|index| index.to_i64())
        .and_then(|index| usize::try_from(index).ok()))
}

fn assign(
    parts: &mut Vec<Node>,
    step: &Value,
    element: &Value,
    arrays: Arrays,
) -> Result<(), Failure> {
    let Some(position) = index(step, parts.len())? else {
        return Err(format!(
            "index {} too small for array; minimum: -{}",
            format_redacted(step),
            parts.len()
        )
        .into());
    };
    if position >= MAX_ITEMS {
        return Err(Failure::limit(format!(
            "an array would have more than {MAX_ITEMS} elements"
        )));
    }
    while parts.len() <= position {
        parts.push(Node::Value(special::undef()));
    }
    parts[position] = node_of(element, arrays);
    Ok(())
}

fn finish(node: Node) -> Made {
    match node {
        Node::Value(value) => Ok(value),
        Node::Array(parts) => {
            let parts = parts.into_iter().map(finish).collect::<Result<_, _>>()?;
            Ok(special::array(parts)?)
        }
        Node::Hash(entries) => {
            let entries = entries
                .entries
                .into_iter()
                .map(|(key, node)| Ok((key, finish(node)?)))
                .collect::<Result<Vec<_>, Failure>>()?;
            Ok(special::hash(entries)?)
        }
    }
}
