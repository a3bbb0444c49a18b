//! Declarations that are moved to a different file of their module, or to a different module.
//!
//! A declaration takes its comments along. All other text stays the same. The meaning of a module does
//! not depend on the files of its declarations, so that no `moved` block is needed.

use super::address::{Address, Kind};
use super::project::Workspace;
use super::transfer::transfer;
use super::{FileEdit, Refactoring, Replacement};
use crate::host::{FileError, Files};
use crate::module::{Dialect, FileRole, read_folder_as, role_of_as};
use crate::path::joined;
use crate::project::{ModuleSources, ProjectOptions};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result, Span};
use polycty_hcl::write::{Body, File, InsertPosition, Item};

/// Returns the edits that move a declaration to a file of its module, which is created if it does not
/// exist, or a resource to a different module. `to` is the name of the file, or the address of the
/// resource in the other module, such as `module.network.aws_subnet.a`. There it is added to the file
/// with the name of its own file.
///
/// # Errors
/// - [`Code::InvalidArgument`] if an address is not valid, or the file cannot have declarations.
/// - [`Code::NotFound`] if the declaration or the module does not exist.
/// - [`Code::Unsupported`] if a file is in JSON syntax, or a module is not part of the project, is
///   called more than once or with `count` or `for_each`.
/// - [`Code::Diagnostics`] with diagnostics if the project cannot be loaded, a reference would need a
///   new variable or output, or the resource would have a different provider.
/// - [`Code::Limit`] if the budget is exceeded.
pub fn move_declaration(
    files: &dyn Files,
    root: &str,
    sources: &dyn ModuleSources,
    from: &str,
    to: &str,
    options: &ProjectOptions,
    budget: &Budget,
) -> Result<Refactoring> {
    let address = Address::parse(from)?;
    if let Some(other) = address_of(to) {
        let workspace = Workspace::load(files, root, sources, options, budget)?;
        return transfer(&workspace, &address, &other);
    }
    let role = role_of_as(to, Dialect::OpenTofu);
    let is_file = !to.contains('/') && role == Some(FileRole::Primary);
    if !is_file {
        let message =
            format!("{to:?} is not the name of a file with declarations, such as main.tf");
        return Err(Error::new(Code::InvalidArgument, message));
    }
    let unsupported = |message: String| Err(Error::new(Code::Unsupported, message));
    if to.ends_with(".json") {
        return unsupported(format!("{to}: expected a file in native syntax"));
    }
    let workspace = Workspace::load(files, root, sources, options, budget)?;
    let at = workspace.at(&address.path)?;
    if !workspace.is_own(at) {
        return unsupported(format!("{address}: its module is not part of the project"));
    }
    let directory = &workspace.nodes()[at].directory;
    let to = joined(directory, to);
    let (block_type, labels) = block_of(&address);
    let labels: Vec<&str> = labels.iter().map(|label| &**label).collect();
    let dialect = workspace.project.release().dialect();
    for file in read_folder_as(files, directory, dialect, budget)? {
        let is_native = !file.name.ends_with(".json");
        if !is_native || role_of_as(&file.name, dialect) != Some(FileRole::Primary) {
            continue;
        }
        let mut source = File::read(&file.text, &file.name, budget)?;
        let found = match address.kind {
            Kind::Local => local(&source, &address.name),
            _ => source
                .block(Body::ROOT, block_type, &labels)
                .map(|item| (item, None)),
        };
        let Some((item, around)) = found else {
            continue;
        };
        if file.name == to {
            let message = format!("{address} is already declared in {to}");
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let moved = source.write_item(item, budget)?;
        source.remove(item, budget)?;
        if let Some(block) = around {
            remove_if_empty(&mut source, block, budget)?;
        }
        let rest = source.write(budget)?;
        let (is_new, before) = match files.read(&to, budget) {
            Ok(text) => (false, text),
            Err(FileError::NotFound) => (true, Vec::new()),
            Err(FileError::Other(error)) => return Err(error),
            Err(_) => {
                let message = format!("{to}: expected a file");
                return Err(Error::new(Code::NotFound, message));
            }
        };
        let added = match address.kind {
            Kind::Local => with_local(&before, &to, &moved, budget)?,
            _ => Replacement {
                span: Span::at(before.len()),
                text: appended(&before, &moved),
            },
        };
        budget.hold((file.text.len() + added.text.len()) as u64)?;
        let mut edits = vec![
            FileEdit {
                replacements: vec![difference(&file.text, &rest)],
                file: file.name,
                before: file.text,
                is_new: false,
            },
            FileEdit {
                replacements: vec![added],
                file: to,
                before,
                is_new,
            },
        ];
        budget.sort_by(&mut edits, |a, b| a.file.cmp(&b.file))?;
        return Ok(Refactoring {
            edits,
            warnings: Vec::new(),
        });
    }
    let message = format!(
        "{address}: the {} is not declared in a file in native syntax",
        address.kind.noun()
    );
    Err(Error::new(Code::NotFound, message))
}

/// The address that a text is, unless it is the name of a file.
fn address_of(to: &str) -> Option<Address> {
    let endings = [".tf", ".tofu", ".json"];
    let is_file = to.contains('/') || endings.iter().any(|ending| to.ends_with(ending));
    Address::parse(to).ok().filter(|_| !is_file)
}

/// A local value of a file, and the block that contains it.
fn local(source: &File, name: &str) -> Option<(Item, Option<Item>)> {
    let mut blocks = source.find_blocks(Body::ROOT, "locals", &[]);
    blocks.find_map(|block| {
        let item = source.attribute(source.body(block)?, name)?;
        Some((item, Some(block)))
    })
}

/// Removes a block without items and comments.
fn remove_if_empty(source: &mut File, block: Item, budget: &Budget) -> Result<()> {
    let body = source.body(block);
    if body.is_some_and(|body| source.first(body).is_some()) {
        return Ok(());
    }
    let text = source.write_item(block, budget)?;
    let text = String::from_utf8_lossy(&text);
    if !["#", "//", "/*"].iter().any(|start| text.contains(start)) {
        source.remove(block, budget)?;
    }
    Ok(())
}

/// The replacement that adds a local value to a file: to its last `locals` block, or to a new one.
fn with_local(before: &[u8], name: &str, moved: &[u8], budget: &Budget) -> Result<Replacement> {
    let moved = String::from_utf8_lossy(moved);
    let mut file = File::read(before, name, budget)?;
    let last = file.find_blocks(Body::ROOT, "locals", &[]).last();
    if let Some(body) = last.and_then(|block| file.body(block)) {
        file.insert_text(body, InsertPosition::Last, &moved, budget)?;
        return Ok(difference(before, &file.write(budget)?));
    }
    let mut block = File::read(b"", name, budget)?;
    let item = block.insert_block(Body::ROOT, InsertPosition::Last, "locals", &[], budget)?;
    if let Some(body) = block.body(item) {
        block.insert_text(body, InsertPosition::Last, &moved, budget)?;
    }
    Ok(Replacement {
        span: Span::at(before.len()),
        text: appended(before, &block.write(budget)?),
    })
}

/// The type and labels of the block of a declaration.
fn block_of(address: &Address) -> (&'static str, Vec<String>) {
    let name = address.name.clone();
    match &address.kind {
        Kind::Variable => ("variable", vec![name]),
        Kind::Output => ("output", vec![name]),
        Kind::Module => ("module", vec![name]),
        Kind::Resource(mode, of) => (mode.keyword(), vec![of.clone(), name]),
        Kind::Local => ("locals", Vec::new()),
    }
}

/// The text to append to a file: a block after a blank line.
pub(super) fn appended(before: &[u8], block: &[u8]) -> String {
    let newline = if block.contains(&b'\r') { "\r\n" } else { "\n" };
    let mut text = String::new();
    if !before.is_empty() {
        text.push_str(if before.ends_with(b"\n") { "" } else { newline });
        text.push_str(newline);
    }
    text.push_str(String::from_utf8_lossy(block).trim_matches(['\r', '\n']));
    text.push_str(newline);
    text
}

/// The smallest replacement that turns one text into another.
pub(super) fn difference(before: &[u8], after: &[u8]) -> Replacement {
    let pairs = before.iter().zip(after);
    let start = pairs.take_while(|(a, b)| a == b).count();
    let rest = (before[start..].iter().rev()).zip(after[start..].iter().rev());
    let same = rest.take_while(|(a, b)| a == b).count();
    let inserted = &after[start..after.len() - same];
    Replacement {
        span: Span::new(start, before.len() - same),
        text: String::from_utf8_lossy(inserted).into_owned(),
    }
}
