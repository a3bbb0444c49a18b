//! Inside of values: how is a part of an expression changed?
//!
//! A value is read by the reader, its tree says where its parts stand, and the text of a part
//! gives way to another text; all around it, comments and layout, stays. What comes of it is
//! read once more before it counts.

use super::edit::Ends;
use super::expression::{Expr, Followed, object_key};
use super::file::{Body, File, Item, no_attribute};
use super::parse::{self, Meanwhile, piece_tokens, value_tokens};
use super::surroundings::{First, in_lines};
use crate::syntax::{
    ExprId, ExprKind, Kind, Parsed, Role, Span, Step, StepKind, Token, Traversal,
    TraversalStepKind, Tree,
};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};

/// A text that takes the place of a stretch of a value.
struct Change {
    span: Span,
    text: String,
}

/// What is to be replaced, and the values in which it was.
struct References<'a> {
    from: &'a Traversal,
    /// The variable that it begins with.
    root: &'a str,
    to: &'a Expr,
    count: u64,
    changed: Vec<(Item, String, Ends)>,
}

impl<'a> References<'a> {
    fn of(from: &'a Traversal, to: &'a Expr) -> Result<References<'a>> {
        let Some(root) = from.root() else {
            let message = "a reference begins with a variable";
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
    /// Puts an expression in the place of one that stands in an argument's value: `part` is
    /// where, in [`File::value`], as [`File::expression`] has it.
    ///
    /// # Errors
    /// [`Code::NotFound`] when it is no argument that is there; [`Code::InvalidArgument`] when
    /// no expression stands there that can be another one, as no text of a template can;
    /// [`Code::Syntax`] when the value cannot be read then; what is spent.
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
        let meanwhile = Meanwhile::new(budget);
        let parsed = parse::any_expression(text, budget)?;
        if !is_replaceable(&parsed, part) {
            let message = "no expression stands there that can be another one";
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let change = self.part_change(attribute, part, value, budget)?;
        drop(meanwhile);
        self.change(attribute, vec![change], budget)
    }

    /// Puts an expression wherever values refer to a variable, or to what constant steps lead
    /// to from it: in `within` and all that is in it. Steps that follow stay, `a["b"]` is
    /// `a.b`, and names that a `for` expression defines are no variables. How often.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] when the traversal does not begin with a variable;
    /// [`Code::Syntax`] when a value cannot be read then; what is spent. When one fails, none
    /// is changed.
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
            for item in self.items(body) {
                budget.charge(1)?;
                bodies.extend(self.body(item));
                self.find_references(item, &mut found, budget)?;
            }
        }
        self.put_references(found, budget)
    }

    /// The same in the value of one argument.
    ///
    /// # Errors
    /// As [`File::replace_references`], and [`Code::NotFound`] when it is no argument that is
    /// there.
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

    /// Finds what is to be replaced in an item, if it is an argument that refers to it.
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
        let meanwhile = Meanwhile::new(budget);
        let parsed = parse::any_expression(text, budget)?;
        if !parsed.diagnostics.is_empty() {
            return Ok(());
        }
        let places = references(&parsed, found.from);
        let changes = places
            .iter()
            .map(|span| self.part_change(item, *span, found.to, budget));
        let changes = changes.collect::<Result<Vec<_>>>()?;
        drop(meanwhile);
        if !changes.is_empty() {
            found.count += changes.len() as u64;
            let (text, ends) = self.changed(item, changes, budget)?;
            found.changed.push((item, text, ends));
        }
        Ok(())
    }

    fn put_references(&mut self, found: References<'_>, budget: &Budget) -> Result<u64> {
        let changed = found.changed;
        let bytes = changed.iter().map(|(_, text, _)| text.len() as u64).sum();
        for (item, text, _) in &changed {
            self.check_value(*item, text, budget)?;
        }
        let paid = &self.pay(bytes, changed.len() as u64, budget)?;
        for (item, text, ends) in changed {
            self.store_value(item, &text, ends, paid)?;
        }
        Ok(found.count)
    }

    /// Sets an item of the object that an argument's value is, or of one in it: `path` has the
    /// keys down to it. A new one comes last, on a line of its own where the others are.
    ///
    /// # Errors
    /// [`Code::NotFound`] when it is no argument that is there or the path does not lead to
    /// objects that are written as such; [`Code::Syntax`] when the value cannot be read then;
    /// what is spent.
    pub fn set_in(
        &mut self,
        attribute: Item,
        path: &[&str],
        value: &Expr,
        budget: &Budget,
    ) -> Result<()> {
        let text = self.value(attribute).ok_or_else(no_attribute)?;
        let meanwhile = Meanwhile::new(budget);
        let parsed = parse::any_expression(text, budget)?;
        let (key, object) = find_object(&parsed, path).ok_or_else(no_object)?;
        let tree = &parsed.tree;
        let change = match item_of(tree, object, key) {
            Some(item) => {
                let span = tree[item.value].span;
                self.part_change(attribute, span, value, budget)?
            }
            None => {
                let list = list_of(tree, object, text);
                let text = match value.is_heredoc() && list.has_lines() {
                    true => value.text().into(),
                    false => value.within(Followed::ByOther),
                };
                let new = [&*object_key(key), " = ", &*text].concat();
                self.new_part(attribute, &list, &new, budget)?
            }
        };
        drop(meanwhile);
        self.change(attribute, vec![change], budget)
    }

    /// Takes an item out of the object that an argument's value is, or of one in it, with the
    /// comments that belong to it; whether there was one.
    ///
    /// # Errors
    /// As [`File::set_in`].
    pub fn remove_in(&mut self, attribute: Item, path: &[&str], budget: &Budget) -> Result<bool> {
        let text = self.value(attribute).ok_or_else(no_attribute)?;
        let meanwhile = Meanwhile::new(budget);
        let parsed = parse::any_expression(text, budget)?;
        let (key, object) = find_object(&parsed, path).ok_or_else(no_object)?;
        let tree = &parsed.tree;
        let Some(item) = item_of(tree, object, key) else {
            return Ok(false);
        };
        let list = list_of(tree, object, text);
        let start = tree[item.key].span.start;
        let at = list.parts.iter().position(|part| part.start == start);
        let span = list.without(at.unwrap_or_default());
        let change = Change {
            span,
            text: String::new(),
        };
        drop(meanwhile);
        self.change(attribute, vec![change], budget)?;
        Ok(true)
    }

    /// Adds an element to the end of the list that an argument's value is.
    ///
    /// # Errors
    /// As [`File::set_in`].
    pub fn push(&mut self, attribute: Item, value: &Expr, budget: &Budget) -> Result<()> {
        let text = self.value(attribute).ok_or_else(no_attribute)?;
        let meanwhile = Meanwhile::new(budget);
        let parsed = parse::any_expression(text, budget)?;
        if !matches!(parsed.tree[parsed.root].kind, ExprKind::Tuple(_)) {
            return Err(Error::new(
                Code::NotFound,
                "the value is not written as a list",
            ));
        }
        let list = list_of(&parsed.tree, parsed.root, text);
        let new = value.within(Followed::ByOther);
        let change = self.new_part(attribute, &list, &new, budget)?;
        drop(meanwhile);
        self.change(attribute, vec![change], budget)
    }

    /// An expression in the place of a part of a value.
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
                self.look(),
                First::Continued,
                budget,
            )?;
            return Ok(Change { span, text });
        }
        let after = text[span.end as usize..].trim_start();
        let followed = match after.starts_with(['.', '[']) {
            true => Followed::BySteps,
            false => Followed::ByOther,
        };
        let before = &text[..span.start as usize];
        let line = &before[before.rfind('\n').map_or(0, |newline| newline + 1)..];
        let blanks = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        let indentation = if line.len() < before.len() {
            blanks
        } else {
            indentation
        };
        let new = value.within(followed);
        let text = in_lines(&new, indentation, self.look(), First::Continued, budget)?;
        Ok(Change { span, text })
    }

    /// A part behind the last one of a list.
    fn new_part(
        &self,
        attribute: Item,
        list: &List<'_>,
        new: &str,
        budget: &Budget,
    ) -> Result<Change> {
        let look = self.look();
        let outer = self.nodes.indentation_of(attribute.0).unwrap_or("");
        let close = list.line_of(list.close);
        let outer = match close.start {
            0 => outer,
            _ => list.blanks(close),
        };
        let Some(last) = list.parts.last() else {
            let inner = [outer, &*look.unit].concat();
            let new = in_lines(new, &inner, look, First::Continued, budget)?;
            // Comments in the brackets stay above it.
            let inside = list.slice(Span {
                start: list.open,
                end: list.close,
            });
            let kept = inside.trim_end();
            let text = match list.is_tuple && inside.is_empty() && !new.contains('\n') {
                true => new,
                false => {
                    let behind = [list.separator_behind(), look.newline, outer].concat();
                    [kept, look.newline, &*inner, &*new, &*behind].concat()
                }
            };
            let span = Span {
                start: list.open,
                end: list.close,
            };
            return Ok(Change { span, text });
        };
        let line = list.line_of(last.start);
        let (comma, newline) = list.behind(*last);
        match newline {
            Some(newline) if list.has_lines() => {
                let indentation = list.blanks(line);
                let new = in_lines(new, indentation, look, First::Continued, budget)?;
                let new = list.aligned(*last, &new);
                // The last element may be without a comma, which goes right behind it.
                let between = Span {
                    start: last.end,
                    end: newline,
                };
                let missing = if comma.is_none() {
                    list.separator_behind()
                } else {
                    ""
                };
                let text = [
                    missing,
                    list.slice(between),
                    indentation,
                    &*new,
                    list.separator_behind(),
                    look.newline,
                ];
                Ok(Change {
                    span: between,
                    text: text.concat(),
                })
            }
            _ => {
                let new = in_lines(new, outer, look, First::Continued, budget)?;
                let at = comma.unwrap_or(last.end);
                let between = match comma {
                    Some(_) => " ",
                    None => ", ",
                };
                Ok(Change {
                    span: Span { start: at, end: at },
                    text: [between, &*new].concat(),
                })
            }
        }
    }

    fn change(&mut self, attribute: Item, changes: Vec<Change>, budget: &Budget) -> Result<()> {
        let (text, ends) = self.changed(attribute, changes, budget)?;
        self.put_value(attribute, &text, ends, budget)
    }

    /// The text of a value with some changes, if it can be read.
    fn changed(
        &self,
        attribute: Item,
        mut changes: Vec<Change>,
        budget: &Budget,
    ) -> Result<(String, Ends)> {
        let text = self.value(attribute).ok_or_else(no_attribute)?;
        changes.sort_unstable_by_key(|change| change.span.start);
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for change in &changes {
            out.push_str(&text[at..change.span.start as usize]);
            out.push_str(&change.text);
            at = change.span.end as usize;
        }
        out.push_str(&text[at..]);
        budget.hold(out.len() as u64)?;
        let meanwhile = Meanwhile::new(budget);
        parse::expression(&out, budget)?;
        let tokens = value_tokens(&out, budget)?;
        drop(meanwhile);
        let last = tokens.iter().rev().nth(2);
        let ends = match last {
            Some(token) if token.kind == Kind::CloseHeredoc => Ends::Line,
            _ => Ends::Anywhere,
        };
        Ok((out, ends))
    }
}

