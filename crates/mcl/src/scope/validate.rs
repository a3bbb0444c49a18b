//! Validation of a tree before names are resolved.
//!
//! The tree is checked in the order of the text, and the first error is reported. Names are not
//! resolved yet, so only literal keys of a map are checked.

use crate::area::Area;
use crate::compile_error::{CompileError, Location, Stage};
use crate::resources::Meta;
use crate::rules::equal::compare;
use crate::rules::infer::type_of;
use crate::syntax::check_name;
use crate::syntax::children::Child;
use crate::syntax::interpolate::plain;
use crate::syntax::tree::{
    Block, ExprId, ExprKind, Line, LineKind, Loop, Name, Pair, Param, ResourceId, StmtId, StmtKind,
    StructField, Tree,
};
use crate::types::format::format_type;
use crate::types::view::is_hashable;
use crate::values::format::format_value;
use polycty_core::source::Code;
use polycty_core::syntax::List;
use polycty_core::types::{Field, IdSet, KeyedSet, Str, Type};
use polycty_core::values::Value;

/// The properties of lines that are edges.
const EDGES: [&str; 4] = ["before", "depend", "notify", "listen"];

type Checked = Result<(), Box<CompileError>>;

/// Checks a tree.
///
/// # Errors
/// The first error, of the stage [`Stage::Init`].
pub(super) fn validate(tree: &Tree) -> Checked {
    Validator { tree }.block(&tree.body)
}

struct Validator<'t> {
    tree: &'t Tree,
}

