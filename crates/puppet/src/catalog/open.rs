//! Environments in folders of this machine, and nodes without a server.

use super::folder::EnvironmentFolder;
use super::model::{CompileError, NodeInput};
use crate::eval::environment::Environment;
use crate::hiera::FolderFiles;
use crate::values::special::{hash, undef};
use polycty_core::source::{Code, Error, Position, Range, Result, Source, in_source};
use polycty_core::values::Value;
use std::path::{Path, PathBuf};

/// The paths of an environment, absolute or relative to the current folder.
#[derive(Clone, Debug, Default)]
pub struct FolderPaths {
    /// The folder of the environment: manifests, modules, `hiera.yaml`, `environment.conf`.
    pub environment: PathBuf,
    /// The name of the environment. If it is `None`, the name of the folder.
    pub name: Option<String>,
    /// The folders of modules, instead of those of the environment. If empty, those of the
    /// environment.
    pub modules: Vec<PathBuf>,
    /// The manifest or the folder of manifests, instead of that of the environment.
    pub manifest: Option<PathBuf>,
    /// The `hiera.yaml` of the global layer.
    pub hiera: Option<PathBuf>,
}

/// Returns the absolute path of a file or folder, with `/` between the names.
fn absolute(path: &Path) -> Result<String> {
    let shown = path.display();
    let found = path
        .canonicalize()
        .map_err(|error| Error::new(Code::NotFound, format!("{shown}: {error}")))?;
    match found.to_str() {
        Some(path) => Ok(path.replace('\\', "/")),
        None => {
            let message = format!("{shown}: the path is not UTF-8");
            Err(Error::new(Code::InvalidUtf8, message))
        }
    }
}

impl EnvironmentFolder {
    /// Opens the folder of an environment. Only files in the folders of the paths can be read: the
    /// environment, the modules, and the folders that contain the manifest and the `hiera.yaml` of
    /// the global layer.
    ///
    /// # Errors
    /// - [`Code::NotFound`] for a path that does not exist.
    /// - [`Code::InvalidUtf8`] for a path or an `environment.conf` that is not UTF-8.
    pub fn open(paths: &FolderPaths) -> Result<EnvironmentFolder> {
        let root = absolute(&paths.environment)?;
        let of_folder = root.rsplit('/').next().filter(|name| !name.is_empty());
        let name = paths.name.as_deref().or(of_folder).unwrap_or("production");
        let mut files = FolderFiles::new().folder(&root, &root)?;
        let mut modules = Vec::with_capacity(paths.modules.len());
        for folder in &paths.modules {
            let folder = absolute(folder)?;
            files = files.folder(&folder, &folder)?;
            modules.push(folder);
        }
        let mut file = |path: &Option<PathBuf>| -> Result<Option<String>> {
            let Some(path) = path else {
                return Ok(None);
            };
            let path = absolute(path)?;
            let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
            let parent = if parent.is_empty() { "/" } else { parent };
            files = std::mem::take(&mut files).folder(parent, parent)?;
            Ok(Some(path))
        };
        let (manifest, hiera) = (file(&paths.manifest)?, file(&paths.hiera)?);
        let mut folder = EnvironmentFolder::new(files, name, &root)?;
        if !modules.is_empty() {
            folder = folder.modules(modules);
        }
        if let Some(path) = &manifest {
            folder = folder.manifest(path);
        }
        if let Some(path) = &hiera {
            folder = folder.global_hiera(path);
        }
        Ok(folder)
    }

    /// Returns an environment for lookups: that of [`EnvironmentFolder::environment`] with the
    /// facts and the variables that Puppet derives from the node.
    ///
    /// # Errors
    /// [`Code::Unsupported`] for values with marks and unknown values.
    pub fn environment_of(&self, base: Environment, node: &NodeInput) -> Result<Environment> {
        let mut environment = self.environment(base);
        let name = Value::string(&self.options().environment);
        let facts = match &node.facts {
            Some(facts) => facts.clone(),
            None => hash([])?,
        };
        let facts_by_name = facts.as_ordered_map().map_or(&[][..], |map| map.entries());
        environment.reserve_variables(facts_by_name.len() + node.parameters.len() + 4);
        let parameters = node.parameters.iter();
        let parameters = parameters.map(|(name, value)| (&**name, value));
        let all = facts_by_name.iter();
        let all = all.filter_map(|(name, value)| Some((name.as_str()?, value)));
        for (name, value) in all.chain(parameters) {
            // A fact whose name is not that of a variable is only in `$facts`.
            let _ = environment.set_variable(name, value.clone());
        }
        let mut server = Vec::new();
        if let Some(map) = node.server_facts.as_ref().and_then(Value::as_ordered_map) {
            server.extend_from_slice(map.entries());
        }
        let is_environment = |(key, _): &(Value, Value)| key.as_str() == Some("environment");
        if !server.iter().any(is_environment) {
            server.push((Value::string("environment"), name.clone()));
        }
        let trusted = match &node.trusted {
            Some(trusted) => trusted.clone(),
            None => hash([])?,
        };
        environment.set_variable("facts", facts)?;
        environment.set_variable("trusted", trusted)?;
        environment.set_variable("server_facts", hash(server)?)?;
        environment.set_variable("environment", name)?;
        Ok(environment)
    }

