//! Puppet's language: catalogs.
//!
//! A catalog contains the resources of one node. It is compiled from the folder of an environment
//! (a control repository), or parsed from the JSON that a Puppet server or the library writes. Only
//! files in the folders of the options are read.

use super::environment::{pcty_puppet_environment, pcty_puppet_strictness, strict_of};
use crate::calls::{Budget, cost};
#[cfg(feature = "mcl")]
use crate::dialect::mcl::resources::{Edge, Resource, ResourceGraph};
#[cfg(feature = "mcl")]
use crate::dialect::puppet::catalog::relationships::{Events, Part};
use crate::dialect::puppet::catalog::{
    Catalog, CatalogResource, EnvironmentFolder, FolderPaths, JsonOptions, NodeInput, ResourceKind,
    Secrets, compile, parse_manifests,
};
use crate::dialect::puppet::{Environment, Level, Special, Strict, read_json};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::diagnosed::make_diagnosed;
use crate::ffi::guard::{
    Handle, answer, fill, handle, make_charged, need, null, owned, quiet, run_charged, text, texts,
    unnamed, versioned, write_found,
};
use crate::ffi::reentry::within;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Diagnostic, Error, Reporter, Result, in_source};
use crate::types::Str;
use crate::values::Value;
use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::path::PathBuf;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of messages of a compilation that become diagnostics.
const MAX_MESSAGES: usize = 1000;

/// The catalog of a node. It never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints each resource of a node, such as `File[/etc/motd] /repo/manifests/site.pp:3`.
/// static pcty_status print_resources(pcty_str folder, pcty_str node, pcty_error **error) {
///     pcty_puppet_catalog *catalog = NULL;
///     pcty_puppet_catalog_options options = PCTY_PUPPET_CATALOG_OPTIONS_INIT;
///     options.environment_folder = folder;
///     options.node = node;
///     pcty_status status = pcty_puppet_catalog_compile(&options, &catalog, NULL, error);
///     pcty_puppet_catalog_data size;
///     pcty_puppet_catalog_info(catalog, &size);
///     for (size_t i = 0; i < size.resource_count; i++) {
///         pcty_puppet_catalog_resource found = PCTY_PUPPET_CATALOG_RESOURCE_INIT;
///         must(pcty_puppet_catalog_resource_at(catalog, i, &found, NULL));
///         printf(PCTY_FMT "[" PCTY_FMT "] " PCTY_FMT ":%u\n", PCTY_ARG(found.type_name),
///                PCTY_ARG(found.title), PCTY_ARG(found.file), (unsigned)found.line);
///     }
///     pcty_puppet_catalog_free(catalog);
///     return status;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_puppet_catalog(pub(in crate::ffi) Listed);

handle!(pcty_puppet_catalog, Listed);

/// A catalog, and the secret parameters as Sensitive values.
pub struct Listed {
    catalog: Catalog,
    /// The values by the positions of the resource and the parameter.
    secrets: HashMap<(usize, usize), Value>,
    /// The positions of the resources in the order of their types and titles.
    by_reference: Vec<u32>,
}

// The header documents that any number of threads may use this type at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Listed>();
};

impl Listed {
    fn new(catalog: Catalog, budget: &Budget) -> Result<Listed> {
        let mut secrets = HashMap::new();
        for (at, resource) in budget.charged(catalog.resources.iter().enumerate())? {
            if resource.sensitive.is_empty() {
                continue;
            }
            for (index, (name, value)) in resource.parameters.iter().enumerate() {
                budget.charge(resource.sensitive.len() as u64)?;
                if resource.sensitive.contains(name) {
                    let value = Special::Sensitive(value.clone()).into_value()?;
                    secrets.insert((at, index), value);
                }
            }
        }
        let count = u32::try_from(catalog.resources.len()).map_err(|_| {
            let message = "the catalog has too many resources";
            Error::new(Code::Limit, message)
        })?;
        budget.hold(u64::from(count) * size_of::<u32>() as u64)?;
        let mut by_reference: Vec<u32> = (0..count).collect();
        let key = |at: u32| {
            let resource = &catalog.resources[at as usize];
            (&resource.resource_type, &resource.title)
        };
        // The sort is stable: the first of two resources with the same reference is found.
        by_reference.sort_by(|left, right| key(*left).cmp(&key(*right)));
        Ok(Listed {
            catalog,
            secrets,
            by_reference,
        })
    }

