//! Environments in folders of this machine, and nodes without a server.

use super::folder::EnvironmentFolder;
use super::model::{CompileError, NodeInput};
use crate::eval::environment::Environment;
use crate::hiera::FolderFiles;
use crate::values::special::{hash, undef};
use polycty_core::source::{Code, Error, Position, Range, Reporter, Result, Source, in_source};
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
        let (Some(file), Some(line)) = (error.file(), error.line()) else {
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
        let characters = error.column().map_or(0, |column| column.saturating_sub(1));
        let byte = rest.char_indices().nth(characters as usize);
        let at = Position {
            line,
            column: error.column().unwrap_or(1),
            byte: before + byte.map_or(0, |(at, _)| at),
        };
        let diagnostic = Reporter::Puppet
            .error(error.message(), "")
            .with_subject(Range { start: at, end: at });
        let source = Source::new(file, text);
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

    /// Sets the classes and parameters of a node classifier: a hash with `classes`, which is an
    /// array of names, or a hash of names and their parameters, and with `parameters`, a hash. The
    /// other keys are ignored. This is the form of the output of an external node classifier.
    ///
    /// # Errors
    /// [`Code::Value`] for a value of a different form.
    pub fn classified(mut self, classifier: &Value) -> Result<NodeInput> {
        let wrong = |name: &str, expected: &str| {
            let message = format!("the node classifier: expected {name} to be {expected}");
            Err(Error::new(Code::Value, message))
        };
        let Some(map) = classifier.as_ordered_map() else {
            return wrong("the document", "an object");
        };
        for (key, value) in map.entries() {
            if value.is_null() {
                continue;
            }
            match key.as_str() {
                Some("classes") => {
                    if let Some(names) = crate::values::special::array_elements(value) {
                        for name in names {
                            match name.as_str() {
                                Some(name) => self.classes.push((name.into(), None)),
                                None => return wrong("a class", "a string"),
                            }
                        }
                        continue;
                    }
                    let Some(classes) = value.as_ordered_map() else {
                        return wrong("classes", "an array or an object");
                    };
                    for (name, parameters) in classes.entries() {
                        let name = name.as_str().unwrap_or_default().into();
                        // A class without parameters has `null` in YAML.
                        let parameters = match parameters.is_null() {
                            true => hash([])?,
                            false => parameters.clone(),
                        };
                        if parameters.as_ordered_map().is_none() {
                            return wrong("the parameters of a class", "an object");
                        }
                        self.classes.push((name, Some(parameters)));
                    }
                }
                Some("parameters") => {
                    let Some(parameters) = value.as_ordered_map() else {
                        return wrong("parameters", "an object");
                    };
                    for (name, value) in parameters.entries() {
                        let name = name.as_str().unwrap_or_default().into();
                        self.parameters.push((name, value.clone()));
                    }
                }
                _ => {}
            }
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strict;
    use crate::catalog::parse_manifests;
    use crate::hiera::MemoryFiles;
    use crate::values::json::read_json;
    use polycty_core::calls::Budget;

    #[test]
    fn a_node_classifier_sets_classes_and_parameters() {
        let classified = |text: &str| NodeInput::default().classified(&read_json(text).unwrap());
        let node = classified(
            r#"{"classes": {"ntp": {"servers": []}, "motd": null}, "parameters": {"tier": 1}}"#,
        )
        .unwrap();
        let classes: Vec<_> = node.classes.iter().map(|(name, _)| &**name).collect();
        assert_eq!(classes, ["ntp", "motd"]);
        assert!(node.classes.iter().all(|(_, values)| values.is_some()));
        assert_eq!(&*node.parameters[0].0, "tier");
        let node = classified(r#"{"classes": ["ntp"], "environment": "test"}"#).unwrap();
        assert!(node.classes[0].1.is_none());
        for (text, message) in [
            ("[]", "expected the document to be an object"),
            (
                r#"{"classes": 1}"#,
                "expected classes to be an array or an object",
            ),
            (r#"{"classes": [1]}"#, "expected a class to be a string"),
            (
                r#"{"classes": {"a": 1}}"#,
                "expected the parameters of a class to be an object",
            ),
            (
                r#"{"parameters": 1}"#,
                "expected parameters to be an object",
            ),
        ] {
            let error = classified(text).unwrap_err();
            assert_eq!(error.message(), format!("the node classifier: {message}"));
        }
    }

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
}
