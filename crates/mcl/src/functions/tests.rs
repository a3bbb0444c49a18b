//! Tests of functions: subscriptions and budgets.

use super::{Call, Host, Instance, NoHost, Topic, find};
use crate::values::format::format_value;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Result};
use polycty_core::types::{Type, VariableScope};
use polycty_core::values::Value;
use polycty_engine::{Constant, Engine, Failure, Sender, VertexId};
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A host with state that tests change.
#[derive(Default)]
struct World {
    now: AtomicI64,
    file: Mutex<String>,
    waits: Mutex<Vec<(Duration, Sender)>>,
    followed: Mutex<Vec<(String, Sender)>>,
    left: AtomicUsize,
}

impl World {
    /// Advances the time and notifies the senders whose time has come.
    fn pass(&self, milliseconds: i64) {
        self.now.fetch_add(milliseconds, Ordering::Relaxed);
        let waits = std::mem::take(&mut *self.waits.lock().unwrap());
        let passed = Duration::from_millis(milliseconds as u64);
        for (after, sender) in waits {
            match after.checked_sub(passed) {
                Some(rest) if !rest.is_zero() => self.waits.lock().unwrap().push((rest, sender)),
                _ => sender.send(),
            }
        }
    }
}

impl Host for World {
    fn answer(&self, function: &str, arguments: &[&Value], _: &Type) -> Result<Option<Value>> {
        Ok(match function {
            "os.readfile" => {
                let name = arguments[0].as_str().unwrap_or_default();
                Some(Value::string(&format!(
                    "{name}: {}",
                    self.file.lock().unwrap()
                )))
            }
            "sys.uptime" => Some(Value::string("no int")),
            _ => None,
        })
    }

    fn subscribe(&self, _: &str, arguments: &[&Value], sender: &Sender) -> Result<()> {
        let name = arguments[0].as_str().unwrap_or_default().to_owned();
        self.followed.lock().unwrap().push((name, sender.clone()));
        Ok(())
    }

    fn unsubscribe(&self, _: &Sender) {
        self.left.fetch_add(1, Ordering::Relaxed);
    }

    fn wake(&self, after: Duration, sender: &Sender) -> Result<()> {
        self.waits.lock().unwrap().push((after, sender.clone()));
        Ok(())
    }

    fn now(&self) -> Result<i64> {
        Ok(self.now.load(Ordering::Relaxed))
    }
}

/// Adds a function to an engine, with constants as inputs.
fn placed(
    engine: &mut Engine,
    world: &Arc<World>,
    name: &str,
    arguments: &[Value],
) -> (VertexId, Vec<VertexId>) {
    let function = find(name).unwrap();
    let ty = function.solved(arguments).unwrap();
    let instance = Instance::new(function, name, ty, "/".into(), world.clone(), 0);
    engine
        .change(&Budget::new(), |graph| {
            let vertex = graph.add(instance);
            let inputs: Vec<VertexId> = arguments
                .iter()
                .map(|value| graph.add(Constant::new(value.clone())))
                .collect();
            for (port, input) in inputs.iter().enumerate() {
                graph.connect(*input, vertex, port as u32);
            }
            Ok((vertex, inputs))
        })
        .unwrap()
}

fn shown(engine: &mut Engine, vertex: VertexId) -> String {
    assert!(engine.step(&Budget::standard()).unwrap().complete);
    format_value(engine.value(vertex).unwrap()).unwrap()
}

#[test]
fn subscriptions_to_time_are_seconds_and_days() {
    let (mut engine, world) = (Engine::new(), Arc::new(World::default()));
    world.now.store(1_600, Ordering::Relaxed);
    let (now, _) = placed(&mut engine, &world, "datetime.now", &[]);
    let (day, _) = placed(&mut engine, &world, "datetime.weekday_fast", &[]);
    assert_eq!(shown(&mut engine, now), "1");
    world.pass(399);
    assert!(!engine.is_due());
    world.pass(1);
    assert_eq!(shown(&mut engine, now), "2");
    assert_eq!(shown(&mut engine, day), "\"thursday\"");
    world.pass(24 * 60 * 60 * 1000 - 2_000);
    assert_eq!(shown(&mut engine, day), "\"friday\"");
}

