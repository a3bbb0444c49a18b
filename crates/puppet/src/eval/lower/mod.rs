//! Lowering: from a tree to code.
//!
//! A variable is a slot in a frame. Its possible frames are known when the frames end: each frame
//! that sets a variable with the name, from the frame of the read outward to the end of the
//! function or the program. Variables of the program or the host with that name are last. A frame
//! that sets the variable after the read has no value at that time and is skipped.
//!
//! The recursion follows the tree, whose depth is bounded.

mod call;
mod definition;

use crate::eval::code::{
    AliasText, Attribute, Case, CaseOption, CaseValue, Class, Collector, Compares, Conditional,
    Defined, Early, Expr, ExprId, Link, Node, Pair, Query, Resource, ResourceBody,
    ResourceSettings, Slot, Target, Targets, Test, Unit, Variable,
};
use crate::eval::function::Find;
use crate::mode::Mode;
use crate::scalars::early_regexp;
use crate::syntax::tree::{
    self, AssignOp, BinaryOp, DefinitionKind, ExprKind, Exprs, NameId, Program,
};
use crate::types::alias::{Aliases, Folded, cmp_names};
use crate::types::nominal::{self, Name};
use crate::types::parse::parse_type;
use crate::values::special::{Special, undef};
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Result};
use polycty_core::syntax::{Arena, Id, List};
use polycty_core::types::{IdMap, KeyedMap, Str};
use polycty_core::values::Value;
use std::ops::Range;

/// The number of parts between two checks of the clock and the flag.
const PARTS_A_CHECK: usize = 4096;

/// Lowers a tree to code.
///
/// # Errors
/// If an expression or a value exceeds the limits of types, or the clock or the flag of the budget
/// ends the operation.
pub(crate) fn lower(
    tree: Program,
    mode: Mode,
    find: Find,
    warnings: Vec<Diagnostic>,
    budget: &Budget,
) -> Result<Unit> {
    let mut lowering = Lowering {
        tree: &tree,
        budget,
        mode,
        find,
        code: Arena::with_capacity(tree.expression_count()),
        positions: Vec::with_capacity(tree.expression_count()),
        outsides: Vec::with_capacity(tree.expression_count()),
        variables: Vec::new(),
        named: Vec::new(),
        frames: Vec::new(),
        names: IdMap::default(),
        types: IdMap::default(),
        kept: 0,
        functions: Vec::new(),
        redefinition: None,
        aliases: Vec::new(),
        alias_places: KeyedMap::default(),
        classes: Vec::new(),
        nodes: Vec::new(),
        namespace: Str::default(),
        here: KeyedMap::default(),
        defaults: 0,
        checked_at: PARTS_A_CHECK,
    };
    lowering.find_functions();
    let template = match tree.template_parameters() {
        Some(parameters) => Some(lowering.function(parameters, None, tree.body())?),
        None => None,
    };
    lowering.frames.push(Frame::new(Enclosing::Nothing));
    let body = match template {
        Some(_) => lowering.constant(undef(), 0),
        None => lowering.body(tree.body(), 0)?,
    };
    let top = lowering.end_frame();
    lowering.keep_names(&top);
    let Lowering {
        code,
        positions,
        outsides,
        variables,
        named,
        kept,
        functions,
        redefinition,
        mut aliases,
        mut classes,
        nodes,
        ..
    } = lowering;
    // The first definition of a duplicate name counts.
    budget.sort_by(&mut aliases, |a: &AliasText, b| cmp_names(&a.name, &b.name))?;
    budget.sort_by(&mut classes, |a: &Class, b| a.name.cmp(&b.name))?;
    let functions: Vec<Defined> = functions.into_iter().flatten().collect();
    let mut function_numbers: Vec<u32> = (0..functions.len() as u32).collect();
    let name = |number: &u32| &functions[*number as usize].name;
    budget.sort_by(&mut function_numbers, |a, b| name(a).cmp(name(b)))?;
    Ok(Unit {
        mode,
        find,
        code,
        positions,
        outsides,
        variables,
        frames: named,
        body,
        top: top
            .iter()
            .map(|(name, slot)| (tree.name(*name).into(), *slot))
            .collect(),
        kept,
        functions,
        function_numbers,
        redefinition,
        aliases,
        classes,
        nodes,
        template,
        warnings,
        tree,
    })
}

