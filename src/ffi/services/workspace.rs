//! Language services: workspaces of documents and files.
//!
//! A workspace has folders with files, and open documents, whose texts replace the files until they
//! are closed. A document is named by its URI or its absolute path with `/`; `file:///a/main.tf` and
//! `/a/main.tf` are the same document. The path and the identifier of a language in the protocol,
//! such as `puppet`, decide about the language.
//!
//! Lines and columns are those of the protocol: they start at 0, and the options of the workspace set
//! the unit of columns. A column after the end of a line is the end of the line, and a line after the
//! last is the end of the text.
//!
//! While a callback of a workspace runs, all calls with this workspace fail with
//! PCTY_ERROR_INVALID_ARGUMENT, except that it may be freed.

use crate::calls::Budget;
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::diagnosed::write_diagnostics;
use crate::ffi::finder::{Finder, found_by};
use crate::ffi::guard::{
    handle, invalid, make, make_charged, need, owned, run, slice, text, unnamed, versioned,
};
use crate::ffi::reentry::{changing, within};
use crate::services::lsp::{Client, SymbolIndex, specifications, to_path};
use crate::services::{
    Change, Encoding, Files, FolderFiles, LinePosition, Options, TerraformProduct, Workspace,
    checked_languages, languages,
};
use crate::source::{Code, Error, Result};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::{Arc, Mutex, TryLockError};

/// A workspace: folders, files and open documents. One thread at a time.
///
/// ```c
/// // Prints the type of the name at a position of an unsaved text.
/// static void print_hover(pcty_str source_text, uint32_t line, uint32_t column) {
///     pcty_workspace *workspace = NULL;
///     pcty_string *json = NULL;
///     pcty_text_range at = {line, column, line, column};
///     pcty_str name = PCTY_STR("/project/main.tf");
///     must(pcty_workspace_new(NULL, &workspace, NULL));
///     must(pcty_workspace_open(workspace, name, PCTY_STR(""), 1, source_text, NULL));
///     must(pcty_workspace_request(workspace, name, &at, PCTY_STR(""), PCTY_REQUEST_HOVER, &json, NULL));
///     puts(pcty_string_cstr(json)); // {"contents":{"kind":"markdown","value":…},"range":…}
///     pcty_string_free(json);
///     pcty_workspace_free(workspace);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_workspace(Arc<Mutex<State>>);

handle!(pcty_workspace, Arc<Mutex<State>>);

/// The state of a workspace.
pub struct State {
    pub(super) workspace: Workspace,
    options: Options,
    /// The URIs of open documents as the caller writes them, by path.
    pub(super) uris: BTreeMap<String, String>,
    pub(super) client: Client,
    pub(super) symbols: SymbolIndex,
}

// The header documents that any thread may use this type, one at a time.
const _: () = {
    const fn movable<T: Send>() {}
    movable::<State>();
};

/// The unit of the columns of a workspace.
pub type pcty_position_encoding = u32;

/// Units of UTF-16, the default of the protocol.
pub const PCTY_POSITION_ENCODING_UTF16: pcty_position_encoding = 0;
/// Bytes.
pub const PCTY_POSITION_ENCODING_UTF8: pcty_position_encoding = 1;
/// Unicode scalar values.
pub const PCTY_POSITION_ENCODING_UTF32: pcty_position_encoding = 2;

/// A range of a document: lines from 0, and columns in the unit of the workspace. The end is
/// exclusive. A position is a range whose end is its start.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_text_range {
    /// The line of the start.
    pub start_line: u32,
    /// The column of the start.
    pub start_column: u32,
    /// The line of the end.
    pub end_line: u32,
    /// The column of the end.
    pub end_column: u32,
}

impl pcty_text_range {
    /// Returns the start and the end.
    pub(super) fn positions(self) -> Result<(LinePosition, LinePosition)> {
        let at = |line, column| LinePosition { line, column };
        let (start, end) = (
            at(self.start_line, self.start_column),
            at(self.end_line, self.end_column),
        );
        if end < start {
            return Err(invalid("the end of `range` is before its start"));
        }
        Ok((start, end))
    }
}

