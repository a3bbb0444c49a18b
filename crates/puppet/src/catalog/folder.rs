//! The folder of an environment, as Puppet lays one out: manifests, modules, Hiera data, functions,
//! types and resource types.
//!
//! A file `environment.conf` sets the folders of modules (`modulepath`) and the manifests
//! (`manifest`). Files are read through [`DataFiles`], so that a host decides which folders can be
//! read.

use super::model::{CompileOptions, ResourceTypeSource};
use crate::eval::environment::{Definitions, Environment};
use crate::eval::host::Host;
use crate::eval::parsed::Sources;
use crate::hiera::{DataFiles, FileKind, Hiera, Resolutions, SnapshotFiles};
use polycty_core::sort::sort;
use polycty_core::source::{Code, Error, Result, Source};
use std::fmt;
use std::sync::Arc;

/// The maximum depth of folders of manifests.
const MAX_DEPTH: u32 = 64;

/// The folder of an environment. Cheap to clone.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_puppet::catalog::{EnvironmentFolder, NodeInput, compile, parse_manifests};
/// use polycty_puppet::hiera::MemoryFiles;
/// use polycty_puppet::{Environment, Strict};
/// let files = MemoryFiles::new([
///     ("/e/manifests/site.pp", "include ntp"),
///     ("/e/modules/ntp/manifests/init.pp", "class ntp { package { 'ntp': } }"),
/// ]);
/// let folder = EnvironmentFolder::new(files, "production", "/e")?;
/// let budget = Budget::new();
/// let manifests = parse_manifests(folder.manifests()?, "production", Strict::Error, &budget)
///     .map_err(|error| error.into_error())?;
/// let node = NodeInput { name: "web.example.com".into(), ..NodeInput::default() };
/// let environment = folder.environment(Environment::new());
/// let catalog = compile(&manifests, &node, &folder.options(), &environment, &budget)
///     .map_err(|error| error.into_error())?;
/// assert!(catalog.resources.iter().any(|one| one.reference() == "Package[ntp]"));
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
#[derive(Clone)]
pub struct EnvironmentFolder(Arc<Parts>);

#[derive(Clone)]
struct Parts {
    files: Arc<dyn DataFiles>,
    name: String,
    folder: String,
    modules: Vec<String>,
    manifests: String,
    global_hiera: Option<String>,
    sources: Sources,
}

impl fmt::Debug for EnvironmentFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnvironmentFolder")
            .field("name", &self.0.name)
            .field("folder", &self.0.folder)
            .field("modules", &self.0.modules)
            .field("manifests", &self.0.manifests)
            .finish_non_exhaustive()
    }
}

/// Files that several readers share.
#[derive(Clone)]
struct Shared(Arc<dyn DataFiles>);

