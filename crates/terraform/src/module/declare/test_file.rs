//! Test files: `.tftest.hcl` and `.tftest.json`, which `terraform test` runs.
//!
//! A file is compared with its schema, and the arguments that Terraform reads before it runs a test
//! are checked. Nothing is run: values of variables and conditions are not evaluated.

use super::super::address::{Address, Subject};
use super::super::release::Release;
use super::super::secrets::SecretNames;
use super::super::sink::{DiagnosticSink, Location};
use super::argument::{depends_on_of, is_name, rule, schema, text, text_of, truth, value_place};
use super::settings::not_normalized;
use super::version::is_constraint;
use super::{NAME, Reader};
use crate::module::files::{FileRole, ModuleFile, Secrets, parsed as parsed_with};
use crate::project::SourceAddress;
use polycty_core::source::{Reporter, Result};
use polycty_core::types::KeyedMap;
use polycty_hcl::body::{Attribute, Block, Content, Schema};
use polycty_hcl::eval::Expr;
use polycty_hcl::syntax::{Traversal, TraversalStepKind};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The bytes charged for a name that must be unique in a file.
const NAME_BYTES: u64 = 200;

/// The detail of an argument that is not a phase of a test.
const PHASE: &str = "The override_during attribute must be a value of plan or apply.";

