//! Edits of the items of a file.
//!
//! Inserted text is parsed as a text of its own and becomes nodes like any other. Moved items keep
//! their comments. A failed edit changes nothing.

use super::expression::Expr;
use super::file::{File, there};
use super::format::lay_out;
use super::lines::{First, in_lines, is_in_line, moved, spaces};
use super::nodes::{Body, Item, NONE, Node, NodeKind};
use super::parse::{self, TemporaryCharges, piece_tokens};
use super::text::{Piece, Text};
use super::{file, read};
use crate::syntax::{Kind, Span, is_identifier, significant};
use crate::values::quoted;
use polycty_core::calls::Budget;
use polycty_core::source::{BOM, Code, Error, Result};
use polycty_core::values::grapheme_count;

/// The position of an item in a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InsertPosition {
    /// Before all other items.
    First,
    /// After all other items.
    Last,
    /// Directly before an item of the body, above its comments.
    Before(Item),
    /// Directly after an item of the body.
    After(Item),
}

/// The text that is allowed after a value on its last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    Anywhere,
    /// None, because the value ends with a heredoc.
    Line,
}

/// The maximum number of bytes created around a new item: the lines of its enclosing blocks and
/// blank lines.
const AROUND: u64 = 1 << 8;

impl File {
    /// Replaces the value of an argument and keeps its comments.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the item was removed or is not an argument; [`Code::Limit`] if the
    /// budget is exceeded.
    pub fn set_value(&mut self, attribute: Item, value: &Expr, budget: &Budget) -> Result<()> {
        let node = *there(&self.nodes, attribute)?;
        if node.kind != NodeKind::Attribute {
            return Err(file::no_attribute());
        }
        let style = self.line_style().clone();
        let indentation = self
            .nodes
            .indentation_of(attribute.0)
            .unwrap_or("")
            .to_owned();
        let text = in_lines(value.text(), &indentation, &style, First::Continued, budget)?;
        let form = if value.is_heredoc() {
            Ends::Line
        } else {
            Ends::Anywhere
        };
        self.put_value(attribute, &Text::from(&*text), form, budget)
    }

    /// Replaces the value of an existing argument with a text.
    pub(super) fn put_value(
        &mut self,
        attribute: Item,
        text: &Text,
        ends: Ends,
        budget: &Budget,
    ) -> Result<()> {
        self.check_value(attribute, text, budget)?;
        let bytes = text.len() as u64 + self.line_end(attribute, ends);
        let budget = &self.pay(bytes, 1, budget)?;
        self.store_value(attribute, text, ends, budget)?;
        self.tidy();
        Ok(())
    }

    /// Checks that the text of a value can be parsed at the nesting depth of an argument.
    pub(super) fn check_value(&self, attribute: Item, text: &str, budget: &Budget) -> Result<()> {
        self.check_items(attribute, &["_ = ", text, "\n"].concat(), budget)
    }

    /// Checks that the text of items can be parsed at the nesting depth of an argument.
    pub(super) fn check_items(&self, attribute: Item, items: &str, budget: &Budget) -> Result<()> {
        let body = Body(self.nodes.node(attribute.0).body);
        parse::check_level(items, self.level(body), budget)
    }

    /// Stores the text of a value that has been checked and charged.
    pub(super) fn store_value(
        &mut self,
        attribute: Item,
        text: &Text,
        ends: Ends,
        paid: &Budget,
    ) -> Result<()> {
        let span = self.nodes.keep(text, paid)?;
        if ends == Ends::Line {
            self.end_line(attribute, paid)?;
        }
        if !is_in_line(text) && self.is_aligned(attribute) {
            self.unalign(attribute, paid)?;
        }
        self.nodes.node_mut(attribute.0).value = span;
        self.settle_around(attribute.0, attribute.0, paid)
    }

    /// Whether an equals sign was created by an edit and aligned with others.
    pub(super) fn is_aligned(&self, attribute: Item) -> bool {
        let middle = self.nodes.node(attribute.0).middle;
        let equals = self.nodes.slice(middle);
        middle.start >= self.nodes.read && equals != " = " && equals.trim() == "="
    }

    /// Removes the alignment of an equals sign. A value of several lines is not aligned.
    pub(super) fn unalign(&mut self, attribute: Item, paid: &Budget) -> Result<()> {
        let middle = self.nodes.make(" = ", paid)?;
        self.nodes.node_mut(attribute.0).middle = middle;
        Ok(())
    }

