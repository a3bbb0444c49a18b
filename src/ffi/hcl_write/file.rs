//! HCL, writing: files.
//!
//! A file is a text in native syntax that can be edited. Text that an edit does not affect is
//! written byte for byte as it was read. New text is formatted like the text around it. An edit
//! that fails changes nothing.
//!
//! The nodes of a file, its arguments and blocks, are identified by numbers. They are plain data
//! and never dangle: a node keeps its number through all edits until it is removed. The number is
//! not reused by later nodes of the file, nor by any of the next 4 billion files. For a node that
//! was removed or that is in a different file, functions that only read report that there is no
//! node, and functions that edit fail with PCTY_ERROR_NOT_FOUND.

use crate::calls::Budget;
use crate::dialect::hcl::write::{Body, File, Item};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::diagnosed::{make_diagnosed_charged, source};
use crate::ffi::guard::{Handle, changed, handle, invalid, make_charged, need, owned, quiet, text};
use crate::source::{Code, Diagnostic, Error, Result};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

/// A text in native syntax that can be edited. Only one thread at a time may edit it; while no
/// thread edits it, any number may read it.
///
/// ```c
/// // Sets the version of a module, and returns the new text.
/// static pcty_string *bumped(pcty_str file_name, pcty_str text, pcty_str module, pcty_str version) {
///     pcty_hcl_file *file = NULL;
///     pcty_hcl_fragment *fragment = NULL;
///     pcty_string *bytes = NULL;
///     pcty_value *value = NULL;
///     if (pcty_hcl_file_parse(text, file_name, &file, NULL, NULL) == PCTY_OK &&
///         pcty_value_string(version, &value, NULL) == PCTY_OK &&
///         pcty_hcl_fragment_value(value, PCTY_HCL_STRING_QUOTED, &fragment, NULL) == PCTY_OK) {
///         pcty_hcl_node block = pcty_hcl_file_block_find(file, PCTY_HCL_NODE_ROOT, PCTY_HCL_NODE_NONE,
///                                                        PCTY_STR("module"), &module, 1);
///         must(pcty_hcl_file_set(file, block, PCTY_STR("version"), fragment, NULL, NULL));
///         must(pcty_hcl_file_to_text(file, &bytes, NULL));
///     }
///     pcty_hcl_fragment_free(fragment);
///     pcty_value_free(value);
///     pcty_hcl_file_free(file);
///     return bytes;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_file(pub(super) Numbered);

handle!(pcty_hcl_file, Numbered);

/// The number of a node of a file: an argument, a block, or a body. The number of a block is also
/// the number of its body. It is plain data.
pub type pcty_hcl_node = u64;

/// There is no such node.
pub const PCTY_HCL_NODE_NONE: pcty_hcl_node = 0;
/// The body of the file itself. It is the same number for every file.
pub const PCTY_HCL_NODE_ROOT: pcty_hcl_node = 1;

/// A file, and the prefix of the numbers of its nodes.
pub struct Numbered {
    pub(super) file: File,
    number: u32,
}

// The header allows any number of threads to read a file at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Numbered>();
};

impl Numbered {
    fn new(file: File) -> Numbered {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = loop {
            // The numbers wrap after 4 billion files; 0 is reserved for no file.
            match LAST.fetch_add(1, Ordering::Relaxed).wrapping_add(1) {
                0 => {}
                number => break number,
            }
        };
        Numbered { file, number }
    }

    /// Returns the number of an item.
    pub(super) fn node(&self, item: Item) -> pcty_hcl_node {
        u64::from(self.number) << 32 | u64::from(item.number())
    }

    /// Returns the number of an item, or PCTY_HCL_NODE_NONE.
    pub(super) fn some(&self, item: Option<Item>) -> pcty_hcl_node {
        item.map_or(PCTY_HCL_NODE_NONE, |item| self.node(item))
    }

    /// Returns the number of a body.
    pub(super) fn body_node(&self, body: Body) -> pcty_hcl_node {
        match body {
            Body::ROOT => PCTY_HCL_NODE_ROOT,
            body => self.some(self.file.owner(body)),
        }
    }

    /// Returns the item of a number, if it is in the file.
    pub(super) fn there(&self, node: pcty_hcl_node) -> Option<Item> {
        let item = Item::from_number(node as u32);
        let is_own = node >> 32 == u64::from(self.number);
        (is_own && self.file.kind(item).is_some()).then_some(item)
    }

