//! Resources of all modes.

use super::super::address::{Address, Subject};
use super::super::inventory::{
    Declared, Dependency, ProviderName, ProviderReference, ProvisionerBlock, Resource, ResourceMode,
};
use super::super::release::Release;
use super::super::sink::Location;
use super::Reader;
use super::argument::{
    depends_on, keyword, name_place, of_type, quoted, reference, repetition, rules, schema, truth,
    value_place, with_enabled,
};
use super::call::second_escape;
use super::settings::not_normalized;
use polycty_core::source::{Diagnostic, Range, Result, Source};
use polycty_core::text::Quoted;
use polycty_hcl::body::{Attribute, Block, Body, Content, Schema};
use polycty_hcl::eval::Expr;
use polycty_hcl::syntax::{ExprKind, Expression, Traversal, TraversalStepKind};
use std::sync::LazyLock;

static RESOURCE: LazyLock<Schema> = LazyLock::new(|| {
    let blocks: [(&str, &[&str]); 5] = [
        ("lifecycle", &[]),
        ("connection", &[]),
        ("provisioner", &["type"]),
        ("locals", &[]),
        ("_", &[]),
    ];
    schema(&["count", "for_each", "provider", "depends_on"], &blocks)
});

static READ: LazyLock<Schema> = LazyLock::new(|| {
    let blocks: [(&str, &[&str]); 3] = [("lifecycle", &[]), ("locals", &[]), ("_", &[])];
    schema(&["count", "for_each", "provider", "depends_on"], &blocks)
});

const LIFECYCLE_ARGUMENTS: [&str; 6] = [
    "create_before_destroy",
    "prevent_destroy",
    "ignore_changes",
    "replace_triggered_by",
    "destroy",
    "enabled",
];

const LIFECYCLE_BLOCKS: [(&str, &[&str]); 3] = [
    ("precondition", &[]),
    ("postcondition", &[]),
    ("action_trigger", &[]),
];

/// The schema of a `lifecycle` block in a release.
fn lifecycle_schema(release: Release) -> &'static Schema {
    static OLD: LazyLock<Schema> =
        LazyLock::new(|| schema(&LIFECYCLE_ARGUMENTS[..4], &LIFECYCLE_BLOCKS[..2]));
    static V1_14: LazyLock<Schema> =
        LazyLock::new(|| schema(&LIFECYCLE_ARGUMENTS[..4], &LIFECYCLE_BLOCKS));
    static V1_16: LazyLock<Schema> =
        LazyLock::new(|| schema(&LIFECYCLE_ARGUMENTS[..5], &LIFECYCLE_BLOCKS));
    static OF_TOFU: LazyLock<Schema> =
        LazyLock::new(|| schema(&LIFECYCLE_ARGUMENTS, &LIFECYCLE_BLOCKS[..2]));
    match release {
        release if release.is_tofu() => &OF_TOFU,
        release if release >= Release::V1_16 => &V1_16,
        release if release >= Release::V1_14 => &V1_14,
        _ => &OLD,
    }
}

static PROVISIONER: LazyLock<Schema> =
    LazyLock::new(|| schema(&["when", "on_failure"], &[("connection", &[])]));