/// The options of a workspace. Empty texts mean that an option is not set.
/// Start from PCTY_WORKSPACE_OPTIONS_INIT.
#[repr(C)]
pub struct pcty_workspace_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// The unit of columns; PCTY_POSITION_ENCODING_UTF16 initially.
    pub encoding: pcty_position_encoding,
    /// Whether texts of completions may be snippets with tab stops, such as `${1:name}`.
    pub has_snippets: bool,
    /// Whether modules have the language of OpenTofu. Otherwise, a folder with a `.tofu` file has it
    /// if `terraform_version` is not set.
    pub is_opentofu: bool,
    /// The version of Terraform, from 1.11 to 1.17, such as `1.14.3`; the newest if it is not set.
    /// OpenTofu has one version.
    pub terraform_version: pcty_str,
    /// The schemas of providers: the output of `terraform providers schema -json`.
    pub provider_schemas: pcty_str,
    /// Facts of Puppet as a JSON object, for their completion.
    pub puppet_facts: pcty_str,
    /// The folders of Puppet modules outside of the folders of the workspace.
    pub puppet_modules: *const pcty_str,
    /// The number of `puppet_modules`.
    pub puppet_module_count: usize,
    /// The kinds of mcl resources, as for `polycty mcl check --kinds`.
    pub mcl_kinds: pcty_str,
    /// The folder of the modules that mcl programs import by address.
    pub mcl_modules: pcty_str,
    /// The folders of the workspace, as URIs or absolute paths. References are searched in them. The
    /// files below these folders, `puppet_modules` and `mcl_modules` are read, unless
    /// `pcty_workspace_set_files` sets other files. No path leads out of a folder, neither by `..`
    /// nor through a symbolic link. A folder that cannot be opened has no files.
    pub folders: *const pcty_str,
    /// The number of `folders`.
    pub folder_count: usize,
    /// Specifications of HCL files (`hcldec`): a JSON object of their texts by the ends of paths, such
    /// as `.service.hcl`.
    pub hcl_specifications: pcty_str,
}

/// The options as Rust types.
#[derive(Default)]
struct Read {
    languages: Options,
    client: Client,
    folders: Vec<String>,
}

/// # Safety
/// `options` is NULL or has the size in its `struct_size`, and its arrays their counts.
unsafe fn read(options: *const pcty_workspace_options) -> Result<Read> {
    if options.is_null() {
        return Ok(Read::default());
    }
    // SAFETY: this function has the same contract.
    let given = unsafe { versioned(options, "options") }?;
    let set = |member: &pcty_str, name| -> Result<Option<String>> {
        let text = text(member, name)?;
        Ok((!text.is_empty()).then(|| text.to_owned()))
    };
    let folders = |data, count, name| -> Result<Vec<String>> {
        // SAFETY: this function has the same contract.
        let all: &[pcty_str] = unsafe { slice(data, count, name) }?;
        let all = all.iter().map(|each| Ok(to_path(text(each, name)?)));
        all.map(|path| path.map(|path| folder(&path))).collect()
    };
    let shared = |text: Option<String>| text.map(Arc::from);
    Ok(Read {
        languages: Options {
            hcl_specifications: match text(
                &given.hcl_specifications,
                "options->hcl_specifications",
            )? {
                "" => Vec::new(),
                json => specifications(json).map_err(|_| {
                    invalid("`options->hcl_specifications` is not an object of texts")
                })?,
            },
            provider_schemas: shared(set(&given.provider_schemas, "options->provider_schemas")?),
            terraform: match given.is_opentofu {
                true => TerraformProduct::OpenTofu,
                false => TerraformProduct::Detected,
            },
            terraform_version: set(&given.terraform_version, "options->terraform_version")?,
            puppet_modules: folders(
                given.puppet_modules,
                given.puppet_module_count,
                "options->puppet_modules",
            )?,
            puppet_facts: shared(set(&given.puppet_facts, "options->puppet_facts")?),
            mcl_modules: set(&given.mcl_modules, "options->mcl_modules")?
                .map(|path| folder(&to_path(&path))),
            mcl_kinds: shared(set(&given.mcl_kinds, "options->mcl_kinds")?),
        },
        client: Client {
            encoding: match given.encoding {
                PCTY_POSITION_ENCODING_UTF16 => Encoding::Utf16,
                PCTY_POSITION_ENCODING_UTF8 => Encoding::Utf8,
                PCTY_POSITION_ENCODING_UTF32 => Encoding::Utf32,
                other => return Err(unnamed("options->encoding", other)),
            },
            has_snippets: given.has_snippets,
            has_document_changes: false,
        },
        folders: folders(given.folders, given.folder_count, "options->folders")?,
    })
}