#[test]
fn history_returns_past_values() {
    let (mut engine, world) = (Engine::new(), Arc::new(World::default()));
    let int = |value: i64| Value::from_integer(value.into());
    let (history, inputs) = placed(&mut engine, &world, "history", &[int(1), int(100)]);
    let change = |engine: &mut Engine, value: i64| {
        let budget = Budget::new();
        engine
            .change(&budget, |graph| {
                graph.replace(inputs[0], Constant::new(int(value)));
                Ok(())
            })
            .unwrap();
    };
    assert_eq!(shown(&mut engine, history), "1");
    world.pass(60);
    change(&mut engine, 2);
    assert_eq!(shown(&mut engine, history), "1");
    world.pass(60);
    change(&mut engine, 3);
    assert_eq!(shown(&mut engine, history), "1");
    world.pass(40);
    assert_eq!(shown(&mut engine, history), "2");
    world.pass(60);
    assert_eq!(shown(&mut engine, history), "3");
    assert!(!engine.is_due() && world.waits.lock().unwrap().is_empty());
}

#[test]
fn subscriptions_end_with_the_vertex() {
    let (mut engine, world) = (Engine::new(), Arc::new(World::default()));
    *world.file.lock().unwrap() = "one".to_owned();
    let (file, inputs) = placed(&mut engine, &world, "os.readfile", &[Value::string("a")]);
    assert_eq!(shown(&mut engine, file), "\"a: one\"");
    *world.file.lock().unwrap() = "two".to_owned();
    world.followed.lock().unwrap()[0].1.send();
    assert_eq!(shown(&mut engine, file), "\"a: two\"");
    assert_eq!(world.followed.lock().unwrap().len(), 1);
    // Different arguments replace the subscription.
    engine
        .change(&Budget::new(), |graph| {
            graph.replace(inputs[0], Constant::new(Value::string("b")));
            Ok(())
        })
        .unwrap();
    assert_eq!(shown(&mut engine, file), "\"b: two\"");
    assert_eq!(world.followed.lock().unwrap()[1].0, "b");
    engine
        .change(&Budget::new(), |graph| {
            graph.remove(file);
            Ok(())
        })
        .unwrap();
    assert_eq!(world.left.load(Ordering::Relaxed), 1);
}

#[test]
fn fastcount_is_always_due() {
    let (mut engine, world) = (Engine::new(), Arc::new(World::default()));
    let (count, _) = placed(&mut engine, &world, "test.fastcount", &[]);
    for wanted in 0..5 {
        assert_eq!(shown(&mut engine, count), wanted.to_string());
        assert!(engine.is_due());
    }
}

fn called(name: &str, host: &dyn Host, arguments: &[Value]) -> std::result::Result<Value, Failure> {
    let function = find(name).unwrap();
    let ty = function.solved(arguments)?;
    let arguments: Vec<&Value> = arguments.iter().collect();
    // Enough steps for these calls, but few enough to stop unbounded work early.
    let budget = Budget::standard().limit_steps(1 << 18);
    function.call(&Call::new(&arguments, &ty, "/lib/", host, &budget))
}

#[test]
fn a_missing_host_method_is_named_in_the_error() {
    let text = || [Value::string("/x")];
    for (name, arguments, message) in [
        (
            "os.readfile",
            &text()[..],
            "the host does not implement os.readfile",
        ),
        (
            "os.is_family_debian",
            &[],
            "the host does not implement os.family",
        ),
        (
            "datetime.now",
            &[],
            "the host does not support the current time",
        ),
        (
            "sys.env",
            &[],
            "the host does not support reading the environment",
        ),
        (
            "deploy.readfile",
            &text()[..],
            "the host does not support reading the file /lib/x of the deploy",
        ),
    ] {
        let failure = called(name, &NoHost, arguments).unwrap_err();
        assert_eq!(failure.error.code(), Code::Unsupported);
        assert_eq!(failure.error.message(), message);
    }
    let wrong = called("sys.uptime", &World::default(), &[]).unwrap_err();
    assert_eq!(wrong.error.code(), Code::Misbehaved);
    assert_eq!(
        called("deploy.abspath", &NoHost, &text()).unwrap().as_str(),
        Some("/lib/x")
    );
    let below = called("deploy.abspath", &NoHost, &[Value::string("x")]).unwrap_err();
    assert_eq!(below.error.message(), "path was not absolute, got: `x`");
}