    /// Returns the body of a number, if it is in the file.
    pub(super) fn body_there(&self, node: pcty_hcl_node) -> Option<Body> {
        match node {
            PCTY_HCL_NODE_ROOT => Some(Body::ROOT),
            node => self.file.body(self.there(node)?),
        }
    }

    /// Returns the item of a number, or an error if it is not in the file.
    pub(super) fn item(&self, node: pcty_hcl_node, name: &str) -> Result<Item> {
        self.there(node).ok_or_else(|| gone(node, name))
    }

    /// Returns the body of a number, or an error if it is not in the file.
    pub(super) fn body(&self, node: pcty_hcl_node, name: &str) -> Result<Body> {
        match (self.body_there(node), self.there(node)) {
            (Some(body), _) => Ok(body),
            (None, Some(_)) => Err(invalid(format!("`{name}` is not a block"))),
            (None, None) => Err(gone(node, name)),
        }
    }
}

#[cold]
fn gone(node: pcty_hcl_node, name: &str) -> Error {
    let message = match node {
        PCTY_HCL_NODE_NONE => format!("`{name}` is not a node"),
        PCTY_HCL_NODE_ROOT => format!("`{name}` is the root body of the file"),
        _ => format!("`{name}` was removed or belongs to another file"),
    };
    Error::new(Code::NotFound, message)
}

/// Returns the result of a function that reads a file, or `none` for NULL.
pub(super) fn looked<T>(
    file: Option<&pcty_hcl_file>,
    none: T,
    look: impl FnOnce(&Numbered) -> T,
) -> T {
    match file {
        Some(file) => look(&file.0),
        None => none,
    }
}

/// Edits a file.
///
/// # Safety
/// `file` is NULL or valid and not in use anywhere else, and `change` does not borrow from the
/// file.
pub(super) unsafe fn edited<T>(
    file: *mut pcty_hcl_file,
    change: impl FnOnce(&mut Numbered) -> Result<T>,
) -> Result<T> {
    // SAFETY: this function has the same contract.
    unsafe { changed(file, "file", change) }?
}

fn read(
    source_text: &pcty_str,
    file: &pcty_str,
    budget: &Budget,
) -> Result<(Numbered, Vec<Diagnostic>)> {
    let read = File::read(source(source_text)?, text(file, "file")?, budget)?;
    let diagnostics = read.diagnostics().to_vec();
    Ok((Numbered::new(read), diagnostics))
}

/// Creates an empty file.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_new() -> *mut pcty_hcl_file {
    quiet(ptr::null_mut(), || {
        pcty_hcl_file::own(Numbered::new(File::new()))
    })
}

/// Parses a file. `file` is the name of the text in diagnostics. A byte that is not UTF-8 is a
/// diagnostic.
///
/// Returns: the file; with `diagnostics`, text that cannot be parsed has no nodes, and is written
/// unchanged.
/// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_INVALID_UTF8 for `file`.
/// Ownership: the caller owns `*out` and `*diagnostics`; the text is copied.
/// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_parse(
    source_text: pcty_str,
    file: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_file>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed_charged(out, diagnostics, error, |mode, budget| {
        let (made, found) = read(&source_text, &file, budget)?;
        mode.settle(Code::Syntax, made, found)
    })
}

owned! {
    /// Frees a file.
    fn pcty_hcl_file_free(file: pcty_hcl_file);
}

/// Writes the text of a file with all changes. It is UTF-8, unless the text that was parsed is not.
///
/// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_to_text(
    file: Option<&pcty_hcl_file>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let bytes = need(file, "file")?.0.file.write(budget)?;
        Ok(OwnedText::from_bytes(bytes))
    })
}

/// Formats the body of a file in JSON syntax. The text parses as the same body: its arguments have
/// the same values in every scope. The blocks of a type are one property, so only the order of
/// blocks of the same type is kept. Comments are not kept.
///
/// Errors: PCTY_ERROR_SYNTAX with all diagnostics if the text cannot be parsed;
/// PCTY_ERROR_UNSUPPORTED if an argument and a block have the same name.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_to_json(
    file: Option<&pcty_hcl_file>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let json = need(file, "file")?.0.file.write_json(budget)?;
        Ok(OwnedText::new(json))
    })
}
