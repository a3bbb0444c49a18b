//! A manifest or template with its definitions, scopes and uses of names.
//!
//! A file is read once for each text. [`File::uses`] lists each name that refers to something, in
//! the order of the text; [`super::resolve`] finds the declarations. Damaged statements have no
//! uses.

use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Result, Source, Span};
use polycty_core::syntax::List;
use polycty_puppet::syntax::tree::{
    Attribute, Definition, DefinitionKind, ExprId, ExprKind, Exprs, LambdaId, Parameter, Program,
    Settings, Takes,
};
use polycty_puppet::syntax::{Lexeme, Notation, lexemes, parse_recovering};
use std::collections::HashMap;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// The functions whose arguments are classes.
pub(super) const CLASS_FUNCTIONS: [&str; 3] = ["include", "contain", "require"];

/// The functions whose first argument is a file of a module.
const FILE_FUNCTIONS: [&str; 3] = ["template", "epp", "file"];

/// A manifest or template.
#[derive(Debug)]
pub(super) struct File {
    pub(super) path: String,
    pub(super) text: Arc<str>,
    pub(super) program: Program,
    /// The errors of syntax.
    pub(super) errors: Vec<Diagnostic>,
    /// The scopes; the first is that of the text.
    pub(super) scopes: Vec<Scope>,
    pub(super) definitions: Vec<Defined>,
    /// The uses in the order of their spans.
    pub(super) uses: Vec<Use>,
    /// The statements about resources.
    pub(super) resources: Vec<ResourceUse>,
    /// The calls with parentheses or as statements.
    pub(super) calls: Vec<CallUse>,
    lexemes: OnceLock<Vec<Lexeme>>,
}

/// The kind of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DefinedKind {
    Class,
    Define,
    Function,
    Node,
    Type,
}

/// A definition.
#[derive(Debug)]
pub(super) struct Defined {
    pub(super) kind: DefinedKind,
    /// The lowercase name with those of the enclosing classes, without a leading `::`.
    pub(super) name: String,
    /// The name as written.
    pub(super) shown: String,
    pub(super) span: Span,
    pub(super) name_span: Span,
    pub(super) parameters: Variables,
    /// The lowercase name of the parent class.
    pub(super) inherits: Option<String>,
    /// The result type of a function, or the aliased type.
    pub(super) ty: Option<Span>,
    /// The comment above it, without its signs.
    pub(super) documentation: String,
    /// The index of its scope.
    pub(super) scope: usize,
}

impl Defined {
    pub(super) fn parameter(&self, name: &str) -> Option<&Declared> {
        self.parameters.named(name)
    }
}

/// Parameters or variables in the order of the text, and the first one of each name.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    all: Vec<Declared>,
    first: HashMap<String, usize>,
}

impl Variables {
    fn push(&mut self, declared: Declared) {
        let at = self.all.len();
        self.first.entry(declared.name.clone()).or_insert(at);
        self.all.push(declared);
    }

    /// The first variable with a name.
    pub(super) fn named(&self, name: &str) -> Option<&Declared> {
        self.all.get(*self.first.get(name)?)
    }
}

impl Deref for Variables {
    type Target = [Declared];

    fn deref(&self) -> &[Declared] {
        &self.all
    }
}

impl<'v> IntoIterator for &'v Variables {
    type Item = &'v Declared;
    type IntoIter = std::slice::Iter<'v, Declared>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

/// A parameter or variable.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    /// The name without `$`.
    pub(super) name: String,
    /// The name in the text, without `$`.
    pub(super) span: Span,
    pub(super) ty: Option<Span>,
    /// The default of a parameter, or the assigned value.
    pub(super) value: Option<ExprId>,
    pub(super) is_parameter: bool,
    /// Whether a parameter takes all further arguments.
    pub(super) takes_rest: bool,
}

/// A scope of variables.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) span: Span,
    pub(super) parent: Option<usize>,
    /// The definition, for scopes that are not the text or a lambda.
    pub(super) definition: Option<usize>,
    pub(super) variables: Variables,
}