/// The context of a frame.
#[derive(Clone, Copy, PartialEq)]
enum Enclosing {
    /// A text whose frame can be read.
    Text,
    Nothing,
}

/// A frame whose text is being lowered.
struct Frame {
    enclosing: Enclosing,
    slots: IdMap<NameId, u32>,
    /// The variables that are read in it, and the number of lambdas inward.
    read: Vec<(u32, NameId, u32)>,
    reads: Visibility,
    /// The default that is being lowered, if any.
    default: Option<Default>,
}

/// The variables that can be read at the current point of a frame.
#[derive(Clone, Copy, PartialEq)]
enum Visibility {
    /// Also its own variables.
    Own,
    /// Only those of the program and the host, as in the types of a function's parameters.
    Globals,
}

impl Frame {
    fn new(enclosing: Enclosing) -> Frame {
        Frame {
            enclosing,
            slots: IdMap::default(),
            read: Vec::new(),
            reads: Visibility::Own,
            default: None,
        }
    }
}

/// The default of a parameter: its parameter, and the slots of the parameters that may have no
/// value yet.
struct Default {
    of: NameId,
    slots: Range<u32>,
}

struct Lowering<'t> {
    tree: &'t Program,
    budget: &'t Budget,
    mode: Mode,
    find: Find,
    code: Arena<Expr>,
    positions: Vec<u32>,
    outsides: Vec<u32>,
    variables: Vec<Variable>,
    /// The names of the variables of completed frames.
    named: Vec<Box<[Str]>>,
    frames: Vec<Frame>,
    names: IdMap<NameId, Str>,
    /// The built-in types by name.
    types: IdMap<NameId, Option<Value>>,
    kept: u32,
    functions: Vec<Option<Defined>>,
    redefinition: Option<String>,
    aliases: Vec<AliasText>,
    /// The position of the first alias with each name.
    alias_places: KeyedMap<Folded, u32>,
    classes: Vec<Class>,
    nodes: Vec<Node>,
    /// The name of the enclosing class, which is the prefix of the classes in it.
    namespace: Str,
    /// The functions of the text, by name.
    here: KeyedMap<&'t str, u32>,
    /// The number of defaults that are being lowered.
    defaults: u32,
    /// The number of parts at which the clock and the flag are checked next.
    checked_at: usize,
}

impl<'t> Lowering<'t> {
    fn add_alias(&mut self, alias: AliasText) {
        let at = alias.at;
        self.alias_places
            .entry(Folded(alias.name.clone()))
            .or_insert(at);
        self.aliases.push(alias);
    }

    fn add(&mut self, expr: Expr, at: u32) -> ExprId {
        self.positions.push(at);
        self.outsides.push(at);
        self.code.add(expr)
    }

    fn constant(&mut self, value: Value, at: u32) -> ExprId {
        self.add(Expr::Constant(value), at)
    }

    fn text_of(&mut self, name: NameId) -> Str {
        let tree = self.tree;
        self.names
            .entry(name)
            .or_insert_with(|| tree.name(name).into())
            .clone()
    }

    fn keep(&mut self) -> u32 {
        self.kept += 1;
        self.kept - 1
    }

    /// Collects the functions of the text, which may be called before their definition.
    fn find_functions(&mut self) {
        for definition in self.tree.definitions() {
            if matches!(definition.kind, DefinitionKind::Function { .. }) {
                let name = self.tree.name(definition.name);
                let number = self.here.len() as u32;
                self.here.entry(name).or_insert(number);
            }
        }
        self.functions.resize_with(self.here.len(), || None);
    }

    /// Completes the innermost frame: its variables are known.
    fn end_frame(&mut self) -> IdMap<NameId, u32> {
        let Some(frame) = self.frames.pop() else {
            return IdMap::default();
        };
        for (number, name, hops) in frame.read {
            if let Some(slot) = frame.slots.get(&name) {
                let slots = &mut self.variables[number as usize].slots;
                slots.push(Slot::Outward(hops, *slot));
            }
            match self.frames.last_mut() {
                Some(outer) if frame.enclosing == Enclosing::Text => {
                    outer.read.push((number, name, hops + 1));
                }
                _ => self.variables[number as usize].slots.push(Slot::Global),
            }
        }
        frame.slots
    }

