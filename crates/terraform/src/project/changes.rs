//! Imports, and actions that resources trigger.

use super::scope::place_of;
use super::walk::{Phase, RepetitionValues, Site, Walk};
use crate::module::address::{Address, Subject};
use crate::module::inventory::{
    Change, ChangeKind, Import, Repetition, Resource, ResourceMode, TriggeredAction, action_address,
};
use crate::module::sink::{DiagnosticSink, Location};
use polycty_core::calls::cost;
use polycty_core::sort::sort;
use polycty_core::source::{Diagnostic, Reporter, Result, did_you_mean};
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedMap, Type};
use polycty_core::values::Value;
use polycty_hcl::eval::{Expr, Form};
use polycty_hcl::syntax::TraversalStepKind;

/// A place as messages about moves print it.
fn start(place: &Location) -> String {
    let at = place.range.start;
    format!("{}:{},{}", place.source.name, at.line, at.column)
}

/// The diagnostic of a move, `None` if it is valid.
fn moved(
    from: &str,
    to: &str,
    declared: Option<&Location>,
    place: &Location,
    before: Option<&(&str, &str, &Location)>,
) -> Option<Diagnostic> {
    if from == to {
        return Some(place.error(
            "Redundant move statement",
            format!("This statement declares a move from {from} to the same address, which is the same as not declaring this move at all."),
        ));
    }
    if let Some((_, other, at)) = before
        && *other != to
    {
        return Some(place.error(
            "Ambiguous move statements",
            format!("A statement at {} declared that {from} moved to {other}, but this statement instead declares that it moved to {to}.\n\nEach resource can move to only one destination resource.", start(at)),
        ));
    }
    let declared = declared?;
    Some(place.error(
        "Moved object still exists",
        format!("This statement declares a move from {from}, but that resource is still declared at {}.\n\nChange your configuration so that this resource will be declared as {to} instead.", start(declared)),
    ))
}

/// The diagnostic of moves that lead to each other; `sources` has the first move from each address.
fn circle(
    moves: &[(&str, &str, &Location)],
    sources: &KeyedMap<&str, usize>,
) -> Option<Diagnostic> {
    let mut seen = vec![false; moves.len()];
    for first in 0..moves.len() {
        let mut chain = vec![first];
        while let Some(&last) = chain.last() {
            if seen[last] {
                break;
            }
            seen[last] = true;
            let Some(&next) = sources.get(moves[last].1) else {
                break;
            };
            // A move that was seen ends the chain, so the chain is searched once.
            if seen[next]
                && let Some(at) = chain.iter().position(|&before| before == next)
            {
                let mut lines: Vec<String> = chain[at..]
                    .iter()
                    .map(|&number| {
                        let (from, to, place) = &moves[number];
                        format!("\n  - {}: {from}[*] → {to}[*]", start(place))
                    })
                    .collect();
                sort(&mut lines);
                return Some(Reporter::Terraform.error(
                    "Cyclic dependency in move statements",
                    format!(
                        "The following chained move statements form a cycle, and so there is no final location to move objects to:{}\n\nA chain of move statements must end with an address that doesn't appear in any other statements, and which typically also refers to an object still declared in the configuration.",
                        lines.concat()
                    ),
                ));
            }
            chain.push(next);
        }
    }
    None
}

/// The target of an import.
struct Target<'m> {
    /// The address without the key of the instance.
    address: String,
    is_elsewhere: bool,
    resource: Option<&'m Resource>,
    key: Option<Value>,
}