impl DataFiles for Shared {
    fn kind(&self, path: &str) -> Result<Option<FileKind>> {
        self.0.kind(path)
    }

    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        self.0.read(path)
    }

    fn read_shared(&self, path: &str) -> Result<Option<Arc<[u8]>>> {
        self.0.read_shared(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>> {
        self.0.list(folder)
    }

    fn resolutions(&self) -> Option<&Resolutions> {
        self.0.resolutions()
    }
}

impl EnvironmentFolder {
    /// Opens an environment by its name and its absolute path.
    ///
    /// # Errors
    /// - [`Code::InvalidUtf8`] if `environment.conf` is not UTF-8.
    /// - Those of the files.
    pub fn new(
        files: impl DataFiles + 'static,
        name: &str,
        folder: &str,
    ) -> Result<EnvironmentFolder> {
        let folder = folder.trim_end_matches('/').to_owned();
        let mut parts = Parts {
            files: Arc::new(files),
            name: name.to_owned(),
            modules: vec![format!("{folder}/modules")],
            manifests: format!("{folder}/manifests"),
            global_hiera: None,
            sources: Sources::default(),
            folder,
        };
        let settings = parts.text(&format!("{}/environment.conf", parts.folder))?;
        for line in settings.as_deref().unwrap_or_default().lines() {
            let Some((key, value)) = line.split_once('=') else {
                continue;
            };
            match key.trim() {
                // Variables, such as `$basemodulepath`, name folders outside of the environment.
                "modulepath" => {
                    let folders = value.trim().split(':').map(str::trim);
                    let folders = folders.filter(|one| !one.is_empty() && !one.contains('$'));
                    parts.modules = folders.map(|one| parts.path(one)).collect();
                }
                "manifest" => parts.manifests = parts.path(value.trim()),
                _ => {}
            }
        }
        Ok(EnvironmentFolder(Arc::new(parts)))
    }

    /// Returns the text of a file, by its absolute path.
    pub(super) fn text(&self, path: &str) -> Result<Option<String>> {
        self.0.text(path)
    }

    fn with(mut self, change: impl FnOnce(&mut Parts)) -> EnvironmentFolder {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// Reads each file once for all compilations with the returned folder and its clones: later
    /// changes of the files are not seen. Hosts that compile many nodes do not read files for each.
    #[must_use]
    pub fn snapshot(self) -> EnvironmentFolder {
        self.with(|parts| {
            parts.files = Arc::new(SnapshotFiles::new(Shared(parts.files.clone())));
        })
    }

    /// The folders of modules, as absolute paths: those of `environment.conf`, or else `modules`.
    #[must_use]
    pub fn module_folders(&self) -> &[String] {
        &self.0.modules
    }

    /// Sets the folders of modules, as absolute paths. The first folder with a module counts.
    #[must_use]
    pub fn modules(self, folders: Vec<String>) -> EnvironmentFolder {
        self.with(|parts| parts.modules = folders)
    }

    /// Sets the manifest, or the folder of manifests, as an absolute path.
    #[must_use]
    pub fn manifest(self, path: &str) -> EnvironmentFolder {
        self.with(|parts| parts.manifests = path.to_owned())
    }

    /// Sets the path of the `hiera.yaml` of the global layer.
    #[must_use]
    pub fn global_hiera(self, path: &str) -> EnvironmentFolder {
        self.with(|parts| parts.global_hiera = Some(path.to_owned()))
    }

    /// Returns the manifests: the file, or all files of the folder whose names end in `.pp`, in the
    /// order of their paths. Empty if there are none.
    ///
    /// # Errors
    /// - [`Code::InvalidUtf8`] for a manifest that is not UTF-8.
    /// - [`Code::Limit`] for folders that nest too deep.
    /// - Those of the files.
    pub fn manifests(&self) -> Result<Vec<Source>> {
        let mut paths = Vec::new();
        self.0.manifests_below(&self.0.manifests, 0, &mut paths)?;
        sort(&mut paths);
        let mut sources = Vec::with_capacity(paths.len());
        for path in paths {
            if let Some(text) = self.0.text(&path)? {
                sources.push(Source::new(path, text));
            }
        }
        Ok(sources)
    }

    /// Returns an environment that loads definitions, files and data from the folder.
    #[must_use]
    pub fn environment(&self, base: Environment) -> Environment {
        let loaded = self.clone();
        let mut hiera =
            Hiera::new(Shared(self.0.files.clone())).environment(&self.0.name, &self.0.folder);
        if let Some(path) = &self.0.global_hiera {
            hiera = hiera.global(path);
        }
        for folder in &self.0.modules {
            hiera = hiera.modules(folder);
        }
        base.loader(move |kind, name| loaded.0.load(kind, name))
            .host(self.clone())
            .hiera(hiera)
    }

    /// Returns the settings of a compilation in this environment.
    #[must_use]
    pub fn options(&self) -> CompileOptions {
        CompileOptions {
            environment: self.0.name.as_str().into(),
            resource_types: Some(Arc::new(self.clone())),
            ..CompileOptions::default()
        }
    }
}

/// Returns the text of a file.
fn valid(path: &str, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes)
        .map_err(|_| Error::new(Code::InvalidUtf8, format!("{path}: the text is not UTF-8")))
}

impl Parts {
    /// Returns the absolute path of a path from the folder.
    fn path(&self, path: &str) -> String {
        match path.strip_prefix("./").unwrap_or(path) {
            absolute if absolute.starts_with('/') => absolute.to_owned(),
            relative => format!("{}/{relative}", self.folder),
        }
    }

    fn text(&self, path: &str) -> Result<Option<String>> {
        match self.files.read(path)? {
            Some(bytes) => valid(path, bytes).map(Some),
            None => Ok(None),
        }
    }

    /// Returns the text of a file that defines a name. A text that has not changed is the same one.
    fn source(&self, path: String) -> Result<Option<Source>> {
        let Some(bytes) = self.files.read(&path)? else {
            return Ok(None);
        };
        if let Some(known) = self.sources.get(&path, &bytes) {
            return Ok(Some(known));
        }
        let source = Source::new(path.as_str(), valid(&path, bytes)?);
        self.sources.add(path, &source);
        Ok(Some(source))
    }

    /// Collects the manifests at a path.
    fn manifests_below(&self, path: &str, depth: u32, into: &mut Vec<String>) -> Result<()> {
        match self.files.kind(path)? {
            Some(FileKind::File) => {
                if depth == 0 || path.ends_with(".pp") {
                    into.push(path.to_owned());
                }
                Ok(())
            }
            Some(FileKind::Folder) if depth < MAX_DEPTH => {
                for name in self.files.list(path)? {
                    self.manifests_below(&format!("{path}/{name}"), depth + 1, into)?;
                }
                Ok(())
            }
            Some(FileKind::Folder) => {
                let message = format!("{path}: the folders of manifests nest too deep");
                Err(Error::new(Code::Limit, message))
            }
            _ => Ok(()),
        }
    }

    /// Returns the folder of a module.
    fn module(&self, name: &str) -> Result<Option<String>> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_name) {
            return Ok(None);
        }
        for folder in &self.modules {
            let path = format!("{folder}/{name}");
            if self.files.kind(&path)? == Some(FileKind::Folder) {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// Returns the text that defines a name, from its module or from the environment.
    fn load(&self, kind: Definitions, name: &str) -> Result<Option<Source>> {
        let Some(file) = kind.file(name) else {
            return Ok(None);
        };
        let Some((module, rest)) = file.split_once('/') else {
            return Ok(None);
        };
        if let Some(folder) = self.module(module)?
            && let Some(source) = self.source(format!("{folder}/{rest}"))?
        {
            return Ok(Some(source));
        }
        match kind {
            Definitions::Function | Definitions::Type => {
                if name.starts_with("environment::") {
                    return Ok(None);
                }
                let path = name.replace("::", "/");
                self.source(format!("{}/{}/{path}.pp", self.folder, kind.folder()))
            }
            Definitions::Class | Definitions::Template => Ok(None),
        }
    }

    /// Returns the path of a file that a program names: an absolute path, or the module and the
    /// path in its folder `files`.
    fn file(&self, name: &str) -> Result<Option<String>> {
        let path = if name.starts_with('/') {
            name.to_owned()
        } else {
            let Some((module, rest)) = name.split_once('/') else {
                return Ok(None);
            };
            let Some(folder) = self.module(module)? else {
                return Ok(None);
            };
            if rest.split('/').any(|part| matches!(part, "" | "." | "..")) {
                return Ok(None);
            }
            format!("{folder}/files/{rest}")
        };
        Ok(self.files.kind(&path)?.map(|_| path))
    }
}

/// The file that manifests name last where a file may be missing. It is empty on every machine.
const EMPTY_FILE: &str = "/dev/null";

impl Host for EnvironmentFolder {
    fn find_file(&self, names: &[&str]) -> Result<Option<String>> {
        for name in names {
            if *name == EMPTY_FILE {
                return Ok(Some(EMPTY_FILE.to_owned()));
            }
            if let Some(path) = self.0.file(name)? {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    fn read_file(&self, name: &str) -> Result<Option<Vec<u8>>> {
        if name == EMPTY_FILE {
            return Ok(Some(Vec::new()));
        }
        match self.0.file(name)? {
            Some(path) => self.0.files.read(&path),
            None => Ok(None),
        }
    }
}

impl ResourceTypeSource for EnvironmentFolder {
    fn load(&self, name: &str) -> Result<Option<Source>> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.chars().all(is_name) {
            return Ok(None);
        }
        self.0
            .source(format!("{}/.resource_types/{name}.pp", self.0.folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hiera::MemoryFiles;

    fn folder(files: &[(&str, &str)]) -> EnvironmentFolder {
        let files = MemoryFiles::new(files.iter().map(|(path, text)| (*path, *text)));
        EnvironmentFolder::new(files, "production", "/e").unwrap()
    }

    fn names(sources: &[Source]) -> Vec<&str> {
        sources.iter().map(|source| &*source.name).collect()
    }

    #[test]
    fn manifests_are_in_the_order_of_their_paths() {
        let all = folder(&[
            ("/e/manifests/b.pp", ""),
            ("/e/manifests/a/x.pp", ""),
            ("/e/manifests/README.md", ""),
        ]);
        assert_eq!(
            names(&all.manifests().unwrap()),
            ["/e/manifests/a/x.pp", "/e/manifests/b.pp"]
        );
        let one = all.manifest("/e/manifests/b.pp");
        assert_eq!(names(&one.manifests().unwrap()), ["/e/manifests/b.pp"]);
        assert_eq!(folder(&[]).manifests().unwrap().len(), 0);
    }

    #[test]
    fn the_first_folder_with_a_module_counts() {
        let site = folder(&[
            (
                "/e/environment.conf",
                "modulepath = site:modules:$basemodulepath\nmanifest = all.pp\n",
            ),
            ("/e/all.pp", "include a"),
            ("/e/site/a/manifests/init.pp", "class a { }"),
            ("/e/modules/a/manifests/b.pp", "class a::b { }"),
            ("/e/modules/c/functions/f.pp", "function c::f() { 1 }"),
            ("/e/functions/g.pp", "function g() { 1 }"),
            ("/e/modules/c/files/x", "text"),
            ("/e/.resource_types/t.pp", "5"),
        ]);
        assert_eq!(names(&site.manifests().unwrap()), ["/e/all.pp"]);
        for (kind, name, file) in [
            (Definitions::Class, "a", Some("/e/site/a/manifests/init.pp")),
            (Definitions::Class, "a::b", None),
            (
                Definitions::Function,
                "c::f",
                Some("/e/modules/c/functions/f.pp"),
            ),
            (Definitions::Function, "g", Some("/e/functions/g.pp")),
            (Definitions::Function, "environment::g", None),
            (Definitions::Class, "g", None),
        ] {
            let found = site
                .0
                .load(kind, name)
                .unwrap()
                .map(|source| source.name.to_string());
            assert_eq!(found.as_deref(), file, "{name}");
        }
        assert_eq!(
            site.read_file("c/x").unwrap().as_deref(),
            Some(&b"text"[..])
        );
        for name in ["c/../manifests/b.pp", "../e/all.pp", "d/x", "x"] {
            assert_eq!(site.read_file(name).unwrap(), None, "{name}");
        }
        assert!(ResourceTypeSource::load(&site, "t").unwrap().is_some());
        assert!(ResourceTypeSource::load(&site, "../t").unwrap().is_none());
    }
}
