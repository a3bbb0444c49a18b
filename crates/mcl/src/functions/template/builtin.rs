//! The built-in functions of templates.

use super::Stop;
use super::go_value::{GoType, GoValue, List, Width, key_cmp};
use super::print::{cost, sprint, sprintf, sprintln, type_name};
use crate::functions::html::push_html;
use polycty_core::calls::Budget;
use polycty_core::text::push_query;
use std::cmp::Ordering;
use std::fmt::Write;
use std::rc::Rc;

/// A function: its name, the minimum number of arguments, and whether it accepts more.
pub(super) struct Builtin {
    pub(super) name: &'static str,
    pub(super) least: usize,
    pub(super) more: bool,
    pub(super) run: Run,
}

type Answer = Result<GoValue, Stop>;

pub(super) enum Run {
    /// `and` and `or`: arguments are evaluated until the result is known.
    Choice(bool),
    Values(fn(&[GoValue], &Budget) -> Answer),
}

const fn row(
    name: &'static str,
    least: usize,
    more: bool,
    run: fn(&[GoValue], &Budget) -> Answer,
) -> Builtin {
    Builtin {
        name,
        least,
        more,
        run: Run::Values(run),
    }
}

static TABLE: [Builtin; 19] = [
    Builtin {
        name: "and",
        least: 1,
        more: true,
        run: Run::Choice(false),
    },
    row("call", 1, true, |args, budget| {
        charge_text(&args[..1], budget)?;
        Err(error(format!(
            "non-function {} of type {}",
            shown(&args[0]),
            type_name(args[0].ty().as_ref())
        )))
    }),
    row("eq", 1, true, equal),
    row("ge", 2, false, |args, _| {
        Ok(GoValue::Bool(!less(&args[0], &args[1])?))
    }),
    row("gt", 2, false, |args, budget| {
        let greater = !less(&args[0], &args[1])? && !same(&args[0], &args[1], budget)?;
        Ok(GoValue::Bool(greater))
    }),
    row("html", 0, true, |args, budget| escaped(args, budget, html)),
    row("index", 1, true, index),
    row("js", 0, true, |args, budget| escaped(args, budget, js)),
    row("le", 2, false, |args, budget| {
        let at_most = less(&args[0], &args[1])? || same(&args[0], &args[1], budget)?;
        Ok(GoValue::Bool(at_most))
    }),
    row("len", 1, false, length),
    row("lt", 2, false, |args, _| {
        Ok(GoValue::Bool(less(&args[0], &args[1])?))
    }),
    row("ne", 2, false, |args, budget| {
        Ok(GoValue::Bool(!same(&args[0], &args[1], budget)?))
    }),
    row("not", 1, false, |args, _| {
        Ok(GoValue::Bool(!args[0].truth()))
    }),
    Builtin {
        name: "or",
        least: 1,
        more: true,
        run: Run::Choice(true),
    },
    row("print", 0, true, |args, budget| {
        let mut out = String::new();
        charge_text(args, budget)?;
        sprint(args, &mut out);
        Ok(GoValue::text(&out))
    }),
    row("printf", 1, true, printf),
    row("println", 0, true, |args, budget| {
        let mut out = String::new();
        charge_text(args, budget)?;
        sprintln(args, &mut out);
        Ok(GoValue::text(&out))
    }),
    row("slice", 1, true, slice),
    row("urlquery", 0, true, |args, budget| {
        escaped(args, budget, url)
    }),
];

pub(super) fn find(name: &str) -> Option<&'static Builtin> {
    TABLE.iter().find(|builtin| builtin.name == name)
}

#[cold]
fn error(message: impl Into<String>) -> Stop {
    Stop::Error(message.into())
}

fn shown(go_value: &GoValue) -> String {
    let mut out = String::new();
    super::print::plain(go_value, &mut out);
    out
}

/// Charges a text that is about to be created.
pub(super) fn charge_bytes(bytes: usize, budget: &Budget) -> Result<(), Stop> {
    budget.charge(1 + bytes as u64 / 16)?;
    Ok(budget.hold(bytes as u64)?)
}

/// Charges the text of values.
fn charge_text(args: &[GoValue], budget: &Budget) -> Result<(), Stop> {
    charge_bytes(args.iter().map(cost).sum(), budget)
}

fn printf(args: &[GoValue], budget: &Budget) -> Answer {
    let format = match &args[0] {
        GoValue::Text(format) => &**format,
        _ => "",
    };
    let mut out = String::new();
    sprintf(format, &args[1..], &mut out, &mut |bytes| {
        charge_bytes(bytes, budget)
    })?;
    Ok(GoValue::text(&out))
}

