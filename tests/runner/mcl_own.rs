//! Whole programs of mcl that were written for this repository.
//!
//! A program is one text file of a suite; the README next to the suites describes the format. The
//! programs of `docs/reference/mcl.md` are one more suite. No other module of the runner depends on
//! this one.

use super::mcl_run::{Archive, behavior};
use super::plan::File;
use super::vectors::same;
use super::{Case, CaseResult};
use polycty::calls::Budget;
use polycty::dialect::mcl::functions::{Clock, Core, Host as World};
use polycty::dialect::mcl::host::{Environment, Files};
use polycty::dialect::mcl::resources::{Meta, ResourceGraph, ResourceKinds};
use polycty::dialect::mcl::{self, CompileError, Fields, Program, Runtime, Sender};
use polycty::source::{Code, Error, Result};
use polycty::types::Type;
use polycty::values::Value;
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// The folder of the suites within a corpus.
const FOLDER: &str = "mcl-own";

/// Returns the suites of a corpus: a folder each, and the page of the language.
pub fn suites(corpus: &Path) -> std::io::Result<Vec<File>> {
    let folder = corpus.join(FOLDER);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut suites = vec![File {
        name: format!("{FOLDER}/page"),
        path: root().join("docs/reference/mcl.md"),
    }];
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            let topic = path.file_name().unwrap_or_default().to_string_lossy();
            suites.push(File {
                name: format!("{FOLDER}/{topic}"),
                path: path.clone(),
            });
        }
    }
    Ok(suites)
}

/// Returns the programs of a suite.
pub fn cases(suite: &File) -> std::io::Result<Vec<Case>> {
    if !suite.path.is_dir() {
        return Ok(page(&std::fs::read_to_string(&suite.path)?));
    }
    let mut cases = Vec::new();
    for entry in std::fs::read_dir(&suite.path)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path)?;
        cases.push(Case::of(json!({
            "id": format!("{}/{name}", suite.name),
            "sections": resolved(sections(&text))?,
        })));
    }
    cases.sort_by(|a, b| a.id().cmp(b.id()));
    Ok(cases)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Splits a program's file at its lines `-- NAME --`.
fn sections(text: &str) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let header = line.trim_end().strip_prefix("-- ");
        if let Some(name) = header.and_then(|header| header.strip_suffix(" --")) {
            sections.push((name.to_owned(), String::new()));
        } else if let Some((_, content)) = sections.last_mut() {
            content.push_str(line);
        }
    }
    sections
}

/// Reads the files that sections `NAME = PATH` refer to, by paths from the root of the repository.
fn resolved(sections: Vec<(String, String)>) -> std::io::Result<Vec<(String, String)>> {
    let read = |(name, content): (String, String)| match name.split_once(" = ") {
        Some((name, path)) => Ok((name.to_owned(), std::fs::read_to_string(root().join(path))?)),
        None => Ok((name, content)),
    };
    sections.into_iter().map(read).collect()
}

/// The programs of a page: blocks of files, then a block with the result.
fn page(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut sections: Vec<(String, String)> = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let block = lines.by_ref().map(|(_, line)| line);
        let block = block.take_while(|line| *line != "```");
        let block: String = block.flat_map(|line| [line, "\n"]).collect();
        let (language, name) = info.split_once(' ').unwrap_or((info, "/main.mcl"));
        match language {
            "mcl" | "yaml" => sections.push((name.trim_start_matches('/').to_owned(), block)),
            "text" => {
                sections.push(("page".to_owned(), block));
                cases.push(Case::of(json!({
                    "id": format!("{FOLDER}/page/line-{}", at + 1),
                    "sections": std::mem::take(&mut sections),
                })));
            }
            _ => {}
        }
    }
    cases
}

/// Runs a program and compares each of its results, in order.
pub fn program(case: &Case) -> CaseResult {
    let sections: Vec<(String, String)> =
        serde_json::from_value(case.0["sections"].clone()).map_err(|error| error.to_string())?;
    let (files, steps): (Vec<_>, Vec<_>) = sections
        .into_iter()
        .partition(|(name, _)| name.contains(['.', '/']));
    if !steps.iter().any(|(name, _)| name != "world") {
        return Err("the file has no result".into());
    }
    let world = Arc::new(TestWorld {
        files: Archive(files.into_iter().collect()),
        ..TestWorld::default()
    });
    let mut running = Running {
        world,
        program: None,
        runtime: None,
        failure: None,
    };
    for (name, content) in steps {
        let checked = running.check(&name, &content);
        checked.map_err(|how| format!("{name}: {how}"))?;
    }
    Ok(())
}

/// A program, as far as the results so far have needed it.
struct Running {
    world: Arc<TestWorld>,
    program: Option<Arc<Program>>,
    runtime: Option<Runtime>,
    /// The last error.
    failure: Option<Box<CompileError>>,
}