#[test]
fn results_are_bounded() {
    let text = Value::string;
    let int = |value: i64| Value::from_integer(value.into());
    let deep = format!("{{{{ {}1{} }}}}", "(".repeat(100_000), ")".repeat(100_000));
    let nested = "{{ if 1 }}".repeat(100_000);
    let mut wide = Value::from_double(-1.5e-300);
    for count in [63, 63, 16] {
        wide = Value::list(vec![wide; count]).unwrap();
    }
    for (name, arguments) in [
        ("golang/strings.repeat", vec![text("abcd"), int(1 << 40)]),
        ("iter.range", vec![int(i64::MIN), int(i64::MAX)]),
        ("strings.left_pad", vec![text("a"), text(""), int(5)]),
        (
            "strings.right_pad",
            vec![text("a"), text("b"), int(i64::MAX)],
        ),
        (
            "strings.replace_all",
            vec![
                text(&"a".repeat(1 << 16)),
                text(""),
                text(&"b".repeat(1 << 16)),
            ],
        ),
        ("test.slow_string", vec![]),
        ("golang.template", vec![text(&deep)]),
        ("golang.template", vec![text(&nested)]),
        ("golang.template", vec![text("{{ call . }}"), wide.clone()]),
        ("fmt.printf", vec![text("%v"), wide]),
        (
            "golang.template",
            vec![text(
                "{{ define \"a\" }}{{ template \"a\" }}{{ end }}{{ template \"a\" }}",
            )],
        ),
        (
            "golang.template",
            vec![text("{{ range 1000000000000 }}x{{ end }}")],
        ),
        (
            "golang.template",
            vec![text(
                "{{ printf \"%1000000d%1000000d\" 1 2 | printf \"%s%[1]s%[1]s\" | printf \"%s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s\" | printf \"%s%[1]s%[1]s%[1]s%[1]s%[1]s\" }}",
            )],
        ),
        (
            "regexp.match",
            vec![text("(((a{100}){100}){100})"), text("a")],
        ),
    ] {
        match called(name, &NoHost, &arguments) {
            Err(failure) => {
                let code = failure.error.code();
                assert!(
                    code == Code::Limit || name == "regexp.match",
                    "{name}: {failure:?}"
                );
            }
            Ok(value) => assert_eq!(value.as_str(), Some("hello"), "{name}"),
        }
    }
}

#[test]
fn scans_of_texts_are_charged() {
    // The budget of the call has fewer steps than are needed to scan this text.
    let long = Value::string(&"ab".repeat(1 << 22));
    for function in [
        "compare",
        "contains",
        "index",
        "last_index",
        "has_prefix",
        "has_suffix",
    ] {
        let name = format!("golang/strings.{function}");
        let failure = called(&name, &NoHost, &[long.clone(), long.clone()]).unwrap_err();
        assert!(failure.error.message().contains("steps"), "{name}");
    }
}

