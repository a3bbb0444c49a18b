//! Tests of the compilation of programs: graphs and errors.

use crate::graph::{Graph, graph};
use crate::host::{Files, Function, Host, KnownCall, Library};
use crate::resources::{ResourceField, ResourceKind, ResourceKinds, Trait};
use crate::scope::build;
use crate::typing::{Typed, unify};
use crate::{CompileError, Failure, MclType, Stage, format_type, parse_type};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Str, Type, VariableScope};
use polycty_core::values::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// A library of functions with their signatures; the flag allows calls during compilation.
struct Table;

const TABLE: [(&str, &str, bool); 7] = [
    ("_operator", "func(op str, a ?1, b ?1) ?1", true),
    ("concat", "func(a str, b str) str", true),
    ("len", "func(?1) int", true),
    ("_collect", "func(kind str, names ?1) []str", false),
    ("_struct_lookup", "func(struct ?1, field str) ?2", true),
    ("clock.now", "func() int", false),
    ("panic", "func(x bool) bool", false),
];

struct Listed {
    name: &'static str,
    signature: Type,
    speculates: bool,
}

impl Library for Table {
    fn function(&self, name: &str) -> Option<Arc<dyn Function>> {
        let (full, signature, speculates) = *TABLE.iter().find(|(other, ..)| *other == name)?;
        Some(Arc::new(Listed {
            name: full.rsplit('.').next().unwrap_or(full),
            signature: parse_type(signature, VariableScope::new()).ok()?,
            speculates,
        }))
    }

    fn has_module(&self, module: &str) -> bool {
        module == "clock"
    }

    fn variables(&self, module: &str) -> Vec<(Str, Value)> {
        match module {
            "" => vec![("const.none".into(), Value::string(""))],
            _ => Vec::new(),
        }
    }

    fn sources(&self, _: &str) -> Vec<(Str, Str)> {
        Vec::new()
    }
}

impl Function for Listed {
    fn name(&self) -> &str {
        self.name
    }

    fn title(&self, _: &Type) -> String {
        self.name.to_owned()
    }

    fn argument(&self, index: usize) -> Result<Str> {
        match MclType::of(&self.signature) {
            Some(MclType::Func(params, _)) if index < params.len() => {
                let name = params[index].name.clone();
                Ok(name.unwrap_or_else(|| "a".into()))
            }
            _ => Err(Error::new(Code::Type, format!("no argument {index}"))),
        }
    }

    fn signature(&self, _: &KnownCall<'_>) -> Result<Type> {
        Ok(self.signature.clone())
    }

    fn check(&self, ty: &Type, _: &[Option<Value>]) -> Result<()> {
        match MclType::of(ty) {
            Some(MclType::Func(_, Some(result)))
                if result.is_bool() && self.name == "_operator" =>
            {
                Err(Error::new(Code::Type, "did not match"))
            }
            _ => Ok(()),
        }
    }

    fn speculates(&self) -> bool {
        self.speculates
    }

    fn call(&self, _: &[Value], _: &Budget) -> std::result::Result<Value, Failure> {
        Err(Error::new(Code::Unsupported, "is not computed").into())
    }
}