/// Whether an expression stands at a place that another one may take.
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
    // What a template says between its sequences is text, and so is an empty clause.
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

/// Where an expression refers to something, in the order of the text.
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
    found.sort_unstable();
    found
}

/// Whether a step goes where another one does: a key that is text is a name.
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

/// The object that a path leads to, and the last key of the path.
fn find_object<'p>(parsed: &Parsed<ExprId>, path: &[&'p str]) -> Option<(&'p str, ExprId)> {
    let tree = &parsed.tree;
    let (key, outer) = path.split_last()?;
    let mut at = parsed.root;
    for key in outer {
        at = item_of(tree, at, key)?.value;
    }
    matches!(tree[at].kind, ExprKind::Object(_)).then_some((*key, at))
}

#[cold]
fn no_object() -> Error {
    Error::new(
        Code::NotFound,
        "the path does not lead to an object that is written as such",
    )
}

/// The item of a key in an object, the last one.
fn item_of(tree: &Tree, object: ExprId, key: &str) -> Option<crate::syntax::Item> {
    let ExprKind::Object(items) = tree[object].kind else {
        return None;
    };
    let mut items = tree[items].iter().rev();
    let found = items.find(|item| match (item.literal_key, tree[item.key].kind) {
        (Some(name), _) => tree.text(name) == key,
        (None, ExprKind::Literal(value)) => tree[value].as_str() == Some(key),
        _ => false,
    });
    found.copied()
}

