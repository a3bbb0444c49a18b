//! What can be checked of a part of a program alone: which trees are refused?
//!
//! In the order of the text; the first fault is told. Names are not looked up, so of a map's keys
//! only literals are known.

use super::tree::{
    Area, Block, Callee, ExprId, ExprKind, Exprs, Line, LineKind, Name, Pair, ResourceId, Stmt,
    StmtId, StmtKind, Tree,
};
use crate::compile_error::{CompileError, Place, Stage};
use crate::rules::equal::compare;
use crate::rules::infer::type_of;
use crate::syntax::interpolate::plain;
use crate::types::format::format_type;
use crate::types::shape::is_hashable;
use crate::values::format::format_value;
use polycty_core::source::Code;
use polycty_core::types::{Field, Str, Type};
use polycty_core::values::Value;
use rustc_hash::FxHashSet;

/// The properties that `Meta:` may name, in the reference's order.
pub(crate) const META: [&str; 18] = [
    "noop",
    "retry",
    "retryreset",
    "delay",
    "timeout",
    "poll",
    "limit",
    "burst",
    "reset",
    "sema",
    "rewatch",
    "realize",
    "dollar",
    "hidden",
    "export",
    "reverse",
    "autoedge",
    "autogroup",
];

/// The properties of lines that are edges.
const EDGES: [&str; 4] = ["before", "depend", "notify", "listen"];

type Checked = Result<(), Box<CompileError>>;

/// Checks a tree.
///
/// # Errors
/// The first fault, of the stage [`Stage::Init`].
pub fn validate(tree: &Tree) -> Checked {
    Validator { tree }.block(&tree.body)
}

/// What is wrong with a name of a variable, if anything.
///
/// # Errors
/// The message.
pub fn check_name(name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err("got empty var name".to_owned());
    }
    let plain = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let mut bytes = name.bytes();
    let mut valid = bytes.next().is_some_and(|first| first.is_ascii_lowercase());
    while let (true, Some(byte)) = (valid, bytes.next()) {
        valid = match byte {
            b'.' | b'_' => bytes.next().as_ref().is_some_and(plain),
            byte => plain(&byte),
        };
    }
    match valid {
        true => Ok(()),
        false => Err(format!("invalid var name: `{name}`")),
    }
}

struct Validator<'t> {
    tree: &'t Tree,
}

