//! HCL: reading, evaluating and decoding texts, native and JSON.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::host::{Answer, make, maybe, owned, run, text};
use polycty::ffi::base::error::pcty_error;
use polycty::ffi::base::path::pcty_path;
use polycty::ffi::base::status::pcty_status;
use polycty::ffi::hcl::calls::*;
use polycty::ffi::hcl::defaults::*;
use polycty::ffi::hcl::expression::*;
use polycty::ffi::hcl::notation::*;
use polycty::ffi::hcl::scope::*;
use polycty::ffi::hcl::traversals::*;
use polycty::ffi::hcl::tree::*;
use polycty::ffi::hcl_bodies::body::*;
use polycty::ffi::hcl_bodies::content::*;
use polycty::ffi::hcl_bodies::decode::*;
use polycty::ffi::hcl_bodies::items::*;
use polycty::ffi::hcl_bodies::spec::*;
use polycty::ffi::marks::path_marks::*;
use polycty::ffi::marks::set::*;
use polycty::ffi::types::constructors::{pcty_type, pcty_type_any};
use polycty::ffi::values::value::pcty_value;
use polycty::ffi::values::walk::*;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

/// An expression in a syntax; faults of the text are what it gives, not its failure.
pub fn parse(from: &str, syntax: pcty_hcl_syntax) -> Answer<Box<pcty_hcl_expression>> {
    make(|out, error| pcty_hcl_expression_parse(text(from), text(""), syntax, out, error))
}

