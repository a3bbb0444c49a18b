//! mcl programs that run while the world changes: after any events, the resources of a program are
//! those of a program that is started at that time, and the errors are the same.

use polycty::calls::Budget;
use polycty::dialect::mcl::functions::{Core, Host};
use polycty::dialect::mcl::host::{Environment, Files};
use polycty::dialect::mcl::resources::{ResourceField, ResourceKind, ResourceKinds};
use polycty::dialect::mcl::{self, Program, Runtime, Sender, Stage};
use polycty::source::Result;
use polycty::types::{Str, Type, VariableScope};
use polycty::values::Value;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

/// The maximum nesting of a program.
const DEEPEST: u32 = 3;

/// Bytes that select forms.
struct Choose<'b> {
    bytes: &'b [u8],
    /// A number for each name.
    names: u32,
}

impl Choose<'_> {
    fn next(&mut self, of: u8) -> u8 {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                first % of
            }
            None => 0,
        }
    }

    fn name(&mut self) -> u32 {
        self.names += 1;
        self.names
    }
}

/// The visible variables, by type.
#[derive(Clone, Default)]
struct Scope {
    texts: Vec<String>,
    lists: Vec<String>,
    functions: Vec<String>,
}

impl Scope {
    fn pick(names: &[String], choose: &mut Choose<'_>, else_: &str) -> String {
        match names.len() {
            0 => else_.to_owned(),
            count => format!("${}", names[usize::from(choose.next(count.min(255) as u8))]),
        }
    }

    fn with_text(&self, name: String) -> Scope {
        let mut scope = self.clone();
        scope.texts.push(name);
        scope
    }
}

fn text(choose: &mut Choose<'_>, scope: &Scope, depth: u32) -> String {
    if depth == 0 {
        return match choose.next(3) {
            0 => format!("os.readfile(\"x{}\")", choose.next(3)),
            1 => Scope::pick(&scope.texts, choose, "\"b\""),
            _ => "\"a\"".to_owned(),
        };
    }
    let deeper = depth - 1;
    match choose.next(8) {
        0 => text(choose, scope, 0),
        1 => {
            let (a, b) = (text(choose, scope, deeper), text(choose, scope, deeper));
            format!("({a} + {b})")
        }
        2 => {
            let condition = flag(choose, scope, deeper);
            let (a, b) = (text(choose, scope, deeper), text(choose, scope, deeper));
            format!("if {condition} {{ {a} }} else {{ {b} }}")
        }
        3 => {
            let list = list(choose, scope, deeper);
            let instead = text(choose, scope, deeper);
            format!("({list}[{}] <|> {instead})", choose.next(3))
        }
        4 => format!("{}[{}]", list(choose, scope, deeper), choose.next(2)),
        5 => {
            let function = Scope::pick(&scope.functions, choose, "func($q) { $q + \"!\" }");
            format!("{function}({})", text(choose, scope, deeper))
        }
        6 => {
            let list = list(choose, scope, deeper);
            format!("iter.reduce(\"r\", {list}, func($p, $q) {{ $p + $q }})")
        }
        _ => {
            let name = format!("p{}", choose.name());
            let body = text(choose, &scope.with_text(name.clone()), deeper);
            format!(
                "func(${name}) {{ {body} }}({})",
                text(choose, scope, deeper)
            )
        }
    }
}

fn flag(choose: &mut Choose<'_>, scope: &Scope, depth: u32) -> String {
    let deeper = depth.saturating_sub(1);
    match choose.next(4) {
        0 => format!("os.file_exists(\"c{}\")", choose.next(2)),
        1 => format!(
            "(len({}) > {})",
            list(choose, scope, deeper),
            choose.next(3)
        ),
        2 => {
            let (a, b) = (text(choose, scope, deeper), text(choose, scope, deeper));
            format!("({a} == {b})")
        }
        _ => format!("not os.file_exists(\"c{}\")", choose.next(2)),
    }
}

