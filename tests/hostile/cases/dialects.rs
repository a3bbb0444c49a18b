//! The verbs of all dialects and translation, over types and values of several shapes in each.

use super::values::shared;
use crate::case::{Cases, Growth, nested, numbered, ready, repeated};
use crate::expected::{Expected, OK, always};
use crate::host::{Answer, answer, make, maybe, owned, pointers, text};
use polycty::ffi::base::error::pcty_error;
use polycty::ffi::base::status::*;
use polycty::ffi::dialects::converter::*;
use polycty::ffi::dialects::dialect::*;
use polycty::ffi::dialects::unification::*;
use polycty::ffi::mcl::rules::*;
use polycty::ffi::puppet::notation::pcty_puppet_value_parse;
use polycty::ffi::translate::translation::*;
use polycty::ffi::types::constructors::*;
use polycty::ffi::types::parts::*;
use polycty::ffi::values::value::*;
use std::rc::Rc;

type Text = fn(usize) -> String;

/// Two types that are compared and converted, and a value of the first if one can be written.
struct Shape {
    name: &'static str,
    n: usize,
    source: Text,
    target: Text,
    value: Option<Text>,
}

const fn shape(name: &'static str, n: usize, source: Text, target: Text, value: Text) -> Shape {
    Shape {
        value: Some(value),
        ..types(name, n, source, target)
    }
}

/// A shape without a value.
const fn types(name: &'static str, n: usize, source: Text, target: Text) -> Shape {
    Shape {
        name,
        n,
        source,
        target,
        value: None,
    }
}

const HCL: &[Shape] = &[
    shape(
        "wide-objects",
        1_000,
        |n| {
            format!(
                "object({{{}}})",
                numbered(|at| format!("k{at}=string"), ",", n)
            )
        },
        |n| {
            format!(
                "object({{{}}})",
                numbered(|at| format!("k{at}=number"), ",", n)
            )
        },
        |n| format!("{{{}}}", numbered(|at| format!("\"k{at}\":\"1\""), ",", n)),
    ),
    shape(
        "other-objects",
        1_000,
        |n| {
            format!(
                "object({{{}}})",
                numbered(|at| format!("k{at}=string"), ",", n)
            )
        },
        |n| {
            format!(
                "object({{{}}})",
                numbered(|at| format!("q{at}=string"), ",", n)
            )
        },
        |n| format!("{{{}}}", numbered(|at| format!("\"k{at}\":\"1\""), ",", n)),
    ),
    shape(
        "wide-tuples",
        1_000,
        |n| format!("tuple([{}])", repeated("string", ",", n)),
        |n| format!("tuple([{}])", repeated("number", ",", n)),
        |n| format!("[{}]", repeated("\"1\"", ",", n)),
    ),
    shape(
        "to-map",
        1_000,
        |n| {
            format!(
                "object({{{}}})",
                numbered(|at| format!("k{at}=string"), ",", n)
            )
        },
        |_| "map(number)".to_owned(),
        |n| format!("{{{}}}", numbered(|at| format!("\"k{at}\":\"1\""), ",", n)),
    ),
    shape(
        "to-set-of-any",
        1_000,
        |n| {
            format!(
                "tuple([{}])",
                numbered(
                    |at| if at % 2 == 0 {
                        "string".into()
                    } else {
                        "number".into()
                    },
                    ",",
                    n
                )
            )
        },
        |_| "set(any)".to_owned(),
        |n| {
            format!(
                "[{}]",
                numbered(
                    |at| if at % 2 == 0 {
                        "\"1\"".into()
                    } else {
                        "2".into()
                    },
                    ",",
                    n
                )
            )
        },
    ),
    shape(
        "deep-lists",
        15,
        |n| nested("list(", "string", ")", n),
        |n| nested("list(", "number", ")", n),
        |n| nested("[", "\"1\"", "]", n),
    ),
    shape(
        "many-shapes",
        200,
        |n| {
            format!(
                "tuple([{}])",
                numbered(|at| format!("object({{k{at}=string}})"), ",", n)
            )
        },
        |_| "list(map(string))".to_owned(),
        |n| {
            format!(
                "[{}]",
                numbered(|at| format!("{{\"k{at}\":\"1\"}}"), ",", n)
            )
        },
    ),
];

