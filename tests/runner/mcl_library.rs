//! The functions that programs of the vectors call, as far as finding types needs them.
//!
//! A line of the table is a function's signature, and whether it may be called while a program is
//! compiled; a few have a rule of their own.

use polycty::calls::Budget;
use polycty::dialect::mcl::host::{Function, KnownCall, Library};
use polycty::dialect::mcl::{self, Shape};
use polycty::source::{Code, Error, Result};
use polycty::types::{FuncParam, FuncParams, FuncType, Str, Type, VariableScope};
use polycty::values::Value;
use std::sync::Arc;

/// `+` before a name: it speculates.
const TABLE: &str = "
+len func(?1) int
+contains func(needle ?1, haystack []?1) bool
+concat func(a str, b str) str
+list_lookup func(list []?1, index int) ?1
+map_lookup func(map map{?1: ?2}, key ?1) ?2
panic func(x ?1) bool
panic_debug func(x bool, err str) bool
random1 func(length int) str
history func(value ?1, index int) ?1
_operator printf
_lookup printf
_struct_lookup printf
_struct_lookup_optional printf
_collect func(kind str, names ?1) []struct{name str; host str; data str}
+convert.str_to_int func(a str) int
+convert.int_to_str func(a int) str
+convert.to_float func(a int) float
+convert.to_int func(a float) int
datetime.now func() int
+datetime.weekday func(a int) str
datetime.print func(a int) str
datetime.hour func(a int) int
deploy.abspath func(path str) str
deploy.readfile func(filename str) str
deploy.readfileabs func(filename str) str
+encoding.base64_encode func(data str) str
+encoding.base64_decode func(data str) str
+fmt.printf printf
golang.template printf
+golang/strings.trim_space func(a str) str
+golang/strings.to_upper func(a str) str
iter.map func(inputs []?1, function func(?1) ?2) []?2
iter.filter func(inputs []?1, function func(?1) bool) []?1
iter.reduce printf
iter.zip func(inputs1 []?1, inputs2 []?2, function func(?1, ?2) ?3) []?3
+iter.flatten func(inputs [][]?1) []?1
+iter.range printf
+list.lookup func(list []?1, index int) ?1
+list.concat printf
+map.lookup func(map map{?1: ?2}, key ?1) ?2
+map.keys func(x map{?1: ?2}) []?1
+math.fortytwo func() ?1
+math.minus1 func(x int) int
+math.mod func(?1, ?1) ?1
+math.pow func(x float, y float) float
+net.cidr_to_ip func(a str) str
+net.url_parser func(str) struct{scheme str; host str; path str; raw_query str}
os.is_family_redhat func() bool
os.is_family_debian func() bool
os.is_family_archlinux func() bool
os.args func() []str
os.system func(cmd str) str
os.readfile func(filename str) str
sys.hostname func() str
sys.load func() struct{x1 float; x5 float; x15 float}
sys.uptime func() int
sys.getenv func(str) str
value.get_str func(key str) struct{value str; ready bool}
value.get_int func(key str) struct{value int; ready bool}
value.get_bool func(key str) struct{value bool; ready bool}
world.kvlookup func(namespace str) map{str: str}
world.getval func(key str) struct{value str; exists bool}
world.schedule func(namespace str) []str
test.fastcount func() int
test.forloop func() []str
test.forkvloop func() map{str: str}
test.one_instance_a func() str
test.one_instance_b func() str
test.one_instance_c func() str
test.one_instance_d func() str
test.one_instance_e func() str
test.one_instance_f func() str
test.one_instance_g func() str
test.one_instance_h func() str
test.one_stream func(count int) str
test.slow_string func() str
+example.answer func() int
example.flipflop func() bool
+example.int2str func(a int) str
+example.str2int func(a str) int
+example.plus func(y str, z str) str
+example/nested.hello func() str
";

pub struct Table;

struct Listed {
    name: String,
    signature: Option<Type>,
    speculates: bool,
}

fn parse(text: &str) -> Result<Type> {
    mcl::parse_type(text, VariableScope::new())
}

fn entry(wanted: &str) -> Option<(&'static str, bool)> {
    TABLE.lines().find_map(|line| {
        let speculates = line.starts_with('+');
        let (name, signature) = line.trim_start_matches('+').split_once(' ')?;
        (name == wanted).then_some((signature, speculates))
    })
}

impl Library for Table {
    fn function(&self, name: &str) -> Option<Arc<dyn Function>> {
        let (signature, speculates) = entry(name)?;
        let signature = match signature {
            "printf" => None,
            text => Some(parse(text).ok()?),
        };
        let name = name.rsplit('.').next().unwrap_or(name).to_owned();
        Some(Arc::new(Listed {
            name,
            signature,
            speculates,
        }))
    }

    fn has_module(&self, module: &str) -> bool {
        let of = |line: &str| {
            let name = line
                .trim_start_matches('+')
                .split(' ')
                .next()
                .unwrap_or_default();
            name.rsplit_once('.')
                .is_some_and(|(found, _)| found == module)
        };
        TABLE.lines().any(of)
    }

