//! Diagnostics of a manifest or template: those of Puppet's parser and validator, and those of
//! names, attributes and literal values against the definitions of the workspace.
//!
//! Names are reported only where the workspace has the definitions that would contain them: a class
//! whose module is in the workspace, an attribute of a known type. A misspelled function is reported
//! if a known name is similar, because functions in Ruby may be defined elsewhere. Variables are in
//! `variables`.

use super::Session;
use super::file::{CallUse, DefinedKind, Owner, ResourceUse, Use, UseKind};
use super::index::module_of;
use super::resolve::{self, Target, resolve};
use super::types::{Types, literal};
use super::variables::is_similar;
use crate::language::FileReport;
use polycty_core::calls::cost::suggest;
use polycty_core::sort::sort;
use polycty_core::source::{Code, Diagnostic, Edit, Reporter, Result, Span};
use polycty_puppet::explain;
use polycty_puppet::resource_types::{built_in, built_in_types, is_metaparameter};
use polycty_puppet::syntax::tree::{AttributeOp, ExprId, ExprKind};
use polycty_puppet::syntax::{validate, validate_in_module};
use polycty_puppet::{
    Mode, Strict, call_mismatch, function_names, instance, stdlib_function_names,
};
use std::collections::{BTreeMap, HashSet};

/// The maximum number of diagnostics of a file.
const MAX_DIAGNOSTICS: usize = 500;