type Blocks = [(&'static str, &'static [&'static str])];

/// The blocks of test files; `test` exists since Terraform 1.12.
const FILE: [(&str, &[&str]); 8] = [
    ("run", &["name"]),
    ("provider", &["name"]),
    ("mock_provider", &["name"]),
    ("variables", &[]),
    ("override_resource", &[]),
    ("override_data", &[]),
    ("override_module", &[]),
    ("test", &[]),
];

/// The blocks of a run; `backend` exists since Terraform 1.13.
const RUN: [(&str, &[&str]); 8] = [
    ("plan_options", &[]),
    ("assert", &[]),
    ("variables", &[]),
    ("module", &[]),
    ("override_resource", &[]),
    ("override_data", &[]),
    ("override_module", &[]),
    ("backend", &["name"]),
];

const MOCK: [(&str, &[&str]); 4] = [
    ("mock_resource", &["type"]),
    ("mock_data", &["type"]),
    ("override_resource", &[]),
    ("override_data", &[]),
];

/// The schemas of one release.
struct Schemas {
    file: Schema,
    run: Schema,
    mock_provider: Schema,
    mock: Schema,
    values: Schema,
    outputs: Schema,
}

impl Schemas {
    fn new(release: Release) -> Schemas {
        let is_tofu = release.is_tofu();
        let has = |since: Release| !is_tofu && release >= since;
        let blocks = |all: &Blocks, has_last: bool| {
            let count = all.len() - usize::from(!has_last);
            all[..count].to_vec()
        };
        let mut run = vec!["command", "providers", "expect_failures"];
        let during: &[&str] = if is_tofu { &[] } else { &["override_during"] };
        if !is_tofu {
            run.push("state_key");
        }
        if has(Release::V1_12) {
            run.push("parallel");
        }
        if has(Release::V1_13) {
            run.push("skip_cleanup");
        }
        let with = |arguments: &[&'static str]| {
            let all: Vec<&str> = arguments.iter().chain(during).copied().collect();
            schema(&all, &[])
        };
        let mut of_provider = vec!["alias"];
        if !is_tofu {
            of_provider.push("source");
        }
        of_provider.extend(during);
        Schemas {
            file: schema(&[], &blocks(&FILE, has(Release::V1_12))),
            run: schema(&run, &blocks(&RUN, has(Release::V1_13))),
            mock_provider: schema(&of_provider, &MOCK),
            mock: with(&["defaults"]),
            values: with(&["target", "values"]),
            outputs: with(&["target", "outputs"]),
        }
    }
}

/// Reports the errors of a test file. Returns its values of variables that may be secrets. If there
/// can be such values, no line of a file with syntax errors is shown.
pub(crate) fn test_file(
    file: &ModuleFile,
    names: &SecretNames<'_>,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Vec<Attribute>> {
    let before = sink.count();
    let mut parsed = parsed_with(file, Secrets::None, sink.budget);
    if !parsed.diagnostics.is_empty() && names.may_be_in(file) {
        parsed = parsed_with(file, Secrets::Possible, sink.budget);
    }
    sink.report_parsed(parsed.diagnostics)?;
    let assigned = names.arguments_of(&parsed.body, sink.budget)?;
    let schemas = Schemas::new(sink.release);
    let found = parsed.body.content_within(&schemas.file, sink.budget);
    sink.report_all(found.diagnostics)?;
    let mut reader = TestReader {
        reader: Reader {
            sink,
            role: FileRole::Primary,
            types: KeyedMap::default(),
        },
        schemas,
        failures: Vec::new(),
    };
    reader.file(&found.content)?;
    let failures = reader.failures;
    if !sink.failed_since(before) {
        for (traversal, attribute) in &failures {
            check_failure(traversal, attribute, sink)?;
        }
    }
    Ok(assigned)
}

/// Reads one test file.
struct TestReader<'t, 'b> {
    reader: Reader<'t, 'b>,
    schemas: Schemas,
    /// The references of `expect_failures`.
    failures: Vec<(Traversal, Attribute)>,
}

/// The positions of declarations by their names.
type Seen = HashMap<String, Location>;

impl<'b> TestReader<'_, 'b> {
    fn sink(&mut self) -> &mut DiagnosticSink<'b> {
        self.reader.sink
    }

    fn file(&mut self, content: &Content) -> Result<()> {
        let (mut runs, mut providers, mut overrides) = (Seen::new(), Seen::new(), Seen::new());
        let mut variables = None::<Location>;
        let mut settings = None::<Location>;
        for block in self
            .sink()
            .budget
            .charged_holding(NAME_BYTES, &content.blocks)?
        {
            let place = Location::new(&block.source, block.def_range);
            match &*block.block_type {
                "run" => {
                    self.run(block)?;
                    let name = &block.labels[0];
                    let what = format!("This test file already has a run named {name} block");
                    self.unique(
                        &mut runs,
                        name,
                        &place,
                        "Duplicate \"run\" block names",
                        &what,
                    )?;
                }
                "variables" => {
                    let what = "This test file already has a variables block";
                    self.once(&mut variables, &place, "variables", what)?;
                    self.variables(block)?;
                }
                "test" => {
                    let what = "This test file already has a test block";
                    self.once(&mut settings, &place, "test", what)?;
                    self.settings(block)?;
                }
                "provider" => {
                    if let Some(provider) = self.reader.provider(block)? {
                        let alias = provider.alias.as_deref();
                        self.unique_provider(&mut providers, block, alias)?;
                    }
                }
                "mock_provider" => self.mock_provider(block, &mut providers)?,
                _ => self.override_block(block, &mut overrides)?,
            }
        }
        Ok(())
    }

    fn variables(&mut self, block: &Block) -> Result<()> {
        let found = block.body.just_attributes_within(self.sink().budget);
        self.sink().report_all(found.diagnostics)?;
        Ok(())
    }

    /// Reports a second block of a type.
    fn once(
        &mut self,
        before: &mut Option<Location>,
        place: &Location,
        block_type: &str,
        what: &str,
    ) -> Result<bool> {
        if let Some(before) = before {
            self.reader.sink.report(place.error(
                format!("Multiple \"{block_type}\" blocks"),
                format!("{what} defined at {before}."),
            ))?;
            return Ok(false);
        }
        *before = Some(place.clone());
        Ok(true)
    }

    /// Reports a second block of a name.
    fn unique(
        &mut self,
        seen: &mut Seen,
        name: &str,
        place: &Location,
        summary: &str,
        what: &str,
    ) -> Result<()> {
        if let Some(before) = seen.get(name) {
            let detail = format!("{what} defined at {before}.");
            return self.sink().report(place.error(summary, detail));
        }
        seen.insert(name.to_owned(), place.clone());
        Ok(())
    }

    fn unique_provider(
        &mut self,
        seen: &mut Seen,
        block: &Block,
        alias: Option<&str>,
    ) -> Result<()> {
        let name = &block.labels[0];
        let key = alias.map_or_else(|| name.to_string(), |alias| format!("{name}.{alias}"));
        if let Some(before) = seen.get(&key) {
            let place = Location::new(&block.source, block.def_range);
            let detail = format!("A provider for {key} is already defined at {before}.");
            return self
                .reader
                .sink
                .report(place.error("Duplicate provider block", detail));
        }
        seen.insert(key, Location::new(&block.source, block.label_ranges[0]));
        Ok(())
    }

    /// Reads the settings of all runs of a file (Terraform 1.12).
    fn settings(&mut self, block: &Block) -> Result<()> {
        static TEST: LazyLock<Schema> = LazyLock::new(|| schema(&["parallel"], &[]));
        static LATER: LazyLock<Schema> =
            LazyLock::new(|| schema(&["parallel", "skip_cleanup"], &[]));
        let schema: &Schema = if self.sink().release >= Release::V1_13 {
            &LATER
        } else {
            &TEST
        };
        let found = block.body.content_within(schema, self.sink().budget);
        self.sink().report_all(found.diagnostics)?;
        for name in ["parallel", "skip_cleanup"] {
            truth(&found.content, name, self.sink())?;
        }
        Ok(())
    }

    fn run(&mut self, block: &Block) -> Result<()> {
        let found = block
            .body
            .content_within(&self.schemas.run, self.reader.sink.budget);
        self.sink().report_all(found.diagnostics)?;
        let content = found.content;
        self.reader.check_name(block, 0, "Invalid run block name")?;
        let (mut options, mut variables, mut module) = (None, None, None);
        let mut overrides = Seen::new();
        for inner in self
            .sink()
            .budget
            .charged_holding(NAME_BYTES, &content.blocks)?
        {
            let place = Location::new(&inner.source, inner.def_range);
            let what =
                |block_type: &str| format!("This run block already has a {block_type} block");
            match &*inner.block_type {
                "assert" => {
                    rule(inner, self.sink())?;
                }
                "plan_options" => {
                    if self.once(&mut options, &place, "plan_options", &what("plan_options"))? {
                        let before = self.sink().count();
                        self.plan_options(inner)?;
                        // A wrong block does not count.
                        options = options.filter(|_| !self.reader.sink.failed_since(before));
                    }
                }
                "variables" => {
                    if self.once(&mut variables, &place, "variables", &what("variables"))? {
                        self.variables(inner)?;
                    }
                }
                "module" => {
                    self.once(&mut module, &place, "module", &what("module"))?;
                    let before = self.sink().count();
                    self.run_module(inner)?;
                    module = module.filter(|_| !self.reader.sink.failed_since(before));
                }
                "backend" => {}
                _ => self.override_block(inner, &mut overrides)?,
            }
        }
        if let Some(command) = content.attribute("command")
            && !matches!(command.expr.keyword().as_deref(), Some("apply" | "plan"))
        {
            self.sink().report(value_place(command).error(
                "Invalid \"command\" keyword",
                "The \"command\" argument requires one of the following keywords without quotes: apply or plan.",
            ))?;
        }
        if let Some(providers) = content.attribute("providers") {
            self.reader.passed_providers(providers)?;
        }
        text(&content, "state_key", self.sink())?;
        truth(&content, "parallel", self.sink())?;
        truth(&content, "skip_cleanup", self.sink())?;
        if let Some(expected) = content.attribute("expect_failures") {
            let references = depends_on_of(expected, self.sink())?;
            let references = references.into_iter();
            self.failures
                .extend(references.map(|reference| (reference.on, expected.clone())));
        }
        Ok(())
    }

    fn plan_options(&mut self, block: &Block) -> Result<()> {
        static OPTIONS: LazyLock<Schema> =
            LazyLock::new(|| schema(&["mode", "refresh", "replace", "target"], &[]));
        let found = block.body.content_within(&OPTIONS, self.sink().budget);
        self.sink().report_all(found.diagnostics)?;
        let content = found.content;
        let mode = content.attribute("mode");
        let word = mode.and_then(|mode| mode.expr.keyword());
        let word = word.as_deref();
        if let (Some(mode), false) = (mode, matches!(word, Some("refresh-only" | "normal"))) {
            self.sink().report(value_place(mode).error(
                "Invalid \"mode\" keyword",
                "The \"mode\" argument requires one of the following keywords without quotes: normal or refresh-only",
            ))?;
        }
        let refresh = truth(&content, "refresh", self.sink())?;
        for name in ["replace", "target"] {
            if let Some(attribute) = content.attribute(name) {
                depends_on_of(attribute, self.sink())?;
            }
        }
        if let (Some("refresh-only"), Some(false), Some(attribute)) =
            (word, refresh, content.attribute("refresh"))
        {
            let place = Location::new(&attribute.source, attribute.range);
            self.sink().report(place.error(
                "Incompatible plan options",
                "The \"refresh\" option cannot be set to false when running a test in \"refresh-only\" mode.",
            ))?;
        }
        Ok(())
    }

    /// Reads the module that a run tests in place of the module of the file.
    fn run_module(&mut self, block: &Block) -> Result<()> {
        static MODULE: LazyLock<Schema> = LazyLock::new(|| schema(&["source", "version"], &[]));
        let found = block.body.content_within(&MODULE, self.sink().budget);
        self.sink().report_all(found.diagnostics)?;
        let content = found.content;
        let version = content.attribute("version");
        if let Some(attribute) = version {
            let version = text_of(attribute, self.sink())?;
            if version.is_some_and(|version| !is_constraint(&version)) {
                self.sink().report(value_place(attribute).error(
                    "Invalid version constraint",
                    "This string does not use correct version constraint syntax.",
                ))?;
            }
        }
        let Some(attribute) = content.attribute("source") else {
            let place = Location::new(&block.source, block.def_range);
            return self.sink().report(place.error(
                "Missing \"source\" attribute for module block",
                "You must specify a source attribute when executing alternate modules during test executions.",
            ));
        };
        let Some(source) = text_of(attribute, self.sink())? else {
            return Ok(());
        };
        let place = Location::new(&attribute.source, attribute.range);
        match SourceAddress::parse(&source, version.is_some()) {
            Ok(SourceAddress::Local(_) | SourceAddress::Registry(_)) => Ok(()),
            Ok(SourceAddress::Remote(_)) => self.sink().report(place.error(
                "Invalid module source address",
                "Only local or registry module sources are currently supported from within test run blocks.",
            )),
            Err((summary, detail)) => self.sink().report(place.error(summary, detail)),
        }
    }

    fn mock_provider(&mut self, block: &Block, providers: &mut Seen) -> Result<()> {
        let found = block
            .body
            .content_within(&self.schemas.mock_provider, self.reader.sink.budget);
        self.sink().report_all(found.diagnostics)?;
        let content = found.content;
        if let Some(detail) = not_normalized(&block.labels[0]) {
            let place = Location::new(&block.source, block.def_range);
            let diagnostic = place.error("Invalid provider local name", detail);
            return self.sink().report(diagnostic);
        }
        let alias = text(&content, "alias", self.sink())?;
        if alias.as_ref().is_some_and(|alias| !is_name(alias)) {
            self.sink().report(Reporter::Terraform.error(
                "Invalid provider configuration alias",
                format!("An alias must be a valid name. {NAME}"),
            ))?;
        }
        text(&content, "source", self.sink())?;
        self.phase(&content)?;
        let (mut resources, mut data, mut overrides) = (Seen::new(), Seen::new(), Seen::new());
        for inner in self
            .sink()
            .budget
            .charged_holding(NAME_BYTES, &content.blocks)?
        {
            let block_type = &*inner.block_type;
            let seen = match block_type {
                "mock_resource" => &mut resources,
                "mock_data" => &mut data,
                _ => {
                    self.override_block(inner, &mut overrides)?;
                    continue;
                }
            };
            let found = inner
                .body
                .content_within(&self.schemas.mock, self.reader.sink.budget);
            self.sink().report_all(found.diagnostics)?;
            if let Some(defaults) = found.content.attribute("defaults") {
                let evaluated = defaults.expr.evaluate_within(None, self.sink().budget);
                self.sink().report_all(evaluated.diagnostics)?;
            }
            self.phase(&found.content)?;
            let name = &inner.labels[0];
            if let Some(before) = seen.get(&**name) {
                let place = Location::new(&inner.source, inner.label_ranges[0]);
                self.reader.sink.report(place.error(
                    format!("Duplicate {block_type} block"),
                    format!(
                        "A {block_type} block for {name} has already been defined at {before}."
                    ),
                ))?;
                continue;
            }
            let place = Location::new(&inner.source, inner.def_range);
            seen.insert(name.to_string(), place);
        }
        self.unique_provider(providers, block, alias.as_deref())
    }

    /// Checks the argument `override_during`.
    fn phase(&mut self, content: &Content) -> Result<()> {
        let Some(attribute) = content.attribute("override_during") else {
            return Ok(());
        };
        if matches!(attribute.expr.keyword().as_deref(), Some("plan" | "apply")) {
            return Ok(());
        }
        let place = Location::new(&attribute.source, attribute.range);
        self.sink()
            .report(place.error("Invalid override_during value", PHASE))
    }

    fn override_block(&mut self, block: &Block, seen: &mut Seen) -> Result<()> {
        let block_type = &*block.block_type;
        let (argument, schema) = match block_type {
            "override_module" => ("outputs", &self.schemas.outputs),
            _ => ("values", &self.schemas.values),
        };
        let found = block.body.content_within(schema, self.reader.sink.budget);
        self.sink().report_all(found.diagnostics)?;
        let content = found.content;
        let place = Location::new(&block.source, block.def_range);
        let mut target = None;
        match content.attribute("target") {
            None => self.sink().report(place.error(
                "Missing target attribute",
                format!("{block_type} blocks must specify a target address."),
            ))?,
            Some(attribute) => target = self.target(attribute, block_type)?,
        }
        if let Some(attribute) = content.attribute(argument) {
            let evaluated = attribute.expr.evaluate_within(None, self.sink().budget);
            self.sink().report_all(evaluated.diagnostics)?;
            let ty = evaluated.value.ty();
            if !ty.is_any() && !ty.is_object() && !ty.is_map() {
                let article = if argument == "values" { "a" } else { "an" };
                let place = Location::new(&attribute.source, attribute.range);
                self.sink().report(place.error(
                    format!("Invalid {argument} attribute"),
                    format!("{block_type} blocks must specify {article} {argument} attribute that is an object."),
                ))?;
            }
        }
        self.phase(&content)?;
        if let Some(target) = target {
            let summary = format!("Duplicate {block_type} block");
            let what = format!("An {block_type} block targeting {target} has already been");
            self.unique(seen, &target, &place, &summary, &what)?;
        }
        Ok(())
    }

    /// Reads the target of an override. Returns its address.
    fn target(&mut self, attribute: &Attribute, block_type: &str) -> Result<Option<String>> {
        let traversal = match attribute.expr.absolute_traversal_within(self.sink().budget) {
            Ok(traversal) => traversal,
            Err(diagnostic) => {
                self.sink().report(*diagnostic)?;
                return Ok(None);
            }
        };
        let place = Location::new(&attribute.source, attribute.range);
        let shown = shown(&attribute.expr);
        let (wanted, plural) = match block_type {
            "override_module" => (Target::Module, "modules"),
            "override_data" => (Target::Data, "data sources"),
            _ => (Target::Resource, "resources"),
        };
        match target_of(&traversal) {
            None => {
                let detail = "Resource specification must include a resource type and name.";
                self.sink().report(place.error("Invalid address", detail))?;
                Ok(None)
            }
            Some(found) if found == wanted => Ok(Some(shown)),
            Some(_) => {
                self.sink().report(place.error(
                    "Invalid override target",
                    format!("You can only target {plural} from {block_type} blocks, not {shown}."),
                ))?;
                Ok(None)
            }
        }
    }
}

/// The kind of a target of an override.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Module,
    Resource,
    Data,
}

