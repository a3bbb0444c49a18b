//! Functions of lists, tuples and sets.
//!
//! The result for a list is a list, and the result for a tuple is a tuple of the selected types. If
//! elements are only moved, their marks stay on them. If the result depends on the values of
//! elements, it has the marks of all of them.

use super::define::{
    DYNAMIC, MAX_ELEMENTS, any, holds_elements, list_of_strings, makes_elements, never_null,
    number, refused, strings, too_many, whole, wrong,
};
use crate::functions::{Function, ReturnType};
use polycty_core::calls::{Allow, Call, Parameter};
use polycty_core::source::{Error, Result};
use polycty_core::types::Type;
use polycty_core::values::{MarkSet, Value};
use std::collections::HashSet;

standard! {
    /// Returns whether a list, a tuple or a map has an element with an index or a key.
    HASINDEX: hasindex(collection, key) [Key] = |about| Function::new(
        never_null(
            about
                .parameter(any("collection", "The list, tuple or map.").allow(DYNAMIC))
                .parameter(any("key", "The index or key to look for.").allow(DYNAMIC)),
        ),
        ReturnType::found(|args| {
            indexable(args[0].ty())?;
            Ok(Type::bool().clone())
        }),
        |args, _| args[0].has_index(args[1]),
    );
    /// Returns the element of a list, a tuple or a map with an index or a key.
    INDEX: index(collection, key) [Key] = |about| Function::new(
        about
            .parameter(any("collection", "The list, tuple or map."))
            .parameter(any("key", "The index or key of the element.").allow(DYNAMIC)),
        ReturnType::found(indexed_type),
        |args, _| {
            if args[0].has_index(args[1])?.as_bool() != Some(true) {
                return Err(refused("invalid index"));
            }
            args[0].index(args[1])
        },
    );
    /// Returns the number of elements of a list, a tuple, a set or a map.
    LENGTH: length(collection) [Constant] = |about| Function::new(
        never_null(about.parameter(
            any("collection", "The list, tuple, set or map.")
                .allow(DYNAMIC | Allow::UNKNOWN | Allow::MARKED),
        )),
        ReturnType::found(|args| {
            if !args[0].ty().is_set() {
                indexable(args[0].ty())?;
            }
            Ok(Type::number().clone())
        }),
        |args, _| args[0].length(),
    );
    /// Returns the element of a list or a tuple at an index. Indexes wrap around: after the last
    /// element follows the first one, and before the first element the last one.
    ELEMENT: element(list, index) [Constant] = |about| Function::new(
        about
            .parameter(any("list", "The list or tuple.").allow(Allow::MARKED))
            .parameter(number("index", "The index, counted from 0.")),
        ReturnType::found(|args| {
            let ty = args[0].ty();
            if ty.is_list() {
                return Ok(ty.element().unwrap_or(Type::any()).clone());
            }
            let Some(types) = ty.elements() else {
                let found = ty.friendly_name();
                return Err(refused(format!("cannot read elements from {found}")));
            };
            if !args[1].is_known() {
                return Ok(Type::any().clone());
            }
            Ok(types[around(args[1], types.len())?].clone())
        }),
        |args, _| {
            let list = args[0].unmarked();
            let parts = list.parts().ok_or_else(|| wrong(list))?;
            Ok(parts[around(args[1], parts.len())?].with_marks(&args[0].marks()))
        },
    );
    /// Returns the first list or tuple that is neither null nor empty.
    COALESCELIST: coalescelist(; vals) [Constant] = |about| Function::new(
        never_null(about.variadic(
            any("vals", "The lists or tuples to choose from.")
                .allow(Allow::NULL | Allow::UNKNOWN | DYNAMIC),
        )),
        ReturnType::found(|args| {
            let [first, rest @ ..] = args else {
                return Err(refused("at least one argument is required"));
            };
            for arg in args {
                if !arg.is_known() {
                    return Ok(Type::any().clone());
                }
                if !arg.ty().is_list() && !arg.ty().is_tuple() {
                    return Err(refused("coalescelist arguments must be lists or tuples"));
                }
            }
            let same = rest.iter().all(|arg| arg.ty() == first.ty());
            Ok(if same { first.ty() } else { Type::any() }.clone())
        }),
        |args, &Call { returns: ty, .. }| {
            for arg in args {
                if !arg.is_known() {
                    return Ok(Value::unknown(ty.clone()));
                }
                if !arg.is_null() && arg.length_int()? > 0 {
                    return Ok((*arg).clone());
                }
            }
            Err(refused("no non-null arguments"))
        },
    );
    /// Returns a list of strings without those that are null or empty.
    COMPACT: compact(list) [Elements] = |about| Function::new(
        never_null(about.parameter(strings("list", "The strings to filter."))),
        list_of_strings().clone(),
        |args, call| {
            let ty = call.returns;
            if !args[0].is_wholly_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            let parts = args[0].parts().unwrap_or_default();
            holds_elements(parts.len(), call)?;
            let full = |part: &&Value| part.as_str_bytes().is_some_and(|text| !text.is_empty());
            Value::sequence(ty.clone(), parts.iter().filter(full).cloned().collect::<Vec<_>>())
        },
    );
    /// Returns whether a value is an element of a list, a tuple or a set.
    CONTAINS: contains(list, value) [Linear] = |about| Function::new(
        never_null(
            about
                .parameter(any("list", "The list, tuple or set."))
                .parameter(any("value", "The value to look for.").allow(Allow::NULL)),
        ),
        Type::bool().clone(),
        |args, _| contained(args[0], args[1]),
    );
    /// Returns a list with only the first of several equal elements.
    DISTINCT: distinct(list) [Linear] = |about| Function::new(
        never_null(about.parameter(list("list", "The list."))),
        ReturnType::found(|args| Ok(args[0].ty().clone())),
        |args, call| {
            let ty = call.returns;
            if !args[0].is_wholly_known() {
                return Ok(Value::unknown(ty.clone()));
            }
            holds_elements(args[0].part_count().unwrap_or_default(), call)?;
            let mut seen = HashSet::new();
            let parts = args[0].parts().unwrap_or_default().iter();
            let first = parts.filter(|part| seen.insert(*part)).cloned();
            Value::sequence(ty.clone(), first.collect::<Vec<_>>())
        },
    );
    /// Splits a list into lists of a size; the last one may be shorter. If the size is zero, the
    /// result contains only the whole list.
    CHUNKLIST: chunklist(list, size) [Own] = |about| Function::new(
        never_null(
            about
                .parameter(list("list", "The list to split.").allow(Allow::MARKED))
                .parameter(number("size", "The length of each part.").allow(Allow::MARKED)),
        ),
        ReturnType::found(|args| Ok(Type::list(args[0].ty().clone())?)),
        |args, call| {
            let marks = args[0].marks().union(&args[1].marks());
            Ok(chunked(args[0].unmarked(), args[1].unmarked(), call)?.with_marks(&marks))
        },
    );
    /// Returns a tuple of the elements of a list, set or tuple, in which each nested list, set or
    /// tuple is replaced with its elements, at any depth.
    FLATTEN: flatten(list) [Own] = |about| Function::new(
        never_null(about.parameter(
            any("list", "The list, set or tuple.").allow(Allow::MARKED),
        )),
        ReturnType::found_within(|args, budget| {
            if args[0].is_known() && !is_sequence(args[0].ty()) {
                return Err(refused("can only flatten lists, sets and tuples"));
            }
            if !args[0].is_wholly_known() {
                return Ok(Type::any().clone());
            }
            // The nested elements are visited twice: for the type and for the result.
            budget.charge(2 * u64::from(args[0].size()))?;
            let flat = Flat::of(args[0])?;
            if !flat.known {
                return Ok(Type::any().clone());
            }
            let mut types = Vec::with_capacity(flat.count);
            for run in &flat.runs {
                types.extend(run.iter().map(|part| part.ty().clone()));
            }
            Ok(Type::tuple(types)?)
        }),
        |args, call| {
            let ty = call.returns;
            let flat = Flat::of(args[0])?;
            makes_elements(flat.count, call)?;
            let result = if !flat.known {
                Value::unknown(ty.clone())
            } else if ty.is_any() {
                Value::tuple(flat.runs.concat())?
            } else {
                Value::joined(ty.clone(), &flat.runs)?
            };
            Ok(result.with_marks(&MarkSet::union_of(flat.marks)))
        },
    );
    /// Returns a list or a tuple with its elements in reverse order.
    REVERSELIST: reverselist(list) [Elements] = |about| Function::new(
        never_null(about.parameter(
            any("list", "The list or tuple; a set is treated as a list.").allow(Allow::MARKED),
        )),
        ReturnType::found(|args| {
            let ty = args[0].ty();
            if let Some(types) = ty.elements() {
                return Ok(Type::tuple(types.iter().rev().cloned().collect::<Vec<_>>())?);
            }
            match ty.element() {
                Some(element) if !ty.is_map() => Ok(Type::list(element.clone())?),
                _ => {
                    let found = ty.friendly_name();
                    let message =
                        format!("can only reverse list or tuple values, not {found}");
                    Err(refused(message).with_argument(0))
                }
            }
        }),
        |args, call| {
            let ty = call.returns;
            let list = args[0].unmarked();
            let parts = list.parts().ok_or_else(|| wrong(list))?;
            holds_elements(parts.len(), call)?;
            let reversed = Value::sequence(ty.clone(), parts.iter().rev().cloned())?;
            Ok(reversed.with_marks(&args[0].marks()))
        },
    );
    /// Returns the elements of a list or a tuple from one index up to, but not including, another.
    SLICE: slice(list, start_index, end_index) [Own] = |about| Function::new(
        never_null(
            about
                .parameter(any("list", "The list or tuple.").allow(Allow::MARKED))
                .parameter(number("start_index", "The index of the first element to take."))
                .parameter(number("end_index", "The index after the last element to take.")),
        ),
        ReturnType::found(|args| {
            let ty = args[0].ty();
            if ty.is_set() {
                return Err(refused(
                    "cannot slice a set, because its elements do not have indices; explicitly \
                     convert to a list if the ordering of the result is not important",
                )
                .with_argument(0));
            }
            if !ty.is_list() && !ty.is_tuple() {
                return Err(refused("must be a list or tuple value").with_argument(0));
            }
            let range = slice_range(args)?;
            match (ty.elements(), range) {
                (None, _) => Ok(ty.clone()),
                (Some(types), Some(range)) => Ok(Type::tuple(&types[range])?),
                (Some(_), None) => Ok(Type::any().clone()),
            }
        }),
        |args, call| {
            let ty = call.returns;
            let list = args[0].unmarked();
            let parts = list.parts().ok_or_else(|| wrong(list))?;
            let range = slice_range(args)?.ok_or_else(|| wrong(args[1]))?;
            makes_elements(range.len(), call)?;
            let slice = Value::sequence(ty.clone(), parts[range].iter().cloned())?;
            Ok(slice.with_marks(&args[0].marks()))
        },
    );
}

