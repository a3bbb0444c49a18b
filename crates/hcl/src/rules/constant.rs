//! Constants: expressions that consist only of literals, as values of a type.
//!
//! Most expressions in files are constants, for example `["a", "b"]` for a `list(string)`. The
//! general way evaluates such an expression to a value of its own type (a tuple of two strings),
//! applies the defaults, and converts the result with a plan for that type. If the expression
//! consists only of literals, tuples and objects that correspond to parts of the wanted type, the
//! value is created directly, with the same result. All other cases are left to the general way:
//! references, nulls, names that the type does not have, and errors.

use super::Conversions;
use crate::syntax::{ExprId, ExprKind, Expression, List, MAX_NESTING, ObjectItem, Tree};
use crate::types::{Children, CtyType, Defaults};
use polycty_core::calls::{Budget, cost};
use polycty_core::types::{Flags, ObjectType, Type};
use polycty_core::values::{Value, nfc, primitive, sort_entries};
use std::borrow::Cow;
use std::sync::Arc;

/// The size of a part of a container.
const PART: u64 = 40;

/// The minimum number of bytes of source text for a part and its separator.
const PART_TEXT: u32 = 4;

/// The number of items of an object and of attributes of its type up to which they are searched
/// linearly.
const FEW: usize = 16;

impl Conversions {
    /// Returns the value of an expression converted to a type, with the defaults of the type for
    /// missing attributes. Returns `None` if this needs an evaluation or a conversion plan, or if
    /// the budget is exceeded, which the evaluation then reports.
    ///
    /// ```
    /// use polycty_core::calls::Budget;
    /// use polycty_core::source::Position;
    /// use polycty_hcl::{Conversions, parse_type, syntax, TypeNotation};
    /// let ports = parse_type("list(number)", TypeNotation::Exact).unwrap();
    /// let (mut conversions, budget) = (Conversions::default(), Budget::standard());
    /// let mut constant = |text: &str| {
    ///     let parsed = syntax::parse_expression(text.as_bytes(), "f", Position::START);
    ///     conversions.constant(&parsed.expression(), &ports, None, &budget)
    /// };
    /// assert_eq!(constant("[80, \"443\"]").unwrap().ty(), &ports);
    /// assert!(constant("[80, port]").is_none());
    /// ```
    #[must_use]
    pub fn constant(
        &mut self,
        expression: &Expression,
        to: &Type,
        defaults: Option<&Defaults>,
        budget: &Budget,
    ) -> Option<Value> {
        let tree = &*expression.tree;
        let is_literal = matches!(
            tree[expression.id].kind,
            ExprKind::Literal(_) | ExprKind::Tuple(_) | ExprKind::Object(_)
        );
        let belong = defaults.is_none_or(|defaults| defaults.ty() == to);
        if !is_literal || !belong || to.has(Flags::ANY) || budget.levels() > 0 {
            return None;
        }
        let span = tree[expression.id].span;
        let parts = (span.end - span.start) / PART_TEXT;
        let bare = self.planner().bare(to)?.for_many(u64::from(parts));
        let mut reader = Reader {
            tree,
            budget,
            stack: Vec::new(),
        };
        reader.value(expression.id, Wanted { to, bare: &bare }, defaults, 0)
    }
}

/// A wanted type, and the same type without optional attributes, which values have.
#[derive(Clone, Copy)]
struct Wanted<'t> {
    to: &'t Type,
    bare: &'t Type,
}

struct Reader<'t> {
    tree: &'t Tree,
    budget: &'t Budget,
    /// The parts of incomplete containers; those of the innermost one are last.
    stack: Vec<Value>,
}

