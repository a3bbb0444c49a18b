//! Inference: the constraints that expressions place on their types.
//!
//! An expression's parts say their own before it does; each says in the end what it is. What has
//! been gone through is not gone through again: all that use a bind share what it says.

use super::constraint::{Blame, Constraint};
use super::known::Values;
use super::text::text;
use crate::compile_error::{CompileError, Stage};
use crate::host::{Host, KnownCall};
use crate::rules::equal::compare;
use crate::rules::infer::type_of;
use crate::scope::program::{At, Call, Node, NodeId, NodeKind, Program};
use crate::types::format::format_type;
use crate::types::shape::Shape;
use crate::values::access::own_type;
use polycty_core::calls::{Budget, Spent};
use polycty_core::inference::Unifier;
use polycty_core::source::{Code, Error};
use polycty_core::types::{
    Field, Flags, FuncParam, FuncParams, FuncType, IdMap, Str, Type, TypeError,
};

pub(super) type Inferred<T = ()> = Result<T, Box<CompileError>>;

/// The bytes that are charged for a constraint: its own 64, and its share of the types that are
/// made for it and of the nodes of the unifier. Programs of nested calls need 300 on average.
const CONSTRAINT_BYTES: u64 = 320;

/// The most parts of the type of a known value that is passed on with variables.
const MOST_OPEN: u32 = 64;

/// All that has to hold of a program.
pub(super) struct Constraints<'p> {
    pub program: &'p Program,
    pub host: Host<'p>,
    pub budget: &'p Budget,
    pub unifier: Unifier,
    pub all: Vec<Constraint>,
    /// What each expression has said so far.
    pub types: Vec<Option<Type>>,
    pub values: Values,
    /// What the signatures of functions of the host call their arguments.
    pub names: IdMap<NodeId, Box<[Option<Str>]>>,
}

/// What is to be done of an expression.
enum Task {
    /// Lets it and its parts say what they do.
    Infer(NodeId),
    /// It is to have a type.
    Expect(NodeId, Type),
    /// It is of a type by itself.
    Say(NodeId, Type),
    /// It is what another one is.
    Same(NodeId, NodeId),
    /// The arguments of a call have said what they do.
    Call(NodeId),
    /// The function of a call has: what it takes and gives by the call.
    Callee(NodeId, Type),
}

impl<'p> Constraints<'p> {
    pub fn new(program: &'p Program, host: Host<'p>, budget: &'p Budget) -> Constraints<'p> {
        Constraints {
            program,
            host,
            budget,
            unifier: Unifier::new(),
            all: Vec::new(),
            types: vec![None; program.len()],
            values: Values::new(program.len()),
            names: IdMap::default(),
        }
    }

    #[cold]
    pub fn spent(&self, spent: Spent, at: At) -> Box<CompileError> {
        CompileError::of(Stage::Unify, Error::from(spent)).at(&self.program.place(at))
    }

    pub fn at(&self, blame: Blame) -> At {
        match blame {
            Blame::Node(id) => self.program[id].at,
            Blame::Place(at) => at,
        }
    }

    #[cold]
    pub fn wrong(&self, message: impl Into<String>, at: At) -> Box<CompileError> {
        let failure = CompileError::new(Stage::Unify, Code::Type, message);
        failure.at(&self.program.place(at))
    }

    pub fn made(&self, ty: Result<Type, TypeError>, at: At) -> Inferred<Type> {
        ty.map_err(|error| {
            let failure = CompileError::of(Stage::Unify, Error::from(error));
            failure.at(&self.program.place(at))
        })
    }

    pub fn constrain(
        &mut self,
        blame: Blame,
        expr: NodeId,
        expect: Type,
        actual: Type,
    ) -> Inferred {
        self.constrain_to_any(blame, expr, (expect, Box::default()), actual)
    }

    /// An expression has the first type, or one of the others if it is known by then to have it.
    pub fn constrain_to_any(
        &mut self,
        blame: Blame,
        expr: NodeId,
        (expect, instead): (Type, Box<[Type]>),
        actual: Type,
    ) -> Inferred {
        let charged = self
            .budget
            .charge(1)
            .and_then(|()| self.budget.hold(CONSTRAINT_BYTES));
        charged.map_err(|spent| self.spent(spent, self.at(blame)))?;
        self.all.push(Constraint {
            blame,
            expr,
            expect,
            actual,
            instead,
        });
        Ok(())
    }

    /// What an expression says: its type.
    pub fn infer(&mut self, id: NodeId) -> Inferred<Type> {
        let mut tasks = vec![Task::Infer(id)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Infer(id) => self.start(id, &mut tasks)?,
                Task::Expect(id, ty) => {
                    let actual = self.type_so_far(id);
                    self.constrain(Blame::Node(id), id, ty, actual)?;
                }
                Task::Say(id, ty) => {
                    let actual = self.program[id]
                        .declared
                        .clone()
                        .unwrap_or_else(|| ty.clone());
                    self.constrain(Blame::Node(id), id, ty.clone(), actual)?;
                    self.finish(id, ty)?;
                }
                Task::Same(id, target) => {
                    let ty = self.type_so_far(target);
                    let node = &self.program[id];
                    // A string that is one variable is checked by its users, and once solved.
                    let declared = node.declared.clone().filter(|_| !node.interpolated);
                    let actual = declared.unwrap_or_else(|| ty.clone());
                    self.constrain(Blame::Node(id), id, ty.clone(), actual)?;
                    self.finish(id, ty)?;
                }
                Task::Call(id) => self.call(id, &mut tasks)?,
                Task::Callee(id, ty) => self.callee(id, ty)?,
            }
        }
        Ok(self.type_so_far(id))
    }

