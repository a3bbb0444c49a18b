//! Diagnostics of a project.

use super::Terraform;
use super::folder::{ModuleFiles, Texts, is_module_file};
use super::navigation::folder_of;
use super::path::{join, name};
use crate::language::{Context, FileReport, LanguageId};
use polycty_core::source::{
    Code, Diagnostic, Position, Range, Reporter, Result, Source, did_you_mean, suggest,
};
use polycty_core::values::Value;
use polycty_hcl::body::{Body, parse_json_config_within};
use polycty_hcl::convert;
use polycty_hcl::eval::Expr;
use polycty_terraform::module::Variable;
use polycty_terraform::project::{Manifest, Project};
use std::collections::{BTreeMap, HashSet};

impl Terraform {
    pub(super) fn reports(&self, context: &Context<'_>) -> Result<Vec<FileReport>> {
        if context.document.language() == LanguageId::TerraformVariables {
            return self.values_report(context);
        }
        let base = folder_of(context);
        let mut reports: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        reports.insert(context.document.path().to_owned(), Vec::new());
        let path = context.document.path();
        if !is_module_file(path) && !path.ends_with(".json") {
            // A file that is not part of a module by its name.
            let file = self.files.document(context)?;
            reports.insert(path.to_owned(), file.diagnostics.clone());
        }
        let paths = self.list(context, base)?;
        for path in paths.iter().filter(|path| is_module_file(path)) {
            reports.entry(path.clone()).or_default();
        }
        for diagnostic in self.project_diagnostics(context, base)? {
            let (path, diagnostic) = match &diagnostic.source {
                Some(source) => (join(base, &source.name), diagnostic),
                None => self.located(context, diagnostic)?,
            };
            reports.entry(path).or_default().push(diagnostic);
        }
        let report = |(path, diagnostics)| FileReport { path, diagnostics };
        Ok(reports.into_iter().map(report).collect())
    }

    /// The path of the file of a diagnostic without a location. Terraform reports a module that it
    /// cannot read without one, but names the call and its line: the diagnostic is moved there. Any
    /// other belongs to the document.
    fn located(
        &self,
        context: &Context<'_>,
        diagnostic: Diagnostic,
    ) -> Result<(String, Diagnostic)> {
        let folder = self.own_folder(context)?;
        let calls = folder
            .iter()
            .flat_map(|folder| &folder.module.inventory().calls);
        for call in context.budget.each(calls) {
            let call = call?;
            let place = &call.declared.place;
            let file = name(&place.source.name);
            let line = place.range.start.line;
            let named = format!("module \"{}\" at {file}:{line}:", call.name);
            if diagnostic.detail.contains(&named) {
                let path = place.source.name.to_string();
                let source = Some(place.source.clone());
                let mut diagnostic = diagnostic.with_subject(place.range);
                diagnostic.source = source;
                return Ok((path, diagnostic));
            }
        }
        Ok((context.document.path().to_owned(), diagnostic))
    }

    /// The diagnostics of the project in a folder.
    fn project_diagnostics(&self, context: &Context<'_>, base: &str) -> Result<Vec<Diagnostic>> {
        let files = ModuleFiles {
            terraform: self,
            workspace: context.workspace,
            base,
            texts: Texts::Written,
        };
        let options = self.options_in(context, base);
        let budget = context.budget;
        let (manifest, mut found) = match Manifest::open(&files, ".", budget) {
            Ok(manifest) => (manifest, Vec::new()),
            Err(error) if error.code().is_refusal() => return Err(error),
            Err(error) => {
                let warning = Reporter::Terraform.warning("Manifest not read", error.message());
                (Manifest::default(), vec![warning])
            }
        };
        let given = BTreeMap::new();
        match Project::load(&files, ".", &given, &manifest, &options, budget) {
            Ok(loaded) => {
                found.extend(loaded.diagnostics);
                found.extend(loaded.missing.iter().map(|missing| missing.warning()));
                if loaded.project.is_loaded() {
                    found.extend(loaded.project.validate_all(budget)?);
                } else {
                    let more = self.independent(context, base, &manifest, &options, &found)?;
                    found.extend(more);
                }
            }
            Err(error) if error.code() == Code::NotFound => {}
            Err(error) => return Err(error),
        }
        Ok(found)
    }