impl<'t> Reader<'t> {
    fn value(
        &mut self,
        id: ExprId,
        wanted: Wanted<'_>,
        defaults: Option<&Defaults>,
        level: u32,
    ) -> Option<Value> {
        self.budget.charge(1).ok()?;
        if level >= MAX_NESTING {
            return None;
        }
        let tree = self.tree;
        match (
            tree[id].kind,
            CtyType::of(wanted.to),
            CtyType::of(wanted.bare),
        ) {
            (ExprKind::Literal(value), ..) => scalar(&tree[value], wanted.bare, self.budget),
            (ExprKind::Tuple(parts), CtyType::List(to), CtyType::List(bare)) => {
                let mark = self.elements(&tree[parts], Wanted { to, bare }, defaults, level)?;
                Value::sequence(wanted.bare.clone(), self.stack.drain(mark..)).ok()
            }
            (ExprKind::Tuple(parts), CtyType::Set(to), CtyType::Set(bare)) => {
                let mark = self.elements(&tree[parts], Wanted { to, bare }, defaults, level)?;
                let elements = self.stack.split_off(mark);
                Value::set_with_type(wanted.bare.clone(), elements).ok()
            }
            (ExprKind::Tuple(parts), CtyType::Tuple(to), CtyType::Tuple(bare)) => {
                let mark = self.hold(parts.len())?;
                if to.len() != parts.len() {
                    return None;
                }
                for (at, (part, (to, bare))) in
                    tree[parts].iter().zip(to.iter().zip(bare)).enumerate()
                {
                    let child = match defaults.map(Defaults::children) {
                        Some(Children::Positions(children)) => children.get(&at),
                        _ => None,
                    };
                    let child = child.map(Arc::as_ref);
                    let value = self.value(*part, Wanted { to, bare }, child, level + 1)?;
                    self.stack.push(value);
                }
                Value::sequence(wanted.bare.clone(), self.stack.drain(mark..)).ok()
            }
            (ExprKind::Object(items), CtyType::Map(to), CtyType::Map(bare)) => {
                self.hold(2 * items.len())?;
                let child = of_elements(defaults);
                let mut entries = Vec::with_capacity(items.len());
                for item in &tree[items] {
                    let key = Value::nfc_string(&self.key(item)?);
                    let value = self.value(item.value, Wanted { to, bare }, child, level + 1)?;
                    entries.push((key, value));
                }
                let entries = sort_entries(entries).ok()?;
                Value::map_with_type(wanted.bare.clone(), entries.into_iter()).ok()
            }
            (ExprKind::Object(items), CtyType::Object(to), CtyType::Object(bare)) => {
                self.object(items, wanted.bare, (to, bare), defaults, level)
            }
            _ => None,
        }
    }

    /// Charges the parts of a container and returns their start on the stack.
    fn hold(&mut self, parts: usize) -> Option<usize> {
        self.budget.hold((parts as u64 + 1) * PART).ok()?;
        Some(self.stack.len())
    }

    /// Pushes the elements of a list or set onto the stack and returns their start.
    fn elements(
        &mut self,
        parts: &[ExprId],
        wanted: Wanted<'_>,
        defaults: Option<&Defaults>,
        level: u32,
    ) -> Option<usize> {
        let mark = self.hold(parts.len())?;
        let child = of_elements(defaults);
        for part in parts {
            let value = self.value(*part, wanted, child, level + 1)?;
            self.stack.push(value);
        }
        Some(mark)
    }

    /// Creates an object if all items are attributes of the type, without repetition.
    fn object(
        &mut self,
        items: List<ObjectItem>,
        ty: &Type,
        (to, bare): (&ObjectType, &ObjectType),
        defaults: Option<&Defaults>,
        level: u32,
    ) -> Option<Value> {
        let items = &self.tree[items];
        if items.len() > FEW || to.len() > FEW {
            return None;
        }
        let mark = self.hold(to.len())?;
        let mut given = 0;
        for (field, bare) in to.fields().iter().zip(bare.fields()) {
            let name = field.name();
            let mut of_name = None;
            for item in items {
                if self.key(item)? == name {
                    of_name = Some(item.value);
                    given += 1;
                }
            }
            let child = match defaults.map(Defaults::children) {
                Some(Children::Attributes(children)) => children.get(name),
                _ => None,
            };
            let default = defaults.and_then(|defaults| defaults.values().get(name));
            let (to, bare) = (field.ty(), bare.ty());
            let value = match (of_name, default) {
                (Some(value), _) => {
                    let child = child.map(Arc::as_ref);
                    self.value(value, Wanted { to, bare }, child, level + 1)?
                }
                // An attribute with nested defaults needs these applied first.
                (None, Some(default)) if child.is_none() && default.ty() == bare => default.clone(),
                (None, None) if field.is_optional() => Value::null(bare.clone()),
                _ => return None,
            };
            self.stack.push(value);
        }
        if given != items.len() {
            return None;
        }
        Value::object_with_type(ty.clone(), self.stack.drain(mark..)).ok()
    }

    /// The name of an item, if it is constant.
    fn key(&self, item: &ObjectItem) -> Option<Cow<'t, str>> {
        let tree = self.tree;
        match (item.literal_key, tree[item.key].kind) {
            (Some(name), _) => Some(nfc(tree.text(name))),
            (None, ExprKind::Literal(key)) => tree[key].as_str().map(Cow::Borrowed),
            _ => None,
        }
    }
}

/// The defaults inside the elements of a collection.
fn of_elements(defaults: Option<&Defaults>) -> Option<&Defaults> {
    match defaults?.children() {
        Children::Element(child) => Some(child),
        _ => None,
    }
}