fn parse_all(from: &str, syntax: pcty_hcl_syntax) -> Answer {
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

/// Reads and evaluates.
pub fn evaluate(from: &str) -> Answer {
    evaluate_in(from, PCTY_HCL_NATIVE)
}

fn evaluate_in(from: &str, syntax: pcty_hcl_syntax) -> Answer {
    let (expression, scope) = (parse(from, syntax)?, scope()?);
    let found = make(|out, error| {
        pcty_hcl_expression_evaluate(Some(&expression), Some(&scope), out, error)
    });
    found.map(drop)
}

fn body(from: &str, syntax: pcty_hcl_syntax) -> Answer<Box<pcty_hcl_body>> {
    make(|out, error| pcty_hcl_body_parse(text(from), text(""), syntax, out, error))
}

/// Reads a body, expands what is dynamic, asks for one attribute and one type of block, and for
/// the attributes alone.
fn content(from: &str, syntax: pcty_hcl_syntax) -> Answer {
    let (body, scope) = (body(from, syntax)?, scope()?);
    let expanded =
        make(|out, error| pcty_hcl_body_expand_dynamic(Some(&body), Some(&scope), out, error))?;
    let attribute = pcty_hcl_attribute_schema {
        name: text("a"),
        required: true,
    };
    let label = text("x");
    let block = pcty_hcl_block_schema {
        ty: text("b"),
        labels: &raw const label,
        label_count: 1,
    };
    let schema = pcty_hcl_schema {
        struct_size: size_of::<pcty_hcl_schema>() as u32,
        attributes: &raw const attribute,
        attribute_count: 1,
        blocks: &raw const block,
        block_count: 1,
    };
    // SAFETY: the schema and its parts live.
    let _ = make(|out, error| unsafe {
        pcty_hcl_body_content(Some(&expanded), &raw const schema, out, error)
    });
    make(|out, error| pcty_hcl_body_attributes(Some(&expanded), out, error)).map(drop)
}

/// Goes through the tree of an expression, all of its parts and theirs, and asks what each is and
/// what stands in its midst.
fn tree(from: &str, syntax: pcty_hcl_syntax) -> Answer {
    let parsed: Answer<Box<pcty_hcl_expression>> = make(|out, error| {
        let (text, file) = (text(from), text(""));
        pcty_hcl_expression_parse_diagnosed(text, file, syntax, out, None, error)
    });
    let whole = parsed?;
    drop(owned(pcty_hcl_expression_calls(Some(&whole))));
    let byte = from.len() / 2;
    drop(make(|out, error| {
        pcty_hcl_expression_around(Some(&whole), byte, out, error)
    })?);
    let mut open = vec![make(|out, error| {
        pcty_hcl_expression_parts(Some(&whole), out, error)
    })?];
    while let Some(parts) = open.pop() {
        for at in 0..pcty_hcl_expressions_count(Some(&parts)) {
            // SAFETY: lent by what lives.
            let part = unsafe { pcty_hcl_expressions_at(Some(&parts), at).as_ref() };
            let _ = pcty_hcl_expression_form(part);
            let _ = pcty_hcl_expression_name(part);
            let _ = pcty_hcl_expression_operator_at(part, 0);
            let inner = make(|out, error| pcty_hcl_expression_parts(part, out, error))?;
            if pcty_hcl_expressions_count(Some(&inner)) > 0 {
                open.push(inner);
            }
        }
    }
    Ok(())
}

/// Reads a body without a schema, however deep, with all that it refers to, and what stands in
/// its midst.
fn outline(from: &str, syntax: pcty_hcl_syntax) -> Answer {
    let parsed: Answer<Box<pcty_hcl_body>> = make(|out, error| {
        let (text, file) = (text(from), text(""));
        pcty_hcl_body_parse_diagnosed(text, file, syntax, out, None, error)
    });
    let body = parsed?;
    drop(make(|out, error| {
        pcty_hcl_body_variables(Some(&body), out, error)
    })?);
    drop(make(|out, error| {
        pcty_hcl_body_calls(Some(&body), out, error)
    })?);
    let byte = from.len() / 2;
    drop(make(|out, error| {
        pcty_hcl_body_place(Some(&body), text(""), byte, out, error)
    })?);
    let mut open = vec![make(|out, error| {
        pcty_hcl_body_items(Some(&body), out, error)
    })?];
    while let Some(items) = open.pop() {
        for at in 0..pcty_hcl_items_count(Some(&items)) {
            for which in 0..pcty_hcl_items_block_count_at(Some(&items), at) {
                // SAFETY: lent by what lives.
                let block = unsafe { pcty_hcl_items_block_at(Some(&items), at, which).as_ref() };
                let _ = pcty_hcl_block_whole_range(block);
                // SAFETY: lent by what lives.
                let inner = unsafe { pcty_hcl_block_body(block).as_ref() };
                open.push(make(|out, error| pcty_hcl_body_items(inner, out, error))?);
            }
        }
    }
    Ok(())
}

/// A value in HCL's notation, without and with its marks, as far as it has a notation.
fn written(from: &str) -> Answer {
    let (expression, scope) = (parse(from, PCTY_HCL_NATIVE)?, scope()?);
    let value: Box<pcty_value> = make(|out, error| {
        pcty_hcl_expression_evaluate(Some(&expression), Some(&scope), out, error)
    })?;
    let shown = PCTY_HCL_SHOWN_EXPRESSION;
    drop(make(|out, error| {
        pcty_hcl_value_text(Some(&value), shown, out, error)
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
    // SAFETY: what the library lends for the call.
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
        format!("[for i in range({n}): \"${{i}}\"]")
    }),
    ("attributes", 4_000, |n| {
        format!(
            "{{{}}}",
            numbered(|at| format!("\"k {at}\"={{a=1}}"), ",", n)
        )
    }),
    ("deep", 40, |n| nested("{a=[", "1", "]}", n.min(60))),
    ("text", 20_000, |n| {
        format!("\"{}\"", "$$${\\u0007".repeat(n))
    }),
];

/// Reads a body and a specification written in HCL, and decodes the one by the other.
fn decode(spec: &str, from: &str) -> Answer {
    let (document, from) = (body(spec, PCTY_HCL_NATIVE)?, body(from, PCTY_HCL_NATIVE)?);
    let mut scope = scope()?;
    let spec =
        make(|out, error| pcty_hcl_spec_read(Some(&document), Some(&mut scope), out, error))?;
    let value =
        make(|out, error| pcty_hcl_spec_decode(Some(&spec), Some(&from), Some(&scope), out, error));
    value.map(drop)
}

/// Reads a body, decodes its arguments without naming them, and looks at what is left of it as a
/// value.
fn rest_of(from: &str) -> Answer {
    let (from, scope) = (body(from, PCTY_HCL_NATIVE)?, scope()?);
    let any = pcty_type_any();
    // SAFETY: the type is lent for ever.
    let any = unsafe { any.as_ref() };
    let arguments = make(|out, error| pcty_hcl_spec_rest_attributes(any, out, error))?;
    let rest = make(|out, error| pcty_hcl_spec_rest(out, error))?;
    let decode = |spec: &pcty_hcl_spec| {
        make(|out, error| pcty_hcl_spec_decode(Some(spec), Some(&from), Some(&scope), out, error))
    };
    let value = decode(&rest)?;
    let left = owned(pcty_hcl_value_body(Some(&value))).expect("a body");
    make::<pcty_hcl_items>(|out, error| pcty_hcl_body_items(Some(&left), out, error))?;
    decode(&arguments).map(drop)
}

/// Functions written in HCL, which see one another, and an expression that calls them.
fn with_functions(functions: &str, call: &str) -> Answer {
    let (body, mut scope) = (body(functions, PCTY_HCL_NATIVE)?, scope()?);
    let at = &raw mut *scope;
    // SAFETY: the scope outlives the functions that look at it.
    run(|error| unsafe {
        let (of, data) = (text("function"), at.cast());
        pcty_hcl_body_read_functions(
            Some(&body),
            of,
            at.as_mut(),
            Some(around),
            data,
            None,
            None,
            error,
        )
    })?;
    let expression = parse(call, PCTY_HCL_NATIVE)?;
    make(|out, error| pcty_hcl_expression_evaluate(Some(&expression), Some(&scope), out, error))
        .map(drop)
}

/// The scope that the functions see: the one that they are called in.
unsafe extern "C" fn around(scope: *mut c_void) -> *mut pcty_hcl_scope {
    // SAFETY: it was given as this.
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
    ("conditionals", 50_000, |n| "a?b:".repeat(n)),
    ("for", 20_000, |n| "[for x in ".repeat(n)),
    ("dots", 50_000, |n| format!("a{}", ".b".repeat(n))),
    ("indexes", 50_000, |n| format!("a{}", "[0]".repeat(n))),
    ("splats", 20_000, |n| format!("a{}", "[*]".repeat(n))),
    ("plus", 20_000, |n| repeated("1", "+", n)),
    ("elements", 20_000, |n| {
        format!("[{}]", repeated("a", ",", n))
    }),
    ("items", 10_000, |n| {
        format!("{{{}}}", numbered(|at| format!("k{at}=1"), ",", n))
    }),
    ("lines", 50_000, |n| format!("[{}]", "\n".repeat(n))),
    ("comments", 20_000, |n| format!("{}1", "/**/".repeat(n))),
    ("faults", 50_000, |n| "]".repeat(n)),
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
        format!("f({})", repeated("1", ",", n))
    }),
];