/// A name that refers to something.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// The name, without `$` and quotes.
    pub(super) span: Span,
    pub(super) scope: usize,
    pub(super) kind: UseKind,
}

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UseKind {
    /// A variable.
    Variable,
    /// The declaration of a variable.
    Declaration,
    /// The declaration of a parameter.
    Parameter,
    /// A class, in lowercase without a leading `::`.
    Class(String),
    /// A define or resource type, in lowercase.
    ResourceType(String),
    /// A function.
    Function(String),
    /// A data type, an alias, or the type of resources.
    Type(String),
    /// The name of a definition, by its index.
    Definition(usize),
    /// An attribute of a define or resource type, or of a class.
    Attribute(Owner),
    /// A file of a module, by its name in a call such as `epp`, and the folder of the module.
    ModuleFile(&'static str),
    /// A key of Hiera.
    HieraKey,
}

/// The owner of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Class(Arc<str>),
    ResourceType(Arc<str>),
}

/// A title with its attributes.
#[derive(Clone, Debug)]
pub(super) struct ResourceUse {
    pub(super) owner: Owner,
    /// The type in the text.
    pub(super) ty: Span,
    /// The title and the attributes.
    pub(super) span: Span,
    pub(super) title: Option<ExprId>,
    pub(super) attributes: List<Attribute>,
}

/// A call of a function.
#[derive(Clone, Debug)]
pub(super) struct CallUse {
    pub(super) name: String,
    pub(super) name_span: Span,
    pub(super) span: Span,
    /// The receiver of a method call.
    pub(super) receiver: Option<ExprId>,
    pub(super) arguments: Exprs,
    pub(super) has_lambda: bool,
}

impl File {
    /// Reads a text.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub(super) fn read(path: &str, text: Arc<str>, budget: &Budget) -> Result<File> {
        let notation = notation(path);
        let source = Source::new(path, &*text);
        let read = parse_recovering(source, notation, budget)?;
        let size = read.program.expression_count() as u64;
        budget.parts(size, 64)?;
        let mut collector = Collector::new(&read.program, &text, budget);
        if let Some(parameters) = read.program.template_parameters() {
            collector.template(parameters);
        }
        for id in &read.program[read.program.body()] {
            collector.walk(*id);
        }
        let Collector {
            scopes,
            definitions,
            mut uses,
            resources,
            calls,
            ..
        } = collector;
        budget.finish()?;
        budget.sort_by_key(&mut uses, |found| found.span)?;
        Ok(File {
            path: path.to_owned(),
            text,
            program: read.program,
            errors: read.diagnostics,
            scopes,
            definitions,
            uses,
            resources,
            calls,
            lexemes: OnceLock::new(),
        })
    }

    /// The tokens and comments of the text.
    pub(super) fn lexemes(&self, budget: &Budget) -> Result<&[Lexeme]> {
        if let Some(found) = self.lexemes.get() {
            return Ok(found);
        }
        let found = lexemes(&self.text, notation(&self.path), budget)?;
        Ok(self.lexemes.get_or_init(|| found))
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        self.text
            .get(span.start as usize..span.end as usize)
            .unwrap_or_default()
    }

    /// The text of an expression.
    pub(super) fn expression(&self, id: ExprId) -> &str {
        self.slice(self.program[id].span)
    }

    /// Returns the use that contains a byte or ends at it.
    pub(super) fn use_at(&self, byte: u32) -> Option<&Use> {
        let after = self.uses.partition_point(|found| found.span.start <= byte);
        let mut before = self.uses.get(..after)?.iter().rev().take(8);
        before.find(|found| byte <= found.span.end)
    }

    /// Returns the innermost scope that contains a byte.
    pub(super) fn scope_at(&self, byte: u32) -> usize {
        // Inner scopes come after the ones around them.
        let contains = |scope: &Scope| scope.span.start <= byte && byte <= scope.span.end;
        self.scopes.iter().rposition(contains).unwrap_or(0)
    }
}

/// The notation of a file by its path.
pub(super) fn notation(path: &str) -> Notation {
    if path.ends_with(".epp") {
        Notation::Template
    } else {
        Notation::Manifest
    }
}

/// Returns a name in lowercase without a leading `::`.
pub(super) fn lower(name: &str) -> String {
    name.strip_prefix("::").unwrap_or(name).to_ascii_lowercase()
}