    /// Returns the position of a resource by its type and title, as they are in the catalog.
    fn position(&self, resource_type: &str, title: &str) -> Option<usize> {
        let key = |at: u32| {
            let resource = &self.catalog.resources[at as usize];
            (&*resource.resource_type, &*resource.title)
        };
        let sought = (resource_type, title);
        let first = self.by_reference.partition_point(|at| key(*at) < sought);
        let found = *self.by_reference.get(first)?;
        (key(found) == sought).then_some(found as usize)
    }

    /// Returns the graph of the agent.
    #[cfg(feature = "mcl")]
    pub(in crate::ffi) fn graph(&self, budget: &Budget) -> Result<ResourceGraph> {
        let graph = self.catalog.relationships(budget)?;
        graph.check_cycles(&self.catalog, budget)?;
        let mut resources = Vec::with_capacity(graph.vertices().len());
        for (at, resource) in self.catalog.resources.iter().enumerate() {
            let parameters = resource.parameters.iter().enumerate();
            let fields = parameters.map(|(index, (name, value))| {
                let value = self.secrets.get(&(at, index)).unwrap_or(value);
                (name.clone(), value.clone())
            });
            let fields: Vec<(Str, Value)> = fields.collect();
            let bytes = size_of::<Resource>() as u64 + 64;
            budget.parts(1 + fields.len() as u64, bytes)?;
            let (kind, name) = (resource.resource_type.clone(), resource.title.clone());
            let mut made = Resource::foreign(kind, name, fields);
            if let Some(file) = &resource.file {
                made = made.at(file.clone(), resource.line.unwrap_or_default());
            }
            made.meta.hidden = resource.is_virtual;
            resources.push(Arc::new(made));
        }
        // The start of a container is the container itself, and its end is a resource of its own.
        let mut numbers = Vec::with_capacity(graph.vertices().len());
        for vertex in graph.vertices() {
            if vertex.part != Part::End {
                numbers.push(vertex.resource as usize);
                continue;
            }
            numbers.push(resources.len());
            budget.hold(size_of::<Resource>() as u64)?;
            let name = vertex.reference.strip_prefix("Whit[");
            let name = name.and_then(|name| name.strip_suffix(']'));
            let name = name.unwrap_or(&vertex.reference).into();
            let mut end = Resource::foreign("Whit".into(), name, Vec::new());
            end.meta.hidden = true;
            resources.push(Arc::new(end));
        }
        let mut edges: Vec<Edge> = Vec::with_capacity(graph.relationships().len());
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        let bytes = 4 * size_of::<Edge>() as u64;
        for found in budget.charged_holding(bytes, graph.relationships())? {
            let edge = Edge {
                from: numbers[found.source as usize],
                to: numbers[found.target as usize],
                notify: found.events == Events::Refresh,
                automatic: found.events == Events::Implied,
            };
            let at = *known.entry((edge.from, edge.to)).or_insert(edges.len());
            match edges.get_mut(at) {
                Some(first) => {
                    first.notify |= edge.notify;
                    first.automatic &= edge.automatic;
                }
                None => edges.push(edge),
            }
        }
        Ok(ResourceGraph::foreign(resources, edges))
    }

    fn resource(&self, index: usize) -> Result<&CatalogResource> {
        self.catalog.resources.get(index).ok_or_else(|| {
            let message = format!("there is no resource number {index}");
            Error::new(Code::NotFound, message)
        })
    }
}

/// The kind of a resource in a catalog.
pub type pcty_puppet_catalog_kind = u32;

/// A class that was included, a node, `Class[main]` or `Class[Settings]`.
pub const PCTY_PUPPET_CATALOG_INCLUDED: pcty_puppet_catalog_kind = 1;
/// A resource of a type that the agent implements.
pub const PCTY_PUPPET_CATALOG_NATIVE: pcty_puppet_catalog_kind = 2;
/// A resource of a defined type.
pub const PCTY_PUPPET_CATALOG_DEFINED: pcty_puppet_catalog_kind = 3;
/// A class that was declared like a resource.
pub const PCTY_PUPPET_CATALOG_CLASS: pcty_puppet_catalog_kind = 4;

