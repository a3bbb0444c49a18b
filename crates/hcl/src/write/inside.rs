//! Changes of a part of an expression.
//!
//! A value is parsed, its tree yields the positions of its parts, and the text of one part is
//! replaced; comments and layout around it are kept. The result is parsed again before it is
//! stored. For a list, only the parts next to the change are parsed again, so many edits of one
//! list take time proportional to the inserted text, plus one parse of the list.

use super::edit::Ends;
use super::expression::{Expr, Followed, object_key};
use super::file::{File, no_attribute};
use super::lines::{First, for_levels, in_lines, is_in_line};
use super::list::{Addition, AppendPosition, Brackets, Change, List, NewPart, Opened, key_of};
use super::nodes::{Body, Item};
use super::parse::{self, TemporaryCharges, piece_tokens, value_tokens};
use super::text::{Piece, Text};
use crate::syntax::{
    ExprId, ExprKind, Kind, Parsed, Role, Span, Step, StepKind, Traversal, TraversalStepKind, Tree,
};
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by;
use polycty_core::source::{Code, Error, Result};

/// A replacement of references, and the values that it changes.
struct References<'a> {
    from: &'a Traversal,
    /// The variable at the start of `from`.
    root: &'a str,
    to: &'a Expr,
    count: u64,
    changed: Vec<(Item, Text, Ends)>,
}

impl<'a> References<'a> {
    fn of(from: &'a Traversal, to: &'a Expr) -> Result<References<'a>> {
        let Some(root) = from.root() else {
            let message = "a reference must start with a variable";
            return Err(Error::new(Code::InvalidArgument, message));
        };
        Ok(References {
            from,
            root,
            to,
            count: 0,
            changed: Vec::new(),
        })
    }
}