/// Converts a literal to a type without parts.
fn scalar(value: &Value, to: &Type, budget: &Budget) -> Option<Value> {
    if !value.is_present() {
        return None;
    }
    match (CtyType::of(value.ty()), CtyType::of(to)) {
        (CtyType::Bool, CtyType::Bool)
        | (CtyType::Number, CtyType::Number)
        | (CtyType::String, CtyType::String) => Some(value.clone()),
        (CtyType::Bool, CtyType::String) => {
            Some(Value::text(primitive::bool_text(value.as_bool()?), true))
        }
        (CtyType::Number, CtyType::String) => {
            cost::number_to_string(&value.as_number()?, budget).ok()
        }
        (CtyType::String, CtyType::Bool) => {
            primitive::parse_bool(value.as_str()?).ok().map(Value::bool)
        }
        (CtyType::String, CtyType::Number) => primitive::parse_number_bytes(value.as_str_bytes()?)
            .ok()
            .map(Value::from_number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{TypeNotation, evaluate, parse_type_expression};
    use crate::syntax::parse_expression;
    use polycty_core::source::Position;

    const TYPES: [&str; 14] = [
        "string",
        "number",
        "bool",
        "list(string)",
        "set(number)",
        "map(string)",
        "map(list(bool))",
        "tuple([string, number])",
        "list(set(string))",
        "object({ a = string, b = optional(number, 1) })",
        "map(object({ a = optional(string), b = optional(number, 1) }))",
        "list(object({ c = optional(object({ a = optional(string, \"x\") }), {}) }))",
        "object({ a = optional(map(string), {}), b = optional(string, null) })",
        "tuple([object({ a = optional(string, \"x\") })])",
    ];

    const TEXTS: [&str; 37] = [
        "\"a\"",
        "\"1\"",
        "\"true\"",
        "12",
        "1e400",
        "true",
        "null",
        "[]",
        "{}",
        "[\"a\", \"b\"]",
        "[\"2\", 1, \"1\", 2]",
        "[\"a\", 1]",
        "[1, null]",
        "[[], [\"b\", \"a\", \"b\"]]",
        "[{}, { c = {} }, { c = { a = \"y\" } }]",
        "[{ a = \"y\" }]",
        "[{}]",
        "{ a = \"x\" }",
        "{ a = \"x\", b = 2 }",
        "{ b = \"2\", a = 1 }",
        "{ \"a\" = true, b = false }",
        "{ a = \"x\", a = \"y\" }",
        "{ a = null, b = null }",
        "{ a = \"x\", z = 1 }",
        "{ z = [true, \"false\"], a = [] }",
        "{ z = { b = 3 }, a = { a = \"x\" }, k = {} }",
        "{ a = { y = \"1\", x = 2 } }",
        "{ a = { k = {} } }",
        "{ (\"a\") = \"x\" }",
        "{ 1 = \"x\" }",
        "{ true = \"x\", null = 2 }",
        "{ \u{e9} = \"\u{e9}\", e\u{301} = \"e\u{301}\" }",
        "[-1, (2)]",
        "\"${1}\"",
        "upper(\"a\")",
        "[a]",
        "[1, ]",
    ];

    #[test]
    fn a_constant_is_what_evaluating_filling_and_converting_make() {
        let mut made = 0;
        for ty in TYPES {
            let read = parse_type_expression(ty, TypeNotation::Defaults).unwrap();
            for text in TEXTS {
                let parsed = parse_expression(text.as_bytes(), "f", Position::START);
                let expression = parsed.expression();
                let defaults = read.defaults.as_deref();
                let budget = Budget::standard();
                let found =
                    Conversions::default().constant(&expression, &read.ty, defaults, &budget);
                let Some(found) = found else { continue };
                let evaluated = evaluate(&expression, None);
                assert!(evaluated.diagnostics.is_empty(), "{text}");
                let filled = match defaults {
                    Some(defaults) => defaults.apply(&evaluated.value).unwrap(),
                    None => evaluated.value,
                };
                let wanted = super::super::convert(&filled, &read.ty).unwrap();
                assert_eq!(found, wanted, "{text} as {ty}");
                assert_eq!(found.ty(), wanted.ty(), "{text} as {ty}");
                made += 1;
            }
        }
        assert!(made > 40, "{made}");
    }

    #[test]
    fn what_is_spent_is_no_constant() {
        let ty = Type::list(Type::string().clone()).unwrap();
        let parsed = parse_expression(b"[\"a\", \"b\"]", "f", Position::START);
        let constant = |budget: Budget| {
            Conversions::default().constant(&parsed.expression(), &ty, None, &budget)
        };
        assert!(constant(Budget::new().limit_steps(3).limit_bytes(120)).is_some());
        assert!(constant(Budget::new().limit_steps(2)).is_none());
        assert!(constant(Budget::new().limit_bytes(100)).is_none());
    }
}
