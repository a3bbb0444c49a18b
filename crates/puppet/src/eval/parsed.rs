//! Parsed files, which all evaluations of an environment share.
//!
//! An entry belongs to the name of a file and is valid for the text from which it was parsed. Each
//! evaluation reads its files and compares the texts, so that it parses a changed file again.

use crate::eval::code::Unit;
use crate::eval::environment::Definitions;
use crate::hiera::{Document, Format, KnownConfig, Place};
use crate::mode::{Mode, Strict};
use crate::resource_types::ResourceType;
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::source::Source;
use polycty_core::types::{KeyedMap, Str};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of bytes of the texts. The table is cleared when it would exceed them.
const MAX_BYTES: usize = 16 << 20;

/// The bytes of the texts that one step compares.
const COMPARED_BYTES: usize = 64;

/// The parsed files of an environment. A clone is the same table.
#[derive(Clone, Default)]
pub(crate) struct ParsedFiles(Arc<Mutex<Tables>>);

#[derive(Default)]
struct Tables {
    units: KeyedMap<(Definitions, Str), KnownUnit>,
    documents: KeyedMap<(Format, Str), KnownBytes<Arc<Document>>>,
    configs: KeyedMap<(Place, Str), KnownBytes<Arc<KnownConfig>>>,
    resource_types: KeyedMap<Str, Known<Arc<ResourceType>>>,
    bytes: usize,
}

#[derive(Clone)]
struct Known<T, C = Arc<str>> {
    text: C,
    parsed: T,
}

type KnownBytes<T> = Known<T, Arc<[u8]>>;

/// The code of a text, and the settings of its validation.
#[derive(Clone)]
struct KnownUnit {
    settings: UnitSettings,
    unit: Arc<Unit>,
}

/// The settings on which the code of a text depends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnitSettings {
    pub(crate) strict: Strict,
    pub(crate) mode: Mode,
    /// The path in the folder of modules, if the names that the text defines are checked against
    /// it.
    pub(crate) module_path: Option<String>,
}

/// Texts of files by path, so that an unchanged text is validated and allocated once. A clone is the
/// same table.
#[derive(Clone, Default)]
pub(crate) struct Sources(Arc<Mutex<SourceTable>>);

#[derive(Default)]
struct SourceTable {
    sources: KeyedMap<String, Source>,
    bytes: usize,
}

impl Sources {
    fn table(&self) -> MutexGuard<'_, SourceTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the text of a file if it consists of these bytes.
    pub(crate) fn get(&self, path: &str, bytes: &[u8]) -> Option<Source> {
        let known = self.table().sources.get(path).cloned()?;
        (known.text.as_bytes() == bytes).then_some(known)
    }

    /// Adds the text of a file. The table is cleared when its texts would exceed [`MAX_BYTES`].
    pub(crate) fn add(&self, path: String, source: &Source) {
        let bytes = source.text.len();
        if bytes > MAX_BYTES {
            return;
        }
        let mut table = self.table();
        if table.bytes + bytes > MAX_BYTES {
            *table = SourceTable::default();
        }
        table.bytes += bytes;
        if let Some(replaced) = table.sources.insert(path, source.clone()) {
            table.bytes -= replaced.text.len();
        }
    }
}

/// Returns the steps of a comparison with a text.
pub(crate) fn comparison_steps(text: &str) -> u64 {
    1 + (text.len() / COMPARED_BYTES) as u64
}

/// Returns what was parsed from a text if it has not changed. The same allocation is not compared.
fn same_text<T>(
    known: Option<Known<T, Arc<[u8]>>>,
    text: &Arc<[u8]>,
    budget: &Budget,
) -> Result<Option<T>, BudgetError> {
    budget.charge(1)?;
    let Some(known) = known else {
        return Ok(None);
    };
    if !Arc::ptr_eq(&known.text, text) {
        budget.charge((text.len() / COMPARED_BYTES) as u64)?;
        if known.text != *text {
            return Ok(None);
        }
    }
    Ok(Some(known.parsed))
}

impl Tables {
    /// Counts the bytes of a new text, and makes room for it.
    fn add(&mut self, bytes: usize) {
        if self.bytes + bytes > MAX_BYTES {
            *self = Tables::default();
        }
        self.bytes += bytes;
    }

    /// Counts the bytes of a text that was replaced.
    fn remove(&mut self, replaced: Option<usize>) {
        self.bytes = self.bytes.saturating_sub(replaced.unwrap_or_default());
    }
}

impl ParsedFiles {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        // A panic leaves the tables complete.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the code of a text.
    pub(crate) fn unit(
        &self,
        kind: Definitions,
        source: &Source,
        settings: &UnitSettings,
    ) -> Option<Arc<Unit>> {
        let key = (kind, source.name.clone());
        let known = self.tables().units.get(&key).cloned()?;
        (known.settings == *settings && known.unit.tree.source() == source).then_some(known.unit)
    }

    /// Adds the code of a text.
    pub(crate) fn add_unit(&self, kind: Definitions, settings: UnitSettings, unit: &Arc<Unit>) {
        let source = unit.tree.source();
        let text = source.text.len();
        // A text without a name is a part of a program.
        if text > MAX_BYTES || source.name.is_empty() {
            return;
        }
        let key = (kind, unit.tree.source().name.clone());
        let unit = unit.clone();
        let mut tables = self.tables();
        tables.add(text);
        let replaced = tables.units.insert(key, KnownUnit { settings, unit });
        tables.remove(replaced.map(|known| known.unit.tree.source().text.len()));
    }