#[test]
fn templates_are_those_of_go() {
    let run = |template: &str| match called("golang.template", &NoHost, &[Value::string(template)])
    {
        Ok(value) => value.as_str().unwrap_or_default().to_owned(),
        Err(failure) => failure.error.message().to_owned(),
    };
    const PARSE: &str = "template: parse error: template: template:";
    const RUN: &str = "template: execution error: template: template:";
    for (template, out) in [
        (
            "{{ printf \"%d %s %v %5.2f|%-5d|%05d|%x|%q|%T\" 3 \"a\" 1.5 3.14159 7 42 255 \"x\" 1 }}",
            "3 a 1.5  3.14|7    |00042|ff|\"x\"|int",
        ),
        (
            "{{ printf \"%d\" \"a\" }} {{ printf \"%d\" }} {{ printf \"x\" 1 \"a\" }}",
            "%!d(string=a) %!d(MISSING) x%!(EXTRA int=1, string=a)",
        ),
        (
            "{{ 1.5e10 }} {{ 1000000.0 }} {{ 0x10 }} {{ 1_000 }} {{ 'a' }}",
            "1.5e+10 1e+06 16 1000 97",
        ),
        (
            "{{ with $x := \"v\" }}{{ $x }}{{ end }}{{ with \"\" }}{{ else with \"z\" }}{{ . }}{{ end }}",
            "vz",
        ),
        (
            "{{ range $i := 2 }}{{ $i }}{{ if eq $i 0 }}{{ continue }}{{ end }}x{{ end }}",
            "01x",
        ),
        (
            "{{ define \"a\" }}{{ end }}{{ define \"a\" }}x{{ end }}{{ template \"a\" }}",
            "x",
        ),
        (
            "{{ (net_url_parser \"https://h/s?q=m\").Raw_query }}",
            "q=m",
        ),
        ("{{ strings_to_upper \"x\" | printf \"%s!\" }}", "X!"),
        ("{{1}}{{- 2 -}} {{3}}{{/* no */ -}} \n x", "123x"),
        (
            "{{ print 1 2 \"a\" 3 }} {{ len (slice \"abcd\" 1 3) }}",
            "1 2a3 2",
        ),
    ] {
        assert_eq!(run(template), out, "{template}");
    }
    for (template, outer, message) in [
        ("\n{{ foo 1 }}", PARSE, "2: function \"foo\" not defined"),
        ("{{ if 1 }}", PARSE, "1: unexpected EOF"),
        (
            "{{ \"a\" | 1 }}",
            PARSE,
            "1: non executable command in pipeline stage 2",
        ),
        (
            "{{ define \"a\" }}x{{ end }}{{ define \"a\" }}y{{ end }}",
            PARSE,
            "1: template: multiple definition of template \"a\"",
        ),
        ("{{ break }}", PARSE, "1: {{break}} outside {{range}}"),
        (
            "{{\n\n 1",
            PARSE,
            "3: unclosed action started at template:1",
        ),
        (
            "{{ 1 2 }}",
            RUN,
            "1:3: executing \"template\" at <1>: can't give argument to non-function 1",
        ),
        (
            "{{ printf 1 }}",
            RUN,
            "1:10: executing \"template\" at <1>: expected string; found 1",
        ),
        (
            "a\n é{{ index \"abc\" 3 }}",
            RUN,
            "2:6: executing \"template\" at <index \"abc\" 3>: error calling index: reflect: string index out of range",
        ),
        (
            "{{ template \"x\" }}",
            RUN,
            "1:12: executing \"template\" at <{{template \"x\"}}>: template \"x\" not defined",
        ),
        (
            "{{ eq 1 1.0 }}",
            RUN,
            "1:3: executing \"template\" at <eq 1 1.0>: error calling eq: incompatible types for comparison",
        ),
    ] {
        assert_eq!(run(template), format!("{outer}{message}"), "{template}");
    }
}

