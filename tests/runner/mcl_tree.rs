//! Handlers for cases of parsing mcl programs.
//!
//! A tree is written as in the vectors: nodes by mgmt's names, without fields that are empty or
//! false, positions as `[row, col, end row, end col]`.

use super::vectors::same;
use super::{Case, CaseResult};
use polycty::calls::Budget;
use polycty::dialect::mcl::scope::import::{self, Origin};
use polycty::dialect::mcl::scope::module::Metadata;
use polycty::dialect::mcl::syntax::interpolate::{self, Piece};
use polycty::dialect::mcl::syntax::tree::{
    Alias, Block, Callee, ExprId, ExprKind, Exprs, Half, Line, LineKind, Loop, Name, Param,
    Resource, StmtId, StmtKind, Tree,
};
use polycty::dialect::mcl::syntax::{Interpolated, check_name, parse};
use polycty::dialect::mcl::{self, Area};
use polycty::source::Source;
use polycty::types::Type;
use serde_json::{Map, Value as Json, json};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Reads a text as the file `main.mcl` of a deploy.
fn read(text: &str) -> Result<Tree, Box<mcl::CompileError>> {
    parse(Source::new("/main.mcl", text), &Budget::standard())
}

/// Compares the tree of a program, or its error.
pub fn parse_case(case: &Case) -> CaseResult {
    let text = case.0["code"].as_str().ok_or("no code")?;
    let parsed = read(text);
    if let Some(wanted) = case.0["error"].as_str() {
        let Err(failure) = parsed else {
            return Err(format!("wanted {wanted}, got a tree"));
        };
        same("error", wanted, &*failure.to_string())?;
        return match case.0["highlight"].as_str() {
            Some(highlight) => same("highlight", highlight, &*failure.log()),
            None => Ok(()),
        };
    }
    let tree = parsed.map_err(|failure| failure.to_string())?;
    if let Some(comments) = case.0["comments"].as_array() {
        return same("comments", &comments.len(), &tree.comments.len());
    }
    compare(&case.0["ast"], &Writer::new(&tree).block(&tree.body))
}

/// The tree of a file of a program, with positions.
pub fn positions(case: &Case) -> CaseResult {
    let program = case.0["case"].as_str().ok_or("no case")?;
    let file = case.0["file"].as_str().ok_or("no file")?;
    let archive = std::fs::read_to_string(corpus().join(format!("mcl/{program}.txtar")));
    let archive = archive.map_err(|error| error.to_string())?;
    let files = files(&archive);
    let text = files.get(file).ok_or("no such file")?;
    let tree = read(text).map_err(|failure| failure.to_string())?;
    compare(&case.0["ast"], &Writer::new(&tree).block(&tree.body))
}

/// A program's tree after strings are decoded, parentheses removed, and classes moved to their
/// positions.
pub fn interpolated(case: &Case) -> CaseResult {
    let tree = read(case.0["code"].as_str().ok_or("no code")?);
    let tree = tree.map_err(|failure| failure.to_string())?;
    let done = interpolate::interpolate(&tree);
    match (case.0["fail"].as_bool(), done) {
        (Some(true), done) => same("failure", &true, &done.is_err()),
        (_, Err(failure)) => Err(failure.to_string()),
        (_, Ok(done)) => {
            let mut writer = Writer::new(&tree);
            writer.interpolated = Some(&done);
            compare(&case.0["ast"], &writer.block(&tree.body))
        }
    }
}

/// The decoded strings of a tree: for a single string the resulting tree, for all others whether
/// they are valid.
pub fn interpolated_node(case: &Case) -> CaseResult {
    let mut strings = Vec::new();
    collect_strings(&case.0["ast"], &mut strings);
    let read: Result<Vec<Vec<Piece>>, String> =
        strings.into_iter().map(interpolate::pieces).collect();
    if case.0["fail"] == json!(true) {
        return same("failure", &true, &read.is_err());
    }
    let read = read?;
    if case.0["ast"]["node"] != json!("ExprStr") {
        return Ok(());
    }
    let mut wanted = case.0["out"].clone();
    if let Some(wanted) = wanted.as_object_mut() {
        wanted.remove("settype");
    }
    let pieces = read.first().ok_or("no string")?;
    compare(&wanted, &pieces_tree(pieces, Area::NONE))
}