    /// The diagnostics of a file of values.
    fn values_report(&self, context: &Context<'_>) -> Result<Vec<FileReport>> {
        let file = self.files.document(context)?;
        let is_json = file.path.ends_with(".json");
        let (body, mut diagnostics, text) = match is_json {
            true => {
                let (text, path) = (file.text.as_bytes(), &*file.path);
                let parsed = parse_json_config_within(text, path, Position::START, context.budget);
                let source = Source::new(path, &*file.text);
                (parsed.body, parsed.diagnostics, source)
            }
            false => (
                Body::native(file.tree.clone(), file.root),
                file.diagnostics.clone(),
                file.tree.source().clone(),
            ),
        };
        let attributes = body.just_attributes_within(context.budget);
        context.budget.finish()?;
        if is_json && diagnostics.is_empty() {
            diagnostics.extend(attributes.diagnostics);
        }
        let folder = self.own_folder(context)?;
        // A value whose variable is not known may be that of a sensitive variable.
        let has_sensitive = folder.as_ref().is_none_or(|folder| {
            let mut variables = folder.module.inventory().variables.iter();
            variables.any(|variable| variable.is_sensitive())
        });
        let source = |has_secrets| {
            Some(Source {
                has_secrets,
                ..text.clone()
            })
        };
        for diagnostic in &mut diagnostics {
            diagnostic.source = source(has_sensitive);
        }
        if let Some(folder) = folder {
            let variables = &folder.module.inventory().variables;
            let variable_of =
                |name: &str| variables.iter().find(|variable| &*variable.name == name);
            // No line with a value of a sensitive variable is shown, whatever else it has.
            let mut secret_lines = HashSet::new();
            for attribute in &attributes.content {
                context.budget.charge(1 + variables.len() as u64)?;
                let found = variable_of(&attribute.name);
                if found.map_or(has_sensitive, |variable| variable.is_sensitive()) {
                    let lines = context.budget.each(lines_of(attribute.range));
                    for line in lines {
                        secret_lines.insert(line?);
                    }
                }
            }
            for attribute in &attributes.content {
                context.budget.charge(1 + variables.len() as u64)?;
                let name = &*attribute.name;
                let found = variable_of(name);
                let mut diagnostic = match found {
                    Some(variable) => match value_error(context, &attribute.expr, variable)? {
                        Some(found) => found.with_subject(attribute.expr.range()),
                        None => continue,
                    },
                    None => {
                        let known = variables.iter().map(|variable| &*variable.name);
                        let meant = suggest(name, known);
                        let mut warning = Reporter::Terraform.warning(
                            "Value for undeclared variable",
                            format!(
                                "The module in this folder does not declare a variable named \"{name}\".{}",
                                did_you_mean(meant)
                            ),
                        );
                        warning.suggestion = meant.map(str::to_owned);
                        warning.with_subject(attribute.name_range)
                    }
                };
                let mut lines = lines_of(attribute.range);
                context.budget.charge(lines.clone().count() as u64)?;
                diagnostic.source = source(lines.any(|line| secret_lines.contains(&line)));
                diagnostics.push(diagnostic);
            }
        }
        Ok(vec![FileReport {
            path: file.path.clone(),
            diagnostics,
        }])
    }
}

fn lines_of(range: Range) -> std::ops::RangeInclusive<u32> {
    range.start.line..=range.end.line
}

/// The error of a value for a variable. It shows no value of a sensitive variable.
fn value_error(
    context: &Context<'_>,
    expression: &Expr,
    variable: &Variable,
) -> Result<Option<Diagnostic>> {
    let Some(constraint) = &variable.constraint else {
        return Ok(None);
    };
    let evaluated = expression.evaluate_within(None, context.budget);
    context.budget.finish()?;
    if evaluated.has_errors() {
        return Ok(Some(Reporter::Terraform.error(
            "Variables not allowed",
            "Variables and functions may not be used in a file of values.",
        )));
    }
    let value: Value = evaluated.value;
    let value = match &constraint.defaults {
        Some(defaults) => defaults.apply_within(&value, context.budget)?,
        None => value,
    };
    Ok(match convert(&value, &constraint.ty) {
        Ok(_) => None,
        Err(_) if variable.is_sensitive() => Some(Reporter::Terraform.error(
            "Invalid value for input variable",
            format!("The value is not suitable for var.{}.", variable.name),
        )),
        Err(error) => Some(Reporter::Terraform.error(
            "Invalid value for input variable",
            format!(
                "The value is not suitable for var.{}: {}.",
                variable.name,
                error.message()
            ),
        )),
    })
}
