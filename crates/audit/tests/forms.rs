//! Probes of syntax forms, types, codecs, schemas and translations.
//!
//! A syntax form is repeated n times, or nested to the maximum depth of the language and repeated.
//! It is parsed, and evaluated if it is an expression.

use crate::probe::{Ended, Probe, Work};
use crate::shapes::SHAPES;
use polycty_core::calls::{Budget, cost};
use polycty_core::codec::{json, msgpack, type_json};
use polycty_core::dialect::DialectId;
use polycty_core::source::{Position, Source};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_dialects::dialect;
use polycty_hcl::{Scope, can_function, syntax, try_function};
use polycty_puppet::{Environment, Prepared, Strict, evaluate};
use polycty_schema::{self as schema, Details, OpenObjects, Question, Reading, Schema, Side};
use std::rc::Rc;

/// A name, the first size, and the text of a size.
type Text = (&'static str, usize, fn(usize) -> String);

/// A name, the language, the first size, and the type of a size.
type Notation = (&'static str, DialectId, usize, fn(usize) -> String);

fn repeated(item: &str, between: &str, n: usize) -> String {
    vec![item; n].join(between)
}

fn numbered(item: impl Fn(usize) -> String, between: &str, n: usize) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(between)
}

/// A form that is nested `deep` times, n / deep times in a list.
fn nested(open: &str, inside: &str, close: &str, deep: usize, n: usize) -> String {
    let one = format!("{}{inside}{}", open.repeat(deep), close.repeat(deep));
    format!("[{}]", repeated(&one, ", ", n / deep))
}

const HCL: &[Text] = &[
    ("list", 1 << 14, |n| format!("[{}]", repeated("1", ",", n))),
    ("object", 1 << 12, |n| {
        format!("{{{}}}", numbered(|at| format!("k{at}=1"), ",", n))
    }),
    ("one-key", 1 << 12, |n| {
        format!("{{{}}}", repeated("a=1", ",", n))
    }),
    ("sum", 100, |n| {
        format!("[for i in range(1000): {}]", repeated("i", "+", n.min(120)))
    }),
    ("sums", 1 << 12, |n| {
        format!("[{}]", repeated("1+2*3/4-5%6", ",", n))
    }),
    ("logic", 1 << 12, |n| {
        format!("[{}]", repeated("!true||false&&1==2", ",", n))
    }),
    ("compare-lists", 1 << 10, |n| {
        format!("[for l in [range({n})]: [for i in range(64): l == l]]")
    }),
    ("compare-texts", 1 << 10, |n| {
        format!("[for s in [join(\"\", range({n}))]: [for i in range(1024): s == \"${{s}}\"]]")
    }),
    ("conditional-of-lists", 1 << 8, |n| {
        format!("[for l in [range({n})]: [for i in range(256): i == 0 ? l : tolist([])]]")
    }),
    ("conditional-of-unlike", 1 << 8, |n| {
        format!("[for l in [range({n})]: [for i in range(256): i == 0 ? l : [1, \"a\"]]]")
    }),
    ("index", 1 << 8, |n| {
        format!("[for l in [range({n})]: [for i in l: l[i]]]")
    }),
    ("key", 1 << 9, |n| {
        format!("[for m in [{{for i in range({n}): \"k${{i}}\" => i}}]: [for k, v in m: m[k]]]")
    }),
    ("missing-key", 1 << 9, |n| {
        format!(
            "[for m in [{{for i in range({n}): \"k${{i}}\" => i}}]: [for k, v in m: try(m.none, 1)]]"
        )
    }),
    ("splat", 1 << 12, |n| {
        format!("[for i in range({n}): {{a = {{b = i}}}}][*].a.b")
    }),
    ("splats", 1 << 8, |n| {
        format!("[for l in [[for i in range({n}): {{a=i}}]]: [for j in range(128): l[*].a]]")
    }),
    ("template", 1 << 12, |n| {
        format!("\"{}\"", "a${1}b".repeat(n))
    }),
    ("template-of-accents", 1 << 8, |n| {
        format!(
            "[for s in [\"{}\"]: [for i in range(512): \"${{s}}${{s}}\"]]",
            "x\u{323}\u{301}".repeat(n)
        )
    }),
    ("template-of-marks", 1 << 8, |n| {
        format!(
            "[for s in [\"a{}\"]: [for i in range(512): \"${{s}}${{s}}\"]]",
            "\u{323}\u{301}".repeat(n)
        )
    }),
    ("directives", 1 << 9, |n| {
        format!("\"{}\"", "%{ if true }a%{ else }b%{ endif }".repeat(n))
    }),
    ("loop-directive", 1 << 12, |n| {
        format!("\"%{{ for i in range({n}) }}${{i}},%{{ endfor }}\"")
    }),
    ("grouping", 1 << 10, |n| {
        format!("{{for i in range({n}): \"k${{i % 3}}\" => i...}}")
    }),
    ("keys", 1 << 12, |n| {
        format!("{{for i in range({n}): \"key${{i}}\" => i if i != 3}}")
    }),
    ("errors", 1 << 10, |n| {
        format!("[{}]", repeated("none", ",", n))
    }),
    ("errors-on-a-line", 1 << 9, |n| {
        format!("[{}]", repeated("\"漢字\" + \"é\"", ",", n))
    }),
    ("parse-errors", 1 << 9, |n| repeated("\"漢字\" $", " ", n)),
    ("escapes", 1 << 14, |n| {
        format!("\"{}\"", "\\u00e9\\n".repeat(n))
    }),
    ("heredoc", 1 << 12, |n| {
        format!("<<-E\n{}E\n", "  é${1}\n".repeat(n))
    }),
    ("comments", 1 << 14, |n| format!("{}1", "/* é */".repeat(n))),
    ("deep-lists", 1 << 13, |n| nested("[", "1", "]", 100, n)),
    ("deep-objects", 1 << 13, |n| nested("{a=", "1", "}", 100, n)),
    ("deep-parentheses", 1 << 13, |n| {
        nested("(", "1", ")", 100, n)
    }),
    ("deep-templates", 1 << 12, |n| {
        nested("\"${", "1", "}\"", 50, n)
    }),
    ("deep-conditionals", 1 << 12, |n| {
        nested("(true ? 1 : ", "1", ")", 50, n)
    }),
    ("deep-for", 1 << 12, |n| {
        nested("[for a in [1]: ", "1", "]", 40, n)
    }),
    ("deep-calls", 1 << 12, |n| nested("try(", "1", ")", 50, n)),
    ("failing-calls", 1 << 12, |n| {
        nested("try(", "none", ", 1)", 50, n)
    }),
    ("long-name", 1 << 14, |n| {
        format!("try({}, 1)", "é".repeat(n))
    }),
    ("digits", 1 << 13, |n| "7".repeat(n)),
    ("exponents", 1 << 10, |n| {
        format!("[{}]", repeated("1e300", ",", n))
    }),
    ("for-in-for", 1 << 6, |n| {
        format!("[for a in range({n}): [for b in range({n}): a]]")
    }),
    ("objects-in-for", 1 << 11, |n| {
        format!("[for a in range({n}): {{\"k${{a}}\" = a}}]")
    }),
    ("unlike-in-for", 1 << 11, |n| {
        format!("[for a in range({n}): a % 2 == 0 ? [a] : [a, a]]")
    }),
];

const PUPPET: &[Text] = &[
    ("array", 1 << 14, |n| format!("[{}]", repeated("1", ",", n))),
    ("hash", 1 << 12, |n| {
        format!("{{{}}}", numbered(|at| format!("k{at}=>1"), ",", n))
    }),
    ("sums", 1 << 12, |n| {
        format!("[{}]", repeated("1+2*3/4-5%6", ",", n))
    }),
    ("assignments", 1 << 12, |n| {
        numbered(|at| format!("$v{at} = {at}"), "\n", n)
    }),
    ("interpolation", 1 << 12, |n| {
        format!("\"{}\"", "a${1}b".repeat(n))
    }),
    ("minus", 1 << 6, |n| {
        format!("$a = Array(Integer[1,{n}]) Integer[1,64].map |$i| {{ $a - $a }}")
    }),
    ("plus", 1 << 8, |n| {
        format!("$a = Array(Integer[1,{n}]) Integer[1,128].map |$i| {{ $a + $a }}")
    }),
    ("append", 1 << 8, |n| {
        format!("$a = Array(Integer[1,{n}]) Integer[1,256].map |$i| {{ $a << $i }}")
    }),
    ("slice", 1 << 8, |n| {
        format!("$a = Array(Integer[1,{n}]) Integer[1,256].map |$i| {{ $a[1,-2] }}")
    }),
    ("substring", 1 << 10, |n| {
        format!(
            "$a = '{}' Integer[1,256].map |$i| {{ $a[1,-2] }}",
            "é".repeat(n)
        )
    }),
    ("equal", 1 << 8, |n| {
        format!("$a = Array(Integer[1,{n}]) Integer[1,256].map |$i| {{ $a == $a }}")
    }),
    ("in", 1 << 8, |n| {
        format!("$a = Array(Integer[1,{n}]) Integer[1,256].map |$i| {{ 'x' in $a }}")
    }),
    ("in-text", 1 << 10, |n| {
        format!(
            "$a = '{}' Integer[1,256].map |$i| {{ 'ab' in $a }}",
            "a".repeat(n)
        )
    }),
    ("match", 1 << 8, |n| {
        format!(
            "$a = '{}' Integer[1,64].map |$i| {{ $a =~ /a*b/ }}",
            "a".repeat(n)
        )
    }),
    ("case", 1 << 10, |n| {
        format!(
            "Integer[1,64].map |$i| {{ case $i {{ {} default: {{ 1 }} }} }}",
            numbered(|at| format!("'x{at}': {{ 1 }}"), " ", n)
        )
    }),
    ("selector", 1 << 10, |n| {
        format!(
            "Integer[1,64].map |$i| {{ $i ? {{ {}, default => 1 }} }}",
            numbered(|at| format!("'x{at}' => 1"), ", ", n)
        )
    }),
    ("enum-compare", 1 << 6, |n| {
        format!(
            "$s = Integer[1,{n}].map |$i| {{ \"k$i\" }} Integer[1,64].map |$i| {{ Enum[*$s] > Enum[*$s] }}"
        )
    }),
    ("deep-arrays", 1 << 13, |n| nested("[", "1", "]", 60, n)),
    ("deep-hashes", 1 << 13, |n| nested("{a=>", "1", "}", 60, n)),
    ("deep-parentheses", 1 << 13, |n| {
        nested("(", "1", ")", 60, n)
    }),
    ("deep-lambdas", 1 << 11, |n| {
        nested("[1].map |$x| { ", "1", "}", 20, n)
    }),
    ("results-hash", 1 << 10, |n| {
        format!("Integer[1,{n}].map |$j| {{ {{a => $j}} }}")
    }),
    ("results-type", 1 << 10, |n| {
        format!("Integer[1,{n}].map |$j| {{ Integer[1,$j] }}")
    }),
    ("results-struct", 1 << 9, |n| {
        format!("Integer[1,{n}].map |$j| {{ Struct[{{a => Integer[$j]}}] }}")
    }),
    ("results-tuple", 1 << 9, |n| {
        format!("Integer[1,{n}].map |$j| {{ Tuple[Integer[$j], String] }}")
    }),
    ("results-pattern", 1 << 9, |n| {
        format!("Integer[1,{n}].map |$j| {{ Pattern[\"a${{j}}\"] }}")
    }),
    ("results-resource", 1 << 9, |n| {
        format!("Integer[1,{n}].map |$j| {{ File[\"a${{j}}\"] }}")
    }),
    ("results-callable", 1 << 9, |n| {
        format!("Integer[1,{n}].map |$j| {{ Callable[Integer[$j]] }}")
    }),
];

const MCL: &[Text] = &[
    ("binds", 1 << 11, |n| {
        numbered(|at| format!("$v{at} = {at}"), "\n", n)
    }),
    ("list", 1 << 13, |n| format!("$v = [{}]", "1,".repeat(n))),
    ("map", 1 << 12, |n| {
        format!(
            "$v = {{{}}}",
            numbered(|at| format!("\"k{at}\" => 1,"), "", n)
        )
    }),
    ("struct", 1 << 12, |n| {
        format!(
            "$v = struct{{{}}}",
            numbered(|at| format!("k{at} => 1,"), "", n)
        )
    }),
    ("interpolation", 1 << 11, |n| {
        format!("$v = \"{}\"", "a${x}b".repeat(n))
    }),
    ("ifs", 1 << 11, |n| repeated("if true { $a = 1 }", "\n", n)),
    ("resources", 1 << 11, |n| {
        numbered(|at| format!("print \"p{at}\" {{ msg => \"x\", }}"), "\n", n)
    }),
    ("edges", 1 << 11, |n| {
        repeated("Print[\"a\"] -> Print[\"b\"]", "\n", n)
    }),
    ("comments", 1 << 13, |n| repeated("# é", "\n", n)),
];

/// Types of HCL and Puppet and their sizes; other languages get translations.
const TYPES: &[Notation] = &[
    ("attributes", DialectId::Hcl, 1 << 10, |n| {
        format!(
            "object({{{}}})",
            numbered(|at| format!("k{at}=optional(string)"), ",", n)
        )
    }),
    ("tuple", DialectId::Hcl, 1 << 11, |n| {
        format!("tuple([{}])", repeated("list(number)", ",", n))
    }),
    ("tree", DialectId::Hcl, 1 << 8, |n| {
        (0..n.ilog2()).fold("number".to_owned(), |inner, _| {
            format!("object({{a={inner},b={inner}}})")
        })
    }),
    ("deep", DialectId::Hcl, 30, |n| {
        format!("{}string{}", "list(".repeat(n), ")".repeat(n))
    }),
    ("struct", DialectId::Puppet, 1 << 10, |n| {
        format!(
            "Struct[{{{}}}]",
            numbered(|at| format!("k{at}=>Integer[{at},{at}]"), ",", n)
        )
    }),
    ("variant", DialectId::Puppet, 1 << 8, |n| {
        format!(
            "Variant[{}]",
            numbered(|at| format!("Integer[{0},{0}]", 2 * at), ",", n)
        )
    }),
    ("variant-of-structs", DialectId::Puppet, 1 << 6, |n| {
        format!(
            "Variant[{}]",
            numbered(|at| format!("Struct[{{k{at}=>Integer}}]"), ",", n)
        )
    }),
    ("enum", DialectId::Puppet, 1 << 10, |n| {
        format!("Enum[{}]", numbered(|at| format!("v{at}"), ",", n))
    }),
    ("patterns", DialectId::Puppet, 1 << 7, |n| {
        format!("Pattern[{}]", numbered(|at| format!("/^a{at}b*$/"), ",", n))
    }),
    ("optionals", DialectId::Puppet, 8, |n| {
        format!("{}Integer{}", "Optional[".repeat(n), "]".repeat(n))
    }),
    ("variants-within", DialectId::Puppet, 8, |n| {
        format!(
            "{}Integer{}",
            "Variant[String,Array[".repeat(n),
            "]]".repeat(n)
        )
    }),
    ("callable", DialectId::Puppet, 1 << 9, |n| {
        format!("Callable[{}]", repeated("Integer", ",", n))
    }),
];

const LANGUAGES: [DialectId; 4] = [
    DialectId::Hcl,
    DialectId::Pcl,
    DialectId::Puppet,
    DialectId::Mcl,
];

const DOCUMENTS: &[Text] = &[
    ("numbers", 1 << 13, |n| {
        format!("[{}]", repeated("1.5", ",", n))
    }),
    ("exponents", 1 << 11, |n| {
        format!("[{}]", repeated("1e300", ",", n))
    }),
    ("own-keys", 1 << 11, |n| {
        format!("[{}]", numbered(|at| format!("{{\"k{at}\":1}}"), ",", n))
    }),
    ("keys", 1 << 12, |n| {
        format!("{{{}}}", numbered(|at| format!("\"k{at}\":[]"), ",", n))
    }),
    ("texts", 1 << 12, |n| {
        format!("[{}]", repeated("\"\\u00e9x\"", ",", n))
    }),
    ("text", 1 << 17, |n| format!("\"{}\"", "é".repeat(n))),
    ("accents", 1 << 15, |n| {
        format!("\"{}\"", "x\u{323}\u{301}".repeat(n))
    }),
    ("deep", 1 << 12, |n| nested("[", "1", "]", 60, n)),
    ("digits", 1 << 12, |n| "7".repeat(n)),
];

/// Documents that name their types.
const TYPED: &[Text] = &[
    ("numbers", 1 << 12, |n| {
        format!(
            "{{\"value\":[{}],\"type\":[\"list\",\"number\"]}}",
            repeated("1.5", ",", n)
        )
    }),
    ("attributes", 1 << 12, |n| {
        let values = numbered(|at| format!("\"k{at}\":true"), ",", n);
        let types = numbered(|at| format!("\"k{at}\":\"bool\""), ",", n);
        format!("{{\"value\":{{{values}}},\"type\":[\"object\",{{{types}}}]}}")
    }),
    ("each", 1 << 10, |n| {
        let part = "{\"value\":\"x\",\"type\":\"string\"}";
        let all = repeated(part, ",", n);
        format!("{{\"value\":[{all}],\"type\":[\"list\",\"dynamic\"]}}")
    }),
];

/// Types in JSON.
const TYPES_AS_JSON: &[Text] = &[
    ("attributes", 1 << 13, |n| {
        let all = numbered(|at| format!("\"k{at}\":\"bool\""), ",", n);
        format!("[\"object\",{{{all}}}]")
    }),
    ("tuple", 1 << 13, |n| {
        format!(
            "[\"tuple\",[{}]]",
            repeated("[\"list\",\"number\"]", ",", n)
        )
    }),
];

const SCHEMAS: &[Text] = &[
    ("properties", 1 << 9, |n| {
        format!(
            "{{\"type\":\"object\",\"properties\":{{{}}}}}",
            numbered(
                |at| format!("\"k{at}\":{{\"type\":\"integer\",\"minimum\":{at}}}"),
                ",",
                n
            )
        )
    }),
    ("tree", 1 << 7, |n| {
        (0..n.ilog2()).fold("{\"type\":\"integer\"}".to_owned(), |inner, _| {
            format!("{{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{{\"a\":{inner},\"b\":{inner}}}}}")
        })
    }),
    ("wide-tree", 1 << 6, |n| {
        let inner = (0..2).fold("{\"type\":\"integer\"}".to_owned(), |inner, _| {
            let all = numbered(|at| format!("\"p{at}\":{inner}"), ",", 6);
            format!("{{\"type\":\"object\",\"properties\":{{{all}}}}}")
        });
        let all = numbered(|at| format!("\"p{at}\":{inner}"), ",", n / 8);
        format!("{{\"type\":\"object\",\"properties\":{{{all}}}}}")
    }),
    ("any-of", 1 << 6, |n| {
        format!(
            "{{\"anyOf\":[{}]}}",
            numbered(
                |at| format!("{{\"type\":\"object\",\"required\":[\"k{at}\"]}}"),
                ",",
                n
            )
        )
    }),
    ("all-of", 1 << 6, |n| {
        format!(
            "{{\"allOf\":[{}]}}",
            numbered(
                |at| format!("{{\"properties\":{{\"k{at}\":{{\"type\":\"string\"}}}}}}"),
                ",",
                n
            )
        )
    }),
    ("chain", 16, |n| {
        let all = numbered(
            |at| {
                format!(
                    "\"d{at}\":{{\"type\":\"object\",\"required\":[\"a\",\"b\"],\"properties\":{{\"a\":{{\"$ref\":\"#/$defs/d{0}\"}},\"b\":{{\"$ref\":\"#/$defs/d{0}\"}}}}}}",
                    at + 1
                )
            },
            ",",
            n,
        );
        format!("{{\"$ref\":\"#/$defs/d0\",\"$defs\":{{{all},\"d{n}\":{{\"type\":\"integer\"}}}}}}")
    }),
    ("enum", 1 << 10, |n| {
        format!(
            "{{\"enum\":[{}]}}",
            numbered(|at| format!("\"v{at}\""), ",", n)
        )
    }),
    ("patterns", 1 << 6, |n| {
        format!(
            "{{\"patternProperties\":{{{}}}}}",
            numbered(|at| format!("\"^a{at}b*\":{{\"type\":\"string\"}}"), ",", n)
        )
    }),
];

pub fn probes() -> impl Iterator<Item = Probe> {
    let mut probes = Vec::new();
    texts(&mut probes, "hcl", HCL, run_hcl);
    texts(&mut probes, "puppet", PUPPET, run_puppet);
    texts(&mut probes, "mcl", MCL, |text, budget| {
        let _ = polycty_mcl::syntax::parse(Source::new("/main.mcl", text), budget);
    });
    texts(&mut probes, "json", DOCUMENTS, |text, budget| {
        let Ok(ty) = json::implied_type_within(text.as_bytes(), budget) else {
            return;
        };
        let _ = json::decode_within(text.as_bytes(), &ty, budget);
    });
    texts(&mut probes, "json-any", TYPED, |text, budget| {
        let _ = json::decode_within(text.as_bytes(), Type::any(), budget);
    });
    texts(&mut probes, "type-json", TYPES_AS_JSON, |text, budget| {
        if cost::read(text, budget).is_ok()
            && let Ok(ty) = type_json::read_type(text)
            && cost::write_type(&ty, budget).is_ok()
        {
            let _ = type_json::type_to_json(&ty);
        }
    });
    texts(&mut probes, "schema", SCHEMAS, |text, budget| {
        let _ = Schema::parse(text, Reading::default(), budget);
    });
    for language in LANGUAGES {
        let name = format!("schema-to-{}", language.name());
        parsed_schemas(&mut probes, &name, move |schema, _, budget| {
            let _ = schema::import(schema, language, OpenObjects::Maps, budget);
        });
    }
    parsed_schemas(&mut probes, "schema-relation", |schema, other, budget| {
        let _ = schema::relation(Side::Schema(schema), Side::Schema(other), budget);
    });
    encodings(&mut probes);
    types(&mut probes);
    probes.into_iter()
}

fn texts(probes: &mut Vec<Probe>, verb: &'static str, texts: &[Text], run: fn(&str, &Budget)) {
    for &(name, n, make) in texts {
        probes.push(Probe::new(format!("form/{verb}:{name}"), n, move |n| {
            let text = make(n);
            Some(Box::new(move |budget| {
                run(&text, budget);
                Ended::by(budget.finish().is_err())
            }))
        }));
    }
}

fn run_hcl(text: &str, budget: &Budget) {
    let mut scope = Scope::new();
    for function in polycty_hcl::functions::standard_functions() {
        let _ = scope.set_function(function.name(), function.function().clone());
    }
    let _ = scope.set_function("try", try_function());
    let _ = scope.set_function("can", can_function());
    let start = Position::START;
    let parsed = syntax::parse_expression_within(text.as_bytes(), "audit", start, budget);
    let expression = polycty_hcl::eval::Expr::Native(parsed.expression());
    drop(expression.evaluate_within(Some(&scope), budget));
}

fn run_puppet(text: &str, budget: &Budget) {
    let source = Source::new("audit.pp", text);
    if let Ok(program) = Prepared::manifest(source, Strict::Warning, budget) {
        let _ = evaluate(&program, &Environment::new(), budget);
    }
}

fn parsed_schemas(
    probes: &mut Vec<Probe>,
    verb: &str,
    run: impl Fn(&Schema, &Schema, &Budget) + Clone + 'static,
) {
    for &(name, n, make) in SCHEMAS {
        let run = run.clone();
        probes.push(Probe::new(format!("form/{verb}:{name}"), n, move |n| {
            let (text, run) = (make(n), run.clone());
            let other = text.replace("integer", "string").replace("v7", "w7");
            let read = |text: &str| Schema::parse(text, Reading::default(), &Budget::new()).ok();
            let (schema, other) = (read(&text)?, read(&other)?);
            Some(Box::new(move |budget: &Budget| {
                run(&schema, &other, budget);
                Ended::by(budget.finish().is_err())
            }) as Work)
        }));
    }
}

/// A value in each encoding and back.
fn encodings(probes: &mut Vec<Probe>) {
    for shape in SHAPES {
        let shape = *shape;
        let mut add = |verb: &str, run: fn(&Value, &Budget)| {
            let name = format!("form/{verb}:{}", shape.name);
            probes.push(Probe::new(name, shape.n, move |n| {
                let value = (shape.make)(n);
                Some(Box::new(move |budget| {
                    run(&value, budget);
                    Ended::by(budget.finish().is_err())
                }))
            }));
        };
        add("to-json", |value, budget| {
            let _ = json::encode_within(value, value.ty(), budget);
        });
        add("msgpack", |value, budget| {
            if let Ok(bytes) = msgpack::encode_within(value, value.ty(), budget) {
                let _ = msgpack::decode_within(&bytes, value.ty(), budget);
                let _ = msgpack::implied_type_within(&bytes, budget);
            }
        });
        add("show", |value, budget| {
            let _ = polycty_hcl::format_value_within(
                value,
                polycty_hcl::NotationPolicy::Withheld,
                budget,
            );
        });
    }
}

/// The verbs of each language over types.
fn types(probes: &mut Vec<Probe>) {
    for &(name, from, n, make) in TYPES {
        let mut add = |verb: String, language: DialectId, run: fn(&Two, &Budget)| {
            probes.push(Probe::new(format!("form/{verb}:{name}"), n, move |n| {
                let two = Two::new(&make(n), from, language)?;
                Some(Box::new(move |budget| {
                    run(&two, budget);
                    Ended::by(budget.finish().is_err())
                }))
            }));
        };
        for language in LANGUAGES {
            let short = language.name();
            add(format!("{short}-parse"), language, |two, budget| {
                let _ = dialect(two.language).parse_type(&two.text, budget);
            });
            add(format!("{short}-format"), language, |two, budget| {
                let _ = dialect(two.language).format_type(&two.first, budget);
            });
            add(format!("{short}-relate"), language, |two, budget| {
                let dialect = dialect(two.language);
                let _ = dialect.equal(&two.first, &two.second, budget);
                let _ = dialect.assignable(&two.first, &two.second, budget);
            });
            add(format!("{short}-conversion"), language, |two, budget| {
                let _ = dialect(two.language).conversion(&two.first, &two.second, budget);
            });
            add(format!("{short}-explain"), language, |two, budget| {
                let _ = dialect(two.language).explain(&two.first, &two.second, budget);
            });
            add(format!("{short}-unify"), language, |two, budget| {
                let safety = polycty_hcl::Safety::Safe;
                let both = [&two.first, &two.second];
                let _ = dialect(two.language).unify(&both, safety, budget);
            });
            add(format!("{short}-to-schema"), language, |two, budget| {
                let details = Details::default();
                let values = Question::IsValue;
                let exported = schema::export(&two.first, two.language, values, &details, budget);
                drop(exported);
            });
            add(
                format!("{short}-schema-relation"),
                language,
                |two, budget| {
                    let side = |ty| Side::Type(ty, two.language, Question::IsValue);
                    let _ = schema::relation(side(&two.first), side(&two.second), budget);
                },
            );
        }
    }
}

/// A type of a language, and a second one that differs in one word.
struct Two {
    language: DialectId,
    text: Rc<str>,
    first: Type,
    second: Type,
}

impl Two {
    fn new(text: &str, from: DialectId, language: DialectId) -> Option<Two> {
        let free = Budget::new();
        let read = |text: &str| {
            let ty = dialect(from).parse_type(text, &free).ok()?;
            if from == language {
                Some(ty)
            } else {
                Some(polycty_translate::translate(&ty, from, language).ok()?.ty)
            }
        };
        let first = read(text)?;
        let second = read(&text.replace("k7", "m7").replace("number", "bool"))?;
        let text = dialect(language).format_type(&first, &free).ok()?.into();
        Some(Two {
            language,
            text,
            first,
            second,
        })
    }
}