/// An environment and a node. Start from PCTY_PUPPET_CATALOG_OPTIONS_INIT.
#[repr(C)]
pub struct pcty_puppet_catalog_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// The treatment of probable errors. If it is 0, they are errors.
    pub strictness: pcty_puppet_strictness,
    /// The folder of the environment: manifests, modules, `hiera.yaml`, `environment.conf`. It must
    /// be set.
    pub environment_folder: pcty_str,
    /// The name of the environment. If it is not set, the name of the folder.
    pub environment_name: pcty_str,
    /// The folders of modules. If there are none, those of the environment.
    pub modules: *const pcty_str,
    /// The number of folders of modules.
    pub module_count: usize,
    /// The manifest or the folder of manifests. If it is not set, that of the environment.
    pub manifest: pcty_str,
    /// The `hiera.yaml` of the global layer. Its folder can be read. If it is not set, there is no
    /// global layer.
    pub hiera: pcty_str,
    /// The name of the node. It must be set.
    pub node: pcty_str,
    /// The facts: a JSON object. If they are not set, there are none.
    pub facts: pcty_str,
    /// The value of `$trusted`: a JSON object. If it is not set, it has the name of the node and no
    /// extensions.
    pub trusted: pcty_str,
    /// The value of `$server_facts`: a JSON object. If it is not set, there are none.
    pub server_facts: pcty_str,
    /// The output of an external node classifier as a JSON object: `classes`, an array of names or
    /// an object of names and parameters, `parameters`, an object, and `environment`, the name of
    /// the environment if `environment_name` is not set. Other members are ignored. If it is not
    /// set, there is no classifier.
    pub classifier: pcty_str,
    /// The variables of the class `settings`: a JSON object. If they are not set, there are none.
    pub settings: pcty_str,
    /// The functions, aliases, logger and time of the host, or NULL. The loader and the answers of
    /// the folder replace those of this environment.
    pub environment: *const pcty_puppet_environment,
}

/// A resource of a catalog. Start from PCTY_PUPPET_CATALOG_RESOURCE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_catalog_resource {
    /// The size of this struct.
    pub struct_size: u32,
    /// The kind.
    pub kind: pcty_puppet_catalog_kind,
    /// Whether the resource is exported.
    pub is_exported: bool,
    /// Whether the resource is virtual, so that the agent of this node does not receive it. Only
    /// exported resources are virtual.
    pub is_virtual: bool,
    /// The type, with capitalized segments, such as `File`.
    pub type_name: pcty_str,
    /// The title; the name of a class has capitalized segments.
    pub title: pcty_str,
    /// The file of the declaration; no text if it is not known.
    pub file: pcty_str,
    /// The line of the declaration, from 1; 0 if it is not known.
    pub line: u32,
    /// The number of parameters.
    pub parameter_count: usize,
    /// The number of tags.
    pub tag_count: usize,
}

/// A parameter of a resource. Start from PCTY_PUPPET_CATALOG_PARAMETER_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_catalog_parameter {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether the value is secret. It is then a Sensitive value.
    pub is_sensitive: bool,
    /// The name.
    pub name: pcty_str,
    /// The value.
    pub value: *const pcty_value,
}

/// An edge of containment. Start from PCTY_PUPPET_CATALOG_EDGE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_catalog_edge {
    /// The size of this struct.
    pub struct_size: u32,
    /// The position of the container.
    pub container: usize,
    /// The position of the contained resource.
    pub contained: usize,
}

/// Options of the JSON form of a catalog. Start from PCTY_PUPPET_CATALOG_JSON_OPTIONS_INIT.
#[repr(C)]
pub struct pcty_puppet_catalog_json_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether secret values are written, as an agent needs them. Otherwise a secret value is an
    /// object with only the member `__ptype`.
    pub has_secrets: bool,
    /// The version of the configuration.
    pub version: i64,
    /// The identifier of the compilation. If it is not set, a UUID of zeros.
    pub uuid: pcty_str,
    /// The identifier of the deployed code. If it is not set, null.
    pub code_id: pcty_str,
}

