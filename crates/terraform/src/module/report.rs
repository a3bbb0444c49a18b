//! The inventory and the values as JSON, for tools.
//!
//! A position is `{"file", "line", "column", "byte"}` of the beginning of a declaration's header.
//! Types of variables and expressions are source texts. A value is `{"type", "value"}`. A
//! sensitive, ephemeral or unknown value has `"sensitive": true`, `"ephemeral": true` or
//! `"unknown": true` instead of `"value"`. A value that JSON cannot represent, such as an infinite
//! number, has `"error"` with the reason.

use super::evaluate::Evaluation;
use super::inventory::{
    Change, Check, Declared, Inventory, Local, ModuleCall, Output, ProviderConfig,
    ProviderRequirement, Repetition, Resource, Rule, Variable,
};
use super::read::Module;
use super::sink::Location;
use super::variables::marks_of;
use crate::sensitive::{EPHEMERAL, SENSITIVE};
use polycty_core::calls::{Budget, GrowingText, HeldBytes};
use polycty_core::source::{Code, Diagnostic, Result};
use polycty_core::text::json::{Escaping, write_string};
use polycty_core::types::Str;
use polycty_core::values::Value;
use polycty_hcl::eval::Expr;
use polycty_hcl::{format_type, public_type, to_json_within};

impl Module {
    /// Returns the inventory as one JSON object: `variables`, `locals`, `outputs`, `resources` (of
    /// all modes), `module_calls`, `providers`, `required_providers`, `required_versions`,
    /// `backend`, `cloud`, `changes` (`moved`, `import` and `removed` blocks) and `checks`, each in
    /// the order of the files.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded.
    pub fn to_json(&self, budget: &Budget) -> Result<String> {
        let mut json = Json::new(budget);
        json.inventory(self.inventory())?;
        json.into_text()
    }
}

impl Evaluation {
    /// Returns the values as one JSON object: `valid`, `variables`, `locals` and `outputs` by their
    /// names, and `diagnostics`. Objects without a value are omitted.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded.
    pub fn to_json(&self, module: &Module, budget: &Budget) -> Result<String> {
        let inventory = module.inventory();
        let locals = inventory.locals.iter().map(|local| &local.name);
        let outputs = inventory.outputs.iter().map(|output| &output.name);
        let mut json = Json::new(budget);
        json.open('{')?;
        json.flag("valid", !self.has_errors())?;
        json.variables(&module.inventory().variables, &self.variables)?;
        json.values("locals", locals, &self.locals)?;
        json.values("outputs", outputs, &self.outputs)?;
        json.diagnostics(&self.diagnostics)?;
        json.close('}')?;
        json.into_text()
    }
}

/// The bytes of the text of a node of a type.
const TYPE_NODE: u64 = 16;

/// A JSON writer that charges a budget.
pub(crate) struct Json<'b> {
    budget: &'b Budget,
    out: GrowingText<'b>,
}

