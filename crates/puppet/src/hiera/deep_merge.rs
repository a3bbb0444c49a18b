//! The deep merge: hashes are merged recursively and arrays are united.
//!
//! The rules, including those for values that one side alone has, are those of the library
//! deep_merge, which Puppet uses. It merges a value that the destination lacks into a copy of
//! itself, and the copy shares its elements with the value. Changes of one are then changes of the
//! other, which removes more elements than the rule says: see [`Session::own_array`].

use super::Session;
use super::failure::{Outcome, runtime_error};
use super::inspect::{inspect, text_of};
use crate::values::special::{array, array_elements, hash};
use polycty_core::values::Value;
use std::cmp::Ordering;

/// The levels of a nested merge.
const MERGE_LEVELS: u32 = 4;

/// The options of a merge.
#[derive(Debug, Default)]
pub(super) struct Options {
    knockout_prefix: Option<Value>,
    sorts: bool,
    merges_hashes_in_arrays: bool,
    keeps_unmergeable: bool,
    overwrites_arrays: bool,
    extends_arrays: bool,
    merges_nil: bool,
    keeps_duplicates: bool,
    splits_arrays_at: Option<String>,
}

impl Options {
    pub(super) fn new(options: &Value) -> Options {
        let get = |name: &str| -> Option<Value> {
            let value = options.as_ordered_map()?.get_text(name)?;
            (!is_falsy(value)).then(|| value.clone())
        };
        let flag = |name: &str| get(name).is_some();
        Options {
            knockout_prefix: get("knockout_prefix"),
            sorts: flag("sort_merged_arrays"),
            merges_hashes_in_arrays: flag("merge_hash_arrays"),
            keeps_unmergeable: flag("preserve_unmergeables"),
            overwrites_arrays: flag("overwrite_arrays"),
            extends_arrays: flag("extend_existing_arrays"),
            merges_nil: flag("merge_nil_values"),
            keeps_duplicates: flag("keep_array_duplicates"),
            splits_arrays_at: get("unpack_arrays").map(|value| text_of(&value)),
        }
    }

    fn prefix(&self) -> Option<&str> {
        self.knockout_prefix.as_ref()?.as_str()
    }
}

fn is_falsy(value: &Value) -> bool {
    value.is_null() || value.as_bool() == Some(false)
}

/// A text without the prefix at the beginning of its lines, or `None` if it has none.
fn without_prefix(value: &Value, prefix: &str) -> Option<String> {
    let text = value.as_str()?;
    let lines = text.split('\n');
    let stripped: Vec<&str> = lines
        .map(|line| line.strip_prefix(prefix).unwrap_or(line))
        .collect();
    let stripped = stripped.join("\n");
    (stripped != text).then_some(stripped)
}

/// Removes the elements that the knockouts of `source` name, and the knockouts. The arrays are two.
fn knock_out(source: &mut Vec<Value>, dest: &mut Vec<Value>, prefix: &str) -> usize {
    let mut compared = 0;
    source.retain(|element| {
        let Some(named) = without_prefix(element, prefix) else {
            return true;
        };
        compared += dest.len();
        dest.retain(|known| known != element && known.as_str() != Some(&named));
        false
    });
    compared
}

impl Session<'_, '_> {
    /// Merges a value into one with lower priority.
    pub(super) fn deep_merge(
        &mut self,
        source: &Value,
        dest: &Value,
        options: &Options,
    ) -> Outcome<Value> {
        match options.prefix() {
            Some("") => {
                return Err(runtime_error(
                    "knockout_prefix cannot be an empty string in deep_merge!",
                ));
            }
            Some(_) if options.keeps_unmergeable => {
                return Err(runtime_error(
                    "overwrite_unmergeable must be true if knockout_prefix is specified in \
                     deep_merge!",
                ));
            }
            _ => {}
        }
        self.merge_into(source, dest, options)
    }

