//! The core functions as a [`Library`] for the front end.

use super::call::Call;
use super::define::Function;
use super::given::HostFunction;
use super::host::Host;
use super::instance::{Alone, Instance};
use super::{all, find};
use crate::host::{self, Form, KnownCall, Library, Placed};
use crate::types::format::format_type;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{KeyedMap, Str, Type};
use polycty_core::values::Value;
use polycty_engine::Failure;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The core functions, the variables and files of their modules, and the functions, variables and
/// files that a host adds.
#[derive(Clone)]
pub struct Core {
    host: Arc<dyn Host>,
    functions: KeyedMap<Str, HostFunction>,
    /// Variables by module; those of the empty module are global.
    variables: KeyedMap<Str, BTreeMap<Str, Value>>,
    /// Files: module, path, text.
    sources: Vec<(Str, Str, Str)>,
    alone: Alone,
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Core").finish_non_exhaustive()
    }
}

/// Global string variables: values for fields that accept a fixed set of strings.
const TEXTS: [(&str, &str); 9] = [
    ("const.res.file.state.exists", "exists"),
    ("const.res.file.state.absent", "absent"),
    ("const.res.file.state.undefined", ""),
    ("const.res.net.state.up", "up"),
    ("const.res.net.state.down", "down"),
    ("const.res.net.state.undefined", ""),
    ("const.res.firewalld.state.exists", "exists"),
    ("const.res.firewalld.state.absent", "absent"),
    ("const.res.firewalld.state.undefined", ""),
];

/// Global integer variables: the constants of Go's archive packages.
const NUMBERS: [(&str, i64); 9] = [
    ("const.res.tar.format.unknown", 0),
    ("const.res.tar.format.ustar", 2),
    ("const.res.tar.format.pax", 4),
    ("const.res.tar.format.gnu", 8),
    ("const.res.gzip.level.no_compression", 0),
    ("const.res.gzip.level.best_speed", 1),
    ("const.res.gzip.level.best_compression", 9),
    ("const.res.gzip.level.default_compression", -1),
    ("const.res.gzip.level.huffman_only", -2),
];

const FAMILIES: [(&str, &str); 3] = [
    ("family_redhat", "redhat"),
    ("family_debian", "debian"),
    ("family_archlinux", "archlinux"),
];

/// The mcl source of the module `example`.
const EXAMPLE: &str = r#"$test1 = 13
func nativeanswer() {
	42
}
func test1() {
	42
}
class test1 {
	print "inside" {
		msg => "from the class",
	}
}
"#;

impl Core {
    /// Creates the core functions over a host.
    #[must_use]
    pub fn new(host: Arc<dyn Host>) -> Core {
        Core {
            host,
            functions: KeyedMap::default(),
            variables: KeyedMap::default(),
            sources: Vec::new(),
            alone: Alone::default(),
        }
    }

    /// Adds a global variable, for example `hostname`.
    #[must_use]
    pub fn variable(self, name: impl Into<Str>, value: Value) -> Core {
        self.variable_of("", name, value)
    }

    /// Adds a variable of a module, or a global variable if the module name is empty. A previous
    /// variable with the name is replaced.
    #[must_use]
    pub fn variable_of(
        mut self,
        module: impl Into<Str>,
        name: impl Into<Str>,
        value: Value,
    ) -> Core {
        let variables = self.variables.entry(module.into()).or_default();
        variables.insert(name.into(), value);
        self
    }

    /// Adds a function. A previous function with the name, including a core function, is replaced.
    #[must_use]
    pub fn define(mut self, function: HostFunction) -> Core {
        let name = function.full_name().clone();
        self.functions.insert(name, function);
        self
    }

    /// Adds an mcl source file to a module. Messages use the path as its name.
    #[must_use]
    pub fn source(
        mut self,
        module: impl Into<Str>,
        path: impl Into<Str>,
        text: impl Into<Str>,
    ) -> Core {
        self.sources.push((module.into(), path.into(), text.into()));
        self
    }

    /// Returns the same additions over a different host.
    #[must_use]
    pub fn over(&self, host: Arc<dyn Host>) -> Core {
        Core {
            host,
            alone: Alone::default(),
            ..self.clone()
        }
    }
}

impl Library for Core {
    fn function(&self, name: &str) -> Option<Arc<dyn host::Function>> {
        if let Some(given) = self.functions.get(name) {
            return Some(Arc::new(given.clone()));
        }
        let function = find(name)?;
        Some(Arc::new(OfCore {
            function,
            host: self.host.clone(),
            alone: self.alone.clone(),
        }))
    }