    /// Returns the error of a compilation, with its position in the text of its file.
    #[must_use]
    pub fn located(&self, error: CompileError) -> Error {
        let Some((file, line, column)) = error.position() else {
            return error.into_error();
        };
        let Ok(Some(text)) = self.text(file) else {
            return error.into_error();
        };
        let before = match line {
            0 | 1 => Some(0),
            _ => {
                let mut ends = text.match_indices('\n');
                ends.nth(line as usize - 2).map(|(at, _)| at + 1)
            }
        };
        let Some(before) = before else {
            return error.into_error();
        };
        let rest = text.get(before..).unwrap_or_default();
        let characters = column.map_or(0, |column| column.saturating_sub(1));
        let byte = rest.char_indices().nth(characters as usize);
        let at = Position {
            line,
            column: column.unwrap_or(1),
            byte: before + byte.map_or(0, |(at, _)| at),
        };
        let diagnostic = (error.diagnostic()).with_subject(Range { start: at, end: at });
        let source = Source::new(&**file, text);
        let mut diagnostics = vec![diagnostic];
        in_source(&mut diagnostics, &source);
        Error::summing_up(error.code(), error.full(), diagnostics).with_source(source)
    }
}

impl NodeInput {
    /// Returns the input of a node without facts, with the trusted facts of a node without
    /// extensions.
    ///
    /// # Errors
    /// [`Code::Limit`] if a value would be too large.
    pub fn named(name: &str) -> Result<NodeInput> {
        let (host, domain) = match name.split_once('.') {
            Some((host, domain)) => (host, Value::string(domain)),
            None => (name, undef()),
        };
        let trusted = [
            ("authenticated", Value::string("local")),
            ("certname", Value::string(name)),
            ("domain", domain),
            ("extensions", hash([])?),
            ("external", hash([])?),
            ("hostname", Value::string(host)),
        ];
        let trusted = trusted.map(|(key, value)| (Value::string(key), value));
        Ok(NodeInput {
            name: name.to_lowercase().into(),
            trusted: Some(hash(trusted)?),
            ..NodeInput::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strict;
    use crate::catalog::{compile, parse_manifests};
    use crate::hiera::MemoryFiles;
    use polycty_core::calls::Budget;
    use polycty_core::source::Diagnostic;

    #[test]
    fn the_diagnostic_of_an_error_has_its_file() {
        let files = MemoryFiles::new([("/e/manifests/site.pp", "$x = 1\n$y = = 2\n")]);
        let folder = EnvironmentFolder::new(files, "production", "/e").unwrap();
        let manifests = folder.manifests().unwrap();
        let error = parse_manifests(manifests, "production", Strict::Error, &Budget::new());
        let error = folder.located(error.unwrap_err());
        let diagnostic = &error.diagnostics()[0];
        let source = diagnostic.source.as_ref().unwrap();
        assert_eq!(&*source.name, "/e/manifests/site.pp");
        assert_eq!(diagnostic.subject.unwrap().start.line, 2);
    }

    #[test]
    fn missing_resources_and_cycles_have_codes_and_positions() {
        let budget = Budget::new();
        let compiled = |program: &str| {
            let files = MemoryFiles::new([("/e/manifests/site.pp", program)]);
            let folder = EnvironmentFolder::new(files, "production", "/e").unwrap();
            let manifests = folder.manifests().unwrap();
            let manifests =
                parse_manifests(manifests, "production", Strict::Error, &budget).unwrap();
            let node = NodeInput::named("n").unwrap();
            let environment = folder.environment(Environment::new());
            let options = folder.options();
            let catalog = compile(&manifests, &node, &options, &environment, &budget);
            catalog.map_err(|error| folder.located(error))
        };
        let start = |diagnostic: &Diagnostic| {
            let source = diagnostic.source.as_ref().unwrap();
            assert_eq!(&*source.name, "/e/manifests/site.pp");
            diagnostic.subject.unwrap().start.line
        };
        let missing = compiled("\nnotify { 'a': require => Notify['b'] }").unwrap_err();
        let diagnostic = &missing.diagnostics()[0];
        assert_eq!(diagnostic.id(), "puppet.missing-resource");
        assert_eq!(start(diagnostic), 2);
        assert!(
            !diagnostic.summary.contains("line:"),
            "{}",
            diagnostic.summary
        );

        let program =
            "notify { 'a': require => Notify['b'] }\nnotify { 'b':\n  require => Notify['a'] }";
        let catalog = compiled(program).unwrap();
        let graph = catalog.relationships(&budget).unwrap();
        let cycle = graph.check_cycles(&catalog, &budget).unwrap_err();
        let diagnostic = &cycle.diagnostics()[0];
        assert_eq!(diagnostic.id(), "puppet.dependency-cycle");
        let [other] = diagnostic.related() else {
            panic!("{:?}", diagnostic.related());
        };
        assert_eq!((start(diagnostic), other.range.start.line), (1, 2));
        assert_eq!(other.message, "Notify[b]");
    }
}