    /// The type that an expression has so far.
    fn type_so_far(&mut self, id: NodeId) -> Type {
        match &self.types[id.number()] {
            Some(ty) => ty.clone(),
            None => self.unifier.fresh(),
        }
    }

    fn finish(&mut self, id: NodeId, ty: Type) -> Inferred {
        self.types[id.number()] = Some(ty);
        self.find_value(id)
    }

    /// Finds the value of an expression. The users of a large struct get the type of its value:
    /// it has no variables, so each use costs the same however many fields there are. Of a small
    /// one they get the type with variables, since the order of types in an error depends on them.
    fn find_value(&mut self, id: NodeId) -> Inferred {
        let found = self.values.find(self.program, id, self.budget);
        found.map_err(|spent| self.spent(spent, self.program[id].at))?;
        let ty = &mut self.types[id.number()];
        if let Some(value) = self.values.get(id)
            && ty.as_ref().is_some_and(|ty| ty.size() > MOST_OPEN)
        {
            *ty = Some(own_type(value).clone());
        }
        Ok(())
    }

    /// The type of an expression as far as it is known without solving anything.
    pub fn known(&self, id: NodeId) -> Option<&Type> {
        let mut id = id;
        loop {
            let node = &self.program[id];
            if let Some(declared) = &node.declared {
                return Some(declared);
            }
            match node.kind {
                NodeKind::Var(_, target) => id = target,
                _ => return self.types[id.number()].as_ref(),
            }
        }
    }