const PCL: &[Shape] = &[
    shape(
        "wide-objects",
        1_000,
        |n| {
            format!(
                "object({{{}}})",
                numbered(|at| format!("k{at}=string"), ",", n)
            )
        },
        |n| {
            format!(
                "object({{{}}})",
                numbered(|at| format!("k{at}=int"), ",", n)
            )
        },
        |n| format!("{{{}}}", numbered(|at| format!("\"k{at}\":\"1\""), ",", n)),
    ),
    shape(
        "unions-of-objects",
        100,
        |n| {
            format!(
                "union({})",
                numbered(|at| format!("object({{k{at}=string}})"), ",", n)
            )
        },
        |n| {
            format!(
                "union({})",
                numbered(|at| format!("object({{q{at}=string}})"), ",", n)
            )
        },
        |n| format!("{{\"k{}\":\"1\"}}", n - 1),
    ),
    shape(
        "unions-of-tuples",
        25,
        |n| {
            format!(
                "union({})",
                numbered(
                    |at| format!("tuple({})", repeated("string", ",", at + 1)),
                    ",",
                    n.min(200)
                )
            )
        },
        |n| {
            format!(
                "union({})",
                numbered(
                    |at| format!("tuple({})", repeated("int", ",", at + 1)),
                    ",",
                    n.min(200)
                )
            )
        },
        |n| format!("[{}]", repeated("\"1\"", ",", n.min(200))),
    ),
    shape(
        "deep-lists",
        15,
        |n| nested("list(", "string", ")", n),
        |n| nested("list(", "int", ")", n),
        |n| nested("[", "\"1\"", "]", n),
    ),
    shape(
        "deep-eventuals",
        7,
        |n| nested("list(output(", "string", "))", n),
        |n| nested("list(promise(", "int", "))", n),
        |n| nested("[", "\"1\"", "]", n),
    ),
    shape(
        "recursive",
        3,
        |n| nested("rec(list(union(..., ", "string", ")))", n),
        |n| nested("rec(list(union(..., ", "int", ")))", n),
        |n| nested("[", "\"1\"", "]", n),
    ),
];

const PUPPET: &[Shape] = &[
    shape(
        "wide-structs",
        500,
        |n| {
            format!(
                "Struct[{{{}}}]",
                numbered(|at| format!("k{at}=>String"), ",", n)
            )
        },
        |n| {
            format!(
                "Struct[{{{}}}]",
                numbered(|at| format!("k{at}=>Integer"), ",", n)
            )
        },
        |n| format!("{{{}}}", numbered(|at| format!("'k{at}'=>'1'"), ",", n)),
    ),
    shape(
        "variants-of-structs",
        50,
        |n| {
            format!(
                "Variant[{}]",
                numbered(|at| format!("Struct[{{k{at}=>String}}]"), ",", n)
            )
        },
        |n| {
            format!(
                "Variant[{}]",
                numbered(|at| format!("Struct[{{q{at}=>String}}]"), ",", n)
            )
        },
        |n| format!("{{'k{}'=>'1'}}", n - 1),
    ),
    shape(
        "wide-enums",
        1_000,
        |n| format!("Enum[{}]", numbered(|at| format!("a{at}"), ",", n)),
        |n| format!("Enum[{}]", numbered(|at| format!("b{at}"), ",", n)),
        |n| format!("'a{}'", n - 1),
    ),
    shape(
        "wide-variants",
        1_000,
        |n| {
            format!(
                "Variant[{}]",
                numbered(|at| format!("Integer[{0},{0}]", 2 * at), ",", n)
            )
        },
        |n| {
            format!(
                "Variant[{}]",
                numbered(|at| format!("Integer[{0},{0}]", 2 * at + 1), ",", n)
            )
        },
        |n| (2 * n - 2).to_string(),
    ),
    shape(
        "patterns",
        200,
        |n| {
            format!(
                "Enum[{}]",
                numbered(|at| format!("{}{at}", "a".repeat(50)), ",", n)
            )
        },
        |n| {
            format!(
                "Pattern[{}]",
                numbered(|at| format!("/^(a+)+{at}b$/"), ",", (n / 8).max(1))
            )
        },
        |n| format!("'{}{}'", "a".repeat(50), n - 1),
    ),
    shape(
        "deep-arrays",
        15,
        |n| nested("Array[", "String", "]", n),
        |n| nested("Array[", "Integer", "]", n),
        |n| nested("[", "'1'", "]", n),
    ),
    shape(
        "deep-variants",
        7,
        |n| nested("Variant[Integer,Array[", "String", "]]", n),
        |n| nested("Variant[Float,Array[", "Integer", "]]", n),
        |n| nested("[", "'1'", "]", n),
    ),
    types(
        "callables",
        500,
        |n| format!("Callable[{}]", repeated("String", ",", n)),
        |n| format!("Callable[{}]", repeated("Integer", ",", n)),
    ),
    shape(
        "tuples",
        500,
        |n| format!("Tuple[{}]", repeated("String", ",", n)),
        |n| format!("Tuple[{}]", repeated("Variant[Integer,Float]", ",", n)),
        |n| format!("[{}]", repeated("'1'", ",", n)),
    ),
];