struct Folder(HashMap<&'static str, Str>);

impl Files for Folder {
    fn read(&self, path: &str) -> Option<Str> {
        self.0.get(path).cloned()
    }
}

fn kinds() -> ResourceKinds {
    let field = |name: &str, ty: &str| ResourceField {
        name: name.into(),
        stored: name.into(),
        ty: parse_type(ty, VariableScope::new()).unwrap(),
        storage: ty.into(),
    };
    let kind = ResourceKind {
        fields: [("text", "str"), ("count", "int"), ("any", "variant")]
            .map(|(name, ty)| field(name, ty))
            .into_iter()
            .collect(),
        sends: Some([field("sent", "str")].into_iter().collect()),
        traits: vec![Trait::Receives],
        behavior: None,
    };
    ResourceKinds([("thing".into(), kind)].into_iter().collect())
}

fn compile_files(
    files: &[(&'static str, &str)],
    budget: &Budget,
) -> std::result::Result<(Typed, Graph), Box<CompileError>> {
    let folder = Folder(
        files
            .iter()
            .map(|(path, text)| (*path, (*text).into()))
            .collect(),
    );
    let kinds = kinds();
    let host = Host {
        files: &folder,
        library: &Table,
        kinds: &kinds,
    };
    let program = build(host, "/main.mcl", budget)?;
    let typed = unify(program, host, budget)?;
    let graph = graph(&typed, budget)?;
    Ok((typed, graph))
}

fn compile(text: &str) -> std::result::Result<(Typed, Graph), Box<CompileError>> {
    compile_files(&[("/main.mcl", text)], &Budget::new())
}

fn error(text: &str) -> (Stage, String) {
    let failure = compile(text).unwrap_err();
    (failure.stage, failure.to_string())
}

/// Returns the lines of a graph, sorted.
fn lines(text: &str) -> Vec<String> {
    let (_, graph) = compile(text).unwrap();
    let mut lines: Vec<String> = graph.to_string().lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn a_bind_has_one_vertex_for_all_uses() {
    assert_eq!(
        lines("thing $x {\n\ttext => $x,\n}\n$x = \"a\"\n"),
        ["Vertex: const: str(\"a\")"]
    );
}

#[test]
fn a_known_function_is_applied_at_once() {
    let text = "$join = func($a) {\n\t$a + \"!\"\n}\nthing \"n\" {\n\ttext => $join(\"a\"),\n}\n";
    assert_eq!(
        lines(text),
        [
            "Edge: const: str(\"!\") -> _operator # b",
            "Edge: const: str(\"+\") -> _operator # op",
            "Edge: const: str(\"a\") -> _operator # a",
            "Vertex: _operator",
            "Vertex: const: str(\"!\")",
            "Vertex: const: str(\"+\")",
            "Vertex: const: str(\"a\")",
            "Vertex: const: str(\"n\")",
        ]
    );
    // The result of this call is not a call that may be applied during compilation, so the attempt
    // is undone.
    let text = "$first = func($a, $b) {\n\t$a\n}\nthing [$first(\"n\", \"m\")] {}\n";
    assert_eq!(
        lines(text),
        [
            "Edge: FuncValue -> call # fn",
            "Edge: call -> callSubgraphOutput # dummy",
            "Edge: callSubgraphOutput -> composite: []str # 0",
            "Vertex: FuncValue",
            "Vertex: call",
            "Vertex: callSubgraphOutput",
            "Vertex: composite: []str",
            "Vertex: const: str(\"m\")",
            "Vertex: const: str(\"n\")",
        ]
    );
}

#[test]
fn edges_have_the_parameter_names_of_the_signature() {
    let lines = lines("thing \"n\" {\n\tcount => len(\"a\"),\n}\n");
    assert_eq!(lines[0], "Edge: const: str(\"a\") -> len # 0");
}

#[test]
fn parts_that_depend_on_values_are_built_later() {
    let text = "import \"clock\"\nif clock.now() == 1 {\n\tthing \"n\" {}\n}\n";
    let failure = compile(text).unwrap_err();
    // The operators of this table return the type of their operands.
    assert_eq!(failure.message, "type error: int != bool");
    for name in ["$v", "\"${v}\""] {
        let text = format!("for $i, $v in [\"a\"] {{\n\tthing {name} {{}}\n}}\n");
        assert_eq!(
            lines(&text),
            [
                "Edge: composite: []str -> for # list",
                "Edge: const: str(\"a\") -> composite: []str # 0",
                "Vertex: composite: []str",
                "Vertex: const: str(\"a\")",
                "Vertex: for",
            ]
        );
    }
    let (_, graph) = compile("thing [\"a\\\"\"] {}\n").unwrap();
    assert_eq!(
        graph.graphviz(),
        "digraph {\n\tv0 [label=\"const: str(\\\"a\\\\\\\"\\\")\"];\n\tv1 [label=\"composite: \
         []str\"];\n\tv0 -> v1 [label=\"0\"];\n}\n"
    );
}

#[test]
fn each_copy_of_a_function_or_class_has_its_own_types() {
    let text = "func id($x) {\n\t$x\n}\nclass c($n, $a) {\n\tthing \"${n}\" {\n\t\tany => $a,\n\t}\n}\n\
                thing \"n\" {\n\ttext => id(\"a\"),\n\tcount => id(1),\n}\n\
                include c(\"a\", 1)\ninclude c(\"b\", \"x\")\n";
    assert!(compile(text).is_ok());
    let text =
        "$id = func($x) {\n\t$x\n}\nthing \"n\" {\n\ttext => $id(\"a\"),\n\tcount => $id(1),\n}\n";
    let (stage, message) = error(text);
    assert_eq!(stage, Stage::Unify);
    assert_eq!(message, "type error: str != int: /main.mcl @ 1:7-3:2");
}

#[test]
fn an_include_with_an_alias_defines_a_namespace() {
    let text = "$out = \"o\"\nclass c {\n\t$x = \"a\"\n\tclass inner {\n\t\tthing \"i\" {}\n\t}\n}\n\
                include c as i\ninclude i.inner\nthing \"n\" {\n\ttext => $i.x,\n}\n\
                thing \"m\" {\n\ttext => $i.out,\n}\n";
    let (typed, _) = compile(text).unwrap();
    assert_eq!(typed.program.body.len(), 4);
    let (stage, message) = error("class c {\n\t$x = 1\n}\ninclude c\nthing \"${x}\" {}\n");
    assert_eq!(stage, Stage::SetScope);
    assert_eq!(
        message,
        "var `$x` does not exist in this scope: /main.mcl @ 5:7-5:13"
    );
}

#[test]
fn errors_of_names_have_locations() {
    for (text, wanted) in [
        (
            "$x = 1\n$x = 2\n",
            "could not generate ordering: duplicate assignment to `var:x`, have: bind(x): \
             /main.mcl @ 2:1-2:7",
        ),
        (
            "$a = $b\n$b = [$a]\n",
            "recursive reference while setting scope: not a dag: /main.mcl @ 1:6-1:8, \
             /main.mcl @ 2:7-2:9",
        ),
        (
            "$f = func($a) {\n\t$b\n}\n",
            "failed to set scope on function body: var `$b` does not exist in this scope: \
             /main.mcl @ 2:2-2:4",
        ),
        (
            "$a = f()\n",
            "func `f` does not exist in this scope: /main.mcl @ 1:6-1:9",
        ),
        (
            "$a = $f()\n",
            "lambda `$$f` does not exist in this scope: /main.mcl @ 1:6-1:10",
        ),
        (
            "include c\n",
            "class `c` does not exist in this scope: /main.mcl @ 1:1-1:10",
        ),
        (
            "class c($a) {\n}\ninclude c\n",
            "class `c` expected 1 args but got 0: /main.mcl @ 3:1-3:10",
        ),
        (
            "import \"nothing\"\n",
            "system import of `nothing` failed: could not find any non-empty scope named: \
             nothing: /main.mcl @ 1:1-1:17",
        ),
        (
            "import \"a.mcl\"\nimport \"b.mcl\" as a\n",
            "local import of `a.mcl` failed: can't read file: /a.mcl: /main.mcl @ 1:1-1:15",
        ),
    ] {
        assert_eq!(error(text), (Stage::SetScope, wanted.to_owned()), "{text}");
    }
}

#[test]
fn modules_are_found_and_errors_name_them() {
    let main = "import \"lib/\" as l\nimport \"git://host/path/mgmt-far/\"\n\
                thing \"n\" {\n\ttext => $l.a,\n\tcount => far.one(),\n}\n";
    let files = [
        ("/main.mcl", main),
        ("/lib/metadata.yaml", "main: \"start.mcl\"\n"),
        ("/lib/start.mcl", "import \"more.mcl\" as *\n$a = $b\n"),
        ("/lib/more.mcl", "$b = \"b\"\n"),
        ("/modules/host/path/mgmt-far/metadata.yaml", ""),
        (
            "/modules/host/path/mgmt-far/main.mcl",
            "func one() {\n\t1\n}\n",
        ),
    ];
    compile_files(&files, &Budget::new()).unwrap();
    let mut broken = files;
    broken[3].1 = "$b = [\n";
    let failure = compile_files(&broken, &Budget::new()).unwrap_err();
    assert_eq!(failure.stage, Stage::SetScope);
    assert_eq!(
        failure.to_string(),
        "local import of `lib/` failed: could not set scope from import: local import of \
         `more.mcl` failed: could not generate AST from import: parser: `syntax error: unexpected \
         $end`: /lib/more.mcl @ 1:1-1:2: /lib/start.mcl @ 1:1-1:23: /main.mcl @ 1:1-1:19"
    );
    broken[3].1 = "thing \"n\" {}\n";
    let failure = compile_files(&broken, &Budget::new()).unwrap_err();
    assert!(
        failure.to_string().contains("found stmt: res(thing)"),
        "{failure}"
    );
    broken[3].1 = "import \"start.mcl\"\n";
    assert_eq!(
        compile_files(&broken, &Budget::new()).unwrap_err().code,
        Code::Limit
    );
}

#[test]
fn errors_of_types_have_locations() {
    for (text, wanted) in [
        (
            "thing \"n\" {\n\ttext => 1,\n}\n",
            "type error: str != int: /main.mcl @ 2:2-2:12",
        ),
        (
            "thing \"n\" {\n\tother => 1,\n}\n",
            "field `other` does not exist in `thing` resource: /main.mcl @ 2:2-2:13",
        ),
        (
            "Thing[\"a\"]\n",
            "can't create an edge with only one half: /main.mcl @ 1:1-1:11",
        ),
        (
            "Thing[\"a\"].sent -> Thing[\"b\"].count\n",
            "cannot send/recv from thing[a].sent to thing[b].count: field kind mismatch between \
             str and int: /main.mcl @ 1:1-1:36",
        ),
        (
            "thing \"n\" {\n\tany => true + false,\n}\n",
            "error setting type: func() { <built-in:_operator> }, error: did not match: \
             /main.mcl @ 2:9-2:21",
        ),
        (
            "thing \"n\" {\n\tany => [],\n}\n",
            "expr: list() is ambiguous: []?1: /main.mcl @ 2:9-2:11",
        ),
        (
            "import \"clock\"\nthing \"n\" {\n\tcount => clock.now(1),\n}\n",
            "error getting arg name #0 for func `clock.now`: no argument 0: /main.mcl @ 3:11-3:23",
        ),
    ] {
        assert_eq!(error(text), (Stage::Unify, wanted.to_owned()), "{text}");
    }
    assert_eq!(
        error("thing \"n\" {\n\ta => 1,\n\ta => 2,\n}\n").0,
        Stage::Init
    );
    assert_eq!(error("thing \"${1}\" {}\n").0, Stage::Interpolate);
    let text = "thing \"n\" {\n\tMeta:noop => true,\n\tMeta => 1,\n}\n";
    assert_eq!(
        error(text).1,
        "type error: struct != int: /main.mcl @ 3:2-3:12"
    );
}

#[test]
fn types_are_inferred() {
    let (typed, _) = compile("$x = {\"a\" => [1]}\nthing \"n\" {\n\tany => $x,\n}\n").unwrap();
    let types = (0..typed.program.len())
        .filter_map(|at| typed.ty(typed.program.id(at)?))
        .map(|ty| format_type(ty).unwrap());
    let types: Vec<String> = types.collect();
    assert!(types.contains(&"map{str: []int}".to_owned()), "{types:?}");
}

/// Runs `work` on a small stack.
fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(work)
        .unwrap();
    thread.join().unwrap();
}

#[test]
fn depth_is_bounded() {
    on_small_stack(|| {
        let nested = |open: &str, close: &str, levels: usize| {
            format!("$x = {}1{}\n", open.repeat(levels), close.repeat(levels))
        };
        assert!(compile(&nested("[", "]", 200)).is_ok());
        assert!(compile(&nested("(", ")", 200)).is_ok());
        assert_eq!(
            compile(&nested("[", "]", 300)).unwrap_err().code,
            Code::Limit
        );
        let blocks = |levels: usize| {
            format!(
                "{}thing \"n\" {{}}\n{}",
                "if true {\n".repeat(levels),
                "}\n".repeat(levels)
            )
        };
        assert!(compile(&blocks(50)).is_ok());
        assert_eq!(compile(&blocks(300)).unwrap_err().code, Code::Limit);
        let ends = |text: &dyn Fn(usize) -> String, fits: usize| {
            assert!(compile(&text(fits)).is_ok());
            for levels in [2 * fits, 4 * fits, 16 * fits] {
                if let Err(failure) = compile(&text(levels)) {
                    assert_eq!(failure.code, Code::Limit, "{failure}");
                }
            }
            assert!(compile(&text(16 * fits)).is_err());
        };
        let classes = |levels: usize| {
            let class = |at: usize| format!("class c{at} {{\n\tinclude c{}\n}}\n", at + 1);
            let classes: String = (0..levels).map(class).collect();
            format!("{classes}class c{levels} {{\n\tthing \"n\" {{}}\n}}\ninclude c0\n")
        };
        ends(&classes, 50);
        let functions = |levels: usize| {
            let func = |at: usize| format!("func f{at}() {{\n\t[f{}()]\n}}\n", at + 1);
            let funcs: String = (0..levels).map(func).collect();
            format!("{funcs}func f{levels}() {{\n\t1\n}}\nthing \"n\" {{\n\tany => f0(),\n}}\n")
        };
        ends(&functions, 50);
    });
}

#[test]
fn chains_may_be_long() {
    on_small_stack(|| {
        let mut text = "$x0 = \"a\"\n".to_owned();
        for at in 1..2000 {
            text.push_str(&format!("$x{at} = $x{} + \"a\"\n", at - 1));
        }
        text.push_str("thing \"n\" {\n\ttext => $x1999,\n}\n");
        let (_, graph) = compile(&text).unwrap();
        assert_eq!(graph.vertices().len(), 2 + 3 * 1999);
    });
}

#[test]
fn values_with_shared_parts_are_not_expanded() {
    let mut text = "$x0 = [1]\n".to_owned();
    for at in 1..60 {
        let before = at - 1;
        text.push_str(&format!(
            "$x{at} = struct{{a => $x{before}, b => $x{before}}}\n"
        ));
    }
    text.push_str("thing \"n\" {\n\tany => $x30,\n}\n");
    // The type is too large to be formatted.
    assert_eq!(compile(&text).unwrap_err().code, Code::Limit);
    let (typed, _) = compile(&text.replace("any => $x30", "any => $x3")).unwrap();
    let known = (0..typed.program.len()).filter_map(|at| typed.value(typed.program.id(at)?));
    assert!(known.count() > 4);
}

#[test]
fn imports_are_bounded() {
    on_small_stack(|| {
        const LEVELS: [[&str; 2]; 8] = [
            ["/aa.mcl", "/ba.mcl"],
            ["/ab.mcl", "/bb.mcl"],
            ["/ac.mcl", "/bc.mcl"],
            ["/ad.mcl", "/bd.mcl"],
            ["/ae.mcl", "/be.mcl"],
            ["/af.mcl", "/bf.mcl"],
            ["/ag.mcl", "/bg.mcl"],
            ["/ah.mcl", "/bh.mcl"],
        ];
        // Each file imports both files of the next level. Without sharing of copies after the
        // sixteenth, each file would be copied 128 times, once per path.
        let doubling = |levels: usize| {
            let text = |level: usize| match LEVELS[..levels].get(level) {
                Some([a, b]) => {
                    format!("import \"{a}\" as a\nimport \"{b}\" as b\n$x = $a.x + $b.x\n")
                        .replace("\"/", "\"")
                }
                None => "$x = 1\n".to_owned(),
            };
            let texts: Vec<String> = (0..=levels).map(text).collect();
            let mut files = vec![("/main.mcl", &*texts[0])];
            for (level, paths) in LEVELS[..levels].iter().enumerate() {
                files.extend(paths.map(|path| (path, &*texts[level + 1])));
            }
            compile_files(&files, &Budget::standard()).unwrap().0
        };
        let [three, seven, eight] = [3, 7, 8].map(|levels| doubling(levels).program.len());
        assert!(
            three < seven && eight - seven < 300,
            "{seven} and {eight} nodes"
        );
    });
}

#[test]
fn copies_of_classes_are_bounded() {
    on_small_stack(|| {
        let doubling = |levels: usize| {
            let class = |at: usize| {
                format!(
                    "class c{at} {{\n\tinclude c{0}\n\tinclude c{0}\n}}\n",
                    at + 1
                )
            };
            let classes: String = (0..levels).map(class).collect();
            let text = format!("{classes}class c{levels} {{\n\tthing \"n\" {{}}\n}}\ninclude c0\n");
            compile_files(&[("/main.mcl", &text)], &Budget::new().limit_steps(100_000))
        };
        assert!(doubling(4).is_ok());
        let failure = doubling(24).err();
        assert_eq!(failure.map(|failure| failure.code), Some(Code::Limit));
    });
}

#[test]
fn copies_are_bounded() {
    on_small_stack(|| {
        let mut text = "func f0($x) {\n\t$x + \"\"\n}\n".to_owned();
        for at in 1..64 {
            let before = at - 1;
            text.push_str(&format!(
                "func f{at}($x) {{\n\tf{before}($x) + f{before}($x)\n}}\n"
            ));
        }
        text.push_str("thing [f63(\"a\")] {}\n");
        let budget = Budget::new().limit_steps(100_000);
        let failure = compile_files(&[("/main.mcl", &text)], &budget).unwrap_err();
        assert_eq!(failure.code, Code::Limit);
    });
}