/// What stands around itself, and what is in its midst.
const AROUND: &[(&str, &str, &str)] = &[
    ("tuple", "[", "]"),
    ("operators", "true||true&&1==1<1+1*(", ")"),
    ("parentheses", "(", ")"),
    ("object", "{a=", "}"),
    ("object-key", "{(", ")=1}"),
    ("max", "max(", ")"),
    ("try", "try(", ")"),
    ("can", "can(", ")"),
    ("minus", "-", ""),
    ("index", "x[", "]"),
    ("condition", "true?true:", ""),
    ("otherwise", "true?", ":true"),
    ("for-in", "[for x in ", ":x]"),
    ("for-of", "[for x in [1]: ", "]"),
    ("for-object", "{for k,x in {}:k=>", "}"),
    ("template", "\"a${", "}\""),
    ("directive", "\"%{if true}${", "}%{endif}\""),
    ("splat", "[", "][*]"),
    ("jsonencode", "jsonencode([", "])"),
];

/// Small texts that ask for much.
const MUCH: &[Text] = &[
    ("unknown-names-of-three-loops", 12, |n| {
        three_loops(n, "a.x")
    }),
    ("tuples-of-three-loops", 12, |n| three_loops(n, "[c]")),
    ("objects-of-three-loops", 12, |n| three_loops(n, "{x=c}")),
    ("no-names-of-three-loops", 12, |n| three_loops(n, "zz")),
    ("faults-of-three-loops", 12, |n| three_loops(n, "upper([])")),
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
    ("keys-of-objects", 10, |n| {
        format!(
            "{{for i in range({n}): \"${{i}}${{join(\"\",[for j in range({}): format(\"%9999s\",j)])}}\" => i}}",
            10 * n
        )
    }),
    ("grouped-keys", 100, |n| {
        format!("{{for i in range({n}): \"k${{i % 3}}\" => i...}}")
    }),
    ("range-of-ranges", 100, |n| {
        format!("[for i in range({n}): range({n})]")
    }),
    ("splat-of-splats", 100, |n| {
        format!("[for i in range({n}): [for j in range({n}): {{a=j}}]][*][*].a")
    }),
    ("same-value-twice", 16, |n| {
        // Doubled at each level: what is shared costs what it has nodes.
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
/// digits as one may have.
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

const BODIES: &[Text] = &[
    ("colliding-attributes", 1_000, |n| {
        numbered(|at| format!("{} = 1", colliding(at)), "\n", n)
    }),
    ("colliding-blocks", 1_000, |n| {
        numbered(|at| format!("{} {{\n}}", colliding(at)), "\n", n)
    }),
    ("attributes", 5_000, |n| {
        numbered(|at| format!("a{at} = 1"), "\n", n)
    }),
    ("one-attribute", 5_000, |n| repeated("a = 1", "\n", n)),
    ("blocks", 5_000, |n| repeated("b \"x\" {\n}\n", "", n)),
    ("other-blocks", 5_000, |n| {
        numbered(|at| format!("b{at} {{\n}}\n"), "", n)
    }),
    ("labels", 5_000, |n| {
        format!("b {} {{\n}}\n", repeated("\"x\"", " ", n))
    }),
    ("deep-blocks", 50, |n| nested("b \"x\" {\n", "", "}\n", n)),
    ("open-blocks", 20_000, |n| "b {\n".repeat(n)),
    ("faults", 50_000, |n| "}".repeat(n)),
    ("lines", 50_000, |n| "\n".repeat(n)),
    ("comments", 20_000, |n| "# a\n".repeat(n)),
    ("dynamic", 100, |n| {
        format!(
            "dynamic \"b\" {{\nfor_each = range({n})\nlabels = [b.value]\ncontent {{\na = b.value\n}}\n}}\n"
        )
    }),
    ("many-dynamic", 500, |n| {
        repeated(
            "dynamic \"b\" {\nfor_each = [1]\nlabels = [\"x\"]\ncontent {\n}\n}\n",
            "",
            n,
        )
    }),
];

/// Twice as many blocks a level.
const MUCH_OF_BODIES: &[Text] = &[("deep-dynamic", 7, |n| {
    let open = "dynamic \"b\" {\nfor_each = [1,2]\nlabels = [\"x\"]\ncontent {\n";
    nested(open, "", "}\n}\n", n)
})];

const JSON_BODIES: &[Text] = &[
    ("colliding-members", 1_000, |n| {
        let all = numbered(|at| format!("\"{}\":1", colliding(at)), ",", n);
        format!("{{{all}}}")
    }),
    ("attributes", 5_000, |n| {
        format!("{{{}}}", numbered(|at| format!("\"a{at}\":1"), ",", n))
    }),
    ("one-attribute", 5_000, |n| {
        format!("{{{}}}", repeated("\"a\":1", ",", n))
    }),
    ("blocks", 5_000, |n| {
        format!("{{\"b\":[{}]}}", repeated("{\"x\":{}}", ",", n))
    }),
    ("deep-blocks", 50, |n| {
        nested("{\"b\":{\"x\":", "{}", "}}", n)
    }),
    ("open", 20_000, |n| "{\"b\":".repeat(n)),
    ("deep-arrays", 50, |n| {
        format!("{{\"b\":{}}}", nested("[", "{}", "]", n))
    }),
    ("templates", 5_000, |n| {
        format!("{{\"a\":[{}]}}", repeated("\"${x}\"", ",", n))
    }),
];

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
    ("defaults", 2_000, |n| {
        format!(
            "object({{{}}})",
            numbered(|at| format!("k{at}=optional(string,\"x\")"), ",", n)
        )
    }),
    ("costly-defaults", 100, |n| {
        format!(
            "object({{a=optional(list(number),[for i in range({n}): {}])}})",
            nested("[", "i", "][0]", 40)
        )
    }),
];

pub fn add(cases: &mut Cases) {
    cases.add_texts("hcl/parse", OPEN, |text| parse_all(text, PCTY_HCL_NATIVE));
    cases.add_texts("hcl/parse-template", OPEN, |text| {
        parse_all(text, PCTY_HCL_TEMPLATE)
    });
    cases.add_texts("hcl/parse-json", JSON_BODIES, |text| {
        parse_all(text, PCTY_HCL_JSON)
    });
    cases.add_texts("hcl/evaluate", OPEN, evaluate);
    cases.add_texts("hcl/evaluate", EXPRESSIONS, evaluate);
    cases.add_growing_texts("hcl/evaluate", Growth::Budgeted, MUCH, evaluate);
    for &(name, inside) in LONG_NUMBERS {
        let name = format!("hcl/evaluate/long-numbers-{name}");
        cases.add_growing(name, 128, Growth::Budgeted, move |n| {
            let text = in_loops(n, inside);
            ready(move || evaluate(&text))
        });
    }
    for (name, inside) in [
        ("call", "foo(a)"),
        ("near-call", "sensitive(a)"),
        ("name", "foo"),
    ] {
        let name = format!("hcl/evaluate/unknown-{name}");
        cases.add_growing(name, 128, Growth::Budgeted, move |n| {
            let text = three_loops(n, inside);
            ready(move || evaluate(&text))
        });
    }
    cases.add_growing("hcl/evaluate/small-tables", 128, Growth::Budgeted, |n| {
        let text = in_loops(n, "csvdecode(\"a,b\\n1,2\")");
        ready(move || evaluate(&text))
    });
    cases.add_texts("hcl/evaluate-json", JSON_BODIES, |text| {
        evaluate_in(text, PCTY_HCL_JSON)
    });
    for &(name, open, close) in AROUND {
        // A text inside of JSON's text inside of JSON's text has its backslashes doubled each time.
        let growth = match name {
            "jsonencode" => Growth::Budgeted,
            _ => Growth::Linear,
        };
        cases.add_growing(format!("hcl/evaluate/deep-{name}"), 63, growth, move |n| {
            let text = nested(open, "1", close, n);
            ready(move || evaluate(&text))
        });
    }
    cases.add_texts("hcl/tree", OPEN, |text| tree(text, PCTY_HCL_NATIVE));
    cases.add_texts("hcl/tree-json", JSON_BODIES, |text| {
        tree(text, PCTY_HCL_JSON)
    });
    for (name, before, after) in AROUND {
        cases.add(format!("hcl/tree/deep-{name}"), 63, move |n| {
            let text = nested(before, "1", after, n);
            ready(move || tree(&text, PCTY_HCL_NATIVE))
        });
    }
    cases.add_texts("hcl/outline", BODIES, |text| outline(text, PCTY_HCL_NATIVE));
    cases.add_texts("hcl/outline-json", JSON_BODIES, |text| {
        outline(text, PCTY_HCL_JSON)
    });
    cases.add_texts("hcl/write", VALUES, written);
    cases.add_texts("hcl/body", BODIES, |text| content(text, PCTY_HCL_NATIVE));
    cases.add_growing_texts("hcl/body", Growth::Budgeted, MUCH_OF_BODIES, |text| {
        content(text, PCTY_HCL_NATIVE)
    });
    cases.add_texts("hcl/body-json", JSON_BODIES, |text| {
        content(text, PCTY_HCL_JSON)
    });
    cases.add_texts("hcl/decode", BODIES, |text| {
        let spec = "object {\nattr \"a\" {\ntype = any\n}\nblock_list \"b\" {\nobject {\n}\n}\n}\n";
        decode(spec, text)
    });
    cases.add_growing("hcl/decode/long-numbers", 5_000, Growth::Budgeted, |n| {
        let body = format!("a = [{}]\n", repeated("1e100000", ",", n));
        ready(move || decode("object {\nattr \"a\" {\ntype = list(string)\n}\n}\n", &body))
    });
    cases.add_texts("hcl/decode-rest", BODIES, rest_of);
    cases.add_texts("hcl/spec", SPECS, |text| decode(text, "a = 1\n"));
    cases.add_texts("hcl/traversal", OPEN, |from| {
        let start = polycty::ffi::base::error::pcty_position {
            line: 1,
            column: 1,
            byte: 0,
        };
        let found =
            make(|out, error| pcty_hcl_traversals_parse(text(from), text(""), start, out, error));
        found.map(drop)
    });
    for mode in [PCTY_HCL_TYPE_EXACT, PCTY_HCL_TYPE_DEFAULTS] {
        for &(name, n, make_text) in TYPES {
            cases.add(format!("hcl/type-{mode}/{name}"), n, move |n| {
                let from = make_text(n);
                ready(move || {
                    let mut defaults = std::mem::MaybeUninit::new(ptr::null_mut());
                    let ty = make(|out, error| {
                        let (from, syntax) = (text(&from), PCTY_HCL_NATIVE);
                        let defaults = Some(&mut defaults);
                        pcty_hcl_type_parse(from, text(""), syntax, mode, out, defaults, error)
                    });
                    // SAFETY: initialised above, and written to by the call alone.
                    drop(owned::<pcty_hcl_defaults>(unsafe {
                        defaults.assume_init()
                    }));
                    ty.map(drop)
                })
            });
        }
    }
    cases.add_growing("hcl/functions/chain", 5, Growth::Budgeted, |n| {
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
    cases.add("hcl/functions/itself", 100, |n| {
        let functions = "function \"f\" {\nparams = [x]\nresult = f(x)\n}\n".to_owned();
        let call = repeated("f(1)", "+", n);
        ready(move || with_functions(&functions, &call))
    });
    // Levels of the text and of calls, as many as go together.
    for (name, open, close) in [
        ("parentheses", "(", ")"),
        ("tuples", "[", "]"),
        ("conditionals", "(true ? ", " : 1)"),
        ("templates", "\"${", "}\""),
        ("calls", "upper(", ")"),
        ("for", "[for y in [x]: ", "]"),
    ] {
        let name = format!("hcl/functions/nested-{name}");
        cases.add_growing(&name, 15, Growth::Budgeted, move |n| {
            let (before, behind) = (open.repeat(n), close.repeat(n));
            let functions =
                format!("function \"f\" {{\nparams = [x]\nresult = {before}f(x){behind}\n}}\n");
            ready(move || with_functions(&functions, "f(1)"))
        });
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

const SPECS: &[Text] = &[
    ("deep", 30, |n| {
        nested("object {\nobject \"a\" {\n", "", "}\n}\n", n)
    }),
    ("wide", 2_000, |n| {
        let attribute = |at| format!("attr \"a{at}\" {{\ntype = string\n}}\n");
        format!("object {{\n{}}}\n", numbered(attribute, "", n))
    }),
    ("transforms", 20, |n| {
        let open = "transform {\nresult = [for i in range(100): nested]\n";
        nested(open, "literal {\nvalue = 1\n}\n", "}\n", n)
    }),
    ("literals", 2_000, |n| {
        format!(
            "tuple {{\n{}}}\n",
            "literal {\nvalue = range(9)\n}\n".repeat(n)
        )
    }),
];