/// The arguments of a compilation or a lookup, copied: a callback may change or free them.
pub(super) struct Inputs {
    pub(super) paths: FolderPaths,
    pub(super) node: NodeInput,
    pub(super) strict: Strict,
    settings: Vec<(Str, Value)>,
    base: Option<Environment>,
}

/// Returns the text of an optional member.
pub(super) fn member<'t>(member: &'t pcty_str, name: &str) -> Result<Option<&'t str>> {
    if member.is_none() {
        return Ok(None);
    }
    text(member, name).map(Some)
}

/// Returns the text of a member that must be set.
fn required<'t>(given: &'t pcty_str, name: &str) -> Result<&'t str> {
    member(given, name)?.ok_or_else(|| null(name))
}

/// Returns the value of a member that is a JSON object.
pub(super) fn object(json: &pcty_str, name: &str, budget: &Budget) -> Result<Option<Value>> {
    let Some(json) = member(json, name)? else {
        return Ok(None);
    };
    cost::read(json, budget)?;
    let value = read_json(json)
        .map_err(|error| Error::new(error.code(), format!("`{name}`: {}", error.message())))?;
    match value.as_ordered_map() {
        Some(_) => Ok(Some(value)),
        None => {
            let message = format!("`{name}`: expected a JSON object, found a different value");
            Err(Error::new(Code::Value, message))
        }
    }
}

/// # Safety
/// `options` is NULL or has the size in its `struct_size`, and its pointers are NULL or valid.
pub(super) unsafe fn inputs(
    options: *const pcty_puppet_catalog_options,
    budget: &Budget,
) -> Result<Inputs> {
    // SAFETY: this function has the same contract.
    let given = unsafe { versioned(options, "options") }?;
    let strict = match given.strictness {
        0 => Strict::Error,
        other => strict_of(other).map_err(|_| unnamed("options->strictness", other))?,
    };
    let path =
        |path, name| -> Result<Option<PathBuf>> { Ok(member(path, name)?.map(PathBuf::from)) };
    // SAFETY: this function has the same contract.
    let modules = unsafe { texts(given.modules, given.module_count, "options->modules") }?;
    let mut node = NodeInput::named(required(&given.node, "options->node")?)?;
    node.facts = object(&given.facts, "options->facts", budget)?;
    if let Some(trusted) = object(&given.trusted, "options->trusted", budget)? {
        node.trusted = Some(trusted);
    }
    node.server_facts = object(&given.server_facts, "options->server_facts", budget)?;
    if let Some(classifier) = object(&given.classifier, "options->classifier", budget)? {
        node = node.classified(&classifier)?;
    }
    let name = member(&given.environment_name, "options->environment_name")?;
    let paths = FolderPaths {
        environment: required(&given.environment_folder, "options->environment_folder")?.into(),
        name: name.or(node.environment.as_deref()).map(Into::into),
        modules: modules.into_iter().map(PathBuf::from).collect(),
        manifest: path(&given.manifest, "options->manifest")?,
        hiera: path(&given.hiera, "options->hiera")?,
    };
    let settings = object(&given.settings, "options->settings", budget)?;
    let settings = settings.as_ref().and_then(Value::as_ordered_map);
    let settings = settings.map_or(&[][..], |map| map.entries()).iter();
    // SAFETY: this function has the same contract.
    let base = unsafe { given.environment.as_ref() };
    Ok(Inputs {
        paths,
        node,
        strict,
        settings: settings
            .map(|(name, value)| (name.as_str().unwrap_or_default().into(), value.clone()))
            .collect(),
        base: base.map(|base| base.0.environment.clone()),
    })
}

/// The warnings and errors that a program logs.
pub(super) type Messages = Arc<Mutex<Vec<Diagnostic>>>;

impl Inputs {
    /// Returns the environment without its folder. Without a logger of the host, messages are
    /// collected.
    pub(super) fn base(&self, messages: &Messages) -> Environment {
        let base = match &self.base {
            Some(base) => base.clone(),
            None => {
                let messages = messages.clone();
                Environment::new().logger(move |level, message| {
                    if !matches!(level, Level::Debug | Level::Info | Level::Notice) {
                        let mut all = messages.lock().unwrap_or_else(PoisonError::into_inner);
                        if all.len() < MAX_MESSAGES {
                            // A message of the level `err` does not fail the compilation.
                            let warning = Reporter::Puppet.warning(message, "");
                            all.push(warning.with_name("logged"));
                        }
                    }
                    Ok(())
                })
            }
        };
        base.strict(self.strict).stdlib()
    }