    fn has_module(&self, module: &str) -> bool {
        let given = |name: &Str| name.rsplit_once('.').is_some_and(|(of, _)| of == module);
        all().any(|function| function.module().0 == module) || self.functions.keys().any(given)
    }

    fn variables(&self, module: &str) -> Vec<(Str, Value)> {
        let text = |(name, text): &(&str, &str)| ((*name).into(), Value::string(text));
        let mut variables: Vec<(Str, Value)> = match module {
            "" => {
                let numbers = NUMBERS.map(|(name, number)| (name.into(), super::call::int(number)));
                TEXTS.iter().map(text).chain(numbers).collect()
            }
            "os" => FAMILIES.iter().map(text).collect(),
            _ => Vec::new(),
        };
        let added = self.variables.get(module).into_iter().flatten();
        variables.extend(added.map(|(name, value)| (name.clone(), value.clone())));
        variables
    }

    fn sources(&self, module: &str) -> Vec<(Str, Str)> {
        let mut sources: Vec<(Str, Str)> = match module {
            "example" => vec![("/example.mcl".into(), EXAMPLE.into())],
            _ => Vec::new(),
        };
        let added = self.sources.iter().filter(|(of, ..)| &**of == module);
        sources.extend(added.map(|(_, path, text)| (path.clone(), text.clone())));
        sources
    }
}

/// A core function with its host.
struct OfCore {
    function: &'static Function,
    host: Arc<dyn Host>,
    alone: Alone,
}

impl host::Function for OfCore {
    fn name(&self) -> &str {
        self.function.module().1
    }

    fn title(&self, ty: &Type) -> String {
        match self.function.name() {
            // The label of `printf` contains its type.
            "fmt.printf" => format!("printf: {}", format_type(ty).unwrap_or_default()),
            "datetime.str_now" => "now".to_owned(),
            // mgmt registers plain functions under their full name. Functions that stream, infer
            // their type from the call or read the deploy have a name of their own.
            name if self.function.is_plain() && self.function.module().0 != "deploy" => {
                name.to_owned()
            }
            _ => self.name().to_owned(),
        }
    }

    fn argument(&self, index: usize) -> Result<Str> {
        self.function.argument_name(index).map(Into::into)
    }

    fn infers(&self) -> bool {
        self.function.infers()
    }

    fn signature(&self, call: &KnownCall<'_>) -> Result<Type> {
        self.function.infer(call)
    }

    fn check(&self, ty: &Type, values: &[Option<Value>]) -> Result<()> {
        self.function.check(ty, values)
    }

    fn speculates(&self) -> bool {
        self.function.flags().speculative
    }

    fn call(&self, arguments: &[Value], budget: &Budget) -> std::result::Result<Value, Failure> {
        // Types are not inferred yet, so the type must follow from the arguments.
        let ty = self.function.solved(arguments)?;
        let known: Vec<Option<Value>> = arguments.iter().cloned().map(Some).collect();
        self.function.check(&ty, &known)?;
        let arguments: Vec<&Value> = arguments.iter().collect();
        let call = Call::new(&arguments, &ty, "/", &*self.host, budget);
        self.function.call(&call)
    }

    fn form(&self) -> Option<Form> {
        self.function.graph_form()
    }

    fn instance(&self, placed: &Placed<'_>) -> Option<Box<dyn polycty_engine::Function>> {
        let Placed { ty, base, tag } = *placed;
        let name = self.function.module().1;
        let instance = Instance::new(
            self.function,
            name,
            ty.clone(),
            base.clone(),
            self.host.clone(),
            tag,
        );
        Some(Box::new(instance.alone_among(&self.alone)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::NoHost;

    #[test]
    fn modules_are_those_of_their_functions() {
        let core = Core::new(Arc::new(NoHost)).variable("hostname", Value::string("h"));
        assert!(core.has_module("golang/strings") && core.has_module("sys"));
        assert!(!core.has_module("gol") && !core.has_module("nowhere"));
        let split = core.function("strings.split").unwrap();
        let arguments = ["a,b", ","].map(Value::string);
        let value = split.call(&arguments, &Budget::standard()).unwrap();
        assert_eq!(value.part_count(), Some(2));
        let core = core.variable("hostname", Value::string("i"));
        let mut variables = core.variables("").into_iter();
        let found = variables.find(|(name, _)| &**name == "hostname");
        assert_eq!(found.unwrap().1, Value::string("i"));
        assert!(variables.all(|(name, _)| &*name != "hostname"));
    }
}