impl File {
    /// Replaces one expression inside the value of an argument. `part` is its span in
    /// [`File::value`], as reported by [`File::expression`].
    ///
    /// # Errors
    /// [`Code::NotFound`] if the item was removed or is not an argument; [`Code::InvalidArgument`]
    /// if the span is not that of a replaceable expression (literal text of a template is not
    /// replaceable); [`Code::Syntax`] if the new value cannot be parsed; [`Code::Limit`] if the
    /// budget is exceeded.
    pub fn set_part(
        &mut self,
        attribute: Item,
        part: Span,
        value: &Expr,
        budget: &Budget,
    ) -> Result<()> {
        let text = self.value(attribute).ok_or_else(no_attribute)?;
        if part == Span::new(0, text.len()) {
            return self.set_value(attribute, value, budget);
        }
        let temporary = TemporaryCharges::new(budget);
        let parsed = parse::any_expression(text, budget)?;
        if !is_replaceable(&parsed, part) {
            let message = "the range is not that of a replaceable expression";
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let change = self.part_change(attribute, part, value, budget)?;
        drop(temporary);
        self.change(attribute, vec![change], budget)
    }

    /// Replaces all references to a variable, or to a traversal of constant steps from it, with an
    /// expression, in `within` and all nested bodies. Further steps of a reference are kept,
    /// `a["b"]` equals `a.b`, and names that a `for` expression defines are not variables. Returns
    /// the number of replacements.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if the traversal does not start with a variable; [`Code::Syntax`]
    /// if a new value cannot be parsed; [`Code::Limit`] if the budget is exceeded. After an error,
    /// no value has changed.
    pub fn replace_references(
        &mut self,
        within: Body,
        from: &Traversal,
        to: &Expr,
        budget: &Budget,
    ) -> Result<u64> {
        let mut found = References::of(from, to)?;
        let mut bodies = vec![within];
        while let Some(body) = bodies.pop() {
            for item in budget.each(self.items(body)) {
                let item = item?;
                bodies.extend(self.body(item));
                self.find_references(item, &mut found, budget)?;
            }
        }
        self.put_references(found, budget)
    }

    /// Replaces references as [`File::replace_references`] does, but in the value of one argument.
    ///
    /// # Errors
    /// The errors of [`File::replace_references`], and [`Code::NotFound`] if the item was removed
    /// or is not an argument.
    pub fn replace_references_of(
        &mut self,
        attribute: Item,
        from: &Traversal,
        to: &Expr,
        budget: &Budget,
    ) -> Result<u64> {
        self.value(attribute).ok_or_else(no_attribute)?;
        let mut found = References::of(from, to)?;
        self.find_references(attribute, &mut found, budget)?;
        self.put_references(found, budget)
    }

    /// Adds the changed value of an item to `found` if the item is an argument that contains
    /// references.
    fn find_references(
        &self,
        item: Item,
        found: &mut References<'_>,
        budget: &Budget,
    ) -> Result<()> {
        let root = found.root;
        let Some(text) = self.value(item).filter(|text| text.contains(root)) else {
            return Ok(());
        };
        let temporary = TemporaryCharges::new(budget);
        let parsed = parse::any_expression(text, budget)?;
        if !parsed.diagnostics.is_empty() {
            return Ok(());
        }
        let places = references(&parsed, found.from);
        let changes = places
            .iter()
            .map(|span| self.part_change(item, *span, found.to, budget));
        let changes = changes.collect::<Result<Vec<_>>>()?;
        drop(temporary);
        if !changes.is_empty() {
            found.count += changes.len() as u64;
            let (text, ends) = self.changed(item, changes, budget)?;
            found.changed.push((item, text, ends));
        }
        Ok(())
    }

    fn put_references(&mut self, found: References<'_>, budget: &Budget) -> Result<u64> {
        let changed = found.changed;
        let cost = |(item, text, ends): &(Item, Text, Ends)| {
            text.len() as u64 + self.line_end(*item, *ends)
        };
        let bytes = changed.iter().map(cost).sum();
        for (item, text, _) in &changed {
            self.check_value(*item, text, budget)?;
        }
        let paid = &self.pay(bytes, changed.len() as u64, budget)?;
        for (item, text, ends) in changed {
            self.store_value(item, &text, ends, paid)?;
        }
        self.tidy();
        Ok(found.count)
    }

    /// Sets an item of the object that is the value of an argument, or of an object nested in it.
    /// `path` contains the keys down to the item; of several items with the same key, the last one
    /// is used. A new item is added at the end, on a line of its own if the other items have lines
    /// of their own.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the item was removed or is not an argument, or if the path does not
    /// lead through object expressions; [`Code::Syntax`] if the new value cannot be parsed;
    /// [`Code::Limit`] if the budget is exceeded.
    pub fn set_in(
        &mut self,
        attribute: Item,
        path: &[&str],
        value: &Expr,
        budget: &Budget,
    ) -> Result<()> {
        let (key, outer) = path.split_last().ok_or_else(no_object)?;
        let opened = self.open(attribute, outer, Brackets::Object, budget)?;
        let Some(at) = opened.list.find(key) else {
            return self.add(opened, Some(*key), value, budget);
        };
        let change = self.part_change(attribute, opened.list.value(at), value, budget)?;
        let (around, len) = (opened.list.around(at, 1), change.text.len() as u32);
        let replaced = |list: &mut List| list.replaced(at, len);
        self.edit(opened, vec![change], around, replaced, budget)
    }

    /// Removes an item, with its comments, from the object that is the value of an argument, or
    /// from an object nested in it. If a key has several items, all are removed. Returns whether
    /// there was such an item.
    ///
    /// # Errors
    /// The errors of [`File::set_in`].
    pub fn remove_in(&mut self, attribute: Item, path: &[&str], budget: &Budget) -> Result<bool> {
        let (key, outer) = path.split_last().ok_or_else(no_object)?;
        let opened = self.open(attribute, outer, Brackets::Object, budget)?;
        let Some(at) = opened.list.find(key) else {
            self.opened = Some(opened);
            return Ok(false);
        };
        if opened.list.repeats {
            self.remove_all_in(attribute, key, outer, budget)?;
            return Ok(true);
        }
        let text = self.value(attribute).ok_or_else(no_attribute)?;
        let span = opened.list.written(text).without(at);
        let around = opened.list.around(at, 1);
        let text = String::new();
        let removed = |list: &mut List| list.removed(at, key, span);
        self.edit(opened, vec![Change { span, text }], around, removed, budget)?;
        Ok(true)
    }

    /// Removes all items of a key from an object, one after the other in a copy of the value.
    fn remove_all_in(
        &mut self,
        attribute: Item,
        key: &str,
        outer: &[&str],
        budget: &Budget,
    ) -> Result<()> {
        let temporary = TemporaryCharges::new(budget);
        let value = self.nodes.node(attribute.0).value;
        let mut text = Text::default();
        text.push(&self.nodes.text, value);
        loop {
            let parsed = parse::expression(&text, budget)?;
            let list = find_list(&parsed, outer, Brackets::Object).ok_or_else(no_object)?;
            let Some(at) = list.find(key) else { break };
            text.replace(list.written(&text).without(at), "");
        }
        drop(temporary);
        self.put_value(attribute, &text, Ends::Anywhere, budget)
    }

    /// Appends an element to the tuple that is the value of an argument.
    ///
    /// # Errors
    /// The errors of [`File::set_in`].
    pub fn push(&mut self, attribute: Item, value: &Expr, budget: &Budget) -> Result<()> {
        let opened = self.open(attribute, &[], Brackets::Tuple, budget)?;
        self.add(opened, None, value, budget)
    }

    /// Returns the list at a path in the value of an argument: the list that was edited last, or
    /// one that is parsed now.
    fn open(
        &mut self,
        attribute: Item,
        path: &[&str],
        brackets: Brackets,
        budget: &Budget,
    ) -> Result<Opened> {
        self.value(attribute).ok_or_else(no_attribute)?;
        let value = self.nodes.node(attribute.0).value;
        budget.charge(1 + path.len() as u64)?;
        let is_it =
            |opened: &Opened| opened.is(attribute, value, path) && opened.list.brackets == brackets;
        if self.opened.as_ref().is_some_and(is_it)
            && let Some(opened) = self.opened.take()
        {
            return Ok(opened);
        }
        let temporary = TemporaryCharges::new(budget);
        let parsed = parse::expression(self.nodes.slice(value), budget)?;
        let list = find_list(&parsed, path, brackets).ok_or_else(|| match brackets {
            Brackets::Object => no_object(),
            Brackets::Tuple => Error::new(Code::NotFound, "the value is not written as a list"),
        })?;
        drop(temporary);
        let opened = Opened {
            attribute,
            value,
            path: path.iter().map(|key| Box::from(*key)).collect(),
            list,
        };
        budget.hold(opened.memory() as u64)?;
        Ok(opened)
    }

    /// Appends a part to a list.
    fn add(
        &mut self,
        opened: Opened,
        key: Option<&str>,
        value: &Expr,
        budget: &Budget,
    ) -> Result<()> {
        let attribute = opened.attribute;
        let text = self.value(attribute).ok_or_else(no_attribute)?;
        let style = self.line_style();
        let first = self.nodes.indentation_of(attribute.0).unwrap_or("");
        let written = opened.list.written(text);
        let position = written.append_position();
        let ends_line = matches!(
            position,
            AppendPosition::Empty | AppendPosition::Line(_) | AppendPosition::Heredoc(_)
        );
        let new = if value.is_heredoc() && ends_line && key.is_some() {
            value.text().into()
        } else {
            value.within(Followed::ByOther)
        };
        let new = if new.contains('\n') {
            let indentation = written.indentation(position, first, &style.unit);
            in_lines(&new, &indentation, style, First::Continued, budget)?.into()
        } else {
            new
        };
        let named = key.map(|key| [&*object_key(key), " = "].concat());
        let part = NewPart {
            key: named.as_deref().unwrap_or_default(),
            value: &new,
        };
        let Addition { changes, part } = written.with(position, part, first, style);
        let longer =
            |change: &Change| change.text.len() as u32 - (change.span.end - change.span.start);
        let longer: u32 = changes.iter().map(longer).sum();
        let around = opened.list.around(opened.list.len(), 0);
        let pushed = |list: &mut List| list.pushed(part, key, longer);
        self.edit(opened, changes, around, pushed, budget)
    }

    /// Applies changes to a list if the text `around` can still be parsed with them. The changes
    /// are sorted and do not overlap.
    fn edit(
        &mut self,
        mut opened: Opened,
        changes: Vec<Change>,
        around: Span,
        follow: impl FnOnce(&mut List),
        budget: &Budget,
    ) -> Result<()> {
        let attribute = opened.attribute;
        self.check_around(&opened, &changes, around, budget)?;
        let new: u64 = changes.iter().map(|change| change.text.len() as u64).sum();
        let value = self.nodes.node(attribute.0).value;
        let moved = changes
            .first()
            .map_or(0, |change| value.end - value.start - change.span.start);
        budget.charge(u64::from(moved) / 16)?;
        // The value is moved to the end of all text, where its length can change.
        let has_lines = changes.iter().any(|change| change.text.contains('\n'));
        let breaks = has_lines && is_in_line(self.nodes.slice(value));
        let unaligns = breaks && self.is_aligned(attribute);
        let is_made = value.start >= self.nodes.read;
        let is_last = is_made && value.end as usize == self.nodes.text.len() && !unaligns;
        let copied = u64::from(value.end - value.start);
        let paid = &self.pay(new + if is_last { 0 } else { copied }, 1, budget)?;
        if unaligns {
            self.unalign(attribute, paid)?;
        }
        let start = if is_last {
            value.start
        } else {
            self.nodes.join(&[Piece::Kept(value)], paid)?.start
        };
        for Change { span, text } in changes.iter().rev() {
            let span = Span {
                start: start + span.start,
                end: start + span.end,
            };
            self.nodes.text.replace(span, text);
        }
        let value = Span::new(start as usize, self.nodes.text.len());
        self.nodes.node_mut(attribute.0).value = value;
        if breaks {
            self.settle_around(attribute.0, attribute.0, paid)?;
        }
        self.tidy();
        follow(&mut opened.list);
        opened.value = self.nodes.node(attribute.0).value;
        self.opened = Some(opened);
        Ok(())
    }

    /// Checks that a span of a list can be parsed with its changes, at its nesting depth.
    #[expect(clippy::string_slice, reason = "changes cover whole expressions")]
    fn check_around(
        &self,
        opened: &Opened,
        changes: &[Change],
        around: Span,
        budget: &Budget,
    ) -> Result<()> {
        let text = self.value(opened.attribute).ok_or_else(no_attribute)?;
        let temporary = TemporaryCharges::new(budget);
        let levels = opened.path.len();
        // A part that is not the first one may be called `for`.
        let is_first = opened.list.opens_at(around.start);
        let (open, close) = match (opened.list.brackets, is_first) {
            (Brackets::Object, true) => ("{", "}"),
            (Brackets::Object, false) => ("{_ = 0\n", "}"),
            (Brackets::Tuple, true) => ("[", "]"),
            (Brackets::Tuple, false) => ("[_, ", "]"),
        };
        let mut out = ["_ = ", &*for_levels("{_ = ", levels), open].concat();
        let mut at = around.start as usize;
        for change in changes {
            out.push_str(&text[at..change.span.start as usize]);
            out.push_str(&change.text);
            at = change.span.end as usize;
        }
        // The last change may extend to the start of the next part.
        out.push_str(&text[at..(around.end as usize).max(at)]);
        out.push('\n');
        out.push_str(close);
        out.push_str(&for_levels("}", levels));
        out.push('\n');
        budget.hold(out.len() as u64)?;
        parse::config(out.as_bytes(), "", budget)?;
        drop(temporary);
        self.check_items(opened.attribute, &out, budget)
    }

    /// Returns the change that replaces a part of a value with an expression.
    #[expect(
        clippy::string_slice,
        reason = "offsets are ends of expressions and come from `rfind`"
    )]
    fn part_change(
        &self,
        attribute: Item,
        span: Span,
        value: &Expr,
        budget: &Budget,
    ) -> Result<Change> {
        let text = self.value(attribute).ok_or_else(no_attribute)?;
        let indentation = self.nodes.indentation_of(attribute.0).unwrap_or("");
        if span == Span::new(0, text.len()) {
            let text = in_lines(
                value.text(),
                indentation,
                self.line_style(),
                First::Continued,
                budget,
            )?;
            return Ok(Change { span, text });
        }
        let after = text[span.end as usize..].trim_start();
        let followed = if after.starts_with(['.', '[']) {
            Followed::BySteps
        } else {
            Followed::ByOther
        };
        let new = value.within(followed);
        let before = &text[..span.start as usize];
        // The start of the line is searched only if the new text has further lines, which are
        // indented like it.
        let line = if new.contains('\n') {
            &before[before.rfind('\n').map_or(0, |newline| newline + 1)..]
        } else {
            ""
        };
        budget.charge(line.len() as u64 / 16)?;
        let blanks = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        let indentation = if line.len() < before.len() {
            blanks
        } else {
            indentation
        };
        let text = in_lines(
            &new,
            indentation,
            self.line_style(),
            First::Continued,
            budget,
        )?;
        Ok(Change { span, text })
    }

    fn change(&mut self, attribute: Item, changes: Vec<Change>, budget: &Budget) -> Result<()> {
        let (text, ends) = self.changed(attribute, changes, budget)?;
        self.put_value(attribute, &text, ends, budget)
    }

    /// Returns the text of a value with some changes, if it can be parsed.
    fn changed(
        &self,
        attribute: Item,
        mut changes: Vec<Change>,
        budget: &Budget,
    ) -> Result<(Text, Ends)> {
        self.value(attribute).ok_or_else(no_attribute)?;
        let value = self.nodes.node(attribute.0).value;
        budget.sort_by_key(&mut changes, |change| change.span.start)?;
        let mut out = Text::default();
        let mut at = value.start;
        for change in &changes {
            let kept = Span {
                start: at,
                end: value.start + change.span.start,
            };
            out.push_all(
                &[Piece::Kept(kept), Piece::New(&change.text)],
                &self.nodes.text,
            );
            at = value.start + change.span.end;
        }
        let rest = Span {
            start: at,
            end: value.end,
        };
        out.push(&self.nodes.text, rest);
        budget.hold(out.len() as u64)?;
        let temporary = TemporaryCharges::new(budget);
        parse::expression(&out, budget)?;
        let tokens = value_tokens(&out, budget)?;
        drop(temporary);
        let last = tokens.iter().rev().nth(2);
        let ends = match last {
            Some(token) if token.kind == Kind::CloseHeredoc => Ends::Line,
            _ => Ends::Anywhere,
        };
        Ok((out, ends))
    }
}