struct Collector<'p> {
    program: &'p Program,
    text: &'p str,
    scopes: Vec<Scope>,
    definitions: Vec<Defined>,
    uses: Vec<Use>,
    resources: Vec<ResourceUse>,
    calls: Vec<CallUse>,
    scope: usize,
    /// The names of the enclosing classes, each followed by `::`.
    classes: Rc<str>,
    /// Counts the names that contain those of the enclosing classes.
    budget: &'p Budget,
    /// The parts of the current expression.
    parts: Vec<Part>,
}

/// An expression to visit.
struct Part {
    id: ExprId,
    scope: usize,
    classes: Rc<str>,
}

impl<'p> Collector<'p> {
    fn new(program: &'p Program, text: &'p str, budget: &'p Budget) -> Collector<'p> {
        let top = Scope {
            span: Span::new(0, text.len()),
            parent: None,
            definition: None,
            variables: Variables::default(),
        };
        Collector {
            program,
            text,
            scopes: vec![top],
            definitions: Vec::new(),
            uses: Vec::new(),
            resources: Vec::new(),
            calls: Vec::new(),
            scope: 0,
            classes: "".into(),
            budget,
            parts: Vec::new(),
        }
    }

    fn add(&mut self, span: Span, kind: UseKind) {
        let scope = self.scope;
        self.uses.push(Use { span, scope, kind });
    }

    fn slice(&self, span: Span) -> &'p str {
        self.text
            .get(span.start as usize..span.end as usize)
            .unwrap_or_default()
    }

    /// Visits an expression and all its parts. Parts wait in a list, so that nesting takes no
    /// stack.
    fn walk(&mut self, id: ExprId) {
        let around = self.part(id);
        let mut open = vec![self.part(id)];
        while let Some(part) = open.pop() {
            self.scope = part.scope;
            self.classes = part.classes;
            self.visit(part.id);
            open.extend(self.parts.drain(..).rev());
        }
        self.scope = around.scope;
        self.classes = around.classes;
    }

    /// Visits the parameters of a template.
    fn template(&mut self, parameters: List<Parameter>) {
        self.parameters(parameters);
        for part in std::mem::take(&mut self.parts) {
            self.walk(part.id);
        }
    }

    fn part(&self, id: ExprId) -> Part {
        Part {
            id,
            scope: self.scope,
            classes: self.classes.clone(),
        }
    }

    /// Visits a part after the current expression.
    fn later(&mut self, id: ExprId) {
        let part = self.part(id);
        self.parts.push(part);
    }