/// A parameter for lists.
fn list(name: &str, description: &str) -> Parameter {
    Parameter::new(name, super::define::collection(Type::list, Type::any())).describe(description)
}

fn is_sequence(ty: &Type) -> bool {
    ty.is_list() || ty.is_set() || ty.is_tuple()
}

/// Checks that elements have an index or a key; undecided for the type `any`.
fn indexable(ty: &Type) -> Result<()> {
    if ty.is_list() || ty.is_map() || ty.is_tuple() || ty.is_any() {
        return Ok(());
    }
    Err(refused("collection must be a list, a map or a tuple"))
}

fn indexed_type(args: &[&Value]) -> Result<Type> {
    let (ty, key) = (args[0].ty(), args[1]);
    indexable(ty)?;
    let wanted = if ty.is_map() {
        Type::string()
    } else {
        Type::number()
    };
    if !ty.is_any() && !key.ty().is_any() && key.ty() != wanted {
        let message = match ty {
            _ if ty.is_map() => "key for map must be string",
            _ if ty.is_list() => "key for list must be number",
            _ => "key for tuple must be number",
        };
        return Err(refused(message));
    }
    let Some(types) = ty.elements() else {
        return Ok(ty.element().unwrap_or(Type::any()).clone());
    };
    if !key.is_known() {
        return Ok(Type::any().clone());
    }
    let at = whole(key).map_err(|error| named("invalid key for tuple", error))?;
    let found = usize::try_from(at).ok().and_then(|at| types.get(at));
    found.cloned().ok_or_else(|| {
        let length = types.len();
        refused(format!("key must be between 0 and {length} inclusive"))
    })
}

