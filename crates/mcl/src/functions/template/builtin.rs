//! The built-in functions of templates.

use super::Stop;
use super::datum::{Datum, GoType, List, Width, key_cmp};
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

type Answer = Result<Datum, Stop>;

pub(super) enum Run {
    /// `and` and `or`: arguments are evaluated until the result is known.
    Choice(bool),
    Values(fn(&[Datum], &Budget) -> Answer),
}

const fn row(
    name: &'static str,
    least: usize,
    more: bool,
    run: fn(&[Datum], &Budget) -> Answer,
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
        makes(&args[..1], budget)?;
        Err(fault(format!(
            "non-function {} of type {}",
            shown(&args[0]),
            type_name(args[0].ty().as_ref())
        )))
    }),
    row("eq", 1, true, equal),
    row("ge", 2, false, |args, _| {
        Ok(Datum::Bool(!less(&args[0], &args[1])?))
    }),
    row("gt", 2, false, |args, budget| {
        let greater = !less(&args[0], &args[1])? && !same(&args[0], &args[1], budget)?;
        Ok(Datum::Bool(greater))
    }),
    row("html", 0, true, |args, budget| escaped(args, budget, html)),
    row("index", 1, true, index),
    row("js", 0, true, |args, budget| escaped(args, budget, js)),
    row("le", 2, false, |args, budget| {
        let at_most = less(&args[0], &args[1])? || same(&args[0], &args[1], budget)?;
        Ok(Datum::Bool(at_most))
    }),
    row("len", 1, false, length),
    row("lt", 2, false, |args, _| {
        Ok(Datum::Bool(less(&args[0], &args[1])?))
    }),
    row("ne", 2, false, |args, budget| {
        Ok(Datum::Bool(!same(&args[0], &args[1], budget)?))
    }),
    row("not", 1, false, |args, _| Ok(Datum::Bool(!args[0].truth()))),
    Builtin {
        name: "or",
        least: 1,
        more: true,
        run: Run::Choice(true),
    },
    row("print", 0, true, |args, budget| {
        let mut out = String::new();
        makes(args, budget)?;
        sprint(args, &mut out);
        Ok(Datum::text(&out))
    }),
    row("printf", 1, true, printf),
    row("println", 0, true, |args, budget| {
        let mut out = String::new();
        makes(args, budget)?;
        sprintln(args, &mut out);
        Ok(Datum::text(&out))
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
fn fault(message: impl Into<String>) -> Stop {
    Stop::Fault(message.into())
}

fn shown(datum: &Datum) -> String {
    let mut out = String::new();
    super::print::plain(datum, &mut out);
    out
}

/// Charges the text of values.
fn makes(args: &[Datum], budget: &Budget) -> Result<(), Stop> {
    let bytes: usize = args.iter().map(cost).sum();
    budget.charge(1 + bytes as u64 / 16)?;
    Ok(budget.hold(bytes as u64)?)
}

fn printf(args: &[Datum], budget: &Budget) -> Answer {
    let format = match &args[0] {
        Datum::Text(format) => &**format,
        _ => "",
    };
    let mut out = String::new();
    sprintf(
        format,
        &args[1..],
        &mut out,
        &mut |bytes| -> Result<(), Stop> {
            budget.charge(1 + bytes as u64 / 16)?;
            Ok(budget.hold(bytes as u64)?)
        },
    )?;
    Ok(Datum::text(&out))
}

fn length(args: &[Datum], _: &Budget) -> Answer {
    let length = match &args[0] {
        Datum::Text(text) => text.len(),
        Datum::List(list) => list.items.len(),
        Datum::Map(map) => map.entries.len(),
        Datum::Nil => return Err(fault("len of nil pointer")),
        other => {
            return Err(fault(format!(
                "len of type {}",
                type_name(other.ty().as_ref())
            )));
        }
    };
    Ok(Datum::Int(length as i64, Width::Int))
}

/// Returns an index up to and including the length.
fn position(index: &Datum, length: usize) -> Result<usize, Stop> {
    match index {
        Datum::Int(int, _) => match usize::try_from(*int) {
            Ok(at) if at <= length => Ok(at),
            _ => Err(fault(format!("index out of range: {int}"))),
        },
        Datum::Nil => Err(fault("cannot index slice/array with nil")),
        other => {
            let ty = type_name(other.ty().as_ref());
            Err(fault(format!("cannot index slice/array with type {ty}")))
        }
    }
}

fn index(args: &[Datum], budget: &Budget) -> Answer {
    let mut item = args[0].clone();
    for index in &args[1..] {
        budget.charge(1)?;
        item = match &item {
            Datum::Nil => return Err(fault("index of untyped nil")),
            Datum::List(list) => {
                let at = position(index, list.items.len())?;
                let out = || fault("reflect: slice index out of range");
                list.items.get(at).cloned().ok_or_else(out)?
            }
            Datum::Text(text) => {
                let at = position(index, text.len())?;
                let out = || fault("reflect: string index out of range");
                let byte = text.as_bytes().get(at).copied().ok_or_else(out)?;
                Datum::Int(byte.into(), Width::Byte)
            }
            Datum::Map(map) => {
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
                return Err(fault(format!("can't index item of type {ty}")));
            }
        };
    }
    match (&item, args.len()) {
        (Datum::Nil, 1) => Err(fault("index of untyped nil")),
        _ => Ok(item),
    }
}

/// Converts an index to the key type of a map.
fn key_for(index: &Datum, wanted: &GoType) -> Result<Datum, Stop> {
    match (index, index.ty(), wanted) {
        (Datum::Nil, ..) => Err(fault(format!("value is nil; should be of type {wanted}"))),
        (_, Some(ty), wanted) if ty == *wanted => Ok(index.clone()),
        (Datum::Int(int, _), _, GoType::Int(width)) => Ok(Datum::Int(*int, *width)),
        (_, ty, _) => {
            let ty = type_name(ty.as_ref());
            Err(fault(format!("value has type {ty}; should be {wanted}")))
        }
    }
}

/// Returns the zero value of a type.
fn zero(ty: &GoType) -> Datum {
    match ty {
        GoType::Any => Datum::Nil,
        GoType::Bool => Datum::Bool(false),
        GoType::Int(width) => Datum::Int(0, *width),
        GoType::Float => Datum::Float(0.0),
        GoType::Text => Datum::text(""),
        GoType::List(element) => Datum::List(Rc::new(List {
            element: (**element).clone(),
            items: Vec::new(),
        })),
        GoType::Map(types) => Datum::Map(Rc::new(super::datum::Map {
            key: types.0.clone(),
            element: types.1.clone(),
            entries: Vec::new(),
        })),
        GoType::Struct(fields) => Datum::Struct(
            fields
                .iter()
                .map(|(name, ty)| (name.clone(), zero(ty)))
                .collect(),
        ),
    }
}

fn slice(args: &[Datum], budget: &Budget) -> Answer {
    let indexes = &args[1..];
    let length = match &args[0] {
        Datum::Nil => return Err(fault("slice of untyped nil")),
        _ if indexes.len() > 3 => {
            return Err(fault(format!("too many slice indexes: {}", indexes.len())));
        }
        Datum::Text(_) if indexes.len() == 3 => {
            return Err(fault("cannot 3-index slice a string"));
        }
        Datum::Text(text) => text.len(),
        Datum::List(list) => list.items.len(),
        other => {
            let ty = type_name(other.ty().as_ref());
            return Err(fault(format!("can't slice item of type {ty}")));
        }
    };
    let mut bounds = [0, length, length];
    for (bound, index) in bounds.iter_mut().zip(indexes) {
        *bound = position(index, length)?;
    }
    for (low, high) in [(bounds[0], bounds[1]), (bounds[1], bounds[2])] {
        if low > high {
            return Err(fault(format!("invalid slice index: {low} > {high}")));
        }
    }
    let range = bounds[0]..bounds[1];
    budget.charge(1 + range.len() as u64)?;
    budget.hold((range.len() * size_of::<Datum>()) as u64)?;
    match &args[0] {
        Datum::List(list) => Ok(Datum::List(Rc::new(List {
            element: list.element.clone(),
            items: list.items[range].to_vec(),
        }))),
        Datum::Text(text) => match text.get(range) {
            Some(part) => Ok(Datum::text(part)),
            None => Err(fault("a slice ends inside of a character")),
        },
        _ => Ok(Datum::Nil),
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

fn basic(datum: &Datum) -> Option<Basic> {
    Some(match datum {
        Datum::Bool(_) => Basic::Bool,
        Datum::Int(..) => Basic::Int,
        Datum::Float(_) => Basic::Float,
        Datum::Text(_) => Basic::Text,
        Datum::Nil | Datum::List(_) | Datum::Map(_) | Datum::Struct(_) => return None,
    })
}

fn equal(args: &[Datum], budget: &Budget) -> Answer {
    if args.len() < 2 {
        return Err(fault("missing argument for comparison"));
    }
    for other in &args[1..] {
        if same(&args[0], other, budget)? {
            return Ok(Datum::Bool(true));
        }
    }
    Ok(Datum::Bool(false))
}

fn same(a: &Datum, b: &Datum, budget: &Budget) -> Result<bool, Stop> {
    budget.charge(1)?;
    match (a, b) {
        (Datum::Nil, Datum::Nil) => return Ok(true),
        (Datum::Nil, _) | (_, Datum::Nil) => return Ok(false),
        _ => {}
    }
    if basic(a) != basic(b) {
        return Err(fault("incompatible types for comparison"));
    }
    match (a, b) {
        (Datum::Float(a), Datum::Float(b)) => Ok(a == b),
        (Datum::Struct(_), Datum::Struct(_)) if a.ty() == b.ty() => {
            Ok(key_cmp(a, b) == Ordering::Equal)
        }
        _ if basic(a).is_none() => Err(fault(format!(
            "non-comparable type {}: {}",
            shown(b),
            type_name(b.ty().as_ref())
        ))),
        _ => Ok(key_cmp(a, b) == Ordering::Equal),
    }
}

fn less(a: &Datum, b: &Datum) -> Result<bool, Stop> {
    let (Some(kind), Some(other)) = (basic(a), basic(b)) else {
        return Err(fault("invalid type for comparison"));
    };
    if kind != other {
        return Err(fault("incompatible types for comparison"));
    }
    match (a, b) {
        (Datum::Bool(_), _) => Err(fault("invalid type for comparison")),
        (Datum::Float(a), Datum::Float(b)) => Ok(a < b),
        _ => Ok(key_cmp(a, b) == Ordering::Less),
    }
}

/// Formats the arguments and escapes each character.
fn escaped(args: &[Datum], budget: &Budget, escape: fn(char, &mut String)) -> Answer {
    makes(args, budget)?;
    let mut text = String::new();
    sprint(args, &mut text);
    budget.hold(6 * text.len() as u64)?;
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| escape(c, &mut out));
    Ok(Datum::text(&out))
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
