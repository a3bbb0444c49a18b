//! Name resolution of statements.
//!
//! Imports are resolved first (`load.rs`), then the statements in dependency order. Classes are
//! copied for each include, in the frame of their definition.

use super::MAX_LEVELS;
use super::frame::{ClassDef, FrameId, Frames, FuncDef, Namespace};
use super::module::Search;
use super::order::order;
use super::program::{
    At, Body, Branches, Half, Include, Line, LineKind, Loop, Node, NodeId, NodeKind, Output,
};
use super::program::{Params, Program, Resource};
use crate::area::Area;
use crate::compile_error::{CompileError, Stage};
use crate::host::Host;
use crate::syntax::Interpolated;
use crate::syntax::tree::{self, Block, ResourceId, StmtId, StmtKind, Tree};
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::source::{Code, Error};
use polycty_core::syntax::List;
use polycty_core::types::{IdMap, KeyedMap, Str};
use std::rc::Rc;
use std::sync::Arc;

/// The bytes that are charged per node.
pub(super) const NODE_BYTES: u64 = 160;

/// The bytes that are charged per frame.
const FRAME_BYTES: u64 = 256;

/// The nesting levels of a statement: the resolution of a block needs more stack than that of an
/// expression.
pub(super) const STATEMENT: u32 = 4;

/// The nesting levels of a copy of a function at a call.
pub(super) const COPY: u32 = 2;

/// The folder of remote modules.
const MODULES: &str = "/modules/";

pub(super) type Built<T> = Result<T, Box<CompileError>>;

/// Reads a program that starts at a file or, if `entry` ends in a slash, at a module, and resolves
/// its names.
///
/// The budget is charged one step per byte that is read and per node that is made.
///
/// # Errors
/// The first error of any stage up to [`Stage::SetScope`]; its code is [`Limit`](Code::Limit) if
/// the program is too large.
pub fn build(host: Host<'_>, entry: &str, budget: &Budget) -> Result<Program, Box<CompileError>> {
    let mut builder = Builder {
        host,
        budget,
        units: Vec::new(),
        frames: Frames::default(),
        root: None,
        program: Program::default(),
        read: KeyedMap::default(),
        including: Vec::new(),
        loops: Vec::new(),
        level: 0,
        check: None,
        imported: IdMap::default(),
        near: None,
    };
    let search = Search::at(MODULES);
    let (file, search) = if entry.ends_with('/') {
        builder
            .module(entry, &search)
            .map_err(|message| missing(&message))?
    } else {
        (entry.into(), search)
    };
    let text = host.files.read(&file);
    let text = text.ok_or_else(|| missing(&format!("can't read file: {file}")))?;
    let unit = builder
        .unit(&file, text, search)
        .map_err(|(_, failure)| failure)?;
    let root = builder.root()?;
    let entries = builder.entries(&builder.units[unit as usize].tree.body, unit);
    let frame = builder.frame(Some(root))?;
    builder.program.body = builder.body(unit, &entries, frame)?;
    Ok(builder.program)
}

#[cold]
fn missing(message: &str) -> Box<CompileError> {
    CompileError::new(Stage::LexParse, Code::NotFound, message)
}

/// A file and the results of its first stages.
pub(super) struct Unit {
    pub tree: Tree,
    pub interpolated: Interpolated,
    /// The folders that are searched for imported modules.
    pub search: Search,
    /// The number of the file in the program.
    pub file: u32,
}

pub(super) struct Builder<'a> {
    pub host: Host<'a>,
    pub budget: &'a Budget,
    pub units: Vec<Rc<Unit>>,
    pub frames: Frames,
    /// The frame that encloses all files.
    pub root: Option<FrameId>,
    pub program: Program,
    /// The units of the files that have been read.
    pub read: KeyedMap<Str, u32>,
    /// The classes that are being included.
    including: Vec<(u32, StmtId)>,
    /// The first variables of the enclosing loops, the innermost last.
    pub loops: Vec<NodeId>,
    level: u32,
    /// The check of a function definition that is in progress.
    pub check: Option<Check>,
    /// The number of imports of a file and the frame of its last copy, by unit.
    pub imported: IdMap<u32, (u32, FrameId)>,
    /// The location that was entered last, for errors of the budget.
    pub near: Option<At>,
}

