//! Diagnostics of variables that nothing sets, which Puppet reports when it evaluates them
//! (`strict_variables`).
//!
//! A variable is reported if the workspace has all texts that could set it: those of its scope, of the
//! classes that its class inherits, of nodes, and of the top scope. Node classifiers and external
//! facts set variables of the top scope that no text has; a name with `::` in front is therefore only
//! reported if it resembles a known one.

use super::Session;
use super::facts;
use super::file::{DefinedKind, File, Use, lower};
use super::index::Index;
use super::resolve::{self, OWN_VARIABLES};
use polycty_core::calls::Budget;
use polycty_core::calls::cost::suggest;
use polycty_core::source::{Code, Diagnostic, Reporter};
use polycty_puppet::resource_types::is_metaparameter;

/// The variables that each class and each resource of a defined type has.
const IMPLICIT: [&str; 4] = ["title", "name", "module_name", "caller_module_name"];

impl Session<'_> {
    /// The diagnostic of a use of a variable that nothing sets.
    pub(super) fn unknown_variable(&self, each: &Use) -> Option<Diagnostic> {
        let (file, index) = (&self.file, &self.index);
        let text = file.slice(each.span);
        if resolve::variable(index, file, each.scope, text, self.context.budget).is_some() {
            return None;
        }
        // The results of matches are never unknown.
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let bare = text.strip_prefix("::").unwrap_or(text);
        let meant = match bare.rsplit_once("::") {
            Some((class, own)) => self.of_class(class, own)?,
            None if bare.len() < text.len() => {
                if self.is_of_node(bare) {
                    return None;
                }
                let names = self.global_names();
                let meant = suggest(bare, names.into_iter(), self.context.budget);
                let meant = meant.filter(|meant| is_similar(bare, meant));
                Some(format!("::{}", meant?))
            }
            None => self.of_scope(each, bare)?,
        };
        let hint = meant
            .as_ref()
            .map(|meant| format!("Did you mean '${meant}'?"));
        let summary = format!("Unknown variable: '{text}'");
        let diagnostic = Reporter::Puppet.warning(summary, hint.unwrap_or_default());
        let diagnostic = diagnostic.with_code(Code::NotFound);
        let diagnostic = self.report(diagnostic, "unknown-variable", each.span);
        Some(self.meant(diagnostic, each.span, meant.as_deref()))
    }

    /// The similar name for a variable that a class does not have. The outer `None` stands for a class
    /// whose variables are not all known.
    fn of_class(&self, class: &str, own: &str) -> Option<Option<String>> {
        let class = lower(class);
        let lineage = complete_lineage(&self.index, &class, self.context.budget)?;
        if IMPLICIT.contains(&own) {
            return None;
        }
        let scopes = || {
            let scopes = lineage.iter();
            scopes.filter_map(|(file, scope)| file.scopes.get(*scope))
        };
        if scopes().any(|scope| scope.variables.named(own).is_some()) {
            return None;
        }
        let names = scopes().flat_map(|scope| &scope.variables);
        let meant = suggest(own, names.map(|each| &*each.name), self.context.budget);
        Some(meant.map(|own| format!("{class}::{own}")))
    }

    /// The similar name for a variable that no scope around a use has. The outer `None` stands for a
    /// variable that something may set.
    fn of_scope(&self, each: &Use, name: &str) -> Option<Option<String>> {
        let (file, index) = (&*self.file, &self.index);
        let is_template = file.path.ends_with(".epp");
        // A template without parameters has the variables of its caller. Plans have those of targets.
        let is_open = is_template && file.program.template_parameters().is_none();
        if is_open || file.path.contains("/plans/") || !file.errors.is_empty() {
            return None;
        }
        if self.is_of_node(name) || index.is_node_variable(name) {
            return None;
        }
        let mut names: Vec<&str> = Vec::new();
        let mut at = Some(each.scope);
        while let Some(scope) = at.and_then(|at| file.scopes.get(at)) {
            names.extend(scope.variables.iter().map(|each| &*each.name));
            at = scope.parent;
            let Some(defined) = scope.definition.and_then(|at| file.definitions.get(at)) else {
                continue;
            };
            let takes_attributes = matches!(defined.kind, DefinedKind::Class | DefinedKind::Define);
            if takes_attributes && is_metaparameter(name) {
                return None;
            }
            if let Some(parent) = &defined.inherits {
                for (file, scope) in complete_lineage(index, parent, self.context.budget)? {
                    let variables = file.scopes.get(scope).map(|scope| &scope.variables);
                    names.extend(variables.into_iter().flatten().map(|each| &*each.name));
                }
            }
            // Definitions do not see the variables around them, except those of the text.
            at = at.map(|_| 0);
        }
        names.extend(self.global_names());
        let meant = suggest(name, names.into_iter(), self.context.budget);
        let meant = meant.filter(|meant| is_similar(name, meant));
        Some(meant.map(str::to_owned))
    }

    /// Whether a node, a server or a module in Ruby may set a variable of the top scope.
    fn is_of_node(&self, name: &str) -> bool {
        let of_options = self.options.facts.as_ref().and_then(|facts| {
            let map = facts.as_ordered_map()?;
            map.get_text(name)
        });
        facts::is_known(name)
            || of_options.is_some()
            || self.index.listing.has_external_facts
            || self.index.facts.contains(name)
    }

    /// The names of the top scope.
    fn global_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = OWN_VARIABLES.iter().map(|(name, _)| *name).collect();
        names.extend(self.index.top_variables());
        names.extend(self.index.facts.iter().map(String::as_str));
        for name in facts::known() {
            names.push(name);
        }
        names
    }
}

/// The scopes of a class and of all its ancestors; `None` if the workspace does not have all of them
/// without errors.
fn complete_lineage<'i>(
    index: &'i Index,
    class: &str,
    budget: &Budget,
) -> Option<Vec<(&'i File, usize)>> {
    let mut found = Vec::new();
    for (_, class) in index.lineage(class, budget) {
        // A class that is defined twice has the variables of one of the two.
        for (other, same) in index.all(DefinedKind::Class, &class.name) {
            if !other.errors.is_empty() {
                return None;
            }
            found.push((&**other, same.scope));
        }
        let parent = class.inherits.as_deref();
        if parent.is_some_and(|parent| index.get(DefinedKind::Class, parent).is_none()) {
            return None;
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Whether a name resembles a known name enough to be meant: short names, and those that begin
/// differently, resemble others by chance.
pub(super) fn is_similar(name: &str, meant: &str) -> bool {
    name.len() > 4 && name.as_bytes().first() == meant.as_bytes().first()
}