impl Walk<'_> {
    /// Checks an import, a move or a removal.
    pub(crate) fn change(
        &self,
        module: usize,
        instance: usize,
        change: &Change,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let Some(import) = change
            .import
            .as_ref()
            .filter(|_| self.phase == Phase::Validate)
        else {
            return Ok(());
        };
        let site = Site::new(module, instance, &change.declared.place);
        let keys = match &import.for_each {
            None => vec![RepetitionValues::default()],
            Some(expr) => self.import_keys(expr, &site, sink)?,
        };
        for repetition in keys {
            let site =
                Site::new(module, instance, &change.declared.place).with_repetition(repetition);
            self.import(module, import, &site, sink)?;
        }
        Ok(())
    }

    /// The values of `each` of an import, with those of a tuple by number.
    fn import_keys(
        &self,
        expr: &Expr,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Vec<RepetitionValues>> {
        let Some(value) = self.value(expr, site, sink)? else {
            return Ok(Vec::new());
        };
        let bare = value.unmarked();
        let each = |key: Value, value: Value| RepetitionValues {
            count: None,
            each_key: Some(key),
            each_value: Some(value),
        };
        if !bare.is_known() || bare.is_null() || !bare.can_iterate_elements() {
            let unknown = Value::unknown(Type::string().clone());
            return Ok(vec![each(unknown, Value::dynamic())]);
        }
        sink.budget.charge(bare.part_count().unwrap_or(0) as u64)?;
        let is_set = bare.ty().is_set();
        let elements = bare.elements()?;
        Ok(elements
            .map(|(key, value)| {
                let key = if is_set {
                    value.clone()
                } else {
                    key.to_value()
                };
                each(key, value.clone())
            })
            .collect())
    }

    /// Checks an import of one instance.
    fn import(
        &self,
        module: usize,
        import: &Import,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let to = place_of(&import.to.expr, site);
        let Some(target) = self.target(module, import, site, sink)? else {
            return Ok(());
        };
        const TO: &str = "Invalid import 'to' expression";
        const MISSING: &str = "Configuration for import target does not exist";
        let address = &target.address;
        let Some(resource) = target.resource else {
            if target.is_elsewhere {
                return sink.report(to.error(
                    MISSING,
                    format!("The configuration for the given import target {address} does not exist. All target instances must have an associated configuration to be imported."),
                ));
            }
            if target.key.is_some() || import.for_each.is_some() {
                return sink.report(to.error(
                    MISSING,
                    "The given import block is not compatible with config generation. The -generate-config-out option cannot be used with import blocks which use for_each, or resources which use for_each or count.",
                ));
            }
            return Ok(());
        };
        if let Some(place) = &import.provider {
            sink.report(place.error(
                "Invalid import provider argument",
                "The provider argument can only be specified in import blocks that will generate configuration.\n\nUse the provider argument in the target resource block to configure the provider for a resource with explicit provider configuration.",
            ))?;
        }
        let is_number = target.key.as_ref().map(|key| key.ty().is_number());
        let detail = match (&resource.repetition, is_number) {
            (Repetition::Count(_), None) => Some("The target resource is using count."),
            (Repetition::ForEach(_), None) => Some("The target resource is using for_each."),
            (Repetition::Count(_), Some(true)) | (Repetition::ForEach(_), Some(false)) => None,
            (Repetition::Single | Repetition::Enabled(_), None) => None,
            (_, Some(true)) => Some("The target resource does not use count."),
            (_, Some(false)) => Some("The target resource does not use for_each."),
        };
        if let Some(detail) = detail {
            sink.report(to.error(TO, detail))?;
        }
        if let Some(id) = &import.id {
            self.import_id(id, resource, site, sink)?;
        }
        match &import.identity {
            Some(identity) => self.import_identity(module, identity, resource, site, sink),
            None => Ok(()),
        }
    }

    fn import_id(
        &self,
        id: &Expr,
        resource: &Resource,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        const SUMMARY: &str = "Invalid import id argument";
        for (traversal, source) in super::scope::references(id) {
            let Ok(address) = Address::of(&traversal, self.release()) else {
                continue;
            };
            if address.subject.resource_address() == Some(resource.address()) {
                let source = source.unwrap_or_else(|| site.source().clone());
                return sink.report(Location::new(&source, address.range).error(
                    SUMMARY,
                    "The import ID cannot reference the resource being imported.",
                ));
            }
        }
        let place = place_of(id, site);
        let Some(value) = self.value_as(id, Type::string(), site, sink)? else {
            return Ok(());
        };
        let bare = value.unmarked();
        if bare.is_null() {
            return sink.report(place.error(SUMMARY, "The import ID cannot be null."));
        }
        if bare.as_str() == Some("") {
            return sink.report(place.error(
                SUMMARY,
                "The import ID value evaluates to an empty string, please provide a non-empty value.",
            ));
        }
        Ok(())
    }

    fn import_identity(
        &self,
        module: usize,
        identity: &Expr,
        resource: &Resource,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let Some(schemas) = &self.project.options.schemas else {
            return Ok(());
        };
        let provider = self.provider_of(module, resource);
        let found = schemas.identity(&provider.0, &resource.resource_type, sink.budget)?;
        let Some(ty) = found else {
            return Ok(());
        };
        let Some(value) = self.value_as(identity, &ty, site, sink)? else {
            return Ok(());
        };
        if value.is_null() {
            let place = place_of(identity, site);
            sink.report(place.error(
                "Invalid import identity argument",
                "The import identity cannot be null.",
            ))?;
        }
        Ok(())
    }

    /// The target of an import, none if its address has errors.
    fn target(
        &self,
        module: usize,
        import: &Import,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Target<'_>>> {
        let to = &import.to.expr;
        let (traversal, mut key) = match to.absolute_traversal_within(sink.budget) {
            Ok(traversal) => (traversal, None),
            Err(_) if to.form() == Form::Index => {
                let parts = to.parts();
                let mut exprs = parts.iter().map(|(_, expr)| expr);
                let (Some(collection), Some(index)) = (exprs.next(), exprs.next()) else {
                    return Ok(None);
                };
                let Ok(traversal) = collection.absolute_traversal_within(sink.budget) else {
                    return Ok(None);
                };
                match self.value(index, site, sink)? {
                    Some(key) => (traversal, Some(key)),
                    None => return Ok(None),
                }
            }
            Err(_) => return Ok(None),
        };
        let mut steps = &*traversal.steps;
        let mut at = Some(module);
        let mut address = Vec::new();
        let word = |at: usize, steps: &[polycty_hcl::syntax::TraversalStep]| match steps
            .get(at)
            .map(|step| &step.kind)
        {
            Some(TraversalStepKind::Root(name) | TraversalStepKind::Attr(name)) => {
                Some(name.clone())
            }
            _ => None,
        };
        while word(0, steps).is_some_and(|name| &*name == "module") {
            let Some(name) = word(1, steps) else {
                return Ok(None);
            };
            address.push(format!("module.{name}"));
            at = at.and_then(|at| {
                let node = &self.modules()[at];
                let call = node.module.places.calls.get(&name)?;
                node.children[*call]
            });
            steps = &steps[2..];
            if matches!(
                steps.first().map(|step| &step.kind),
                Some(TraversalStepKind::Index(_))
            ) {
                steps = &steps[1..];
            }
        }
        let (Some(ty), Some(name)) = (word(0, steps), word(1, steps)) else {
            return Ok(None);
        };
        if let Some(TraversalStepKind::Index(found)) = steps.get(2).map(|step| &step.kind) {
            key = Some(found.clone());
        }
        let label = crate::module::inventory::address(ResourceMode::Managed, &ty, &name);
        let is_elsewhere = !address.is_empty();
        address.push(label.clone());
        let resource = at.and_then(|at| {
            let module = &self.modules()[at].module;
            let number = module.places.resources.get(&*label)?;
            module.inventory().resources.get(*number)
        });
        Ok(Some(Target {
            address: address.join("."),
            is_elsewhere,
            resource,
            key,
        }))
    }

    /// Checks the actions that a resource triggers.
    pub(crate) fn check_triggers(
        &self,
        module: usize,
        resource: &Resource,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        for trigger in &resource.triggers {
            if let Some(condition) = &trigger.condition {
                let place = place_of(condition, site);
                if trigger.destroys {
                    sink.report(place.error(
                        "Condition on destroy action",
                        "Condition expression may not be used with a destroy action.",
                    ))?;
                    continue;
                }
                let mut refused = false;
                for (traversal, source) in super::scope::references(condition) {
                    let Ok(address) = Address::of(&traversal, self.release()) else {
                        continue;
                    };
                    if trigger.creates && address.subject == Subject::Itself {
                        refused = true;
                        sink.report(place.error(
                            "Reference to self in before_create condition",
                            "Computed attributes from self may not be known before the resource is created.",
                        ))?;
                    }
                    if address.subject.resource_address() == Some(resource.address()) {
                        refused = true;
                        let source = source.unwrap_or_else(|| site.source().clone());
                        sink.report(Location::new(&source, address.range).error(
                            "Self-referential block",
                            format!(
                                "Configuration for {} may not refer to itself.",
                                resource.address()
                            ),
                        ))?;
                    }
                }
                if !refused {
                    self.value_as(condition, Type::bool(), site, sink)?;
                }
            }
            for action in &trigger.actions {
                self.triggered(module, resource, action, sink)?;
            }
        }
        Ok(())
    }

    fn triggered(
        &self,
        module: usize,
        resource: &Resource,
        triggered: &TriggeredAction,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let actions = &self.modules()[module].module.inventory().actions;
        let place = &triggered.place;
        let label = action_address(&triggered.action_type, &triggered.name);
        let places = &self.modules()[module].module.places;
        let found = places.actions.get(&*label);
        let Some(action) = found.map(|&at| &actions[at]) else {
            // The addresses are copied for the suggestion.
            sink.budget.charge(actions.len() as u64)?;
            let known: Vec<String> = actions.iter().map(|action| action.address()).collect();
            let names = known.iter().map(|name| &**name);
            let meant = did_you_mean(cost::suggest(&label, names, sink.budget));
            let diagnostic = place.error(
                "action_trigger actions references non-existent action",
                format!("The lifecycle action_trigger actions list contains a reference to the action {} that does not exist in the configuration of this module.{meant}", Quoted(&label)),
            );
            return sink.report(diagnostic.with_context(resource.declared.place.range));
        };
        let key = triggered.key.as_ref();
        let is_number = key.map(|key| key.ty().is_number());
        let shown = key.map(|key| match key.as_str() {
            Some(text) => Quoted(text).to_string(),
            None => key
                .as_number()
                .map_or(String::new(), |number| number.to_string()),
        });
        let shown = shown.unwrap_or_default();
        let diagnostic = match (&action.repetition, is_number) {
            (Repetition::Count(_), None) if !triggered.has_key => Some((
                "Missing index",
                "An action with count must be referenced via an integer key".to_owned(),
            )),
            (Repetition::ForEach(_), None) if !triggered.has_key => Some((
                "Missing index",
                "An action with for_each must be referenced via a string key".to_owned(),
            )),
            (Repetition::Count(_), Some(false)) => Some((
                "Invalid index",
                format!("Invalid string key [{shown}] for action with count"),
            )),
            (Repetition::ForEach(_), Some(true)) => Some((
                "Invalid index",
                format!("Invalid key {shown} for action with for_each"),
            )),
            (Repetition::Single | Repetition::Enabled(_), Some(_)) => Some((
                "Invalid index",
                format!("Unexpanded action referenced with instance key {shown}"),
            )),
            _ => None,
        };
        match diagnostic {
            Some((summary, detail)) => sink.report(place.error(summary, detail)),
            None => Ok(()),
        }
    }

    /// Checks moves and removals against the resources that are declared. Returns whether there are
    /// no errors.
    pub(crate) fn check_moves(&self, sink: &mut DiagnosticSink<'_>) -> Result<bool> {
        let before = sink.count();
        for (at, module) in self.modules().iter().enumerate() {
            let changes = &module.module.inventory().changes;
            let mut moves: Vec<(&str, &str, &Location)> = Vec::new();
            let mut sources: KeyedMap<&str, usize> = KeyedMap::default();
            for change in changes {
                sink.budget.charge(1)?;
                let place = &change.declared.place;
                match change.kind {
                    ChangeKind::Moved => {
                        if let (Some(from), Some(to)) = (&change.from, &change.to) {
                            let declared = self.declared(at, from);
                            let number = *sources.entry(from).or_insert(moves.len());
                            let before = moves.get(number);
                            let diagnostic = moved(from, to, declared, place, before);
                            if let Some(diagnostic) = diagnostic {
                                sink.report(diagnostic)?;
                            }
                            moves.push((from, to, place));
                        }
                    }
                    ChangeKind::Removed => {
                        let declared = change
                            .from
                            .as_ref()
                            .and_then(|from| self.declared(at, from));
                        if let (Some(declared), Some(from)) = (declared, &change.from) {
                            sink.report(declared.error(
                                "Removed resource still exists",
                                format!("This statement declares that {} was removed, but it is still declared in configuration.", module.within(from)),
                            ))?;
                        }
                    }
                    ChangeKind::Import => {}
                }
            }
            if !sink.failed_since(before)
                && let Some(diagnostic) = circle(&moves, &sources)
            {
                sink.report(diagnostic)?;
            }
        }
        Ok(!sink.failed_since(before))
    }

    /// The place of the declaration of a managed resource.
    fn declared(&self, module: usize, address: &str) -> Option<&Location> {
        let module = &self.modules()[module].module;
        let at = module.places.resources.get(address)?;
        Some(&module.inventory().resources[*at].declared.place)
    }

    /// Checks in a plan that the resources in `replace_triggered_by` exist.
    pub(crate) fn check_replacements(
        &self,
        resource: &Resource,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let node = &self.modules()[site.module];
        for (expr, source) in &resource.replaced_by {
            for traversal in expr.variables() {
                let Ok(address) = Address::of(&traversal, self.release()) else {
                    continue;
                };
                if matches!(address.subject, Subject::Count(_)) && site.repetition.count.is_none() {
                    sink.report(Location::new(source, address.range).error(
                        "Reference to \"count\" in non-counted context",
                        "The \"count\" object can only be used in \"resource\" blocks when the \"count\" argument is set.",
                    ))?;
                }
                let (Subject::Resource { .. }, Some(label)) =
                    (&address.subject, address.subject.resource_address())
                else {
                    continue;
                };
                if node.module.places.resources.contains_key(&*label) {
                    continue;
                }
                sink.report(Location::new(source, address.range).error(
                    "Reference to undeclared resource",
                    format!(
                        "A resource {label} has not been declared in {}",
                        node.label()
                    ),
                ))?;
            }
        }
        Ok(())
    }
}