    /// Returns the catalog, and the warnings about the manifests and of the programs.
    fn compile(&self, budget: &Budget) -> Result<(Listed, Vec<Diagnostic>)> {
        let folder = EnvironmentFolder::open(&self.paths)?;
        let messages = Messages::default();
        let mut options = folder.options();
        options.settings = self.settings.clone();
        let manifests = folder.manifests()?;
        let manifests = parse_manifests(manifests, &options.environment, self.strict, budget)
            .map_err(|error| folder.located(error.on_node(&self.node.name)))?;
        let environment = folder.environment(self.base(&messages));
        let catalog = compile(&manifests, &self.node, &options, &environment, budget)
            .map_err(|error| folder.located(error.on_node(&self.node.name)))?;
        let mut diagnostics = Vec::new();
        for manifest in &manifests {
            let mut warnings = manifest.warnings().to_vec();
            in_source(&mut warnings, manifest.program().source());
            diagnostics.extend(warnings);
        }
        let mut messages = messages.lock().unwrap_or_else(PoisonError::into_inner);
        diagnostics.append(&mut messages);
        Ok((Listed::new(catalog, budget)?, diagnostics))
    }
}

/// Compiles the catalog of a node. The functions of `puppetlabs/stdlib` that the library has are
/// available, unless a module defines them.
///
/// Returns: the catalog; in `diagnostics`, the warnings about the manifests and, if the options have
/// no environment of the host, the first 1,000 warnings that the programs log.
/// Errors: PCTY_ERROR_DIAGNOSTICS and the codes of `pcty_puppet_manifest_evaluate` with Puppet's
/// message and the location in the file; PCTY_ERROR_SYNTAX also for text that is not JSON;
/// PCTY_ERROR_VALUE for JSON of a different form; PCTY_ERROR_NOT_FOUND for a path that does not
/// exist; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a number without a constant and a
/// wrong `struct_size`; PCTY_ERROR_LIMIT; the error of a callback.
/// Ownership: the caller owns `*out` and `*diagnostics`; the members of `options` remain owned by
/// the caller.
/// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_catalog_compile(
    options: *const pcty_puppet_catalog_options,
    out: Option<&mut MaybeUninit<*mut pcty_puppet_catalog>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        let (catalog, diagnostics) = within(|budget| {
            // SAFETY: by the header's contract.
            unsafe { inputs(options, budget) }?.compile(budget)
        })?;
        mode.settle(Code::Diagnostics, catalog, diagnostics)
    })
}

/// Parses the JSON form of a catalog, which a Puppet server or `pcty_puppet_catalog_to_json` writes.
/// References in values remain strings.
///
/// Errors: PCTY_ERROR_SYNTAX for text that is not JSON; PCTY_ERROR_VALUE for a document that is not
/// a catalog; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`; the text is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_catalog_parse(
    json: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_puppet_catalog>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let catalog = Catalog::from_json(text(&json, "json")?, budget)?;
        Listed::new(catalog, budget)
    })
}

owned! {
    /// Frees a catalog.
    fn pcty_puppet_catalog_free(catalog: pcty_puppet_catalog);
}

/// Formats a catalog as the JSON that an agent receives (`catalog_format` 2). Virtual resources are
/// not included.
///
/// Errors: PCTY_ERROR_VALUE for a number that JSON does not have; PCTY_ERROR_INVALID_UTF8;
/// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`; PCTY_ERROR_LIMIT.
/// NULL: `options` (the defaults apply, without secrets) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_catalog_to_json(
    catalog: Option<&pcty_puppet_catalog>,
    options: *const pcty_puppet_catalog_json_options,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let catalog = &need(catalog, "catalog")?.0.catalog;
        let mut form = JsonOptions {
            secrets: Secrets::Redacted,
            ..JsonOptions::default()
        };
        if !options.is_null() {
            // SAFETY: by the header's contract.
            let given = unsafe { versioned(options, "options") }?;
            form.version = given.version;
            if let Some(uuid) = member(&given.uuid, "options->uuid")? {
                form.uuid = uuid.into();
            }
            form.code_id = member(&given.code_id, "options->code_id")?.map(Str::from);
            if given.has_secrets {
                form.secrets = Secrets::Written;
            }
        }
        Ok(OwnedText::new(catalog.to_json(&form, budget)?))
    })
}