    /// Frees the created text that no item uses, if there is much of it. Invalidates all positions
    /// in the text that were computed before.
    pub(super) fn tidy(&mut self) {
        if self.nodes.tidy() {
            self.opened = None;
        }
    }

    /// Charges an edit that creates `bytes` bytes, plus a constant for each of `items` items,
    /// before anything is changed. Returns an unlimited budget, so that the edit itself cannot fail
    /// halfway.
    pub(super) fn pay(&self, bytes: u64, items: u64, budget: &Budget) -> Result<Budget> {
        let bytes = bytes + items * AROUND;
        budget.charge(1 + bytes / 16)?;
        budget.hold(self.nodes.text.cost(bytes))?;
        self.nodes.check_capacity(bytes)?;
        Ok(Budget::new())
    }

    /// The maximum number of bytes that [`File::end_line`] creates.
    pub(super) fn line_end(&self, attribute: Item, ends: Ends) -> u64 {
        let node = self.nodes.node(attribute.0);
        let around = u64::from(node.lead.end - node.lead.start) * 2;
        match ends {
            Ends::Line => around + u64::from(node.tail.end - node.tail.start),
            Ends::Anywhere => 0,
        }
    }

    /// Ensures that only a newline follows the value of an argument: puts its block on lines of its
    /// own and moves comments above the argument.
    pub(super) fn end_line(&mut self, attribute: Item, budget: &Budget) -> Result<()> {
        self.open_lines(Body(self.nodes.node(attribute.0).body), budget)?;
        let node = *self.nodes.node(attribute.0);
        let newline = self.line_style().newline;
        let comments = self.nodes.trimmed(node.tail);
        let is_bare = comments.start == comments.end;
        if is_bare && self.nodes.slice(node.tail).starts_with(['\n', '\r']) {
            return Ok(());
        }
        if !is_bare {
            let lead = [
                Piece::Kept(node.lead),
                Piece::Kept(comments),
                Piece::New(newline),
                Piece::Kept(self.nodes.blanks_of(attribute.0)),
            ];
            let lead = self.nodes.join(&lead, budget)?;
            self.nodes.node_mut(attribute.0).lead = lead;
        }
        let tail = self.nodes.make(newline, budget)?;
        self.nodes.node_mut(attribute.0).tail = tail;
        Ok(())
    }

    /// Sets an argument of a body. If the body has no argument of that name, adds one after the
    /// last argument, before all blocks.
    ///
    /// # Errors
    /// The errors of [`File::insert_attribute`].
    pub fn set(&mut self, body: Body, name: &str, value: &Expr, budget: &Budget) -> Result<Item> {
        self.checked_body(body)?;
        if let Some(item) = self.attribute(body, name) {
            self.set_value(item, value, budget)?;
            return Ok(item);
        }
        let mut last = self.nodes.body(body).last;
        while last != NONE && self.nodes.node(last).kind != NodeKind::Attribute {
            budget.charge(1)?;
            last = self.nodes.node(last).previous;
        }
        let place = match last {
            NONE if body == Body::ROOT => InsertPosition::Last,
            NONE => InsertPosition::First,
            last => InsertPosition::After(Item(last)),
        };
        self.insert_attribute(body, place, name, value, budget)
    }

    /// Inserts a new argument into a body.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if the name is not valid or the body already has an argument of
    /// that name; [`Code::NotFound`] if the body, or the item that `place` refers to, does not
    /// exist; [`Code::Limit`] if the budget is exceeded.
    pub fn insert_attribute(
        &mut self,
        body: Body,
        place: InsertPosition,
        name: &str,
        value: &Expr,
        budget: &Budget,
    ) -> Result<Item> {
        self.checked_body(body)?;
        checked_name(name)?;
        let next = self.next_of(body, place)?;
        if self.attribute(body, name).is_some() {
            return Err(is_set(name));
        }
        let equals = self.equals(body, next, name, value.text());
        let beside = match equals.find('=') {
            Some(blanks) if blanks > 0 && is_in_line(value.text()) => {
                let column = grapheme_count(name) + blanks;
                self.nodes.aligned_to(body, next, column)
            }
            _ => Vec::new(),
        };
        let bytes = beside.iter().map(|(_, padding)| *padding as u64 + 2).sum();
        let paid = self.pay(bytes, 0, budget)?;
        let text = [name, &*equals, value.text(), "\n"].concat();
        let before = self.nodes.nodes.len() as u32;
        self.put(body, next, &text, budget)?;
        let new = self.first_new(before);
        // Equals signs that were created earlier are aligned with the new one.
        for (at, padding) in beside {
            let middle = [&*spaces(padding), "= "].concat();
            let middle = self.nodes.make(&middle, &paid)?;
            self.nodes.node_mut(at).middle = middle;
        }
        self.settle_around(new.0, new.0, &paid)?;
        Ok(new)
    }