    fn merge_into(&mut self, source: &Value, dest: &Value, options: &Options) -> Outcome<Value> {
        self.interpreter.budget.charge(1)?;
        if source.is_null() && !options.merges_nil {
            return Ok(dest.clone());
        }
        if is_falsy(dest) && !options.keeps_unmergeable {
            return Ok(source.clone());
        }
        if let Some(map) = source.as_ordered_map() {
            return self.merge_hash(source, map.entries(), dest, options);
        }
        if let Some(elements) = array_elements(source) {
            return self.merge_array(source, elements, dest, options);
        }
        Ok(match array_elements(dest) {
            Some(elements) if options.extends_arrays => self.appended(elements, source)?,
            _ => overwritten(source, dest, options)?,
        })
    }

    fn appended(&mut self, elements: &[Value], last: &Value) -> Outcome<Value> {
        self.hold_parts(elements.len() + 1)?;
        let mut all = elements.to_vec();
        all.push(last.clone());
        Ok(array(all)?)
    }

    fn merge_hash(
        &mut self,
        source: &Value,
        entries: &[(Value, Value)],
        dest: &Value,
        options: &Options,
    ) -> Outcome<Value> {
        let Some(map) = dest.as_ordered_map() else {
            let [first, others @ ..] = entries else {
                return Ok(dest.clone());
            };
            if options.extends_arrays
                && let Some(elements) = array_elements(dest)
            {
                let mut all = elements.to_vec();
                self.hold_parts(all.len() + entries.len())?;
                all.extend(entries.iter().map(|_| source.clone()));
                return Ok(array(all)?);
            }
            if options.keeps_unmergeable {
                return Ok(dest.clone());
            }
            // The first key replaces the destination by the source. The other keys are then merged
            // into themselves.
            self.hold_parts(4 * entries.len())?;
            let mut merged = vec![first.clone()];
            for (key, value) in others {
                let value =
                    self.deeper(MERGE_LEVELS, |session| session.merge_own(value, options))?;
                merged.push((key.clone(), value));
            }
            return Ok(hash(merged)?);
        };
        self.hold_parts(4 * (entries.len() + map.len()))?;
        let mut merged = map.entries().to_vec();
        for (key, value) in entries {
            let known = map.get(key).filter(|known| !is_falsy(known));
            let value = self.deeper(MERGE_LEVELS, |session| match known {
                Some(known) => session.merge_into(value, known, options),
                None => session.merge_copy(value, options),
            })?;
            merged.push((key.clone(), value));
        }
        Ok(hash(merged)?)
    }

    fn merge_array(
        &mut self,
        source: &Value,
        elements: &[Value],
        dest: &Value,
        options: &Options,
    ) -> Outcome<Value> {
        if options.overwrites_arrays {
            return Ok(source.clone());
        }
        self.hold_parts(2 * elements.len())?;
        let mut source: Vec<Value> = elements.to_vec();
        let mut dest = dest.clone();
        if let Some(separator) = &options.splits_arrays_at {
            source = self.resplit(&source, separator)?;
            if let Some(elements) = array_elements(&dest) {
                dest = array(self.resplit(elements, separator)?)?;
            }
        }
        if let Some(prefix) = options.prefix() {
            let naked = |element: &Value| element.as_str() == Some(prefix);
            if source.iter().any(naked) {
                source.retain(|element| !naked(element));
                dest = cleared(&dest)?;
            }
        }
        let Some(elements) = array_elements(&dest) else {
            let source = array(source)?;
            return match options.keeps_unmergeable {
                true => Ok(dest),
                false => overwritten(&source, &dest, options),
            };
        };
        self.hold_parts(elements.len())?;
        let mut dest = elements.to_vec();
        if let Some(prefix) = options.prefix() {
            let compared = knock_out(&mut source, &mut dest, prefix);
            self.interpreter.budget.charge(compared as u64)?;
        }
        let hashes = |values: &[Value]| values.iter().all(|v| v.as_ordered_map().is_some());
        let merged = if options.merges_hashes_in_arrays && hashes(&source) && hashes(&dest) {
            let empty = hash([])?;
            let mut list = Vec::with_capacity(source.len().max(dest.len()));
            for (at, dest) in dest.iter().enumerate() {
                let source = source.get(at).unwrap_or(&empty);
                list.push(self.deeper(MERGE_LEVELS, |session| {
                    session.merge_into(source, dest, options)
                })?);
            }
            list.extend(source.iter().skip(dest.len()).cloned());
            list
        } else {
            dest.extend(source);
            match options.keeps_duplicates {
                true => dest,
                false => return self.united(&dest, options),
            }
        };
        self.sorted(merged, options)
    }