impl Validator<'_> {
    #[cold]
    fn wrong(&self, message: impl Into<String>, area: Area) -> Box<CompileError> {
        let failure = CompileError::new(Stage::Init, Code::Syntax, message);
        failure.at(&Location::new(&self.tree.source, area))
    }

    fn block(&self, block: &Block) -> Checked {
        let mut stmts = self.tree[block.stmts].iter();
        stmts.try_for_each(|stmt| self.stmt(*stmt))
    }

    fn name(&self, name: Name, area: Area) -> Checked {
        check_name(&self.tree[name]).map_err(|message| self.wrong(message, area))
    }

    fn params(&self, params: List<Param>) -> Checked {
        let mut params = self.tree[params].iter();
        params.try_for_each(|param| self.name(param.name, param.area))
    }

    fn stmt(&self, id: StmtId) -> Checked {
        let stmt = &self.tree[id];
        match &stmt.kind {
            StmtKind::Bind { name, .. } => self.name(*name, stmt.area)?,
            StmtKind::Resource(id) => self.resource(*id)?,
            StmtKind::For(over) => self.over(over, "StmtFor", stmt.area)?,
            StmtKind::ForKv(over) => self.over(over, "StmtForKV", stmt.area)?,
            StmtKind::Class { params, .. } => self.params(*params)?,
            _ => {}
        }
        self.tree.each_child(id, |child| match child {
            Child::Expr(expr) => self.expr(expr),
            Child::Line(line) => self.line(line),
            Child::Block(block) => self.block(block),
        })
    }

    /// Checks a loop except for its body. Messages call it `title`.
    fn over(&self, over: &Loop, title: &str, area: Area) -> Checked {
        let imports = |stmt: &StmtId| matches!(self.tree[*stmt].kind, StmtKind::Import { .. });
        if self.tree[over.body.stmts].iter().any(imports) {
            let message = format!("a StmtImport can't be contained inside a {title}");
            return Err(self.wrong(message, area));
        }
        let mut vars = over.vars.into_iter();
        vars.try_for_each(|(name, area)| self.name(name, area))
    }

    /// Checks that a resource has no duplicate lines.
    fn resource(&self, id: ResourceId) -> Checked {
        let resource = &self.tree[id];
        let lines = &self.tree[resource.lines];
        let mut seen: IdSet<(bool, Name)> = IdSet::default();
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
        Ok(())
    }

    fn line(&self, line: &Line) -> Checked {
        let (property, known) = match line.kind {
            LineKind::Field(..) => (None, &[][..]),
            LineKind::Edge(name, _) => (Some(name), &EDGES[..]),
            LineKind::Meta(name, _) => (Some(name), &Meta::NAMES[..]),
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
        self.expr(line.value())
    }

    fn expr(&self, id: ExprId) -> Checked {
        let expr = &self.tree[id];
        match expr.kind {
            ExprKind::Struct(fields) => return self.fields(fields, expr.area),
            ExprKind::Var(name) => self.name(name, expr.area)?,
            ExprKind::Func(func) => self.params(self.tree[func].params)?,
            _ => {}
        }
        self.tree.each_part(expr.kind, |part| self.expr(part))?;
        match expr.kind {
            ExprKind::Map(pairs) => {
                let checked = self.keys(&self.tree[pairs]);
                checked.map_err(|message| self.wrong(message, expr.area))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a struct has no duplicate fields.
    fn fields(&self, fields: List<StructField>, area: Area) -> Checked {
        let mut seen: IdSet<Name> = IdSet::default();
        for field in &self.tree[fields] {
            if !seen.insert(field.name) {
                let name = &self.tree[field.name];
                let message = format!("duplicate struct field name of: `{name}`");
                return Err(self.wrong(message, area));
            }
            self.expr(field.value)?;
        }
        Ok(())
    }

    /// Checks the literal keys of a map: their types must be equal and their values must differ.
    fn keys(&self, pairs: &[Pair]) -> Result<(), String> {
        let mut ty: Option<Type> = None;
        let mut seen: KeyedSet<String> = KeyedSet::default();
        for pair in pairs {
            let Some(own) = self.literal_type(pair.key) else {
                continue;
            };
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
            let Some(key) = self.literal(pair.key) else {
                continue;
            };
            let text = format_value(&key).map_err(|error| error.message().to_owned())?;
            if seen.contains(&text) {
                return Err(format!("duplicate map key: {text}"));
            }
            seen.insert(text);
        }
        Ok(())
    }

    /// Returns the type of an expression that consists of literals, or `None` for an empty
    /// container and one whose parts have different types.
    fn literal_type(&self, id: ExprId) -> Option<Type> {
        match self.tree[id].kind {
            // A string with variables is also a string.
            ExprKind::Str(_) => type_of(&Value::string("")).ok(),
            ExprKind::List(parts) => {
                let types = self.tree[parts].iter().map(|part| self.literal_type(*part));
                Type::list(same(types)?).ok()
            }
            ExprKind::Map(pairs) => {
                let pairs = &self.tree[pairs];
                let key = same(pairs.iter().map(|pair| self.literal_type(pair.key)))?;
                let value = same(pairs.iter().map(|pair| self.literal_type(pair.value)))?;
                Type::map_of(key, value, None).ok()
            }
            ExprKind::Struct(fields) => {
                let types = self.tree[fields].iter().map(|field| {
                    let ty = self.literal_type(field.value)?;
                    Some(Field::new(self.tree[field.name].clone(), ty))
                });
                let types = types.collect::<Option<Vec<Field>>>()?;
                Type::object(types)
                    .ok()
                    .filter(|ty| !ty.fields().is_empty())
            }
            ExprKind::Paren(inner) => self.literal_type(inner),
            _ => type_of(&self.literal(id)?).ok(),
        }
    }

    /// Returns the value of an expression that consists of literals.
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

/// Returns the common type of all parts, or `None` if there are no parts.
fn same(mut types: impl Iterator<Item = Option<Type>>) -> Option<Type> {
    let first = types.next()??;
    types
        .all(|ty| ty.is_some_and(|ty| compare(&first, &ty).is_ok()))
        .then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;
    use polycty_core::calls::Budget;
    use polycty_core::source::Source;

    #[test]
    fn literal_keys_of_maps_are_checked() {
        let error = |keys: &str| {
            let text = format!("$m = {{{keys}}}\n");
            let tree = parse(Source::new("/a.mcl", text), &Budget::new()).unwrap();
            validate(&tree).err().map(|failure| {
                let text = failure.to_string();
                text.split(": /").next().unwrap_or_default().to_owned()
            })
        };
        for (keys, wanted) in [
            ("1 => 1, $x => 2, 1 => 3", "duplicate map key: 1"),
            (
                "\"${x}\" => 1, 2 => 2",
                "inconsistent map key type: base kind does not match (str != int)",
            ),
            ("[1] => 1", "map key type []int is not hashable"),
            (
                "{1 => \"a\"} => 1",
                "map key type map{int: str} is not hashable",
            ),
            (
                "struct{a => (1), b => [true]} => 1",
                "map key type struct{a int; b []bool} is not hashable",
            ),
            (
                "struct{a => struct{b => 1, b => 2}, a => 3} => 1",
                "duplicate struct field name of: `b`",
            ),
        ] {
            assert_eq!(error(keys).as_deref(), Some(wanted), "{keys}");
        }
        for keys in [
            "[] => 1",
            "[$x] => 1",
            "[1, \"a\"] => 1",
            "struct{} => 1, struct{} => 2",
            "\"${x}\" => 1, \"${x}\" => 2",
            "struct{a => 1} => 1, struct{a => 2} => 1",
        ] {
            assert_eq!(error(keys), None, "{keys}");
        }
    }
}