    /// Inserts a new, empty block into a body.
    ///
    /// # Errors
    /// The errors of [`File::insert_attribute`], and [`Code::Limit`] if blocks nest too deep.
    pub fn insert_block(
        &mut self,
        body: Body,
        place: InsertPosition,
        block_type: &str,
        labels: &[&str],
        budget: &Budget,
    ) -> Result<Item> {
        self.checked_body(body)?;
        checked_name(block_type)?;
        let next = self.next_of(body, place)?;
        let mut text = block_type.to_owned();
        for label in labels {
            budget.charge(label.len() as u64)?;
            text.push(' ');
            text.push_str(&quoted(label));
        }
        text.push_str(" {\n}\n");
        let before = self.nodes.nodes.len() as u32;
        self.put(body, next, &text, budget)?;
        Ok(self.first_new(before))
    }

    /// Inserts the items of a text, with their comments, into a body and formats them.
    ///
    /// # Errors
    /// [`Code::Syntax`] with diagnostics if the text is not a valid body; otherwise the errors of
    /// [`File::insert_block`].
    pub fn insert_text(
        &mut self,
        body: Body,
        place: InsertPosition,
        text: &str,
        budget: &Budget,
    ) -> Result<Vec<Item>> {
        self.checked_body(body)?;
        let next = self.next_of(body, place)?;
        let text = text.strip_prefix(BOM).unwrap_or(text);
        let temporary = TemporaryCharges::new(budget);
        budget.hold(text.len() as u64)?;
        // A heredoc at the end of the text needs a final newline, too.
        let text = [text.trim_matches(['\n', '\r']), "\n"].concat();
        let given = File::read(text.as_bytes(), "", budget)?;
        if !given.diagnostics().is_empty() {
            let found = given.diagnostics().to_vec();
            return Err(Error::from_diagnostics(Code::Syntax, found));
        }
        for item in given.items(Body::ROOT) {
            let name = given.name(item).unwrap_or_default();
            if given.body(item).is_none() && self.attribute(body, name).is_some() {
                return Err(is_set(name));
            }
        }
        drop(temporary);
        let text = lay_out(&text, budget)?;
        let before = self.nodes.nodes.len() as u32;
        self.put(body, next, &text, budget)?;
        let new = (before..self.nodes.nodes.len() as u32).map(Item);
        let is_new = |item: &Item| {
            self.nodes
                .there(*item)
                .is_some_and(|node| node.body == body.0)
        };
        Ok(new.filter(is_new).collect())
    }

    /// Removes an item and its comments.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the item does not exist; [`Code::Limit`] if the budget is exceeded.
    pub fn remove(&mut self, item: Item, budget: &Budget) -> Result<()> {
        let node = *there(&self.nodes, item)?;
        self.nodes
            .each_part_of(item.0, budget, &mut |_, _| Ok(()))?;
        let paid = &self.pay(0, 1, budget)?;
        self.close_gap(&node);
        self.nodes.unlink(item.0);
        self.settle(&[node.previous, node.next], paid)?;
        // The items inside a removed block are removed, too.
        let mut inner = vec![node.inner];
        while let Some(body) = inner.pop().filter(|body| *body != NONE) {
            let mut at = self.nodes.body(Body(body)).first;
            while at != NONE {
                let node = self.nodes.node_mut(at);
                node.body = NONE;
                if node.inner != NONE {
                    inner.push(node.inner);
                }
                at = node.next;
            }
        }
        self.tidy();
        Ok(())
    }

