//! References: the names that a statement uses from its block and the name that it defines.

use super::import;
use crate::area::Area;
use crate::syntax::children::Child;
use crate::syntax::interpolate::{Interpolated, Piece};
use crate::syntax::tree::{Alias, Block, Callee, ExprId, ExprKind, Param, StmtId, StmtKind, Tree};
use polycty_core::syntax::List;
use polycty_core::types::{KeyedMap, KeyedSet, Str};
use std::convert::Infallible;
use std::fmt;

/// The namespace of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum NameKind {
    Var,
    Func,
    Class,
    /// The names of imports and includes.
    Scoped,
}

/// A name that a statement defines or uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub kind: NameKind,
    pub name: Str,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            NameKind::Var => "var",
            NameKind::Func => "func",
            NameKind::Class => "class",
            NameKind::Scoped => "scoped",
        };
        write!(f, "{kind}:{}", self.name)
    }
}

/// The statements of a block. A class that has moved into the block has its name there.
pub(super) type Entries = [(StmtId, Option<Str>)];

/// Returns the name that a statement defines.
pub(super) fn made(tree: &Tree, (id, renamed): &(StmtId, Option<Str>)) -> Option<Key> {
    let key = |kind, name: &Str| {
        Some(Key {
            kind,
            name: renamed.as_ref().unwrap_or(name).clone(),
        })
    };
    match &tree[*id].kind {
        StmtKind::Bind { name, .. } => key(NameKind::Var, &tree[*name]),
        StmtKind::Func { name, .. } => key(NameKind::Func, &tree[*name]),
        StmtKind::Class { name, .. } => key(NameKind::Class, &tree[*name]),
        StmtKind::Include { alias, .. } => key(NameKind::Scoped, &tree[(*alias)?]),
        StmtKind::Import { name, alias } => match alias {
            Alias::Own => key(NameKind::Scoped, &import::read(&tree[*name]).ok()?.alias),
            Alias::Named(alias) => key(NameKind::Scoped, &tree[*alias]),
            Alias::All => None,
        },
        _ => None,
    }
}

/// Formats a statement in short form, for messages.
pub(super) fn short(tree: &Tree, id: StmtId) -> String {
    match &tree[id].kind {
        StmtKind::Bind { name, .. } => format!("bind({})", tree[*name]),
        StmtKind::Func { name, .. } => format!("func({})", tree[*name]),
        StmtKind::Class { name, .. } => format!("class({})", tree[*name]),
        StmtKind::Include { name, .. } => format!("include({})", tree[*name]),
        StmtKind::Import { name, .. } => format!("import({})", tree[*name]),
        StmtKind::Resource(id) => format!("res({})", tree[tree[*id].kind]),
        StmtKind::Edge(halves) => {
            let kinds: Vec<&str> = tree[*halves].iter().map(|half| &*tree[half.kind]).collect();
            format!("edge({})", kinds.join(" -> "))
        }
        StmtKind::If { .. } | StmtKind::Panic(..) => "if".to_owned(),
        StmtKind::For(_) => "for".to_owned(),
        StmtKind::ForKv(_) => "forkv".to_owned(),
    }
}

/// Returns the names that a statement uses, each with the area of its first use.
pub(super) fn needed(tree: &Tree, interpolated: &Interpolated, id: StmtId) -> Vec<(Key, Area)> {
    let mut collector = Collector {
        tree,
        interpolated,
        hidden: KeyedMap::default(),
        seen: KeyedSet::default(),
        found: Vec::new(),
    };
    collector.stmt(id);
    collector.found
}

struct Collector<'t> {
    tree: &'t Tree,
    interpolated: &'t Interpolated,
    /// Names that an inner scope defines, with the number of enclosing definitions.
    hidden: KeyedMap<Key, u32>,
    seen: KeyedSet<Key>,
    found: Vec<(Key, Area)>,
}

impl Collector<'_> {
    fn add(&mut self, kind: NameKind, name: &Str, area: Area) {
        let key = Key {
            kind,
            name: name.clone(),
        };
        if !self.hidden.contains_key(&key) && self.seen.insert(key.clone()) {
            self.found.push((key, area));
        }
        if let Some((first, _)) = name.split_once('.') {
            let key = Key {
                kind: NameKind::Scoped,
                name: first.into(),
            };
            if !self.hidden.contains_key(&key) && self.seen.insert(key.clone()) {
                self.found.push((key, area));
            }
        }
    }

    /// Visits a scope with names of its own.
    fn within(&mut self, own: impl IntoIterator<Item = Key>, look: impl FnOnce(&mut Self)) {
        let own: Vec<Key> = own.into_iter().collect();
        for key in &own {
            *self.hidden.entry(key.clone()).or_default() += 1;
        }
        look(self);
        for key in &own {
            if let Some(count) = self.hidden.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    self.hidden.remove(key);
                }
            }
        }
    }

    fn params(&self, params: List<Param>) -> Vec<Key> {
        let key = |param: &Param| Key {
            kind: NameKind::Var,
            name: self.tree[param.name].clone(),
        };
        self.tree[params].iter().map(key).collect()
    }

    fn block(&mut self, block: &Block) {
        let tree = self.tree;
        let stmts = &tree[block.stmts];
        let own: Vec<Key> = stmts
            .iter()
            .filter_map(|id| made(tree, &(*id, None)))
            .collect();
        self.within(own, |collector| {
            stmts.iter().for_each(|id| collector.stmt(*id))
        });
    }

    fn stmt(&mut self, id: StmtId) {
        let tree = self.tree;
        match &tree[id].kind {
            StmtKind::For(over) | StmtKind::ForKv(over) => {
                self.expr(over.over);
                let own = over.vars.map(|(name, _)| Key {
                    kind: NameKind::Var,
                    name: tree[name].clone(),
                });
                self.within(own, |collector| collector.block(&over.body));
                return;
            }
            StmtKind::Class { params, body, .. } => {
                let own = self.params(*params);
                let nested = self.interpolated.nested(id);
                self.within(own, |collector| {
                    collector.block(body);
                    nested.iter().for_each(|(id, _)| collector.stmt(*id));
                });
                return;
            }
            StmtKind::Include { name, .. } => {
                self.add(NameKind::Class, &tree[*name], tree[id].area);
            }
            _ => {}
        }
        let Ok(()) = tree.each_child(id, |child| {
            match child {
                Child::Expr(expr) => self.expr(expr),
                Child::Block(block) => self.block(block),
                Child::Line(line) => {
                    self.expr(line.value());
                    line.condition.into_iter().for_each(|id| self.expr(id));
                }
            }
            Ok::<(), Infallible>(())
        });
    }

    fn expr(&mut self, id: ExprId) {
        let tree = self.tree;
        let expr = &tree[id];
        match expr.kind {
            ExprKind::Str(text) => {
                for piece in self.interpolated.pieces(text).into_iter().flatten() {
                    if let Piece::Var(name) = piece {
                        self.add(NameKind::Var, name, expr.area);
                    }
                }
            }
            ExprKind::Var(name) | ExprKind::Call(Callee::Var(name), _) => {
                self.add(NameKind::Var, &tree[name], expr.area);
            }
            ExprKind::Call(Callee::Named(name), _) => {
                self.add(NameKind::Func, &tree[name], expr.area);
            }
            ExprKind::Func(func) => {
                let func = &tree[func];
                let own = self.params(func.params);
                self.within(own, |collector| collector.expr(func.body));
                return;
            }
            _ => {}
        }
        let Ok(()) = tree.each_part(expr.kind, |part| {
            self.expr(part);
            Ok::<(), Infallible>(())
        });
    }
}