fn list(choose: &mut Choose<'_>, scope: &Scope, depth: u32) -> String {
    if depth == 0 {
        return match choose.next(2) {
            0 => format!("world.schedule(\"l{}\")", choose.next(2)),
            _ => Scope::pick(&scope.lists, choose, "[\"a\", \"b\"]"),
        };
    }
    let deeper = depth - 1;
    match choose.next(6) {
        0 => list(choose, scope, 0),
        1 => {
            let (a, b) = (text(choose, scope, deeper), text(choose, scope, deeper));
            format!("[{a}, {b}]")
        }
        2 => {
            let (list, function) = (list(choose, scope, deeper), function(choose, scope, deeper));
            format!("iter.map({list}, {function})")
        }
        3 => {
            let name = format!("p{}", choose.name());
            let list = list(choose, scope, deeper);
            let other = text(choose, &scope.with_text(name.clone()), deeper);
            format!("iter.filter({list}, func(${name}) {{ ${name} != {other} }})")
        }
        4 => {
            let condition = flag(choose, scope, deeper);
            let (a, b) = (list(choose, scope, deeper), list(choose, scope, deeper));
            format!("if {condition} {{ {a} }} else {{ {b} }}")
        }
        _ => {
            let (a, b) = (list(choose, scope, deeper), list(choose, scope, deeper));
            format!("iter.zip({a}, {b}, func($p, $q) {{ $p + $q }})")
        }
    }
}

fn function(choose: &mut Choose<'_>, scope: &Scope, depth: u32) -> String {
    match choose.next(3) {
        0 if depth > 0 => {
            let condition = flag(choose, scope, depth - 1);
            let (a, b) = (
                function(choose, scope, depth - 1),
                function(choose, scope, depth - 1),
            );
            format!("if {condition} {{ {a} }} else {{ {b} }}")
        }
        1 if !scope.functions.is_empty() => Scope::pick(&scope.functions, choose, ""),
        _ => {
            let name = format!("p{}", choose.name());
            let body = text(choose, &scope.with_text(name.clone()), depth);
            format!("func(${name}) {{ {body} }}")
        }
    }
}

fn statements(choose: &mut Choose<'_>, scope: &Scope, depth: u32, out: &mut String) {
    let mut scope = scope.clone();
    for _ in 0..2 + choose.next(3) {
        let name = choose.name();
        // Writing to a `String` cannot fail.
        let _ = match choose.next(if depth == 0 { 5 } else { 9 }) {
            1 => {
                let value = text(choose, &scope, DEEPEST);
                scope.texts.push(format!("v{name}"));
                writeln!(out, "$v{name} = {value}")
            }
            2 => {
                let value = list(choose, &scope, DEEPEST);
                scope.lists.push(format!("l{name}"));
                writeln!(out, "$l{name} = {value}")
            }
            3 => {
                let value = function(choose, &scope, DEEPEST);
                scope.functions.push(format!("f{name}"));
                writeln!(out, "$f{name} = {value}")
            }
            0 | 4 => {
                let (own, field) = (text(choose, &scope, 1), text(choose, &scope, DEEPEST));
                writeln!(
                    out,
                    "thing [\"n{name}\" + {own}] {{\n\ttext => {field},\n}}"
                )
            }
            5 => {
                let _ = writeln!(out, "if {} {{", flag(choose, &scope, DEEPEST));
                statements(choose, &scope, depth - 1, out);
                let _ = writeln!(out, "}} else {{");
                statements(choose, &scope, depth - 1, out);
                writeln!(out, "}}")
            }
            6 => {
                let over = list(choose, &scope, DEEPEST);
                let _ = writeln!(out, "for $i{name}, $v{name} in {over} {{");
                statements(choose, &scope.with_text(format!("v{name}")), depth - 1, out);
                writeln!(out, "}}")
            }
            7 => {
                let _ = writeln!(out, "forkv $k{name}, $v{name} in world.kvlookup(\"m\") {{");
                let scope = scope
                    .with_text(format!("v{name}"))
                    .with_text(format!("k{name}"));
                statements(choose, &scope, depth - 1, out);
                writeln!(out, "}}")
            }
            _ => {
                let _ = writeln!(out, "class c{name}($v{name}) {{");
                statements(choose, &scope.with_text(format!("v{name}")), depth - 1, out);
                let given = text(choose, &scope, 1);
                writeln!(out, "}}\ninclude c{name}({given})")
            }
        };
    }
}

#[derive(Default)]
struct World {
    texts: Mutex<[u8; 3]>,
    flags: Mutex<[bool; 2]>,
    lists: Mutex<[u8; 2]>,
    map: Mutex<u8>,
    senders: Mutex<Vec<Sender>>,
}

impl World {
    /// Changes the world, and sends an event to all followers.
    fn change(&self, what: u8, to: u8) {
        match what % 8 {
            at @ 0..3 => self.texts.lock().expect("whole")[usize::from(at)] = to,
            at @ 3..5 => {
                self.flags.lock().expect("whole")[usize::from(at - 3)] = to.is_multiple_of(2)
            }
            at @ 5..7 => self.lists.lock().expect("whole")[usize::from(at - 5)] = to,
            _ => *self.map.lock().expect("whole") = to,
        }
        for sender in &*self.senders.lock().expect("whole") {
            sender.send();
        }
    }
}