impl Reader<'_, '_> {
    pub(crate) fn resource(&mut self, block: &Block) -> Result<Resource> {
        let mode = match &*block.block_type {
            "resource" => ResourceMode::Managed,
            "data" => ResourceMode::Data,
            _ => ResourceMode::Ephemeral,
        };
        let schema: &Schema = match mode {
            ResourceMode::Managed => &RESOURCE,
            ResourceMode::Data | ResourceMode::Ephemeral => &READ,
        };
        let (found, rest) = block.body.partial_content_within(schema, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        let (of_type_name, of_name) = match mode {
            ResourceMode::Managed => ("Invalid resource type name", "Invalid resource name"),
            ResourceMode::Data => ("Invalid data source name", "Invalid data resource name"),
            ResourceMode::Ephemeral => (
                "Invalid ephemeral resource type",
                "Invalid ephemeral resource name",
            ),
        };
        self.check_name(block, 0, of_type_name)?;
        self.check_name(block, 1, of_name)?;
        let repetition = repetition(&content, self.sink)?;
        let provider = match content.attribute("provider") {
            Some(attribute) => {
                self.provider_reference(&attribute.expr, &attribute.source, "provider")?
            }
            None => None,
        };
        let (provider, provider_reference) = provider.unzip();
        let provider = provider.map(|named| (named.name, named.alias));
        let mut resource = Resource {
            mode,
            resource_type: block.labels[0].clone(),
            name: block.labels[1].clone(),
            declared: Declared::new(block),
            repetition,
            provider,
            provider_reference,
            depends_on: depends_on(&content, self.sink)?,
            preconditions: Vec::new(),
            postconditions: Vec::new(),
            provisioners: Vec::new(),
            arguments: rest,
            overridden: Vec::new(),
            inner: Vec::new(),
            ignored: Vec::new(),
            replaced_by: Vec::new(),
            type_place: Location::new(&block.source, block.label_ranges[0]),
            provisioner_blocks: Vec::new(),
            connection: None,
            triggers: Vec::new(),
            of_check: None,
        };
        self.inner_blocks(&content, &mut resource)?;
        Ok(resource)
    }

    /// Reads the blocks of a resource that Terraform itself defines.
    fn inner_blocks(&mut self, content: &Content, resource: &mut Resource) -> Result<()> {
        let (mut lifecycle, mut connection) = (None::<Location>, None::<Location>);
        let mut enabled = None;
        let mut escaped = None::<Location>;
        for block in &content.blocks {
            let place = Location::new(&block.source, block.def_range);
            match &*block.block_type {
                "lifecycle" => {
                    if let Some(before) = &lifecycle {
                        self.sink.report(place.error(
                            "Duplicate lifecycle block",
                            format!("This resource already has a lifecycle block at {before}."),
                        ))?;
                        continue;
                    }
                    lifecycle = Some(place);
                    enabled = self.lifecycle(block, resource)?;
                }
                "connection" => {
                    if let Some(before) = &connection {
                        self.sink.report(place.error(
                            "Duplicate connection block",
                            format!("This resource already has a connection block at {before}."),
                        ))?;
                        continue;
                    }
                    connection = Some(place);
                    resource.connection = Some(block.body.clone());
                    resource.inner.push(block.body.clone());
                }
                "provisioner" => self.provisioner(block, resource)?,
                // The content of a `_` block belongs to the provider, whatever its names.
                "_" => {
                    let at = Location::new(&block.source, block.type_range);
                    match &escaped {
                        Some(before) if self.sink.release >= Release::V1_12 => {
                            let of = resource.mode.keyword();
                            self.sink.report(second_escape(&at, before, of))?;
                        }
                        _ => resource.overridden.push(block.body.clone()),
                    }
                    escaped.get_or_insert(at);
                }
                other => {
                    let place = Location::new(&block.source, block.type_range);
                    self.sink.report(reserved(&place, other, "resource"))?;
                }
            }
        }
        if self.sink.release.is_tofu() {
            let repetition = &mut resource.repetition;
            let enabled = enabled.as_ref();
            with_enabled(repetition, content, enabled, "resources", self.sink)?;
        }
        Ok(())
    }

    /// Reads a `lifecycle` block. Returns its argument `enabled`.
    fn lifecycle(&mut self, block: &Block, resource: &mut Resource) -> Result<Option<Attribute>> {
        let schema = lifecycle_schema(self.sink.release);
        let found = block.body.content_within(schema, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        if resource.mode == ResourceMode::Managed {
            truth(&content, "create_before_destroy", self.sink)?;
            // In OpenTofu, it may refer to variables.
            if !self.sink.release.is_tofu() {
                truth(&content, "prevent_destroy", self.sink)?;
            }
            truth(&content, "destroy", self.sink)?;
            if let Some(triggers) = content.attribute("replace_triggered_by") {
                self.triggers(triggers, resource)?;
            }
            if let Some(ignored) = content.attribute("ignore_changes") {
                self.ignored(ignored, resource)?;
            }
        } else {
            let others = content.attributes.iter();
            for attribute in others.filter(|attribute| &*attribute.name != "enabled") {
                let kind = resource.mode.keyword();
                self.sink.report(name_place(attribute).error(
                    format!("Invalid {kind} resource lifecycle argument"),
                    format!("The lifecycle argument {} is defined only for managed resources (\"resource\" blocks), and is not valid for {kind} resources.", Quoted(&attribute.name)),
                ))?;
            }
        }
        for trigger in of_type(&content.blocks, "action_trigger") {
            if resource.mode == ResourceMode::Managed {
                self.trigger(trigger, resource)?;
                continue;
            }
            let kind = resource.mode.keyword();
            let place = Location::new(&trigger.source, trigger.type_range);
            self.sink.report(place.error(
                format!("Invalid {kind} resource lifecycle nested block"),
                format!("The lifecycle nested block \"action_trigger\" is defined only for managed resources (\"resource\" blocks), and is not valid for {kind} resources."),
            ))?;
        }
        resource.preconditions = rules(&content.blocks, "precondition", self.sink)?;
        resource.postconditions = rules(&content.blocks, "postcondition", self.sink)?;
        for (what, rules) in [
            ("precondition", &resource.preconditions),
            ("postcondition", &resource.postconditions),
        ] {
            for expr in rules
                .iter()
                .flat_map(|rule| [&rule.condition, &rule.message])
            {
                self.check_itself(what, expr, resource, &block.source)?;
            }
        }
        Ok(content.attribute("enabled").cloned())
    }

    /// Reports a rule of a resource that refers to the resource by its name.
    fn check_itself(
        &mut self,
        what: &str,
        expr: &Expr,
        resource: &Resource,
        source: &Source,
    ) -> Result<()> {
        for traversal in expr.variables() {
            let itself =
                |address: &Address| address.subject.resource_address() == Some(resource.address());
            if !Address::of(&traversal, self.sink.release).is_ok_and(|address| itself(&address)) {
                continue;
            }
            self.sink.report(Location::new(source, expr.range()).error(
                format!("Invalid reference in {what}"),
                format!(
                    "Configuration for {} may not refer to itself.",
                    resource.address()
                ),
            ))?;
        }
        Ok(())
    }

    /// Reads `replace_triggered_by`: references, which are dependencies.
    fn triggers(&mut self, attribute: &Attribute, resource: &mut Resource) -> Result<()> {
        let Ok(list) = attribute.expr.static_list() else {
            return self.sink.report(not_a_list(attribute));
        };
        const SUMMARY: &str = "Invalid replace_triggered_by expression";
        for part in list {
            // In JSON syntax, each reference is a string with its text.
            let native = match &part {
                Expr::Json(text) => text.as_native(self.sink.budget).map(Expr::Native),
                _ => None,
            };
            let is_json = native.is_some();
            let part = native.unwrap_or(part);
            let place = Location::new(&attribute.source, part.range());
            let mut found = false;
            for on in part.variables() {
                let subject = Address::of(&on, self.sink.release).map(|address| address.subject);
                match subject {
                    Ok(Subject::Resource { .. }) => found = true,
                    Ok(Subject::Count(_) | Subject::Each(_)) | Err(_) => continue,
                    Ok(_) => {
                        self.sink.report(place.error(
                            "Invalid reference in replace_triggered_by expression",
                            "Only resources, count.index, and each.key may be used in replace_triggered_by.",
                        ))?;
                        continue;
                    }
                }
                let source = attribute.source.clone();
                if self.sink.release < Release::V1_12 {
                    // References of JSON strings are not validated in Terraform 1.11.
                    if !is_json {
                        resource.depends_on.push(Dependency { on, source });
                    }
                } else {
                    resource.replaced_by.push((part.clone(), source));
                }
            }
            if !found {
                self.sink.report(place.error(
                    SUMMARY,
                    "Missing resource reference in replace_triggered_by expression.",
                ))?;
            }
        }
        Ok(())
    }

    /// Reads `ignore_changes`: `all`, or attributes of the resource.
    fn ignored(&mut self, attribute: &Attribute, resource: &mut Resource) -> Result<()> {
        if attribute.expr.keyword().as_deref() == Some("all") {
            return Ok(());
        }
        let Ok(list) = attribute.expr.static_list() else {
            return self.sink.report(not_a_list(attribute));
        };
        for part in list {
            if self.sink.release < Release::V1_12 {
                reference(&part, &attribute.source, self.sink)?;
                continue;
            }
            if quoted(&part).as_deref() == Some("*") {
                let place = Location::new(&attribute.source, attribute.expr.range());
                self.sink.report(place.error(
                    "Invalid ignore_changes wildcard",
                    "The [\"*\"] form of ignore_changes wildcard is was deprecated and is now invalid. Use \"ignore_changes = all\" to ignore changes to all attributes.",
                ))?;
                continue;
            }
            if reference(&part, &attribute.source, self.sink)?.is_some() {
                resource.ignored.push((part, attribute.source.clone()));
            }
        }
        Ok(())
    }

    /// Checks the arguments of a provisioner that runs when the resource is destroyed.
    fn destroyed(&mut self, body: &Body) -> Result<()> {
        for attribute in body.just_attributes_within(self.sink.budget).content {
            let is_allowed = |traversal: &Traversal| {
                let second = traversal.steps.get(1).map(|step| &step.kind);
                let attr = |name: &str| matches!(second, Some(TraversalStepKind::Attr(attr)) if &**attr == name);
                match traversal.root().map(|root| &**root) {
                    Some("self" | "path" | "terraform") => true,
                    Some("count") => attr("index"),
                    Some("each") => attr("key"),
                    _ => false,
                }
            };
            if attribute.expr.variables().iter().all(is_allowed) {
                continue;
            }
            self.sink.report(value_place(&attribute).error(
                "Invalid reference from destroy provisioner",
                "Destroy-time provisioners and their connection configurations may only reference attributes of the related resource, via 'self', 'count.index', or 'each.key'.\n\nReferences to other resources during the destroy phase can cause dependency cycles and interact poorly with create_before_destroy.",
            ))?;
        }
        Ok(())
    }

    fn provisioner(&mut self, block: &Block, resource: &mut Resource) -> Result<()> {
        let budget = self.sink.budget;
        let (found, rest) = block.body.partial_content_within(&PROVISIONER, budget);
        self.sink.report_all(found.diagnostics)?;
        let name = &block.labels[0];
        if matches!(&**name, "chef" | "habitat" | "puppet" | "salt-masterless") {
            let place = Location::new(&block.source, block.label_ranges[0]);
            self.sink.report(place.error(
                format!("The {} provisioner has been removed", Quoted(name)),
                format!("The {} provisioner was deprecated in Terraform 0.13.4 has been removed from Terraform. Visit https://learn.hashicorp.com/collections/terraform/provision for alternatives to using provisioners that are a better fit for the Terraform workflow.", Quoted(name)),
            ))?;
            return Ok(());
        }
        let is_destroy = found
            .content
            .attribute("when")
            .is_some_and(|when| when.expr.keyword().as_deref() == Some("destroy"));
        if is_destroy && self.sink.release >= Release::V1_12 {
            let connections = of_type(&found.content.blocks, "connection");
            let bodies: Vec<Body> = connections.map(|block| block.body.clone()).collect();
            for body in std::iter::once(&rest).chain(&bodies) {
                self.destroyed(body)?;
            }
        }
        for (argument, known) in [
            ("when", ["create", "destroy"]),
            ("on_failure", ["continue", "fail"]),
        ] {
            let Some(attribute) = found.content.attribute(argument) else {
                continue;
            };
            let keyword = keyword(&attribute.expr, &attribute.source, self.sink)?;
            if !keyword.is_some_and(|keyword| known.contains(&&*keyword)) {
                let [one, other] = known;
                self.sink.report(value_place(attribute).error(
                    format!("Invalid {} keyword", Quoted(argument)),
                    format!(
                        "The {} argument requires one of the following keywords: {one} or {other}.",
                        Quoted(argument)
                    ),
                ))?;
            }
        }
        resource.provisioners.push(name.clone());
        let own = of_type(&found.content.blocks, "connection").next();
        resource.provisioner_blocks.push(ProvisionerBlock {
            provisioner_type: name.clone(),
            body: rest.clone(),
            connection: own.map(|block| block.body.clone()),
        });
        resource.inner.push(rest);
        let connections = of_type(&found.content.blocks, "connection");
        resource
            .inner
            .extend(connections.map(|connection| connection.body.clone()));
        Ok(())
    }

    /// Reads a reference to a provider configuration.
    pub(crate) fn provider_reference(
        &mut self,
        expr: &Expr,
        source: &Source,
        argument: &str,
    ) -> Result<Option<(ProviderName, ProviderReference)>> {
        const SUMMARY: &str = "Invalid provider configuration reference";
        let mut key = None;
        let found = if quoted(expr).is_some() || is_reference(expr) {
            reference(expr, source, self.sink)?
        } else if self.sink.release.is_tofu() {
            key = computed_key(expr).map(|range| Location::new(source, range));
            keyed(expr)
        } else {
            None
        };
        let steps = found.as_ref().map_or(&[] as &[_], |found| &*found.steps);
        let (root, alias) = match steps {
            [root] => (root, None),
            // In OpenTofu, the key of an instance of a provider with `for_each` may follow.
            [root, alias, step]
                if self.sink.release.is_tofu()
                    && matches!(step.kind, TraversalStepKind::Index(_)) =>
            {
                key = Some(Location::new(source, step.range));
                (root, Some(alias))
            }
            [root, alias] => (root, Some(alias)),
            _ => {
                let place = Location::new(source, expr.range());
                let detail = format!(
                    "The {argument} argument requires a provider type name, optionally followed by a period and then a configuration alias."
                );
                self.sink.report(place.error(SUMMARY, detail))?;
                return Ok(None);
            }
        };
        let TraversalStepKind::Root(name) = &root.kind else {
            return Ok(None);
        };
        let place = Location::new(source, root.range);
        if let Some(detail) = not_normalized(name) {
            self.sink
                .report(place.error("Invalid provider local name", detail))?;
            return Ok(None);
        }
        let alias = match alias {
            None => None,
            Some(step) => match &step.kind {
                TraversalStepKind::Attr(alias) => Some(alias.clone()),
                _ => {
                    let place = Location::new(source, step.range);
                    self.sink.report(place.error(SUMMARY, "Provider name must either stand alone or be followed by a period and then a configuration alias."))?;
                    return Ok(None);
                }
            },
        };
        let name = name.clone();
        Ok(Some((
            ProviderName { name, alias },
            ProviderReference { place, key },
        )))
    }
}

/// The part of an expression such as `aws.by[each.key]` before the key.
fn keyed(expr: &Expr) -> Option<Traversal> {
    if !expr.text()?.ends_with(']') {
        return None;
    }
    let start = expr.range().start.byte;
    let mut references = expr.variables().into_iter();
    references.find(|found| found.range().is_some_and(|range| range.start.byte == start))
}

/// The position of the key of `aws.by[each.key]`.
fn computed_key(expr: &Expr) -> Option<Range> {
    let Expr::Native(Expression { tree, id }) = expr else {
        return None;
    };
    match tree[*id].kind {
        ExprKind::Index { key, .. } => Some(tree.range(tree[key].span)),
        _ => None,
    }
}

fn is_reference(expr: &Expr) -> bool {
    expr.absolute_traversal().is_ok()
}

/// The diagnostic of an argument that must be written as a list.
pub(crate) fn not_a_list(attribute: &Attribute) -> Diagnostic {
    Location::new(&attribute.source, attribute.expr.start_range()).error(
        "Invalid expression",
        "A static list expression is required.",
    )
}

/// The diagnostic of a block type that is reserved for a future release.
pub(crate) fn reserved(place: &Location, block_type: &str, around: &str) -> Diagnostic {
    place.error(
        format!("Reserved block type name in {around} block"),
        format!(
            "The block type name {} is reserved for use by Terraform in a future version.",
            Quoted(block_type)
        ),
    )
}