/// The kind of the object at an address, `None` if it is not an address.
fn target_of(traversal: &Traversal) -> Option<Target> {
    let name = |at: usize| match &traversal.steps.get(at)?.kind {
        TraversalStepKind::Root(name) | TraversalStepKind::Attr(name) => Some(&**name),
        _ => None,
    };
    let is_key = |at: usize| {
        let step = traversal.steps.get(at);
        step.is_some_and(|step| matches!(step.kind, TraversalStepKind::Index(_)))
    };
    let mut at = 0;
    while name(at) == Some("module") {
        name(at + 1)?;
        at += 2;
        at += usize::from(is_key(at));
    }
    if at > 0 && at == traversal.steps.len() {
        return Some(Target::Module);
    }
    let (kind, first) = match name(at)? {
        "data" => (Target::Data, at + 1),
        _ => (Target::Resource, at),
    };
    name(first)?;
    name(first + 1)?;
    let end = first + 2 + usize::from(is_key(first + 2));
    (end == traversal.steps.len()).then_some(kind)
}

/// The text of an expression.
fn shown(expr: &Expr) -> String {
    expr.text().unwrap_or_default().to_owned()
}

/// Checks an object that a run expects to fail.
fn check_failure(
    traversal: &Traversal,
    attribute: &Attribute,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    let source = &attribute.source;
    let address = match Address::of(traversal, sink.release) {
        Ok(address) => address,
        Err(error) => {
            let place = Location::new(source, error.range);
            return sink.report(place.error(error.summary, error.detail));
        }
    };
    // `output.x` and `check.x` have the form of a resource.
    if matches!(
        address.subject,
        Subject::Variable(_) | Subject::Resource { .. }
    ) {
        return Ok(());
    }
    let range = address.range;
    let text = source.text.get(range.start.byte..range.end.byte);
    let text = text.unwrap_or_default();
    sink.report(Location::new(source, range).error(
        "Invalid `expect_failures` reference",
        format!("You cannot expect failures from {text}. You can only expect failures from checkable objects such as input variables, output values, check blocks, managed resources and data sources."),
    ))
}