    /// Moves an item, with its comments and contents, to another position in the same body or in a
    /// different one.
    ///
    /// # Errors
    /// The errors of [`File::insert_attribute`]; [`Code::InvalidArgument`] if a block would become
    /// part of itself; [`Code::Limit`] if blocks nest too deep.
    pub fn move_to(
        &mut self,
        item: Item,
        body: Body,
        place: InsertPosition,
        budget: &Budget,
    ) -> Result<()> {
        let node = *there(&self.nodes, item)?;
        self.checked_body(body)?;
        let mut next = self.next_of(body, place)?;
        if node.kind == NodeKind::Attribute && node.body != body.0 {
            let name = self.nodes.slice(node.name).to_owned();
            if self.attribute(body, &name).is_some() {
                return Err(is_set(&name));
            }
        }
        let mut around = body;
        while let Some(owner) = self.owner(around) {
            if owner == item {
                let message = "a block cannot contain itself";
                return Err(Error::new(Code::InvalidArgument, message));
            }
            around = Body(self.nodes.node(owner.0).body);
        }
        if place == InsertPosition::Before(item) || place == InsertPosition::After(item) {
            return Ok(());
        }
        let temporary = TemporaryCharges::new(budget);
        let mut text = String::new();
        self.nodes.each_part_of(item.0, budget, &mut |_, span| {
            let piece = self.nodes.slice(span);
            budget.hold(piece.len() as u64)?;
            text.push_str(piece);
            Ok(())
        })?;
        text.push('\n');
        parse::check_level(&text, self.level(body), budget)?;
        drop(temporary);
        let bytes = text.len() as u64 + self.opening(body);
        let lines = text.bytes().filter(|byte| *byte == b'\n').count() as u64;
        let deeper = (self.indentation(body).len() + self.line_style().unit.len()) as u64;
        let budget = &self.pay(bytes + (lines + 1) * deeper, 1, budget)?;
        self.open_lines(body, budget)?;
        let to = self.indentation(body);
        let from = self.nodes.indentation_of(item.0).map(str::to_owned);
        let node = *self.nodes.node(item.0);
        self.close_gap(&node);
        if next == item.0 {
            next = node.next;
        }
        self.nodes.unlink(item.0);
        self.end_last_line(body, next, budget)?;
        self.nodes.link(item.0, body.0, next);
        if !self.nodes.slice(node.tail).ends_with('\n') {
            let newline = self.line_style().newline;
            let tail = [Piece::Kept(node.tail), Piece::New(newline)];
            let tail = self.nodes.join(&tail, budget)?;
            self.nodes.node_mut(item.0).tail = tail;
        }
        if from.is_none() {
            // On the line of its braces, the item had no indentation.
            let lead = self.nodes.slice(node.lead);
            let blanks = lead.len() - lead.trim_start_matches([' ', '\t']).len();
            self.nodes.node_mut(item.0).lead.start += blanks as u32;
        }
        let from = from.unwrap_or_default();
        if from != to {
            self.reindent(item.0, &from, &to, budget)?;
        }
        self.part(item.0, item.0, budget)?;
        self.settle(&[node.previous, node.next], budget)?;
        self.settle_around(item.0, item.0, budget)?;
        self.tidy();
        Ok(())
    }

    /// Changes the name of an argument or the type of a block.
    ///
    /// # Errors
    /// The errors of [`File::insert_attribute`].
    pub fn rename(&mut self, item: Item, name: &str, budget: &Budget) -> Result<()> {
        let node = *there(&self.nodes, item)?;
        checked_name(name)?;
        if self.nodes.slice(node.name) == name {
            return Ok(());
        }
        let is_attribute = node.kind == NodeKind::Attribute;
        let was_made = node.middle.start >= self.nodes.read;
        if is_attribute && self.attribute(Body(node.body), name).is_some() {
            return Err(is_set(name));
        }
        let middle = if is_attribute {
            let (blanks, rest) = self.nodes.renamed_middle(item.0, name);
            let middle = [Piece::New(&blanks), Piece::Kept(rest)];
            self.nodes.join(&middle, budget)?
        } else {
            node.middle
        };
        let name = self.nodes.make(name, budget)?;
        if is_attribute {
            self.nodes.leave_name(item.0);
        }
        let node = self.nodes.node_mut(item.0);
        (node.name, node.middle) = (name, middle);
        if is_attribute {
            self.nodes.enter_name(item.0);
        }
        if is_attribute && was_made {
            self.settle(&[item.0], &Budget::new())?;
        }
        self.tidy();
        Ok(())
    }

