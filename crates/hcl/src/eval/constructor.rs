//! Constructors of tuples and objects, `[...]` and `{...}`.

use super::evaluator::{ATTRIBUTE, CONTAINER, ELEMENT, Evaluator, TEXT_STEP};
use crate::syntax::{ExprId, ExprKind, List, ObjectItem};
use polycty_core::types::{Str, Type};
use polycty_core::values::{MarkSet, SHORT_MAX, Value, nfc};

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn tuple(&mut self, id: ExprId, parts: List<ExprId>) -> Value {
        let tree = self.tree;
        if !self.hold(id, CONTAINER + parts.len() * ELEMENT) {
            return Value::dynamic();
        }
        let values: Vec<Value> = tree[parts].iter().map(|part| self.eval(*part)).collect();
        Value::tuple(values).unwrap_or_else(|error| self.refused(id, &error))
    }

    /// Evaluates an object. Marks of keys are moved to the object. If a key is unknown, the type of
    /// the object is unknown, too.
    #[inline(never)]
    pub(super) fn object(&mut self, id: ExprId, items: List<ObjectItem>) -> Value {
        let tree = self.tree;
        if !self.hold(id, CONTAINER) {
            return Value::dynamic();
        }
        let mut attributes: Vec<(Str, Value)> = Vec::with_capacity(items.len());
        let mut marks = MarkSet::EMPTY;
        let mut known = true;
        for item in &tree[items] {
            if let Some(name) = item.literal_key {
                let value = self.eval(item.value);
                let name = nfc(tree.text(name));
                if !self.hold_attribute(id, &name) {
                    return Value::dynamic();
                }
                attributes.push((name.into(), value));
                continue;
            }
            let before = self.sink.count();
            let key = self.object_key(item);
            let failed = self.failed_since(before);
            let value = self.eval(item.value);
            if failed {
                known = false;
                continue;
            }
            let (key, key_marks) = key.unmark();
            if key.is_null() {
                let at = tree[item.value].span;
                self.report_error(at, "Null value as key", "Can't use a null value as a key.");
                known = false;
                continue;
            }
            marks = marks.union(&key_marks);
            let key = match self.convert(item.key, &key, Type::string()) {
                Ok(key) => key,
                Err(error) => {
                    let at = tree[item.key].span;
                    let detail = format!("Can't use this value as a key: {}.", error.message());
                    self.report_error(at, "Incorrect key type", detail);
                    known = false;
                    continue;
                }
            };
            match key.as_str() {
                Some(key) => {
                    if !self.hold_attribute(id, key) {
                        return Value::dynamic();
                    }
                    attributes.push((key.into(), value));
                }
                None => known = false,
            }
        }
        if !known {
            return Value::dynamic().with_marks(&marks);
        }
        match Value::object(attributes) {
            Ok(object) => object.with_marks(&marks),
            Err(error) => self.refused(id, &error),
        }
    }

    /// Charges an attribute and its name, which is copied and compared with other names. Returns
    /// `false` if the budget is exceeded.
    fn hold_attribute(&mut self, id: ExprId, name: &str) -> bool {
        let short = name.len() <= SHORT_MAX;
        (short || self.work(id, name.len() / TEXT_STEP)) && self.hold(id, ATTRIBUTE + name.len())
    }

    /// Evaluates a key. A single name is the key itself; a traversal is ambiguous and therefore an
    /// error.
    fn object_key(&mut self, item: &ObjectItem) -> Value {
        let tree = self.tree;
        if let ExprKind::ScopeTraversal(_) = tree[item.key].kind {
            self.report_error(
                tree[item.key].span,
                "Ambiguous attribute key",
                "If this expression is intended to be a reference, wrap it in parentheses. If it's instead intended as a literal name containing periods, wrap it in quotes to create a string literal.",
            );
            return Value::dynamic();
        }
        self.eval(item.key)
    }
}