/// The state of the check of a function definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// All functions that it calls have a copy.
    Complete,
    /// A function that it calls has no copy.
    LacksCopies,
}

/// The statements of a block. A class that has moved into the block has its name there.
pub(super) type Entries = Vec<(StmtId, Option<Str>)>;

impl Builder<'_> {
    #[cold]
    pub fn wrong(&self, message: impl Into<String>, at: At) -> Box<CompileError> {
        let failure = CompileError::new(Stage::SetScope, Code::NotFound, message);
        failure.at(&self.program.location(at))
    }

    #[cold]
    pub fn spent(&self, spent: BudgetError) -> Box<CompileError> {
        let failure = CompileError::of(Stage::SetScope, Error::from(spent));
        match self.near {
            Some(at) => failure.at(&self.program.location(at)),
            None => failure,
        }
    }

    /// Increases the nesting level; `leave` decreases it.
    pub fn enter(&mut self, levels: u32, at: At) -> Built<()> {
        if self.level + levels > MAX_LEVELS {
            let message = format!("the program is nested more than {MAX_LEVELS} levels deep");
            let failure = CompileError::new(Stage::SetScope, Code::Limit, message);
            return Err(failure.at(&self.program.location(at)));
        }
        self.level += levels;
        self.near = Some(at);
        Ok(())
    }

    pub fn frame(&mut self, around: Option<FrameId>) -> Built<FrameId> {
        let charged = self.budget.hold(FRAME_BYTES);
        charged.map_err(|spent| self.spent(spent))?;
        Ok(self.frames.add(around))
    }

    pub fn leave(&mut self, levels: u32) {
        self.level -= levels;
    }

    pub fn node(&mut self, kind: NodeKind, at: At) -> Built<NodeId> {
        let charged = self.budget.parts(1, NODE_BYTES);
        charged.map_err(|spent| self.spent(spent))?;
        let id = NodeId(self.program.nodes.len() as u32);
        self.program.nodes.push(Node {
            kind,
            at,
            declared: None,
            interpolated: false,
        });
        Ok(id)
    }

    pub(super) fn entries(&self, block: &Block, unit: u32) -> Entries {
        let unit = &self.units[unit as usize];
        let stays = |id: &&StmtId| !unit.interpolated.has_moved(**id);
        unit.tree[block.stmts]
            .iter()
            .filter(stays)
            .map(|id| (*id, None))
            .collect()
    }

    /// Resolves the statements of a block, which define names in a frame.
    pub(super) fn body(&mut self, unit: u32, entries: &Entries, frame: FrameId) -> Built<Body> {
        let of = self.units[unit as usize].clone();
        self.imports(unit, entries, frame)?;
        let order = order(&of.tree, &of.interpolated, entries)?;
        let mut outputs: Vec<Option<Output>> = Vec::new();
        outputs.resize_with(entries.len(), || None);
        let order = self.budget.charged(order);
        for at in order.map_err(|spent| self.spent(spent))? {
            outputs[at] = self.stmt(&of, unit, &entries[at], frame)?;
        }
        Ok(outputs.into_iter().flatten().collect())
    }

    /// Checks that the statements of a class and its blocks can be ordered, even if the class is
    /// never included: no name is defined twice or depends on itself.
    fn check_order(&self, unit: u32, entries: &Entries) -> Built<()> {
        let charged = self.budget.charge(1 + entries.len() as u64);
        charged.map_err(|spent| self.spent(spent))?;
        let of = &self.units[unit as usize];
        order(&of.tree, &of.interpolated, entries)?;
        for (id, _) in entries {
            match &of.tree[*id].kind {
                StmtKind::If {
                    then, otherwise, ..
                } => {
                    for block in [Some(then), otherwise.as_ref()].into_iter().flatten() {
                        self.check_order(unit, &self.entries(block, unit))?;
                    }
                }
                StmtKind::For(over) | StmtKind::ForKv(over) => {
                    self.check_order(unit, &self.entries(&over.body, unit))?;
                }
                StmtKind::Class { .. } => {
                    let nested = self.entries_of_class(unit, *id);
                    self.check_order(unit, &nested)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn block(&mut self, unit: u32, block: &Block, around: FrameId) -> Built<Body> {
        let frame = self.frame(Some(around))?;
        let entries = self.entries(block, unit);
        self.body(unit, &entries, frame)
    }

    fn stmt(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        entry: &(StmtId, Option<Str>),
        frame: FrameId,
    ) -> Built<Option<Output>> {
        self.enter(STATEMENT, of.at(of.tree[entry.0].area))?;
        let output = self.stmt_by_kind(of, unit, entry, frame);
        self.leave(STATEMENT);
        output
    }

    /// Records the loop that contains a bind.
    fn bound(&mut self, node: NodeId) {
        if let Some(within) = self.loops.last() {
            self.program.bind_loops.insert(node, *within);
        }
    }

    /// Dispatches to a function per kind of statement, so that the stack frame of this recursion is
    /// small.
    fn stmt_by_kind(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        entry: &(StmtId, Option<Str>),
        frame: FrameId,
    ) -> Built<Option<Output>> {
        let stmt = &of.tree[entry.0];
        match &stmt.kind {
            StmtKind::Import { .. } => Ok(None),
            StmtKind::Bind { .. } | StmtKind::Func { .. } | StmtKind::Class { .. } => {
                self.definition(of, unit, entry, frame)
            }
            StmtKind::Resource(id) => self.resources(of, unit, *id, frame),
            StmtKind::Edge(halves) => self.edge(of, unit, (*halves, of.at(stmt.area)), frame),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let parts = (entry.0, *condition, then, otherwise.as_ref());
                self.condition(of, unit, parts, frame)
            }
            StmtKind::Panic(condition, resource) => {
                self.panic(of, unit, (entry.0, *condition, *resource), frame)
            }
            StmtKind::For(over) | StmtKind::ForKv(over) => {
                self.over(of, unit, (entry.0, over), frame)
            }
            StmtKind::Include { name, args, alias } => {
                self.include(of, unit, (entry.0, *name, *args, *alias), frame)
            }
        }
    }

    /// Resolves a bind, a function definition or a class.
    #[inline(never)]
    fn definition(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (id, renamed): &(StmtId, Option<Str>),
        frame: FrameId,
    ) -> Built<Option<Output>> {
        let named = |name: tree::Name| renamed.as_ref().unwrap_or(&of.tree[name]).clone();
        match &of.tree[*id].kind {
            StmtKind::Bind { name, ty, value } => {
                let node = self.expr(of, unit, *value, frame)?;
                if ty.is_some() {
                    self.program.nodes[node.number()].declared.clone_from(ty);
                }
                self.bound(node);
                self.frames.get_mut(frame).vars.insert(named(*name), node);
            }
            StmtKind::Func { name, func } => {
                let def = FuncDef {
                    unit,
                    func: *func,
                    frame,
                    first: self.first_copy(of, unit, *func, frame)?,
                };
                self.frames.get_mut(frame).funcs.insert(named(*name), def);
            }
            StmtKind::Class { name, .. } => {
                let def = ClassDef {
                    unit,
                    stmt: *id,
                    frame,
                };
                self.check_order(unit, &self.class_entries(&def))?;
                self.frames.get_mut(frame).classes.insert(named(*name), def);
            }
            _ => {}
        }
        Ok(None)
    }

    /// Checks the names in a function definition. The check makes the copy for the first call of
    /// the function. Inside, only the first call of a different function gets a copy: functions
    /// that each call the previous one twice would double the number of copies. If a call has no
    /// copy, the result of the check is discarded.
    fn first_copy(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        func: tree::ExprId,
        frame: FrameId,
    ) -> Built<Option<NodeId>> {
        let (nodes, frames) = (self.program.nodes.len(), self.frames.count());
        let around = self.check.replace(Check::Complete);
        let copy = self.expr(of, unit, func, frame);
        let check = std::mem::replace(&mut self.check, around);
        let copy = copy?;
        if check == Some(Check::Complete) {
            return Ok(Some(copy));
        }
        let bytes = (self.program.nodes.len() - nodes) as u64 * NODE_BYTES
            + (self.frames.count() - frames) as u64 * FRAME_BYTES;
        self.program.nodes.truncate(nodes);
        self.frames.truncate(frames);
        self.budget.release(bytes);
        Ok(None)
    }

    #[inline(never)]
    fn resources(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        id: ResourceId,
        frame: FrameId,
    ) -> Built<Option<Output>> {
        Ok(Some(Output::Resource(self.resource(of, unit, id, frame)?)))
    }

    #[inline(never)]
    fn condition(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (id, condition, then, otherwise): (StmtId, tree::ExprId, &Block, Option<&Block>),
        frame: FrameId,
    ) -> Built<Option<Output>> {
        let condition = self.expr(of, unit, condition, frame)?;
        let then = self.block(unit, then, frame)?;
        let otherwise = match otherwise {
            Some(block) => self.block(unit, block, frame)?,
            None => Body::new(),
        };
        Ok(Some(Output::If(Arc::new(Branches {
            condition,
            then,
            otherwise,
            at: of.at(of.tree[id].area),
        }))))
    }

    #[inline(never)]
    fn panic(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (id, condition, resource): (StmtId, tree::ExprId, ResourceId),
        frame: FrameId,
    ) -> Built<Option<Output>> {
        let condition = self.expr(of, unit, condition, frame)?;
        let resource = self.resource(of, unit, resource, frame)?;
        Ok(Some(Output::If(Arc::new(Branches {
            condition,
            then: vec![Output::Resource(resource)],
            otherwise: Body::new(),
            at: of.at(of.tree[id].area),
        }))))
    }

    #[inline(never)]
    fn edge(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (halves, at): (List<tree::Half>, At),
        frame: FrameId,
    ) -> Built<Option<Output>> {
        let mut built = Vec::with_capacity(halves.len());
        for half in &of.tree[halves] {
            built.push(self.half(of, unit, half, frame)?);
        }
        Ok(Some(Output::Edge(built.into(), at)))
    }

    #[inline(never)]
    fn over(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (id, over): (StmtId, &tree::Loop),
        frame: FrameId,
    ) -> Built<Option<Output>> {
        let (list, vars, inner) = self.loop_vars(of, unit, over, frame)?;
        self.loops.push(vars[0]);
        let body = self.block(unit, &over.body, inner)?;
        self.loops.pop();
        let built = Arc::new(Loop {
            vars,
            over: list,
            body,
            at: of.at(of.tree[id].area),
        });
        Ok(Some(match of.tree[id].kind {
            StmtKind::For(_) => Output::For(built),
            _ => Output::ForKv(built),
        }))
    }

    /// Resolves the range of a loop and its variables, and creates the frame of the variables.
    #[inline(never)]
    fn loop_vars(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        over: &tree::Loop,
        frame: FrameId,
    ) -> Built<(NodeId, [NodeId; 2], FrameId)> {
        let list = self.expr(of, unit, over.over, frame)?;
        let inner = self.frame(Some(frame))?;
        let mut vars = [list; 2];
        for (var, (name, area)) in vars.iter_mut().zip(over.vars) {
            let name = of.tree[name].clone();
            *var = self.node(NodeKind::Param(name.clone(), None), of.at(area))?;
            self.frames.get_mut(inner).vars.insert(name, *var);
        }
        Ok((list, vars, inner))
    }

    #[inline(never)]
    fn resource(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        id: ResourceId,
        frame: FrameId,
    ) -> Built<Arc<Resource>> {
        let resource = &of.tree[id];
        let name = self.expr(of, unit, resource.name, frame)?;
        let collect = match resource.collect {
            Some(call) => Some(self.expr(of, unit, call, frame)?),
            None => None,
        };
        let mut lines = Vec::new();
        for line in &of.tree[resource.lines] {
            let kind = match line.kind {
                tree::LineKind::Field(name, value) => {
                    LineKind::Field(of.tree[name].clone(), self.expr(of, unit, value, frame)?)
                }
                tree::LineKind::Edge(name, half) => {
                    LineKind::Edge(of.tree[name].clone(), self.half(of, unit, &half, frame)?)
                }
                tree::LineKind::Meta(name, value) => {
                    LineKind::Meta(of.tree[name].clone(), self.expr(of, unit, value, frame)?)
                }
            };
            let condition = match line.condition {
                Some(condition) => Some(self.expr(of, unit, condition, frame)?),
                None => None,
            };
            lines.push(Line {
                kind,
                condition,
                at: of.at(line.area),
            });
        }
        Ok(Arc::new(Resource {
            kind: of.tree[resource.kind].clone(),
            name,
            lines: lines.into(),
            collect,
            at: of.at(resource.area),
        }))
    }

    fn half(&mut self, of: &Rc<Unit>, unit: u32, half: &tree::Half, frame: FrameId) -> Built<Half> {
        Ok(Half {
            kind: of.tree[half.kind].clone(),
            name: self.expr(of, unit, half.name, frame)?,
            field: half.field.map(|name| of.tree[name].clone()),
            at: of.at(half.area),
        })
    }

    /// Resolves an include: a copy of a class, whose names may be available under an alias.
    #[inline(never)]
    fn include(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (id, name, args, alias): (StmtId, tree::Name, tree::Exprs, Option<tree::Name>),
        frame: FrameId,
    ) -> Built<Option<Output>> {
        let at = of.at(of.tree[id].area);
        let (class, params) = self.class(of, unit, (at, name, args), frame)?;
        let scope = self.frame(Some(class.frame))?;
        let entries = self.class_entries(&class);
        self.including.push((class.unit, class.stmt));
        let body = self.body(class.unit, &entries, scope)?;
        self.including.pop();
        if let Some(alias) = alias {
            let alias = of.tree[alias].clone();
            self.frames
                .get_mut(frame)
                .namespaces
                .insert(alias, Namespace::Seen(scope));
        }
        let built = Include { params, body, at };
        Ok(Some(Output::Include(Box::new(built))))
    }

    /// Returns a class by its name, and the frame of its parameters.
    #[inline(never)]
    fn class(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (at, name, args): (At, tree::Name, tree::Exprs),
        frame: FrameId,
    ) -> Built<(ClassDef, Params)> {
        let name = &of.tree[name];
        let missing = |builder: &Self| {
            builder.wrong(format!("class `{name}` does not exist in this scope"), at)
        };
        let class = self
            .frames
            .class(frame, name)
            .ok_or_else(|| missing(self))?;
        let from = self.units[class.unit as usize].clone();
        let StmtKind::Class { params, .. } = &from.tree[class.stmt].kind else {
            return Err(missing(self));
        };
        let params = &from.tree[*params];
        if params.len() != args.len() {
            let (wanted, got) = (params.len(), args.len());
            let message = format!("class `{name}` expected {wanted} args but got {got}");
            return Err(self.wrong(message, at));
        }
        let inner = self.frame(Some(class.frame))?;
        let mut bound = Vec::with_capacity(args.len());
        for (param, arg) in params.iter().zip(&of.tree[args]) {
            let arg = self.expr(of, unit, *arg, frame)?;
            let name = from.tree[param.name].clone();
            self.bound(arg);
            self.frames.get_mut(inner).vars.insert(name, arg);
            bound.push((arg, param.ty.clone()));
        }
        if self.including.contains(&(class.unit, class.stmt)) {
            return Err(self.wrong(format!("recursive class `{name}` found"), at));
        }
        let class = ClassDef {
            frame: inner,
            ..class
        };
        Ok((class, bound.into()))
    }

    /// Returns the statements of a class, including the classes that have moved into it.
    fn class_entries(&self, class: &ClassDef) -> Entries {
        self.entries_of_class(class.unit, class.stmt)
    }

    fn entries_of_class(&self, unit: u32, class: StmtId) -> Entries {
        let from = &self.units[unit as usize];
        let StmtKind::Class { body, .. } = &from.tree[class].kind else {
            return Entries::new();
        };
        let mut entries = self.entries(body, unit);
        let nested = from.interpolated.nested(class).iter();
        entries.extend(nested.map(|(id, name)| (*id, Some(name.clone()))));
        entries
    }
}

impl Unit {
    pub fn at(&self, area: Area) -> At {
        At {
            file: self.file,
            area,
        }
    }
}
