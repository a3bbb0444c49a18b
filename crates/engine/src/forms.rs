//! Forms: which functions build and take down parts of the graph?
//!
//! - [`Choice`]: one part, built anew for each value that comes in: a call of a function that
//!   is a value, the branches of a condition
//! - [`Each`]: a part an element of a list, or an entry of a map: loops, functions that go
//!   through lists
//! - [`Fallback`]: a part while a failure comes in
//!
//! What a part is the language says: a builder adds its vertices and names the one that has the
//! result. Where the form has an [`Output`] the result is linked to it, so whoever reads the
//! form reads that and need not know of parts that come and go.

use crate::failure::Failure;
use crate::function::{Constant, Function, Inputs};
use crate::ids::{PartId, VertexId};
use crate::transaction::Transaction;

pub use crate::function::Output;

use polycty_core::calls::Budget;
use polycty_core::types::IdMap;
use polycty_core::values::Value;

/// Builds a part for a value: adds vertices and edges, and gives the vertex with the result,
/// which need not be a new one. None where there is no result to be linked.
pub trait Build: Send {
    /// Records the part.
    ///
    /// # Errors
    /// Whatever the language says. Nothing of what was recorded happens then.
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

/// What links a form to its output, where it has one.
fn link(result: Option<VertexId>, output: Option<VertexId>, change: &mut Transaction<'_>) {
    if let Some(output) = output {
        change.disconnect(output, Output::RESULT);
        if let Some(result) = result {
            change.connect(result, output, Output::RESULT);
        }
    }
}

/// One part, built anew whenever another value comes in. Its own value is the one that came in.
pub struct Choice<B> {
    name: Box<str>,
    tag: u64,
    output: Option<VertexId>,
    build: B,
    current: Option<(Value, PartId)>,
}

impl<B: Build> Choice<B> {
    /// A choice, and the output that results are linked to.
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

/// Builds the part of an element.
pub trait Body: Send {
    /// Records the part of an element, whose value the vertex `element` has and changes; `key`
    /// is its position, from 0, or its key. Gives the vertex with the result.
    ///
    /// # Errors
    /// Whatever the language says. Nothing of what was recorded happens then.
    fn build(
        &mut self,
        key: &Value,
        element: VertexId,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Option<VertexId>, Failure>;

    /// Records what makes one result of those of all elements, in their order, and gives the
    /// vertex that has it. Comes whenever the elements are others, not when only their values
    /// are; what it recorded before is gone.
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

/// How elements are told apart from one time to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// By their positions in a list.
    Positions,
    /// By their keys in a map.
    Entries,
}

/// A part an element of the list or the map that comes in. What changes of an element only
/// changes the value at its vertex; a part is built for an element that is new and taken down
/// for one that is gone. Its own value is the one that came in.
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
    /// A body for each, and the output that the gathered result is linked to.
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

    /// The part of an element that is new.
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

    /// The elements that stay by their positions; others are added at the end or taken from it.
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
        for (at, part) in parts.iter().enumerate().skip(kept) {
            budget.charge(1)?;
            let key = Value::from_integer((at as i64).into());
            added.push(self.item(key, part.clone(), change, budget)?);
        }
        // Nothing fails from here on.
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
        for (at, key, value) in found {
            budget.charge(1)?;
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
        // A result that cannot be gathered undoes what was recorded of the items. Those that stay
        // where they are have been gathered.
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

/// Links the vertex at its input to the output, and a part that is built for it in its place
/// while that has a failure. Its own value is whether it has one.
pub struct Fallback<B> {
    name: Box<str>,
    tag: u64,
    first: VertexId,
    output: VertexId,
    build: B,
    current: Current,
}

/// What is linked to the output of a fallback.
#[derive(Clone, Copy)]
enum Current {
    Nothing,
    First,
    Part(PartId),
}

impl<B: Build> Fallback<B> {
    /// A fallback for the vertex `first`, which comes to its input. What is built is given
    /// whether there is a failure, which is `true`.
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