/// The path of a folder without a `/` at its end.
fn folder(path: &str) -> String {
    match path.trim_end_matches('/') {
        "" => "/".to_owned(),
        path => path.to_owned(),
    }
}

/// Creates a workspace without open documents.
///
/// Errors: PCTY_ERROR_SYNTAX for schemas, facts or kinds that cannot be read;
/// PCTY_ERROR_UNSUPPORTED for a version that is not one of those of the options, and for a version
/// with OpenTofu; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a number that is not one
/// of the constants, and for a wrong `struct_size`; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`; the options are copied.
/// NULL: `options` (the defaults apply) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_workspace_new(
    options: *const pcty_workspace_options,
    out: Option<&mut MaybeUninit<*mut pcty_workspace>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract.
        let read = unsafe { read(options) }?;
        let texts = [
            &read.languages.provider_schemas,
            &read.languages.puppet_facts,
            &read.languages.mcl_kinds,
        ];
        for text in texts.into_iter().flatten() {
            budget.text(text.len())?;
        }
        let (languages, errors) = checked_languages(&read.languages);
        if let Some(failed) = errors.into_iter().next() {
            let message = format!("options->{}: {}", failed.option, failed.error.message());
            return Err(Error::new(failed.error.code(), message));
        }
        let files = FolderFiles::default();
        let modules = &read.languages.puppet_modules;
        let read_folders = read.folders.iter().chain(modules);
        let read_folders = read_folders.chain(&read.languages.mcl_modules).cloned();
        files.set_folders(&read_folders.collect::<Vec<_>>());
        let mut workspace = Workspace::new(Arc::new(files), languages);
        let mut symbols = SymbolIndex::default();
        workspace.set_folders(read.folders);
        symbols.restart(&workspace);
        Ok(Arc::new(Mutex::new(State {
            workspace,
            options: read.languages,
            uris: BTreeMap::new(),
            client: read.client,
            symbols,
        })))
    })
}

owned! {
    /// Frees a workspace and its documents. If a callback of the workspace frees it, it ends with the
    /// call that runs the callback.
    fn pcty_workspace_free(workspace: pcty_workspace);
}

/// Runs `work` with the state of a workspace, unless a call is using it.
///
/// # Safety
/// `workspace` is NULL or valid.
pub(super) unsafe fn idle<T>(
    workspace: *mut pcty_workspace,
    work: impl FnOnce(&mut State) -> Result<T>,
) -> Result<T> {
    // SAFETY: this function has the same contract; only shared references are made.
    let shared = need(unsafe { workspace.as_ref() }, "workspace")?;
    // A callback may free the workspace.
    let shared = shared.0.clone();
    let mut state = match shared.try_lock() {
        Ok(state) => state,
        // A panic was reported as an error.
        Err(TryLockError::Poisoned(state)) => state.into_inner(),
        Err(TryLockError::WouldBlock) => {
            let message =
                "the workspace is in use by the call that runs this callback or by another thread";
            return Err(invalid(message));
        }
    };
    work(&mut state)
}

/// Reads a file of a workspace. `path` is absolute, uses `/`, and is borrowed for the call. On
/// success it sets `*out` to a new string with the content, which the library takes ownership of;
/// NULL, the initial value, means that there is no such file. On failure it sets `*error` to a new
/// error and returns the code of that error.
pub type pcty_workspace_reader = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        path: pcty_str,
        out: *mut *mut pcty_string,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Lists a folder of a workspace: the names in it, one on each line. The name of a folder ends in
/// `/`. Paths, results and errors are as for `pcty_workspace_reader`.
pub type pcty_workspace_lister = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        path: pcty_str,
        out: *mut *mut pcty_string,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Files that callbacks provide.
struct Called {
    given: Owned,
    reader: Finder,
    lister: Finder,
}

impl Files for Called {
    fn read(&self, path: &str, budget: &Budget) -> Result<Option<Vec<u8>>> {
        let found = found_by(self.reader, &self.given, path, budget)?;
        Ok(found.map(|found| found.bytes().to_vec()))
    }