    /// Returns the resource type that a text defines.
    pub(crate) fn resource_type(&self, source: &Source) -> Option<Arc<ResourceType>> {
        let known = self.tables().resource_types.get(&source.name).cloned()?;
        (*known.text == *source.text).then_some(known.parsed)
    }

    /// Adds the resource type that a text defines.
    pub(crate) fn add_resource_type(&self, source: Source, parsed: &Arc<ResourceType>) {
        if source.text.len() > MAX_BYTES {
            return;
        }
        let (text, parsed) = (source.text, parsed.clone());
        let mut tables = self.tables();
        tables.add(text.len());
        let known = Known { text, parsed };
        let replaced = tables.resource_types.insert(source.name, known);
        tables.remove(replaced.map(|known| known.text.len()));
    }

    /// Returns a document, after a charge for the comparison of its text.
    pub(crate) fn document(
        &self,
        format: Format,
        path: &str,
        text: &Arc<[u8]>,
        budget: &Budget,
    ) -> Result<Option<Arc<Document>>, BudgetError> {
        let key = (format, path.into());
        let known = self.tables().documents.get(&key).cloned();
        same_text(known, text, budget)
    }

    /// Returns the configuration of Hiera that a text contains, as [`ParsedFiles::document`].
    pub(crate) fn config(
        &self,
        place: Place,
        path: &str,
        text: &Arc<[u8]>,
        budget: &Budget,
    ) -> Result<Option<Arc<KnownConfig>>, BudgetError> {
        let key = (place, path.into());
        let known = self.tables().configs.get(&key).cloned();
        same_text(known, text, budget)
    }

    /// Adds the configuration of Hiera that a text contains.
    pub(crate) fn add_config(
        &self,
        (place, path): (Place, &str),
        text: &Arc<[u8]>,
        config: &Arc<KnownConfig>,
    ) {
        if text.len() > MAX_BYTES {
            return;
        }
        let (text, parsed) = (text.clone(), config.clone());
        let mut tables = self.tables();
        tables.add(text.len());
        let known = Known { text, parsed };
        let replaced = tables.configs.insert((place, path.into()), known);
        tables.remove(replaced.map(|known| known.text.len()));
    }

    /// Adds a document.
    pub(crate) fn add_document(
        &self,
        (format, path): (Format, &str),
        text: &Arc<[u8]>,
        document: &Arc<Document>,
    ) {
        if text.len() > MAX_BYTES {
            return;
        }
        let (text, parsed) = (text.clone(), document.clone());
        let mut tables = self.tables();
        tables.add(text.len());
        let known = Known { text, parsed };
        let replaced = tables.documents.insert((format, path.into()), known);
        tables.remove(replaced.map(|known| known.text.len()));
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::{EnvironmentFolder, NodeInput, compile, parse_manifests};
    use crate::hiera::{DataFiles, FileKind, MemoryFiles};
    use crate::{Environment, Strict};
    use polycty_core::calls::Budget;
    use polycty_core::source::Result;
    use std::sync::{Arc, RwLock};

    /// Files that change.
    #[derive(Clone, Default)]
    struct Changing(Arc<RwLock<MemoryFiles>>);

    impl Changing {
        fn set(&self, message: &str, data: &str) {
            *self.0.write().unwrap() = MemoryFiles::new([
                ("/e/manifests/site.pp", "include k"),
                (
                    "/e/hiera.yaml",
                    "version: 5\nhierarchy: [{name: a, path: a.yaml}]\n",
                ),
                ("/e/data/a.yaml", &format!("k::data: {data}\n")),
                (
                    "/e/modules/k/manifests/init.pp",
                    &format!("class k($data) {{ notify {{ \"{message} ${{data}}\": }} }}"),
                ),
            ]);
        }
    }

    impl DataFiles for Changing {
        fn kind(&self, path: &str) -> Result<Option<FileKind>> {
            self.0.read().unwrap().kind(path)
        }

        fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
            self.0.read().unwrap().read(path)
        }

        fn list(&self, folder: &str) -> Result<Vec<String>> {
            self.0.read().unwrap().list(folder)
        }
    }

    #[test]
    fn files_are_parsed_once_and_again_after_a_change() {
        let files = Changing::default();
        files.set("one", "1");
        let folder = EnvironmentFolder::new(files.clone(), "production", "/e").unwrap();
        let budget = Budget::new();
        let sources = folder.manifests().unwrap();
        let manifests = parse_manifests(sources, "production", Strict::Error, &budget).unwrap();
        let environment = folder.environment(Environment::new());
        let compiled = |node: &str| {
            let (node, budget) = (NodeInput::named(node).unwrap(), Budget::new());
            let options = folder.options();
            let catalog = compile(&manifests, &node, &options, &environment, &budget).unwrap();
            let last = catalog.resources.last().unwrap();
            (last.reference(), budget.steps())
        };
        let (reference, first) = compiled("a");
        assert_eq!(reference, "Notify[one 1]");
        let (reference, second) = compiled("b");
        assert_eq!(reference, "Notify[one 1]");
        assert!(second < first, "{second} {first}");
        files.set("two", "1");
        assert_eq!(compiled("a").0, "Notify[two 1]");
        files.set("two", "2");
        assert_eq!(compiled("a").0, "Notify[two 2]");
        assert_eq!(compiled("a").1, second);
    }
}
