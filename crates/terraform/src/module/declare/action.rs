//! Actions (Terraform 1.14), and the triggers of resources that run them.

use super::super::address::{Address, Subject};
use super::super::inventory::{
    Action, ActionTrigger, Declared, Repetition, Resource, TriggeredAction,
};
use super::super::release::Release;
use super::super::sink::Location;
use super::Reader;
use super::argument::{is_name, name_place, of_type, quoted, schema, value_place};
use polycty_core::source::{Result, Source};
use polycty_core::text::Quoted;
use polycty_hcl::body::{Block, Schema};
use polycty_hcl::eval::Expr;
use std::sync::LazyLock;

impl Reader<'_, '_> {
    /// Reads an `action` block.
    pub(crate) fn action(&mut self, block: &Block) -> Result<Action> {
        static ACTION: LazyLock<Schema> =
            LazyLock::new(|| schema(&["count", "for_each", "provider"], &[("config", &[])]));
        let found = block.body.content_within(&ACTION, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        self.check_name(block, 0, "Invalid action type name")?;
        self.check_name(block, 1, "Invalid action name")?;
        let (count, each) = (content.attribute("count"), content.attribute("for_each"));
        if let (Some(_), Some(each)) = (count, each) {
            self.sink.report(name_place(each).error(
                "Invalid combination of \"count\" and \"for_each\"",
                "The \"count\" and \"for_each\" meta-arguments are mutually-exclusive, only one should be used.",
            ))?;
        }
        let repetition = match (count, each) {
            (Some(count), _) => Repetition::Count(count.expr.clone()),
            (None, Some(each)) => Repetition::ForEach(each.expr.clone()),
            (None, None) => Repetition::Single,
        };
        let provider = match content.attribute("provider") {
            Some(attribute) => {
                self.provider_reference(&attribute.expr, &attribute.source, "provider")?
            }
            None => None,
        };
        let mut config = None;
        for inner in of_type(&content.blocks, "config") {
            if config.is_none() {
                config = Some(inner.body.clone());
                continue;
            }
            let place = Location::new(&inner.source, inner.def_range);
            self.sink.report(place.error(
                "Duplicate config block",
                "An action must contain only one nested \"config\" block.",
            ))?;
        }
        Ok(Action {
            action_type: block.labels[0].clone(),
            name: block.labels[1].clone(),
            declared: Declared::new(block),
            repetition,
            provider: provider.map(|(name, _)| name),
            config: config.into_iter().collect(),
        })
    }

    /// Reads an `action_trigger` block in the `lifecycle` block of a resource.
    pub(crate) fn trigger(&mut self, block: &Block, resource: &mut Resource) -> Result<()> {
        static TRIGGER: LazyLock<Schema> =
            LazyLock::new(|| schema(&["events!", "condition", "actions!"], &[]));
        static SINCE_1_16: LazyLock<Schema> =
            LazyLock::new(|| schema(&["events!", "condition", "actions!", "on_failure"], &[]));
        let is_new = self.sink.release >= Release::V1_16;
        let schema: &Schema = if is_new { &SINCE_1_16 } else { &TRIGGER };
        let found = block.body.content_within(schema, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        let header = Location::new(&block.source, block.def_range);
        let mut events: Vec<String> = Vec::new();
        if let Some(attribute) = content.attribute("events") {
            match attribute.expr.static_list() {
                Ok(list) => {
                    for part in list {
                        self.event(&part, &attribute.source, &mut events)?;
                    }
                }
                Err(diagnostic) => self.sink.report(
                    Location::new(&attribute.source, attribute.expr.start_range()).at(*diagnostic),
                )?,
            }
        }
        let condition = content.attribute("condition");
        let mut actions = Vec::new();
        let mut listed = 0;
        if let Some(attribute) = content.attribute("actions") {
            match attribute.expr.static_list() {
                Ok(list) => {
                    for part in list {
                        listed += 1;
                        let before = self.sink.count();
                        self.triggered(&part, &attribute.source, &mut actions)?;
                        if self.sink.failed_since(before) {
                            break;
                        }
                    }
                }
                Err(diagnostic) => self.sink.report(
                    Location::new(&attribute.source, attribute.expr.start_range()).at(*diagnostic),
                )?,
            }
        }
        let no_events = events.is_empty();
        if no_events {
            self.sink.report(header.error(
                "No events specified",
                "At least one event must be specified for an action_trigger.",
            ))?;
        }
        if listed == 0 {
            self.sink.report(header.error(
                "No actions specified",
                "At least one action must be specified for an action_trigger.",
            ))?;
        }
        if let Some(attribute) = content.attribute("on_failure") {
            let keyword = attribute.expr.keyword();
            if !matches!(keyword.as_deref(), Some("halt" | "taint" | "continue")) {
                self.sink.report(value_place(attribute).error(
                    "Invalid \"on_failure\" keyword",
                    "The \"on_failure\" argument requires one of the following keywords: halt, taint or continue.",
                ))?;
            }
        }
        resource.triggers.push(ActionTrigger {
            condition: condition.map(|condition| condition.expr.clone()),
            creates: events.iter().any(|event| event == "before_create"),
            destroys: events.iter().any(|event| event.ends_with("_destroy")),
            actions,
        });
        Ok(())
    }

    fn event(&mut self, part: &Expr, source: &Source, events: &mut Vec<String>) -> Result<()> {
        let known = [
            "before_create",
            "after_create",
            "before_update",
            "after_update",
            "before_destroy",
            "after_destroy",
        ];
        let known = if self.sink.release >= Release::V1_16 {
            &known[..]
        } else {
            &known[..4]
        };
        let place = Location::new(source, part.range());
        let word = part
            .keyword()
            .filter(|_| quoted(part).is_none())
            .unwrap_or_default();
        if !known.contains(&&*word) {
            let detail = format!(
                "The \"event\" argument supports the following values: {}.",
                known.join(", ")
            );
            let invalid = place.error(format!("Invalid \"event\" value {word}"), detail);
            return self.sink.report(invalid.with_name("invalid-event-value"));
        }
        if events.iter().any(|event| **event == *word) {
            return self.sink.report(place.error(
                format!("Duplicate {} event", Quoted(&word)),
                "The event is already defined in this action_trigger block.",
            ));
        }
        events.push(word.to_string());
        Ok(())
    }

    /// Reads an element of the argument `actions`: a reference to one action.
    fn triggered(
        &mut self,
        part: &Expr,
        source: &Source,
        into: &mut Vec<TriggeredAction>,
    ) -> Result<()> {
        let release = self.sink.release;
        let place = Location::new(source, part.range());
        let references = match part {
            Expr::Json(_) => match part.absolute_traversal_within(self.sink.budget) {
                Ok(traversal) => vec![traversal],
                Err(diagnostic) => return self.sink.report(*diagnostic),
            },
            native => native.variables(),
        };
        let mut found = Vec::new();
        let mut failed = false;
        for reference in references {
            match Address::of(&reference, release) {
                Ok(address) => found.push((address, reference)),
                Err(error) => {
                    failed = true;
                    let place = Location::new(source, error.range);
                    self.sink.report(place.error(error.summary, error.detail))?;
                }
            }
        }
        if failed {
            return Ok(());
        }
        let mut actions = Vec::new();
        for (address, reference) in found {
            match address.subject {
                Subject::Action { .. } => actions.push((address, reference)),
                Subject::Count(_) | Subject::Each(_) => {}
                Subject::Module(_) => {
                    return self.sink.report(place.error(
                        "Invalid reference to action outside this module",
                        "Actions can only be referenced in the module they are declared in.",
                    ));
                }
                _ => {
                    let ending = if release >= Release::V1_16 {
                        ", count.index, or each.key."
                    } else {
                        "."
                    };
                    return self.sink.report(place.error(
                        "Invalid action argument inside action_triggers",
                        format!("action_triggers.actions must only refer to actions in the current module{ending}"),
                    ));
                }
            }
        }
        match actions.len() {
            1 => {}
            0 => {
                return self.sink.report(place.error(
                    "No actions specified",
                    "At least one action must be specified for an action_trigger.",
                ));
            }
            _ => {
                return self.sink.report(place.error(
                    "Invalid action expression",
                    "Multiple action references in actions expression.",
                ));
            }
        }
        let (address, reference) = actions.remove(0);
        if address.goes_on {
            return self.sink.report(place.error(
                "Unexpected attribute in action reference",
                "Actions have no referenceable attributes.",
            ));
        }
        if let Subject::Action { action_type, name } = address.subject
            && is_name(&action_type)
        {
            into.push(TriggeredAction {
                action_type,
                name,
                key: address.key,
                has_key: reference.steps.len() > 3,
                place,
            });
        }
        Ok(())
    }
}