const MCL: &[Shape] = &[
    shape(
        "wide-structs",
        1_000,
        |n| format!("struct{{{}}}", numbered(|at| format!("k{at} str"), "; ", n)),
        |n| format!("struct{{{}}}", numbered(|at| format!("k{at} int"), "; ", n)),
        |n| format!("{{{}}}", numbered(|at| format!("\"k{at}\":\"1\""), ",", n)),
    ),
    types(
        "variables",
        1_000,
        |n| {
            format!(
                "struct{{{}}}",
                numbered(|at| format!("k{at} ?{}", at + 1), "; ", n)
            )
        },
        |n| {
            format!(
                "struct{{{}}}",
                numbered(|at| format!("k{at} ?{}", at + 2), "; ", n)
            )
        },
    ),
    shape(
        "deep-lists",
        15,
        |n| format!("{}str", "[]".repeat(n)),
        |n| format!("{}int", "[]".repeat(n)),
        |n| nested("[", "\"1\"", "]", n),
    ),
    types(
        "functions",
        500,
        |n| format!("func({}) str", repeated("str", ", ", n)),
        |n| format!("func({}) str", repeated("int", ", ", n)),
    ),
];

const DIALECTS: [(&str, pcty_dialect, &[Shape]); 4] = [
    ("hcl", PCTY_DIALECT_HCL, HCL),
    ("pcl", PCTY_DIALECT_PCL, PCL),
    ("puppet", PCTY_DIALECT_PUPPET, PUPPET),
    ("mcl", PCTY_DIALECT_MCL, MCL),
];

/// The arguments of a verb.
struct Given {
    dialect: pcty_dialect,
    source: Box<pcty_type>,
    target: Box<pcty_type>,
    value: Option<Box<pcty_value>>,
}

impl Given {
    /// The value. Verbs that need one have no cases for shapes without.
    fn value(&self) -> Option<&pcty_value> {
        let value = self.value.as_deref();
        assert!(value.is_some(), "the shape has no value");
        value
    }
}

fn given(dialect: pcty_dialect, shape: &Shape, n: usize) -> Answer<Given> {
    let read = |notation: &str| parse_type(notation, dialect);
    let (source, target) = (read(&(shape.source)(n))?, read(&(shape.target)(n))?);
    let written = |written: String| match dialect {
        // SAFETY: no options.
        PCTY_DIALECT_PUPPET => make(|out, error| unsafe {
            pcty_puppet_value_parse(text(&written), std::ptr::null(), out, error)
        }),
        PCTY_DIALECT_MCL => make(|out, error| {
            pcty_mcl_value_from_json(
                text(&written),
                Some(&source),
                PCTY_MCL_FIELDS_EXACT,
                out,
                error,
            )
        }),
        // JSON implies tuples and objects.
        PCTY_DIALECT_HCL => {
            let value = super::codecs::value_of_json(&written)?;
            make(|out, error| pcty_value_convert(Some(&value), Some(&source), dialect, out, error))
        }
        _ => super::codecs::value_of_json(&written),
    };
    let value = shape.value.map(|value| written(value(n))).transpose()?;
    Ok(Given {
        dialect,
        source,
        target,
        value,
    })
}

/// A type in a dialect's notation.
pub fn parse_type(notation: &str, dialect: pcty_dialect) -> Answer<Box<pcty_type>> {
    make(|out, error| pcty_type_parse(text(notation), dialect, out, error))
}

type Verb = fn(&Given) -> Answer;

/// The verbs that need a value.
const OF_VALUES: &[&str] = &["convert", "check", "type-of", "instance"];