    /// Replaces the labels of a block. Unchanged labels keep their spelling. Comments between two
    /// labels are kept if both positions exist before and after the edit.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the item was removed or is not a block; [`Code::Limit`] if the budget
    /// is exceeded.
    pub fn set_labels(&mut self, block: Item, labels: &[&str], budget: &Budget) -> Result<()> {
        let node = *there(&self.nodes, block)?;
        if node.kind != NodeKind::Block {
            return Err(Error::new(Code::NotFound, "the item is not a block"));
        }
        let spans = self.nodes.labels_of(&node).to_vec();
        let old = self.labels(block);
        let mut text = Text::default();
        let mut places = Vec::new();
        let mut at = node.middle.start;
        for (number, label) in labels.iter().enumerate() {
            budget.charge(1 + label.len() as u64)?;
            match spans.get(number) {
                Some(span) => {
                    let between = Span {
                        start: at,
                        end: span.start,
                    };
                    text.push(&self.nodes.text, between);
                    at = span.end;
                }
                None => text.push_str(" "),
            }
            let start = text.len();
            match spans.get(number).filter(|_| old[number] == *label) {
                Some(span) => text.push(&self.nodes.text, *span),
                None => text.push_str(&quoted(label)),
            }
            places.push((start, text.len()));
        }
        if labels.len() < spans.len() {
            at = spans[spans.len() - 1].end;
        }
        let rest = Span {
            start: at,
            end: node.middle.end,
        };
        text.push(&self.nodes.text, rest);
        drop(old);
        let middle = self.nodes.keep(&text, budget)?;
        let first = self.nodes.labels.len();
        budget.hold((labels.len() * size_of::<Span>()) as u64)?;
        let spans = places.into_iter().map(|(start, end)| Span {
            start: middle.start + start as u32,
            end: middle.start + end as u32,
        });
        self.nodes.labels.extend(spans);
        let value = Span::new(first, self.nodes.labels.len());
        let node = self.nodes.node_mut(block.0);
        (node.middle, node.value) = (middle, value);
        self.tidy();
        Ok(())
    }

    /// Replaces the comments above an item, one comment per line. A line that is not a comment yet
    /// is prefixed with `#`.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the item does not exist; [`Code::InvalidArgument`] if a line contains
    /// a newline; [`Code::Limit`] if the budget is exceeded.
    pub fn set_lead_comments(&mut self, item: Item, lines: &[&str], budget: &Budget) -> Result<()> {
        let node = *there(&self.nodes, item)?;
        let body = Body(node.body);
        let mut comments = Vec::with_capacity(lines.len());
        for line in lines {
            budget.charge(1 + line.len() as u64)?;
            comments.push(comment(line)?);
        }
        let indentation = match self.nodes.indentation_of(item.0) {
            Some(found) => found.to_owned(),
            None => self.indentation(body),
        };
        let newline = self.line_style().newline;
        let around = indentation.len() + newline.len();
        let bytes = comments
            .iter()
            .map(|line| (line.len() + around) as u64)
            .sum::<u64>();
        let bytes = bytes + indentation.len() as u64 + self.opening(body);
        let paid = &self.pay(bytes, 1, budget)?;
        self.open_lines(body, paid)?;
        let mut lead = String::new();
        for line in comments {
            for piece in [&*indentation, &*line, newline] {
                lead.push_str(piece);
            }
        }
        lead.push_str(&indentation);
        let lead = self.nodes.make(&lead, paid)?;
        self.nodes.node_mut(item.0).lead = lead;
        self.settle_around(item.0, item.0, paid)?;
        self.tidy();
        Ok(())
    }