    /// Stores the names of a frame's variables, by slot.
    fn keep_names(&mut self, slots: &IdMap<NameId, u32>) -> u32 {
        let mut names = vec![Str::default(); slots.len()];
        for (name, slot) in slots {
            names[*slot as usize] = self.text_of(*name);
        }
        self.named.push(names.into());
        self.named.len() as u32 - 1
    }

    /// Returns the slot of a variable of the innermost frame.
    fn slot(&mut self, name: NameId) -> u32 {
        let Some(frame) = self.frames.last_mut() else {
            return 0;
        };
        let next = frame.slots.len() as u32;
        *frame.slots.entry(name).or_insert(next)
    }

    fn variable(&mut self, name: NameId, at: u32) -> ExprId {
        let text = self.text_of(name);
        if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
            // No expression has that many groups.
            let number = text.parse().unwrap_or(u32::MAX);
            return self.add(Expr::Matched(number), at);
        }
        if self.defaults > 0
            && let Some(early) = self.early(name)
        {
            return self.add(Expr::Early(Box::new(early)), at);
        }
        let number = self.variables.len() as u32;
        self.variables.push(Variable {
            name: text,
            slots: Vec::new(),
        });
        match self.frames.last_mut() {
            Some(frame) if frame.reads == Visibility::Own => frame.read.push((number, name, 0)),
            _ => self.variables[number as usize].slots.push(Slot::Global),
        }
        self.add(Expr::Variable(number), at)
    }

    /// Returns the parameter with a name, if the current default may be evaluated before it.
    fn early(&self, name: NameId) -> Option<Early> {
        for (hops, frame) in self.frames.iter().rev().enumerate() {
            if let Some(slot) = frame.slots.get(&name) {
                let default = frame.default.as_ref()?;
                return default.slots.contains(slot).then_some(Early {
                    name,
                    of: default.of,
                    hops: hops as u32,
                    slot: *slot,
                });
            }
            if frame.enclosing == Enclosing::Nothing {
                break;
            }
        }
        None
    }

    /// Lowers statements.
    fn body(&mut self, statements: Exprs, at: u32) -> Result<ExprId> {
        let tree = self.tree;
        let statements = &tree[statements];
        match statements {
            [] => Ok(self.constant(undef(), at)),
            [only] => self.expr(*only),
            [first, ..] => {
                let at = tree[*first].span.start;
                let all = self.exprs(statements)?;
                Ok(self.add(Expr::Block(all), at))
            }
        }
    }

    fn exprs(&mut self, exprs: &[tree::ExprId]) -> Result<Box<[ExprId]>> {
        exprs.iter().map(|expr| self.expr(*expr)).collect()
    }

    fn expr(&mut self, id: tree::ExprId) -> Result<ExprId> {
        let tree = self.tree;
        let tree::Expr { span, kind } = tree[id];
        let at = span.start;
        if self.positions.len() >= self.checked_at {
            self.checked_at = self.positions.len() + PARTS_A_CHECK;
            self.budget.check()?;
        }
        Ok(match kind {
            ExprKind::Undef => self.constant(undef(), at),
            ExprKind::Default => self.constant(Special::Default.into_value()?, at),
            ExprKind::Bool(flag) => self.constant(Value::bool(flag), at),
            ExprKind::Integer(number) => self.constant(Value::from_integer(number.into()), at),
            ExprKind::Float(number) => self.constant(Value::from_double(number), at),
            ExprKind::BigInteger(value) | ExprKind::String(value) => {
                self.constant(tree[value].clone(), at)
            }
            ExprKind::Name(name) | ExprKind::Reserved(name) => {
                self.constant(Value::string(tree.name(name)), at)
            }
            ExprKind::Regexp(source) => {
                let source = tree[source].as_str().unwrap_or_default();
                let source = match self.mode {
                    Mode::Current => source.into(),
                    Mode::Early => early_regexp::unanchored(source).as_ref().into(),
                };
                self.constant(Special::Regexp(source).into_value()?, at)
            }
            ExprKind::TypeName(name) => self.type_name(name, at),
            ExprKind::Variable(name) => self.variable(name, at),
            ExprKind::Interpolation(parts) => {
                let parts = self.exprs(&tree[parts])?;
                self.add(Expr::Text(parts), at)
            }
            ExprKind::Heredoc { syntax, text } => {
                let text = self.expr(text)?;
                match tree.name(syntax) {
                    "" => {
                        // Errors about the text have the position of the heredoc.
                        self.positions[text.number()] = at;
                        self.outsides[text.number()] = at;
                        text
                    }
                    _ => {
                        let syntax = self.text_of(syntax);
                        self.add(Expr::Checked(text, syntax), at)
                    }
                }
            }
            ExprKind::Array(items) => {
                let items = self.exprs(&tree[items])?;
                self.add(Expr::Array(items), at)
            }
            ExprKind::Hash(entries) => {
                let mut pairs = Vec::with_capacity(tree[entries].len());
                for entry in &tree[entries] {
                    pairs.push(Pair {
                        key: self.expr(entry.key)?,
                        value: self.expr(entry.value)?,
                    });
                }
                self.add(Expr::Hash(pairs.into()), at)
            }
            ExprKind::Access { of, keys } => self.access(id, of, keys, at)?,
            ExprKind::Not(inner) => {
                let inner = self.expr(inner)?;
                self.add(Expr::Not(inner), at)
            }
            ExprKind::Minus(inner) => {
                let inner = self.expr(inner)?;
                self.add(Expr::Negate(inner), at)
            }
            ExprKind::Splat(inner) => {
                let inner = self.expr(inner)?;
                self.add(Expr::Splat(inner), at)
            }
            ExprKind::Parentheses(inner) => {
                let inner = self.expr(inner)?;
                self.outsides[inner.number()] = at;
                inner
            }
            ExprKind::Operations { first, rest } => self.operations(first, rest)?,
            ExprKind::Assignment {
                operator,
                at,
                target,
                value,
            } => {
                let value = self.expr(value)?;
                let target = match operator {
                    AssignOp::Set => self.targets(target),
                    // The validator rejects the others.
                    AssignOp::Append | AssignOp::Delete => return Ok(value),
                };
                match target {
                    Targets::One(target) => self.add(Expr::Assign(target, value), at),
                    targets => self.add(Expr::Destructure(Box::new(targets), value), at),
                }
            }
            ExprKind::Selector { of, options } => self.selector(of, options, at)?,
            ExprKind::If(branches) => self.conditional(branches, Test::If, at)?,
            ExprKind::Unless(branches) => self.conditional(branches, Test::Unless, at)?,
            ExprKind::Case { of, options } => self.case(of, options, at)?,
            ExprKind::Call(call) => self.call(call, at)?,
            ExprKind::MethodCall(call) => self.method_call(call)?,
            ExprKind::Resource(resource) => self.resource(resource, at)?,
            // The validator rejects it.
            ExprKind::Untitled { .. } => self.add(Expr::Catalog("Resource Statement"), at),
            ExprKind::Block(statements) => self.body(statements, at)?,
            ExprKind::ResourceSettings(settings) => {
                let settings = tree[settings];
                let target = self.expr(settings.target)?;
                let attributes = self.attributes(settings.attributes)?;
                let set = ResourceSettings {
                    of: settings.of,
                    target,
                    attributes,
                };
                self.add(Expr::Settings(Box::new(set)), at)
            }
            ExprKind::Collector(collector) => self.collector(collector, at)?,
            ExprKind::Definition(definition) => {
                self.definition(definition, span)?;
                self.constant(undef(), at)
            }
            ExprKind::RenderText(text) => {
                let text = self.constant(tree[text].clone(), at);
                self.add(Expr::Render(text), at)
            }
            ExprKind::RenderExpression(inner) => {
                let inner = self.expr(inner)?;
                self.add(Expr::Render(inner), at)
            }
        })
    }

    /// Lowers the name of a type; built-in types are constants.
    fn type_name(&mut self, name: NameId, at: u32) -> ExprId {
        let (tree, mode) = (self.tree, self.mode);
        let known = self.types.entry(name).or_insert_with(|| {
            let ty = parse_type(tree.name(name), &Aliases::default(), mode).ok()?;
            let built_in = !matches!(
                nominal::view(&ty),
                Some((Name::TypeReference, [_]) | (Name::Resource, _))
            );
            // A resource type is looked up at evaluation, since the host may define it.
            let itself = tree.name(name).trim_start_matches("::") == "Resource";
            (built_in || itself)
                .then(|| Value::from_type(ty).ok())
                .flatten()
        });
        match known.clone() {
            Some(value) => self.constant(value, at),
            None => {
                let name = self.text_of(name);
                self.add(Expr::TypeName(name), at)
            }
        }
    }

    fn access(
        &mut self,
        id: tree::ExprId,
        of: tree::ExprId,
        keys: Exprs,
        at: u32,
    ) -> Result<ExprId> {
        let tree = self.tree;
        let of_expr = match (self.mode, tree[of].kind) {
            // In early Puppet this name means nothing without its parameter.
            (Mode::Early, ExprKind::TypeName(name)) if tree.name(name) == "Ruby" => {
                let platform = nominal::bare(Name::Runtime).clone();
                self.constant(Value::from_type(platform)?, tree[of].span.start)
            }
            _ => self.expr(of)?,
        };
        let key_exprs = self.exprs(&tree[keys])?;
        let access = self.add(Expr::Access(of_expr, key_exprs), at);
        let is_type = matches!(tree[of].kind, ExprKind::TypeName(_));
        if is_type && self.says_itself(id) {
            let number = self.keep();
            return Ok(self.add(Expr::Kept(number, access), at));
        }
        Ok(access)
    }

    /// Whether an expression is constant: types and literals.
    fn says_itself(&self, id: tree::ExprId) -> bool {
        let tree = self.tree;
        let all = |exprs: Exprs| tree[exprs].iter().all(|expr| self.says_itself(*expr));
        match tree[id].kind {
            ExprKind::Undef
            | ExprKind::Default
            | ExprKind::Bool(_)
            | ExprKind::Integer(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Name(_)
            | ExprKind::Regexp(_)
            | ExprKind::TypeName(_) => true,
            ExprKind::Minus(inner) => {
                matches!(tree[inner].kind, ExprKind::Integer(_) | ExprKind::Float(_))
            }
            ExprKind::Array(items) => all(items),
            ExprKind::Hash(entries) => tree[entries]
                .iter()
                .all(|entry| self.says_itself(entry.key) && self.says_itself(entry.value)),
            ExprKind::Access { of, keys } => {
                matches!(tree[of].kind, ExprKind::TypeName(_)) && all(keys)
            }
            _ => false,
        }
    }

    fn operations(&mut self, first: tree::ExprId, rest: List<tree::Operation>) -> Result<ExprId> {
        let tree = self.tree;
        let first = self.expr(first)?;
        let mut links = Vec::with_capacity(rest.len());
        for operation in &tree[rest] {
            links.push(Link {
                operator: operation.operator,
                at: operation.at,
                right: self.expr(operation.operand)?,
            });
        }
        let at = links.last().map_or(0, |link| link.at);
        Ok(match &*links {
            [only] => self.add(Expr::Binary(only.operator, first, only.right), at),
            _ => self.add(Expr::Chain(first, links.into()), at),
        })
    }

    fn attributes(&mut self, attributes: List<tree::Attribute>) -> Result<Box<[Attribute]>> {
        let tree = self.tree;
        let each = tree[attributes].iter().map(|attribute| {
            Ok(Attribute {
                operator: attribute.operator,
                name: self.text_of(attribute.name),
                value: self.expr(attribute.value)?,
                at: attribute.name_span.start,
            })
        });
        each.collect()
    }

    fn collector(&mut self, collector: Id<tree::Collector>, at: u32) -> Result<ExprId> {
        let tree = self.tree;
        let collector = tree[collector];
        let ExprKind::TypeName(ty) = tree[collector.ty].kind else {
            // The validator rejects it.
            return Ok(self.add(Expr::Catalog(collector.collects.label()), at));
        };
        let attributes = self.attributes(collector.attributes)?;
        let query = match collector.query {
            Some(query) => self.query(query)?,
            None => None,
        };
        let collector = Collector {
            collects: collector.collects,
            ty: self.text_of(ty),
            attributes,
            query,
        };
        Ok(self.add(Expr::Collector(Box::new(collector)), at))
    }

    /// Lowers the condition of a collector; the left sides are names of attributes.
    fn query(&mut self, query: tree::ExprId) -> Result<Option<Query>> {
        let tree = self.tree;
        let (first, rest) = match tree[query].kind {
            ExprKind::Parentheses(inner) => return self.query(inner),
            ExprKind::Operations { first, rest } => (first, &tree[rest]),
            // The validator rejects anything else.
            _ => return Ok(None),
        };
        let compares = match rest.last().map(|last| last.operator) {
            Some(BinaryOp::Equal) => Compares::Equal,
            Some(BinaryOp::NotEqual) => Compares::NotEqual,
            operator => {
                let mut parts = Vec::with_capacity(rest.len() + 1);
                parts.extend(self.query(first)?);
                for operation in rest {
                    parts.extend(self.query(operation.operand)?);
                }
                return Ok(Some(match operator {
                    Some(BinaryOp::Or) => Query::Any(parts.into()),
                    _ => Query::All(parts.into()),
                }));
            }
        };
        let attribute = match tree[first].kind {
            ExprKind::Name(name) | ExprKind::Variable(name) => self.text_of(name),
            _ => Str::default(),
        };
        let Some(last) = rest.last() else {
            return Ok(None);
        };
        let value = self.expr(last.operand)?;
        Ok(Some(Query::Compare(attribute, compares, value)))
    }

    fn resource(&mut self, resource: Id<tree::Resource>, at: u32) -> Result<ExprId> {
        let tree = self.tree;
        let resource = tree[resource];
        let ty = self.expr(resource.ty)?;
        let mut bodies = Vec::with_capacity(resource.bodies.len());
        for body in &tree[resource.bodies] {
            bodies.push(ResourceBody {
                title: self.case_value(body.title)?,
                attributes: self.attributes(body.attributes)?,
            });
        }
        let bodies = bodies.into();
        let resource = Resource {
            form: resource.form,
            ty,
            bodies,
        };
        Ok(self.add(Expr::Resource(Box::new(resource)), at))
    }

    fn targets(&mut self, target: tree::ExprId) -> Targets {
        let tree = self.tree;
        match tree[target].kind {
            ExprKind::Variable(name) => Targets::One(Target {
                slot: self.slot(name),
                name,
            }),
            ExprKind::Array(items) => {
                Targets::Several(tree[items].iter().map(|item| self.targets(*item)).collect())
            }
            // The validator rejects anything else.
            _ => Targets::Several(Box::default()),
        }
    }

    fn conditional(
        &mut self,
        branches: List<tree::Branch>,
        first: fn(ExprId) -> Test,
        at: u32,
    ) -> Result<ExprId> {
        let tree = self.tree;
        let mut made = Vec::with_capacity(branches.len());
        for branch in &tree[branches] {
            let test = match branch.condition {
                Some(condition) => first(self.expr(condition)?),
                None => Test::Else,
            };
            made.push((test, self.body(branch.body, branch.at)?));
        }
        let conditional = Conditional {
            branches: made.into(),
        };
        Ok(self.add(Expr::If(Box::new(conditional)), at))
    }

    fn case_value(&mut self, id: tree::ExprId) -> Result<CaseValue> {
        let mut inner = id;
        while let ExprKind::Parentheses(within) = self.tree[inner].kind {
            inner = within;
        }
        Ok(match self.tree[inner].kind {
            ExprKind::Default => CaseValue::Default,
            _ => CaseValue::Value(self.expr(id)?),
        })
    }

    fn case(
        &mut self,
        of: tree::ExprId,
        options: List<tree::CaseOption>,
        at: u32,
    ) -> Result<ExprId> {
        let tree = self.tree;
        let value = self.expr(of)?;
        let mut made = Vec::with_capacity(options.len());
        for option in &tree[options] {
            let values = tree[option.values]
                .iter()
                .map(|value| self.case_value(*value));
            made.push(CaseOption {
                values: values.collect::<Result<_>>()?,
                then: self.body(option.body, option.span.start)?,
            });
        }
        let case = Case {
            value,
            options: made.into(),
        };
        Ok(self.add(Expr::Case(Box::new(case)), at))
    }

    fn selector(
        &mut self,
        of: tree::ExprId,
        options: List<tree::Entry>,
        at: u32,
    ) -> Result<ExprId> {
        let tree = self.tree;
        let value = self.expr(of)?;
        let mut made = Vec::with_capacity(options.len());
        for option in &tree[options] {
            made.push(CaseOption {
                values: Box::new([self.case_value(option.key)?]),
                then: self.expr(option.value)?,
            });
        }
        let case = Case {
            value,
            options: made.into(),
        };
        Ok(self.add(Expr::Selector(Box::new(case)), at))
    }
}