    /// What is to be done of an expression, the last thing first.
    fn start(&mut self, id: NodeId, tasks: &mut Vec<Task>) -> Inferred {
        if self.types[id.number()].is_some() {
            return Ok(());
        }
        let program = self.program;
        let node: &Node = &program[id];
        let from = tasks.len();
        let expect = |tasks: &mut Vec<Task>, part: NodeId, ty: &Type| {
            tasks.push(Task::Infer(part));
            tasks.push(Task::Expect(part, ty.clone()));
        };
        match &node.kind {
            NodeKind::Const(value) => {
                let ty = type_of(value).map_err(|error| CompileError::of(Stage::Unify, error))?;
                tasks.push(Task::Say(id, ty));
            }
            NodeKind::List(parts) => {
                let element = self.unifier.fresh();
                parts.iter().for_each(|part| expect(tasks, *part, &element));
                tasks.push(Task::Say(id, self.made(Type::list(element), node.at)?));
            }
            NodeKind::Map(pairs) => {
                let (key, value) = (self.unifier.fresh(), self.unifier.fresh());
                for (a, b) in pairs {
                    expect(tasks, *a, &key);
                    expect(tasks, *b, &value);
                }
                let ty = self.made(Type::map_of(key, value, None), node.at)?;
                tasks.push(Task::Say(id, ty));
            }
            NodeKind::Struct(fields) => {
                let mut typed = Vec::with_capacity(fields.len());
                for (name, value) in fields {
                    let ty = self.unifier.fresh();
                    expect(tasks, *value, &ty);
                    typed.push(Field::new(name.clone(), ty));
                }
                tasks.push(Task::Say(id, self.made(Type::object(typed), node.at)?));
            }
            NodeKind::Var(_, target) => {
                tasks.extend([Task::Infer(*target), Task::Same(id, *target)]);
            }
            NodeKind::Param(_, ty) => {
                let ty = ty.clone().unwrap_or_else(|| self.unifier.fresh());
                tasks.push(Task::Say(id, ty));
            }
            NodeKind::Builtin(_) => {
                let ty = self.unifier.fresh();
                tasks.push(Task::Say(id, ty));
            }
            NodeKind::Func(func) => {
                let mut params = Vec::with_capacity(func.params.len());
                for &param in &func.params {
                    let NodeKind::Param(name, ty) = &program[param].kind else {
                        continue;
                    };
                    let ty = ty.clone().unwrap_or_else(|| self.unifier.fresh());
                    expect(tasks, param, &ty);
                    params.push((name.clone(), ty));
                }
                let result = func.result.clone().unwrap_or_else(|| self.unifier.fresh());
                expect(tasks, func.body, &result);
                let ty = self.made(function(params, result), node.at)?;
                tasks.push(Task::Say(id, ty));
            }
            NodeKind::If(condition, then, otherwise) => {
                let ty = self.unifier.fresh();
                expect(tasks, *condition, Type::bool());
                expect(tasks, *then, &ty);
                expect(tasks, *otherwise, &ty);
                tasks.push(Task::Say(id, ty));
            }
            NodeKind::Except(expr, except) => {
                let ty = self.unifier.fresh();
                expect(tasks, *expr, &ty);
                expect(tasks, *except, &ty);
                tasks.push(Task::Say(id, ty));
            }
            NodeKind::Call(call) => {
                tasks.extend(call.args.iter().map(|arg| Task::Infer(*arg)));
                tasks.push(Task::Call(id));
            }
        }
        tasks[from..].reverse();
        Ok(())
    }

    /// The arguments of a call are there: what it gives, and what its function is to be.
    fn call(&mut self, id: NodeId, tasks: &mut Vec<Task>) -> Inferred {
        let program = self.program;
        let node = &program[id];
        let NodeKind::Call(call) = &node.kind else {
            return Ok(());
        };
        let mut params = Vec::with_capacity(call.args.len());
        for (at, arg) in call.args.iter().enumerate() {
            let ty = self.type_so_far(*arg);
            params.push((self.argument(call, at, node.at)?, ty));
        }
        let result = self.unifier.fresh();
        let declared = node.declared.clone().unwrap_or_else(|| result.clone());
        self.constrain(Blame::Node(id), id, result.clone(), declared)?;
        self.types[id.number()] = Some(result.clone());
        let ty = self.made(function(params, result), node.at)?;
        tasks.push(Task::Callee(id, ty.clone()));
        tasks.push(Task::Expect(call.callee, ty));
        tasks.push(Task::Infer(call.callee));
        Ok(())
    }

