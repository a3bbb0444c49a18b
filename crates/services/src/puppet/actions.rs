//! Actions: the edits that diagnostics suggest, missing parameters, and quotes around bare words.

use super::Session;
use super::file::{Owner, ResourceUse};
use crate::answer::{Action, ActionKind, FileEdit, TextEdit};
use crate::layout::aligned;
use polycty_core::calls::{GrowingText, Worklist};
use polycty_core::source::{Diagnostic, Result, Span};
use polycty_puppet::syntax::tree::{ExprId, ExprKind};
use std::fmt::Write as _;

fn action(path: &str, title: String, kind: ActionKind, edit: TextEdit) -> Action {
    Action {
        title,
        kind,
        edits: vec![FileEdit {
            path: path.to_owned(),
            edits: vec![edit],
        }],
    }
}

/// The edits that diagnostics suggest for a part of a file.
pub(super) fn suggested(path: &str, diagnostics: &[Diagnostic], span: Span) -> Vec<Action> {
    let edits = diagnostics.iter().flat_map(Diagnostic::edits);
    let edits = edits.map(|(range, text)| TextEdit {
        span: Span::new(range.start.byte, range.end.byte),
        text: text.to_owned(),
    });
    edits
        .filter(|edit| edit.span.start <= span.end && span.start <= edit.span.end)
        .map(|edit| {
            let title = format!("Change to '{}'", edit.text);
            action(path, title, ActionKind::QuickFix, edit)
        })
        .collect()
}

impl Session<'_> {
    /// The actions for a part of the file.
    pub(super) fn actions(&self, span: Span) -> Result<Vec<Action>> {
        let touches = |part: Span| part.start <= span.end && span.start <= part.end;
        let mut actions = suggested(&self.file.path, &self.found()?, span);
        let resources = self.file.resources.iter();
        for resource in resources.filter(|resource| touches(resource.span)) {
            actions.extend(self.add_missing(resource)?);
            if let Some(title) = resource.title {
                actions.extend(self.quote(title, span));
            }
        }
        self.quote_keys(span, &mut actions)?;
        Ok(actions)
    }

    fn action(&self, title: String, kind: ActionKind, span: Span, text: String) -> Action {
        action(&self.file.path, title, kind, TextEdit { span, text })
    }

    /// Adds the required parameters that a resource does not set.
    fn add_missing(&self, resource: &ResourceUse) -> Result<Option<Action>> {
        let missing = self.missing(resource)?;
        match resource.title {
            Some(title) if !missing.is_empty() => self.add(resource, title, &missing),
            _ => Ok(None),
        }
    }

    /// Adds parameters after the attributes of a resource.
    fn add(
        &self,
        resource: &ResourceUse,
        title: ExprId,
        missing: &[String],
    ) -> Result<Option<Action>> {
        let text = &self.file.text;
        let program = &self.file.program;
        let last = program[resource.attributes].last();
        let end = last
            .map_or(program[title].span, |last| program[last.value].span)
            .end;
        let rest = text.get(end as usize..).unwrap_or_default();
        // The colon after a title, or the comma after the last attribute.
        let mark = if last.is_some() { ',' } else { ':' };
        let blanks = rest.len() - rest.trim_start().len();
        let has_mark = rest.trim_start().starts_with(mark);
        let at = end as usize + if has_mark { blanks + 1 } else { 0 };
        let start = self.line_indent(resource.ty.start)?;
        let width = aligned(missing.iter().map(String::len));
        let mut added = GrowingText::new(self.context.budget);
        if !has_mark {
            added.push(mark)?;
        }
        for name in self.context.budget.charged(missing)? {
            added
                .write(|added| write!(added, "\n{start}  {name:width$} => undef,"))?
                .unwrap_or_default();
        }
        let follows = text.get(at..).unwrap_or_default();
        let follows = follows.trim_start_matches(|c: char| c.is_whitespace() && c != '\n');
        if !follows.is_empty() && !follows.starts_with('\n') {
            added.push('\n')?;
            added.push_str(start)?;
        }
        let what = match &resource.owner {
            Owner::Class(_) => "Add the required parameters of the class",
            Owner::ResourceType(_) => "Add the required parameters",
        };
        let (what, span) = (what.to_owned(), Span::at(at));
        Ok(Some(self.action(
            what,
            ActionKind::QuickFix,
            span,
            added.into_string(),
        )))
    }

    /// The blanks at the start of the line of a byte.
    fn line_indent(&self, byte: u32) -> Result<&str> {
        let before = self.file.text.get(..byte as usize).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        self.context.budget.charge(1 + line.len() as u64 / 64)?;
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        Ok(line.get(..blanks).unwrap_or_default())
    }

    /// Quotes a bare word that is a title or a key.
    fn quote(&self, id: ExprId, span: Span) -> Option<Action> {
        let own = self.file.program[id].span;
        let is_bare = matches!(self.file.program[id].kind, ExprKind::Name(_));
        let touches = own.start <= span.end && span.start <= own.end;
        if !is_bare || !touches {
            return None;
        }
        let text = self.file.slice(own);
        let quoted = format!("'{text}'");
        Some(self.action(format!("Quote '{text}'"), ActionKind::Rewrite, own, quoted))
    }

    /// Quotes the bare keys of hashes.
    fn quote_keys(&self, span: Span, actions: &mut Vec<Action>) -> Result<()> {
        let program = &self.file.program;
        let mut list = Worklist::of(self.context.budget, program[program.body()].iter().copied())?;
        while let Some(id) = list.next()? {
            let own = program[id].span;
            // The span of a heredoc does not contain its text.
            if own.end < span.start || own.start > span.end {
                continue;
            }
            if let ExprKind::Hash(entries) = program[id].kind {
                for entry in &program[entries] {
                    actions.extend(self.quote(entry.key, span));
                }
            }
            let mut pushed = Ok(());
            program.parts(id, &mut |part| {
                pushed = pushed.and_then(|()| list.push(part))
            });
            pushed?;
        }
        Ok(())
    }
}