fn length(args: &[GoValue], _: &Budget) -> Answer {
    let length = match &args[0] {
        GoValue::Text(text) => text.len(),
        GoValue::List(list) => list.items.len(),
        GoValue::Map(map) => map.entries.len(),
        GoValue::Nil => return Err(error("len of nil pointer")),
        other => {
            return Err(error(format!(
                "len of type {}",
                type_name(other.ty().as_ref())
            )));
        }
    };
    Ok(GoValue::Int(length as i64, Width::Int))
}

/// Returns an index up to and including the length.
fn position(index: &GoValue, length: usize) -> Result<usize, Stop> {
    match index {
        GoValue::Int(int, _) => match usize::try_from(*int) {
            Ok(at) if at <= length => Ok(at),
            _ => Err(error(format!("index out of range: {int}"))),
        },
        GoValue::Nil => Err(error("cannot index slice/array with nil")),
        other => {
            let ty = type_name(other.ty().as_ref());
            Err(error(format!("cannot index slice/array with type {ty}")))
        }
    }
}

fn index(args: &[GoValue], budget: &Budget) -> Answer {
    let mut item = args[0].clone();
    for index in budget.charged(&args[1..])? {
        item = match &item {
            GoValue::Nil => return Err(error("index of untyped nil")),
            GoValue::List(list) => {
                let at = position(index, list.items.len())?;
                let out = || error("reflect: slice index out of range");
                list.items.get(at).cloned().ok_or_else(out)?
            }
            GoValue::Text(text) => {
                let at = position(index, text.len())?;
                let out = || error("reflect: string index out of range");
                let byte = text.as_bytes().get(at).copied().ok_or_else(out)?;
                GoValue::Int(byte.into(), Width::Byte)
            }
            GoValue::Map(map) => {
                let key = key_for(index, &map.key)?;
                let found = map
                    .entries
                    .binary_search_by(|(have, _)| key_cmp(have, &key));
                match found {
                    Ok(at) => map.entries[at].1.clone(),
                    Err(_) => zero(&map.element),
                }
            }
            other => {
                let ty = type_name(other.ty().as_ref());
                return Err(error(format!("can't index item of type {ty}")));
            }
        };
    }
    match (&item, args.len()) {
        (GoValue::Nil, 1) => Err(error("index of untyped nil")),
        _ => Ok(item),
    }
}

/// Converts an index to the key type of a map.
fn key_for(index: &GoValue, wanted: &GoType) -> Result<GoValue, Stop> {
    match (index, index.ty(), wanted) {
        (GoValue::Nil, ..) => Err(error(format!("value is nil; should be of type {wanted}"))),
        (_, Some(ty), wanted) if ty == *wanted => Ok(index.clone()),
        (GoValue::Int(int, _), _, GoType::Int(width)) => Ok(GoValue::Int(*int, *width)),
        (_, ty, _) => {
            let ty = type_name(ty.as_ref());
            Err(error(format!("value has type {ty}; should be {wanted}")))
        }
    }
}

/// Returns the zero value of a type.
fn zero(ty: &GoType) -> GoValue {
    match ty {
        GoType::Any => GoValue::Nil,
        GoType::Bool => GoValue::Bool(false),
        GoType::Int(width) => GoValue::Int(0, *width),
        GoType::Float => GoValue::Float(0.0),
        GoType::Text => GoValue::text(""),
        GoType::List(element) => GoValue::List(Rc::new(List {
            element: (**element).clone(),
            items: Vec::new(),
        })),
        GoType::Map(types) => GoValue::Map(Rc::new(super::go_value::Map {
            key: types.0.clone(),
            element: types.1.clone(),
            entries: Vec::new(),
        })),
        GoType::Struct(fields) => GoValue::Struct(
            fields
                .iter()
                .map(|(name, ty)| (name.clone(), zero(ty)))
                .collect(),
        ),
    }
}

