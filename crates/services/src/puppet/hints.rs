//! Hints: the inferred types of variables, and the names of parameters before arguments.

use super::Session;
use super::file::{CallUse, DefinedKind};
use super::signature::parts;
use super::types::inferred;
use crate::answer::{Hint, HintKind};
use polycty_core::source::{Result, Span};
use polycty_puppet::function_signatures;
use polycty_puppet::syntax::tree::{ExprId, ExprKind};

impl Session<'_> {
    /// The hints inside of a part of the file.
    pub(super) fn hints(&self, span: Span) -> Result<Vec<Hint>> {
        let file = &self.file;
        let budget = self.context.budget;
        let is_inside = |part: Span| span.start <= part.start && part.end <= span.end;
        let mut hints = Vec::new();
        for scope in &file.scopes {
            for declared in budget.charged(&scope.variables)? {
                if declared.is_parameter || !is_inside(declared.span) {
                    continue;
                }
                let ty = match declared.value {
                    Some(value) => inferred(file, value, budget)?,
                    None => None,
                };
                hints.extend(ty.map(|ty| Hint {
                    byte: declared.span.end,
                    label: format!(": {ty}"),
                    kind: HintKind::Type,
                }));
            }
        }
        for call in budget.each(file.calls.iter().filter(|call| is_inside(call.span))) {
            let call = call?;
            self.arguments(call, &mut hints)?;
        }
        budget.sort_by_key(&mut hints, |hint| hint.byte)?;
        Ok(hints)
    }

    /// The hints of the literal arguments of a call with several arguments.
    fn arguments(&self, call: &CallUse, hints: &mut Vec<Hint>) -> Result<()> {
        let program = &self.file.program;
        let arguments: &[ExprId] = &program[call.arguments];
        let skipped = usize::from(call.receiver.is_some());
        if arguments.len() + skipped < 2 {
            return Ok(());
        }
        let names = self.parameter_names(&call.name, arguments.len() + skipped)?;
        for (argument, name) in arguments.iter().zip(names.iter().skip(skipped)) {
            // The name of a variable describes itself.
            if !matches!(program[*argument].kind, ExprKind::Variable(_)) {
                hints.push(Hint {
                    byte: program[*argument].span.start,
                    label: format!("{name}:"),
                    kind: HintKind::Parameter,
                });
            }
        }
        Ok(())
    }

    /// The names of at most `most` parameters of a function, up to one that takes all further
    /// arguments.
    fn parameter_names(&self, function: &str, most: usize) -> Result<Vec<String>> {
        if let Some((_, function)) = self.index.get(DefinedKind::Function, function) {
            let single = function.parameters.iter().take(most);
            let single = single.take_while(|each| !each.takes_rest);
            let names = single.map(|each| Ok(self.context.budget.copy(&each.name)?));
            return names.collect();
        }
        let signatures = function_signatures(function).unwrap_or_default();
        let [only] = &*signatures else {
            return Ok(Vec::new());
        };
        let mut names = Vec::new();
        for part in parts(only) {
            let part = only
                .get(part.start as usize..part.end as usize)
                .unwrap_or_default();
            let name = part.rsplit(' ').next().unwrap_or_default();
            if name.ends_with(['*', '+']) || name.ends_with("block") {
                break;
            }
            names.push(name.trim_end_matches('?').to_owned());
        }
        names.retain(|name| !name.starts_with("arg"));
        Ok(names)
    }
}