    /// The elements without repetitions, sorted if the options require it.
    fn united(&mut self, elements: &[Value], options: &Options) -> Outcome<Value> {
        let united = self.unique(elements)?;
        match array_elements(&united) {
            Some(elements) if options.sorts => self.sorted(elements.to_vec(), options),
            _ => Ok(united),
        }
    }

    fn sorted(&mut self, mut elements: Vec<Value>, options: &Options) -> Outcome<Value> {
        if !options.sorts {
            return Ok(array(elements)?);
        }
        let mut failed = None;
        let budget = self.interpreter.budget;
        budget.sort_by(&mut elements, |left, right| {
            compared(left, right).unwrap_or_else(|| {
                failed.get_or_insert_with(|| comparison(left, right));
                Ordering::Equal
            })
        })?;
        match failed {
            Some(message) => Err(runtime_error(message)),
            None => Ok(array(elements)?),
        }
    }

    /// Joins the elements of an array and splits the text again.
    fn resplit(&mut self, elements: &[Value], separator: &str) -> Outcome<Vec<Value>> {
        let texts: Vec<String> = elements.iter().map(text_of).collect();
        let joined = texts.join(separator);
        self.interpreter.hold_copy(&joined)?;
        let mut parts: Vec<&str> = joined.split(separator).collect();
        while parts.last().is_some_and(|part| part.is_empty()) {
            parts.pop();
        }
        self.hold_parts(parts.len())?;
        Ok(parts.into_iter().map(Value::string).collect())
    }

    /// Merges a value into a copy of itself that shares its elements.
    fn merge_copy(&mut self, value: &Value, options: &Options) -> Outcome<Value> {
        self.interpreter.budget.charge(1)?;
        if is_falsy(value) {
            return Ok(value.clone());
        }
        if value.as_ordered_map().is_some() {
            return self.merge_own(value, options);
        }
        let Some(elements) = array_elements(value) else {
            return overwritten(value, value, options);
        };
        if options.keeps_duplicates {
            return self.merge_array(value, elements, &array(Vec::new())?, options);
        }
        if options.merges_hashes_in_arrays
            && elements
                .iter()
                .all(|element| element.as_ordered_map().is_some())
        {
            let mut list = Vec::with_capacity(elements.len());
            for element in elements {
                list.push(
                    self.deeper(MERGE_LEVELS, |session| session.merge_own(element, options))?,
                );
            }
            return self.sorted(list, options);
        }
        self.merge_array(value, elements, value, options)
    }

    /// Merges a value into itself.
    fn merge_own(&mut self, value: &Value, options: &Options) -> Outcome<Value> {
        self.interpreter.budget.charge(1)?;
        if is_falsy(value) {
            return Ok(value.clone());
        }
        if let Some(map) = value.as_ordered_map() {
            self.hold_parts(4 * map.len())?;
            let mut merged = Vec::with_capacity(map.len());
            for (key, element) in map.entries() {
                let element =
                    self.deeper(MERGE_LEVELS, |session| session.merge_own(element, options))?;
                merged.push((key.clone(), element));
            }
            return Ok(hash(merged)?);
        }
        match array_elements(value) {
            Some(elements) => self.own_array(value, elements, options),
            None => overwritten(value, value, options),
        }
    }