    /// The function that is called, if it is none of the language's.
    fn builtin(&self, call: &Call) -> Option<&'p std::sync::Arc<dyn crate::host::Function>> {
        let program = self.program;
        let mut id = call.callee;
        loop {
            match &program[id].kind {
                NodeKind::Var(_, target) => id = *target,
                NodeKind::Builtin(function) => return Some(function),
                _ => return None,
            }
        }
    }

    /// The name of an argument: the function's own, or a letter.
    fn argument(&self, call: &Call, index: usize, at: At) -> Inferred<Str> {
        match self.builtin(call) {
            None => Ok(letter(index)),
            Some(function) => function.argument(index).map_err(|error| {
                let name = call.name.as_deref().unwrap_or_default();
                let why = error.message();
                let message = format!("error getting arg name #{index} for func `{name}`: {why}");
                self.wrong(message, at)
            }),
        }
    }

    /// A function of the host is asked for its signature.
    fn callee(&mut self, id: NodeId, ty: Type) -> Inferred {
        let program = self.program;
        let node = &program[id];
        let NodeKind::Call(call) = &node.kind else {
            return Ok(());
        };
        if let Some(function) = self.builtin(call) {
            let (mut types, mut values) = (Vec::new(), Vec::new());
            for (at, arg) in call.args.iter().enumerate() {
                let known = self.known(*arg).cloned();
                let value = self.values.get(*arg).cloned();
                if let (Some(known), Some(value)) = (&known, &value)
                    && function.infers()
                    && !known.has(Flags::VARIABLE)
                    && known != own_type(value)
                    && let Ok(own) = type_of(value)
                    && compare(known, &own).is_err()
                {
                    let name = call.name.as_deref().unwrap_or_default();
                    let text = |ty| format_type(ty).unwrap_or_default();
                    let (known, own) = (text(known), text(&own));
                    let message = format!(
                        "type/value inconsistent at arg #{at} for func `{name}`: {known} != {own}"
                    );
                    return Err(self.wrong(message, program[*arg].at));
                }
                types.push(known.unwrap_or_else(|| self.unifier.fresh()));
                values.push(value);
            }
            let result = node.declared.clone();
            let result = result.or_else(|| self.types[id.number()].clone());
            let known = KnownCall {
                types: &types,
                values: &values,
                result: result.as_ref().unwrap_or(Type::any()),
            };
            let signature = function.signature(&known).map_err(|error| {
                let failure = CompileError::of(Stage::Unify, error);
                let failure = failure.wrap(&format!("func `{}` infer error", function.name()));
                failure.at(&self.program.place(node.at))
            })?;
            if let Some(Shape::Func(params, _)) = Shape::of(&signature) {
                let names = params.iter().map(|param| param.name.clone()).collect();
                self.names.insert(call.callee, names);
            }
            let signature = self.unifier.instantiate(&signature);
            self.constrain(Blame::Node(id), call.callee, ty, signature)?;
            if let Some(field) = self.looked_up(function.name(), call) {
                let result = self.type_so_far(id);
                self.constrain(Blame::Node(id), id, result, field)?;
            }
        }
        self.find_value(id)
    }

    /// The type of the field that a call looks up, where the struct has it. A signature cannot
    /// state it while another field of the struct is not known.
    fn looked_up(&self, function: &str, call: &Call) -> Option<Type> {
        let ("_struct_lookup" | "_struct_lookup_optional") = function else {
            return None;
        };
        let [container, name, ..] = &*call.args else {
            return None;
        };
        let name = self.values.get(*name)?.as_str()?;
        let fields = self.known(*container)?.fields();
        let field = fields.iter().find(|field| field.name() == name)?;
        Some(field.ty().clone())
    }

    /// An expression as messages have it.
    pub fn shown(&self, id: NodeId) -> String {
        text(self.program, id)
    }
}

/// The type of a function.
fn function(params: Vec<(Str, Type)>, result: Type) -> Result<Type, TypeError> {
    let params = params.into_iter().map(|(name, ty)| FuncParam {
        name: Some(name),
        ty,
    });
    Type::func(FuncType {
        params: Some(FuncParams {
            positional: params.collect(),
            ..FuncParams::default()
        }),
        result: Some(result),
        ..FuncType::default()
    })
}

/// The name of an argument that has none: `a` to `z`, then `aa` and on.
fn letter(index: usize) -> Str {
    let mut left = index;
    let mut name = Vec::new();
    loop {
        name.push(b'a' + (left % 26) as u8);
        match left / 26 {
            0 => break,
            more => left = more - 1,
        }
    }
    name.reverse();
    String::from_utf8_lossy(&name).into()
}