    fn variables(&self, module: &str) -> Vec<(Str, Value)> {
        let strings: &[(&str, &str)] = match module {
            "" => &[
                ("purpleidea", "hello world!"),
                ("hostname", ""),
                ("const.res.file.state.exists", "exists"),
                ("const.res.file.state.absent", "absent"),
                ("const.res.file.state.undefined", ""),
                ("const.res.net.state.up", "up"),
                ("const.res.net.state.down", "down"),
                ("const.res.net.state.undefined", ""),
                ("const.res.firewalld.state.exists", "exists"),
                ("const.res.firewalld.state.absent", "absent"),
                ("const.res.firewalld.state.undefined", ""),
            ],
            "os" => &[
                ("family_redhat", "redhat"),
                ("family_debian", "debian"),
                ("family_archlinux", "archlinux"),
            ],
            _ => &[],
        };
        strings
            .iter()
            .map(|(name, value)| ((*name).into(), Value::string(value)))
            .collect()
    }

    fn sources(&self, module: &str) -> Vec<(Str, Str)> {
        match module {
            "example" => vec![(
                "/example.mcl".into(),
                "func nativeanswer() { 42 }\nfunc test1() { 42 }\n$test1 = 13\nclass test1 {\n\tprint \"inside\" {\n\t\tmsg => \"wow, cool\",\n\t}\n}\n"
                    .into(),
            )],
            _ => Vec::new(),
        }
    }
}

fn function(params: Vec<(&str, Type)>, result: Type) -> Result<Type> {
    let params = params.into_iter().map(|(name, ty)| FuncParam {
        name: Some(name.into()),
        ty,
    });
    Ok(Type::func(FuncType {
        params: Some(FuncParams {
            positional: params.collect(),
            ..FuncParams::default()
        }),
        result: Some(result),
        ..FuncType::default()
    })?)
}

/// The name of an argument that comes after so many.
fn letter(index: usize) -> String {
    char::from(b'a' + index as u8).to_string()
}

fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::new(Code::Type, message))
}

impl Function for Listed {
    fn name(&self) -> &str {
        &self.name
    }

    fn title(&self, ty: &Type) -> String {
        match &*self.name {
            "printf" => format!("printf: {}", mcl::format_type(ty).unwrap_or_default()),
            name => name.to_owned(),
        }
    }

    fn argument(&self, index: usize) -> Result<Str> {
        let Some(signature) = &self.signature else {
            let names: &[&str] = match &*self.name {
                "_operator" => &["op", "a", "b"],
                "_lookup" => &["listormap", "indexorkey"],
                "_struct_lookup" => &["struct", "field"],
                "_struct_lookup_optional" => &["struct", "field", "optional"],
                "printf" if index == 0 => &["format"],
                "printf" => return Ok(letter(index - 1).into()),
                "template" => &["template", "vars"],
                "reduce" if index == 0 => &["inputs"],
                _ => return Ok(letter(index).into()),
            };
            let name = names.get(index).copied();
            return Ok(name.map_or_else(|| letter(index), str::to_owned).into());
        };
        let Some(Shape::Func(params, _)) = Shape::of(signature) else {
            return refuse("no function");
        };
        match params.get(index) {
            Some(param) => Ok(match &param.name {
                Some(name) => name.clone(),
                None => letter(index).into(),
            }),
            None => {
                let len = params.len();
                refuse(format!("index {index} exceeds arg length of {len}"))
            }
        }
    }