    fn visit(&mut self, id: ExprId) {
        let program = self.program;
        let span = program[id].span;
        match program[id].kind {
            ExprKind::Variable(_) => {
                let span = self.bare(span);
                self.add(span, UseKind::Variable);
            }
            ExprKind::TypeName(name) => {
                let name = lower(program.name(name));
                self.add(span, UseKind::Type(name));
            }
            ExprKind::String(value) => {
                let text = program[value].as_str().unwrap_or_default();
                if text.starts_with("puppet:///modules/") {
                    self.add(inner(self.slice(span), span), UseKind::ModuleFile("files"));
                }
            }
            ExprKind::Assignment { target, value, .. } => {
                self.assigned(target, Some(value));
                return self.later(value);
            }
            ExprKind::Access { of, keys } => self.access(of, keys),
            ExprKind::Call(call) => {
                let call = program[call];
                let callee = program[call.callee];
                if let ExprKind::Name(name) = callee.kind {
                    let name = program.name(name).to_owned();
                    self.arguments(&name, call.arguments);
                    self.calls.push(CallUse {
                        name: lower(&name),
                        name_span: callee.span,
                        span,
                        receiver: None,
                        arguments: call.arguments,
                        has_lambda: call.lambda.is_some(),
                    });
                    self.add(callee.span, UseKind::Function(lower(&name)));
                } else {
                    self.later(call.callee);
                }
                self.each(call.arguments);
                return self.lambda(call.lambda);
            }
            ExprKind::MethodCall(call) => {
                let call = program[call];
                let name = lower(program.name(call.name));
                self.later(call.receiver);
                self.add(call.name_span, UseKind::Function(name.clone()));
                self.calls.push(CallUse {
                    name,
                    name_span: call.name_span,
                    span,
                    receiver: Some(call.receiver),
                    arguments: call.arguments,
                    has_lambda: call.lambda.is_some(),
                });
                self.each(call.arguments);
                return self.lambda(call.lambda);
            }
            ExprKind::Resource(resource) => {
                let resource = program[resource];
                let ty = program[resource.ty];
                let name: Option<Arc<str>> = match ty.kind {
                    ExprKind::Name(name) => Some(lower(program.name(name)).into()),
                    _ => None,
                };
                let is_class = name.as_deref() == Some("class");
                if let Some(name) = name.as_ref().filter(|_| !is_class) {
                    self.add(ty.span, UseKind::ResourceType(name.to_string()));
                } else if !is_class {
                    self.later(resource.ty);
                }
                for body in &program[resource.bodies] {
                    let owner = match &name {
                        Some(_) if is_class => {
                            let title = self.class_name(body.title);
                            title.map(|(name, _)| Owner::Class(name.into()))
                        }
                        Some(name) => Some(Owner::ResourceType(name.clone())),
                        None => None,
                    };
                    if is_class {
                        self.class_uses(body.title);
                    }
                    self.later(body.title);
                    self.attributes(ty.span, owner, Some(body.title), body.attributes);
                }
                return;
            }
            ExprKind::ResourceSettings(settings) => {
                let settings = program[settings];
                let target = program[settings.target];
                let name = match (settings.of, target.kind) {
                    (Settings::Defaults, ExprKind::TypeName(name)) => Some(name),
                    (Settings::Override, ExprKind::Access { of, .. }) => match program[of].kind {
                        ExprKind::TypeName(name) => Some(name),
                        _ => None,
                    },
                    _ => None,
                };
                self.later(settings.target);
                let owner = name.map(|name| Owner::ResourceType(lower(program.name(name)).into()));
                return self.attributes(target.span, owner, None, settings.attributes);
            }
            ExprKind::Collector(collector) => {
                let collector = program[collector];
                let ty = program[collector.ty];
                self.later(collector.ty);
                collector.query.into_iter().for_each(|id| self.later(id));
                let owner = match ty.kind {
                    ExprKind::TypeName(name) => {
                        Some(Owner::ResourceType(lower(program.name(name)).into()))
                    }
                    _ => None,
                };
                return self.attributes(ty.span, owner, None, collector.attributes);
            }
            ExprKind::Definition(definition) => {
                return self.definition(span, &program[definition]);
            }
            _ => {}
        }
        program.parts(id, &mut |part| self.later(part));
    }

    fn each(&mut self, list: Exprs) {
        for id in &self.program[list] {
            self.later(*id);
        }
    }

    /// The span of a variable without its `$`.
    fn bare(&self, span: Span) -> Span {
        let dollar = self.slice(span).starts_with('$');
        Span {
            start: span.start + u32::from(dollar),
            ..span
        }
    }

    fn attributes(
        &mut self,
        ty: Span,
        owner: Option<Owner>,
        title: Option<ExprId>,
        attributes: List<Attribute>,
    ) {
        let program = self.program;
        for attribute in &program[attributes] {
            if let Some(owner) = owner
                .as_ref()
                .filter(|_| program.name(attribute.name) != "*")
            {
                self.add(attribute.name_span, UseKind::Attribute(owner.clone()));
            }
            self.later(attribute.value);
        }
        let Some(owner) = owner else {
            return;
        };
        let start = title.map_or(ty, |title| program[title].span);
        let last = program[attributes].last();
        let end = last.map_or(start, |last| program[last.value].span);
        self.resources.push(ResourceUse {
            owner,
            ty,
            span: start.to(end),
            title,
            attributes,
        });
    }

    /// Adds the uses of the arguments of functions that take names.
    fn arguments(&mut self, function: &str, arguments: Exprs) {
        let program = self.program;
        let arguments = &program[arguments];
        let first = arguments.first().and_then(|id| self.literal(*id));
        let is_lookup = matches!(function, "lookup" | "hiera");
        if CLASS_FUNCTIONS.contains(&function) {
            for id in arguments {
                self.class_uses(*id);
            }
        } else if let Some((_, span)) = first {
            if FILE_FUNCTIONS.contains(&function) {
                let folder = if function == "file" {
                    "files"
                } else {
                    "templates"
                };
                self.add(span, UseKind::ModuleFile(folder));
            } else if is_lookup {
                self.add(span, UseKind::HieraKey);
            }
        } else if is_lookup
            && let Some(options) = arguments.first()
            && let ExprKind::Hash(entries) = program[*options].kind
        {
            // `lookup({ 'name' => 'a::b' })`
            for entry in &program[entries] {
                if self
                    .literal(entry.key)
                    .is_some_and(|(key, _)| key == "name")
                    && let Some((_, span)) = self.literal(entry.value)
                {
                    self.add(span, UseKind::HieraKey);
                }
            }
        }
    }