#[test]
fn functions_of_go_with_named_results_exist() {
    let text = Value::string;
    let elements = |parts: &[&str]| {
        let parts = parts.iter().map(|part| Value::string(part)).collect();
        Value::list_of(Type::string(), parts).unwrap()
    };
    let double = Value::from_double;
    let int = |number: i64| Value::from_integer(number.into());
    for (name, arguments, wanted) in [
        ("golang/math.is_na_n", vec![double(f64::NAN)], "true"),
        ("golang/math.is_na_n", vec![double(1.0)], "false"),
        (
            "golang/math.nextafter",
            vec![double(1.0), double(2.0)],
            "1.0000000000000002",
        ),
        (
            "golang/math.nextafter",
            vec![double(-0.0), double(0.0)],
            "-0",
        ),
        (
            "golang/path.join",
            vec![elements(&["", "a", "../b", "", "c/"])],
            "\"b/c\"",
        ),
        (
            "golang/path/filepath.join",
            vec![elements(&["", ""])],
            "\"\"",
        ),
        (
            "golang/path.match",
            vec![text("*.[ch]"), text("main.c")],
            "true",
        ),
        (
            "golang/path/filepath.match",
            vec![text("*"), text("a/b")],
            "false",
        ),
        (
            "golang/strconv.parse_int",
            vec![text("-0x1f"), int(0), int(8)],
            "-31",
        ),
    ] {
        let value = called(name, &NoHost, &arguments).unwrap();
        assert_eq!(format_value(&value).unwrap(), wanted, "{name}");
    }
    for (name, arguments, message) in [
        (
            "golang/path.match",
            vec![text("["), text("a")],
            "syntax error in pattern",
        ),
        (
            "golang/strconv.parse_int",
            vec![text("128"), int(10), int(8)],
            "strconv.ParseInt: parsing \"128\": value out of range",
        ),
        (
            "golang/os.getwd",
            vec![],
            "the host does not implement golang/os.getwd",
        ),
    ] {
        let failure = called(name, &NoHost, &arguments).unwrap_err();
        assert_eq!(failure.error.message(), message);
    }
}

#[test]
fn the_length_of_a_map_counts_keys_of_every_type() {
    for (key, entries) in [
        ("str", vec![Value::string("a"), Value::string("b")]),
        (
            "int",
            vec![
                Value::from_integer(1i64.into()),
                Value::from_integer(2i64.into()),
            ],
        ),
        (
            "float",
            vec![Value::from_double(0.5), Value::from_double(1.5)],
        ),
        ("bool", vec![Value::bool(false), Value::bool(true)]),
    ] {
        let ty = crate::parse_type(&format!("map{{{key}: bool}}"), VariableScope::new()).unwrap();
        let entries = entries.into_iter().map(|key| (key, Value::bool(true)));
        let map = crate::new_map(&ty, entries).unwrap();
        let length = called("len", &NoHost, &[map]).unwrap();
        assert_eq!(format_value(&length).unwrap(), "2", "{key}");
    }
}

#[test]
fn every_function_has_a_type_and_a_unique_name() {
    let names: std::collections::HashSet<&str> =
        super::all().map(|function| function.name()).collect();
    assert_eq!(names.len(), super::all().count());
    for function in super::all() {
        if let Some(ty) = function.signature(VariableScope::new()).unwrap() {
            let open = ty.has(polycty_core::types::Flags::VARIABLE);
            assert_eq!(!open, function.is_fixed(), "{}", function.name());
        }
    }
}

#[test]
fn every_stream_has_a_topic() {
    for function in super::all().filter(|function| function.topic().is_some()) {
        let flags = function.flags();
        assert!(!flags.pure && !flags.speculative, "{}", function.name());
    }
    assert_eq!(find("os.readfile").unwrap().topic(), Some(Topic::Host));
    let ty = find("len")
        .unwrap()
        .signature(VariableScope::new())
        .unwrap();
    assert!(ty.is_some_and(|ty| find("len").unwrap().check(&ty, &[]).is_err()));
}

#[test]
fn calls_are_charged_by_the_size_of_their_arguments() {
    let text = Value::string(&"a".repeat(160_000));
    for name in [
        "golang/strings.equal_fold",
        "golang/path.dir",
        "golang/strconv.can_backquote",
        "net.cidr_to_ip",
        "net.macfmt",
        "net.split_hostport",
        "convert.str_to_int",
    ] {
        let function = super::find(name).unwrap();
        let count = if name.ends_with("equal_fold") { 2 } else { 1 };
        let arguments = vec![text.clone(); count];
        let ty = function.solved(&arguments).unwrap();
        let arguments: Vec<&Value> = arguments.iter().collect();
        let budget = polycty_core::calls::Budget::new();
        let call = super::Call::new(&arguments, &ty, "/", &super::NoHost, &budget);
        let outcome = function.call(&call);
        assert!(budget.steps() >= 10_000, "{name}: {}", budget.steps());
        if let Err(failure) = outcome {
            assert!(format!("{failure:?}").len() < 3_000, "{name}");
        }
    }
}