impl Running {
    fn check(&mut self, section: &str, wanted: &str) -> CaseResult {
        match section {
            "world" => self.world.change(wanted),
            "functions" => same_lines(wanted, &self.compiled()?.graph().to_string()),
            "graph" => {
                let (complete, _) = self.step().map_err(|failure| failed(&failure))?;
                same("complete", &true, &complete)?;
                same_lines(wanted, &graph_lines(&self.resources()))
            }
            "unchanged" => {
                let step = self.step().map_err(|failure| failed(&failure))?;
                same("complete and changed", &(true, false), &step)
            }
            "error" => match self.step() {
                Ok(_) => Err(format!("the program runs:\n{}", self.resources())),
                Err(failure) => {
                    let got = failed(&failure);
                    self.failure = Some(failure);
                    same_error(wanted.trim_end(), &got)
                }
            },
            "log" => {
                let failure = self.failure.as_ref().ok_or("no error before")?;
                same("log", wanted.trim_end(), failure.log().trim_end())
            }
            "page" => {
                let printed = match self.step() {
                    Ok(_) => self.resources().with_fields(kinds()),
                    Err(failure) => failed(&failure),
                };
                same_lines(wanted, &printed)
            }
            _ => Err("no such section".into()),
        }
    }

    fn compiled(&mut self) -> std::result::Result<Arc<Program>, String> {
        self.compile().map_err(|failure| failed(&failure))
    }

    fn compile(&mut self) -> std::result::Result<Arc<Program>, Box<CompileError>> {
        if let Some(program) = &self.program {
            return Ok(program.clone());
        }
        let entry = if self.world.files.0.contains_key("metadata.yaml") {
            "/"
        } else {
            "/main.mcl"
        };
        let core = Core::new(self.world.clone())
            .variable("hostname", Value::string("host1"))
            .variable("input", Value::string("/input"));
        let environment = Environment {
            files: self.world.clone(),
            library: Arc::new(core),
            kinds: kinds().clone(),
        };
        let program = Arc::new(Program::compile(environment, entry, &Budget::standard())?);
        self.program = Some(program.clone());
        Ok(program)
    }

    /// Returns whether the step was complete and whether it changed the graph.
    fn step(&mut self) -> std::result::Result<(bool, bool), Box<CompileError>> {
        let budget = Budget::standard();
        if self.runtime.is_none() {
            self.runtime = Some(self.compile()?.start(&budget)?);
        }
        let runtime = self.runtime.as_mut().expect("the runtime was started");
        let progress = runtime.step(&budget)?;
        Ok((progress.complete, progress.changed))
    }

    fn resources(&self) -> Arc<ResourceGraph> {
        let runtime = self.runtime.as_ref();
        let graph = runtime.and_then(Runtime::resources);
        graph.cloned().unwrap_or_default()
    }
}

fn failed(failure: &CompileError) -> String {
    format!("{}: {failure}", failure.stage.class())
}

/// Compares errors. `: *` at the end matches any rest.
fn same_error(wanted: &str, got: &str) -> CaseResult {
    match wanted.strip_suffix(": *") {
        Some(message) if got.starts_with(message) => Ok(()),
        _ => same("error", wanted, got),
    }
}

/// The lines of a graph: resources, their fields and meta parameters that are set, edges, and what
/// is sent.
fn graph_lines(graph: &ResourceGraph) -> String {
    let mut lines = Vec::new();
    let defaults = Meta::default();
    for resource in graph.resources() {
        lines.push(format!("Vertex: {resource}"));
        lines.extend(resource.lines(kinds()));
        for name in resource.meta.differing(&defaults) {
            let value = resource.meta.get(name);
            let value = value.and_then(|value| mcl::format_value(&value).ok());
            lines.push(format!(
                "Meta: {resource}.{name} = {}",
                value.unwrap_or_default()
            ));
        }
    }
    for edge in graph.edges() {
        let notify = if edge.notify { " (notify)" } else { "" };
        let automatic = if edge.automatic { " (automatic)" } else { "" };
        let name = graph.edge_name(edge);
        lines.push(format!("Edge: {name}{notify}{automatic}"));
    }
    for receive in graph.receives() {
        let (from, to) = (
            &graph.resources()[receive.from],
            &graph.resources()[receive.to],
        );
        lines.push(format!(
            "Send: {from}.{} -> {to}.{}",
            receive.sent, receive.field
        ));
    }
    lines.join("\n")
}

/// Compares lines, whose order does not matter.
fn same_lines(wanted: &str, got: &str) -> CaseResult {
    let lines = |text: &str| {
        let lines = text.lines().filter(|line| !line.is_empty());
        let mut lines: Vec<String> = lines.map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let (wanted, got) = (lines(wanted), lines(got));
    if wanted == got {
        return Ok(());
    }
    let missing: Vec<&String> = wanted.iter().filter(|line| !got.contains(line)).collect();
    let added: Vec<&String> = got.iter().filter(|line| !wanted.contains(line)).collect();
    Err(format!("missing {missing:#?}, added {added:#?}"))
}

/// The kinds of resources, which the suites have in a file.
fn kinds() -> &'static Arc<ResourceKinds> {
    static KINDS: OnceLock<Arc<ResourceKinds>> = OnceLock::new();
    KINDS.get_or_init(|| {
        let path = root().join("tests/conformance/mcl-own/kinds.json");
        let text = std::fs::read(&path).expect("the file of the kinds");
        let mut kinds = ResourceKinds::default();
        let added = kinds.add_schema(&text, &Budget::standard());
        added.expect("a schema of kinds");
        for (name, kind) in kinds.0.iter_mut() {
            kind.behavior = behavior(name);
        }
        Arc::new(kinds)
    })
}