impl<'b> Json<'b> {
    pub(crate) fn new(budget: &'b Budget) -> Json<'b> {
        Json {
            budget,
            out: GrowingText::new(budget),
        }
    }

    /// The text, whose memory stays held.
    pub(crate) fn into_text(self) -> Result<String> {
        Ok(self.out.into_held()?)
    }

    /// Writes the member `diagnostics`.
    pub(crate) fn diagnostics(&mut self, all: &[Diagnostic]) -> Result<()> {
        self.key("diagnostics")?;
        self.open('[')?;
        for diagnostic in all {
            self.separate()?;
            self.write(&diagnostic.render_json())?;
        }
        self.close(']')?;
        Ok(())
    }

    pub(super) fn separate(&mut self) -> Result<()> {
        if !self.out.is_empty() && !self.out.ends_with(['{', '[', ':']) {
            self.out.push(',')?;
        }
        Ok(())
    }

    pub(crate) fn open(&mut self, bracket: char) -> Result<()> {
        self.separate()?;
        Ok(self.out.push(bracket)?)
    }

    pub(crate) fn close(&mut self, bracket: char) -> Result<()> {
        Ok(self.out.push(bracket)?)
    }

    pub(super) fn write(&mut self, text: &str) -> Result<()> {
        Ok(self.out.push_str(text)?)
    }

    pub(super) fn string(&mut self, text: &str) -> Result<()> {
        self.separate()?;
        let written = |out: &mut String| write_string(text.as_bytes(), Escaping::Needed, out);
        Ok(self.out.write(written)?)
    }

    pub(crate) fn key(&mut self, key: &str) -> Result<()> {
        self.string(key)?;
        Ok(self.out.push(':')?)
    }

    pub(crate) fn text(&mut self, key: &str, text: &str) -> Result<()> {
        self.key(key)?;
        self.string(text)
    }

    pub(super) fn some_text(&mut self, key: &str, text: Option<&str>) -> Result<()> {
        text.map_or(Ok(()), |text| self.text(key, text))
    }

    pub(crate) fn flag(&mut self, key: &str, flag: bool) -> Result<()> {
        self.key(key)?;
        self.write(if flag { "true" } else { "false" })
    }

    pub(super) fn list<T>(
        &mut self,
        key: &str,
        items: &[T],
        write: impl Fn(&mut Self, &T) -> Result<()>,
    ) -> Result<()> {
        self.key(key)?;
        self.open('[')?;
        for item in items {
            self.open('{')?;
            write(self, item)?;
            self.close('}')?;
        }
        self.close(']')?;
        Ok(())
    }

    fn place(&mut self, place: &Location) -> Result<()> {
        let start = place.range.start;
        self.key("place")?;
        self.open('{')?;
        self.text("file", &place.source.name)?;
        for (key, number) in [
            ("line", start.line as usize),
            ("column", start.column as usize),
            ("byte", start.byte),
        ] {
            self.key(key)?;
            self.write(&number.to_string())?;
        }
        self.close('}')?;
        Ok(())
    }

    fn expression(&mut self, key: &str, expr: &Expr) -> Result<()> {
        self.some_text(key, expr.text())
    }

    /// Writes the parts of a value that may be shown.
    pub(crate) fn value(&mut self, value: &Value) -> Result<()> {
        let ty = public_type(value);
        // The text of a type whose parts are shared is longer than the type.
        let nodes = u64::from(ty.size());
        self.budget.charge(nodes)?;
        let mut memory = HeldBytes::new(self.budget);
        memory.hold(nodes * TYPE_NODE)?;
        self.typed(&format_type(&ty)?, value)
    }

    /// Writes the parts of a variable's value that may be shown. For a sensitive value the type is
    /// the declared type if there is one, since the names of attributes in the value's own type may
    /// be secrets.
    fn value_of(&mut self, variable: &Variable, value: &Value) -> Result<()> {
        let marks = marks_of(variable);
        if marks.is_empty() {
            return self.value(value);
        }
        let value = value.with_marks(&marks);
        match &variable.constraint {
            Some(declared) => self.typed(&declared.text, &value),
            None => self.value(&value),
        }
    }

    fn typed(&mut self, ty: &str, value: &Value) -> Result<()> {
        self.text("type", ty)?;
        let (bare, marks) = if value.contains_marked() {
            value.unmark_deep()
        } else {
            (value.clone(), Default::default())
        };
        let withheld = [(SENSITIVE, "sensitive"), (EPHEMERAL, "ephemeral")];
        let mut is_withheld = false;
        for (_, flag) in withheld.iter().filter(|(mark, _)| marks.contains(mark)) {
            self.flag(flag, true)?;
            is_withheld = true;
        }
        if is_withheld {
            return Ok(());
        }
        if !bare.is_wholly_known() {
            return self.flag("unknown", true);
        }
        let json = if bare.is_null() {
            Ok("null".to_owned())
        } else {
            to_json_within(&bare, bare.ty(), self.budget)
        };
        match json {
            Ok(json) => {
                self.key("value")?;
                self.write(&json)
            }
            Err(error) if error.code() == Code::Unsupported => self.text("error", error.message()),
            Err(error) => Err(error),
        }
    }

    fn variables(&mut self, variables: &[Variable], values: &[Option<Value>]) -> Result<()> {
        self.key("variables")?;
        self.open('{')?;
        for (variable, value) in variables.iter().zip(values) {
            if let Some(value) = value {
                self.key(&variable.name)?;
                self.open('{')?;
                self.value_of(variable, value)?;
                self.close('}')?;
            }
        }
        self.close('}')?;
        Ok(())
    }

    fn values<'n>(
        &mut self,
        key: &str,
        names: impl Iterator<Item = &'n Str>,
        values: &[Option<Value>],
    ) -> Result<()> {
        self.key(key)?;
        self.open('{')?;
        for (name, value) in names.zip(values) {
            if let Some(value) = value {
                self.key(name)?;
                self.open('{')?;
                self.value(value)?;
                self.close('}')?;
            }
        }
        self.close('}')?;
        Ok(())
    }