impl Validator<'_> {
    #[cold]
    fn wrong(&self, message: impl Into<String>, area: Area) -> Box<CompileError> {
        let failure = CompileError::new(Stage::Init, Code::Syntax, message);
        failure.at(&Place::new(&self.tree.source, area))
    }

    fn block(&self, block: &Block) -> Checked {
        for stmt in &self.tree[block.stmts] {
            self.stmt(&self.tree[*stmt])?;
        }
        Ok(())
    }

    fn name(&self, name: Name, area: Area) -> Checked {
        check_name(&self.tree[name]).map_err(|message| self.wrong(message, area))
    }

    fn stmt(&self, stmt: &Stmt) -> Checked {
        match &stmt.kind {
            StmtKind::Bind { name, value, .. } => {
                self.name(*name, stmt.area)?;
                self.expr(*value)
            }
            StmtKind::Resource(id) => self.resource(*id),
            StmtKind::Edge(halves) => self.tree[*halves]
                .iter()
                .try_for_each(|half| self.expr(half.name)),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(*condition)?;
                self.block(then)?;
                otherwise.as_ref().map_or(Ok(()), |block| self.block(block))
            }
            StmtKind::Panic(condition, _) => self.expr(*condition),
            StmtKind::For(over) | StmtKind::ForKv(over) => {
                let imports =
                    |stmt: &&StmtId| matches!(self.tree[**stmt].kind, StmtKind::Import { .. });
                if self.tree[over.body.stmts].iter().any(|stmt| imports(&stmt)) {
                    let kind = match stmt.kind {
                        StmtKind::For(_) => "StmtFor",
                        _ => "StmtForKV",
                    };
                    let message = format!("a StmtImport can't be contained inside a {kind}");
                    return Err(self.wrong(message, stmt.area));
                }
                for (name, area) in over.vars {
                    self.name(name, area)?;
                }
                self.expr(over.over)?;
                self.block(&over.body)
            }
            StmtKind::Func { func, .. } => self.expr(*func),
            StmtKind::Class { params, body, .. } => {
                for param in &self.tree[*params] {
                    self.name(param.name, param.area)?;
                }
                self.block(body)
            }
            StmtKind::Include { args, .. } => self.exprs(*args),
            StmtKind::Import { .. } => Ok(()),
        }
    }

    fn resource(&self, id: ResourceId) -> Checked {
        let resource = &self.tree[id];
        let lines = &self.tree[resource.lines];
        let mut seen: FxHashSet<(bool, Name)> = FxHashSet::default();
        for line in lines {
            let (meta, name) = match line.kind {
                LineKind::Field(name, _) => (false, name),
                LineKind::Meta(name, _) if &*self.tree[name] != "meta" => (true, name),
                _ => continue,
            };
            if !seen.insert((meta, name)) {
                let what = if meta { "meta entry" } else { "field" };
                let message = format!("resource has duplicate {what} of: {}", self.tree[name]);
                return Err(self.wrong(message, resource.area));
            }
        }
        self.expr(resource.name)?;
        lines.iter().try_for_each(|line| self.line(line))
    }

    fn line(&self, line: &Line) -> Checked {
        let (property, known, value) = match line.kind {
            LineKind::Field(_, value) => (None, &[][..], value),
            LineKind::Edge(name, half) => (Some(name), &EDGES[..], half.name),
            LineKind::Meta(name, value) => (Some(name), &META[..], value),
        };
        if let Some(name) = property.map(|name| &*self.tree[name])
            && !known.contains(&name)
            && (name != "meta" || matches!(line.kind, LineKind::Edge(..)))
        {
            let message = format!("invalid property: `{name}`");
            return Err(CompileError::new(Stage::Init, Code::Syntax, message));
        }
        line.condition
            .map_or(Ok(()), |condition| self.expr(condition))?;
        self.expr(value)
    }

    fn exprs(&self, exprs: Exprs) -> Checked {
        self.tree[exprs]
            .iter()
            .try_for_each(|expr| self.expr(*expr))
    }

    fn expr(&self, id: ExprId) -> Checked {
        let expr = &self.tree[id];
        match expr.kind {
            ExprKind::Bool(_) | ExprKind::Str(_) | ExprKind::Int(_) | ExprKind::Float(_) => Ok(()),
            ExprKind::List(exprs) => self.exprs(exprs),
            ExprKind::Map(pairs) => {
                for pair in &self.tree[pairs] {
                    self.expr(pair.key)?;
                    self.expr(pair.value)?;
                }
                let checked = self.keys(&self.tree[pairs]);
                checked.map_err(|message| self.wrong(message, expr.area))
            }
            ExprKind::Struct(fields) => {
                let mut seen: FxHashSet<Name> = FxHashSet::default();
                for field in &self.tree[fields] {
                    if !seen.insert(field.name) {
                        let name = &self.tree[field.name];
                        let message = format!("duplicate struct field name of: `{name}`");
                        return Err(self.wrong(message, expr.area));
                    }
                }
                (self.tree[fields].iter()).try_for_each(|field| self.expr(field.value))
            }
            ExprKind::Var(name) => self.name(name, expr.area),
            ExprKind::Call(callee, args) => {
                if let Callee::Func(func) = callee {
                    self.expr(func)?;
                }
                self.exprs(args)
            }
            ExprKind::Func(func) => {
                let func = &self.tree[func];
                for param in &self.tree[func.params] {
                    self.name(param.name, param.area)?;
                }
                self.expr(func.body)
            }
            ExprKind::If(a, b, c) => [a, b, c].into_iter().try_for_each(|expr| self.expr(expr)),
            ExprKind::Except(a, b) => [a, b].into_iter().try_for_each(|expr| self.expr(expr)),
            ExprKind::Paren(inner) | ExprKind::Block(inner) => self.expr(inner),
        }
    }

    /// Checks the keys of a map as far as they are literals.
    fn keys(&self, pairs: &[Pair]) -> Result<(), String> {
        let mut ty: Option<Type> = None;
        let mut seen: FxHashSet<String> = FxHashSet::default();
        for pair in pairs {
            let Some(key) = self.literal(pair.key) else {
                continue;
            };
            let own = type_of(&key).map_err(|error| error.message().to_owned())?;
            match &ty {
                Some(ty) => compare(ty, &own)
                    .map_err(|error| format!("inconsistent map key type: {}", error.message()))?,
                None => {
                    if !is_hashable(&own) {
                        let own = format_type(&own).unwrap_or_default();
                        return Err(format!("map key type {own} is not hashable"));
                    }
                    ty = Some(own);
                }
            }
            let text = format_value(&key).map_err(|error| error.message().to_owned())?;
            if seen.contains(&text) {
                return Err(format!("duplicate map key: {text}"));
            }
            seen.insert(text);
        }
        Ok(())
    }

    /// The value of an expression that is made of literals alone.
    fn literal(&self, id: ExprId) -> Option<Value> {
        match self.tree[id].kind {
            ExprKind::Bool(flag) => Some(Value::bool(flag)),
            ExprKind::Str(text) => plain(&self.tree[text]).map(|text| Value::string(&text)),
            ExprKind::Int(number) => Some(Value::from_integer(number.into())),
            ExprKind::Float(number) => Some(Value::from_double(number)),
            ExprKind::Struct(fields) => {
                let mut parts: Vec<(Str, Value)> = Vec::new();
                for field in &self.tree[fields] {
                    let value = self.literal(field.value)?;
                    parts.push((self.tree[field.name].clone(), value));
                }
                let types = parts
                    .iter()
                    .map(|(name, value)| Some(Field::new(name.clone(), type_of(value).ok()?)));
                let ty = Type::object(types.collect::<Option<Vec<Field>>>()?).ok()?;
                let parts: Vec<Value> = parts.into_iter().map(|(_, value)| value).collect();
                Value::object_with_type(ty, parts).ok()
            }
            ExprKind::Paren(inner) => self.literal(inner),
            _ => None,
        }
    }
}