fn collect_strings<'j>(json: &'j Json, strings: &mut Vec<&'j str>) {
    match json {
        Json::Object(object) => {
            if let (Some("ExprStr"), Some(text)) = (
                object.get("node").and_then(Json::as_str),
                object.get("V").and_then(Json::as_str),
            ) {
                strings.push(text);
            }
            object
                .values()
                .for_each(|part| collect_strings(part, strings));
        }
        Json::Array(parts) => parts.iter().for_each(|part| collect_strings(part, strings)),
        _ => {}
    }
}

/// A string as the resulting calls.
fn pieces_tree(pieces: &[Piece], area: Area) -> Json {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => node("ExprStr", area, [("V", json!(&**text))]),
        Piece::Var(name) => node("ExprVar", area, [("Name", json!(&**name))]),
    };
    match pieces {
        [] => node("ExprStr", area, [("V", json!(""))]),
        [single] => piece(single),
        [first, rest @ ..] => {
            let args = json!([piece(first), pieces_tree(rest, area)]);
            node(
                "ExprCall",
                area,
                [("Name", json!("concat")), ("Args", args)],
            )
        }
    }
}

/// The name that an import defines.
pub fn import_name(case: &Case) -> CaseResult {
    let text = case.0["in"].as_str().ok_or("no text")?;
    let named = match (case.0["fail"].as_bool(), import::read(text)) {
        (Some(true), named) => return same("failure", &true, &named.is_err()),
        (_, named) => named?,
    };
    let (system, local, file, path, url) = match &named.origin {
        Origin::System => (true, true, false, "", ""),
        Origin::File(path) => (false, true, true, &**path, ""),
        Origin::Folder(path) => (false, true, false, &**path, ""),
        Origin::Remote { path, url } => (false, false, false, &**path, &**url),
    };
    for (key, got) in [
        ("alias", json!(&*named.alias)),
        ("system", json!(system)),
        ("local", json!(local)),
        ("file", json!(file)),
        ("path", json!(path)),
        ("url", json!(url)),
    ] {
        same(key, &case.0[key], &got)?;
    }
    Ok(())
}

/// The metadata of a module.
pub fn metadata(case: &Case) -> CaseResult {
    let read = Metadata::read(case.0["yaml"].as_str().ok_or("no text")?);
    if let Some(error) = case.0["error"].as_str() {
        return same("error", &Some(error.to_owned()), &read.err());
    }
    let read = read?;
    let got = json!({
        "main": &*read.main,
        "files": &*read.files,
        "path": &*read.path,
        "license": &*read.license,
        "parentpathblock": read.parent_path_block,
    });
    same("metadata", &case.0["out"], &got)
}

/// Whether a name is valid for a variable.
pub fn var_name(case: &Case) -> CaseResult {
    let checked = check_name(case.0["in"].as_str().ok_or("no text")?);
    same(
        "error",
        &case.0["error"].as_str(),
        &checked.err().as_deref(),
    )
}

/// The folder of the vectors.
pub fn corpus() -> &'static PathBuf {
    static CORPUS: OnceLock<PathBuf> = OnceLock::new();
    CORPUS.get_or_init(|| {
        std::env::var_os("CORPUS")
            .map(PathBuf::from)
            .unwrap_or_default()
    })
}

/// The files of an archive, each after a line `-- NAME --`.
pub fn files(archive: &str) -> HashMap<String, String> {
    let mut files = HashMap::new();
    let mut name = None;
    for line in archive.split_inclusive('\n') {
        let header = line.trim_end().strip_prefix("-- ");
        if let Some(header) = header.and_then(|header| header.strip_suffix(" --")) {
            name = Some(header.trim().to_owned());
            files.insert(header.trim().to_owned(), String::new());
        } else if let Some(file) = name.as_ref().and_then(|name| files.get_mut(name)) {
            file.push_str(line);
        }
    }
    files
}