/// Adds the subject of an error before its message.
fn named(what: &str, error: Error) -> Error {
    let message = format!("{what}: {}", error.message());
    error.with_message(message)
}

/// Returns an index modulo the number of elements.
fn around(index: &Value, length: usize) -> Result<usize> {
    let at = whole(index).map_err(|error| named("invalid index", error))?;
    if length == 0 {
        return Err(refused("cannot use element function with an empty list"));
    }
    Ok(at.rem_euclid(length as i64) as usize)
}

fn contained(list: &Value, wanted: &Value) -> Result<Value> {
    if !is_sequence(list.ty()) {
        return Err(refused("argument must be list, tuple, or set"));
    }
    let mut certain = true;
    for part in list.parts().unwrap_or_default() {
        match wanted.equals(part)?.as_bool() {
            Some(true) => return Ok(Value::bool(true)),
            Some(false) => {}
            None => certain = false,
        }
    }
    Ok(if certain {
        Value::bool(false)
    } else {
        Value::unknown(Type::bool().clone())
    })
}

fn chunked(list: &Value, size: &Value, call: &Call<'_>) -> Result<Value> {
    let ty = call.returns;
    let size = whole(size).map_err(|error| named("invalid size", error))?;
    let size = usize::try_from(size).map_err(|_| refused("the size argument must be positive"))?;
    let parts = list.parts().ok_or_else(|| wrong(list))?;
    if size == 0 && !parts.is_empty() {
        return Value::sequence(ty.clone(), [list.clone()]);
    }
    makes_elements(parts.len() + parts.len().div_ceil(size.max(1)), call)?;
    let chunks: Result<Vec<Value>> = parts
        .chunks(size.max(1))
        .map(|chunk| Value::sequence(list.ty().clone(), chunk.iter().cloned()))
        .collect();
    Value::sequence(ty.clone(), chunks?)
}

