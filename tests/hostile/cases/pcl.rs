//! PCL: notations of types, derived types, conversions, and the checker of expressions.

use super::dialects::parse_type;
use super::hcl::parse;
use super::values::shared;
use crate::case::{Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::expected::{LIMIT, OK, always, limit_from};
use crate::host::{Answer, answer, make, maybe, owned, run, text};
use polycty::ffi::base::error::pcty_error;
use polycty::ffi::base::status::*;
use polycty::ffi::dialects::converter::*;
use polycty::ffi::dialects::dialect::*;
use polycty::ffi::hcl::expression::PCTY_HCL_NATIVE;
use polycty::ffi::pcl::checked::*;
use polycty::ffi::pcl::scope::*;
use polycty::ffi::pcl::types::*;
use polycty::ffi::pcl::values::*;
use polycty::ffi::types::constructors::*;

const TYPES: &[Text] = &[
    ("colliding-properties", 1_000, |n| {
        let all = numbered(|at| format!("{}=string", colliding(at)), ",", n);
        format!("object({{{all}}})")
    }),
    ("union-of-colliding-objects", 250, |n| {
        let all = numbered(|at| format!("object({{{}=string}})", colliding(at)), ",", n);
        format!("union({all})")
    }),
    ("open-lists", 20_000, |n| "list(".repeat(n)),
    ("open-unions", 20_000, |n| "union(".repeat(n)),
    ("open-objects", 20_000, |n| "object({a=".repeat(n)),
    ("union-of-names", 1_000, |n| {
        format!(
            "union({})",
            numbered(|at| format!("type(a:b:T{at})"), ",", n)
        )
    }),
    ("union-of-constants", 1_000, |n| {
        format!(
            "union({})",
            numbered(|at| format!("cty.StringVal(\"a{at}\")"), ",", n)
        )
    }),
    ("enumeration", 1_000, |n| {
        format!(
            "enum(t(string): {})",
            numbered(|at| format!("cty.StringVal(\"a{at}\")"), ",", n)
        )
    }),
    ("unions-in-unions", 20, |n| {
        nested("union(string, list(", "int", "))", n)
    }),
    ("same-member", 2_000, |n| {
        format!("union({})", repeated("list(string)", ",", n))
    }),
];

const JSON_TYPES: &[Text] = &[
    ("open-lists", 20_000, |n| "[\"list\",".repeat(n)),
    ("open-recursive", 20_000, |n| {
        "[\"rec\",\"A\",[\"list\",".repeat(n)
    }),
    ("enumeration", 1_000, |n| {
        format!(
            "[\"enum\",\"t\",\"string\",[{}]]",
            numbered(|at| format!("\"a{at}\""), ",", n)
        )
    }),
];

/// Each type contains the definitions around it.
const NESTED_DEFINITIONS: &[Text] = &[("definitions-within", 10, |n| {
    let open: String = (0..n)
        .map(|at| format!("[\"rec\",\"A{at}\",[\"list\",[\"union\",[[\"ref\",\"A{at}\"],"))
        .collect();
    format!("{open}\"string\"{}", "]]]]".repeat(n))
})];

const EXPRESSIONS: &[Text] = &[
    ("unknown-names", 2_000, |n| {
        format!("[{}]", numbered(|at| format!("x{at}"), ",", n))
    }),
    ("objects", 2_000, |n| {
        format!("{{{}}}", numbered(|at| format!("k{at}=\"x\""), ",", n))
    }),
    ("operations", 2_000, |n| repeated("1", "+", n)),
    ("steps", 2_000, |n| format!("v{}", ".a".repeat(n))),
    ("lists-of-objects", 300, |n| {
        format!("[{}]", numbered(|at| format!("{{k{at}=\"x\"}}"), ",", n))
    }),
    ("deep-tuples", 30, |n| nested("[", "1", "]", n)),
    ("deep-loops", 30, |n| nested("[for x in [1]: ", "x", "]", n)),
    ("deep-conditionals", 30, |n| {
        nested("(true ? ", "1", " : \"x\")", n)
    }),
    ("deep-calls", 30, |n| nested("f(", "1", ")", n)),
    ("deep-types", 30, |n| nested("list(", "string", ")", n)),
];

/// Expressions that are not a list of objects.
const MISMATCHES: &[Text] = &[
    ("objects", 2_000, |n| {
        format!("{{{}}}", numbered(|at| format!("k{at}=\"x\""), ",", n))
    }),
    ("lists-of-objects", 300, |n| {
        format!("[{}]", numbered(|at| format!("{{k{at}=\"x\"}}"), ",", n))
    }),
    ("operations", 2_000, |n| repeated("1", "+", n)),
    ("deep-tuples", 30, |n| nested("[", "1", "]", n)),
    ("deep-loops", 30, |n| nested("[for x in [1]: ", "x", "]", n)),
];

/// Twice as large at each level.
const MUCH: &[Text] = &[("doubled", 12, |n| {
    nested("[for x in [", "1", "]: [x, x]]", n)
})];

pub fn add(cases: &mut Cases) {
    // Types nest at most 128 levels.
    let open = "open-lists open-unions open-objects";
    let texts = cases.add_texts("pcl/type", TYPES, |notation| {
        let ty = parse_type(notation, PCTY_DIALECT_PCL)?;
        drop(owned(pcty_pcl_type_to_text(Some(&ty), 40)));
        make(|out, error| pcty_type_format(Some(&ty), PCTY_DIALECT_PCL, out, error))?;
        make(|out, error| pcty_pcl_type_to_json(Some(&ty), out, error)).map(drop)
    });
    texts
        .except(LIMIT, open)
        .except(limit_from(4), "unions-in-unions");
    let derived = |json: &str| {
        let ty = make(|out, error| pcty_pcl_type_from_json(text(json), out, error))?;
        derive(&ty)?;
        make(|out, error| pcty_pcl_type_to_json(Some(&ty), out, error)).map(drop)
    };
    let texts = cases.add_texts("pcl/type-json", JSON_TYPES, derived);
    texts.except(LIMIT, "open-lists open-recursive");
    let texts =
        cases.add_growing_texts("pcl/type-json", Growth::Square, NESTED_DEFINITIONS, derived);
    texts.except(limit_from(8), "definitions-within");
    let texts = cases.add_texts("pcl/derive", TYPES, |notation| {
        let ty = parse_type(notation, PCTY_DIALECT_PCL)?;
        derive(&ty)
    });
    texts
        .except(LIMIT, open)
        .except(limit_from(4), "unions-in-unions");
    cases.add("pcl/derive/shared", 1 << 8, |n| {
        // SAFETY: the type has static lifetime.
        let ty = shared(n, unsafe { pcty_type_string().as_ref() })?;
        ready(move || derive(&ty))
    });
    let objects = cases.add_growing("pcl/derive/shared-objects", 2, Growth::Budgeted, |n| {
        // Three fields of one type a level: 3^n leaves, n nodes.
        // SAFETY: the type has static lifetime.
        let mut ty =
            owned(pcty_type_clone(unsafe { pcty_type_string().as_ref() })).expect("a type");
        for _ in 0..n.min(14) {
            let fields = ["a", "b", "c"].map(|name| pcty_field {
                name: text(name),
                ty: &raw const *ty,
                presence: PCTY_REQUIRED,
            });
            // SAFETY: three fields.
            ty = make(|out, error| unsafe { pcty_type_object(fields.as_ptr(), 3, out, error) })?;
        }
        ready(move || derive(&ty))
    });
    objects.expect(limit_from(8));
    // Expressions nest at most 128 levels.
    let nesting = "deep-tuples deep-loops deep-calls deep-types";
    let texts = cases.add_texts("pcl/bind", EXPRESSIONS, bind);
    texts
        .except(limit_from(8), nesting)
        .except(limit_from(4), "deep-conditionals");
    let texts = cases.add_growing_texts("pcl/bind", Growth::Budgeted, MUCH, bind);
    texts.expect(limit_from(8));
    // The message shows both types.
    let mismatch = always(PCTY_ERROR_DIAGNOSTICS);
    let texts = cases.add_texts("pcl/mismatch", MISMATCHES, mismatched);
    texts
        .expect(mismatch)
        .except(mismatch.then(8, PCTY_ERROR_LIMIT), "deep-tuples deep-loops");
    cases.add("pcl/explain-unsafe/unions", 100, |n| {
        let union = |of: &str| {
            format!(
                "union({})",
                numbered(|at| format!("object({{k{at}={of}}})"), ",", n)
            )
        };
        let (source, target) = (union("string"), union("int"));
        let source = parse_type(&source, PCTY_DIALECT_PCL)?;
        let target = parse_type(&target, PCTY_DIALECT_PCL)?;
        ready(move || {
            maybe::<pcty_error>(|out, error| {
                pcty_pcl_type_explain_unsafe(Some(&source), Some(&target), out, error)
            })
            .map(drop)
        })
    });
    for (name, leaf) in [("succeeds", "true"), ("fails", "neither")] {
        // Each level has two members, and the first one fails last.
        let expected = match name {
            "fails" => always(PCTY_ERROR_CONVERSION),
            _ => OK,
        };
        let name = format!("pcl/convert/unions-in-unions/{name}");
        let case = cases.add(name, 12, move |n| {
            let json = nested("{\"a\":", "0", &format!(",\"b\":\"{leaf}\"}}"), n);
            let value = super::codecs::value_of_json(&json)?;
            let member = |b: &str| format!("[\"object\",{{\"a\":[\"ref\",\"A\"],\"b\":\"{b}\"}}]");
            let (number, bool) = (member("number"), member("bool"));
            let ty = format!("[\"rec\",\"A\",[\"union\",[{number},{bool},\"number\"]]]");
            let ty = make(|out, error| pcty_pcl_type_from_json(text(&ty), out, error))?;
            ready(move || {
                let by = PCTY_DIALECT_PCL;
                let made =
                    make(|out, error| pcty_value_convert(Some(&value), Some(&ty), by, out, error));
                made.map(drop)
            })
        });
        case.expect(expected);
    }
    cases.add("pcl/choose/union", 300, |n| {
        let notation = format!(
            "union({})",
            numbered(|at| format!("object({{k{at}=string}})"), ",", n)
        );
        let ty = parse_type(&notation, PCTY_DIALECT_PCL)?;
        let value = super::codecs::value_of_json(&format!("{{\"k{}\":\"1\"}}", n - 1))?;
        ready(move || {
            let mut member = std::mem::MaybeUninit::uninit();
            make(|out, error| {
                pcty_pcl_value_choose(Some(&value), Some(&ty), out, Some(&mut member), error)
            })
            .map(drop)
        })
    });
}

fn derive(ty: &pcty_type) -> Answer {
    make(|out, error| pcty_pcl_type_derive(Some(ty), PCTY_PCL_DERIVE_NORMAL, out, error))?;
    make(|out, error| pcty_pcl_type_derive(Some(ty), PCTY_PCL_DERIVE_OPTIONAL, out, error))?;
    make(|out, error| pcty_pcl_type_resolve(Some(ty), PCTY_PCL_RESOLVE_ALL, out, error))?;
    make(|out, error| pcty_pcl_type_derive(Some(ty), PCTY_PCL_DERIVE_INPUT, out, error)).map(drop)
}

/// Checks an expression against any type.
fn bind(from: &str) -> Answer {
    accepted(from, "any")
}

/// Checks an expression against a type that it does not have.
fn mismatched(from: &str) -> Answer {
    accepted(from, LIST)
}

const LIST: &str = "list(object({a = string, b = list(int)}))";

/// Checks an expression and whether it is accepted as a type.
fn accepted(from: &str, wanted: &str) -> Answer {
    let expression = parse(from, PCTY_HCL_NATIVE)?;
    let mut scope = owned(pcty_pcl_type_scope_new()).expect("a scope");
    let ty = parse_type(LIST, PCTY_DIALECT_PCL)?;
    let wanted = match wanted {
        // SAFETY: the type has static lifetime.
        "any" => owned(pcty_type_clone(unsafe { pcty_type_any().as_ref() })).expect("a type"),
        wanted => parse_type(wanted, PCTY_DIALECT_PCL)?,
    };
    // SAFETY: both handles live.
    run(|error| unsafe {
        pcty_pcl_type_scope_set_variable(&raw mut *scope, text("v"), &raw const *ty, error)
    })?;
    // SAFETY: no options.
    let bound = make(|out, error| unsafe {
        pcty_pcl_checked_new(
            Some(&expression),
            Some(&scope),
            std::ptr::null(),
            out,
            error,
        )
    })?;
    answer(0, |out, error| {
        pcty_pcl_checked_accepted_as(Some(&bound), Some(&wanted), out, error)
    })
    .map(drop)
}