    /// Returns a literal text and its span without quotes.
    fn literal(&self, id: ExprId) -> Option<(&'p str, Span)> {
        let span = self.program[id].span;
        match self.program[id].kind {
            ExprKind::Name(name) => Some((self.program.name(name), span)),
            ExprKind::String(value) => {
                let text = self.program[value].as_str()?;
                let inner = inner(self.slice(span), span);
                (self.slice(inner) == text).then_some((text, inner))
            }
            _ => None,
        }
    }

    fn class_name(&self, id: ExprId) -> Option<(String, Span)> {
        let (name, span) = self.literal(id)?;
        Some((lower(name), span))
    }

    /// Adds the classes that an argument or title names.
    fn class_uses(&mut self, id: ExprId) {
        if let ExprKind::Array(elements) = self.program[id].kind {
            for element in &self.program[elements] {
                if let Some((name, span)) = self.class_name(*element) {
                    self.add(span, UseKind::Class(name));
                }
            }
        } else if let Some((name, span)) = self.class_name(id) {
            self.add(span, UseKind::Class(name));
        }
    }

    /// `Class['a']`
    fn access(&mut self, of: ExprId, keys: Exprs) {
        let ExprKind::TypeName(name) = self.program[of].kind else {
            return;
        };
        if self.program.name(name).eq_ignore_ascii_case("class") {
            for key in &self.program[keys] {
                self.class_uses(*key);
            }
        }
    }

    /// Declares the targets of an assignment.
    fn assigned(&mut self, target: ExprId, value: Option<ExprId>) {
        let program = self.program;
        match program[target].kind {
            ExprKind::Variable(name) => {
                let span = self.bare(program[target].span);
                self.add(span, UseKind::Declaration);
                let declared = Declared {
                    name: program.name(name).to_owned(),
                    span,
                    ty: None,
                    value,
                    is_parameter: false,
                    takes_rest: false,
                };
                self.scopes[self.scope].variables.push(declared);
            }
            ExprKind::Array(elements) => {
                for element in &program[elements] {
                    self.assigned(*element, None);
                }
            }
            _ => self.later(target),
        }
    }

    fn parameters(&mut self, parameters: List<Parameter>) -> Variables {
        let program = self.program;
        let mut all = Variables::default();
        for parameter in &program[parameters] {
            let span = self.bare(parameter.name_span);
            self.add(span, UseKind::Parameter);
            let declared = Declared {
                name: program.name(parameter.name).to_owned(),
                span,
                ty: parameter.ty.map(|ty| program[ty].span),
                value: parameter.default,
                is_parameter: true,
                takes_rest: parameter.takes == Takes::Rest,
            };
            parameter.ty.into_iter().for_each(|ty| self.later(ty));
            (parameter.default.into_iter()).for_each(|default| self.later(default));
            self.scopes[self.scope].variables.push(declared.clone());
            all.push(declared);
        }
        all
    }

    /// Visits a scope; returns what `visit` returns and the index of the scope.
    fn within<T>(
        &mut self,
        span: Span,
        definition: Option<usize>,
        visit: impl FnOnce(&mut Self) -> T,
    ) -> (T, usize) {
        let around = self.scope;
        self.scope = self.scopes.len();
        self.scopes.push(Scope {
            span,
            parent: Some(around),
            definition,
            variables: Variables::default(),
        });
        let result = visit(self);
        let own = std::mem::replace(&mut self.scope, around);
        (result, own)
    }

    fn lambda(&mut self, lambda: Option<LambdaId>) {
        let Some(lambda) = lambda else {
            return;
        };
        let lambda = self.program[lambda];
        self.within(lambda.span, None, |collector| {
            collector.parameters(lambda.parameters);
            (lambda.returns.into_iter()).for_each(|ty| collector.later(ty));
            collector.each(lambda.body);
        });
    }