/// A world with the answers that a program's file lists. There is no other answer.
#[derive(Default)]
struct TestWorld {
    files: Archive,
    answers: Mutex<HashMap<String, Answer>>,
    followers: Mutex<Vec<(String, Sender)>>,
    clock: Clock,
}

#[derive(Clone)]
enum Answer {
    /// A value as JSON.
    Value(String),
    /// The message of an error that `<|>` recovers from.
    Fails(String),
}

impl TestWorld {
    /// Applies lines such as `os.readfile("/a") = "text"` and announces the changes.
    fn change(&self, lines: &str) -> CaseResult {
        for line in lines.lines().filter(|line| !line.is_empty()) {
            let (key, answer) = if let Some((key, value)) = line.split_once(" = ") {
                (key, Answer::Value(value.to_owned()))
            } else if let Some((key, message)) = line.split_once(" fails: ") {
                (key, Answer::Fails(message.to_owned()))
            } else {
                return Err(format!("no answer in {line}"));
            };
            if let ("clock", Answer::Value(time)) = (key, &answer) {
                self.clock.set(time.parse().map_err(|_| "no time")?);
                continue;
            }
            let mut answers = self.answers.lock().expect("no panic under the lock");
            answers.insert(key.to_owned(), answer);
            drop(answers);
            let followers = self.followers.lock().expect("no panic under the lock");
            let followers = followers.iter().filter(|(followed, _)| followed == key);
            followers.for_each(|(_, sender)| {
                sender.send();
            });
        }
        Ok(())
    }
}

fn call_text(function: &str, arguments: &[&Value]) -> Result<String> {
    let arguments = arguments.iter().map(|value| mcl::format_value(value));
    let arguments: Vec<String> = arguments
        .map(|text| text.map(|text| text.to_string()))
        .collect::<Result<_>>()?;
    Ok(format!("{function}({})", arguments.join(", ")))
}

impl Files for TestWorld {
    fn read(&self, path: &str) -> Option<polycty::types::Str> {
        self.files.read(path)
    }
}

impl World for TestWorld {
    fn answer(
        &self,
        function: &str,
        arguments: &[&Value],
        returns: &Type,
    ) -> Result<Option<Value>> {
        let key = call_text(function, arguments)?;
        let answers = self.answers.lock().expect("no panic under the lock");
        match answers.get(&key) {
            None => Ok(None),
            Some(Answer::Fails(message)) => Err(Error::new(Code::NotFound, message.clone())),
            Some(Answer::Value(text)) => {
                mcl::decode_json(text.as_bytes(), returns, Fields::Exact).map(Some)
            }
        }
    }

    fn subscribe(&self, function: &str, arguments: &[&Value], sender: &Sender) -> Result<()> {
        let key = call_text(function, arguments)?;
        self.unsubscribe(sender);
        let mut followers = self.followers.lock().expect("no panic under the lock");
        followers.push((key, sender.clone()));
        Ok(())
    }

    fn unsubscribe(&self, sender: &Sender) {
        let mut followers = self.followers.lock().expect("no panic under the lock");
        followers.retain(|(_, other)| other != sender);
        drop(followers);
        self.clock.forget(sender);
    }

    fn wake(&self, after: Duration, sender: &Sender) -> Result<()> {
        if self.clock.wake(after, sender) {
            Ok(())
        } else {
            Err(Error::new(Code::InvalidArgument, "the clock is not set"))
        }
    }

    fn now(&self) -> Result<i64> {
        let now = self.clock.now();
        now.ok_or_else(|| Error::new(Code::InvalidArgument, "the clock is not set"))
    }

    fn random(&self) -> Result<u64> {
        Ok(4)
    }

    fn deploy_file(&self, path: &str) -> Result<Option<Vec<u8>>> {
        Ok(self.files.read(path).map(|text| text.as_bytes().to_vec()))
    }

    fn deploy_has(&self, path: &str) -> Result<bool> {
        let folder = format!("{}/", path.trim_matches('/'));
        let mut paths = self.files.0.keys();
        Ok(self.files.read(path).is_some() || paths.any(|have| have.starts_with(&folder)))
    }

    fn environment(&self) -> Result<Vec<(String, String)>> {
        let answers = self.answers.lock().expect("no panic under the lock");
        let mut variables = Vec::new();
        for (key, answer) in answers.iter() {
            if let (Some(name), Answer::Value(text)) = (key.strip_prefix("env "), answer) {
                let value: Json = serde_json::from_str(text).unwrap_or_default();
                let value = value.as_str().unwrap_or_default();
                variables.push((name.to_owned(), value.to_owned()));
            }
        }
        variables.sort();
        Ok(variables)
    }
}