/// Compares two trees and names the first difference.
fn compare(wanted: &Json, got: &Json) -> CaseResult {
    match (wanted, got) {
        (Json::Object(wanted), Json::Object(got)) => {
            for (key, value) in wanted {
                let got = got.get(key).unwrap_or(&Json::Null);
                compare(value, got).map_err(|how| format!("{key}.{how}"))?;
            }
            let positions = wanted.contains_key("pos") || wanted.get("node").is_none();
            for (key, value) in got {
                if !wanted.contains_key(key) && (key != "pos" || positions) {
                    return Err(format!("{key}: not wanted, got {value}"));
                }
            }
            Ok(())
        }
        (Json::Array(wanted), Json::Array(got)) if wanted.len() == got.len() => {
            for (at, (wanted, got)) in wanted.iter().zip(got).enumerate() {
                compare(wanted, got).map_err(|how| format!("{at}.{how}"))?;
            }
            Ok(())
        }
        (Json::Number(a), Json::Number(b)) => same("number", &a.as_f64(), &b.as_f64()),
        _ => same("tree", wanted, got),
    }
}

/// Writes the nodes of a tree, optionally after interpolation.
struct Writer<'t> {
    tree: &'t Tree,
    interpolated: Option<&'t Interpolated>,
}

impl<'t> Writer<'t> {
    fn new(tree: &'t Tree) -> Writer<'t> {
        Writer {
            tree,
            interpolated: None,
        }
    }

    fn name(&self, name: Name) -> Json {
        json!(&*self.tree[name])
    }

    fn block(&self, block: &Block) -> Json {
        let stmts = self.tree[block.stmts].iter();
        let body: Vec<Json> = stmts.map(|stmt| self.stmt(*stmt)).collect();
        node("StmtProg", block.area, [("Body", json!(body))])
    }

    fn stmt(&self, id: StmtId) -> Json {
        let stmt = &self.tree[id];
        let area = stmt.area;
        match &stmt.kind {
            StmtKind::Bind { name, ty, value } => {
                let mut value = self.expr(*value);
                if let Some(ty) = ty
                    && !matches!(
                        value["node"].as_str(),
                        Some("ExprBool" | "ExprStr" | "ExprInt" | "ExprFloat")
                    )
                {
                    value["typ"] = type_text(ty);
                }
                let ty = ty.as_ref().map_or(Json::Null, type_text);
                let fields = [("Ident", self.name(*name)), ("Type", ty), ("Value", value)];
                node("StmtBind", area, fields)
            }
            StmtKind::Resource(id) => self.resource(&self.tree[*id]),
            StmtKind::Edge(halves) => {
                let halves: Vec<Json> = self.tree[*halves].iter().map(|h| self.half(h)).collect();
                node("StmtEdge", area, [("EdgeHalfList", json!(halves))])
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => node(
                "StmtIf",
                area,
                [
                    ("Condition", self.expr(*condition)),
                    ("ThenBranch", self.block(then)),
                    (
                        "ElseBranch",
                        otherwise.map_or(Json::Null, |block| self.block(&block)),
                    ),
                ],
            ),
            StmtKind::Panic(condition, resource) => node(
                "StmtIf",
                area,
                [
                    ("Condition", self.expr(*condition)),
                    ("ThenBranch", self.resource(&self.tree[*resource])),
                ],
            ),
            StmtKind::For(over) => self.over("StmtFor", ["Index", "Value"], over, area),
            StmtKind::ForKv(over) => self.over("StmtForKV", ["Key", "Val"], over, area),
            StmtKind::Func { name, func } => {
                let func = self.expr(*func);
                let ty = func["typ"].clone();
                let fields = [("Name", self.name(*name)), ("Func", func), ("Type", ty)];
                node("StmtFunc", area, fields)
            }
            StmtKind::Class { name, params, body } => {
                let params: Vec<Json> = self.tree[*params].iter().map(|p| self.param(p)).collect();
                node(
                    "StmtClass",
                    area,
                    [
                        ("Name", self.name(*name)),
                        ("Args", json!(params)),
                        ("Body", self.block(body)),
                    ],
                )
            }
            StmtKind::Include { name, args, alias } => node(
                "StmtInclude",
                area,
                [
                    ("Name", self.name(*name)),
                    ("Args", self.exprs(*args)),
                    ("Alias", alias.map_or(Json::Null, |alias| self.name(alias))),
                ],
            ),
            StmtKind::Import { name, alias } => {
                let alias = match alias {
                    Alias::Own => Json::Null,
                    Alias::Named(name) => self.name(*name),
                    Alias::All => json!("*"),
                };
                let name = json!(&*self.tree[*name]);
                node("StmtImport", area, [("Name", name), ("Alias", alias)])
            }
        }
    }

    fn over(&self, kind: &str, names: [&str; 2], over: &Loop, area: Area) -> Json {
        let mut json = node(kind, area, []);
        for (key, (name, area)) in names.into_iter().zip(over.vars) {
            json[key] = self.name(name);
            json[format!("{key}Textarea")] = place(area);
        }
        json["Expr"] = self.expr(over.over);
        json["Body"] = self.block(&over.body);
        json
    }

    fn resource(&self, resource: &Resource) -> Json {
        let mut contents: Vec<Json> = Vec::new();
        if let Some(call) = resource.collect {
            let fields = [
                ("Kind", self.name(resource.kind)),
                ("Value", self.expr(call)),
            ];
            contents.push(node("StmtResCollect", Area::NONE, fields));
        }
        contents.extend(self.tree[resource.lines].iter().map(|line| self.line(line)));
        let collect = match resource.collect {
            Some(_) => json!(true),
            None => Json::Null,
        };
        node(
            "StmtRes",
            resource.area,
            [
                ("Kind", self.name(resource.kind)),
                ("Name", self.expr(resource.name)),
                ("Contents", json!(contents)),
                ("Collect", collect),
            ],
        )
    }

    fn line(&self, line: &Line) -> Json {
        let condition = line.condition.map_or(Json::Null, |id| self.expr(id));
        let condition = ("Condition", condition);
        match &line.kind {
            LineKind::Field(name, value) => {
                let fields = [
                    ("Field", self.name(*name)),
                    ("Value", self.expr(*value)),
                    condition,
                ];
                node("StmtResField", line.area, fields)
            }
            LineKind::Edge(property, half) => {
                let half = ("EdgeHalf", self.half(half));
                let fields = [("Property", self.name(*property)), half, condition];
                node("StmtResEdge", line.area, fields)
            }
            LineKind::Meta(property, value) => {
                let value = ("MetaExpr", self.expr(*value));
                let fields = [("Property", self.name(*property)), value, condition];
                node("StmtResMeta", line.area, fields)
            }
        }
    }

    fn half(&self, half: &Half) -> Json {
        let field = half.field.map_or(Json::Null, |name| self.name(name));
        let name = ("Name", self.expr(half.name));
        let fields = [("Kind", self.name(half.kind)), name, ("SendRecv", field)];
        node("StmtEdgeHalf", half.area, fields)
    }

    fn param(&self, param: &Param) -> Json {
        let ty = param.ty.as_ref().map_or(Json::Null, type_text);
        node(
            "Arg",
            param.area,
            [("Name", self.name(param.name)), ("Type", ty)],
        )
    }

    fn exprs(&self, exprs: Exprs) -> Json {
        self.tree[exprs].iter().map(|id| self.expr(*id)).collect()
    }

    fn expr(&self, id: ExprId) -> Json {
        let expr = &self.tree[id];
        let area = expr.area;
        if let Some(done) = self.interpolated {
            match expr.kind {
                ExprKind::Paren(inner) | ExprKind::Block(inner) => return self.expr(inner),
                ExprKind::Str(text) => {
                    if let Some(pieces) = done.pieces(text) {
                        return pieces_tree(pieces, area);
                    }
                }
                _ => {}
            }
        }
        match expr.kind {
            ExprKind::Bool(flag) => node("ExprBool", area, [("V", json!(flag))]),
            ExprKind::Str(text) => node("ExprStr", area, [("V", json!(&*self.tree[text]))]),
            ExprKind::Int(number) => node("ExprInt", area, [("V", json!(number))]),
            ExprKind::Float(number) => node("ExprFloat", area, [("V", json!(number))]),
            ExprKind::List(exprs) => node("ExprList", area, [("Elements", self.exprs(exprs))]),
            ExprKind::Map(pairs) => {
                let pairs = self.tree[pairs].iter().map(|pair| {
                    let fields = [("Key", self.expr(pair.key)), ("Val", self.expr(pair.value))];
                    node("ExprMapKV", pair.area, fields)
                });
                node("ExprMap", area, [("KVs", pairs.collect())])
            }
            ExprKind::Struct(fields) => {
                let fields = self.tree[fields].iter().map(|field| {
                    let fields = [
                        ("Name", self.name(field.name)),
                        ("Value", self.expr(field.value)),
                    ];
                    node("ExprStructField", field.area, fields)
                });
                node("ExprStruct", area, [("Fields", fields.collect())])
            }
            ExprKind::Var(name) => node("ExprVar", area, [("Name", self.name(name))]),
            ExprKind::Call(callee, args) => {
                let mut json = node("ExprCall", area, [("Args", self.exprs(args))]);
                match callee {
                    Callee::Named(name) => json["Name"] = self.name(name),
                    Callee::Var(name) => {
                        json["Name"] = self.name(name);
                        json["Var"] = json!(true);
                    }
                    Callee::Func(func) => json["Anon"] = self.expr(func),
                }
                json
            }
            ExprKind::Func(func) => {
                let func = &self.tree[func];
                let params: Vec<Json> = self.tree[func.params]
                    .iter()
                    .map(|param| self.param(param))
                    .collect();
                let text = |ty: &Option<Type>| ty.as_ref().map_or(Json::Null, type_text);
                node(
                    "ExprFunc",
                    area,
                    [
                        (
                            "Title",
                            func.title.map_or(Json::Null, |title| self.name(title)),
                        ),
                        ("Args", json!(params)),
                        ("Return", text(&func.result)),
                        ("Body", self.expr(func.body)),
                        ("typ", text(&func.ty)),
                    ],
                )
            }
            ExprKind::If(condition, then, otherwise) => node(
                "ExprIf",
                area,
                [
                    ("Condition", self.expr(condition)),
                    ("ThenBranch", self.expr(then)),
                    ("ElseBranch", self.expr(otherwise)),
                ],
            ),
            ExprKind::Except(expr, except) => {
                let fields = [("Expr", self.expr(expr)), ("Except", self.expr(except))];
                node("ExprExcept", area, fields)
            }
            ExprKind::Paren(inner) => node("ExprParen", area, [("Inner", self.expr(inner))]),
            ExprKind::Block(inner) => node("ExprBlock", area, [("Inner", self.expr(inner))]),
        }
    }
}

fn node<const N: usize>(kind: &str, area: Area, fields: [(&str, Json); N]) -> Json {
    let mut json = Map::new();
    json.insert("node".into(), json!(kind));
    if area.is_some() {
        json.insert("pos".into(), place(area));
    }
    for (key, value) in fields {
        if !value.is_null() {
            json.insert(key.into(), value);
        }
    }
    Json::Object(json)
}

fn place(area: Area) -> Json {
    json!([area.row, area.col, area.end_row, area.end_col])
}

fn type_text(ty: &Type) -> Json {
    json!(mcl::format_type(ty).unwrap_or_default())
}