    fn list(&self, folder: &str, budget: &Budget) -> Result<Vec<String>> {
        let folder = folder.trim_end_matches('/');
        let path = if folder.is_empty() { "/" } else { folder };
        let Some(names) = found_by(self.lister, &self.given, path, budget)? else {
            return Ok(Vec::new());
        };
        let names = String::from_utf8_lossy(names.bytes());
        let mut paths = Vec::new();
        for name in names.lines().filter(|name| !name.is_empty()) {
            let path = format!("{folder}/{name}");
            budget.push_owning(&mut paths, path.len(), path)?;
        }
        paths.sort();
        Ok(paths)
    }
}

/// Sets callbacks that provide the files of a workspace, in place of those of the system. Open
/// documents remain open.
///
/// Errors: none, except for NULL and PCTY_ERROR_INVALID_ARGUMENT in a callback of the workspace.
/// Ownership: changes `workspace`. The library takes ownership of `user_data`, also on failure;
/// `destroy` releases it with the workspace or when other files replace these.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_workspace_set_files(
    workspace: *mut pcty_workspace,
    reader: pcty_workspace_reader,
    lister: pcty_workspace_lister,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let given = Owned::new(user_data, destroy);
    run(error, move || {
        let (reader, lister) = (need(reader, "reader")?, need(lister, "lister")?);
        let work = |state: &mut State| {
            let files = Called {
                given,
                reader,
                lister,
            };
            let languages = languages(&state.options);
            state.workspace.set_files(Arc::new(files), languages);
            state.symbols.restart(&state.workspace);
            Ok(())
        };
        // SAFETY: by the header's contract `workspace` is NULL or valid.
        unsafe { idle(workspace, work) }
    })
}

/// Opens a document with a text. If the document is open, its text is replaced.
///
/// Errors: PCTY_ERROR_UNSUPPORTED if neither the path nor `language_id` names a language;
/// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; the error of a callback.
/// Ownership: changes `workspace`; the texts are copied.
/// NULL: `error` may be NULL. `language_id` may be empty.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_workspace_open(
    workspace: *mut pcty_workspace,
    document: pcty_str,
    language_id: pcty_str,
    version: i64,
    source_text: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        // A callback may change or free the texts.
        let name = text(&document, "document")?.to_owned();
        let id = text(&language_id, "language_id")?.to_owned();
        let source_text = text(&source_text, "source_text")?.to_owned();
        let work = |state: &mut State| {
            let path = to_path(&name);
            let kind = within(|budget| {
                charge_text(&source_text, budget)?;
                state.workspace.kind(&path, &id, budget)
            })?;
            let kind = kind.ok_or_else(|| {
                Error::new(
                    Code::Unsupported,
                    format!("{name}: the language is not known"),
                )
            })?;
            state.workspace.open(&path, kind, version, &source_text);
            state.symbols.changed(&path);
            if path == name {
                state.uris.remove(&path);
            } else {
                state.uris.insert(path, name);
            }
            Ok(())
        };
        // SAFETY: by the header's contract `workspace` is NULL or valid.
        unsafe { idle(workspace, work) }
    })
}

/// Charges a text that a document copies.
fn charge_text(text: &str, budget: &Budget) -> Result<()> {
    budget.text(text.len())?;
    if u32::try_from(text.len()).is_err() {
        return Err(Error::new(Code::Limit, "a document of 4 GiB or more"));
    }
    Ok(())
}

/// Changes an open document: replaces a range of its text. The changes of one message of the protocol
/// are one call each, in their order.
///
/// Errors: PCTY_ERROR_NOT_FOUND if the document is not open; PCTY_ERROR_INVALID_ARGUMENT for a range
/// whose end is before its start; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT. The document is then
/// unchanged.
/// Ownership: changes `workspace`; the texts are copied.
/// NULL: `range` (the whole text is replaced) and `error` may be NULL.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_workspace_change(
    workspace: *mut pcty_workspace,
    document: pcty_str,
    version: i64,
    range: Option<&pcty_text_range>,
    source_text: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let path = to_path(text(&document, "document")?);
        let change = Change {
            range: range.map(|range| range.positions()).transpose()?,
            text: text(&source_text, "source_text")?.to_owned(),
        };
        let work = |state: &mut State| {
            let old = state
                .workspace
                .document(&path)
                .ok_or_else(|| not_open(&path))?;
            let old = old.text().len();
            changing(|budget| {
                charge_text(&change.text, budget)?;
                budget.text(old)?;
                if u32::try_from(old + change.text.len()).is_err() {
                    return Err(Error::new(Code::Limit, "a document of 4 GiB or more"));
                }
                budget.finish()?;
                Ok(())
            })?;
            let encoding = state.client.encoding;
            state.workspace.change(&path, &[change], encoding, version);
            state.symbols.changed(&path);
            Ok(())
        };
        // SAFETY: by the header's contract `workspace` is NULL or valid.
        unsafe { idle(workspace, work) }
    })
}