const VERBS: &[(&str, Verb)] = &[
    ("format", |of| {
        make(|out, error| pcty_type_format(Some(&of.source), of.dialect, out, error)).map(drop)
    }),
    ("equivalent", |of| {
        let (one, other) = (Some(&*of.source), Some(&*of.target));
        answer(false, |out, error| {
            pcty_type_equivalent(one, other, of.dialect, out, error)
        })
        .map(drop)
    }),
    ("equivalent-to-itself", |of| {
        let one = Some(&*of.source);
        answer(false, |out, error| {
            pcty_type_equivalent(one, one, of.dialect, out, error)
        })
        .map(drop)
    }),
    ("assignable", |of| {
        let (source, target) = (Some(&*of.source), Some(&*of.target));
        answer(false, |out, error| {
            pcty_type_assignable(source, target, of.dialect, out, error)
        })
        .map(drop)
    }),
    ("conversion", |of| {
        let (source, target) = (Some(&*of.source), Some(&*of.target));
        answer(0, |out, error| {
            pcty_type_conversion(source, target, of.dialect, out, error)
        })
        .map(drop)
    }),
    ("converter", |of| {
        let (source, target) = (Some(&*of.source), Some(&*of.target));
        let converter = make(|out, error| {
            pcty_converter_new(source, target, of.dialect, PCTY_SAFETY_UNSAFE, out, error)
        })?;
        let Some(value) = of.value.as_deref() else {
            return Ok(());
        };
        make(|out, error| pcty_converter_apply(Some(&converter), Some(value), out, error)).map(drop)
    }),
    ("convert", |of| {
        let (value, target) = (of.value(), Some(&*of.target));
        make(|out, error| pcty_value_convert(value, target, of.dialect, out, error)).map(drop)
    }),
    ("check", |of| {
        let (value, target) = (of.value(), Some(&*of.target));
        make(|out, error| pcty_value_check(value, target, of.dialect, out, error)).map(drop)
    }),
    ("explain", |of| {
        let (source, target) = (Some(&*of.source), Some(&*of.target));
        maybe::<pcty_error>(|out, error| pcty_type_explain(source, target, of.dialect, out, error))
            .map(drop)
    }),
    ("unify", |of| {
        unify(of, &[&*of.source, &*of.target], PCTY_SAFETY_UNSAFE)
    }),
    ("unify-safely", |of| {
        unify(of, &[&*of.source, &*of.target], PCTY_SAFETY_SAFE)
    }),
    ("type-of", |of| {
        make(|out, error| pcty_value_type_of(of.value(), of.dialect, out, error)).map(drop)
    }),
    ("instance", |of| {
        let (value, target) = (of.value(), Some(&*of.target));
        answer(false, |out, error| {
            pcty_value_is_instance(value, target, of.dialect, out, error)
        })
        .map(drop)
    }),
    ("conforms", |of| {
        let source = Some(&*of.source);
        crate::host::run(|error| pcty_type_conforms(source, source, error))
    }),
];

fn unify(of: &Given, types: &[&pcty_type], safety: pcty_safety) -> Answer {
    let types: Vec<*const pcty_type> = types.iter().map(|ty| std::ptr::from_ref(*ty)).collect();
    // SAFETY: as many pointers as stated, to handles that live.
    maybe::<pcty_unification>(|out, error| unsafe {
        pcty_type_unify(types.as_ptr(), types.len(), of.dialect, safety, out, error)
    })
    .map(drop)
}

pub fn add(cases: &mut Cases) {
    for (dialect_name, dialect, shapes) in DIALECTS {
        for shape in shapes {
            cases.add_growing(
                format!("{dialect_name}/parse/{}", shape.name),
                shape.n,
                growth(dialect, "parse", shape),
                move |n| {
                    let notation = (shape.source)(n);
                    ready(move || {
                        make(|out, error| pcty_type_parse(text(&notation), dialect, out, error))
                            .map(drop)
                    })
                },
            );
            let has_value = shape.value.is_some();
            let verbs = VERBS.iter();
            for &(verb, work) in verbs.filter(|(verb, _)| has_value || !OF_VALUES.contains(verb)) {
                let name = format!("{dialect_name}/{verb}/{}", shape.name);
                let case =
                    cases.add_growing(name, shape.n, growth(dialect, verb, shape), move |n| {
                        let given = given(dialect, shape, n)?;
                        ready(move || work(&given))
                    });
                case.expect(expected(dialect, verb, shape.name));
            }
            for (other_name, other, _) in DIALECTS.into_iter().filter(|(_, id, _)| *id != dialect) {
                let name = format!("{dialect_name}/to-{other_name}/{}", shape.name);
                cases.add_growing(name, shape.n, growth(dialect, "to", shape), move |n| {
                    let given = given(dialect, shape, n)?;
                    ready(move || translate(&given, other))
                });
            }
        }
        // Types with n leaves and few nodes, without values.
        for &(verb, work) in VERBS {
            if dialect == PCTY_DIALECT_MCL || OF_VALUES.contains(&verb) {
                continue;
            }
            cases.add(format!("{dialect_name}/{verb}/shared"), 1 << 8, move |n| {
                // SAFETY: the types have static lifetime.
                let leaves = unsafe { (pcty_type_string().as_ref(), pcty_type_bool().as_ref()) };
                let (source, target) = (shared(n, leaves.0)?, shared(n, leaves.1)?);
                let given = Given {
                    dialect,
                    source,
                    target,
                    value: None,
                };
                ready(move || work(&given))
            });
        }
        // Many types at once: all different, and all the same.
        for (name, n, notation) in [
            (
                "many-lists",
                500,
                (|at: usize| format!("list(object({{k{at}=string}}))")) as Text,
            ),
            ("many-objects-with-a-name", 500, |at: usize| {
                format!("object({{k{at}=number, x=string}})")
            }),
            ("same-lists", 500, |_: usize| {
                "list(object({k=string}))".to_owned()
            }),
        ] {
            if dialect != PCTY_DIALECT_HCL && dialect != PCTY_DIALECT_PCL {
                continue;
            }
            cases.add(format!("{dialect_name}/unify/{name}"), n, move |n| {
                let types: Answer<Vec<_>> = (0..n)
                    .map(|at| {
                        let notation = notation(at);
                        make(|out, error| pcty_type_parse(text(&notation), dialect, out, error))
                    })
                    .collect();
                let types = Rc::new(types?);
                ready(move || {
                    let at = pointers(&types);
                    // SAFETY: as many pointers as stated, to handles that live.
                    maybe::<pcty_unification>(|out, error| unsafe {
                        let (at, count) = (at.as_ptr(), at.len());
                        pcty_type_unify(at, count, dialect, PCTY_SAFETY_UNSAFE, out, error)
                    })
                    .map(drop)
                })
            });
        }
    }
}

