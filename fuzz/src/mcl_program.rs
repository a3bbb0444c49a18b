//! Compilation of mcl programs to graphs of functions: no panic, and every error has a message and
//! positions within its text.

use polycty::calls::Budget;
use polycty::dialect::mcl::graph::{Graph, graph};
use polycty::dialect::mcl::host::{Files, Function, Host, KnownCall, Library};
use polycty::dialect::mcl::resources::{ResourceField, ResourceKind, ResourceKinds, Trait};
use polycty::dialect::mcl::scope::build;
use polycty::dialect::mcl::typing::unify;
use polycty::dialect::mcl::{self, CompileError, Failure};
use polycty::source::{Code, Error, Result};
use polycty::types::{FuncParam, FuncParams, FuncType, Str, Type, VariableScope};
use polycty::values::Value;
use std::sync::Arc;

/// The files of a program: the input, and one that it can import.
struct Main<'a>(&'a str);

impl Files for Main<'_> {
    fn read(&self, path: &str) -> Option<Str> {
        match path {
            "/main.mcl" => Some(self.0.into()),
            "/b.mcl" => Some("$b = \"b\"\nclass c($a) {\n\t$b = $a\n}\n".into()),
            "/again.mcl" => Some("import \"again.mcl\"\n".into()),
            _ => None,
        }
    }
}

/// Every function exists and accepts its arguments.
struct Anything;

impl Library for Anything {
    fn function(&self, name: &str) -> Option<Arc<dyn Function>> {
        Some(Arc::new(Any(name.to_owned())))
    }

    fn has_module(&self, module: &str) -> bool {
        module != "none"
    }

    fn variables(&self, _: &str) -> Vec<(Str, Value)> {
        vec![("host".into(), Value::string("h"))]
    }

    fn sources(&self, _: &str) -> Vec<(Str, Str)> {
        Vec::new()
    }
}

struct Any(String);

impl Function for Any {
    fn name(&self) -> &str {
        &self.0
    }

    fn title(&self, _: &Type) -> String {
        self.0.clone()
    }

    fn argument(&self, index: usize) -> Result<Str> {
        match index {
            0..8 => Ok(format!("a{index}").into()),
            _ => Err(Error::new(Code::InvalidArgument, "too many")),
        }
    }

    /// The function returns its last argument.
    fn signature(&self, call: &KnownCall<'_>) -> Result<Type> {
        let last = call.types.last();
        let params = call.types.iter().map(|ty| FuncParam {
            name: None,
            ty: ty.clone(),
        });
        Ok(Type::func(FuncType {
            params: Some(FuncParams {
                positional: params.collect(),
                ..FuncParams::default()
            }),
            result: Some(last.unwrap_or(Type::string()).clone()),
            ..FuncType::default()
        })?)
    }

    fn check(&self, _: &Type, _: &[Option<Value>]) -> Result<()> {
        Ok(())
    }

    fn speculates(&self) -> bool {
        self.0.starts_with('_')
    }

    fn call(&self, arguments: &[Value], _: &Budget) -> std::result::Result<Value, Failure> {
        Ok(arguments
            .last()
            .cloned()
            .unwrap_or_else(|| Value::string("")))
    }
}

fn kinds() -> ResourceKinds {
    let field = |(name, ty): (&str, &str)| ResourceField {
        name: name.into(),
        stored: name.into(),
        ty: mcl::parse_type(ty, VariableScope::new()).expect("a type"),
        storage: ty.into(),
    };
    let fields = [
        ("text", "str"),
        ("count", "int"),
        ("list", "[]str"),
        ("any", "variant"),
    ];
    let kind = ResourceKind {
        fields: fields.map(field).into_iter().collect(),
        sends: Some([field(("text", "str"))].into_iter().collect()),
        traits: vec![Trait::Receives],
        behavior: None,
    };
    ResourceKinds([("thing".into(), kind)].into_iter().collect())
}

fn compile(text: &str) -> std::result::Result<Graph, Box<CompileError>> {
    let (files, kinds) = (Main(text), kinds());
    let host = Host {
        files: &files,
        library: &Anything,
        kinds: &kinds,
    };
    let budget = Budget::new().limit_steps(200_000).limit_bytes(64 << 20);
    let program = build(host, "/main.mcl", &budget)?;
    let typed = unify(program, host, &budget)?;
    graph(&typed, &budget)
}

/// Runs one input.
pub fn run(text: &str) {
    // Formatting a second time changes nothing.
    let lay_out = |text: &str| mcl::syntax::format(text.as_bytes(), "", None, &crate::budget());
    if let Ok(once) = lay_out(text)
        && let Ok(again) = lay_out(&once)
    {
        assert_eq!(again, once);
    }
    match compile(text) {
        Ok(graph) => {
            let vertices = graph.vertices().len();
            for edge in graph.edges() {
                assert!(edge.from.number().max(edge.to.number()) < vertices);
                assert!(!edge.args.is_empty());
            }
            assert!(graph.graphviz().len() > vertices);
        }
        Err(error) => {
            assert!(!error.message.is_empty());
            for place in &error.places {
                let rows = place.source.text.split('\n').count() as u32;
                let within = place.area.row <= place.area.end_row && place.area.end_row <= rows;
                assert!(within, "{error}");
            }
            assert!(error.log().contains(&error.message));
            let _ = Error::from(*error);
        }
    }
}