fn slice(args: &[GoValue], budget: &Budget) -> Answer {
    let indexes = &args[1..];
    let length = match &args[0] {
        GoValue::Nil => return Err(error("slice of untyped nil")),
        _ if indexes.len() > 3 => {
            return Err(error(format!("too many slice indexes: {}", indexes.len())));
        }
        GoValue::Text(_) if indexes.len() == 3 => {
            return Err(error("cannot 3-index slice a string"));
        }
        GoValue::Text(text) => text.len(),
        GoValue::List(list) => list.items.len(),
        other => {
            let ty = type_name(other.ty().as_ref());
            return Err(error(format!("can't slice item of type {ty}")));
        }
    };
    let mut bounds = [0, length, length];
    for (bound, index) in bounds.iter_mut().zip(indexes) {
        *bound = position(index, length)?;
    }
    for (low, high) in [(bounds[0], bounds[1]), (bounds[1], bounds[2])] {
        if low > high {
            return Err(error(format!("invalid slice index: {low} > {high}")));
        }
    }
    let range = bounds[0]..bounds[1];
    budget.parts(1 + range.len() as u64, size_of::<GoValue>() as u64)?;
    match &args[0] {
        GoValue::List(list) => Ok(GoValue::List(Rc::new(List {
            element: list.element.clone(),
            items: list.items[range].to_vec(),
        }))),
        GoValue::Text(text) => match text.get(range) {
            Some(part) => Ok(GoValue::text(part)),
            None => Err(error("a slice ends inside a character")),
        },
        _ => Ok(GoValue::Nil),
    }
}

/// The kinds of comparable values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Basic {
    Bool,
    Int,
    Float,
    Text,
}

fn basic(go_value: &GoValue) -> Option<Basic> {
    Some(match go_value {
        GoValue::Bool(_) => Basic::Bool,
        GoValue::Int(..) => Basic::Int,
        GoValue::Float(_) => Basic::Float,
        GoValue::Text(_) => Basic::Text,
        GoValue::Nil | GoValue::List(_) | GoValue::Map(_) | GoValue::Struct(_) => return None,
    })
}

fn equal(args: &[GoValue], budget: &Budget) -> Answer {
    if args.len() < 2 {
        return Err(error("missing argument for comparison"));
    }
    for other in &args[1..] {
        if same(&args[0], other, budget)? {
            return Ok(GoValue::Bool(true));
        }
    }
    Ok(GoValue::Bool(false))
}

fn same(a: &GoValue, b: &GoValue, budget: &Budget) -> Result<bool, Stop> {
    budget.charge(1)?;
    match (a, b) {
        (GoValue::Nil, GoValue::Nil) => return Ok(true),
        (GoValue::Nil, _) | (_, GoValue::Nil) => return Ok(false),
        _ => {}
    }
    if basic(a) != basic(b) {
        return Err(error("incompatible types for comparison"));
    }
    match (a, b) {
        (GoValue::Float(a), GoValue::Float(b)) => Ok(a == b),
        (GoValue::Struct(_), GoValue::Struct(_)) if a.ty() == b.ty() => {
            Ok(key_cmp(a, b) == Ordering::Equal)
        }
        _ if basic(a).is_none() => Err(error(format!(
            "non-comparable type {}: {}",
            shown(b),
            type_name(b.ty().as_ref())
        ))),
        _ => Ok(key_cmp(a, b) == Ordering::Equal),
    }
}

fn less(a: &GoValue, b: &GoValue) -> Result<bool, Stop> {
    let (Some(kind), Some(other)) = (basic(a), basic(b)) else {
        return Err(error("invalid type for comparison"));
    };
    if kind != other {
        return Err(error("incompatible types for comparison"));
    }
    match (a, b) {
        (GoValue::Bool(_), _) => Err(error("invalid type for comparison")),
        (GoValue::Float(a), GoValue::Float(b)) => Ok(a < b),
        _ => Ok(key_cmp(a, b) == Ordering::Less),
    }
}

/// Formats the arguments and escapes each character.
fn escaped(args: &[GoValue], budget: &Budget, escape: fn(char, &mut String)) -> Answer {
    charge_text(args, budget)?;
    let mut text = String::new();
    sprint(args, &mut text);
    budget.hold(6 * text.len() as u64)?;
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| escape(c, &mut out));
    Ok(GoValue::text(&out))
}

fn html(c: char, out: &mut String) {
    match c {
        '\0' => out.push('\u{fffd}'),
        c => push_html(c, out),
    }
}

fn js(c: char, out: &mut String) {
    match c {
        '\\' | '\'' | '"' => out.extend(['\\', c]),
        '<' | '>' | '&' | '=' | '\0'..='\x1f' => {
            let _ = write!(out, "\\u{:04X}", c as u32);
        }
        c if !c.is_ascii() && is_unseen(c) => {
            let _ = write!(out, "\\u{:04X}", c as u32);
        }
        c => out.push(c),
    }
}

/// Returns whether a character is escaped in quotes.
fn is_unseen(c: char) -> bool {
    polycty_core::text::Quoted(c.encode_utf8(&mut [0; 4]))
        .to_string()
        .contains('\\')
}

fn url(c: char, out: &mut String) {
    push_query(c.encode_utf8(&mut [0; 4]), out);
}