impl Host for World {
    fn answer(
        &self,
        function: &str,
        arguments: &[&Value],
        returns: &Type,
    ) -> Result<Option<Value>> {
        let argument = arguments.first().and_then(|value| value.as_str());
        let digit = argument
            .and_then(|text| text.bytes().last())
            .unwrap_or(b'0');
        let at = usize::from(digit.wrapping_sub(b'0'));
        let word = |byte: u8| Value::string(["a", "b", "", "cc"][usize::from(byte % 4)]);
        Ok(match function {
            "os.readfile" => Some(word(self.texts.lock().expect("whole")[at])),
            "os.file_exists" => Some(Value::bool(self.flags.lock().expect("whole")[at])),
            "world.schedule" => {
                let byte = self.lists.lock().expect("whole")[at];
                let words = (0..byte % 4).map(|at| word(byte >> (2 + at)));
                Some(mcl::new_list(returns, words)?)
            }
            _ => {
                let byte = *self.map.lock().expect("whole");
                let words = (0..byte % 3).map(|at| (word(byte >> at), word(byte >> (2 + at))));
                Some(mcl::new_map(returns, words)?)
            }
        })
    }

    fn subscribe(&self, _: &str, _: &[&Value], sender: &Sender) -> Result<()> {
        let mut senders = self.senders.lock().expect("whole");
        senders.retain(|other| other != sender);
        senders.push(sender.clone());
        Ok(())
    }

    fn unsubscribe(&self, sender: &Sender) {
        let mut senders = self.senders.lock().expect("whole");
        senders.retain(|other| other != sender);
    }
}

struct Main(String);

impl Files for Main {
    fn read(&self, path: &str) -> Option<Str> {
        (path == "/main.mcl").then(|| self.0.as_str().into())
    }
}

fn kinds() -> ResourceKinds {
    let field = ResourceField {
        name: "text".into(),
        stored: "Text".into(),
        ty: mcl::parse_type("str", VariableScope::new()).expect("a type"),
        storage: "string".into(),
    };
    let kind = ResourceKind {
        fields: [field].into_iter().collect(),
        ..ResourceKind::default()
    };
    ResourceKinds([("thing".into(), kind)].into_iter().collect())
}

/// The resources of a program, or the stage that fails. `None` if the budget is exceeded.
fn asked(runtime: &mut Runtime) -> Option<std::result::Result<String, Stage>> {
    let budget = Budget::new().limit_steps(500_000).limit_bytes(256 << 20);
    match runtime.step(&budget) {
        Ok(progress) => {
            assert!(progress.complete, "something has no value");
            let graph = runtime.resources().expect("a graph");
            Some(Ok(graph.with_fields(&runtime.program().environment().kinds)))
        }
        Err(failure) if failure.code.is_refusal() => None,
        Err(failure) => {
            assert!(!failure.message.is_empty());
            Some(Err(failure.stage))
        }
    }
}

/// Runs one input: changes, in pairs up to the first zero, and then a program.
pub fn run(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(0);
    let (events, rest) = bytes.split_at(end);
    let mut choose = Choose {
        bytes: rest.get(1..).unwrap_or_default(),
        names: 0,
    };
    let mut program = "import \"iter\"\nimport \"os\"\nimport \"world\"\n".to_owned();
    statements(&mut choose, &Scope::default(), 2, &mut program);
    let world = Arc::new(World::default());
    let environment = Environment {
        files: Arc::new(Main(program.clone())),
        library: Arc::new(Core::new(world.clone())),
        kinds: Arc::new(kinds()),
    };
    let budget = Budget::new().limit_steps(500_000).limit_bytes(256 << 20);
    let compiled = match Program::compile(environment, "/main.mcl", &budget) {
        Ok(compiled) => Arc::new(compiled),
        Err(failure) => {
            let expected = failure.code.is_refusal() || failure.stage == Stage::Unify;
            assert!(expected, "{failure}\n{program}");
            return;
        }
    };
    let Ok(mut running) = compiled.start(&budget) else {
        return;
    };
    let mut events = events.chunks_exact(2);
    loop {
        let now = asked(&mut running);
        let Ok(mut fresh) = compiled.start(&budget) else {
            return;
        };
        let (Some(now), Some(new)) = (now, asked(&mut fresh)) else {
            return;
        };
        drop(fresh);
        assert_eq!(now, new, "{program}");
        // A failed program does not continue.
        if now == Err(Stage::Stream) {
            return;
        }
        match events.next() {
            Some(event) => world.change(event[0], event[1]),
            None => return,
        }
    }
}
