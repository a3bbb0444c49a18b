//! The environment of mgmt's test programs: the kinds of resources that the tests need, and a world
//! that contains only the program's own files.

use super::mcl_tree::corpus;
use polycty::calls::Budget;
use polycty::dialect::mcl::functions::{Core, Host as World};
use polycty::dialect::mcl::host::{Environment, Files};
use polycty::dialect::mcl::resources::{
    Behavior, Resource, ResourceField, ResourceGraph, ResourceKind, ResourceKinds, ResourceRef,
    Trait,
};
use polycty::dialect::mcl::{self, CompileError, Program, Runtime, Sender};
use polycty::source::{Code, Error, Result};
use polycty::types::{Str, Type, VariableScope};
use polycty::values::Value;
use serde_json::Value as Json;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A folder of files, as in an archive.
#[derive(Default)]
pub struct Archive(pub HashMap<String, String>);

impl Files for Archive {
    fn read(&self, path: &str) -> Option<Str> {
        let text = self.0.get(path.trim_start_matches('/'));
        text.map(|text| text.as_str().into())
    }
}

/// The kinds of resources of the reference.
pub fn kinds() -> &'static Arc<ResourceKinds> {
    static KINDS: OnceLock<Arc<ResourceKinds>> = OnceLock::new();
    KINDS.get_or_init(|| {
        let text = std::fs::read_to_string(corpus().join("mcl/resources.jsonl"));
        let lines = text.unwrap_or_default();
        let kinds = lines.lines().map(|line| {
            let json: Json = serde_json::from_str(line).unwrap_or_default();
            let fields = |key: &str| {
                let fields = json[key].as_array().into_iter().flatten();
                fields.filter_map(field).collect()
            };
            let traits = json["traits"].as_array().into_iter().flatten();
            let traits: Vec<&str> = traits.filter_map(Json::as_str).collect();
            let name = json["kind"].as_str().unwrap_or_default();
            let kind = ResourceKind {
                fields: fields("fields"),
                sends: traits.contains(&"sendable").then(|| fields("sends")),
                traits: traits.iter().filter_map(|name| Trait::of(name)).collect(),
                behavior: behavior(name),
            };
            (name.into(), kind)
        });
        Arc::new(ResourceKinds(kinds.collect()))
    })
}

/// Returns the rules of a kind that differ from those of most kinds, if there are any.
pub fn behavior(kind: &str) -> Option<Arc<dyn Behavior>> {
    Some(match kind {
        "file" => Arc::new(FileKind),
        "pkg" => Arc::new(PkgKind),
        "test" => Arc::new(TestKind),
        "line" => Arc::new(LineKind),
        _ => return None,
    })
}

fn field(json: &Json) -> Option<ResourceField> {
    // The only function type of a field.
    let ty = match json["type"].as_str()? {
        "func" => "func(int) str",
        ty => ty,
    };
    Some(ResourceField {
        name: json["lang"].as_str()?.into(),
        stored: json["name"].as_str()?.into(),
        ty: mcl::parse_type(ty, VariableScope::new()).ok()?,
        storage: json["storage"].as_str()?.into(),
    })
}

fn refused(message: impl Into<String>) -> Error {
    Error::new(Code::InvalidArgument, message)
}

fn text<'a>(resource: &'a Resource, field: &str) -> &'a str {
    let value = resource.field(field).and_then(Value::as_str);
    value.unwrap_or_default()
}

fn flag(resource: &Resource, field: &str) -> bool {
    resource.field(field).and_then(Value::as_bool) == Some(true)
}

/// A file depends on its folder, and on the files that it is assembled from.
struct FileKind;

impl FileKind {
    fn path(resource: &Resource) -> String {
        match (
            text(resource, "path"),
            text(resource, "dirname"),
            text(resource, "basename"),
        ) {
            ("", "", "") => resource.name().to_string(),
            ("", folder, name) => format!("{folder}{name}"),
            (path, ..) => path.to_owned(),
        }
    }

    fn fragments(resource: &Resource) -> impl Iterator<Item = &str> {
        let fragments = resource.field("fragments").and_then(Value::parts);
        fragments
            .unwrap_or_default()
            .iter()
            .filter_map(Value::as_str)
    }
}

impl Behavior for FileKind {
    fn validate(&self, resource: &Resource) -> Result<()> {
        let path = Self::path(resource);
        for fragment in Self::fragments(resource) {
            if fragment.ends_with('/') && path.starts_with(fragment) {
                return Err(refused(format!("inside a frag (`{fragment}`)")));
            }
        }
        Ok(())
    }