    fn signature(&self, call: &KnownCall<'_>) -> Result<Type> {
        if let Some(signature) = &self.signature {
            return Ok(signature.clone());
        }
        let scope = VariableScope::new();
        let var = |id| Type::variable(scope, id);
        let text = |at: usize| call.values.get(at)?.as_ref()?.as_str();
        let string = || Type::string().clone();
        match &*self.name {
            "printf" => {
                let given = call.types.len().saturating_sub(1);
                let mut params = vec![("format".to_owned(), string())];
                match text(0) {
                    Some(format) => {
                        let mut types = Vec::new();
                        let mut rest = format.split('%').skip(1);
                        while let Some(part) = rest.next() {
                            types.push(match part.chars().next() {
                                None => {
                                    rest.next();
                                    continue;
                                }
                                Some('t') => Type::bool().clone(),
                                Some('s' | 'q') => string(),
                                Some('d') => mcl::int().clone(),
                                Some('f') => Type::float().clone(),
                                Some(_) => var(100 + types.len() as u32),
                            });
                        }
                        if types.len() != given {
                            let wanted = types.len();
                            return refuse(format!(
                                "number of args ({given}) doesn't match format string verb count ({wanted})"
                            ));
                        }
                        params.extend(
                            types
                                .into_iter()
                                .enumerate()
                                .map(|(at, ty)| (letter(at), ty)),
                        );
                    }
                    None => params.extend((0..given).map(|at| (letter(at), var(1 + at as u32)))),
                }
                let params = params
                    .iter()
                    .map(|(name, ty)| (&**name, ty.clone()))
                    .collect();
                function(params, string())
            }
            "_operator" => {
                let Some(operator) = text(0) else {
                    return refuse("no operator");
                };
                let two = |a: Type, result: Type| {
                    function(vec![("op", string()), ("a", a.clone()), ("b", a)], result)
                };
                match operator {
                    "+" | "-" | "*" => two(var(1), var(1)),
                    "/" => two(var(1), Type::float().clone()),
                    "==" | "!=" | "<" | ">" | "<=" | ">=" => two(var(1), Type::bool().clone()),
                    "and" | "or" => two(Type::bool().clone(), Type::bool().clone()),
                    _ => {
                        let bool = Type::bool().clone();
                        function(vec![("op", string()), ("a", bool.clone())], bool)
                    }
                }
            }
            "_lookup" => {
                let known = call.types.first().and_then(Shape::of);
                let index = call.types.get(1);
                let is_map = matches!(known, Some(Shape::Map(..)))
                    || index.is_some_and(|ty| {
                        !matches!(Shape::of(ty), Some(Shape::Variable(..) | Shape::Int))
                    });
                if is_map {
                    let map = Type::map_of(var(1), var(2), None)?;
                    return function(vec![("listormap", map), ("indexorkey", var(1))], var(2));
                }
                if let Some(Shape::List(_)) = known {
                    let list = Type::list(var(1))?;
                    let params = vec![("listormap", list), ("indexorkey", mcl::int().clone())];
                    return function(params, var(1));
                }
                function(vec![("listormap", var(1)), ("indexorkey", var(2))], var(3))
            }
            "_struct_lookup" | "_struct_lookup_optional" => {
                let optional = self.name.ends_with("optional");
                let known = call.types.first().and_then(Shape::of);
                let found = match (known, text(1)) {
                    (Some(Shape::Struct(fields)), Some(name)) => {
                        let field = fields.iter().find(|field| field.name() == name);
                        field.map(|field| field.ty().clone())
                    }
                    _ => None,
                };
                let result = match found {
                    Some(ty) if !matches!(Shape::of(&ty), Some(Shape::Variable(..))) => ty,
                    _ => var(2),
                };
                let mut params = vec![("struct", var(1)), ("field", string())];
                if optional {
                    params.push(("optional", var(2)));
                    return function(params, var(2));
                }
                let _ = result;
                function(params, var(2))
            }
            "template" => {
                let mut params = vec![("template", string())];
                if call.types.len() > 1 {
                    params.push(("vars", var(1)));
                }
                function(params, string())
            }
            "reduce" => {
                let list = Type::list(var(1))?;
                let fold = function(vec![("0", var(1)), ("1", var(1))], var(1))?;
                match call.types.len() {
                    3 => function(vec![("inputs", var(1)), ("1", list), ("2", fold)], var(1)),
                    _ => function(vec![("inputs", list), ("1", fold)], var(1)),
                }
            }
            "range" => {
                let params = call
                    .types
                    .iter()
                    .map(|_| ("n", mcl::int().clone()))
                    .collect();
                function(params, Type::list(mcl::int().clone())?)
            }
            _ => {
                let list = Type::list(var(1))?;
                let params = call.types.iter().map(|_| ("n", list.clone())).collect();
                function(params, list)
            }
        }
    }

    fn check(&self, ty: &Type) -> Result<()> {
        let Some(Shape::Func(params, Some(result))) = Shape::of(ty) else {
            return refuse("no function");
        };
        let first = params.first().map(|param| &param.ty);
        match &*self.name {
            "_operator" => {
                let second = params.get(1).map(|param| &param.ty);
                let numbers = |ty: &Type| ty == mcl::int() || ty == Type::float();
                let fits = match second {
                    Some(ty) if result == Type::bool() => {
                        let _ = ty;
                        true
                    }
                    Some(ty) => numbers(ty) || ty.is_string(),
                    None => true,
                };
                if !fits {
                    return refuse("did not match");
                }
            }
            "len" => {
                let fits = first.and_then(Shape::of);
                if !matches!(fits, Some(Shape::Str | Shape::List(_) | Shape::Map(..))) {
                    return refuse("did not match");
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn speculates(&self) -> bool {
        self.speculates || self.name.starts_with('_') && self.name != "_collect"
    }

    fn call(&self, _: &Type, arguments: &[Value], _: &Budget) -> Result<Value> {
        match (&*self.name, arguments) {
            ("concat", [a, b]) => {
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                Ok(Value::string(&*(text(a) + &text(b))))
            }
            ("_operator", [op, a, b]) => {
                let op = op.as_str().unwrap_or_default();
                let order = mcl::value_cmp(a, b);
                match op {
                    "+" if a.as_str().is_some() => {
                        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                        Ok(Value::string(&*(text(a) + &text(b))))
                    }
                    "==" => Ok(Value::bool(order.is_eq())),
                    "!=" => Ok(Value::bool(order.is_ne())),
                    "<" => Ok(Value::bool(order.is_lt())),
                    ">" => Ok(Value::bool(order.is_gt())),
                    "<=" => Ok(Value::bool(order.is_le())),
                    ">=" => Ok(Value::bool(order.is_ge())),
                    _ => refuse("not computed here"),
                }
            }
            _ => refuse("not computed here"),
        }
    }
}