    fn inventory(&mut self, all: &Inventory) -> Result<()> {
        self.open('{')?;
        self.list("variables", &all.variables, Json::variable)?;
        self.list("locals", &all.locals, Json::local)?;
        self.list("outputs", &all.outputs, Json::output)?;
        self.list("resources", &all.resources, Json::resource)?;
        self.list("module_calls", &all.calls, Json::call)?;
        self.list("providers", &all.providers, Json::provider)?;
        let settings = &all.settings;
        let required = &settings.required_providers;
        self.list("required_providers", required, Json::requirement)?;
        self.key("required_versions")?;
        self.open('[')?;
        for (version, _) in &settings.required_versions {
            self.string(version)?;
        }
        self.close(']')?;
        if let Some(backend) = &settings.backend {
            self.key("backend")?;
            self.open('{')?;
            self.text("type", &backend.backend_type)?;
            self.place(&backend.declared.place)?;
            self.close('}')?;
        }
        if let Some(cloud) = &settings.cloud {
            self.key("cloud")?;
            self.open('{')?;
            self.place(&cloud.place)?;
            self.close('}')?;
        }
        self.list("changes", &all.changes, Json::change)?;
        self.list("checks", &all.checks, Json::check)?;
        self.close('}')?;
        Ok(())
    }

    fn named(&mut self, name: &str, declared: &Declared) -> Result<()> {
        self.text("name", name)?;
        self.place(&declared.place)
    }

    fn variable(&mut self, variable: &Variable) -> Result<()> {
        self.named(&variable.name, &variable.declared)?;
        let constraint = variable.constraint.as_ref();
        self.text(
            "type",
            constraint.map_or("any", |constraint| &constraint.text),
        )?;
        self.flag("required", variable.is_required())?;
        if let Some(default) = &variable.default {
            self.key("default")?;
            self.open('{')?;
            self.value_of(variable, default)?;
            self.close('}')?;
        }
        self.some_text("description", variable.description.as_deref())?;
        self.flag("nullable", variable.is_nullable())?;
        self.flag("sensitive", variable.is_sensitive())?;
        self.flag("ephemeral", variable.is_ephemeral())?;
        self.list("validations", &variable.validations, Json::rule)
    }

    fn rule(&mut self, rule: &Rule) -> Result<()> {
        self.place(&rule.place)?;
        self.expression("condition", &rule.condition)?;
        self.expression("error_message", &rule.message)
    }

    fn local(&mut self, local: &Local) -> Result<()> {
        self.text("name", &local.name)?;
        self.place(&local.place)?;
        self.expression("value", &local.value)
    }

    fn output(&mut self, output: &Output) -> Result<()> {
        self.named(&output.name, &output.declared)?;
        if let Some(value) = &output.value {
            self.expression("value", value)?;
        }
        self.some_text("description", output.description.as_deref())?;
        self.flag("sensitive", output.is_sensitive())?;
        self.flag("ephemeral", output.is_ephemeral())?;
        self.list("preconditions", &output.preconditions, Json::rule)
    }

    fn repetition(&mut self, repetition: &Repetition) -> Result<()> {
        match repetition {
            Repetition::Single => Ok(()),
            Repetition::Count(expr) => self.expression("count", expr),
            Repetition::ForEach(expr) => self.expression("for_each", expr),
            Repetition::Enabled(expr) => self.expression("enabled", expr),
        }
    }

    fn resource(&mut self, resource: &Resource) -> Result<()> {
        self.text("mode", resource.mode.keyword())?;
        self.text("type", &resource.resource_type)?;
        self.named(&resource.name, &resource.declared)?;
        self.repetition(&resource.repetition)?;
        if let Some((provider, alias)) = &resource.provider {
            let reference = match alias {
                Some(alias) => format!("{provider}.{alias}"),
                None => provider.to_string(),
            };
            self.text("provider", &reference)?;
        }
        self.list("preconditions", &resource.preconditions, Json::rule)?;
        self.list("postconditions", &resource.postconditions, Json::rule)?;
        self.key("provisioners")?;
        self.open('[')?;
        for provisioner in &resource.provisioners {
            self.string(provisioner)?;
        }
        self.close(']')?;
        Ok(())
    }

    fn call(&mut self, call: &ModuleCall) -> Result<()> {
        self.named(&call.name, &call.declared)?;
        self.some_text("source", call.source.as_deref())?;
        self.some_text("version", call.version.as_deref())?;
        self.repetition(&call.repetition)
    }

    fn provider(&mut self, provider: &ProviderConfig) -> Result<()> {
        self.named(&provider.name, &provider.declared)?;
        self.some_text("alias", provider.alias.as_deref())
    }

    fn requirement(&mut self, required: &ProviderRequirement) -> Result<()> {
        self.text("name", &required.name)?;
        self.place(&required.place)?;
        self.some_text("source", required.source.as_deref())?;
        self.some_text("version", required.version.as_deref())
    }

    fn change(&mut self, change: &Change) -> Result<()> {
        self.text("kind", change.kind.keyword())?;
        self.place(&change.declared.place)?;
        self.some_text("from", change.from.as_deref())?;
        self.some_text("to", change.to.as_deref())
    }

    fn check(&mut self, check: &Check) -> Result<()> {
        self.named(&check.name, &check.declared)?;
        self.list("asserts", &check.asserts, Json::rule)
    }
}