    fn comes_after(&self, resource: &Resource) -> Vec<Vec<ResourceRef>> {
        let file = |name: &str| ResourceRef {
            kind: "file".into(),
            name: name.into(),
        };
        let path = Self::path(resource);
        let mut parents = Vec::new();
        let mut rest = path.trim_end_matches('/');
        while let Some(at) = rest.rfind('/') {
            parents.push(file(&rest[..=at]));
            rest = &rest[..at];
        }
        let mut after = vec![parents];
        after.extend(Self::fragments(resource).map(|fragment| vec![file(fragment)]));
        after
    }
}

/// Of two states of a package, the newer one takes precedence.
struct PkgKind;

impl Behavior for PkgKind {
    fn merge(&self, first: &Resource, second: &Resource) -> Result<Resource> {
        match (text(first, "state"), text(second, "state")) {
            (a, b) if a == b => Ok(first.clone()),
            ("newest", "installed") => Ok(first.clone()),
            ("installed", "newest") => Ok(second.clone()),
            _ => Err(refused("the State differs")),
        }
    }
}

struct TestKind;

impl Behavior for TestKind {
    fn validate(&self, resource: &Resource) -> Result<()> {
        if flag(resource, "validatebool") {
            return Err(refused("the validatebool param was set to true"));
        }
        match text(resource, "validateerror") {
            "" => Ok(()),
            error => Err(refused(error)),
        }
    }

    fn compare(&self, first: &Resource, _: &Resource) -> Option<Result<()>> {
        flag(first, "comparefail").then(|| Err(refused("the CompareFail is true")))
    }
}

struct LineKind;

impl Behavior for LineKind {
    fn validate(&self, resource: &Resource) -> Result<()> {
        match text(resource, "file") {
            path if path.starts_with('/') => Ok(()),
            _ => Err(refused("the File must be absolute")),
        }
    }
}

/// The world of mgmt's tests: the files of the program, and a shell.
struct Empty {
    files: Arc<Archive>,
    hostname: &'static str,
}

impl World for Empty {
    fn answer(
        &self,
        function: &str,
        arguments: &[&Value],
        returns: &Type,
    ) -> Result<Option<Value>> {
        let argument = arguments.first().and_then(|value| value.as_str());
        Ok(match function {
            "sys.hostname" => Some(Value::string(self.hostname)),
            // The value is the first text that is printed.
            "os.system" => {
                let command = argument.unwrap_or_default();
                let mut shell = std::process::Command::new("sh");
                let output = shell.args(["-c", command]).output().ok();
                let output = output.map(|output| output.stdout).unwrap_or_default();
                let output = String::from_utf8_lossy(&output);
                Some(Value::string(output.lines().next().unwrap_or_default()))
            }
            // Other functions have no data yet, so they return zero values.
            _ => mcl::zero(returns).ok(),
        })
    }

    fn subscribe(&self, _: &str, _: &[&Value], _: &Sender) -> Result<()> {
        Ok(())
    }

    fn wake(&self, _: Duration, _: &Sender) -> Result<()> {
        Ok(())
    }

    fn now(&self) -> Result<i64> {
        Ok(1_700_000_000_000)
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
        Ok(Vec::new())
    }
}

/// The environment of a program.
pub fn environment(archive: &Arc<Archive>, hostname: &'static str) -> Environment {
    let world = Empty {
        files: archive.clone(),
        hostname,
    };
    let core = Core::new(Arc::new(world))
        .variable("purpleidea", Value::string("hello world!"))
        .variable("hostname", Value::string(""));
    Environment {
        files: archive.clone(),
        library: Arc::new(core),
        kinds: kinds().clone(),
    }
}

/// Compiles a program.
pub fn compile(
    archive: &Arc<Archive>,
    hostname: &'static str,
) -> std::result::Result<Arc<Program>, Box<CompileError>> {
    let entry = if archive.0.contains_key("metadata.yaml") {
        "/"
    } else {
        "/main.mcl"
    };
    let environment = environment(archive, hostname);
    Program::compile(environment, entry, &Budget::standard()).map(Arc::new)
}

/// Runs a program until its resources are known.
pub fn run(program: &Arc<Program>) -> std::result::Result<Arc<ResourceGraph>, Box<CompileError>> {
    let budget = Budget::standard();
    let mut runtime: Runtime = program.start(&budget)?;
    let progress = runtime.step(&budget)?;
    assert!(progress.complete, "the graph of functions is not complete");
    Ok(runtime.resources().cloned().unwrap_or_default())
}