/// Returns the error for a document that is not open.
pub(super) fn not_open(path: &str) -> Error {
    Error::new(Code::NotFound, format!("{path}: the document is not open"))
}

/// Closes a document, so that its file applies again.
///
/// Errors: PCTY_ERROR_NOT_FOUND if the document is not open; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `workspace`.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_workspace_close(
    workspace: *mut pcty_workspace,
    document: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let path = to_path(text(&document, "document")?);
        let work = |state: &mut State| {
            if !state.workspace.close(&path) {
                return Err(not_open(&path));
            }
            state.uris.remove(&path);
            state.symbols.changed(&path);
            Ok(())
        };
        // SAFETY: by the header's contract `workspace` is NULL or valid.
        unsafe { idle(workspace, work) }
    })
}

/// Reports that a file has changed, appeared or disappeared. A workspace remembers what it has read
/// until then.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `workspace`.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_workspace_file_changed(
    workspace: *mut pcty_workspace,
    document: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let path = to_path(text(&document, "document")?);
        let work = |state: &mut State| {
            if state.workspace.document(&path).is_none() {
                state.workspace.changed(&[&path]);
                state.symbols.changed(&path);
            }
            Ok(())
        };
        // SAFETY: by the header's contract `workspace` is NULL or valid.
        unsafe { idle(workspace, work) }
    })
}

/// Returns the text of an open document, or else of a file.
///
/// Errors: PCTY_ERROR_NOT_FOUND if there is no such document and no such file, or it is not UTF-8;
/// PCTY_ERROR_INVALID_UTF8 for `document`; PCTY_ERROR_LIMIT; the error of a callback.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_workspace_document_to_text(
    workspace: *mut pcty_workspace,
    document: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let path = to_path(text(&document, "document")?);
        let work = |state: &mut State| {
            let found = within(|budget| state.workspace.text(&path, budget))?;
            let found = found.ok_or_else(|| no_text(&path))?;
            Ok(OwnedText::new(found.to_string()))
        };
        // SAFETY: by the header's contract `workspace` is NULL or valid.
        unsafe { idle(workspace, work) }
    })
}

fn no_text(path: &str) -> Error {
    Error::new(Code::NotFound, format!("{path}: there is no such text"))
}

/// Writes the diagnostics of an open document or of a file, or of the whole workspace if `document`
/// is empty: those of all files of known languages in the folders, and of all open documents. Each
/// names its file by its path. Steps and memory are those of one call: a workspace of many files needs
/// a budget of its own.
///
/// Returns: in `*diagnostics`, an error with all diagnostics, or NULL if there are none.
/// Errors: PCTY_ERROR_NOT_FOUND if there is no such document and no such file, or it has no known
/// language; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; the error of a callback.
/// Ownership: the caller owns `*diagnostics`.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_workspace_diagnostics(
    workspace: *mut pcty_workspace,
    document: pcty_str,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let diagnostics = need(diagnostics, "diagnostics")?;
        let path = match text(&document, "document")? {
            "" => None,
            name => Some(to_path(name)),
        };
        let work = |state: &mut State| {
            within(|budget| match &path {
                None => state.workspace.all_diagnostics(budget),
                Some(path) => {
                    let found = state.workspace.diagnostics(path, path, budget)?;
                    found.ok_or_else(|| no_text(path))
                }
            })
        };
        // SAFETY: by the header's contract `workspace` is NULL or valid.
        let found = unsafe { idle(workspace, work) }?;
        let found = match found.is_empty() {
            true => None,
            false => Some(Error::from_diagnostics(Code::Diagnostics, found)),
        };
        write_diagnostics(found, Some(diagnostics));
        Ok(())
    })
}