/// The size of a catalog.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_catalog_data {
    /// The number of resources: `pcty_puppet_catalog_resource_at`.
    pub resource_count: usize,
    /// The number of edges of containment: `pcty_puppet_catalog_edge_at`.
    pub edge_count: usize,
    /// The number of names of classes and nodes: `pcty_puppet_catalog_class_at`.
    pub class_count: usize,
}

/// Writes the numbers of resources, edges and classes of a catalog.
///
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_catalog_info(
    catalog: Option<&pcty_puppet_catalog>,
    out: Option<&mut MaybeUninit<pcty_puppet_catalog_data>>,
) -> bool {
    quiet(false, || {
        let data = catalog.map(|it| pcty_puppet_catalog_data {
            resource_count: it.0.catalog.resources.len(),
            edge_count: it.0.catalog.edges.len(),
            class_count: it.0.catalog.classes.len(),
        });
        write_found(data, out)
    })
}

/// Writes the resource at a position, in the order of the creation.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: the texts in `*out` are owned by `catalog` and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_catalog_resource_at(
    catalog: Option<&pcty_puppet_catalog>,
    index: usize,
    out: *mut pcty_puppet_catalog_resource,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let filled = |struct_size| {
        let found = need(catalog, "catalog")?.0.resource(index)?;
        Ok(pcty_puppet_catalog_resource {
            struct_size,
            kind: match found.kind {
                ResourceKind::Compilable => PCTY_PUPPET_CATALOG_NATIVE,
                ResourceKind::Defined => PCTY_PUPPET_CATALOG_DEFINED,
                ResourceKind::Class => PCTY_PUPPET_CATALOG_CLASS,
                _ => PCTY_PUPPET_CATALOG_INCLUDED,
            },
            is_exported: found.exported,
            is_virtual: found.is_virtual,
            type_name: pcty_str::borrowed(&found.resource_type),
            title: pcty_str::borrowed(&found.title),
            file: found
                .file
                .as_deref()
                .map_or(pcty_str::NONE, pcty_str::borrowed),
            line: found.line.unwrap_or(0),
            parameter_count: found.parameters.len(),
            tag_count: found.tags.len(),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has the size in its `struct_size`.
    unsafe { fill(out, error, filled) }
}

/// Writes the position of the resource with a type and the title `name`, in the form that
/// `pcty_puppet_catalog_resource_at` returns: `File` and `/etc/motd`, `Class` and `Profile::Web`.
///
/// Errors: PCTY_ERROR_NOT_FOUND, PCTY_ERROR_INVALID_UTF8.
/// Ownership: `*out` refers to nothing.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_catalog_resource_get(
    catalog: Option<&pcty_puppet_catalog>,
    type_name: pcty_str,
    name: pcty_str,
    out: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let listed = &need(catalog, "catalog")?.0;
        let (type_name, title) = (text(&type_name, "type_name")?, text(&name, "name")?);
        listed.position(type_name, title).ok_or_else(|| {
            let message = format!("there is no resource {type_name}[{title}]");
            Error::new(Code::NotFound, message)
        })
    })
}

