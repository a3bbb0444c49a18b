//! Inference: the constraints that expressions place on their types.
//!
//! The constraints of an expression's parts precede its own, and its type is determined last. Each
//! expression is visited once: all users of a bind share its type.

use super::constraint::{Constraint, ErrorLocation};
use super::known::Values;
use super::text::text;
use crate::compile_error::{CompileError, Stage};
use crate::host::{Host, KnownCall};
use crate::rules::equal::compare;
use crate::rules::infer::type_of;
use crate::scope::program::{At, Call, Node, NodeId, NodeKind, Program};
use crate::types::format::format_type;
use crate::types::view::MclType;
use crate::values::access::own_type;
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::inference::Unifier;
use polycty_core::source::{Code, Error};
use polycty_core::types::{
    Field, Flags, FuncParam, FuncParams, FuncType, IdMap, Str, Type, TypeError,
};

pub(super) type Inferred<T = ()> = Result<T, Box<CompileError>>;

/// The bytes that are charged per constraint: its own 64, and its share of the types and the
/// unifier's nodes. Programs with nested calls need 300 on average.
const CONSTRAINT_BYTES: u64 = 320;

/// Users of a known value get its type with variables if the type has at most this number of parts.
const MOST_OPEN: u32 = 64;

/// The constraints of a program.
pub(super) struct Constraints<'p> {
    pub program: &'p Program,
    pub host: Host<'p>,
    pub budget: &'p Budget,
    pub unifier: Unifier,
    pub all: Vec<Constraint>,
    /// The types of the expressions that have been visited.
    pub types: Vec<Option<Type>>,
    pub values: Values,
    /// The argument names in the signatures of host functions.
    pub names: IdMap<NodeId, Box<[Option<Str>]>>,
}

/// A task of the inference.
enum Task {
    /// Visit an expression and its parts.
    Infer(NodeId),
    /// Constrain an expression to a type.
    Expect(NodeId, Type),
    /// Set the type of an expression.
    Say(NodeId, Type),
    /// Set the type of the first expression to the type of the second.
    Same(NodeId, NodeId),
    /// The arguments of a call have been visited.
    Call(NodeId),
    /// The function of a call has been visited; the type is the function type that the call
    /// implies.
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
    pub fn spent(&self, spent: BudgetError, at: At) -> Box<CompileError> {
        CompileError::of(Stage::Unify, Error::from(spent)).at(&self.program.location(at))
    }

    pub fn at(&self, location: ErrorLocation) -> At {
        match location {
            ErrorLocation::Node(id) => self.program[id].at,
            ErrorLocation::At(at) => at,
        }
    }

    #[cold]
    pub fn wrong(&self, message: impl Into<String>, at: At) -> Box<CompileError> {
        let failure = CompileError::new(Stage::Unify, Code::Type, message);
        failure.at(&self.program.location(at))
    }

    pub fn made(&self, ty: Result<Type, TypeError>, at: At) -> Inferred<Type> {
        ty.map_err(|error| {
            let failure = CompileError::of(Stage::Unify, Error::from(error));
            failure.at(&self.program.location(at))
        })
    }

    pub fn constrain(
        &mut self,
        location: ErrorLocation,
        expr: NodeId,
        expect: Type,
        actual: Type,
    ) -> Inferred {
        self.constrain_to_any(location, expr, (expect, Box::default()), actual)
    }

    /// Constrains an expression to `expect`, or to a type of `instead` if that is its known type
    /// when the constraint is solved.
    pub fn constrain_to_any(
        &mut self,
        location: ErrorLocation,
        expr: NodeId,
        (expect, instead): (Type, Box<[Type]>),
        actual: Type,
    ) -> Inferred {
        let charged = self.budget.parts(1, CONSTRAINT_BYTES);
        charged.map_err(|spent| self.spent(spent, self.at(location)))?;
        self.all.push(Constraint {
            location,
            expr,
            expect,
            actual,
            instead,
        });
        Ok(())
    }

    /// Infers the type of an expression and collects its constraints.
    pub fn infer(&mut self, id: NodeId) -> Inferred<Type> {
        let mut tasks = vec![Task::Infer(id)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Infer(id) => self.start(id, &mut tasks)?,
                Task::Expect(id, ty) => {
                    let actual = self.type_so_far(id);
                    self.constrain(ErrorLocation::Node(id), id, ty, actual)?;
                }
                Task::Say(id, ty) => {
                    let actual = self.program[id]
                        .declared
                        .clone()
                        .unwrap_or_else(|| ty.clone());
                    self.constrain(ErrorLocation::Node(id), id, ty.clone(), actual)?;
                    self.finish(id, ty)?;
                }
                Task::Same(id, target) => {
                    let ty = self.type_so_far(target);
                    let node = &self.program[id];
                    // A string that consists of one variable is checked by its users and after
                    // solving.
                    let declared = node.declared.clone().filter(|_| !node.interpolated);
                    let actual = declared.unwrap_or_else(|| ty.clone());
                    self.constrain(ErrorLocation::Node(id), id, ty.clone(), actual)?;
                    self.finish(id, ty)?;
                }
                Task::Call(id) => self.call(id, &mut tasks)?,
                Task::Callee(id, ty) => self.callee(id, ty)?,
            }
        }
        Ok(self.type_so_far(id))
    }

    /// Returns the type of an expression that is known so far, or a fresh variable.
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

    /// Finds the value of an expression. The users of a large struct get the type of its value: it
    /// has no variables, so the cost of a use does not depend on the number of fields. The users of
    /// a small struct get its type with variables, since the order of the types in an error depends
    /// on them.
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

    /// Returns the type of an expression if it is known without solving.
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

    /// Pushes the tasks of an expression, in reverse order.
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

    /// Adds the result type of a call, after its arguments, and the tasks for its function.
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
        self.constrain(ErrorLocation::Node(id), id, result.clone(), declared)?;
        self.types[id.number()] = Some(result.clone());
        let ty = self.made(function(params, result), node.at)?;
        tasks.push(Task::Callee(id, ty.clone()));
        tasks.push(Task::Expect(call.callee, ty));
        tasks.push(Task::Infer(call.callee));
        Ok(())
    }

    /// Returns the called function if it belongs to the host.
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

    /// Returns the name of an argument: that of the host function, or a letter.
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

    /// Constrains the function of a call; a host function returns its signature.
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
                failure.at(&self.program.location(node.at))
            })?;
            if let Some(MclType::Func(params, _)) = MclType::of(&signature) {
                let names = params.iter().map(|param| param.name.clone()).collect();
                self.names.insert(call.callee, names);
            }
            let signature = self.unifier.instantiate(&signature);
            self.constrain(ErrorLocation::Node(id), call.callee, ty, signature)?;
            if let Some(field) = self.looked_up(function.name(), call) {
                let result = self.type_so_far(id);
                self.constrain(ErrorLocation::Node(id), id, result, field)?;
            }
        }
        self.find_value(id)
    }

    /// Returns the type of the field that a call looks up, if the struct has it. The signature
    /// cannot contain it while the type of another field is unknown.
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

    /// Formats an expression for messages.
    pub fn shown(&self, id: NodeId) -> String {
        text(self.program, id)
    }
}

/// Returns a function type.
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

/// Returns the name of an argument without a name: `a` to `z`, then `aa` and so on.
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
