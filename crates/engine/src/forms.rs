//! Functions that build and remove parts of the graph.
//!
//! - [`Choice`]: one part, rebuilt for each new input value: a call of a function value, the
//!   branches of a condition
//! - [`Each`]: one part for each element of a list or entry of a map: loops, functions over lists
//! - [`Fallback`]: a part that exists while the input has a failure
//!
//! The language defines the content of a part: a builder adds its vertices and returns the one with
//! the result. If the form has an [`Output`], the result is linked to it, so that readers of the
//! form depend only on the output and not on parts that change.

use crate::failure::Failure;
use crate::function::{Constant, Function, Inputs};
use crate::ids::{PartId, VertexId};
use crate::transaction::Transaction;

pub use crate::function::Output;

use polycty_core::calls::Budget;
use polycty_core::types::IdMap;
use polycty_core::values::Value;

/// Builds a part for a value: adds vertices and edges, and returns the vertex with the result,
/// which may be an existing one, or `None` if no result is to be linked.
pub trait Build: Send {
    /// Records the part.
    ///
    /// # Errors
    /// The errors of the language. The recorded changes are then discarded.
    fn build(
        &mut self,
        value: &Value,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Option<VertexId>, Failure>;
}

impl<F> Build for F
where
    F: FnMut(&Value, &mut Transaction<'_>, &Budget) -> Result<Option<VertexId>, Failure> + Send,
{
    fn build(
        &mut self,
        value: &Value,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Option<VertexId>, Failure> {
        self(value, change, budget)
    }
}

/// Links the result to the output of a form, if it has one.
fn link(result: Option<VertexId>, output: Option<VertexId>, change: &mut Transaction<'_>) {
    if let Some(output) = output {
        change.disconnect(output, Output::RESULT);
        if let Some(result) = result {
            change.connect(result, output, Output::RESULT);
        }
    }
}

/// A part that is rebuilt for each new input value. The value of the vertex is the input value.
pub struct Choice<B> {
    name: Box<str>,
    tag: u64,
    output: Option<VertexId>,
    build: B,
    current: Option<(Value, PartId)>,
}

impl<B: Build> Choice<B> {
    /// Creates a choice whose results are linked to an output.
    pub fn new(name: impl Into<Box<str>>, tag: u64, output: Option<VertexId>, build: B) -> Self {
        Choice {
            name: name.into(),
            tag,
            output,
            build,
            current: None,
        }
    }
}

impl<B: Build> Function for Choice<B> {
    fn name(&self) -> &str {
        &self.name
    }

    fn inputs(&self) -> u32 {
        1
    }

    fn tag(&self) -> u64 {
        self.tag
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Value, Failure> {
        let value = inputs.value(0)?;
        if let Some((current, part)) = &self.current {
            if current == value {
                return Ok(value.clone());
            }
            change.close(*part);
        }
        let part = change.open();
        let result = self.build.build(value, change, budget)?;
        link(result, self.output, change);
        self.current = Some((value.clone(), part));
        Ok(value.clone())
    }
}

/// Builds the parts of elements.
pub trait Body: Send {
    /// Records the part of an element. The value of the vertex `element` is the current value of
    /// the element; `key` is its position, from 0, or its key. Returns the vertex with the result.
    ///
    /// # Errors
    /// The errors of the language. The recorded changes are then discarded.
    fn build(
        &mut self,
        key: &Value,
        element: VertexId,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Option<VertexId>, Failure>;

    /// Records the combination of the results of all elements, in order, and returns the vertex
    /// with the combined result. It is called when elements are added or removed, not when only
    /// their values change. The previous combination is removed before.
    ///
    /// # Errors
    /// As [`Body::build`].
    fn gather(
        &mut self,
        results: &[VertexId],
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Option<VertexId>, Failure> {
        let _ = (results, change, budget);
        Ok(None)
    }
}

/// The identity of elements between two evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// The position in a list.
    Positions,
    /// The key in a map.
    Entries,
}

/// A part for each element of the input list or map. A change of an element only changes the value
/// of its vertex. A part is built for each new element and removed with the element. The value of
/// the vertex is the input value.
pub struct Each<B> {
    name: Box<str>,
    tag: u64,
    keys: Keys,
    output: Option<VertexId>,
    body: B,
    items: Vec<Item>,
    gathered: Option<PartId>,
}

#[derive(Clone)]
struct Item {
    key: Value,
    value: Value,
    element: VertexId,
    part: PartId,
    result: Option<VertexId>,
}

impl<B: Body> Each<B> {
    /// Creates a form for a body, whose combined result is linked to an output.
    pub fn new(
        name: impl Into<Box<str>>,
        tag: u64,
        keys: Keys,
        output: Option<VertexId>,
        body: B,
    ) -> Self {
        Each {
            name: name.into(),
            tag,
            keys,
            output,
            body,
            items: Vec::new(),
            gathered: None,
        }
    }

    /// Builds the part of a new element.
    fn item(
        &mut self,
        key: Value,
        value: Value,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Item, Failure> {
        let part = change.open();
        let element = change.add(Constant::named("element", value.clone()));
        let result = self.body.build(&key, element, change, budget)?;
        Ok(Item {
            key,
            value,
            element,
            part,
            result,
        })
    }

    /// Updates the elements by position; elements are added or removed at the end.
    fn by_position(
        &mut self,
        parts: &[Value],
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<bool, Failure> {
        let kept = self.items.len().min(parts.len());
        let mut changed = Vec::new();
        for (at, (item, part)) in self.items.iter().zip(parts).enumerate() {
            if item.value != *part {
                change.replace(item.element, Constant::named("element", part.clone()));
                changed.push(at);
            }
        }
        for item in &self.items[kept..] {
            change.close(item.part);
        }
        let mut added = Vec::new();
        for (at, part) in budget.charged(parts.iter().enumerate().skip(kept))? {
            let key = Value::from_integer((at as i64).into());
            added.push(self.item(key, part.clone(), change, budget)?);
        }
        // The following steps cannot fail.
        let others = self.items.len() != parts.len();
        for at in changed {
            self.items[at].value = parts[at].clone();
        }
        self.items.truncate(kept);
        self.items.append(&mut added);
        Ok(others)
    }

    fn by_key(
        &mut self,
        entries: Vec<(&Value, &Value)>,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<bool, Failure> {
        let mut old: IdMap<&Value, usize> = IdMap::default();
        old.extend(
            self.items
                .iter()
                .enumerate()
                .map(|(at, item)| (&item.key, at)),
        );
        let mut found = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            found.push((old.remove(key), key, value));
        }
        let gone: Vec<usize> = old.into_values().collect();
        for at in &gone {
            change.close(self.items[*at].part);
        }
        let others = !gone.is_empty() || found.iter().any(|(at, ..)| at.is_none());
        let mut items = Vec::with_capacity(found.len());
        for (at, key, value) in budget.charged(found)? {
            match at {
                None => items.push(self.item(key.clone(), value.clone(), change, budget)?),
                Some(at) => {
                    let mut item = self.items[at].clone();
                    if item.value != *value {
                        item.value = value.clone();
                        let element = Constant::named("element", value.clone());
                        change.replace(item.element, element);
                    }
                    items.push(item);
                }
            }
        }
        self.items = items;
        Ok(others)
    }
}

impl<B: Body> Function for Each<B> {
    fn name(&self) -> &str {
        &self.name
    }

    fn inputs(&self) -> u32 {
        1
    }

    fn tag(&self) -> u64 {
        self.tag
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Value, Failure> {
        let value = inputs.value(0)?;
        budget.charge(value.part_count().unwrap_or_default() as u64)?;
        // If combining the results fails, the changes of the items are reverted. If the number of
        // items stays equal, their results are already combined.
        let stays = self.keys == Keys::Positions
            && self.gathered.is_some()
            && value.part_count() == Some(self.items.len());
        let before = self.output.filter(|_| !stays).map(|_| self.items.clone());
        let others = match self.keys {
            Keys::Positions => {
                self.by_position(value.parts().unwrap_or_default(), change, budget)?
            }
            Keys::Entries => self.by_key(entries(value), change, budget)?,
        };
        if let Some(output) = self.output.filter(|_| others || self.gathered.is_none()) {
            let gathered = self.gather(output, change, budget);
            if let Err(failure) = gathered {
                self.items = before.unwrap_or_default();
                return Err(failure);
            }
        }
        Ok(value.clone())
    }
}

impl<B: Body> Each<B> {
    fn gather(
        &mut self,
        output: VertexId,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<(), Failure> {
        let results: Vec<VertexId> = self.items.iter().filter_map(|item| item.result).collect();
        if let Some(part) = self.gathered {
            change.close(part);
        }
        let part = change.open();
        let result = self.body.gather(&results, change, budget)?;
        link(result, Some(output), change);
        self.gathered = Some(part);
        Ok(())
    }
}

/// The entries of a map of either kind.
fn entries(map: &Value) -> Vec<(&Value, &Value)> {
    match map.as_ordered_map() {
        Some(map) => map
            .entries()
            .iter()
            .map(|(key, value)| (key, value))
            .collect(),
        None => {
            let entries = map.entries().unwrap_or_default().iter();
            entries.map(|entry| (entry.key(), entry.value())).collect()
        }
    }
}

/// Links the vertex at its input to the output, or, while that vertex has a failure, a part that is
/// built in its place. The value of the vertex is whether there is a failure.
pub struct Fallback<B> {
    name: Box<str>,
    tag: u64,
    first: VertexId,
    output: VertexId,
    build: B,
    current: Current,
}

/// The vertex that is linked to the output of a fallback.
#[derive(Clone, Copy)]
enum Current {
    Nothing,
    First,
    Part(PartId),
}

impl<B: Build> Fallback<B> {
    /// Creates a fallback for the vertex `first`, which must be connected to its input. The builder
    /// receives `true`, the value of the vertex.
    pub fn new(
        name: impl Into<Box<str>>,
        tag: u64,
        first: VertexId,
        output: VertexId,
        build: B,
    ) -> Self {
        Fallback {
            name: name.into(),
            tag,
            first,
            output,
            build,
            current: Current::Nothing,
        }
    }
}

impl<B: Build> Function for Fallback<B> {
    fn name(&self) -> &str {
        &self.name
    }

    fn inputs(&self) -> u32 {
        1
    }

    fn tag(&self) -> u64 {
        self.tag
    }

    fn catches(&self) -> bool {
        true
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Value, Failure> {
        let failed = Value::bool(inputs.value(0).is_err());
        match (failed.as_bool() == Some(true), self.current) {
            (true, Current::Part(_)) | (false, Current::First) => {}
            (true, _) => {
                let part = change.open();
                let result = self.build.build(&failed, change, budget)?;
                link(result, Some(self.output), change);
                self.current = Current::Part(part);
            }
            (false, current) => {
                if let Current::Part(part) = current {
                    change.close(part);
                }
                link(Some(self.first), Some(self.output), change);
                self.current = Current::First;
            }
        }
        Ok(failed)
    }
}
