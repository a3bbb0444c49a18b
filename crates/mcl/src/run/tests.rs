//! Tests of running programs: the requests to the host, and its failures.

use super::{Program, Runtime};
use crate::functions::{Core, Host};
use crate::host::{self, Environment, Files, KnownCall, Library};
use crate::resources::{Behavior, FieldTable, ResourceField, ResourceKind, ResourceKinds, Trait};
use crate::{CompileError, Failure, Sender, Stage, parse_type};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Str, Type, VariableScope};
use polycty_core::values::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The values of the test host by function and first argument, and the subscribed senders.
#[derive(Default)]
struct World {
    known: Mutex<HashMap<String, Value>>,
    followed: Mutex<Vec<(String, Sender)>>,
    asked: AtomicUsize,
}

impl World {
    fn key(function: &str, argument: Option<&str>) -> String {
        format!("{function} {}", argument.unwrap_or_default())
    }

    /// Sets a value and announces the change.
    fn say(&self, function: &str, argument: &str, value: Value) {
        let key = World::key(function, Some(argument));
        self.known.lock().unwrap().insert(key.clone(), value);
        for (followed, sender) in &*self.followed.lock().unwrap() {
            if *followed == key {
                sender.send();
            }
        }
    }

    fn list(&self, elements: &[&str]) {
        let elements: Vec<Value> = elements.iter().map(|text| Value::string(text)).collect();
        let list = Value::list_of(Type::string(), elements).unwrap();
        self.say("world.schedule", "l", list);
    }

    fn map(&self, entries: &[(&str, &str)]) {
        let ty = parse_type("map{str: str}", VariableScope::new()).unwrap();
        let entries = entries
            .iter()
            .map(|(k, v)| (Value::string(k), Value::string(v)));
        let map = crate::new_map(&ty, entries).unwrap();
        self.say("world.kvlookup", "m", map);
    }

    fn text(&self, name: &str, text: &str) {
        self.say("os.readfile", name, Value::string(text));
    }

    fn flag(&self, name: &str, flag: bool) {
        self.say("os.file_exists", name, Value::bool(flag));
    }
}

impl Host for World {
    fn answer(
        &self,
        function: &str,
        arguments: &[&Value],
        returns: &Type,
    ) -> Result<Option<Value>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let argument = arguments.first().and_then(|value| value.as_str());
        let known = self.known.lock().unwrap();
        let value = known.get(&World::key(function, argument)).cloned();
        Ok(value.or_else(|| crate::zero(returns).ok()))
    }

    fn subscribe(&self, function: &str, arguments: &[&Value], sender: &Sender) -> Result<()> {
        let argument = arguments.first().and_then(|value| value.as_str());
        let key = World::key(function, argument);
        let mut followed = self.followed.lock().unwrap();
        followed.retain(|(_, other)| other != sender);
        followed.push((key, sender.clone()));
        Ok(())
    }

    fn unsubscribe(&self, sender: &Sender) {
        self.followed
            .lock()
            .unwrap()
            .retain(|(_, other)| other != sender);
    }
}