/// The parts of an object or a tuple in the text of a value.
struct List<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// Behind the opening bracket.
    open: u32,
    /// Before the closing one.
    close: u32,
    parts: Vec<Span>,
    is_tuple: bool,
}

fn list_of<'t>(tree: &Tree, list: ExprId, text: &'t str) -> List<'t> {
    let expr = &tree[list];
    let (parts, is_tuple) = match expr.kind {
        ExprKind::Object(items) => {
            let spans = tree[items]
                .iter()
                .map(|item| tree[item.key].span.to(tree[item.value].span));
            (spans.collect(), false)
        }
        ExprKind::Tuple(elements) => {
            let spans = tree[elements].iter().map(|element| tree[*element].span);
            (spans.collect(), true)
        }
        _ => (Vec::new(), false),
    };
    List {
        text,
        tokens: piece_tokens(&[text, "\n"].concat()),
        open: expr.span.start + 1,
        close: expr.span.end - 1,
        parts,
        is_tuple,
    }
}

impl List<'_> {
    fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn separator_behind(&self) -> &'static str {
        if self.is_tuple { "," } else { "" }
    }

    /// Whether a new part would stand on lines of its own.
    fn has_lines(&self) -> bool {
        self.parts.last().is_none_or(|last| {
            let line = self.line_of(last.start);
            line.start > 0 && self.slice(line).trim().is_empty() && self.behind(*last).1.is_some()
        })
    }

    /// From where its line begins to a byte.
    fn line_of(&self, byte: u32) -> Span {
        let before = &self.text[..byte as usize];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Span::new(start, byte as usize)
    }

    /// The blanks that a line begins with.
    fn blanks(&self, line: Span) -> &str {
        let text = self.slice(line);
        &text[..text.len() - text.trim_start_matches([' ', '\t']).len()]
    }

    /// The tokens up to where the next part or the closing bracket is.
    fn tokens_behind(&self, part: Span) -> impl Iterator<Item = &Token> {
        let next = self.parts.iter().find(|other| other.start >= part.end);
        let end = next.map_or(self.close, |next| next.start);
        let tokens = self.tokens.iter();
        tokens.filter(move |token| part.end <= token.span.start && token.span.end <= end)
    }

    /// Where a comma behind a part ends, and the newline of its line.
    fn behind(&self, part: Span) -> (Option<u32>, Option<u32>) {
        let mut comma = None;
        for token in self.tokens_behind(part) {
            match token.kind {
                Kind::Comma => comma = Some(token.span.end),
                Kind::Newline => return (comma, Some(token.span.end)),
                _ => {}
            }
        }
        (comma, None)
    }

    /// An item with its equals sign under the one of another item, if its key fits.
    fn aligned(&self, other: Span, new: &str) -> String {
        let columns = |text: &str| {
            let tokens = piece_tokens(text);
            let equals = tokens.iter().find(|token| token.kind == Kind::Equal)?;
            Some(equals.span.start as usize)
        };
        let key = columns(self.slice(other)).filter(|_| !self.is_tuple);
        match (key, columns(new)) {
            (Some(wanted), Some(found)) if wanted > found => {
                [&new[..found], &*" ".repeat(wanted - found), &new[found..]].concat()
            }
            _ => new.to_owned(),
        }
    }

    /// What is taken out with a part: its lines and the comments just above them where it has
    /// lines of its own, or the comma behind it, or before it where it is the last one.
    fn without(&self, at: usize) -> Span {
        let part = self.parts[at];
        let (comma, newline) = self.behind(part);
        let from = match at.checked_sub(1) {
            Some(before) => {
                let (comma, newline) = self.behind(self.parts[before]);
                newline.or(comma).unwrap_or(self.parts[before].end)
            }
            None => self.open,
        };
        let mut line = from;
        let mut start = None;
        let mut here = None;
        let above = self.tokens.iter();
        for token in above.filter(|one| from <= one.span.start && one.span.end <= part.start) {
            match token.kind {
                Kind::Newline => {
                    if here.is_none() || line == self.open {
                        start = None;
                    }
                    (line, here) = (token.span.end, None);
                }
                _ => {
                    start = start.or(Some(line));
                    here = Some(token.kind);
                }
            }
        }
        let own_line = self.text[..line as usize].ends_with('\n');
        match newline {
            Some(newline) if own_line => Span {
                start: start.unwrap_or(line),
                end: newline,
            },
            _ => match (at, comma) {
                // Up to the next part.
                (_, Some(comma)) if at + 1 < self.parts.len() => Span {
                    start: part.start,
                    end: self.parts[at + 1].start.max(comma),
                },
                (0, _) => Span {
                    start: part.start,
                    end: comma.unwrap_or(part.end),
                },
                (at, comma) => Span {
                    start: self.parts[at - 1].end,
                    end: comma.unwrap_or(part.end),
                },
            },
        }
    }
}
