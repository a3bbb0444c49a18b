//! Types and literal values of texts.

use super::file::{DefinedKind, File, lower};
use super::index::Index;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_puppet::syntax::tree::{BinaryOp, ExprId, ExprKind};
use polycty_puppet::{
    Aliases, Detail, Mode, Special, format_type, infer_general, parse_type, parse_value, undef,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The types of the language.
pub(super) const DATA_TYPES: [&str; 43] = [
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Deferred",
    "Enum",
    "Error",
    "Float",
    "Hash",
    "Init",
    "Integer",
    "Iterable",
    "Iterator",
    "NotUndef",
    "Numeric",
    "Object",
    "Optional",
    "Pattern",
    "Regexp",
    "Resource",
    "RichData",
    "Runtime",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "Sensitive",
    "String",
    "Struct",
    "Timespan",
    "Timestamp",
    "Tuple",
    "Type",
    "TypeSet",
    "URI",
    "Undef",
    "Variant",
];

/// The maximum number of aliases that a type may refer to.
const MAX_ALIASES: usize = 256;

/// Whether a lowercase name is a type of the language.
pub(super) fn is_data_type(name: &str) -> bool {
    DATA_TYPES
        .iter()
        .any(|each| each.eq_ignore_ascii_case(name))
}

/// The types that one question has parsed, by their texts.
#[derive(Default)]
pub(super) struct Types(RefCell<BTreeMap<String, Option<Type>>>);

impl Types {
    /// Returns the type of a text with the aliases of a workspace; `None` for a text that is not a
    /// type, or that refers to unknown types.
    pub(super) fn parse(&self, index: &Index, text: &str, budget: &Budget) -> Result<Option<Type>> {
        budget.charge(1 + text.len() as u64 / 64)?;
        if let Some(found) = self.0.borrow().get(text) {
            return Ok(found.clone());
        }
        let found = parse(index, text, budget)?;
        self.0.borrow_mut().insert(text.to_owned(), found.clone());
        Ok(found)
    }
}

fn parse(index: &Index, text: &str, budget: &Budget) -> Result<Option<Type>> {
    let mut aliases: Vec<(&str, &str)> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open = names(text);
    while let Some(name) = open.pop() {
        let key = lower(name);
        if is_data_type(&key) || !seen.insert(key.clone()) {
            continue;
        }
        let Some((file, alias)) = index.get(DefinedKind::Type, &key) else {
            return Ok(None);
        };
        let Some(aliased) = alias.ty else {
            return Ok(None);
        };
        let aliased = file.slice(aliased);
        budget.charge(aliased.len() as u64)?;
        if aliases.len() >= MAX_ALIASES {
            return Ok(None);
        }
        aliases.push((&alias.shown, aliased));
        open.extend(names(aliased));
    }
    budget.charge(text.len() as u64)?;
    let Ok(aliases) = Aliases::define(aliases) else {
        return Ok(None);
    };
    Ok(parse_type(text, &aliases, Mode::Current).ok())
}

/// The capitalized names in the text of a type, outside of quotes.
fn names(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut quote = None;
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_part = c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
        if let Some(open) = quote {
            if c == open {
                quote = None;
            }
            continue;
        }
        match start {
            Some(first) if !is_part => {
                found.extend(text.get(first..at));
                start = None;
            }
            None if is_part => start = Some(at),
            _ => {}
        }
        if matches!(c, '\'' | '"' | '/') {
            quote = Some(c);
        }
    }
    found.retain(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
    found
}

/// Whether a type hides its values.
pub(super) fn is_sensitive(ty: &str) -> bool {
    names(ty).contains(&"Sensitive")
}

/// Returns the value of a literal expression.
pub(super) fn literal(file: &File, id: ExprId) -> Option<Value> {
    let program = &file.program;
    match program[id].kind {
        ExprKind::Undef => Some(undef()),
        ExprKind::Default => Special::Default.into_value().ok(),
        ExprKind::Bool(value) => Some(Value::bool(value)),
        ExprKind::String(value) => Some(program[value].clone()),
        ExprKind::Name(name) => Some(Value::string(program.name(name))),
        ExprKind::Parentheses(inner) => literal(file, inner),
        ExprKind::Integer(_)
        | ExprKind::Float(_)
        | ExprKind::Minus(_)
        | ExprKind::Array(_)
        | ExprKind::Hash(_)
        | ExprKind::Regexp(_) => {
            if !is_literal(file, id) {
                return None;
            }
            parse_value(file.expression(id), &Aliases::default(), Mode::Current).ok()
        }
        _ => None,
    }
}

fn is_literal(file: &File, id: ExprId) -> bool {
    let mut all = true;
    file.program.walk(id, &mut |part| {
        all &= matches!(
            file.program[part].kind,
            ExprKind::Undef
                | ExprKind::Default
                | ExprKind::Bool(_)
                | ExprKind::String(_)
                | ExprKind::Name(_)
                | ExprKind::Integer(_)
                | ExprKind::Float(_)
                | ExprKind::Minus(_)
                | ExprKind::Array(_)
                | ExprKind::Hash(_)
                | ExprKind::Regexp(_)
        );
    });
    all
}

/// Returns the text of the type of an expression, as far as it is known without an evaluation.
pub(super) fn inferred(file: &File, id: ExprId, budget: &Budget) -> Result<Option<String>> {
    if let Some(value) = literal(file, id) {
        let ty = infer_general(&value, budget).ok();
        budget.finish()?;
        return Ok(ty.map(|ty| format_type(&ty, Detail::Canonical)));
    }
    let name = match file.program[id].kind {
        ExprKind::Interpolation(_) | ExprKind::Heredoc { .. } => "String",
        ExprKind::Array(_) => "Array",
        ExprKind::Hash(_) => "Hash",
        ExprKind::Not(_) => "Boolean",
        ExprKind::Operations { rest, .. } => {
            let last = file.program[rest].last();
            match last.map(|last| last.operator) {
                Some(
                    BinaryOp::In
                    | BinaryOp::Match
                    | BinaryOp::NotMatch
                    | BinaryOp::Equal
                    | BinaryOp::NotEqual
                    | BinaryOp::Less
                    | BinaryOp::LessOrEqual
                    | BinaryOp::Greater
                    | BinaryOp::GreaterOrEqual
                    | BinaryOp::And
                    | BinaryOp::Or,
                ) => "Boolean",
                Some(BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo) => "Numeric",
                _ => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(name.to_owned()))
}

/// The text of a default or value for a description; that of a sensitive one is hidden.
pub(super) fn shown_value(file: &File, ty: Option<&str>, id: ExprId) -> String {
    let text = file.expression(id);
    if ty.is_some_and(is_sensitive) || text.contains("Sensitive") {
        return "(sensitive)".to_owned();
    }
    let line: Vec<&str> = text.split_whitespace().collect();
    let line = line.join(" ");
    match line.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}