/// Whether a span is that of an expression that can be replaced.
fn is_replaceable(parsed: &Parsed<ExprId>, part: Span) -> bool {
    let tree = &parsed.tree;
    let mut found = None;
    let mut next = Some((Role::Value, parsed.root));
    while let Some((role, id)) = next.take() {
        let expr = &tree[id];
        if expr.span == part {
            found = Some((role, id));
        }
        tree.each_part(id, &mut |role, inner| {
            let span = tree[inner].span;
            if span.start <= part.start && part.end <= span.end {
                next = Some((role, inner));
            }
        });
    }
    let Some((role, id)) = found else {
        return false;
    };
    // The text of a template between its sequences is not an expression, and neither is an empty
    // clause.
    let tokens = piece_tokens(&tree.source().text);
    let first = tokens.iter().find(|token| part.start < token.span.end);
    let is_text = first.is_none_or(|token| {
        let text = [
            Kind::QuotedText,
            Kind::PlainText,
            Kind::Directive,
            Kind::CloseQuote,
        ];
        text.contains(&token.kind)
    });
    let is_fixed = matches!(role, Role::Each | Role::Name) || part.start == part.end;
    let is_none = matches!(tree[id].kind, ExprKind::SplatItem | ExprKind::Invalid);
    !is_text && !is_fixed && !is_none
}

