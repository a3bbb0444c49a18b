//! Bodies of resources, actions and provider configurations, checked by their schemas.

use super::Computed;
use super::bodies::spec;
use super::deprecation::Depth;
use super::planning::{Planning, fit};
use super::providers::{ProviderType, implied_name, provider_type};
use super::schemas::{Schema, SchemaKind};
use super::scope::Reference;
use super::steps::check_steps;
use super::values::{deprecated, kind_of};
use super::walk::{InstanceKey, Phase, RepetitionValues, Site, Walk};
use crate::module::address::Address;
use crate::module::inventory::{Action, Dependency, Repetition, Resource, ResourceMode};
use crate::module::rules::RuleOf;
use crate::module::sink::{DiagnosticSink, Location};
use crate::sensitive::EPHEMERAL;
use polycty_core::calls::cost;
use polycty_core::source::{Diagnostic, Reporter, Result, did_you_mean};
use polycty_core::text::Quoted;
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_hcl::body::Body;
use polycty_hcl::decode::Needs;
use polycty_hcl::syntax::{TraversalStep, TraversalStepKind};
use std::sync::Arc;

impl Walk<'_> {
    /// The provider of a resource.
    pub(crate) fn provider_of(&self, module: usize, resource: &Resource) -> ProviderType {
        let inventory = self.modules()[module].module.inventory();
        match &resource.provider {
            Some((name, _)) => provider_type(inventory, name),
            None => provider_type(inventory, implied_name(&resource.resource_type)),
        }
    }

    /// The schema of a resource, or `None` if it is not known.
    pub(crate) fn resource_schema(
        &self,
        module: usize,
        resource: &Resource,
        sink: &DiagnosticSink<'_>,
    ) -> Result<Option<Arc<Schema>>> {
        let provider = self.provider_of(module, resource);
        let Some(schemas) = self.schemas_of(&provider.0) else {
            return Ok(None);
        };
        let kind = kind_of(resource.mode);
        schemas.schema(&provider.0, kind, &resource.resource_type, sink.budget)
    }

    /// Checks a resource in an instance of its module, and returns its value.
    pub(crate) fn resource(
        &self,
        module: usize,
        instance: usize,
        resource: &Resource,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Value>> {
        let before = sink.count();
        let mut site = Site::new(module, instance, &resource.declared.place);
        site.check = resource.of_check.as_ref();
        if let Some(expr) = resource.repetition.expr() {
            site.own_address = Some(resource.address());
            let references = super::scope::references(expr);
            self.check_self_references(&references, 1, &site, sink)?;
            site.own_address = None;
            if sink.failed_since(before) {
                return Ok(None);
            }
        }
        let instances = self.instances(&resource.repetition, &site, sink)?;
        self.check_depends_on(&resource.depends_on, &site, sink)?;
        let schema = self.resource_schema(module, resource, sink)?;
        let provider = self.provider_of(module, resource);
        if schema.is_none() && self.schemas_of(&provider.0).is_some() {
            sink.report(self.unknown_type(module, resource, sink))?;
            return Ok(None);
        }
        if instances.is_none() && self.phase == Phase::Plan {
            return Ok(None);
        }
        let body = Body::overridden(
            resource.arguments.clone(),
            resource.overridden.iter().cloned(),
        );
        let single = || {
            vec![super::walk::Instance {
                key: InstanceKey::None,
                repetition: RepetitionValues::unknown(&resource.repetition),
            }]
        };
        let mut values: Vec<(InstanceKey, Value)> = Vec::new();
        for one in sink.budget.charged(instances.unwrap_or_else(single))? {
            let mut site = Site::new(module, instance, &resource.declared.place)
                .with_repetition(one.repetition);
            site.check = resource.of_check.as_ref();
            let is_planned = self.phase == Phase::Plan;
            let of = RuleOf::Resource;
            site.own_schema = schema.clone();
            site.own_address = Some(format!("{}{}", resource.address(), one.key));
            let preconditions = sink.count();
            self.rules(&resource.preconditions, &of, &site, sink)?;
            if is_planned && sink.failed_since(preconditions) {
                continue;
            }
            let mut value = None;
            if let Some(schema) = &schema {
                let decoded = self.decode(schema, &body, &site, sink)?;
                if let Some(decoded) = decoded {
                    let writes = resource.mode == ResourceMode::Managed;
                    if resource.mode != ResourceMode::Ephemeral {
                        self.check_ephemeral(&decoded, schema, &body, &site, writes, sink)?;
                    }
                    if is_planned {
                        let computed = match resource.mode {
                            ResourceMode::Managed => self.project.options.computed,
                            _ => Computed::All,
                        };
                        let planned = Planning { computed }.block(&schema.block, &decoded)?;
                        let origin = format!(
                            "{}{}{}",
                            self.states[module][instance].prefix,
                            resource.address(),
                            one.key
                        );
                        // In OpenTofu, values of deprecated attributes have no marks.
                        let planned = if self.release().is_tofu() {
                            planned
                        } else {
                            deprecated(&planned, &schema.block, &origin)?
                        };
                        value = Some(match resource.mode {
                            ResourceMode::Ephemeral => planned.mark(EPHEMERAL),
                            _ => planned,
                        });
                    }
                }
            } else {
                let references = body.variables_within(sink.budget)?;
                let references: Vec<Reference> = references.into_iter().collect();
                self.scope(&references, &site, sink)?;
                value = is_planned.then(Value::dynamic);
            }
            site.itself = match (&value, is_planned) {
                (Some(value), true) => Some(value.clone()),
                _ => Some(self.unknown_resource(module, resource, sink)?),
            };
            if value.is_some() || !is_planned {
                self.rules(
                    &resource.postconditions,
                    &RuleOf::Postcondition,
                    &site,
                    sink,
                )?;
            }
            if !is_planned {
                self.check_lifecycle(resource, schema.as_deref(), before, sink)?;
                self.check_triggers(module, resource, &site, sink)?;
                self.check_provisioners(resource, before, &site, sink)?;
            } else {
                self.check_replacements(resource, &site, sink)?;
            }
            if let Some(value) = value {
                values.push((one.key, value));
            }
        }
        if sink.failed_since(before) || self.phase == Phase::Validate {
            return Ok(None);
        }
        Ok(Some(match resource.repetition {
            Repetition::Single => match values.pop() {
                Some((_, value)) => value,
                None => return Ok(None),
            },
            // A disabled resource is null.
            Repetition::Enabled(_) => match (values.pop(), &schema) {
                (Some((_, value)), _) => value,
                (None, Some(schema)) => Value::null(schema.implied.clone()),
                (None, None) => Value::null(Type::any().clone()),
            },
            Repetition::Count(_) => {
                Value::tuple(values.into_iter().map(|(_, value)| value).collect())?
            }
            Repetition::ForEach(_) => {
                let pairs = values.into_iter().filter_map(|(key, value)| match key {
                    InstanceKey::Text(key) => Some((key, value)),
                    _ => None,
                });
                Value::object(pairs.collect::<Vec<_>>())?
            }
        }))
    }

    /// The diagnostic of a resource whose type the provider does not have.
    fn unknown_type(
        &self,
        module: usize,
        resource: &Resource,
        sink: &DiagnosticSink<'_>,
    ) -> Diagnostic {
        let provider = self.provider_of(module, resource);
        let name = &resource.resource_type;
        let Some(schemas) = self.schemas_of(&provider.0) else {
            return Reporter::Terraform.error("Invalid resource type", "");
        };
        let has = |kind| schemas.has(&provider.0, kind, name);
        let hint = |what: &str, instead: &str, wrong: &str| {
            format!(
                "\n\nDid you intend to use the {what} {}? If so, declare this using a {} block instead of a {} block.",
                Quoted(name),
                Quoted(instead),
                Quoted(wrong)
            )
        };
        let (summary, what, hint) = match resource.mode {
            ResourceMode::Managed if has(SchemaKind::Data) => (
                "Invalid resource type",
                "resource type",
                hint("data source", "data", "resource"),
            ),
            ResourceMode::Data if has(SchemaKind::Managed) => (
                "Invalid data source",
                "data source",
                hint("managed resource type", "resource", "data"),
            ),
            mode => {
                let (summary, what) = match mode {
                    ResourceMode::Managed => ("Invalid resource type", "resource type"),
                    ResourceMode::Data => ("Invalid data source", "data source"),
                    ResourceMode::Ephemeral => ("Invalid ephemeral resource", "ephemeral resource"),
                };
                let known = schemas.names(&provider.0, kind_of(mode));
                (
                    summary,
                    what,
                    did_you_mean(cost::suggest(name, known, sink.budget)),
                )
            }
        };
        resource.type_place.error(
            summary,
            format!(
                "The provider {} does not support {what} {}.{hint}",
                provider.shown(),
                Quoted(name)
            ),
        )
    }

    /// The value of a body by a schema, or `None` if there are errors.
    pub(crate) fn decode(
        &self,
        schema: &Schema,
        body: &Body,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Value>> {
        let spec = spec(&schema.block, body, sink.budget)?;
        let before = sink.count();
        // As in Terraform, `dynamic` blocks are expanded even if their own references have errors.
        let references = spec.needed_within(body, Some(Needs::Expansion), sink.budget);
        let outer = self.partial_scope(&references, site, sink)?;
        let expanded = body.expand_dynamic(Some(&outer));
        let references = spec.needed_within(&expanded, None, sink.budget);
        sink.budget.finish()?;
        let own = sink.count();
        self.check_self_references(&references, 2, site, sink)?;
        if sink.failed_since(own) {
            return Ok(None);
        }
        let Some(scope) = self.scope(&references, site, sink)? else {
            return Ok(None);
        };
        let calls = body.calls_within(sink.budget)?;
        let calls = calls
            .into_iter()
            .filter(|call| call.name.contains("::"))
            .collect();
        let Some(scope) = self.with_functions(scope, calls, site, sink)? else {
            return Ok(None);
        };
        let mut decoded = spec.decode_within(&expanded, Some(&scope), sink.budget);
        self.suggest_functions(&mut decoded.diagnostics, site);
        sink.report_all(decoded.diagnostics)?;
        if sink.failed_since(before) {
            return Ok(None);
        }
        let value = self.report_body_deprecations(&decoded.value, body, site, sink)?;
        Ok(Some(if value.ty() == &schema.implied {
            value
        } else {
            fit(&schema.block, &value)?
        }))
    }

    /// Reports references of a resource to itself, which are errors only in a plan. Terraform reports
    /// those of a body twice: when the body is checked and when it is evaluated.
    fn check_self_references(
        &self,
        references: &[Reference],
        times: usize,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let Some(own) = site
            .own_address
            .as_ref()
            .filter(|_| self.phase == Phase::Plan)
        else {
            return Ok(());
        };
        for (traversal, source) in references {
            let Ok(address) = Address::of(traversal, self.release()) else {
                continue;
            };
            let Some(label) = address.subject.resource_address() else {
                continue;
            };
            let key = address.key.as_ref().map(|key| match key.as_str() {
                Some(text) => format!("[{}]", Quoted(text)),
                None => key
                    .as_number()
                    .map_or(String::new(), |key| format!("[{key}]")),
            });
            let times = if key.is_some() { 1 } else { times };
            if format!("{label}{}", key.unwrap_or_default()) != *own {
                continue;
            }
            let unwritten = crate::module::references::unwritten();
            let place = Location::new(source.as_ref().unwrap_or(unwritten), address.range);
            for _ in 0..times {
                sink.report(place.error(
                    "Self-referential block",
                    format!("Configuration for {own} may not refer to itself."),
                ))?;
            }
        }
        Ok(())
    }

    /// Reports deprecated values in a body, each at the expression of its attribute.
    fn report_body_deprecations(
        &self,
        value: &Value,
        body: &Body,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Value> {
        if !value.contains_marked() {
            return Ok(value.clone());
        }
        let fields: Vec<Str> = value
            .ty()
            .fields()
            .iter()
            .map(|field| field.shared_name().clone())
            .collect();
        let (bare, marks) = value.unmark();
        let mut parts = Vec::new();
        for (name, part) in fields.iter().zip(bare.parts().unwrap_or_default()) {
            let expr = self.attribute_expr(body, name, sink)?;
            let part = match &expr {
                Some(expr) => self.report_deprecations(part, Depth::Deep, expr, site, sink)?,
                None => self.report_in_blocks(part, body, name, site, sink)?,
            };
            parts.push((name.clone(), part));
        }
        Ok(Value::object(parts)?.with_marks(&marks))
    }

    /// Reports deprecated values in the blocks of a type, at the expressions of their attributes.
    /// Deprecated values in blocks that a `dynamic` block generated are reported only in a plan, at
    /// the position for missing items of the body.
    fn report_in_blocks(
        &self,
        value: &Value,
        body: &Body,
        name: &Str,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Value> {
        if !value.contains_marked() {
            return Ok(value.clone());
        }
        let mut blocks = Vec::new();
        for item in body.items_within(sink.budget)? {
            let of_type = item
                .blocks()
                .iter()
                .filter(|block| block.block_type == *name);
            blocks.extend(of_type.map(|block| block.body.clone()));
        }
        let (bare, marks) = value.unmark();
        let elements: &[Value] = if bare.ty().is_object() {
            std::slice::from_ref(&bare)
        } else {
            bare.parts().unwrap_or_default()
        };
        let outer = Value::string("").with_marks(&marks);
        let mut rest: Vec<Value> = vec![outer];
        for (at, element) in elements.iter().enumerate() {
            match blocks.get(at) {
                Some(inner) => {
                    self.report_body_deprecations(element, inner, site, sink)?;
                }
                None => rest.push(element.clone()),
            }
        }
        if self.phase == Phase::Plan {
            let source = body.source().unwrap_or_else(|| site.source());
            let place = Location::new(source, body.missing_item_range());
            self.report_at(&Value::tuple(rest)?, &place, site, sink)?;
        }
        self.without_deprecations(value, sink)
    }

    /// The expression of an attribute of a body.
    fn attribute_expr(
        &self,
        body: &Body,
        name: &Str,
        sink: &DiagnosticSink<'_>,
    ) -> Result<Option<polycty_hcl::eval::Expr>> {
        let items = body.items_within(sink.budget)?;
        let mut found = items.iter().filter_map(|item| item.attribute());
        Ok(found
            .find(|attribute| attribute.name == *name)
            .map(|attribute| attribute.expr.clone()))
    }

    /// Reports ephemeral values that a resource would keep.
    fn check_ephemeral(
        &self,
        value: &Value,
        schema: &Schema,
        body: &Body,
        site: &Site<'_>,
        has_write_only: bool,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        if !value.contains_marked() {
            return Ok(());
        }
        const SUMMARY: &str = "Invalid use of ephemeral value";
        let fields = value.ty().fields().iter();
        let bare = value.unmarked();
        let source = body.source().unwrap_or_else(|| site.source());
        let missing = Location::new(source, body.missing_item_range());
        for (field, part) in fields.zip(bare.parts().unwrap_or_default()) {
            if !part.contains_marked() || !part.unmark_deep().1.contains(EPHEMERAL) {
                continue;
            }
            let name = field.shared_name();
            let attribute = schema.block.attribute(name);
            if has_write_only && attribute.is_some_and(|attribute| attribute.write_only) {
                continue;
            }
            let expr = self.attribute_expr(body, name, sink)?;
            let diagnostic = match (attribute, expr) {
                (Some(_), Some(expr)) => {
                    let source = expr.source().unwrap_or_else(|| site.source());
                    Location::new(source, expr.range()).error(
                        SUMMARY,
                        format!("Ephemeral values are not valid for {}, because it is not a write-only attribute and must be persisted to state.", Quoted(name)),
                    )
                }
                _ => missing.error(
                    SUMMARY,
                    format!("Ephemeral values are not valid for {}, because it is not an assignable attribute.", Quoted(name)),
                ),
            };
            sink.report(diagnostic)?;
        }
        Ok(())
    }

    /// Checks `ignore_changes` of a resource.
    fn check_lifecycle(
        &self,
        resource: &Resource,
        schema: Option<&Schema>,
        before: usize,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let Some(schema) = schema else {
            return Ok(());
        };
        for (expr, source) in &resource.ignored {
            let Ok(traversal) = expr.absolute_traversal_within(sink.budget) else {
                continue;
            };
            let steps: Vec<TraversalStep> = traversal
                .steps
                .iter()
                .map(|step| {
                    let mut step = step.clone();
                    if let TraversalStepKind::Root(name) = &step.kind {
                        step.kind = TraversalStepKind::Attr(name.clone());
                    }
                    step
                })
                .collect();
            if let Err(diagnostic) = check_steps(&schema.block, &steps, source, sink) {
                sink.report(*diagnostic)?;
                continue;
            }
            if let [step] = &*steps
                && let TraversalStepKind::Attr(name) = &step.kind
                && let Some(attribute) = schema.block.attribute(name)
                && attribute.computed
                && !attribute.optional
                && !sink.failed_since(before)
            {
                sink.report(resource.type_place.warning(
                    "Redundant ignore_changes element",
                    format!("Adding an attribute name to ignore_changes tells Terraform to ignore future changes to the argument in configuration after the object has been created, retaining the value originally configured.\n\nThe attribute {name} is decided by the provider alone and therefore there can be no configured value to compare with. Including this attribute in ignore_changes has no effect. Remove the attribute from ignore_changes to quiet this warning."),
                ))?;
            }
        }
        Ok(())
    }

    /// Checks that each reference of `depends_on` is to a whole object that exists.
    pub(crate) fn check_depends_on(
        &self,
        all: &[Dependency],
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        if self.phase == Phase::Plan {
            return Ok(());
        }
        let before = sink.count();
        for on in all {
            let reference = match Address::of(&on.on, self.release()) {
                Ok(reference) => reference,
                Err(error) => {
                    let place = Location::new(&on.source, error.range);
                    sink.report(place.error(error.summary, error.detail))?;
                    continue;
                }
            };
            let rest = on.on.steps.iter();
            let end = reference.range.end.byte;
            let mut rest = rest.filter(|step| step.range.start.byte >= end);
            if let Some(first) = rest.next() {
                let last = rest.next_back().unwrap_or(first);
                let range = polycty_core::source::Range {
                    start: first.range.start,
                    end: last.range.end,
                };
                sink.report(Location::new(&on.source, range).error(
                    "Invalid depends_on reference",
                    "References in depends_on must be to a whole object (resource, etc), not to an attribute of an object.",
                ))?;
            }
            if !sink.failed_since(before) {
                let references = [(on.on.clone(), Some(on.source.clone()))];
                let place = Location::new(&on.source, reference.range);
                let bare = Site::new(site.module, site.instance, &place);
                self.scope(&references, &bare, sink)?;
            }
        }
        Ok(())
    }

    /// Checks the configuration of a provider.
    pub(crate) fn provider(
        &self,
        module: usize,
        instance: usize,
        at: usize,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let inventory = self.modules()[module].module.inventory();
        let config = &inventory.providers[at];
        let site = Site::new(module, instance, &config.declared.place);
        if !matches!(config.repetition, Repetition::Single)
            && self.instances(&config.repetition, &site, sink)?.is_none()
        {
            return Ok(());
        }
        let Some(schemas) = &self.project.options.schemas else {
            return Ok(());
        };
        if !self.is_used(module, at, sink.budget)? {
            return Ok(());
        }
        if self.phase == Phase::Validate && super::providers::is_empty(config, sink.budget) {
            return Ok(());
        }
        let ty = provider_type(inventory, &config.name);
        let schema = schemas.schema(&ty.0, SchemaKind::Provider, "", sink.budget)?;
        let body = Body::overridden(config.arguments.clone(), config.overridden.iter().cloned());
        let site = site.with_repetition(RepetitionValues::unknown(&config.repetition));
        let schema = schema.unwrap_or_else(|| Arc::new(Schema::empty()));
        self.decode(&schema, &body, &site, sink)?;
        Ok(())
    }

    /// Checks the configuration of an action.
    pub(crate) fn action(
        &self,
        module: usize,
        instance: usize,
        action: &Action,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let Some(schemas) = &self.project.options.schemas else {
            return Ok(());
        };
        let inventory = self.modules()[module].module.inventory();
        let ty = match &action.provider {
            Some(provider) => provider_type(inventory, &provider.name),
            None => provider_type(inventory, implied_name(&action.action_type)),
        };
        let site = Site::new(module, instance, &action.declared.place);
        let Some(schema) =
            schemas.schema(&ty.0, SchemaKind::Action, &action.action_type, sink.budget)?
        else {
            let missing = Reporter::Terraform.error(
                format!("failed to read schema for {} in {}: provider {} does not have an action schema for {}", action.address(), ty.0, ty.0, action.action_type),
                "",
            );
            return sink.report(missing.with_name("missing-action-schema"));
        };
        let instances = self.instances(&action.repetition, &site, sink)?;
        let Some((first, rest)) = action.config.split_first() else {
            return Ok(());
        };
        let body = Body::overridden(first.clone(), rest.iter().cloned());
        // The configuration is checked for each resource that triggers the action.
        let label = (&action.action_type, &action.name);
        let mut callers: Vec<Option<&Resource>> = Vec::new();
        for resource in &inventory.resources {
            let triggers = resource.triggers.iter();
            let mut actions = triggers.flat_map(|trigger| &trigger.actions);
            sink.budget.charge(1 + actions.clone().count() as u64 / 4)?;
            if actions.any(|action| (&action.action_type, &action.name) == label) {
                callers.push(Some(resource));
            }
        }
        if callers.is_empty() {
            callers.push(None);
        }
        for (one, caller) in instances
            .unwrap_or_default()
            .into_iter()
            .flat_map(|one| callers.iter().map(move |caller| (one.clone(), *caller)))
        {
            sink.budget.charge(1)?;
            let mut site =
                Site::new(module, instance, &action.declared.place).with_repetition(one.repetition);
            site.is_action = true;
            if let Some(caller) = caller {
                site.own_schema = self.resource_schema(module, caller, sink)?;
                site.itself = Some(self.unknown_resource(module, caller, sink)?);
            }
            if let Some(value) = self.decode(&schema, &body, &site, sink)? {
                self.check_ephemeral(&value, &schema, &body, &site, true, sink)?;
            }
        }
        Ok(())
    }
}
