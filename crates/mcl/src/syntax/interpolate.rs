//! Interpolation of strings and nesting of classes.
//!
//! A string consists of pieces: text with decoded escapes, and variables between `${` and `}`. A
//! class whose name has colons moves into the class of the same block whose name is its prefix,
//! from the last statement to the first. If there is no such class, it keeps its whole name.

use super::children::Child;
use super::tree::{Block, ExprId, ExprKind, StmtId, StmtKind, TextId, Tree};
use crate::area::Area;
use crate::compile_error::{CompileError, Location, Stage};
use polycty_core::source::Code;
use polycty_core::types::{IdMap, IdSet, KeyedMap, Str};

/// A piece of a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text.
    Text(Str),
    /// The value of a variable, which is a string.
    Var(Str),
}

/// The interpolated strings and nested classes of a tree.
#[derive(Debug, Default)]
pub struct Interpolated {
    /// The pieces of strings with escapes or variables.
    texts: IdMap<u32, Box<[Piece]>>,
    /// The classes that have moved into a class, in order, with their names there.
    nested: IdMap<u32, Vec<(StmtId, Str)>>,
    /// All classes that have moved out of their blocks.
    moved: IdSet<u32>,
}

impl Interpolated {
    /// Returns the pieces of a string, or `None` if the string has no escapes and no variables.
    #[must_use]
    pub fn pieces(&self, text: TextId) -> Option<&[Piece]> {
        self.texts
            .get(&(text.number() as u32))
            .map(|pieces| &**pieces)
    }

    /// Returns the classes that have moved into a class.
    #[must_use]
    pub fn nested(&self, class: StmtId) -> &[(StmtId, Str)] {
        self.nested
            .get(&(class.number() as u32))
            .map_or(&[], |nested| nested)
    }

    /// Returns whether a class has moved out of its block.
    #[must_use]
    pub fn has_moved(&self, class: StmtId) -> bool {
        self.moved.contains(&(class.number() as u32))
    }
}

/// Interpolates a tree.
///
/// # Errors
/// The first error, of the stage [`Stage::Interpolate`].
pub fn interpolate(tree: &Tree) -> Result<Interpolated, Box<CompileError>> {
    let mut interpolator = Interpolator {
        tree,
        done: Interpolated::default(),
    };
    interpolator.block(&tree.body)?;
    Ok(interpolator.done)
}

/// Returns the text of a string without variables.
pub(crate) fn plain(text: &str) -> Option<Str> {
    match pieces(text).ok()?.as_slice() {
        [] => Some("".into()),
        [Piece::Text(text)] => Some(text.clone()),
        _ => None,
    }
}

/// Returns the pieces of a string; adjacent texts are joined.
///
/// # Errors
/// mgmt's message if the string is not valid.
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
pub fn pieces(raw: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = raw;
    while let Some(at) = rest.find(['\\', '$']) {
        text.push_str(&rest[..at]);
        let mut after = rest[at..].chars();
        match (after.next(), after.next()) {
            (Some('\\'), Some(escaped)) => {
                text.push(match escaped {
                    'a' => '\x07',
                    'b' => '\x08',
                    'f' => '\x0c',
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'v' => '\x0b',
                    '\\' | '"' | '$' => escaped,
                    other => return Err(format!("unknown escape sequence: \\{other}")),
                });
                rest = after.as_str();
            }
            (Some('$'), Some('{')) => {
                let name = variable(after.as_str());
                let name = name.ok_or_else(|| format!("cannot parse string: {raw}"))?;
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut text).into()));
                }
                pieces.push(Piece::Var(name.into()));
                rest = &after.as_str()[name.len() + 1..];
            }
            (Some('$'), _) => {
                text.push('$');
                rest = &rest[at + 1..];
            }
            _ => return Err(format!("cannot parse string: {raw}")),
        }
    }
    text.push_str(rest);
    if !text.is_empty() {
        pieces.push(Piece::Text(text.into()));
    }
    Ok(pieces)
}

/// Returns the name before a closing brace.
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
fn variable(rest: &str) -> Option<&str> {
    let name = &rest[..rest.find('}')?];
    let belongs = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
    let bytes = name.as_bytes();
    let starts = bytes.first().is_some_and(u8::is_ascii_lowercase);
    let dotted = |(at, byte): (usize, &u8)| match byte {
        b'.' => bytes.get(at + 1).is_some_and(|next| belongs(*next)),
        byte => belongs(*byte),
    };
    (starts && bytes.iter().enumerate().all(dotted)).then_some(name)
}

struct Interpolator<'t> {
    tree: &'t Tree,
    done: Interpolated,
}

type Done = Result<(), Box<CompileError>>;

impl Interpolator<'_> {
    #[cold]
    fn wrong(&self, message: impl Into<String>, area: Area) -> Box<CompileError> {
        let failure = CompileError::new(Stage::Interpolate, Code::Syntax, message);
        failure.at(&Location::new(&self.tree.source, area))
    }

    fn block(&mut self, block: &Block) -> Done {
        let tree = self.tree;
        let mut classes: KeyedMap<&str, StmtId> = KeyedMap::default();
        for &id in &tree[block.stmts] {
            self.stmt(id)?;
        }
        for &id in &tree[block.stmts] {
            if let StmtKind::Class { name, .. } = tree[id].kind
                && classes.insert(&tree[name], id).is_some()
            {
                let message = format!("duplicate class name of: `{}`", tree[name]);
                return Err(self.wrong(message, tree[id].area));
            }
        }
        self.nest(block, &classes);
        Ok(())
    }

    /// Moves classes into the class of the block whose name is their prefix, the last one first.
    fn nest(&mut self, block: &Block, classes: &KeyedMap<&str, StmtId>) {
        let tree = self.tree;
        for &id in tree[block.stmts].iter().rev() {
            let StmtKind::Class { name, .. } = tree[id].kind else {
                continue;
            };
            let Some((outer, inner)) = tree[name].rsplit_once(':') else {
                continue;
            };
            if let Some(outer) = classes.get(outer) {
                let nested = self.done.nested.entry(outer.number() as u32).or_default();
                nested.push((id, inner.into()));
                self.done.moved.insert(id.number() as u32);
            }
        }
    }

    fn stmt(&mut self, id: StmtId) -> Done {
        let tree = self.tree;
        tree.each_child(id, |child| match child {
            Child::Expr(expr) => self.expr(expr),
            Child::Block(block) => self.block(block),
            Child::Line(line) => {
                self.expr(line.value())?;
                line.condition.map_or(Ok(()), |id| self.expr(id))
            }
        })
    }

    fn expr(&mut self, id: ExprId) -> Done {
        let tree = self.tree;
        let expr = &tree[id];
        match expr.kind {
            // Strings that the parser makes for operators have no area and are plain text.
            ExprKind::Str(text) if expr.area.is_some() => self.text(text, expr.area),
            kind => tree.each_part(kind, |part| self.expr(part)),
        }
    }

    fn text(&mut self, id: TextId, area: Area) -> Done {
        let raw = &self.tree[id];
        if !raw.contains(['\\', '$']) {
            return Ok(());
        }
        let pieces =
            pieces(raw).map_err(|message| self.wrong(format!("parser failed: {message}"), area))?;
        self.done.texts.insert(id.number() as u32, pieces.into());
        Ok(())
    }
}
