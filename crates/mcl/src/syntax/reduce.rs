//! Reductions: the syntax tree that each rule of the grammar builds.
//!
//! Each rule is an arm of [`Parser::reduce`], in the order of the grammar. `None` stands for cases
//! that the tables exclude.

use super::parse::{Content, ParseError, Parser};
use super::tables::Reduction;
use super::tree::{
    Alias, Block, Callee, Expr, ExprId, ExprKind, Exprs, Func, Half, Line, LineKind, Loop, Name,
    Pair, Param, Resource, Stmt, StmtId, StmtKind, StructField,
};
use crate::area::Area;
use crate::rules::equal::compare;
use crate::types::format::format_type;
use crate::types::view::{int, is_hashable};
use polycty_core::source::Error;
use polycty_core::syntax::{Arena, List};
use polycty_core::types::{Field, FuncParam, FuncParams, FuncType, Type, TypeError};
use std::collections::HashSet;

impl Parser<'_> {
    /// Builds the value of a rule from the values from `from` on, and the area with which it counts
    /// as a part. `area` is that of the first symbol, `whole` that of all symbols.
    pub(super) fn reduce(
        &mut self,
        from: usize,
        reduction: Reduction,
        area: Area,
        whole: Area,
    ) -> Option<(Area, Content)> {
        use Reduction as R;
        let content = match reduction {
            R::Accept => return None,
            R::First => self.take(from),
            R::Second => self.take(from + 1),
            R::Empty => Content::Nothing,

            R::Stmts => Content::List(self.parts.stmts.len()),
            R::AddStmt => {
                let id = self.stmt(from + 1)?;
                self.parts.stmts.push(id);
                // A list counts with its last statement, so the area of the whole text ends with
                // it.
                let (first, last) = (self.values[from].area, self.values[from + 1].area);
                let first = if first.is_some() { first } else { ORIGIN };
                return Some((first.to(last), self.take(from)));
            }
            R::Top => Content::Block(Block {
                stmts: self.stmts(from)?,
                area,
            }),
            R::Block => {
                let stmts = self.stmts(from + 1)?;
                return Some((whole, Content::Block(Block { stmts, area: whole })));
            }

            R::Collect => self.collect(from, whole)?,
            R::IfStatement => {
                let condition = self.expr(from + 1)?;
                let then = self.block(from + 2)?;
                let otherwise = self.block(from + 4);
                let kind = StmtKind::If {
                    condition,
                    then,
                    otherwise,
                };
                self.add_stmt(kind, whole)
            }
            R::For | R::ForKv => {
                let var = |parser: &Self, at: usize| Some((parser.name(at)?, parser.area(at)));
                let over = Loop {
                    vars: [var(self, from + 1)?, var(self, from + 3)?],
                    over: self.expr(from + 5)?,
                    body: self.block(from + 6)?,
                };
                let kind = match reduction {
                    R::For => StmtKind::For(over),
                    _ => StmtKind::ForKv(over),
                };
                self.add_stmt(kind, whole)
            }
            R::Function | R::FunctionOf => {
                let name = self.word(from + 1)?;
                let func = self.func(from + 3, Some(name), Area::NONE)?;
                self.add_stmt(StmtKind::Func { name, func }, whole)
            }
            R::Class => {
                let kind = StmtKind::Class {
                    name: self.word(from + 1)?,
                    params: gather(&mut self.nodes.params, &mut self.parts.params, None),
                    body: self.block(from + 2)?,
                };
                self.add_stmt(kind, whole)
            }
            R::ClassOf => {
                let kind = StmtKind::Class {
                    name: self.word(from + 1)?,
                    params: self.params(from + 3)?,
                    body: self.block(from + 5)?,
                };
                self.add_stmt(kind, whole)
            }
            R::Include => {
                let kind = StmtKind::Include {
                    name: self.word(from + 1)?,
                    args: self.exprs_or_none(from + 3),
                    alias: None,
                };
                self.add_stmt(kind, whole)
            }
            R::IncludeAs => {
                let kind = StmtKind::Include {
                    name: self.word(from + 1)?,
                    args: self.exprs_or_none(from + 3),
                    alias: Some(self.word(self.values.len() - 1)?),
                };
                self.add_stmt(kind, whole)
            }
            R::Import | R::ImportAs | R::ImportAll => {
                let name = self.unquoted(from + 1)?;
                let name = self.nodes.texts.add(name.into());
                let alias = match reduction {
                    R::Import => Alias::Own,
                    R::ImportAs => Alias::Named(self.word(from + 3)?),
                    _ => Alias::All,
                };
                self.add_stmt(StmtKind::Import { name, alias }, whole)
            }
            R::Bind | R::BindOf => {
                let value = self.expr(self.values.len() - 1)?;
                let ty = self.ty(from + 1);
                if let Some(ty) = &ty {
                    self.check_bind(ty, value);
                }
                let name = self.name(from)?;
                self.add_stmt(StmtKind::Bind { name, ty, value }, whole)
            }
            R::Panic => self.panic(from, whole)?,
            R::Resource => Content::Resource(Resource {
                kind: self.word(from)?,
                name: self.expr(from + 1)?,
                lines: {
                    let start = self.list(from + 3)?;
                    self.nodes.lines.gather(&mut self.parts.lines, start)
                },
                collect: None,
                area: whole,
            }),
            R::PlainResource => {
                let Content::Resource(resource) = self.take(from) else {
                    return None;
                };
                let id = self.nodes.resources.add(resource);
                self.add_stmt(StmtKind::Resource(id), resource.area)
            }

            R::Lines => Content::List(self.parts.lines.len()),
            R::Field => {
                let kind = LineKind::Field(self.word(from)?, self.expr(from + 2)?);
                self.line(kind, None, whole)
            }
            R::FieldIf => {
                let kind = LineKind::Field(self.word(from)?, self.expr(from + 4)?);
                self.line(kind, Some(self.expr(from + 2)?), whole)
            }
            R::EdgeLine => {
                let kind = LineKind::Edge(self.lower(from)?, self.half(from + 2)?);
                self.line(kind, None, whole)
            }
            R::EdgeLineIf => {
                let kind = LineKind::Edge(self.lower(from)?, self.half(from + 4)?);
                self.line(kind, Some(self.expr(from + 2)?), whole)
            }
            R::MetaProperty | R::MetaPropertyIf => {
                self.check_meta(from);
                let property = self.word(from + 2)?;
                let value = match reduction {
                    R::MetaProperty => from + 4,
                    _ => from + 6,
                };
                let condition = (value > from + 4).then(|| self.expr(from + 4)).flatten();
                let kind = LineKind::Meta(property, self.expr(value)?);
                self.line(kind, condition, whole)
            }
            R::MetaStruct | R::MetaStructIf => {
                self.check_meta(from);
                let value = match reduction {
                    R::MetaStruct => from + 2,
                    _ => from + 4,
                };
                let condition = (value > from + 2).then(|| self.expr(from + 2)).flatten();
                let property = self.nodes.names.intern("meta");
                let kind = LineKind::Meta(property, self.expr(value)?);
                self.line(kind, condition, whole)
            }

            R::Edge => {
                let start = self.list(from)?;
                let halves = &self.parts.halves[start..];
                let whole = halves[0].area.to(halves[halves.len() - 1].area);
                let halves = self.nodes.halves.gather(&mut self.parts.halves, start);
                self.add_stmt(StmtKind::Edge(halves), whole)
            }
            R::SendReceive => {
                let (first, second) = (self.half(from)?, self.half(from + 2)?);
                let start = self.parts.halves.len();
                self.parts.halves.extend([first, second]);
                let halves = self.nodes.halves.gather(&mut self.parts.halves, start);
                self.add_stmt(StmtKind::Edge(halves), first.area.to(second.area))
            }
            R::StartHalves => {
                let half = self.half(from)?;
                self.parts.halves.push(half);
                Content::List(self.parts.halves.len() - 1)
            }
            R::AddHalf => {
                let half = self.half(from + 2)?;
                self.parts.halves.push(half);
                self.take(from)
            }
            R::Half | R::HalfField => Content::Half(Half {
                kind: self.lower(from)?,
                name: self.expr(from + 2)?,
                field: match reduction {
                    R::HalfField => Some(self.word(from + 5)?),
                    _ => None,
                },
                area: whole,
            }),

            R::Bool => {
                let flag = self.slice(from)? == "true";
                self.add_expr(ExprKind::Bool(flag), whole)
            }
            R::String => {
                let text = self.unquoted(from)?;
                let text = self.nodes.texts.add(text.into());
                self.add_expr(ExprKind::Str(text), whole)
            }
            R::Integer => {
                let number = self.slice(from)?.parse().ok()?;
                self.add_expr(ExprKind::Int(number), whole)
            }
            R::Float => {
                let number = self.slice(from)?.parse().ok()?;
                self.add_expr(ExprKind::Float(number), whole)
            }
            R::Var => {
                let name = self.name(from)?;
                self.add_expr(ExprKind::Var(name), whole)
            }
            R::If => {
                let parts = [
                    self.expr(from + 1)?,
                    self.expr(from + 2)?,
                    self.expr(from + 4)?,
                ];
                let [condition, then, otherwise] = parts;
                self.add_expr(ExprKind::If(condition, then, otherwise), whole)
            }
            R::Paren => {
                let inner = self.expr(from + 1)?;
                self.add_expr(ExprKind::Paren(inner), whole)
            }
            R::Except => {
                let (expr, except) = (self.expr(from)?, self.expr(from + 2)?);
                self.add_expr(ExprKind::Except(expr, except), whole)
            }
            R::ExprBlock => {
                let inner = self.expr(from + 2)?;
                let content = self.add_expr(ExprKind::Block(inner), whole);
                return Some((whole, content));
            }

            R::Exprs => Content::List(self.parts.exprs.len()),
            R::StartExprs => {
                let expr = self.expr(from)?;
                self.parts.exprs.push(expr);
                Content::List(self.parts.exprs.len() - 1)
            }
            R::AddExpr => {
                let expr = self.expr(from + 1).or_else(|| self.expr(from + 2))?;
                self.parts.exprs.push(expr);
                self.take(from)
            }
            R::List => {
                let exprs = self.exprs_between(from);
                self.add_expr(ExprKind::List(exprs), whole)
            }
            R::Map => {
                let start = self.list_between(from);
                let pairs = gather(&mut self.nodes.pairs, &mut self.parts.pairs, start);
                self.add_expr(ExprKind::Map(pairs), whole)
            }
            R::Pair => {
                let (key, value) = (self.expr(from)?, self.expr(from + 2)?);
                let area = whole;
                self.parts.pairs.push(Pair { key, value, area });
                Content::Nothing
            }
            R::Pairs => Content::List(self.parts.pairs.len()),
            R::StartPairs => Content::List(self.parts.pairs.len() - 1),
            R::Struct => {
                let start = self.list_between(from);
                let fields = gather(&mut self.nodes.fields, &mut self.parts.fields, start);
                self.add_expr(ExprKind::Struct(fields), whole)
            }
            R::StructField => {
                let (name, value) = (self.word(from)?, self.expr(from + 2)?);
                let area = whole;
                self.parts.fields.push(StructField { name, value, area });
                Content::Nothing
            }
            R::Fields => Content::List(self.parts.fields.len()),
            R::StartFields => Content::List(self.parts.fields.len() - 1),

            R::Call => {
                let callee = Callee::Named(self.word(from)?);
                let args = self.exprs_or_none(from + 2);
                self.add_expr(ExprKind::Call(callee, args), whole)
            }
            R::CallVar => {
                let callee = Callee::Var(self.name(from)?);
                let args = self.exprs_or_none(from + 2);
                self.add_expr(ExprKind::Call(callee, args), whole)
            }
            R::CallFunc => {
                let callee = Callee::Func(self.expr(from)?);
                let args = self.exprs_or_none(from + 2);
                self.add_expr(ExprKind::Call(callee, args), whole)
            }
            R::Operator => {
                let operator = self.operator(from + 1)?;
                let args = [operator, self.expr(from)?, self.expr(from + 2)?];
                self.call("_operator", &args, whole)
            }
            R::Not => {
                let operator = self.operator(from)?;
                let args = [operator, self.expr(from + 1)?];
                self.call("_operator", &args, whole)
            }
            R::Lookup => {
                let args = [self.expr(from)?, self.expr(from + 2)?];
                self.call("_lookup", &args, whole)
            }
            R::StructLookup => {
                let field = self.operator(from + 2)?;
                let args = [self.expr(from)?, field];
                self.call("_struct_lookup", &args, whole)
            }
            R::StructLookupOr => {
                let field = self.operator(from + 2)?;
                let args = [self.expr(from)?, field, self.expr(from + 4)?];
                self.call("_struct_lookup_optional", &args, whole)
            }
            R::Contains => {
                let args = [self.expr(from)?, self.expr(from + 2)?];
                self.call("contains", &args, whole)
            }
            R::Lambda | R::LambdaOf => Content::Expr(self.func(from + 2, None, whole)?),

            R::Params => Content::List(self.parts.params.len()),
            R::StartParams => Content::List(self.parts.params.len() - 1),
            R::Arg | R::ArgOf => {
                let (name, ty) = (self.name(from)?, self.ty(from + 1));
                let area = whole;
                self.parts.params.push(Param { name, ty, area });
                Content::Nothing
            }

            R::BasicType => Content::Type(match self.slice(from)? {
                "bool" => Type::bool().clone(),
                "str" => Type::string().clone(),
                "int" => int().clone(),
                "float" => Type::float().clone(),
                _ => Type::any().clone(),
            }),
            R::ListType => {
                let element = self.ty(from + 2)?;
                self.made(Type::list(element))
            }
            R::MapType => {
                let (key, element) = (self.ty(from + 2)?, self.ty(from + 4)?);
                self.made(Type::map_of(key, element, None))
            }
            R::StructType => {
                let start = self.list_between(from);
                let start = start.unwrap_or(self.parts.type_fields.len());
                let fields: Vec<Field> = self.parts.type_fields.drain(start..).collect();
                self.struct_type(fields)
            }
            R::TypeField => {
                let name = self.word(from)?;
                let (name, ty) = (self.nodes.names.text(name).clone(), self.ty(from + 1)?);
                self.parts.type_fields.push(Field::new(name, ty));
                Content::Nothing
            }
            R::StartTypeFields => Content::List(self.parts.type_fields.len() - 1),
            R::FuncType => {
                let start = self.list(from + 2)?;
                let params: Vec<FuncParam> = self.parts.type_params.drain(start..).collect();
                let result = self.ty(from + 4)?;
                self.func_type(params, result)
            }
            R::TypeArgs => Content::List(self.parts.type_params.len()),
            R::StartTypeArgs => Content::List(self.parts.type_params.len() - 1),
            R::TypeArg => {
                let ty = self.ty(from)?;
                self.parts.type_params.push(FuncParam { name: None, ty });
                Content::Nothing
            }
            R::TypeArgNamed => {
                let (name, ty) = (self.name(from)?, self.ty(from + 1)?);
                let name = Some(self.nodes.names.text(name).clone());
                self.parts.type_params.push(FuncParam { name, ty });
                Content::Nothing
            }

            R::VarName => return Some((whole, Content::Name(self.word(from + 1)?))),
            R::Joined => {
                let start = self.word(from)?;
                let mut name = self.nodes.names.text(start).to_string();
                name.push_str(self.slice(from + 1)?);
                name.push_str(self.slice(from + 2)?);
                Content::Name(self.nodes.names.intern(&name))
            }
        };
        Some((area, content))
    }

    fn area(&self, at: usize) -> Area {
        self.values[at].area
    }

    fn take(&mut self, at: usize) -> Content {
        std::mem::replace(&mut self.values[at].content, Content::Nothing)
    }

    /// Returns the text of a token.
    fn slice(&self, at: usize) -> Option<&str> {
        match self.values.get(at)?.content {
            Content::Token(start, end) => self.text.get(start as usize..end as usize),
            _ => None,
        }
    }

    /// Returns the text between the quotes of a token.
    fn unquoted(&self, at: usize) -> Option<&str> {
        let text = self.slice(at)?;
        text.get(1..text.len() - 1)
    }

    /// Returns the name of one or several tokens.
    fn word(&mut self, at: usize) -> Option<Name> {
        match self.values.get(at)?.content {
            Content::Name(name) => Some(name),
            Content::Token(start, end) => {
                let text = self.text.get(start as usize..end as usize)?;
                Some(self.nodes.names.intern(text))
            }
            _ => None,
        }
    }

    /// Returns a name in lower case.
    fn lower(&mut self, at: usize) -> Option<Name> {
        let name = self.word(at)?;
        let text = self.nodes.names.text(name).to_ascii_lowercase();
        Some(self.nodes.names.intern(&text))
    }

    fn name(&self, at: usize) -> Option<Name> {
        match self.values.get(at)?.content {
            Content::Name(name) => Some(name),
            _ => None,
        }
    }

    fn expr(&self, at: usize) -> Option<ExprId> {
        match self.values.get(at)?.content {
            Content::Expr(expr) => Some(expr),
            _ => None,
        }
    }

    fn stmt(&self, at: usize) -> Option<StmtId> {
        match self.values.get(at)?.content {
            Content::Stmt(stmt) => Some(stmt),
            _ => None,
        }
    }

    fn half(&self, at: usize) -> Option<Half> {
        match self.values.get(at)?.content {
            Content::Half(half) => Some(half),
            _ => None,
        }
    }

    fn block(&self, at: usize) -> Option<Block> {
        match self.values.get(at)?.content {
            Content::Block(block) => Some(block),
            _ => None,
        }
    }

    fn ty(&mut self, at: usize) -> Option<Type> {
        match self.values.get_mut(at).map(|value| &value.content) {
            Some(Content::Type(ty)) => Some(ty.clone()),
            _ => None,
        }
    }

    fn list(&self, at: usize) -> Option<usize> {
        match self.values.get(at)?.content {
            Content::List(start) => Some(start),
            _ => None,
        }
    }

    /// Returns the list among the values from an index on, if present.
    fn list_between(&self, from: usize) -> Option<usize> {
        (from..self.values.len()).find_map(|at| self.list(at))
    }

    fn stmts(&mut self, at: usize) -> Option<List<StmtId>> {
        let start = self.list(at)?;
        Some(self.nodes.stmt_lists.gather(&mut self.parts.stmts, start))
    }

    fn params(&mut self, at: usize) -> Option<List<Param>> {
        let start = self.list(at)?;
        Some(self.nodes.params.gather(&mut self.parts.params, start))
    }

    fn exprs_or_none(&mut self, at: usize) -> Exprs {
        let start = self.list(at);
        gather(&mut self.nodes.expr_lists, &mut self.parts.exprs, start)
    }

    fn exprs_between(&mut self, from: usize) -> Exprs {
        let start = self.list_between(from);
        gather(&mut self.nodes.expr_lists, &mut self.parts.exprs, start)
    }

    fn add_expr(&mut self, kind: ExprKind, area: Area) -> Content {
        Content::Expr(self.nodes.exprs.add(Expr { kind, area }))
    }

    fn add_stmt(&mut self, kind: StmtKind, area: Area) -> Content {
        Content::Stmt(self.nodes.stmts.add(Stmt { kind, area }))
    }

    fn line(&mut self, kind: LineKind, condition: Option<ExprId>, area: Area) -> Content {
        self.parts.lines.push(Line {
            kind,
            condition,
            area,
        });
        Content::Nothing
    }

    /// Adds a string without an area for the text of an operator or field token.
    fn operator(&mut self, at: usize) -> Option<ExprId> {
        let text = self.slice(at)?.into();
        let text = self.nodes.texts.add(text);
        Some(self.nodes.exprs.add(Expr {
            kind: ExprKind::Str(text),
            area: Area::NONE,
        }))
    }

    /// Adds the call that an operator or a statement is converted to.
    fn call(&mut self, name: &str, args: &[ExprId], area: Area) -> Content {
        Content::Expr(self.call_expr(name, args, area))
    }

    fn call_expr(&mut self, name: &str, args: &[ExprId], area: Area) -> ExprId {
        let callee = Callee::Named(self.nodes.names.intern(name));
        let start = self.parts.exprs.len();
        self.parts.exprs.extend_from_slice(args);
        let args = self.nodes.expr_lists.gather(&mut self.parts.exprs, start);
        let kind = ExprKind::Call(callee, args);
        self.nodes.exprs.add(Expr { kind, area })
    }

    /// Adds a function. Its parameters are at an index, and its body is the last value.
    fn func(&mut self, params: usize, title: Option<Name>, area: Area) -> Option<ExprId> {
        let result = self.ty(params + 2);
        let body = self.expr(self.values.len() - 1)?;
        let params = self.params(params)?;
        let typed = self.nodes.params[params].iter().map(|param| {
            Some(FuncParam {
                name: Some(self.nodes.names.text(param.name).clone()),
                ty: param.ty.clone()?,
            })
        });
        let typed: Option<Vec<FuncParam>> = typed.collect();
        let ty = match (typed, &result) {
            (Some(typed), Some(result)) => match self.func_type(typed, result.clone()) {
                Content::Type(ty) => Some(ty),
                _ => None,
            },
            _ => None,
        };
        let func = self.nodes.funcs.add(Func {
            title,
            params,
            result,
            ty,
            body,
        });
        let kind = ExprKind::Func(func);
        Some(self.nodes.exprs.add(Expr { kind, area }))
    }

    /// Marks the resource of a `collect` statement and adds the call that returns the collected
    /// resources.
    fn collect(&mut self, from: usize, whole: Area) -> Option<Content> {
        let Content::Resource(mut resource) = self.take(from + 1) else {
            return None;
        };
        let kind = self.nodes.names.text(resource.kind).clone();
        let kind = ExprKind::Str(self.nodes.texts.add(kind));
        let kind = self.nodes.exprs.add(Expr {
            kind,
            area: Area::NONE,
        });
        resource.collect = Some(self.call_expr("_collect", &[kind, resource.name], whole));
        let id = self.nodes.resources.add(resource);
        Some(self.add_stmt(StmtKind::Resource(id), resource.area))
    }

    /// Converts `panic(a)` to a condition and a resource that reports it.
    fn panic(&mut self, from: usize, whole: Area) -> Option<Content> {
        let args = self.exprs_or_none(from + 2);
        let name = match args.len() {
            2 => "panic_debug",
            _ => "panic",
        };
        let callee = Callee::Named(self.nodes.names.intern(name));
        let condition = self.nodes.exprs.add(Expr {
            kind: ExprKind::Call(callee, args),
            area: whole,
        });
        let text = self.nodes.texts.add("panic".into());
        let name = self.nodes.exprs.add(Expr {
            kind: ExprKind::Str(text),
            area: Area::NONE,
        });
        let start = self.parts.lines.len();
        let resource = Resource {
            kind: self.nodes.names.intern("_panic"),
            name,
            lines: self.nodes.lines.gather(&mut self.parts.lines, start),
            collect: None,
            area: Area::NONE,
        };
        let resource = self.nodes.resources.add(resource);
        Some(self.add_stmt(StmtKind::Panic(condition, resource), whole))
    }

    /// Checks the name of a capitalized line of a resource that is not an edge: it must be `Meta`.
    fn check_meta(&mut self, from: usize) {
        let name = self.slice(from).unwrap_or_default().to_ascii_lowercase();
        if name != "meta" {
            self.wrong(
                "parser",
                &format!("can't use unknown resource field: {name}"),
            );
        }
    }

    /// Checks that a literal can have the declared type of its bind. The type of a function is
    /// checked if it declares all of its types.
    fn check_bind(&mut self, ty: &Type, value: ExprId) {
        let literal = match self.nodes.exprs[value].kind {
            ExprKind::Func(func) => match &self.nodes.funcs[func].ty {
                Some(declared) => declared,
                None => return,
            },
            ExprKind::Bool(_) => Type::bool(),
            ExprKind::Str(_) => Type::string(),
            ExprKind::Int(_) => int(),
            ExprKind::Float(_) => Type::float(),
            ExprKind::Map(_) => {
                if let Some(key) = ty.key().filter(|key| !is_hashable(key)) {
                    let key = format_type(key).unwrap_or_default();
                    self.wrong_type(&format!("map key type {key} is not hashable"));
                }
                return;
            }
            _ => return,
        };
        if let Err(error) = compare(literal, ty) {
            self.wrong_type(error.message());
        }
    }

    #[cold]
    fn wrong_type(&mut self, message: &str) {
        let kind = "can't set return type in parser";
        self.wrong(kind, &format!("{kind}: {message}"));
    }

    fn made(&mut self, ty: Result<Type, TypeError>) -> Content {
        Content::Type(ty.unwrap_or_else(|error| {
            let error = Error::from(error);
            self.error = Some(ParseError {
                code: error.code(),
                message: format!("parser: `{}`", error.message()),
                area: self.last.start(),
            });
            Type::any().clone()
        }))
    }

    fn struct_type(&mut self, fields: Vec<Field>) -> Content {
        let repeated = repeated(fields.iter().map(Field::name));
        if let Some(field) = repeated.and_then(|at| fields.get(at)) {
            let ty = format_type(field.ty()).unwrap_or_default();
            self.wrong_type(&format!(
                "duplicate struct field of `{} {ty}`",
                field.name()
            ));
            return Content::Type(Type::any().clone());
        }
        self.made(Type::object(fields))
    }

    fn func_type(&mut self, params: Vec<FuncParam>, result: Type) -> Content {
        let names = params.iter().filter_map(|param| param.name.as_deref());
        if let Some(at) = repeated(names) {
            let name = params
                .iter()
                .filter_map(|param| param.name.as_deref())
                .nth(at);
            let name = name.unwrap_or_default().to_owned();
            self.wrong_type(&format!("duplicate func arg of `{name}`"));
            return Content::Type(Type::any().clone());
        }
        self.made(Type::func(FuncType {
            params: Some(FuncParams {
                positional: params.into(),
                ..FuncParams::default()
            }),
            result: Some(result),
            ..FuncType::default()
        }))
    }
}

/// The first character of a text.
const ORIGIN: Area = Area {
    row: 1,
    col: 1,
    end_row: 1,
    end_col: 1,
};

/// Moves the elements of a list, if present, to an arena.
fn gather<T>(arena: &mut Arena<T>, parts: &mut Vec<T>, start: Option<usize>) -> List<T> {
    let start = start.unwrap_or(parts.len());
    arena.gather(parts, start)
}

/// Returns the position of the first name that occurred before.
fn repeated<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<usize> {
    let mut seen = HashSet::new();
    names.position(|name| !seen.insert(name))
}
