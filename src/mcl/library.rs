//! The core library: what programs are given of functions and variables without writing them.
//!
//! Each core function as the front end asks of it, the variables of the host beside those of the
//! language, and the modules of the system that are written in it.

use crate::functions::{self, Call, Known};
use crate::host::{Function, KnownCall, Library};
use crate::rules::infer::type_of;
use crate::types::format::format_type;
use crate::types::shape::Shape;
use polycty_core::calls::Budget;
use polycty_core::inference::Unifier;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Flags, Str, Type, VariableScope};
use polycty_core::values::Value;
use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

/// The variables that are always there, and those of modules.
const VARIABLES: [(&str, &str, &str); 12] = [
    ("", "const.res.file.state.exists", "exists"),
    ("", "const.res.file.state.absent", "absent"),
    ("", "const.res.file.state.undefined", ""),
    ("", "const.res.net.state.up", "up"),
    ("", "const.res.net.state.down", "down"),
    ("", "const.res.net.state.undefined", ""),
    ("", "const.res.firewalld.state.exists", "exists"),
    ("", "const.res.firewalld.state.absent", "absent"),
    ("", "const.res.firewalld.state.undefined", ""),
    ("os", "family_redhat", "redhat"),
    ("os", "family_debian", "debian"),
    ("os", "family_archlinux", "archlinux"),
];

/// The modules of the system that have files of the language, with what stands in them.
const SOURCES: [(&str, &str, &str); 1] = [(
    "example",
    "/example/example.mcl",
    "func nativeanswer() {\n\t42\n}\nfunc test1() {\n\t42\n}\n$test1 = 13\nclass test1 {\n\t\
     print \"inside\" {\n\t\tmsg => \"wow, cool\",\n\t}\n}\n",
)];

static MODULES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    functions::all()
        .map(|function| function.module().0)
        .collect()
});

/// The core library for a host.
pub struct Core {
    host: Arc<dyn functions::Host>,
    variables: Vec<(Str, Value)>,
}

impl Core {
    /// The library whose functions ask a host, with the host's own variables: a name of one may
    /// have dots.
    #[must_use]
    pub fn new(host: Arc<dyn functions::Host>, variables: Vec<(Str, Value)>) -> Core {
        Core { host, variables }
    }
}

impl Library for Core {
    fn function(&self, name: &str) -> Option<Arc<dyn Function>> {
        let function = functions::find(name)?;
        let host = self.host.clone();
        Some(Arc::new(CoreFunction { function, host }))
    }

    fn has_module(&self, module: &str) -> bool {
        !module.is_empty() && MODULES.contains(module)
    }

    fn variables(&self, module: &str) -> Vec<(Str, Value)> {
        let own = VARIABLES.iter().filter(|(of, ..)| *of == module);
        let own = own.map(|(_, name, value)| ((*name).into(), Value::string(value)));
        match module {
            "" => own.chain(self.variables.iter().cloned()).collect(),
            _ => own.collect(),
        }
    }

    fn sources(&self, module: &str) -> Vec<(Str, Str)> {
        let own = SOURCES.iter().filter(|(of, ..)| *of == module);
        own.map(|(_, path, text)| ((*path).into(), (*text).into()))
            .collect()
    }
}

/// A core function that a program calls.
struct CoreFunction {
    function: &'static functions::Function,
    host: Arc<dyn functions::Host>,
}

impl CoreFunction {
    /// The signature of a call of which this is known.
    fn known(&self, types: &[Type], values: &[Option<Value>]) -> Result<Type> {
        let open = |ty: &Type| matches!(Shape::of(ty), Some(Shape::Variable(..)));
        let types: Vec<Option<Type>> = types
            .iter()
            .map(|ty| (!open(ty)).then(|| ty.clone()))
            .collect();
        self.function.infer(&Known {
            types: &types,
            values,
            scope: VariableScope::new(),
        })
    }

    /// The type of a call with these arguments.
    fn solved(&self, arguments: &[Value]) -> Result<Type> {
        let types = arguments
            .iter()
            .map(type_of)
            .collect::<Result<Vec<Type>>>()?;
        let values: Vec<Option<Value>> = arguments.iter().cloned().map(Some).collect();
        let signature = self.known(&types, &values)?;
        let mut unifier = Unifier::new();
        let unlike = |_| Error::new(Code::Type, "the arguments are of other types");
        if let Some(Shape::Func(params, _)) = Shape::of(&signature) {
            for (param, ty) in params.iter().zip(&types) {
                unifier.unify(&param.ty, ty).map_err(unlike)?;
            }
        }
        let solved = unifier.resolve(&signature)?;
        match solved.has(Flags::VARIABLE) {
            true => Err(Error::new(
                Code::Type,
                "the type of the result is not known",
            )),
            false => Ok(solved),
        }
    }
}

impl Function for CoreFunction {
    fn name(&self) -> &str {
        self.function.module().1
    }

    fn title(&self, ty: &Type) -> String {
        match self.name() {
            "printf" => format!("printf: {}", format_type(ty).unwrap_or_default()),
            name => name.to_owned(),
        }
    }

    fn argument(&self, index: usize) -> Result<Str> {
        Ok(self.function.argument_name(index)?.into())
    }

    fn signature(&self, call: &KnownCall<'_>) -> Result<Type> {
        self.known(call.types, call.values)
    }

    fn check(&self, ty: &Type) -> Result<()> {
        self.function.check(ty)
    }

    fn speculates(&self) -> bool {
        // What changes the graph has its answer from there.
        self.function.flags().speculative && self.function.graph_form().is_none()
    }

    fn call(&self, arguments: &[Value], budget: &Budget) -> Result<Value> {
        let ty = self.solved(arguments)?;
        let references: Vec<&Value> = arguments.iter().collect();
        let call = Call::new(&references, &ty, "/", &*self.host, budget);
        self.function.call(&call).map_err(|failure| failure.error)
    }
}