/// Writes a parameter of the resource at a position, in the order of the assignment. Parameters
/// whose value is undef are not included.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end of the resources or the parameters;
/// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// Ownership: the text and the value in `*out` are owned by `catalog` and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_catalog_parameter_at(
    catalog: Option<&pcty_puppet_catalog>,
    resource: usize,
    index: usize,
    out: *mut pcty_puppet_catalog_parameter,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let filled = |struct_size| {
        let listed = &need(catalog, "catalog")?.0;
        let parameter = listed.resource(resource)?.parameters.get(index);
        let (name, value) = parameter.ok_or_else(|| {
            let message = format!("there is no parameter number {index}");
            Error::new(Code::NotFound, message)
        })?;
        let secret = listed.secrets.get(&(resource, index));
        Ok(pcty_puppet_catalog_parameter {
            struct_size,
            is_sensitive: secret.is_some(),
            name: pcty_str::borrowed(name),
            value: pcty_value::borrowed(secret.unwrap_or(value)),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has the size in its `struct_size`.
    unsafe { fill(out, error, filled) }
}

/// Returns the value of a parameter of the resource at a position by its name. A secret value is a
/// Sensitive value.
///
/// Ownership: owned by `catalog` and valid while it lives.
/// NULL: returns NULL. Also returns NULL past the end and for a parameter that is not set.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_catalog_parameter_get(
    catalog: Option<&pcty_puppet_catalog>,
    resource: usize,
    name: pcty_str,
) -> *const pcty_value {
    quiet(ptr::null(), || {
        let value = catalog.and_then(|pcty_puppet_catalog(listed)| {
            let name = text(&name, "name").ok()?;
            let parameters = &listed.catalog.resources.get(resource)?.parameters;
            let at = parameters.iter().position(|(known, _)| **known == *name)?;
            let secret = listed.secrets.get(&(resource, at));
            Some(secret.unwrap_or(&parameters[at].1))
        });
        value.map_or(ptr::null(), pcty_value::borrowed)
    })
}

/// Returns a tag of the resource at a position, in the order of the tags.
///
/// Ownership: owned by `catalog` and valid while it lives.
/// NULL: returns no text. Also returns no text past the end of the resources or the tags.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_catalog_tag_at(
    catalog: Option<&pcty_puppet_catalog>,
    resource: usize,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let resource = catalog.and_then(|it| it.0.catalog.resources.get(resource));
        let tag = resource.and_then(|resource| resource.tags.get(index));
        tag.map_or(pcty_str::NONE, |tag| pcty_str::borrowed(tag))
    })
}

/// Writes the edge at a position. Its members are positions for `pcty_puppet_catalog_resource_at`.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: `*out` refers to nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_catalog_edge_at(
    catalog: Option<&pcty_puppet_catalog>,
    index: usize,
    out: *mut pcty_puppet_catalog_edge,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let filled = |struct_size| {
        let edges = &need(catalog, "catalog")?.0.catalog.edges;
        let edge = edges.get(index).ok_or_else(|| {
            let message = format!("there is no edge number {index}");
            Error::new(Code::NotFound, message)
        })?;
        Ok(pcty_puppet_catalog_edge {
            struct_size,
            container: edge.source as usize,
            contained: edge.target as usize,
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has the size in its `struct_size`.
    unsafe { fill(out, error, filled) }
}

/// Returns the name of a class or node, in the order of the evaluation; the classes of the node
/// classifier are first.
///
/// Ownership: owned by `catalog` and valid while it lives.
/// NULL: returns no text. Also returns no text past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_catalog_class_at(
    catalog: Option<&pcty_puppet_catalog>,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let class = catalog.and_then(|it| it.0.catalog.classes.get(index));
        class.map_or(pcty_str::NONE, |class| pcty_str::borrowed(class))
    })
}

/// Compares two catalogs of a node. The result is a JSON object with `added`, `removed`, `changed`,
/// `added_classes` and `removed_classes`. Resources are the same if their types and titles are
/// equal; a changed resource has both positions and both values of its changed parameters. Secret
/// values are compared but not written.
///
/// Errors: PCTY_ERROR_VALUE for a number that JSON does not have; PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_catalog_diff(
    old_catalog: Option<&pcty_puppet_catalog>,
    new_catalog: Option<&pcty_puppet_catalog>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let old = &need(old_catalog, "old_catalog")?.0.catalog;
        let new = &need(new_catalog, "new_catalog")?.0.catalog;
        Ok(OwnedText::new(old.diff(new, budget)?.to_json()))
    })
}

/// Checks that an agent can order the resources: the relationships of the catalog (`require`,
/// `before`, `notify`, `subscribe`, containment) have no cycle.
///
/// Errors: PCTY_ERROR_DIAGNOSTICS with a diagnostic `puppet.dependency-cycle` for each cycle, at its
/// first resource; the other resources are related locations. PCTY_ERROR_LIMIT.
/// Ownership: `catalog` remains owned by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_catalog_check_cycles(
    catalog: Option<&pcty_puppet_catalog>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let catalog = &need(catalog, "catalog")?.0.catalog;
        (catalog.relationships(budget)?).check_cycles(catalog, budget)
    })
}