/// The status of a verb.
fn expected(dialect: pcty_dialect, verb: &str, shape: &str) -> Expected {
    let conversion = always(PCTY_ERROR_CONVERSION);
    let type_error = always(PCTY_ERROR_TYPE);
    match (dialect, verb, shape) {
        // The attributes of the target are missing, and the message lists them.
        (PCTY_DIALECT_HCL, "convert" | "converter", "other-objects") => conversion,
        // No member of the union fits; an output is not a promise.
        (PCTY_DIALECT_PCL, "convert" | "converter", "unions-of-objects") => conversion,
        (PCTY_DIALECT_PCL, "converter", "deep-eventuals") => conversion,
        // Puppet does not convert the parts of a collection: the new value is not of the type.
        (
            PCTY_DIALECT_PUPPET,
            "convert" | "converter",
            "wide-structs" | "deep-arrays" | "tuples",
        ) => type_error,
        // Puppet makes no instances of these types.
        (PCTY_DIALECT_PUPPET, "convert", _) => always(PCTY_ERROR_UNSUPPORTED),
        (PCTY_DIALECT_PUPPET, "converter", _) => conversion,
        // mcl converts nothing: types unify or not.
        (PCTY_DIALECT_MCL, "convert" | "converter" | "unify" | "unify-safely", shape)
            if shape != "variables" =>
        {
            conversion
        }
        _ => OK,
    }
}

/// How the cost of a verb may grow with a shape.
fn growth(dialect: pcty_dialect, verb: &str, shape: &Shape) -> Growth {
    match (dialect, verb, shape.name) {
        // Puppet's message contains the whole type for each mismatch.
        (PCTY_DIALECT_PUPPET, "convert" | "converter" | "check", "wide-structs" | "tuples") => {
            Growth::Square
        }
        // Each pattern is matched against each text.
        (PCTY_DIALECT_PUPPET, verb, "patterns") if verb != "assignable" => Growth::Square,
        // Tuples of one part, of two and so on: the text has the length n times n.
        (_, _, "unions-of-tuples") => Growth::Square,
        _ => Growth::Linear,
    }
}

fn translate(of: &Given, to: pcty_dialect) -> Answer {
    let source = Some(&*of.source);
    let translation = make(|out, error| pcty_type_translate(source, of.dialect, to, out, error))?;
    let Some(value) = of.value.as_deref() else {
        return Ok(());
    };
    let mut data = std::mem::MaybeUninit::uninit();
    assert!(pcty_translation_info(Some(&translation), Some(&mut data)));
    // SAFETY: written, and the type is borrowed from the translation.
    let ty = unsafe { data.assume_init().ty.as_ref() };
    let made = make(|out, error| pcty_value_translate(Some(value), ty, of.dialect, to, out, error));
    drop(owned(pcty_type_friendly_name(ty)));
    made.map(drop)
}
