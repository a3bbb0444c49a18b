//! Resolved hierarchies that evaluations share while the files do not change.
//!
//! The hierarchies of a layer depend on its configuration, on the files, and on the values of the
//! variables in the configuration. The table contains them by the values of the variables, so that
//! a node, or a node with the same facts, resolves no paths and opens no files again.

use super::config::{KnownConfig, Layer, Place};
use super::hierarchy::Hierarchies;
use super::invocation::Interpolated;
use super::template::Reference;
use crate::values::special::array_elements;
use polycty_core::types::{KeyedMap, Str};
use polycty_core::values::Value;
use std::fmt;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of bytes of the texts of the data and of the locations. The table is cleared
/// when it would exceed them.
const MAX_BYTES: usize = 16 << 20;

/// The resolved hierarchies of the files of a [`SnapshotFiles`](super::SnapshotFiles).
#[derive(Default)]
pub struct Resolutions(Mutex<Table>);

#[derive(Default)]
struct Table {
    /// The layers by the path of their configuration, for each kind of layer.
    layers: [KeyedMap<Str, Arc<KnownLayer>>; 3],
    /// The modules by the folders in which they are searched.
    modules: KeyedMap<Vec<String>, Arc<KnownModules>>,
    bytes: usize,
}

/// The layers of modules by name; `None` for a module without a configuration.
#[derive(Default)]
pub(super) struct KnownModules(Mutex<KeyedMap<Str, Option<Arc<KnownLayer>>>>);

/// A layer with a configuration of version 5.
pub(super) struct KnownLayer {
    pub(super) path: Str,
    pub(super) root: Str,
    pub(super) config: Arc<KnownConfig>,
    variants: Mutex<Variants>,
}

/// The hierarchies of a layer by the values of the variables in its configuration. All of them read
/// the same variables.
#[derive(Default)]
struct Variants {
    references: Arc<[Arc<Reference>]>,
    known: KeyedMap<Vec<Value>, Arc<Hierarchies>>,
}

impl fmt::Debug for Resolutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolutions").finish_non_exhaustive()
    }
}

/// A panic leaves a table complete.
fn locked<T>(table: &Mutex<T>) -> MutexGuard<'_, T> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Resolutions {
    /// Returns the layer of a configuration.
    pub(super) fn layer(&self, place: Place, path: &str) -> Option<Arc<KnownLayer>> {
        locked(&self.0).layers[place as usize].get(path).cloned()
    }

    /// Adds the layer of a configuration.
    pub(super) fn add_layer(
        &self,
        layer: &Layer,
        config: &Arc<KnownConfig>,
    ) -> Option<Arc<KnownLayer>> {
        let (path, place) = (layer.path(), layer.place);
        if !self.count(2 * path.len() + config.text_bytes()) {
            return None;
        }
        let layer = Arc::new(KnownLayer {
            path: path.clone(),
            root: layer.root.clone(),
            config: config.clone(),
            variants: Mutex::default(),
        });
        let mut table = locked(&self.0);
        table.layers[place as usize].insert(layer.path.clone(), layer.clone());
        Some(layer)
    }

    /// Returns the modules in folders.
    pub(super) fn modules(&self, folders: &[String]) -> Option<Arc<KnownModules>> {
        if let Some(known) = locked(&self.0).modules.get(folders) {
            return Some(known.clone());
        }
        if !self.count(folders.iter().map(|folder| 64 + folder.len()).sum()) {
            return None;
        }
        let made = Arc::<KnownModules>::default();
        locked(&self.0)
            .modules
            .insert(folders.to_vec(), made.clone());
        Some(made)
    }

    /// Counts bytes that are kept; returns whether they can be.
    pub(super) fn count(&self, bytes: usize) -> bool {
        if bytes > MAX_BYTES {
            return false;
        }
        let mut table = locked(&self.0);
        if table.bytes + bytes > MAX_BYTES {
            *table = Table::default();
        }
        table.bytes += bytes;
        true
    }
}

impl KnownModules {
    /// Returns the layer of a module; `None` if the module is not known.
    pub(super) fn get(&self, module: &Str) -> Option<Option<Arc<KnownLayer>>> {
        locked(&self.0).get(module).cloned()
    }

    pub(super) fn add(
        &self,
        resolutions: &Resolutions,
        module: &Str,
        layer: Option<&Arc<KnownLayer>>,
    ) {
        if resolutions.count(64 + module.len()) {
            locked(&self.0).insert(module.clone(), layer.cloned());
        }
    }
}

impl KnownLayer {
    /// The variables that the configuration reads, if hierarchies are known.
    pub(super) fn references(&self) -> Option<Arc<[Arc<Reference>]>> {
        let variants = locked(&self.variants);
        (!variants.known.is_empty()).then(|| variants.references.clone())
    }

    /// Returns the hierarchies for the values of the variables.
    pub(super) fn hierarchies(&self, values: &[Value]) -> Option<Arc<Hierarchies>> {
        locked(&self.variants).known.get(values).cloned()
    }

    /// Adds hierarchies for the variables that were read.
    pub(super) fn add(
        &self,
        resolutions: &Resolutions,
        reads: &[Rc<Interpolated>],
        hierarchies: &Arc<Hierarchies>,
    ) {
        if !reads.iter().all(|read| is_simple(&read.value)) {
            return;
        }
        let values: Vec<Value> = reads.iter().map(|read| read.value.clone()).collect();
        let sizes = values.iter().map(|value| 64 * value.size() as usize);
        if !resolutions.count(hierarchies.bytes() + sizes.sum::<usize>()) {
            return;
        }
        let mut variants = locked(&self.variants);
        let same = variants.references.len() == reads.len()
            && (variants.references.iter().zip(reads))
                .all(|(known, read)| known.key == read.reference.key);
        if !same {
            let references = reads.iter().map(|read| read.reference.clone());
            *variants = Variants {
                references: references.collect(),
                ..Variants::default()
            };
        }
        variants.known.insert(values, hierarchies.clone());
    }
}

/// Whether a value can be a key of the table: a text, an integer or a Boolean, or an array of texts.
/// A variable without a value is reported by each evaluation.
pub(super) fn is_simple(value: &Value) -> bool {
    let is_scalar = |value: &Value| {
        value.as_str_bytes().is_some()
            || value.as_small_whole().is_some()
            || value.as_bool().is_some()
    };
    match array_elements(value) {
        Some(elements) => elements.iter().all(|one| one.as_str_bytes().is_some()),
        None => !value.is_null() && is_scalar(value),
    }
}