struct Main(&'static str);

impl Files for Main {
    fn read(&self, path: &str) -> Option<Str> {
        (path == "/main.mcl").then(|| self.0.into())
    }
}

/// The core functions and a host function that counts its calls and fails on request.
struct Own {
    core: Core,
    counted: Arc<Counted>,
}

#[derive(Default)]
struct Counted {
    calls: AtomicUsize,
    senders: Mutex<Vec<Sender>>,
}

impl Library for Own {
    fn function(&self, name: &str) -> Option<Arc<dyn host::Function>> {
        match name {
            "own.counted" => Some(Arc::new(Count(self.counted.clone()))),
            _ => self.core.function(name),
        }
    }

    fn has_module(&self, module: &str) -> bool {
        module == "own" || self.core.has_module(module)
    }

    fn variables(&self, module: &str) -> Vec<(Str, Value)> {
        self.core.variables(module)
    }

    fn sources(&self, module: &str) -> Vec<(Str, Str)> {
        self.core.sources(module)
    }
}

struct Count(Arc<Counted>);

impl host::Function for Count {
    fn name(&self) -> &str {
        "counted"
    }

    fn title(&self, _: &Type) -> String {
        "counted".to_owned()
    }

    fn argument(&self, _: usize) -> Result<Str> {
        Ok("a".into())
    }

    fn signature(&self, _: &KnownCall<'_>) -> Result<Type> {
        parse_type("func(a str) str", VariableScope::new())
    }

    fn check(&self, _: &Type, _: &[Option<Value>]) -> Result<()> {
        Ok(())
    }

    fn speculates(&self) -> bool {
        false
    }

    fn call(&self, arguments: &[Value], _: &Budget) -> std::result::Result<Value, Failure> {
        let calls = self.0.calls.fetch_add(1, Ordering::Relaxed);
        match arguments[0].as_str() {
            Some("catch") => Err(Failure::catchable(Error::new(Code::NotFound, "caught"))),
            Some("wrong") => Ok(Value::bool(true)),
            text => Ok(Value::string(&format!(
                "{}{calls}",
                text.unwrap_or_default()
            ))),
        }
    }

    fn streams(&self) -> bool {
        true
    }

    fn subscribe(&self, _: &[Value], sender: &Sender) -> std::result::Result<(), Failure> {
        self.0.senders.lock().unwrap().push(sender.clone());
        Ok(())
    }

    fn unsubscribe(&self, _: &Sender) {
        self.0.senders.lock().unwrap().clear();
    }
}

/// A kind whose exported data are a count.
struct Counts;

impl Behavior for Counts {
    fn collect(&self, data: &str) -> Result<Vec<(Str, Value)>> {
        let count: i64 = data
            .parse()
            .map_err(|_| Error::new(Code::InvalidArgument, "no count"))?;
        Ok(vec![("count".into(), Value::from_integer(count.into()))])
    }
}

fn kinds() -> ResourceKinds {
    let field = |(name, ty, storage): (&str, &str, &str)| ResourceField {
        name: name.into(),
        stored: name.into(),
        ty: parse_type(ty, VariableScope::new()).unwrap(),
        storage: storage.into(),
    };
    let fields = [
        ("text", "str", "string"),
        ("count", "int", "uint8"),
        ("any", "variant", "any"),
    ];
    let fields: FieldTable = fields.map(field).into_iter().collect();
    let kind = ResourceKind {
        sends: Some(fields.clone()),
        fields,
        traits: vec![Trait::Receives, Trait::HasEdges],
        behavior: Some(Arc::new(Counts)),
    };
    ResourceKinds([("thing".into(), kind)].into_iter().collect())
}

struct Staged {
    world: Arc<World>,
    counted: Arc<Counted>,
    environment: Environment,
}

fn stage(text: &'static str) -> Staged {
    let (world, counted) = (Arc::new(World::default()), Arc::new(Counted::default()));
    let own = Own {
        core: Core::new(world.clone()),
        counted: counted.clone(),
    };
    let environment = Environment {
        files: Arc::new(Main(text)),
        library: Arc::new(own),
        kinds: Arc::new(kinds()),
    };
    Staged {
        world,
        counted,
        environment,
    }
}

/// A running program with its test host.
struct Running {
    world: Arc<World>,
    counted: Arc<Counted>,
    runtime: Runtime,
}

fn start(text: &'static str) -> Running {
    let Staged {
        world,
        counted,
        environment,
    } = stage(text);
    let budget = Budget::standard();
    let program = Program::compile(environment, "/main.mcl", &budget).unwrap();
    let runtime = Arc::new(program).start(&budget).unwrap();
    Running {
        world,
        counted,
        runtime,
    }
}

impl Running {
    fn step(&mut self) -> std::result::Result<bool, Box<CompileError>> {
        let progress = self.runtime.step(&Budget::standard())?;
        assert!(progress.complete && !self.runtime.is_due());
        Ok(progress.changed)
    }

    /// Returns the resources after a step: `name` or `name=text`.
    fn names(&mut self) -> String {
        self.step().unwrap();
        let graph = self.runtime.resources().unwrap();
        let name = |resource: &Arc<crate::resources::Resource>| match resource.field("text") {
            Some(text) => format!("{}={}", resource.name(), text.as_str().unwrap()),
            None => resource.name().to_string(),
        };
        let names: Vec<String> = graph.resources().iter().map(name).collect();
        names.join(" ")
    }

    fn error(&mut self) -> (Stage, String) {
        let error = self.step().unwrap_err();
        (error.stage, error.to_string())
    }
}

#[test]
fn an_event_changes_only_dependent_resources() {
    let mut running = start(
        "import \"os\"\nthing \"a\" {\n\ttext => os.readfile(\"x\"),\n}\nthing \"b\" {\n\ttext => \
         os.readfile(\"y\") + \"!\",\n}\nThing[\"a\"] -> Thing[\"b\"]\n",
    );
    assert_eq!(running.names(), "a= b=!");
    let before = running.runtime.resources().unwrap().clone();
    assert!(!running.step().unwrap());
    let asked = running.world.asked.load(Ordering::Relaxed);
    running.world.text("y", "new");
    assert!(running.runtime.is_due());
    assert_eq!(running.names(), "a= b=new!");
    assert_eq!(running.world.asked.load(Ordering::Relaxed), asked + 1);
    let after = running.runtime.resources().unwrap();
    // An unchanged resource is shared, not only equal.
    assert!(Arc::ptr_eq(&before.resources()[0], &after.resources()[0]));
    assert_eq!(before.difference(after).to_string(), "~ thing[b]: text\n");
    // An equal value is not a change.
    running.world.text("y", "new");
    assert!(!running.step().unwrap());
}

#[test]
fn a_condition_builds_one_branch() {
    let mut running = start(
        "import \"os\"\nimport \"world\"\n$l = world.schedule(\"l\")\n$x = $l[1]\nif \
         len($l) > 1 {\n\tthing \"${x}\" {}\n} else {\n\tthing \"few\" {}\n}\n$t = if \
         os.file_exists(\"c\") { os.readfile(\"x\") } else { \"no\" }\nthing \"t\" {\n\ttext => \
         $t,\n}\n",
    );
    running.world.list(&["a", "b"]);
    assert_eq!(running.names(), "b t=no");
    // The host is no longer asked for a value that only the removed branch used, so that value may
    // be invalid.
    let vertices = running.runtime.vertices();
    running.world.list(&["a"]);
    assert_eq!(running.names(), "few t=no");
    assert!(running.runtime.vertices() < vertices);
    running.world.text("x", "yes");
    running.world.flag("c", true);
    running.world.list(&["a", "c"]);
    assert_eq!(running.names(), "c t=yes");
    running.world.flag("c", false);
    assert_eq!(running.names(), "c t=no");
    assert_eq!(running.runtime.vertices(), vertices);
}

#[test]
fn loops_have_a_body_per_element() {
    let mut running = start(
        "import \"world\"\nimport \"fmt\"\n$end = \".\"\nfor $i, $v in world.schedule(\"l\") {\n\t$n \
         = fmt.printf(\"%d%s\", $i, $v)\n\tthing \"${n}${end}\" {}\n\tforkv $k, $w in \
         world.kvlookup(\"m\") {\n\t\tthing \"${n}${k}\" {\n\t\t\ttext => $w,\n\t\t}\n\t}\n}\n",
    );
    assert_eq!(running.names(), "");
    running.world.list(&["a", "b"]);
    assert_eq!(running.names(), "0a. 1b.");
    running.world.map(&[("k", "v"), ("l", "w")]);
    assert_eq!(running.names(), "0a. 0ak=v 0al=w 1b. 1bk=v 1bl=w");
    let before = running.runtime.resources().unwrap().clone();
    running.world.list(&["a", "c"]);
    assert_eq!(running.names(), "0a. 0ak=v 0al=w 1c. 1ck=v 1cl=w");
    let after = running.runtime.resources().unwrap();
    for at in 0..3 {
        assert!(Arc::ptr_eq(&before.resources()[at], &after.resources()[at]));
    }
    running.world.map(&[("l", "x")]);
    assert_eq!(running.names(), "0a. 0al=x 1c. 1cl=x");
    running.world.list(&[]);
    assert_eq!(running.names(), "");
}

#[test]
fn a_bind_in_a_loop_has_a_vertex_per_iteration() {
    let mut running = start(
        "import \"world\"\nimport \"own\"\nfor $i, $v in world.schedule(\"l\") {\n\t$x = \
         own.counted($v)\n\tthing [$x, $x + \"!\"] {}\n}\n",
    );
    running.world.list(&["a", "a"]);
    let names = running.names();
    assert!(
        ["a0 a0! a1 a1!", "a1 a1! a0 a0!"].contains(&names.as_str()),
        "{names}"
    );
    assert_eq!(running.counted.calls.load(Ordering::Relaxed), 2);
}

#[test]
fn functions_are_values() {
    let mut running = start(
        "import \"os\"\n$twice = func($f, $x) {\n\t$f($f($x))\n}\n$add = func($y) {\n\t\
         func($x) { $x + $y }\n}\n$f = if os.file_exists(\"c\") { $add(os.readfile(\"y\")) } else { \
         func($x) { \"-\" + $x } }\nthing [$twice($f, \"a\")] {}\n",
    );
    assert_eq!(running.names(), "--a");
    let vertices = running.runtime.vertices();
    running.world.text("y", "1");
    running.world.flag("c", true);
    assert_eq!(running.names(), "a11");
    running.world.text("y", "2");
    assert_eq!(running.names(), "a22");
    running.world.flag("c", false);
    assert_eq!(running.names(), "--a");
    assert_eq!(running.runtime.vertices(), vertices);
}

#[test]
fn functions_iterate_over_lists() {
    let mut running = start(
        "import \"world\"\nimport \"iter\"\nimport \"os\"\n$l = world.schedule(\"l\")\n$end = \
         os.readfile(\"end\")\n$m = iter.map($l, func($x) { $x + $end })\n$k = iter.filter($l, \
         func($x) { $x != \"b\" })\n$r = iter.reduce(\"r\", $l, func($a, $x) { $a + $x })\n$z = \
         iter.zip($l, $m, func($a, $b) { $a + $b })\n$fs = iter.map($l, func($x) { func($y) { $x + \
         $y } })\n$c = iter.map($fs, func($f) { $f(\"?\") })\nthing $m {}\nthing $k {}\nthing [$r] \
         {}\nthing $z {}\nthing $c {}\n",
    );
    assert_eq!(running.names(), "r");
    let vertices = running.runtime.vertices();
    running.world.text("end", "!");
    running.world.list(&["a", "b"]);
    assert_eq!(running.names(), "a! b! a rab aa! bb! a? b?");
    running.world.list(&["c", "b", "d"]);
    assert_eq!(running.names(), "c! b! d! c d rcbd cc! bb! dd! c? b? d?");
    running.world.text("end", ".");
    assert_eq!(running.names(), "c. b. d. c d rcbd cc. bb. dd. c? b? d?");
    running.world.list(&[]);
    assert_eq!(running.names(), "r");
    assert_eq!(running.runtime.vertices(), vertices);
}

#[test]
fn a_failure_is_caught_or_ends_the_program() {
    let mut running = start(
        "import \"world\"\n$l = world.schedule(\"l\")\n$x = $l[0] <|> $l[1] <|> \"none\"\nthing \
         \"t\" {\n\ttext => $x,\n}\n",
    );
    assert_eq!(running.names(), "t=none");
    running.world.list(&["a"]);
    assert_eq!(running.names(), "t=a");
    running.world.list(&[]);
    assert_eq!(running.names(), "t=none");
    let mut running =
        start("import \"world\"\n$l = world.schedule(\"l\")\nthing \"t\" {\n\ttext => $l[0],\n}\n");
    running.world.list(&["a"]);
    assert_eq!(running.names(), "t=a");
    running.world.list(&[]);
    let wanted = "list index not present, got: 0, len is: 0, in: []: /main.mcl @ 4:10-4:15";
    assert_eq!(running.error(), (Stage::Stream, wanted.to_owned()));
    running.world.list(&["a"]);
    assert_eq!(running.error().1, wanted);
}

#[test]
fn output_may_be_invalid_temporarily() {
    let mut running = start(
        "import \"world\"\nimport \"os\"\n$l = world.schedule(\"l\")\nthing $l {\n\tcount => 0 - \
         len($l),\n}\nThing[\"a\"] -> Thing[[os.readfile(\"x\")]]\n",
    );
    running.world.list(&["a"]);
    assert_eq!(
        running.error(),
        (
            Stage::Interpret,
            "error building resource: can't store negative int `-1` into unsigned `uint8` field: \
             /main.mcl @ 5:2-5:23"
                .to_owned()
        )
    );
    assert!(running.runtime.resources().is_none());
    assert_eq!(running.error().0, Stage::Interpret);
    let mut running = start(
        "import \"os\"\nthing [\"a\", \"b\"] {}\nThing[\"a\"] -> Thing[[os.readfile(\"x\")]]\n",
    );
    running.world.text("x", "c");
    let (stage, message) = running.error();
    assert_eq!(stage, Stage::Interpret);
    assert_eq!(
        message,
        "edge cannot find resource kind: thing named: `c`: /main.mcl @ 3:1-3:40"
    );
    running.world.text("x", "b");
    assert_eq!(running.names(), "a b");
    let before = running.runtime.resources().unwrap().clone();
    running.world.text("x", "a");
    assert_eq!(running.error().1, "resource graph has cycles: not a dag");
    assert!(Arc::ptr_eq(&before, running.runtime.resources().unwrap()));
}

#[test]
fn functions_of_a_host_stream_and_fail() {
    let mut running = start(
        "import \"own\"\nimport \"os\"\n$x = own.counted(os.readfile(\"x\")) <|> \"none\"\nthing \
         \"t\" {\n\ttext => $x,\n}\n",
    );
    let woken = Arc::new(AtomicUsize::new(0));
    let count = woken.clone();
    running.runtime.on_wake(move || {
        count.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(running.names(), "t=0");
    let sender = running.counted.senders.lock().unwrap()[0].clone();
    std::thread::spawn(move || sender.send()).join().unwrap();
    assert_eq!(woken.load(Ordering::Relaxed), 1);
    assert_eq!(running.names(), "t=1");
    running.world.text("x", "catch");
    assert_eq!(running.names(), "t=none");
    running.world.text("x", "wrong");
    let (stage, message) = running.error();
    assert_eq!(stage, Stage::Stream);
    assert_eq!(
        message,
        "counted: expected a result of type str, found bool: /main.mcl @ 3:6-3:35"
    );
    drop(running.runtime);
    assert!(running.counted.senders.lock().unwrap().is_empty());
}

#[test]
fn resources_have_meta_parameters_and_edges() {
    let mut running = start(
        "import \"os\"\n$c = os.file_exists(\"c\")\nthing [\"a\", \"b\"] {\n\ttext => $c ?: \
         \"t\",\n\tMeta:noop => true,\n\tMeta:limit => $c ?: 4.5,\n\tMeta:burst => 2,\n\t\
         Meta:autoedge => false,\n\tMeta:reverse => true,\n\tNotify => Thing[\"z\"],\n\tDepend => $c \
         ?: Thing[\"y\"],\n}\nthing [\"y\", \"z\"] {}\n",
    );
    running.step().unwrap();
    let graph = running.runtime.resources().unwrap().clone();
    let names = |graph: &crate::resources::ResourceGraph| {
        let edges = graph.edges().iter();
        edges
            .map(|edge| graph.edge_name(edge))
            .collect::<Vec<String>>()
            .join(", ")
    };
    assert_eq!(names(&graph), "thing[a] -> thing[z], thing[b] -> thing[z]");
    assert!(graph.edges()[0].notify);
    let meta = &graph.resources()[0].meta;
    assert!(meta.noop && meta.limit.is_infinite() && meta.burst == 2);
    // These meta parameters are set only for kinds with the trait.
    assert!(!meta.autoedge && !meta.reverse);
    running.world.flag("c", true);
    assert_eq!(running.names(), "a=t b=t y z");
    let after = running.runtime.resources().unwrap();
    assert_eq!(after.resources()[0].meta.limit, 4.5);
    assert!(names(after).contains("thing[y] -> thing[a]"));
    assert_eq!(
        graph.difference(after).to_string(),
        "~ thing[a]: text, Meta:limit\n~ thing[b]: text, Meta:limit\n+ thing[y] -> thing[a]\n\
         + thing[y] -> thing[b]\n"
    );
}

#[test]
fn resources_of_other_hosts_are_collected() {
    let mut running = start("collect thing \"a\" {\n\ttext => \"own\",\n}\n");
    assert_eq!(running.names(), "");
    let ty = "[]struct{name str; host str; data str}";
    let ty = parse_type(ty, VariableScope::new()).unwrap();
    let exported = |data: &str| {
        let parts = ["a", "h", data].map(Value::string);
        let part = crate::new_struct(ty.element().unwrap(), parts).unwrap();
        crate::new_list(&ty, [part]).unwrap()
    };
    running.world.say("_collect", "thing", exported("5"));
    assert_eq!(running.names(), "a=own");
    let count = running.runtime.resources().unwrap().resources()[0]
        .field("count")
        .cloned();
    assert_eq!(count, Some(Value::from_integer(5i64.into())));
    running.world.say("_collect", "thing", exported("none"));
    let wanted = "error building resource: no count: /main.mcl @ 1:9-3:2";
    assert_eq!(running.error(), (Stage::Interpret, wanted.to_owned()));
}

#[test]
fn a_meta_parameter_is_set_once_in_a_branch() {
    let mut running = start(
        "import \"os\"\nif os.file_exists(\"c\") {\n\tthing \"a\" {\n\t\tMeta:noop => true,\n\t\t\
         Meta => struct{\n\t\t\tnoop => true,\n\t\t\tretry => 0,\n\t\t\tretryreset => \
         false,\n\t\t\tdelay => 0,\n\t\t\ttimeout => 0,\n\t\t\tpoll => 0,\n\t\t\tlimit => \
         1.0,\n\t\t\tburst => 1,\n\t\t\treset => false,\n\t\t\tsema => [],\n\t\t\trewatch => \
         false,\n\t\t\trealize => false,\n\t\t\tdollar => false,\n\t\t\thidden => \
         false,\n\t\t\texport => [],\n\t\t\treverse => false,\n\t\t\tautoedge => \
         true,\n\t\t\tautogroup => true,\n\t\t},\n\t}\n}\n",
    );
    assert_eq!(running.names(), "");
    running.world.flag("c", true);
    let wanted = "resource has duplicate meta entry of: noop: /main.mcl @ 3:2-25:3";
    assert_eq!(running.error(), (Stage::Stream, wanted.to_owned()));
}

#[test]
fn an_exceeded_budget_ends_only_the_step() {
    let mut running =
        start("import \"world\"\nfor $i, $v in world.schedule(\"l\") {\n\tthing \"${v}!\" {}\n}\n");
    running.world.list(&["a", "b", "c", "d"]);
    let mut ended = 0;
    let mut steps = 4;
    while let Err(failure) = running.runtime.step(&Budget::new().limit_steps(steps)) {
        assert_eq!(failure.code, Code::Limit);
        ended += 1;
        // A part that is built in one step needs a budget that is large enough.
        steps += 4;
    }
    assert!(ended > 3, "{ended}");
    assert_eq!(running.names(), "a! b! c! d!");
}

#[test]
fn limit_errors_have_a_position() {
    let mut running = start(
        "import \"world\"\nimport \"iter\"\n$l = iter.map(world.schedule(\"l\"), func($x) { $x + \
         \"!\" })\nfor $i, $v in $l {\n\tthing [$v] {\n\t\ttext => $v,\n\t}\n}\n",
    );
    running.world.list(&["a", "b", "c", "d"]);
    let mut lines = std::collections::BTreeSet::new();
    let mut steps = 2;
    while let Err(failure) = running.runtime.step(&Budget::new().limit_steps(steps)) {
        let location = failure.places.first().map(|location| location.area.row);
        lines.insert(location.unwrap_or_else(|| panic!("{failure}")));
        steps += 2;
    }
    assert!(lines.contains(&3) && lines.contains(&4), "{lines:?}");
    let staged = stage("thing \"a\" {}\nthing \"b\" {}\n");
    let program = Program::compile(staged.environment, "/main.mcl", &Budget::new()).unwrap();
    let failure = Arc::new(program)
        .start(&Budget::new().limit_steps(3))
        .unwrap_err();
    assert_eq!(failure.places[0].area.row, 2);
}

#[test]
fn vertices_are_bounded() {
    let Staged {
        world, environment, ..
    } = stage("import \"world\"\nfor $i, $v in world.schedule(\"l\") {\n\tthing \"${v}!\" {}\n}\n");
    let budget = Budget::standard();
    let program = Arc::new(Program::compile(environment, "/main.mcl", &budget).unwrap());
    assert_eq!(
        program.start_with(2, &budget).unwrap_err().code,
        Code::Limit
    );
    let mut runtime = program.start_with(64, &budget).unwrap();
    runtime.step(&budget).unwrap();
    let many: Vec<String> = (0..64).map(|at| at.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    world.list(&many);
    assert_eq!(runtime.step(&budget).unwrap_err().code, Code::Limit);
}

#[test]
fn events_do_not_leak_vertices() {
    const EVENTS: usize = if cfg!(debug_assertions) {
        2_000
    } else {
        200_000
    };
    let mut running = start(
        "import \"world\"\nimport \"iter\"\nimport \"os\"\n$l = world.schedule(\"l\")\n$f = if \
         os.file_exists(\"c\") { func($x) { $x + os.readfile(\"x\") } } else { func($x) { $x } }\n$m \
         = iter.map($l, func($x) { $f($x) })\nfor $i, $v in $m {\n\t$w = $m[$i + 1] <|> \"last\"\n\t\
         if $v == \"b\" {\n\t\tthing \"${v}${w}\" {}\n\t} else {\n\t\tthing [$v] {\n\t\t\ttext => \
         $w,\n\t\t}\n\t}\n}\n",
    );
    let lists: [&[&str]; 4] = [&["a"], &["a", "b"], &[], &["c", "b", "d", "e"]];
    let mut most = [0; 2];
    for event in 0..EVENTS {
        running.world.list(lists[event % 4]);
        running.world.flag("c", event % 3 == 0);
        running
            .world
            .text("x", if event % 5 == 0 { "1" } else { "" });
        running.step().unwrap();
        let half = usize::from(event * 2 >= EVENTS);
        most[half] = most[half].max(running.runtime.vertices());
    }
    assert_eq!(most[0], most[1]);
    running.world.list(&[]);
    running.step().unwrap();
    // Only the list itself is still subscribed.
    let followed = running.world.followed.lock().unwrap().len();
    assert_eq!(followed, 1);
}