/// Returns the spans of all references in an expression, in source order.
fn references(parsed: &Parsed<ExprId>, from: &Traversal) -> Vec<Span> {
    let tree = &parsed.tree;
    let mut found = Vec::new();
    tree.each_variable(parsed.root, &mut |steps| {
        let Some(steps) = steps.get(..from.steps.len()) else {
            return;
        };
        let mut pairs = steps.iter().zip(&from.steps);
        if pairs.all(|(step, wanted)| is_step(tree, step, &wanted.kind))
            && let [first, .., last] | [first @ last] = steps
        {
            found.push(first.span.to(last.span));
        }
    });
    sort_by(&mut found, Ord::cmp);
    found
}

/// Whether two traversal steps are equal. An index with a string key equals an attribute name.
fn is_step(tree: &Tree, step: &Step, wanted: &TraversalStepKind) -> bool {
    let key = |value: &polycty_core::values::Value| value.as_str().map(str::to_owned);
    match (step.kind, wanted) {
        (StepKind::Root(name), TraversalStepKind::Root(wanted)) => tree.text(name) == &**wanted,
        (StepKind::Attr(name), TraversalStepKind::Attr(wanted)) => tree.text(name) == &**wanted,
        (StepKind::Attr(name), TraversalStepKind::Index(wanted)) => {
            key(wanted).as_deref() == Some(tree.text(name))
        }
        (StepKind::Index(value), TraversalStepKind::Attr(wanted)) => {
            tree[value].as_str() == Some(&**wanted)
        }
        (StepKind::Index(value), TraversalStepKind::Index(wanted)) => tree[value] == *wanted,
        _ => false,
    }
}

/// Returns the list at a path of keys.
fn find_list(parsed: &Parsed<ExprId>, path: &[&str], brackets: Brackets) -> Option<List> {
    let tree = &parsed.tree;
    let mut at = parsed.root;
    for key in path {
        at = item_of(tree, at, key)?.value;
    }
    List::of(tree, at).filter(|list| list.brackets == brackets)
}

#[cold]
fn no_object() -> Error {
    Error::new(
        Code::NotFound,
        "the path does not refer to an object constructor",
    )
}

/// Returns the last item with a key in an object.
fn item_of(tree: &Tree, object: ExprId, key: &str) -> Option<crate::syntax::ObjectItem> {
    let ExprKind::Object(items) = tree[object].kind else {
        return None;
    };
    let mut items = tree[items].iter().rev();
    let found = items.find(|item| key_of(tree, item) == Some(key));
    found.copied()
}
