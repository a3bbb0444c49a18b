//! The core functions as programs are given them: by the front end's [`Library`].

use super::call::Call;
use super::define::Function;
use super::host::Host;
use super::instance::{Alone, Instance};
use super::{all, find};
use crate::host::{self, Form, KnownCall, Library, Placed};
use crate::types::format::format_type;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_engine::Failure;
use std::fmt;
use std::sync::Arc;

/// The core: its functions, the variables and files that some of its modules have, and what a
/// host adds to the variables that are always there.
pub struct Core {
    host: Arc<dyn Host>,
    variables: Vec<(Str, Value)>,
    alone: Alone,
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Core").finish_non_exhaustive()
    }
}

/// Texts that are always there, for fields that take one of a few.
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

/// Numbers that are always there: those that Go's packages of archives have for them.
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

/// What the module `example` has in the language itself.
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
    /// The core over a host.
    #[must_use]
    pub fn new(host: Arc<dyn Host>) -> Core {
        Core {
            host,
            variables: Vec::new(),
            alone: Alone::default(),
        }
    }

    /// Adds a variable that is always there, as `hostname`.
    #[must_use]
    pub fn variable(mut self, name: impl Into<Str>, value: Value) -> Core {
        self.variables.push((name.into(), value));
        self
    }
}

impl Library for Core {
    fn function(&self, name: &str) -> Option<Arc<dyn host::Function>> {
        let function = find(name)?;
        Some(Arc::new(Given {
            function,
            host: self.host.clone(),
            alone: self.alone.clone(),
        }))
    }

    fn has_module(&self, module: &str) -> bool {
        all().any(|function| function.module().0 == module)
    }

    fn variables(&self, module: &str) -> Vec<(Str, Value)> {
        let text = |(name, text): &(&str, &str)| ((*name).into(), Value::string(text));
        match module {
            "" => {
                let mut variables: Vec<(Str, Value)> = TEXTS.iter().map(text).collect();
                variables
                    .extend(NUMBERS.map(|(name, number)| (name.into(), super::call::int(number))));
                variables.extend_from_slice(&self.variables);
                variables
            }
            "os" => FAMILIES.iter().map(text).collect(),
            _ => Vec::new(),
        }
    }

    fn sources(&self, module: &str) -> Vec<(Str, Str)> {
        match module {
            "example" => vec![("/example.mcl".into(), EXAMPLE.into())],
            _ => Vec::new(),
        }
    }
}

/// A core function and the host that it asks.
struct Given {
    function: &'static Function,
    host: Arc<dyn Host>,
    alone: Alone,
}

impl host::Function for Given {
    fn name(&self) -> &str {
        self.function.module().1
    }

    fn title(&self, ty: &Type) -> String {
        match self.function.name() {
            // What it prints is told by its type.
            "fmt.printf" => format!("printf: {}", format_type(ty).unwrap_or_default()),
            "datetime.str_now" => "now".to_owned(),
            _ => self.name().to_owned(),
        }
    }

    fn argument(&self, index: usize) -> Result<Str> {
        self.function.argument_name(index).map(Into::into)
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
        // Types are not found yet: the arguments are all there is to go by.
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
        assert!(
            core.variables("")
                .iter()
                .any(|(name, _)| &**name == "hostname")
        );
    }
}
