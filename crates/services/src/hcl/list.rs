//! The list of completions that an answer consists of.

use crate::answer::{Completion, CompletionKind, TextEdit};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_core::types::Type;
use std::collections::HashSet;

/// Completions without duplicates.
pub(crate) struct List<'b> {
    /// The part that a completion replaces.
    pub(crate) span: Span,
    /// Whether attributes and blocks are inserted without values and bodies.
    pub(crate) names_only: bool,
    found: Vec<Completion>,
    labels: HashSet<String>,
    budget: &'b Budget,
}

/// Escapes a text for a snippet.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '$' | '}') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

impl<'b> List<'b> {
    pub(crate) fn new(budget: &'b Budget, span: Span) -> List<'b> {
        List {
            span,
            names_only: false,
            found: Vec::new(),
            labels: HashSet::new(),
            budget,
        }
    }

    /// The completions in their order.
    pub(crate) fn finish(mut self) -> Result<Vec<Completion>> {
        self.budget.sort_by(&mut self.found, |a, b| {
            (a.rank, &a.label).cmp(&(b.rank, &b.label))
        })?;
        self.budget.charge(self.found.len() as u64)?;
        Ok(self.found)
    }

    /// A completion that inserts its label.
    fn plain(&self, label: &str, kind: CompletionKind, rank: u32) -> Completion {
        Completion {
            label: label.to_owned(),
            kind,
            detail: String::new(),
            documentation: String::new(),
            edit: TextEdit {
                span: self.span,
                text: label.to_owned(),
            },
            snippet: false,
            deprecated: false,
            rank,
        }
    }

    fn add(&mut self, completion: Completion) -> Result<()> {
        let texts =
            3 * completion.label.len() + completion.detail.len() + completion.documentation.len();
        self.budget.charge(1 + texts as u64 / 16)?;
        if !completion.label.is_empty() && self.labels.insert(completion.label.clone()) {
            self.budget
                .push_owning(&mut self.found, texts, completion)?;
        }
        Ok(())
    }

    /// A word with a detail.
    pub(crate) fn word(
        &mut self,
        label: &str,
        kind: CompletionKind,
        detail: String,
        rank: u32,
    ) -> Result<()> {
        let plain = self.plain(label, kind, rank);
        self.add(Completion { detail, ..plain })
    }

    /// A function with parentheses.
    pub(crate) fn function(
        &mut self,
        name: &str,
        detail: String,
        documentation: &str,
    ) -> Result<()> {
        let mut completion = self.plain(name, CompletionKind::Function, 3);
        completion.detail = detail;
        completion.documentation = documentation.to_owned();
        completion.edit.text = format!("{}(${{1}})", escaped(name));
        completion.snippet = true;
        self.add(completion)
    }

    /// An attribute with the snippet of its value.
    pub(crate) fn attribute(
        &mut self,
        name: &str,
        value: &str,
        detail: String,
        documentation: &str,
        rank: u32,
        deprecated: bool,
    ) -> Result<()> {
        let mut completion = self.plain(name, CompletionKind::Attribute, rank);
        if rank == 0 {
            completion.detail = format!("{detail} (required)");
        } else {
            completion.detail = detail;
        }
        completion.documentation = documentation.to_owned();
        completion.deprecated = deprecated;
        if !self.names_only {
            completion.edit.text = format!("{} = {value}", escaped(name));
            completion.snippet = true;
        }
        self.add(completion)
    }

    /// A block with its labels and an empty body.
    pub(crate) fn block(
        &mut self,
        name: &str,
        labels: &[&str],
        documentation: &str,
        rank: u32,
    ) -> Result<()> {
        let mut completion = self.plain(name, CompletionKind::Block, rank);
        completion.documentation = documentation.to_owned();
        "block".clone_into(&mut completion.detail);
        if !self.names_only {
            let mut text = escaped(name);
            for (at, label) in labels.iter().enumerate() {
                text.push_str(&format!(" \"${{{}:{label}}}\"", at + 1));
            }
            text.push_str(" {\n  $0\n}");
            completion.edit.text = text;
            completion.snippet = true;
        }
        self.add(completion)
    }
}

/// What only the completions of Terraform need.
#[cfg(feature = "terraform")]
impl List<'_> {
    /// Keeps only the completions with some labels.
    pub(crate) fn keep(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.found.retain(|completion| is_kept(&completion.label));
    }

    /// A word with documentation.
    pub(crate) fn documented(
        &mut self,
        label: &str,
        kind: CompletionKind,
        documentation: &str,
        rank: u32,
    ) -> Result<()> {
        let plain = self.plain(label, kind, rank);
        let documentation = documentation.to_owned();
        self.add(Completion {
            documentation,
            ..plain
        })
    }

    /// A declaration with its type and its documentation.
    pub(crate) fn typed(
        &mut self,
        label: &str,
        kind: CompletionKind,
        detail: String,
        documentation: &str,
    ) -> Result<()> {
        let plain = self.plain(label, kind, 0);
        let documentation = documentation.to_owned();
        self.add(Completion {
            detail,
            documentation,
            ..plain
        })
    }

    /// A word that inserts a snippet.
    pub(crate) fn snippet(
        &mut self,
        label: &str,
        kind: CompletionKind,
        snippet: &str,
        rank: u32,
    ) -> Result<()> {
        let mut completion = self.plain(label, kind, rank);
        completion.edit.text = snippet.to_owned();
        completion.snippet = snippet != label;
        self.add(completion)
    }
}

/// The start of the name at the end of a text.
pub(crate) fn word_start(text: &str) -> usize {
    let is_part = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let len: usize = text
        .chars()
        .rev()
        .take_while(is_part)
        .map(char::len_utf8)
        .sum();
    text.len() - len
}

/// The snippet of a value of a type.
pub(crate) fn value_snippet(ty: &Type) -> &'static str {
    if ty.is_string() {
        "\"${1}\""
    } else if ty.is_bool() {
        "${1:true}"
    } else if ty.is_list() || ty.is_set() || ty.is_tuple() {
        "[${1}]"
    } else if ty.is_map() || ty.is_object() {
        "{\n  ${1}\n}"
    } else {
        "${1}"
    }
}