impl Session<'_> {
    /// The diagnostics of the file.
    pub(super) fn diagnostics(&self) -> Result<Vec<FileReport>> {
        Ok(vec![FileReport {
            path: self.file.path.clone(),
            diagnostics: self.found()?,
        }])
    }

    /// The diagnostics of the file in the order of their positions.
    pub(super) fn found(&self) -> Result<Vec<Diagnostic>> {
        let file = &self.file;
        let budget = self.context.budget;
        let mut found = file.errors.clone();
        if found.is_empty() {
            budget.charge(file.program.expression_count() as u64)?;
            let program = &file.program;
            let checked = match module_path(&file.path) {
                Some(path) => validate_in_module(program, Strict::Warning, Mode::Current, path),
                None => validate(program, Strict::Warning, Mode::Current),
            };
            let checked = checked.into_result(program.text());
            found.extend(checked.unwrap_or_else(|error| error.diagnostics().to_vec()));
        }
        let types = Types::default();
        for each in budget.each(&file.uses) {
            let each = each?;
            if found.len() >= MAX_DIAGNOSTICS {
                break;
            }
            found.extend(self.name(each));
        }
        for resource in &file.resources {
            if found.len() >= MAX_DIAGNOSTICS {
                break;
            }
            self.resource(resource, &types, &mut found)?;
        }
        for call in &file.calls {
            if found.len() >= MAX_DIAGNOSTICS {
                break;
            }
            self.call(call, &types, &mut found)?;
        }
        for scope in &file.scopes {
            for each in scope.variables.iter().filter(|each| each.is_parameter) {
                if let (Some(ty), Some(default)) = (each.ty, each.value)
                    && let Some(value) = literal(file, default)
                    && let Some(ty) = types.parse(&self.index, file.slice(ty), budget)?
                {
                    let subject = format!("parameter '{}'", each.name);
                    let span = file.program[default].span;
                    found.extend(self.mismatch(&subject, &value, &ty, span)?);
                }
            }
        }
        budget.sort_by_key(&mut found, |each| {
            each.subject.map_or(usize::MAX, |range| range.start.byte)
        })?;
        Ok(found)
    }

    pub(super) fn report(
        &self,
        diagnostic: Diagnostic,
        name: &'static str,
        span: Span,
    ) -> Diagnostic {
        // A message that does not fit ends the request.
        let length = diagnostic.summary.len() as u64;
        let _ = self.context.budget.hold(length);
        let range = self.file.program.range(span);
        diagnostic.with_name(name).with_subject(range)
    }

    /// Adds the suggestion of a similar name.
    pub(super) fn meant(
        &self,
        diagnostic: Diagnostic,
        span: Span,
        meant: Option<&str>,
    ) -> Diagnostic {
        let Some(meant) = meant else {
            return diagnostic;
        };
        let range = self.file.program.range(span);
        let text = meant.to_owned();
        diagnostic.with_edit(Edit { range, text })
    }

    /// The diagnostic of a name that has no declaration.
    fn name(&self, each: &Use) -> Option<Diagnostic> {
        let (file, index, budget) = (&self.file, &self.index, self.context.budget);
        let text = file.slice(each.span);
        let unknown = |what: &str, kind: &'static str, meant: Option<&str>| {
            let hint = meant.map_or(String::new(), |meant| format!("Did you mean '{meant}'?"));
            let diagnostic = Reporter::Puppet.warning(format!("Unknown {what} '{text}'"), hint);
            let diagnostic = diagnostic.with_code(Code::NotFound);
            self.meant(self.report(diagnostic, kind, each.span), each.span, meant)
        };
        match &each.kind {
            UseKind::Class(name) => {
                let is_known = index.get(DefinedKind::Class, name).is_some();
                if is_known || !index.has_module_of(name) {
                    return None;
                }
                let names = index
                    .of_kind(DefinedKind::Class)
                    .map(|(_, class)| &*class.name);
                let meant = suggest(name, names, budget);
                Some(unknown("class", "unknown-class", meant))
            }
            UseKind::ResourceType(name) => {
                if resolve::resource_type(index, name).is_some() {
                    return None;
                }
                let names = index
                    .of_kind(DefinedKind::Define)
                    .map(|(_, define)| &*define.name);
                let names = names.chain(built_in_types().map(|ty| ty.name()));
                let names = names.chain(index.types.keys().map(String::as_str));
                let meant = suggest(name, names, budget);
                let is_local = name.contains("::") && index.has_module_of(name);
                (is_local || meant.is_some())
                    .then(|| unknown("resource type", "unknown-resource-type", meant))
            }
            UseKind::Function(name) => {
                if resolve::function(index, name).is_some() {
                    return None;
                }
                let own = index.of_kind(DefinedKind::Function);
                let mut names: Vec<&str> = own.map(|(_, function)| &*function.name).collect();
                names.extend(index.ruby_functions());
                for name in function_names().chain(stdlib_function_names()) {
                    names.push(name);
                }
                let meant = suggest(name, names.into_iter(), budget);
                let meant = meant.filter(|meant| is_similar(name, meant));
                let is_local = name.contains("::") && index.has_module_of(name);
                (is_local || meant.is_some())
                    .then(|| unknown("function", "unknown-function", meant))
            }
            UseKind::Type(name) => {
                let is_local = name.contains("::") && index.has_module_of(name);
                if !is_local || resolve::type_name(index, name).is_some() {
                    return None;
                }
                let own = index.of_kind(DefinedKind::Type);
                let meant = suggest(text, own.map(|(_, ty)| &*ty.shown), budget);
                Some(unknown("type", "unknown-type", meant))
            }
            UseKind::Variable => self.unknown_variable(each),
            UseKind::ModuleFile(_) | UseKind::HieraKey => None,
            UseKind::Declaration
            | UseKind::Parameter
            | UseKind::Definition(_)
            | UseKind::Attribute(_) => None,
        }
    }

    /// The diagnostics of the attributes of a resource.
    fn resource(
        &self,
        resource: &ResourceUse,
        types: &Types,
        found: &mut Vec<Diagnostic>,
    ) -> Result<()> {
        let (file, index, budget) = (&self.file, &self.index, self.context.budget);
        let program = &file.program;
        let attributes = &program[resource.attributes];
        let (Owner::Class(name) | Owner::ResourceType(name)) = &resource.owner;
        // The name is looked up, and copied for messages.
        budget.charge(1 + attributes.len() as u64 + name.len() as u64 / 16)?;
        let (owner, what) = match &resource.owner {
            Owner::Class(name) => (index.get(DefinedKind::Class, name), format!("class {name}")),
            Owner::ResourceType(name) => {
                let target = resolve::resource_type(index, name);
                let defined = match target {
                    Some(Target::Defined(kind, _)) => index.get(kind, name),
                    _ => None,
                };
                (defined, name.to_string())
            }
        };
        // The names of the attributes, if one is unknown.
        let mut names: Option<Vec<String>> = None;
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for attribute in attributes {
            let name = program.name(attribute.name);
            if attribute.operator == AttributeOp::Splat {
                continue;
            }
            if found.len() >= MAX_DIAGNOSTICS {
                return Ok(());
            }
            if seen.insert(name, attribute.name_span).is_some() {
                let summary = format!("Attribute '{name}' is set twice");
                let diagnostic = Reporter::Puppet.error(summary, "").with_code(Code::Value);
                found.push(self.report(diagnostic, "duplicate-attribute", attribute.name_span));
            }
            if is_metaparameter(name) {
                continue;
            }
            let is_known = match (owner, &resource.owner) {
                (Some((_, defined)), _) => defined.parameter(name).is_some(),
                (None, Owner::ResourceType(ty)) => match (built_in(ty), index.types.get(&**ty)) {
                    (Some(ty), _) => ty.has_attribute(name),
                    (None, Some(ty)) => ty.has(name),
                    (None, None) => true,
                },
                (None, Owner::Class(_)) => true,
            };
            if !is_known {
                let names = names.get_or_insert_with(|| self.attribute_names(&resource.owner));
                let meant = suggest(name, names.iter().map(String::as_str), budget);
                let hint = meant.map(|meant| format!("Did you mean '{meant}'?"));
                let summary = format!("{what}: no parameter named '{name}'");
                let diagnostic = Reporter::Puppet.error(summary, hint.unwrap_or_default());
                let diagnostic = diagnostic.with_code(Code::NotFound);
                let span = attribute.name_span;
                let diagnostic = self.report(diagnostic, "unknown-parameter", span);
                found.push(self.meant(diagnostic, span, meant));
                continue;
            }
            if let Some((of, defined)) = owner
                && let Some(ty) = defined.parameter(name).and_then(|parameter| parameter.ty)
                && let Some(value) = literal(file, attribute.value)
                && let Some(ty) = types.parse(index, of.slice(ty), budget)?
            {
                let subject = format!("{what}: parameter '{name}'");
                let span = program[attribute.value].span;
                found.extend(self.mismatch(&subject, &value, &ty, span)?);
            }
        }
        // Hiera may set the parameters of classes; only those of defines must be in the text.
        let missing = self.missing(resource)?;
        if let (false, Owner::ResourceType(_), Some(title)) =
            (missing.is_empty(), &resource.owner, resource.title)
        {
            let names: Vec<String> = missing.iter().map(|name| format!("'{name}'")).collect();
            let summary = format!("{what}: expects a value for parameter {}", names.join(", "));
            let diagnostic = Reporter::Puppet.error(summary, "").with_code(Code::Value);
            found.push(self.report(diagnostic, "missing-parameter", program[title].span));
        }
        Ok(())
    }

    /// The required parameters of a class or define that a resource does not set.
    pub(super) fn missing(&self, resource: &ResourceUse) -> Result<Vec<String>> {
        let program = &self.file.program;
        let attributes = &program[resource.attributes];
        let (kind, name) = match &resource.owner {
            Owner::Class(name) => (DefinedKind::Class, name),
            Owner::ResourceType(name) => (DefinedKind::Define, name),
        };
        let splat = attributes
            .iter()
            .any(|each| each.operator == AttributeOp::Splat);
        let Some((of, defined)) = self.index.get(kind, name).filter(|_| !splat) else {
            return Ok(Vec::new());
        };
        if resource.title.is_none() || built_in(name).is_some() {
            return Ok(Vec::new());
        }
        let budget = self.context.budget;
        budget.charge(defined.parameters.len() as u64 + name.len() as u64 / 16)?;
        let set = attributes.iter().map(|each| program.name(each.name));
        let set: HashSet<&str> = set.collect();
        let required = defined.parameters.iter().filter(|each| {
            let ty = each.ty.map_or("", |ty| of.slice(ty));
            let takes_undef = ty.is_empty() || ty.starts_with("Optional") || ty.contains("Undef");
            each.value.is_none() && !takes_undef && !set.contains(&*each.name)
        });
        let names = required.map(|each| Ok(budget.copy(&each.name)?));
        names.collect()
    }

    /// The names of the attributes of a class or resource type, without metaparameters.
    pub(super) fn attribute_names(&self, owner: &Owner) -> Vec<String> {
        let (kind, name) = match owner {
            Owner::Class(name) => (DefinedKind::Class, name),
            Owner::ResourceType(name) => (DefinedKind::Define, name),
        };
        let mut names: Vec<String> = match (owner, built_in(name), self.index.types.get(&**name)) {
            (Owner::ResourceType(_), Some(ty), _) => ty.attributes().map(str::to_owned).collect(),
            (Owner::ResourceType(_), None, Some(ty)) => {
                ty.attributes.iter().map(|(name, _)| name.clone()).collect()
            }
            _ => {
                let defined = self.index.get(kind, name);
                let parameters = defined
                    .into_iter()
                    .flat_map(|(_, defined)| &defined.parameters);
                parameters.map(|parameter| parameter.name.clone()).collect()
            }
        };
        sort(&mut names);
        names
    }

    /// The diagnostics of the literal arguments of a call of a function in Puppet's language.
    fn call(&self, call: &CallUse, types: &Types, found: &mut Vec<Diagnostic>) -> Result<()> {
        let (file, index, budget) = (&self.file, &self.index, self.context.budget);
        budget.charge(1)?;
        let arguments = file.program[call.arguments].iter().copied();
        let arguments: Vec<ExprId> = call.receiver.into_iter().chain(arguments).collect();
        let is_splat = |id: &ExprId| matches!(file.program[*id].kind, ExprKind::Splat(_));
        if call.has_lambda || arguments.iter().any(is_splat) {
            return Ok(());
        }
        let Some((of, function)) = index.get(DefinedKind::Function, &call.name) else {
            return self.own_call(call, &arguments, found);
        };
        let parameters = &function.parameters;
        let takes_rest = parameters.last().is_some_and(|last| last.takes_rest);
        let least = parameters
            .iter()
            .filter(|each| each.value.is_none() && !each.takes_rest);
        let (least, most) = (least.count(), parameters.len());
        if arguments.len() < least || arguments.len() > most && !takes_rest {
            let expected = match (least == most, takes_rest) {
                (true, false) => format!("{least}"),
                (_, true) => format!("at least {least}"),
                (false, false) => format!("between {least} and {most}"),
            };
            let summary = format!(
                "'{}' expects {expected} arguments, got {}",
                call.name,
                arguments.len()
            );
            let diagnostic = Reporter::Puppet.error(summary, "").with_code(Code::Type);
            found.push(self.report(diagnostic, "argument-count", call.name_span));
            return Ok(());
        }
        for (at, argument) in arguments.iter().enumerate() {
            let parameter = parameters.get(at).or(parameters.last());
            if let Some(parameter) = parameter
                && let Some(ty) = parameter.ty
                && let Some(value) = literal(file, *argument)
                && let Some(ty) = types.parse(index, of.slice(ty), budget)?
            {
                let subject = format!("'{}' parameter '{}'", call.name, parameter.name);
                let span = file.program[*argument].span;
                found.extend(self.mismatch(&subject, &value, &ty, span)?);
            }
        }
        Ok(())
    }

    /// The diagnostic of a call of a function of the language whose arguments are literals.
    fn own_call(
        &self,
        call: &CallUse,
        arguments: &[ExprId],
        found: &mut Vec<Diagnostic>,
    ) -> Result<()> {
        let target = resolve::function(&self.index, &call.name);
        if !matches!(target, Some(Target::OwnFunction(_))) {
            return Ok(());
        }
        let values = arguments.iter().map(|id| literal(&self.file, *id));
        let Some(values) = values.collect::<Option<Vec<_>>>() else {
            return Ok(());
        };
        let budget = self.context.budget;
        let message = call_mismatch(&call.name, &values, budget);
        budget.finish()?;
        if let Some(message) = message.ok().flatten() {
            let diagnostic = Reporter::Puppet.error(message, "").with_code(Code::Type);
            found.push(self.report(diagnostic, "type-mismatch", call.name_span));
        }
        Ok(())
    }

    /// The diagnostic of a literal value that is not an instance of a type.
    fn mismatch(
        &self,
        subject: &str,
        value: &polycty_core::values::Value,
        ty: &polycty_core::types::Type,
        span: Span,
    ) -> Result<Option<Diagnostic>> {
        let budget = self.context.budget;
        budget.charge(1)?;
        // Puppet uses the default for `undef`; a default of `undef` marks a required parameter.
        if value.is_null() {
            return Ok(None);
        }
        let is_instance = instance(value, ty, budget);
        budget.finish()?;
        if is_instance.unwrap_or(true) {
            return Ok(None);
        }
        let message = explain::message_for_value(subject, value, ty, budget);
        budget.finish()?;
        let Some(message) = message.ok().filter(|message| !message.is_empty()) else {
            return Ok(None);
        };
        let diagnostic = Reporter::Puppet.error(message, "").with_code(Code::Type);
        Ok(Some(self.report(diagnostic, "type-mismatch", span)))
    }

    /// The target of a use.
    pub(super) fn target(&self, each: &Use) -> Option<Target> {
        resolve(&self.index, &self.file, each, self.context.budget)
    }
}

/// Returns the path of a file of a module below the folder of all modules.
fn module_path(path: &str) -> Option<&str> {
    let module = module_of(path)?;
    let parent = module.rsplit_once('/').map_or("", |(parent, _)| parent);
    let below = path.strip_prefix(parent)?.strip_prefix('/')?;
    // The manifests of an environment are not those of a module.
    let is_site = parent.ends_with("environments") || below.ends_with("/site.pp");
    let in_modules = ["modules", "site", "site-modules"];
    let is_module = in_modules.iter().any(|each| parent.ends_with(each));
    (is_module && !is_site).then_some(below)
}