/// Returns the range of `slice`, or `None` if an index is unknown.
fn slice_range(args: &[&Value]) -> Result<Option<std::ops::Range<usize>>> {
    let list = args[0].unmarked();
    let length = if let Some(types) = list.ty().elements() {
        Some(types.len())
    } else {
        list.part_count()
    };
    let end = |at: usize, which: &str| -> Result<Option<usize>> {
        if !args[at].is_known() {
            return Ok(None);
        }
        let fail = |what: String| Err(refused(what).with_argument(at));
        let index = whole(args[at])
            .map_err(|error| named(&format!("invalid {which} index"), error).with_argument(at))?;
        let Ok(index) = usize::try_from(index) else {
            return fail(format!("{which} index must not be less than zero"));
        };
        if length.is_some_and(|length| index > length) {
            return fail(format!(
                "{which} index must not be greater than the length of the list"
            ));
        }
        Ok(Some(index))
    };
    let (Some(start), Some(end)) = (end(1, "start")?, end(2, "end")?) else {
        // Both indexes are checked, so that the errors of both are reported.
        return Ok(None);
    };
    if start > end {
        return Err(refused("start index must not be greater than end index").with_argument(1));
    }
    Ok(Some(start..end))
}

/// The innermost elements of a nested sequence.
#[derive(Default)]
struct Flat<'a> {
    /// Runs of adjacent elements.
    runs: Vec<&'a [Value]>,
    count: usize,
    /// The marks of the sequence and of all nested sequences.
    marks: Vec<MarkSet>,
    /// Whether no nested sequence is unknown.
    known: bool,
}

impl<'a> Flat<'a> {
    fn of(value: &'a Value) -> Result<Flat<'a>> {
        let mut flat = Flat {
            known: true,
            ..Flat::default()
        };
        flat.enter(value)?;
        Ok(flat)
    }

    /// Adds the elements of a sequence. The recursion is limited by
    /// [`MAX_DEPTH`](polycty_core::types::MAX_DEPTH).
    fn enter(&mut self, value: &'a Value) -> Result<()> {
        let marks = value.marks();
        if !marks.is_empty() {
            self.marks.push(marks);
        }
        // The number of elements of a set with unknown elements is unknown.
        let bare = value.unmarked();
        let ty = bare.ty();
        let uncertain = ty.is_set() && bare.part_count() != Some(1) && !bare.is_wholly_known();
        let Some(parts) = bare.parts().filter(|_| !uncertain) else {
            self.known = false;
            return Ok(());
        };
        if ty.element().is_some_and(Type::is_primitive) {
            return self.add(parts);
        }
        let mut start = 0;
        for (at, part) in parts.iter().enumerate() {
            let bare = part.unmarked();
            let ty = bare.ty();
            let unsure = ty.is_any() && !bare.is_known();
            if !unsure && (!is_sequence(ty) || bare.is_null()) {
                continue;
            }
            self.add(&parts[start..at])?;
            start = at + 1;
            if unsure {
                // The unknown element may be a sequence.
                self.known = false;
                self.marks.push(part.marks());
            } else {
                self.enter(part)?;
            }
        }
        self.add(&parts[start..])
    }

    fn add(&mut self, run: &'a [Value]) -> Result<()> {
        if run.is_empty() {
            return Ok(());
        }
        self.count += run.len();
        if self.count > MAX_ELEMENTS {
            return Err(too_many());
        }
        self.runs.push(run);
        Ok(())
    }
}