    fn definition(&mut self, span: Span, definition: &Definition) {
        let program = self.program;
        let shown = program.name(definition.name);
        let name = lower(shown);
        // The name is also the key of an index, and the prefix of the classes inside.
        let length = (self.classes.len() + name.len()) as u64;
        let qualified = match self.budget.hold(4 * length) {
            Ok(()) => format!("{}{name}", self.classes),
            Err(_) => name.clone(),
        };
        let (kind, name, parent, ty) = match definition.kind {
            DefinitionKind::Class { parent } => (DefinedKind::Class, qualified, parent, None),
            DefinitionKind::DefinedType => (DefinedKind::Define, qualified, None, None),
            DefinitionKind::Function { returns } => (DefinedKind::Function, name, None, returns),
            DefinitionKind::Node { .. } => (DefinedKind::Node, String::new(), None, None),
            DefinitionKind::TypeAlias { value } => (DefinedKind::Type, name, None, Some(value)),
            DefinitionKind::TypeMapping { to, .. } => (DefinedKind::Type, name, None, Some(to)),
            DefinitionKind::TypeDefinition { .. } => (DefinedKind::Type, name, None, None),
        };
        let index = self.definitions.len();
        let inherits = parent.map(|parent| lower(program.name(parent)));
        self.definitions.push(Defined {
            kind,
            name: name.clone(),
            shown: shown.to_owned(),
            span,
            name_span: definition.name_span,
            parameters: Variables::default(),
            inherits: inherits.clone(),
            ty: ty.map(|ty| program[ty].span),
            documentation: documentation(self.text, span.start),
            scope: 0,
        });
        if kind != DefinedKind::Node {
            self.add(definition.name_span, UseKind::Definition(index));
        }
        if let DefinitionKind::Node { matches, .. } = definition.kind {
            self.each(matches);
        }
        let classes = match kind {
            DefinedKind::Class => format!("{name}::").into(),
            _ => self.classes.clone(),
        };
        let around = std::mem::replace(&mut self.classes, classes);
        let (parameters, scope) = self.within(span, Some(index), |collector| {
            let parameters = collector.parameters(definition.parameters);
            if let Some(parent) = inherits {
                collector.parent(definition, &parent);
            }
            ty.into_iter().for_each(|ty| collector.later(ty));
            collector.each(definition.body);
            parameters
        });
        self.classes = around;
        self.definitions[index].parameters = parameters;
        self.definitions[index].scope = scope;
    }

    /// Adds the use of a parent class, whose position is not in the tree.
    fn parent(&mut self, definition: &Definition, parent: &str) {
        let program = self.program;
        let last = program[definition.parameters].last();
        let after = last.map_or(definition.name_span, |last| {
            let default = last.default.map(|default| program[default].span);
            default.unwrap_or(last.name_span)
        });
        let start = after.end as usize;
        let rest = self.text.get(start..).unwrap_or_default();
        let Some(at) = rest.find("inherits") else {
            return;
        };
        let at = at + "inherits".len();
        let name = rest.get(at..).unwrap_or_default();
        let blanks = name.len() - name.trim_start().len();
        let name = name.trim_start();
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '_');
        let len = name.find(|c| !is_name(c)).unwrap_or(name.len());
        if lower(name.get(..len).unwrap_or_default()) == parent {
            let start = start + at + blanks;
            self.add(
                Span::new(start, start + len),
                UseKind::Class(parent.to_owned()),
            );
        }
    }
}

/// The span of a literal without its quotes.
pub(super) fn inner(text: &str, span: Span) -> Span {
    if text.len() >= 2 && text.starts_with(['\'', '"']) {
        Span {
            start: span.start + 1,
            end: span.end - 1,
        }
    } else {
        span
    }
}

/// Returns the comment on the lines directly above a byte, without its signs.
pub(super) fn documentation(text: &str, start: u32) -> String {
    let before = text.get(..start as usize).unwrap_or_default();
    let blank = |c: char| c.is_whitespace() && c != '\n';
    let Some(above) = before.trim_end_matches(blank).strip_suffix('\n') else {
        return String::new();
    };
    let comment = |line: &'_ str| Some(line.trim().strip_prefix('#')?.to_owned());
    let mut lines: Vec<String> = above.rsplit('\n').map_while(comment).collect();
    lines.reverse();
    let text = lines
        .iter()
        .map(|line| line.strip_prefix(' ').unwrap_or(line));
    text.collect::<Vec<_>>().join("\n")
}