    /// Replaces the comments after an item on its last line. A text that is not a comment yet is
    /// prefixed with `#`, so only the last text may be one.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the item does not exist; [`Code::InvalidArgument`] if a text contains
    /// a newline, if a comment that ends the line is followed by another, or if the value ends with
    /// a heredoc; [`Code::Limit`] if the budget is exceeded.
    pub fn set_line_comments(&mut self, item: Item, texts: &[&str], budget: &Budget) -> Result<()> {
        let node = *there(&self.nodes, item)?;
        let body = Body(node.body);
        let mut comments = Vec::with_capacity(texts.len());
        for text in texts {
            budget.charge(1 + text.len() as u64)?;
            comments.push(comment(text)?);
        }
        let ended = comments.iter().rev().skip(1);
        if let Some(early) = ended.rev().find(|text| !text.starts_with("/*")) {
            let message = format!("the comment {early:?} ends its line and must be the last");
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let comments = comments.join(" ");
        if !comments.is_empty() && self.ends_with_heredoc(&node, budget)? {
            let message = "a line that ends a heredoc cannot have a comment";
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let newline = self.line_style().newline;
        let old = u64::from(node.tail.end - node.tail.start);
        let bytes = old + (comments.len() + newline.len()) as u64 + self.opening(body);
        let paid = &self.pay(bytes, 1, budget)?;
        self.open_lines(body, paid)?;
        let tail = self.nodes.slice(self.nodes.node(item.0).tail);
        let blanks = tail.len() - tail.trim_start_matches([' ', '\t']).len();
        let before = match (comments.is_empty(), tail.split_at(blanks)) {
            (true, _) => "",
            (false, (_, "" | "\n" | "\r\n") | ("", _)) => " ",
            (false, (blanks, _)) => blanks,
        };
        let end = if tail.ends_with('\n') { newline } else { "" };
        let tail = [before, &*comments, end].concat();
        let tail = self.nodes.make(&tail, paid)?;
        self.nodes.node_mut(item.0).tail = tail;
        self.tidy();
        Ok(())
    }

    /// Whether the value of an argument ends with a heredoc.
    fn ends_with_heredoc(&self, node: &Node, budget: &Budget) -> Result<bool> {
        if node.kind != NodeKind::Attribute {
            return Ok(false);
        }
        let _temporary = TemporaryCharges::new(budget);
        let tokens = significant(&[self.nodes.slice(node.value), "\n"].concat(), budget)?;
        let mut ended = tokens.iter().rev();
        let last = ended.find(|token| !matches!(token.kind, Kind::Newline | Kind::End));
        Ok(last.is_some_and(|token| token.kind == Kind::CloseHeredoc))
    }

    /// Detaches the comments above an item: they stay in place when the item is moved or removed.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the item does not exist; [`Code::Limit`] if the budget is exceeded.
    pub fn release_lead_comments(&mut self, item: Item, budget: &Budget) -> Result<()> {
        let node = *there(&self.nodes, item)?;
        budget.charge(1)?;
        let lead = self.nodes.slice(node.lead);
        let line = lead.rfind('\n').map_or(0, |newline| newline + 1);
        if line > 0 {
            let at = node.lead.start + line as u32;
            let loose = Span {
                start: node.lead.start,
                end: at,
            };
            self.nodes.node_mut(item.0).lead.start = at;
            self.link_loose(loose, node.body, item.0);
        }
        Ok(())
    }

    /// The first of the items with node index `before` or higher that exists.
    fn first_new(&self, before: u32) -> Item {
        let new = before..self.nodes.nodes.len() as u32;
        let mut items = new.map(Item);
        let found = items.find(|item| self.nodes.there(*item).is_some());
        found.unwrap_or(Item(before))
    }

    fn checked_body(&self, body: Body) -> Result<()> {
        let node = self.nodes.bodies.get(body.0 as usize);
        let is_there = node
            .is_some_and(|node| node.owner == NONE || self.nodes.there(Item(node.owner)).is_some());
        if is_there {
            Ok(())
        } else {
            Err(Error::new(Code::NotFound, "the body's block was removed"))
        }
    }

    /// The node that follows a position, or `NONE` at the end of the body.
    fn next_of(&self, body: Body, place: InsertPosition) -> Result<u32> {
        let of_body = |item: Item| -> Result<&Node> {
            let node = there(&self.nodes, item)?;
            if node.body == body.0 {
                Ok(node)
            } else {
                Err(Error::new(Code::NotFound, "the item is in another body"))
            }
        };
        Ok(match place {
            InsertPosition::First => self.nodes.body(body).first,
            InsertPosition::Last => NONE,
            InsertPosition::Before(item) => {
                of_body(item)?;
                item.0
            }
            InsertPosition::After(item) => of_body(item)?.next,
        })
    }

    /// The nesting depth of a body.
    fn level(&self, body: Body) -> u32 {
        let owners = std::iter::successors(self.owner(body), |owner| {
            self.owner(Body(self.nodes.node(owner.0).body))
        });
        owners.count() as u32
    }

    /// Parses a formatted text and inserts its nodes before a node of a body.
    fn put(&mut self, body: Body, next: u32, text: &str, budget: &Budget) -> Result<()> {
        let style = self.line_style().clone();
        let indentation = self.indentation(body);
        let text = in_lines(text, &indentation, &style, First::Indented, budget)?;
        let temporary = TemporaryCharges::new(budget);
        let parsed = parse::config(text.as_bytes(), "", budget)?;
        let tokens = significant(&text, budget)?;
        parse::check_level(&text, self.level(body), budget)?;
        drop(temporary);
        budget.hold(text.len() as u64 * 2)?;
        let budget = &self.pay(text.len() as u64 + self.opening(body), 1, budget)?;
        let span = self.nodes.make(&text, budget)?;
        self.open_lines(body, budget)?;
        self.end_last_line(body, next, budget)?;
        let first = self.nodes.nodes.len() as u32;
        read::fragment(&mut self.nodes, &parsed, &tokens, span, body.0, next);
        // The node of a block precedes the nodes of the items inside it.
        let mut last = match next {
            NONE => self.nodes.body(body).last,
            next => self.nodes.node(next).previous,
        };
        if last == NONE {
            last = first;
        }
        let start = (first..self.nodes.nodes.len() as u32)
            .find(|at| self.nodes.node(*at).body == body.0)
            .unwrap_or(first);
        if (start as usize) < self.nodes.nodes.len() {
            self.part(start, last, budget)?;
            self.settle_around(start, last, budget)?;
        }
        self.tidy();
        Ok(())
    }

    /// The maximum number of bytes created when a body is put on lines of its own and its last line
    /// gets a newline.
    fn opening(&self, body: Body) -> u64 {
        let node = self.nodes.body(body);
        let len = |span: Span| u64::from(span.end - span.start);
        let first = match node.first {
            NONE => 0,
            first => {
                let first = self.nodes.node(first);
                len(first.lead) + len(first.tail)
            }
        };
        let last = match node.last {
            NONE => 0,
            last => {
                let last = self.nodes.node(last);
                match last.kind {
                    NodeKind::Loose => len(last.lead),
                    _ => len(last.tail),
                }
            }
        };
        let has_lines = node.owner == NONE || self.nodes.slice(node.open).ends_with('\n');
        if has_lines {
            last
        } else {
            let indentation = 3 * self.indentation(body).len() as u64;
            len(node.open) + len(node.close) + first + indentation + last
        }
    }

    /// Ensures that the items of a body are on lines of their own.
    fn open_lines(&mut self, body: Body, budget: &Budget) -> Result<()> {
        let node = self.nodes.body(body);
        if node.owner == NONE || self.nodes.slice(node.open).ends_with('\n') {
            return Ok(());
        }
        // The block itself is on lines of its own, because a body on the line of its braces
        // contains only arguments.
        let (owner, first) = (node.owner, node.first);
        let newline = self.line_style().newline;
        let outer = match self.nodes.indentation_of(owner) {
            Some(found) => found.to_owned(),
            None => String::new(),
        };
        let inner = [&*outer, &*self.line_style().unit].concat();
        let inside = self.nodes.trimmed(self.nodes.body(body).close);
        let brace = Span {
            start: inside.end - 1,
            end: inside.end,
        };
        let comments = self.nodes.trimmed(Span {
            start: inside.start,
            end: brace.start,
        });
        let close = [Piece::New(&outer), Piece::Kept(brace)];
        let close = self.nodes.join(&close, budget)?;
        // A block without items may have a comment between its braces.
        let open = match first {
            NONE if comments.start < comments.end => {
                let open = [Piece::New("{ "), Piece::Kept(comments), Piece::New(newline)];
                self.nodes.join(&open, budget)?
            }
            _ => self
                .nodes
                .join(&[Piece::New("{"), Piece::New(newline)], budget)?,
        };
        if first != NONE {
            let Node { lead, tail, .. } = *self.nodes.node(first);
            let text = self.nodes.slice(lead);
            let blanks = text.len() - text.trim_start().len();
            let lead = Span {
                start: lead.start + blanks as u32,
                end: lead.end,
            };
            let lead = [Piece::New(&inner), Piece::Kept(lead)];
            let lead = self.nodes.join(&lead, budget)?;
            let tail = [Piece::Kept(tail), Piece::New(newline)];
            let tail = self.nodes.join(&tail, budget)?;
            let node = self.nodes.node_mut(first);
            (node.lead, node.tail) = (lead, tail);
        }
        let node = &mut self.nodes.bodies[body.0 as usize];
        (node.open, node.close) = (open, close);
        Ok(())
    }

    /// Ensures that the text before a position ends with a newline. The last line of a text may
    /// have none.
    fn end_last_line(&mut self, body: Body, next: u32, budget: &Budget) -> Result<()> {
        let last = match next {
            NONE => self.nodes.body(body).last,
            next => self.nodes.node(next).previous,
        };
        if last == NONE {
            return Ok(());
        }
        let newline = self.line_style().newline;
        let node = *self.nodes.node(last);
        let piece = match node.kind {
            NodeKind::Loose => node.lead,
            _ => node.tail,
        };
        if self.nodes.slice(piece).ends_with('\n') {
            return Ok(());
        }
        let ended = [Piece::Kept(piece), Piece::New(newline)];
        let ended = self.nodes.join(&ended, budget)?;
        let node = self.nodes.node_mut(last);
        match node.kind {
            NodeKind::Loose => node.lead = ended,
            _ => node.tail = ended,
        }
        Ok(())
    }

    /// Changes the indentation of all lines of a node. The recursion is as deep as blocks nest.
    fn reindent(&mut self, at: u32, from: &str, to: &str, budget: &Budget) -> Result<()> {
        let node = *self.nodes.node(at);
        let lines = match node.kind {
            NodeKind::Loose => First::Indented,
            _ => First::Lead,
        };
        let lead = self.shifted(node.lead, from, to, lines, budget)?;
        self.nodes.node_mut(at).lead = lead;
        match node.kind {
            NodeKind::Attribute => {
                let value = self.shifted(node.value, from, to, First::Continued, budget)?;
                self.nodes.node_mut(at).value = value;
            }
            NodeKind::Block => {
                let body = self.nodes.body(Body(node.inner));
                let (first, close) = (body.first, body.close);
                if self.nodes.slice(body.open).ends_with('\n') {
                    let close = self.shifted(close, from, to, First::Indented, budget)?;
                    self.nodes.bodies[node.inner as usize].close = close;
                    let mut at = first;
                    while at != NONE {
                        self.reindent(at, from, to, budget)?;
                        at = self.nodes.node(at).next;
                    }
                }
            }
            NodeKind::Loose => {}
        }
        Ok(())
    }

    fn shifted(
        &mut self,
        span: Span,
        from: &str,
        to: &str,
        first: First,
        budget: &Budget,
    ) -> Result<Span> {
        let made = moved(&self.nodes.text, span, from, to, first, budget)?;
        if *made == *self.nodes.slice(span) {
            Ok(span)
        } else {
            self.nodes.keep(&made, budget)
        }
    }
}

/// Returns a line as the text of a comment.
fn comment(line: &str) -> Result<String> {
    let text = format!("{line}\n");
    let is_comment = |text: &str| {
        let tokens = piece_tokens(text);
        tokens.len() == 3 && tokens[0].kind == Kind::Comment && tokens[1].kind == Kind::Newline
    };
    if line.contains(['\n', '\r']) {
        let message = "a comment line must not contain a newline";
        return Err(Error::new(Code::InvalidArgument, message));
    }
    Ok(match () {
        // A byte order mark is valid only at the start of a file.
        () if is_comment(&text) && !line.starts_with(BOM) => line.to_owned(),
        () if line.is_empty() => "#".to_owned(),
        () => format!("# {line}"),
    })
}

fn checked_name(name: &str) -> Result<()> {
    if is_identifier(name) {
        Ok(())
    } else {
        let message = format!("{name:?} is not a valid name");
        Err(Error::new(Code::InvalidArgument, message))
    }
}

#[cold]
fn is_set(name: &str) -> Error {
    let message = format!("the body already has an argument {name:?}");
    Error::new(Code::InvalidArgument, message)
}
