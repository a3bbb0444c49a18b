//! HCL: reading and evaluating expressions, templates, types and functions.

use super::hcl_bodies::body;
use crate::case::{Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::expected::{Expected, LIMIT, OK, always, limit_from};
use crate::host::{Answer, make, make_partial, maybe, owned, run, text};
use polycty::ffi::base::error::pcty_error;
use polycty::ffi::base::path::pcty_path;
use polycty::ffi::base::status::*;
use polycty::ffi::hcl::calls::*;
use polycty::ffi::hcl::defaults::*;
use polycty::ffi::hcl::expression::*;
use polycty::ffi::hcl::notation::*;
use polycty::ffi::hcl::scope::*;
use polycty::ffi::hcl::traversals::*;
use polycty::ffi::hcl::tree::*;
use polycty::ffi::hcl_bodies::decode::pcty_hcl_body_decode_functions;
use polycty::ffi::marks::path_marks::*;
use polycty::ffi::marks::set::*;
use polycty::ffi::types::constructors::{pcty_type, pcty_type_any};
use polycty::ffi::values::value::*;
use polycty::ffi::values::walk::*;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

/// Parses an expression.
pub fn parse(from: &str, syntax: pcty_hcl_syntax) -> Answer<Box<pcty_hcl_expression>> {
    make(|out, error| {
        pcty_hcl_expression_parse(text(from), text(""), None, syntax, out, None, error)
    })
}

pub fn parse_all(from: &str, syntax: pcty_hcl_syntax) -> Answer {
    let expression = parse(from, syntax)?;
    drop(owned(pcty_hcl_expression_variables(Some(&expression))));
    drop(owned(pcty_hcl_expression_keyword(Some(&expression))));
    let _ = make(|out, error| pcty_hcl_expression_list(Some(&expression), out, error));
    let _ = maybe::<pcty_path>(|out, error| {
        pcty_hcl_expression_traversal(Some(&expression), out, error)
    });
    Ok(())
}

/// A scope with the standard library.
pub fn scope() -> Answer<Box<pcty_hcl_scope>> {
    let mut scope = owned(pcty_hcl_scope_new()).expect("a scope");
    run(|error| pcty_hcl_scope_set_standard_functions(Some(&mut scope), error))?;
    Ok(scope)
}

/// A scope with the standard library and variables: `a` is a text, `u` unknown, `x` a list of indexes.
fn scope_of_variables() -> Answer<Box<pcty_hcl_scope>> {
    let mut scope = scope()?;
    let mut set = |name: &str, value: Box<pcty_value>| {
        // SAFETY: both handles live.
        run(|error| unsafe {
            pcty_hcl_scope_set_variable(&raw mut *scope, text(name), &raw const *value, error)
        })
    };
    set(
        "a",
        make(|out, error| pcty_value_string(text("x"), out, error))?,
    )?;
    // SAFETY: the type has static lifetime.
    let any = unsafe { pcty_type_any().as_ref() };
    set("u", owned(pcty_value_unknown(any)).expect("a value"))?;
    set("x", super::codecs::value_of_json("[0,1]")?)?;
    Ok(scope)
}

/// Reads and evaluates.
pub fn evaluate(from: &str) -> Answer {
    evaluate_in(from, PCTY_HCL_NATIVE)
}

pub fn evaluate_in(from: &str, syntax: pcty_hcl_syntax) -> Answer {
    let (expression, scope) = (parse(from, syntax)?, scope_of_variables()?);
    let found = make(|out, error| {
        pcty_hcl_expression_evaluate(Some(&expression), Some(&scope), out, None, error)
    });
    found.map(drop)
}

/// Visits all nodes of the tree of an expression, and looks up the node in the middle of the text.
pub fn tree(from: &str, syntax: pcty_hcl_syntax) -> Answer {
    let parsed: Answer<Box<pcty_hcl_expression>> = make_partial(|out, diagnostics, error| {
        let (text, file) = (text(from), text(""));
        pcty_hcl_expression_parse(text, file, None, syntax, out, diagnostics, error)
    });
    let whole = parsed?;
    drop(owned(pcty_hcl_expression_calls(Some(&whole))));
    let byte = from.len() / 2;
    drop(make(|out, error| {
        pcty_hcl_expression_at_byte(Some(&whole), byte, out, error)
    })?);
    let mut open = vec![make(|out, error| {
        pcty_hcl_expression_parts(Some(&whole), out, error)
    })?];
    while let Some(parts) = open.pop() {
        for at in 0..pcty_hcl_expressions_count(Some(&parts)) {
            // SAFETY: borrowed from a handle that lives.
            let part = unsafe { pcty_hcl_expressions_at(Some(&parts), at).as_ref() };
            let _ = pcty_hcl_expression_info(part, Some(&mut MaybeUninit::uninit()));
            let _ = pcty_hcl_expression_operator_at(part, 0, Some(&mut MaybeUninit::uninit()));
            let inner = make(|out, error| pcty_hcl_expression_parts(part, out, error))?;
            if pcty_hcl_expressions_count(Some(&inner)) > 0 {
                open.push(inner);
            }
        }
    }
    Ok(())
}

/// Writes a value in HCL's notation, and puts marks on all its parts and takes them off.
fn written(from: &str) -> Answer {
    let (expression, scope) = (parse(from, PCTY_HCL_NATIVE)?, scope()?);
    let value: Box<pcty_value> = make(|out, error| {
        pcty_hcl_expression_evaluate(Some(&expression), Some(&scope), out, None, error)
    })?;
    let shown = PCTY_HCL_VALUE_EXPRESSION;
    drop(make(|out, error| {
        pcty_hcl_value_format(Some(&value), shown, out, error)
    })?);
    let ty: Box<pcty_type> = make(|out, error| {
        let (text, file) = (text("map(object({}))"), text(""));
        let mode = PCTY_HCL_TYPE_CONSTRAINT;
        pcty_hcl_type_parse(text, file, PCTY_HCL_NATIVE, mode, out, None, error)
    })?;
    drop(make(|out, error| {
        pcty_hcl_value_extraneous(Some(&value), Some(&ty), out, error)
    })?);
    let marked: Box<pcty_value> = make(|out, error| {
        // SAFETY: the callback keeps its contract.
        unsafe { pcty_value_transform(Some(&value), Some(mark_all), ptr::null_mut(), out, error) }
    })?;
    let (mut bare, mut marks) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    run(|error| {
        pcty_value_unmark_with_paths(Some(&marked), Some(&mut bare), Some(&mut marks), error)
    })?;
    // SAFETY: both were written.
    let (bare, marks) = unsafe { (bare.assume_init(), marks.assume_init()) };
    let (bare, marks) = (owned(bare).expect("a value"), owned(marks).expect("marks"));
    drop(make(|out, error| {
        pcty_value_mark_with_paths(Some(&bare), Some(&marks), out, error)
    })?);
    Ok(())
}

/// Marks every part.
unsafe extern "C" fn mark_all(
    _: *mut c_void,
    _: *const pcty_path,
    part: *const pcty_value,
    out: *mut *mut pcty_value,
    error: *mut *mut pcty_error,
) -> pcty_status {
    // SAFETY: the handles live during the call.
    unsafe {
        pcty_value_mark(
            part.as_ref(),
            text("secret"),
            out.cast::<MaybeUninit<_>>().as_mut(),
            error.cast::<MaybeUninit<_>>().as_mut(),
        )
    }
}

/// Values to write, large and deep.
const VALUES: &[Text] = &[
    ("elements", 10_000, |n| {
        format!("[{}]", numbered(|at| format!("\"x{at}\""), ",", n))
    }),
    ("attributes", 4_000, |n| {
        format!(
            "{{{}}}",
            numbered(|at| format!("\"k {at}\"={{a=1}}"), ",", n)
        )
    }),
    ("deep", 7, |n| nested("{a=[", "1", "]}", n)),
    ("text", 20_000, |n| {
        format!("\"{}\"", "$$${\\u0007".repeat(n))
    }),
];

/// Functions written in HCL, which call one another, and an expression that calls them.
pub fn with_functions(functions: &str, call: &str) -> Answer {
    let (body, mut scope) = (body(functions, PCTY_HCL_NATIVE)?, scope()?);
    let at = &raw mut *scope;
    // SAFETY: the scope outlives the functions that use it.
    run(|error| unsafe {
        let (of, data) = (text("function"), at.cast());
        pcty_hcl_body_decode_functions(
            Some(&body),
            of,
            at.as_mut(),
            Some(around),
            data,
            None,
            None,
            None,
            error,
        )
    })?;
    let expression = parse(call, PCTY_HCL_NATIVE)?;
    make(|out, error| {
        pcty_hcl_expression_evaluate(Some(&expression), Some(&scope), out, None, error)
    })
    .map(drop)
}

/// The scope of the functions' bodies: the one that they are called in.
unsafe extern "C" fn around(scope: *mut c_void) -> *mut pcty_hcl_scope {
    // SAFETY: the data is this scope.
    pcty_hcl_scope_clone(unsafe { scope.cast::<pcty_hcl_scope>().as_ref() })
}

const OPEN: &[Text] = &[
    ("open-list", 50_000, |n| "list(".repeat(n)),
    ("open-parentheses", 50_000, |n| "(".repeat(n)),
    ("open-tuple", 50_000, |n| "[".repeat(n)),
    ("open-object", 50_000, |n| "{a=".repeat(n)),
    ("open-template", 50_000, |n| "\"${".repeat(n)),
    ("minus", 50_000, |n| "-".repeat(n)),
    ("not", 50_000, |n| "!".repeat(n)),
    ("conditionals", 20_000, |n| "false?1:".repeat(n) + "2"),
    ("for", 20_000, |n| "[for x in ".repeat(n)),
    ("dots", 50_000, |n| format!("u{}", ".b".repeat(n))),
    ("indexes", 50_000, |n| format!("u{}", "[0]".repeat(n))),
    ("splats", 20_000, |n| format!("u{}", "[*]".repeat(n))),
    ("plus", 20_000, |n| repeated("1", "+", n)),
    ("elements", 20_000, |n| {
        format!("[{}]", repeated("a", ",", n))
    }),
    ("items", 10_000, |n| {
        format!("{{{}}}", numbered(|at| format!("k{at}=1"), ",", n))
    }),
    ("lines", 50_000, |n| format!("[{}]", "\n".repeat(n))),
    ("comments", 20_000, |n| format!("{}1", "/**/".repeat(n))),
    ("failures", 50_000, |n| "]".repeat(n)),
    ("text", 50_000, |n| format!("\"{}\"", "\\u0041".repeat(n))),
    ("interpolations", 20_000, |n| {
        format!("\"{}\"", "${a}-".repeat(n))
    }),
    ("heredoc", 20_000, |n| {
        format!("<<-E\n{}E\n", "  ${a}\n".repeat(n))
    }),
    ("invalid-utf8-signs", 50_000, |n| "\u{feff}".repeat(n)),
    ("digits", 20_000, |n| "9".repeat(n)),
    ("arguments", 20_000, |n| {
        format!("max({})", repeated("1", ",", n))
    }),
];

/// The rows of [`OPEN`] that nest deeper than allowed at all sizes.
const NESTING: &str =
    "open-list open-parentheses open-tuple open-object open-template minus not for splats";

/// Nested expressions: a name, the first size, the text before, in the middle and after. HCL nests at most
/// 128 levels, and a repetition may be several of them.
const AROUND: &[(&str, usize, &str, &str, &str)] = &[
    ("tuple", 63, "[", "1", "]"),
    ("operators", 31, "(1<2&&2==2||false?1:0)+1*(", "1", ")"),
    ("parentheses", 63, "(", "1", ")"),
    ("object", 63, "{a=", "1", "}"),
    ("object-key", 15, "{(can(", "1", ")?1:1)=1}"),
    ("max", 31, "max(", "1", ")"),
    ("try", 3, "try(", "1", ")"),
    ("can", 31, "can(", "1", ")"),
    ("minus", 63, "-", "1", ""),
    ("index", 31, "x[", "1", "]"),
    ("condition", 63, "true?true:", "1", ""),
    ("otherwise", 63, "true?", "1", ":1"),
    ("for-in", 31, "[for x in ", "[]", ":x]"),
    ("for-of", 31, "[for x in [1]: ", "1", "]"),
    ("for-object", 31, "{for k,x in {}:k=>", "1", "}"),
    ("template", 31, "\"a${", "1", "}\""),
    ("directive", 31, "\"%{if true}${", "1", "}%{endif}\""),
    ("splat", 31, "[", "1", "][*]"),
    // A text inside of JSON's text has its backslashes doubled each time.
    ("jsonencode", 5, "jsonencode([", "1", "])"),
];

/// Small texts with much work.
const MUCH: &[Text] = &[
    ("unknown-names-of-three-loops", 12, |n| {
        three_loops(n, "a.x")
    }),
    ("tuples-of-three-loops", 12, |n| three_loops(n, "[c]")),
    ("objects-of-three-loops", 12, |n| three_loops(n, "{x=c}")),
    ("no-names-of-three-loops", 12, |n| three_loops(n, "zz")),
    ("failures-of-three-loops", 12, |n| {
        three_loops(n, "upper([])")
    }),
    ("numbers-of-three-loops", 12, |n| three_loops(n, "1")),
    ("texts-of-three-loops", 12, |n| {
        three_loops(n, "\"${a}-${b}-${c}\"")
    }),
    ("templates-of-texts", 25, |n| {
        format!(
            "[for s in [format(\"%{}s\",\"a\")]: [for t in [join(\"\",[for i in range({n}): s])]: \
             [for x in range({n}): \"${{t}}${{x}}\"]]]",
            80 * n
        )
    }),
    ("keys-of-objects", 5, |n| {
        format!(
            "{{for i in range({n}): \"${{i}}${{join(\"\",[for j in range({}): format(\"%9999s\",j)])}}\" => i}}",
            10 * n
        )
    }),
    ("grouped-keys", 100, |n| {
        format!("[for j in range({n}): {{for i in range({n}): \"k${{i % 3}}\" => i...}}]")
    }),
    ("range-of-ranges", 100, |n| {
        format!("[for i in range({n}): range({n})]")
    }),
    ("splat-of-splats", 100, |n| {
        format!("[for i in range({n}): [for j in range({n}): {{a=j}}]][*][*].a")
    }),
    ("same-value-twice", 16, |n| {
        // Doubled at each level: a shared value costs as much as it has nodes.
        let levels = n.ilog2() as usize + 1;
        let open: String = (0..levels)
            .map(|at| {
                format!(
                    "[for v{at} in [[{0},{0}]]: ",
                    if at == 0 {
                        "1".to_owned()
                    } else {
                        format!("v{}", at - 1)
                    }
                )
            })
            .collect();
        format!("{open}length(v{}){}", levels - 1, "]".repeat(levels))
    }),
    ("digits-that-grow", 60, |n| {
        let times = |at: usize| {
            format!(
                "[for x{at} in [{}]: ",
                if at == 0 {
                    "9".repeat(30)
                } else {
                    format!("x{0}*x{0}", at - 1)
                }
            )
        };
        let levels = n.ilog2() as usize;
        format!(
            "{}1{}",
            (0..levels).map(times).collect::<String>(),
            "]".repeat(levels)
        )
    }),
    ("texts-that-grow", 60, |n| {
        let times = |at: usize| {
            format!(
                "[for x{at} in [{}]: ",
                if at == 0 {
                    "\"aaaaaaaa\"".to_owned()
                } else {
                    format!("\"${{x{0}}}${{x{0}}}${{x{0}}}${{x{0}}}\"", at - 1)
                }
            )
        };
        let levels = 2 * n.ilog2() as usize;
        format!(
            "{}1{}",
            (0..levels).map(times).collect::<String>(),
            "]".repeat(levels)
        )
    }),
];

const EXPRESSIONS: &[Text] = &[
    ("colliding-object", 1_000, |n| {
        let all = numbered(|at| format!("{} = {at}", colliding(at)), ",", n);
        format!("{{{all}}}")
    }),
    ("colliding-set", 1_000, |n| {
        let all = numbered(|at| format!("\"{}\"", colliding(at)), ",", n);
        format!("setunion([{all}], [{all}])")
    }),
    ("conditional-types", 500, |n| {
        let object = |name: &str| format!("{{{}}}", numbered(|at| format!("{name}{at}=1"), ",", n));
        format!("true ? {} : {}", object("a"), object("b"))
    }),
    ("duplicate-keys", 5_000, |n| {
        format!("{{{}}}", repeated("a=1", ",", n))
    }),
    ("unknown-names", 5_000, |n| {
        format!("[{}]", repeated("nothing", ",", n))
    }),
    ("near-names", 500, |n| {
        format!("[{}]", numbered(|at| format!("forma{at}(1)"), ",", n))
    }),
    ("long-name", 50_000, |n| "x".repeat(n)),
    ("long-call", 50_000, |n| format!("{}()", "x".repeat(n))),
];

fn three_loops(n: usize, inside: &str) -> String {
    format!("[for a in range({n}): [for b in range({n}): [for c in range({n}): {inside}]]]")
}

/// Numbers of few bytes and many digits, where they become texts, or are computed; `p` has as many
/// digits as a number may have.
const LONG_NUMBERS: &[(&str, &str)] = &[
    ("tostring", "tostring(1e100000)"),
    ("template", "\"x${1e100000+b}\""),
    ("key-of-for", "{for c in [b]: \"${1e100000+c}\" => 1}"),
    ("key", "{(1e100000+b)=1}"),
    ("conditional", "true ? 1e100000+b : \"a\""),
    ("tolist", "tolist([1e100000+b, \"a\"])"),
    ("toset", "toset([\"a\", 1e100000+b])"),
    ("tomap", "tomap({a=\"a\", b=1e100000+b})"),
    ("coalesce", "coalesce(1e100000, \"a\")"),
    ("zipmap", "zipmap([1e100000], [\"a\"])"),
    ("lookup", "lookup({a=1}, 1e100000, 0)"),
    ("replace", "replace(\"a\", \"b\", 1e100000)"),
    ("index-of-object", "{a=1}[1e100000]"),
    ("index-of-map", "tomap({a=1})[1e100000]"),
    ("jsonencode", "jsonencode(1e100000)"),
    ("format-text", "format(\"%s\", 1e100000)"),
    ("tonumber", "tonumber(\"1e100000\")+b"),
    ("add", "p+b"),
    ("add-marked", "add(p, b)"),
    ("negate", "-p"),
    ("modulo", "p%b"),
    ("compare", "p==p"),
];

/// The number of most digits, and loops in loops around an expression.
fn in_loops(n: usize, inside: &str) -> String {
    let digits = format!(
        "join(\"\", [for i in range(1000): \"{}\"])",
        "9f3".repeat(43)
    );
    format!(
        "[for p in [parseint({digits}, 16)]: [for a in range({n}): [for b in range({n}): {inside}]]]"
    )
}

const TYPES: &[Text] = &[
    ("deep-lists", 50, |n| nested("list(", "string", ")", n)),
    ("open-lists", 50_000, |n| "list(".repeat(n)),
    ("open-objects", 20_000, |n| "object({a=".repeat(n)),
    ("wide-object", 5_000, |n| {
        format!(
            "object({{{}}})",
            numbered(|at| format!("k{at}=string"), ",", n)
        )
    }),
    ("one-attribute", 5_000, |n| {
        format!("object({{{}}})", repeated("a=string", ",", n))
    }),
    ("wide-tuple", 5_000, |n| {
        format!("tuple([{}])", repeated("number", ",", n))
    }),
];

/// Types with default values.
const DEFAULTS: &[Text] = &[
    ("defaults", 2_000, |n| {
        format!(
            "object({{{}}})",
            numbered(|at| format!("k{at}=optional(string,\"x\")"), ",", n)
        )
    }),
    ("costly-defaults", 100, |n| {
        format!(
            "object({{a=optional(list(number),[for i in [{}]: {}])}})",
            numbered(|at| at.to_string(), ",", n),
            nested("[", "i", "][0]", 40)
        )
    }),
];

const TRAVERSALS: &[Text] = &[
    ("dots", 50_000, |n| format!("a{}", ".b".repeat(n))),
    ("indexes", 50_000, |n| format!("a{}", "[0]".repeat(n))),
    ("keys", 20_000, |n| format!("a{}", "[\"b\"]".repeat(n))),
    ("long-name", 50_000, |n| format!("a.{}", "b".repeat(n))),
    ("splats", 20_000, |n| format!("a{}", "[*]".repeat(n))),
    ("open-brackets", 50_000, |n| format!("a{}", "[".repeat(n))),
    ("failures", 50_000, |n| "]".repeat(n)),
];

/// Adds the nested expressions.
fn deep(cases: &mut Cases, verb: &str, work: fn(&str) -> Answer) {
    for &(name, n, open, inside, close) in AROUND {
        let growth = match name {
            "jsonencode" => Growth::Budgeted,
            _ => Growth::Linear,
        };
        let case = cases.add_growing(format!("{verb}/deep-{name}"), n, growth, move |n| {
            let text = nested(open, inside, close, n);
            ready(move || work(&text))
        });
        case.expect(deep_status(verb, name));
    }
}

/// The status of a nested expression.
fn deep_status(verb: &str, name: &str) -> Expected {
    match (verb, name) {
        // A chain of conditionals is one level.
        ("hcl/tree", "jsonencode") | (_, "try" | "condition") => OK,
        (_, "jsonencode") => limit_from(8),
        // The evaluation reaches the limit of levels before the text does.
        ("hcl/evaluate", "can") => limit_from(2),
        ("hcl/evaluate", "directive" | "operators") | (_, "object-key") => limit_from(4),
        (_, "tuple" | "parentheses" | "object" | "minus" | "otherwise") => limit_from(4),
        _ => limit_from(8),
    }
}

pub fn add(cases: &mut Cases) {
    let syntax = always(PCTY_ERROR_SYNTAX);
    let texts = cases.add_texts("hcl/parse", OPEN, |text| parse_all(text, PCTY_HCL_NATIVE));
    texts
        .except(LIMIT, NESTING)
        .except(syntax, "failures invalid-utf8-signs")
        .except(OK.then(8, PCTY_ERROR_SYNTAX), "digits");
    let texts = cases.add_texts("hcl/parse-template", OPEN, |text| {
        parse_all(text, PCTY_HCL_TEMPLATE)
    });
    texts.except(LIMIT, "open-template");
    let texts = cases.add_texts("hcl/evaluate", OPEN, evaluate);
    texts
        .except(LIMIT, NESTING)
        .except(syntax, "failures invalid-utf8-signs")
        .except(OK.then(8, PCTY_ERROR_SYNTAX), "digits");
    // There are no such names.
    let undefined = always(PCTY_ERROR_DIAGNOSTICS);
    let texts = cases.add_texts("hcl/evaluate", EXPRESSIONS, evaluate);
    texts.except(undefined, "unknown-names near-names long-name long-call");
    let texts = cases.add_growing_texts("hcl/evaluate", Growth::Budgeted, MUCH, evaluate);
    texts
        .except(
            undefined.then(8, PCTY_ERROR_LIMIT),
            "unknown-names-of-three-loops no-names-of-three-loops failures-of-three-loops",
        )
        .except(
            limit_from(8),
            "objects-of-three-loops templates-of-texts keys-of-objects",
        )
        .except(limit_from(4), "texts-that-grow");
    for &(name, inside) in LONG_NUMBERS {
        // As many numbers as show the growth: each has 100,000 digits. `tonumber` writes none.
        let n = match name {
            "tonumber" => 16,
            "compare" => 6,
            _ => 2,
        };
        let expected = match name {
            // The number is not a key.
            "index-of-object" | "index-of-map" => undefined,
            "add" | "add-marked" | "modulo" => limit_from(8),
            _ => OK,
        };
        let name = format!("hcl/evaluate/long-numbers-{name}");
        let numbers = cases.add_growing(name, n, Growth::Square, move |n| {
            let text = in_loops(n, inside);
            ready(move || evaluate(&text))
        });
        numbers.expect(expected);
    }
    // As many as exceed the budget.
    for (name, inside) in [
        ("steps", "tostring(1e100000)"),
        ("bytes", "\"x${1e100000+b}\""),
    ] {
        let name = format!("hcl/evaluate/long-numbers-until-{name}");
        let numbers = cases.add_growing(name, 8, Growth::Budgeted, move |n| {
            let text = in_loops(n, inside);
            ready(move || evaluate(&text))
        });
        numbers.expect(limit_from(8));
    }
    for (name, inside) in [
        ("call", "foo(a)"),
        ("near-call", "sensitive(a)"),
        ("name", "foo"),
    ] {
        let name = format!("hcl/evaluate/unknown-{name}");
        let names = cases.add_growing(name, 12, Growth::Budgeted, move |n| {
            let text = three_loops(n, inside);
            ready(move || evaluate(&text))
        });
        names.expect(undefined.then(8, PCTY_ERROR_LIMIT));
    }
    cases.add_growing("hcl/evaluate/small-tables", 16, Growth::Square, |n| {
        let text = in_loops(n, "csvdecode(\"a,b\\n1,2\")");
        ready(move || evaluate(&text))
    });
    deep(cases, "hcl/evaluate", evaluate);
    // `try` must not catch the limit of the evaluation's nesting.
    let limited = cases.add("hcl/evaluate/limit-within-try", 31, |n| {
        let text = nested("try(", "1", ")", n);
        ready(move || evaluate(&text))
    });
    limited.expect(limit_from(2));
    let of_tree = |text: &str| tree(text, PCTY_HCL_NATIVE);
    let texts = cases.add_texts("hcl/tree", OPEN, of_tree);
    texts.except(LIMIT, NESTING);
    deep(cases, "hcl/tree", of_tree);
    cases.add_texts("hcl/write", VALUES, written);
    let texts = cases.add_texts("hcl/traversal", TRAVERSALS, |from| {
        let start = polycty::ffi::base::error::pcty_position {
            line: 1,
            column: 1,
            byte: 0,
        };
        let found = make(|out, error| {
            pcty_hcl_traversals_parse(text(from), text(""), Some(&start), out, None, error)
        });
        found.map(drop)
    });
    texts.except(syntax, "splats open-brackets failures");
    for mode in [PCTY_HCL_TYPE_EXACT, PCTY_HCL_TYPE_DEFAULTS] {
        let with_defaults = mode == PCTY_HCL_TYPE_DEFAULTS;
        let tables = [TYPES, if with_defaults { DEFAULTS } else { &[] }];
        for &(name, n, make_text) in tables.into_iter().flatten() {
            let case = cases.add(format!("hcl/type-{mode}/{name}"), n, move |n| {
                let from = make_text(n);
                ready(move || {
                    let mut defaults = std::mem::MaybeUninit::new(ptr::null_mut());
                    let ty = make(|out, error| {
                        let (from, syntax) = (text(&from), PCTY_HCL_NATIVE);
                        let defaults = Some(&mut defaults);
                        pcty_hcl_type_parse(from, text(""), syntax, mode, out, defaults, error)
                    });
                    // SAFETY: initialized above, and written to by the call alone.
                    drop(owned::<pcty_hcl_defaults>(unsafe {
                        defaults.assume_init()
                    }));
                    ty.map(drop)
                })
            });
            case.expect(match name {
                "deep-lists" => limit_from(4),
                "open-lists" | "open-objects" => LIMIT,
                // The attribute is defined twice.
                "one-attribute" => always(PCTY_ERROR_TYPE),
                _ => OK,
            });
        }
    }
    let chain = cases.add_growing("hcl/functions/chain", 5, Growth::Budgeted, |n| {
        // Each calls the next one twice.
        let function = |at: usize| {
            format!(
                "function \"f{at}\" {{\nparams = [x]\nresult = f{0}(x) + f{0}(x)\n}}\n",
                at + 1
            )
        };
        let last = format!("function \"f{n}\" {{\nparams = [x]\nresult = x\n}}\n");
        let functions = format!("{}{last}", (0..n).map(function).collect::<String>());
        ready(move || with_functions(&functions, "f0(1)"))
    });
    chain.expect(limit_from(4));
    // Recursion without an end: the nesting limit is an error of the call, whose diagnostics name it.
    let endless = always(PCTY_ERROR_DIAGNOSTICS);
    let itself = cases.add("hcl/functions/itself", 100, |n| {
        let functions = "function \"f\" {\nparams = [x]\nresult = f(x)\n}\n".to_owned();
        let call = repeated("f(1)", "+", n);
        ready(move || with_functions(&functions, &call))
    });
    itself.expect(endless.then(4, PCTY_ERROR_LIMIT));
    // Levels of the text and of calls together. The text itself nests too deep at last.
    for (name, open, close) in [
        ("parentheses", "(", ")"),
        ("tuples", "[", "]"),
        ("conditionals", "(true ? ", " : 1)"),
        ("templates", "\"${", "}\""),
        ("calls", "upper(", ")"),
        ("for", "[for y in [x]: ", "]"),
        ("for-object", "{for y in [x]: \"k\" => ", "}"),
    ] {
        let name = format!("hcl/functions/nested-{name}");
        let expected = match name.rsplit('-').next() {
            Some("calls") => endless,
            Some("conditionals") => endless.then(2, PCTY_ERROR_LIMIT),
            _ => endless.then(4, PCTY_ERROR_LIMIT),
        };
        let case = cases.add_growing(&name, 15, Growth::Budgeted, move |n| {
            let (before, behind) = (open.repeat(n), close.repeat(n));
            let functions =
                format!("function \"f\" {{\nparams = [x]\nresult = {before}f(x){behind}\n}}\n");
            ready(move || with_functions(&functions, "f(1)"))
        });
        case.expect(expected);
    }
    cases.add("hcl/functions/many", 1_000, |n| {
        let function = |at| format!("function \"f{at}\" {{\nparams = [x]\nresult = x\n}}\n");
        let functions = numbered(function, "", n);
        ready(move || with_functions(&functions, "f1(1)"))
    });
    cases.add_growing("hcl/regex/all-matches", 500, Growth::Square, |n| {
        let text = format!("regexall(\".*[^a]|a\", \"{}\")", "a".repeat(n));
        ready(move || evaluate(&text))
    });
}