    /// Merges an array into itself. The removal of knockouts runs over the array that it shortens,
    /// so that it skips elements.
    fn own_array(
        &mut self,
        value: &Value,
        elements: &[Value],
        options: &Options,
    ) -> Outcome<Value> {
        if options.overwrites_arrays {
            return Ok(value.clone());
        }
        let Some(prefix) = options.prefix() else {
            if options.merges_hashes_in_arrays
                && elements
                    .iter()
                    .all(|element| element.as_ordered_map().is_some())
            {
                let mut list = Vec::with_capacity(elements.len());
                for element in elements {
                    list.push(
                        self.deeper(MERGE_LEVELS, |session| session.merge_own(element, options))?,
                    );
                }
                return self.sorted(list, options);
            }
            if options.keeps_duplicates {
                let all: Vec<Value> = elements.iter().chain(elements).cloned().collect();
                self.hold_parts(all.len())?;
                return self.sorted(all, options);
            }
            return self.united(elements, options);
        };
        if elements
            .iter()
            .any(|element| element.as_str() == Some(prefix))
        {
            return Ok(array(Vec::new())?);
        }
        self.hold_parts(elements.len())?;
        let mut all = elements.to_vec();
        let (mut read, mut written) = (0, 0);
        while let Some(element) = all.get(read).cloned() {
            self.interpreter.budget.charge(1)?;
            match without_prefix(&element, prefix) {
                Some(named) => {
                    self.interpreter.budget.charge(all.len() as u64)?;
                    all.retain(|known| *known != element && known.as_str() != Some(&named));
                }
                None => {
                    all[written] = element;
                    written += 1;
                }
            }
            read += 1;
        }
        if written < all.len() {
            let rest = all.split_off(read.min(all.len()));
            all.truncate(written);
            all.extend(rest);
        }
        self.united(&all, options)
    }
}

/// The result for values that cannot be merged: the one with the higher priority.
fn overwritten(source: &Value, dest: &Value, options: &Options) -> Outcome<Value> {
    if options.keeps_unmergeable {
        return Ok(dest.clone());
    }
    let Some(prefix) = options.prefix() else {
        return Ok(source.clone());
    };
    if without_prefix(source, prefix).is_some() {
        return Ok(Value::string(""));
    }
    match array_elements(source) {
        Some(elements) => {
            let kept = elements
                .iter()
                .filter(|element| without_prefix(element, prefix).is_none());
            Ok(array(kept.cloned().collect())?)
        }
        None => Ok(source.clone()),
    }
}

/// An empty container or text, or null for another value.
fn cleared(value: &Value) -> Outcome<Value> {
    Ok(if value.as_ordered_map().is_some() {
        hash([])?
    } else if array_elements(value).is_some() {
        array(Vec::new())?
    } else if value.as_str().is_some() {
        Value::string("")
    } else {
        crate::values::special::undef()
    })
}

/// Compares values as Ruby's `<=>`; `None` for values that have no order.
fn compared(left: &Value, right: &Value) -> Option<Ordering> {
    if let (Some(left), Some(right)) = (left.as_str(), right.as_str()) {
        return Some(left.cmp(right));
    }
    if let (Some(left), Some(right)) = (left.as_integer(), right.as_integer()) {
        return Some(left.cmp(&right));
    }
    if let (Some(left), Some(right)) = (number(left), number(right)) {
        return left.partial_cmp(&right);
    }
    if let (Some(left), Some(right)) = (array_elements(left), array_elements(right)) {
        for (left, right) in left.iter().zip(right) {
            match compared(left, right)? {
                Ordering::Equal => {}
                order => return Some(order),
            }
        }
        return Some(left.len().cmp(&right.len()));
    }
    (left == right).then_some(Ordering::Equal)
}

fn number(value: &Value) -> Option<f64> {
    value
        .as_double()
        .or_else(|| value.as_small_whole().map(|whole| whole as f64))
}

/// The error for values that have no order.
fn comparison(left: &Value, right: &Value) -> String {
    let class = if left.as_str().is_some() {
        "String"
    } else if left.as_ordered_map().is_some() {
        "Hash"
    } else if array_elements(left).is_some() {
        "Array"
    } else if left.is_null() {
        "NilClass"
    } else {
        match left.as_bool() {
            Some(true) => "TrueClass",
            Some(false) => "FalseClass",
            None if left.as_integer().is_some() => "Integer",
            None => "Float",
        }
    };
    let right = match right.as_integer() {
        Some(integer) => integer.to_string(),
        None if right.as_str().is_some() => "String".to_owned(),
        None if right.as_ordered_map().is_some() => "Hash".to_owned(),
        None if array_elements(right).is_some() => "Array".to_owned(),
        None => inspect(right),
    };
    format!("comparison of {class} with {right} failed")
}
