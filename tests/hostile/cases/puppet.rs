//! Puppet: notation, aliases, formats, inference, `Type.new` and mismatches, in both modes.

use super::dialects::parse_type;
use super::values::shared;
use crate::case::{Cases, Growth, Text, nested, numbered, ready, repeated};
use crate::expected::{LIMIT, OK, always, limit_from};
use crate::host::{Answer, answer, make, maybe, owned, pointers, text};
use polycty::ffi::base::error::pcty_error;
use polycty::ffi::base::status::*;
use polycty::ffi::dialects::dialect::*;
use polycty::ffi::puppet::aliases::*;
use polycty::ffi::puppet::iteration::*;
use polycty::ffi::puppet::mismatch::*;
use polycty::ffi::puppet::mode::*;
use polycty::ffi::puppet::notation::*;
use polycty::ffi::puppet::rules::*;
use polycty::ffi::puppet::values::*;
use polycty::ffi::types::constructors::*;
use polycty::ffi::values::value::pcty_value;
use std::ptr;

/// Types of both modes.
const TYPES: &[Text] = &[
    ("open-arrays", 20_000, |n| "Array[".repeat(n)),
    ("open-variants", 20_000, |n| "Variant[Array[".repeat(n)),
    ("open-structs", 20_000, |n| "Struct[{a=>".repeat(n)),
    ("open-callables", 20_000, |n| "Callable[".repeat(n)),
    ("open-templates", 20_000, |n| "\"${".repeat(n)),
    ("long-pattern", 20_000, |n| {
        format!("Pattern[/{}/]", "a".repeat(n))
    }),
    ("groups", 100, |n| {
        format!("Pattern[/{}/]", nested("(", "a", ")", n))
    }),
    ("semver-range", 2_000, |n| {
        format!("SemVer['{}']", repeated("1.x", "||", n))
    }),
    ("digits", 20_000, |n| {
        format!("Integer[0,{}]", "9".repeat(n))
    }),
];

/// Types that the early specification does not have.
const CURRENT_TYPES: &[Text] = &[
    ("enum", 2_000, |n| {
        format!("Enum[{}]", numbered(|at| format!("a{at}"), ",", n))
    }),
    ("patterns", 1_000, |n| {
        format!("Pattern[{}]", numbered(|at| format!("/a{at}/"), ",", n))
    }),
    ("variant", 1_000, |n| {
        format!(
            "Variant[{}]",
            numbered(|at| format!("Integer[{at},{at}]"), ",", n)
        )
    }),
    ("struct", 1_000, |n| {
        format!(
            "Struct[{{{}}}]",
            numbered(|at| format!("k{at}=>String"), ",", n)
        )
    }),
    ("one-key", 1_000, |n| {
        format!("Struct[{{{}}}]", repeated("k=>String", ",", n))
    }),
    ("object", 500, |n| {
        format!(
            "Object[{{attributes=>{{{}}}}}]",
            numbered(|at| format!("k{at}=>String"), ",", n)
        )
    }),
    ("semver-ranges", 500, |n| {
        format!("SemVer[{}]", repeated("'>=1.0.0 <2.0.0 || 3.x'", ",", n))
    }),
    ("names", 1_000, |n| {
        format!("Variant[{}]", numbered(|at| format!("Unknown{at}"), ",", n))
    }),
];

const VALUES: &[Text] = &[
    ("open-arrays", 20_000, |n| "[".repeat(n)),
    ("open-hashes", 20_000, |n| "{a=>".repeat(n)),
    ("minus", 20_000, |n| "-".repeat(n)),
    ("open-parentheses", 20_000, |n| "(".repeat(n)),
    ("array", 5_000, |n| format!("[{}]", repeated("1", ",", n))),
    ("mixed-array", 2_000, |n| {
        format!(
            "[{}]",
            numbered(
                |at| if at % 2 == 0 {
                    format!("'a{at}'")
                } else {
                    at.to_string()
                },
                ",",
                n
            )
        )
    }),
    ("hashes", 1_000, |n| {
        format!("[{}]", numbered(|at| format!("{{'k{at}'=>{at}}}"), ",", n))
    }),
    ("hash", 3_000, |n| {
        format!("{{{}}}", numbered(|at| format!("'k{at}'=>{at}"), ",", n))
    }),
    ("one-key", 3_000, |n| {
        format!("{{{}}}", repeated("'k'=>1", ",", n))
    }),
    ("text", 50_000, |n| format!("'{}'", "a".repeat(n))),
    ("escapes", 20_000, |n| {
        format!("\"{}\"", "\\u0041\\n".repeat(n))
    }),
    ("comments", 20_000, |n| format!("{}1", "/* */".repeat(n))),
    ("failures", 20_000, |n| "]".repeat(n)),
    ("deep-arrays", 25, |n| nested("[", "1", "]", n)),
    ("deep-hashes", 25, |n| nested("{'a'=>", "1", "}", n)),
    ("digits", 10_000, |n| "9".repeat(n)),
    ("types", 1_000, |n| {
        format!("[{}]", repeated("Array[Integer]", ",", n))
    }),
];

/// Values whose type the early specification cannot write.
const CURRENT_VALUES: &[Text] = &[
    ("methods", 40, |n| format!("1{}", ".reverse_each".repeat(n))),
    ("methods-in-arrays", 25, |n| {
        nested("[", "1", ".reverse_each.reverse_each]", n)
    }),
];

pub fn add(cases: &mut Cases) {
    for (mode_name, mode) in [
        ("current", PCTY_PUPPET_CURRENT),
        ("early", PCTY_PUPPET_EARLY),
    ] {
        let current = mode == PCTY_PUPPET_CURRENT;
        let tables = [TYPES, if current { CURRENT_TYPES } else { &[] }];
        for &(name, n, notation) in tables.into_iter().flatten() {
            let case = cases.add(format!("puppet/type-{mode_name}/{name}"), n, move |n| {
                let notation = notation(n);
                ready(move || {
                    let ty = read_type(&notation, mode, ptr::null())?;
                    written(&ty)
                })
            });
            case.expect(match name {
                // Never closed: deeper than a text nests.
                name if name.starts_with("open-") => LIMIT,
                // A whole number has at most 524,288 bits.
                "digits" => limit_from(8),
                _ => OK,
            });
        }
        let tables = [VALUES, if current { CURRENT_VALUES } else { &[] }];
        for &(name, n, literal) in tables.into_iter().flatten() {
            let case = cases.add(format!("puppet/value-{mode_name}/{name}"), n, move |n| {
                let literal = literal(n);
                ready(move || {
                    let value = read_value(&literal, mode)?;
                    make(|out, error| pcty_puppet_value_format(Some(&value), out, error))?;
                    for inference in [
                        PCTY_PUPPET_REDUCED,
                        PCTY_PUPPET_GENERAL,
                        PCTY_PUPPET_DETAILED,
                    ] {
                        make(|out, error| {
                            pcty_puppet_value_infer(Some(&value), inference, mode, out, error)
                        })?;
                    }
                    make(|out, error| pcty_puppet_value_to_string(Some(&value), mode, out, error))
                        .map(drop)
                })
            });
            case.expect(match name {
                "open-arrays" | "open-hashes" | "open-parentheses" | "minus" => LIMIT,
                "failures" => always(PCTY_ERROR_SYNTAX),
                // Values nest at most 128 levels, texts 256.
                "deep-arrays" | "deep-hashes" | "methods" => limit_from(8),
                "methods-in-arrays" => limit_from(4),
                _ => OK,
            });
        }
    }
    let iterable: &[Text] = &[
        ("enum", 2_000, |n| {
            format!("Enum[{}]", numbered(|at| format!("a{at}"), ",", n))
        }),
        ("digits", 20_000, |n| {
            format!("Integer[0,{}]", "9".repeat(n))
        }),
    ];
    let texts = cases.add_texts("puppet/iterate", iterable, |notation| {
        let ty = read_type(notation, PCTY_PUPPET_CURRENT, ptr::null())?;
        let mut iteration = make(|out, error| pcty_puppet_iteration_new(Some(&ty), out, error))?;
        for _ in 0..10 {
            drop(owned(pcty_puppet_iteration_next(
                Some(&mut iteration),
                PCTY_PUPPET_FRONT,
            )));
        }
        Ok(())
    });
    texts.except(limit_from(8), "digits");
    for (name, links) in [
        (
            "array",
            (|at| format!("Variant[Integer, Array[A{}]]", at + 1)) as fn(usize) -> String,
        ),
        ("optional", |at| format!("Optional[A{}]", at + 1)),
        ("struct", |at| format!("Struct[{{a=>A{}}}]", at + 1)),
        ("twice", |at| format!("Tuple[A{0}, A{0}]", at + 1)),
        ("same", |at| format!("A{}", at + 1)),
    ] {
        for (end_name, end) in [
            ("open", "Integer"),
            ("undef", "Optional[Integer]"),
            ("closed", "Array[A0]"),
        ] {
            // A chain of aliases is compared up to a number of levels.
            let (first, expected) = match (name, end_name) {
                ("array", _) => (15, limit_from(8)),
                ("optional", "closed") => (15, limit_from(2)),
                ("same", "closed") => (25, limit_from(8)),
                ("optional" | "same", _) => (50, limit_from(8)),
                _ => (300, OK),
            };
            let name = format!("puppet/aliases/{name}-{end_name}");
            let case = cases.add(name, first, move |n| {
                let links = move |at: usize| {
                    if at + 1 < n {
                        links(at)
                    } else {
                        end.to_owned()
                    }
                };
                let names: Vec<String> = (0..n).map(|at| format!("A{at}")).collect();
                let notations: Vec<String> = (0..n).map(links).collect();
                ready(move || aliases(&names, &notations))
            });
            case.expect(expected);
        }
    }
    for (name, end) in [("array", "Array"), ("undef", "Optional[Integer]")] {
        let case = format!("puppet/aliases/struct-of-chain-{name}");
        cases.add(case, 10_000, move |n| {
            let names: Vec<String> = (0..=n).map(|at| format!("A{at}")).collect();
            let link = |at| format!("Variant[Integer, A{}]", at + 1);
            let notations: Vec<String> = (0..n).map(link).chain([end.to_owned()]).collect();
            ready(move || {
                let aliases = defined(&names, &notations)?;
                let fields = numbered(|at| format!("k{at} => A{at}"), ",", names.len());
                let notation = format!("Struct[{{ {fields} }}]");
                let ty = read_type(&notation, PCTY_PUPPET_CURRENT, &raw const *aliases)?;
                make(|out, error| {
                    pcty_puppet_type_format(
                        Some(&ty),
                        PCTY_PUPPET_CANONICAL,
                        PCTY_PUPPET_CURRENT,
                        out,
                        error,
                    )
                })
                .map(drop)
            })
        });
    }
    cases.add("puppet/new/array-of-ranges", 1_000, |n| {
        ready(move || new("Array[Integer]", &[&format!("Integer[1,{n}]")]))
    });
    // The type, and the text of the instance's argument.
    type Conversion = (&'static str, &'static str, usize, fn(usize) -> String);
    let conversions: &[Conversion] = &[
        ("integer-digits", "Integer", 5_000, |n| {
            format!("'{}'", "9".repeat(n))
        }),
        ("float-digits", "Float", 5_000, |n| {
            format!("'{}.5'", "9".repeat(n))
        }),
        ("binary", "Binary", 20_000, |n| {
            format!("'{}'", "AAAA".repeat(n))
        }),
        ("uri", "URI", 5_000, |n| {
            format!("'http://{}'", "a/".repeat(n))
        }),
        ("timespan", "Timespan", 2_000, |n| {
            format!("'{}'", "1".repeat(n))
        }),
        ("timestamp", "Timestamp", 2_000, |n| {
            format!("'{}'", "2020-".repeat(n))
        }),
        ("semver", "SemVer", 2_000, |n| {
            format!("'1.0.0-{}'", repeated("a", ".", n))
        }),
        ("string", "String", 2_000, |n| {
            format!("[{}]", repeated("1", ",", n))
        }),
        ("array", "Array", 2_000, |n| format!("'{}'", "a".repeat(n))),
        ("hash", "Hash", 1_000, |n| {
            format!("[{}]", numbered(|at| format!("[{at},1]"), ",", n))
        }),
        ("tuple", "Tuple[Integer,1,10000000]", 1_000, |n| {
            format!("[{}]", repeated("1", ",", n))
        }),
        ("struct", "Struct[{a=>Integer}]", 1_000, |n| {
            format!("{{{}}}", numbered(|at| format!("'k{at}'=>1"), ",", n))
        }),
        ("boolean", "Boolean", 20_000, |n| {
            format!("'{}'", "t".repeat(n))
        }),
        ("init", "Init[Integer]", 5_000, |n| {
            format!("'{}'", "9".repeat(n))
        }),
    ];
    for &(name, ty, n, literal) in conversions {
        let case = cases.add(format!("puppet/new/{name}"), n, move |n| {
            let literal = literal(n);
            ready(move || new(ty, &[&literal]))
        });
        case.expect(match name {
            // No format matches, and the message shows the text.
            "timespan" | "timestamp" | "boolean" => always(PCTY_ERROR_CONVERSION),
            // The message lists all other keys.
            "struct" => always(PCTY_ERROR_TYPE),
            _ => OK,
        });
    }
    let formats: &[Text] = &[
        ("width", 20, |n| format!("'%{}d'", "9".repeat(n))),
        ("precision", 20, |n| format!("'%.{}f'", "9".repeat(n))),
        ("flags", 5_000, |n| format!("'%{}d'", "#".repeat(n))),
        ("deep-map", 10, |n| {
            let open = "{Array=>{'format'=>'%a','string_formats'=>";
            nested(open, "{Any=>'%s'}", "}}", n)
        }),
        ("many", 500, |n| {
            format!(
                "{{{}}}",
                numbered(|at| format!("Integer[{at}]=>'%d'"), ",", n)
            )
        }),
    ];
    for &(name, n, format) in formats {
        let case = cases.add(format!("puppet/new/string-{name}"), n, move |n| {
            let format = format(n);
            ready(move || new("String", &["[1, [2, 'x']]", &format]))
        });
        case.expect(match name {
            // The format is not valid.
            "width" | "precision" | "flags" => always(PCTY_ERROR_CONVERSION),
            // The formats of elements have no formats of their own elements; one level is valid.
            "deep-map" => always(PCTY_ERROR_CONVERSION)
                .then(8, PCTY_ERROR_LIMIT)
                .unoptimized(OK.then(2, PCTY_ERROR_CONVERSION)),
            _ => OK,
        });
    }
    // Texts against patterns that backtrack. How many compiled patterns stay depends on the key of
    // their table.
    let backtracking =
        cases.add_growing("puppet/instance/backtracking", 8, Growth::Budgeted, |n| {
            let ty = format!(
                "Pattern[{}]",
                numbered(|at| format!("/^(a|a|b)*{at}$/"), ",", 8 * n)
            );
            let literal = format!(
                "[{}]",
                numbered(|at| format!("'{}{at}'", "a".repeat(30)), ",", 8 * n)
            );
            let ty = read_type(&format!("Array[{ty}]"), PCTY_PUPPET_CURRENT, ptr::null())?;
            let value = read_value(&literal, PCTY_PUPPET_CURRENT)?;
            ready(move || {
                answer(false, |out, error| {
                    pcty_puppet_value_is_instance(
                        Some(&value),
                        Some(&ty),
                        PCTY_PUPPET_CURRENT,
                        out,
                        error,
                    )
                })
                .map(drop)
            })
        });
    backtracking.expect(limit_from(4));
    cases.add("puppet/mismatch/value", 500, |n| {
        let ty = format!(
            "Struct[{{{}}}]",
            numbered(|at| format!("k{at}=>Integer"), ",", n)
        );
        let value = format!("{{{}}}", numbered(|at| format!("'q{at}'=>'x'"), ",", n));
        let ty = read_type(&ty, PCTY_PUPPET_CURRENT, ptr::null())?;
        let value = read_value(&value, PCTY_PUPPET_CURRENT)?;
        ready(move || {
            maybe::<pcty_error>(|out, error| {
                pcty_puppet_value_mismatch(Some(&value), Some(&ty), text("value"), out, error)
            })
            .map(drop)
        })
    });
    cases.add("puppet/mismatch/shared", 1 << 8, |n| {
        // SAFETY: the types have static lifetime.
        let leaves = unsafe { (pcty_type_string().as_ref(), pcty_type_integer().as_ref()) };
        let (actual, expected) = (shared(n, leaves.0)?, shared(n, leaves.1)?);
        ready(move || {
            maybe::<pcty_error>(|out, error| {
                pcty_puppet_type_mismatch(Some(&actual), Some(&expected), text("it"), out, error)
            })
            .map(drop)
        })
    });
    cases.add("puppet/common-type/of-values", 500, |n| {
        let values: Answer<Vec<_>> = (0..n)
            .map(|at| read_value(&format!("{{'k{at}'=>{at}}}"), PCTY_PUPPET_CURRENT))
            .collect();
        let values = values?;
        ready(move || {
            let at = pointers(&values);
            // SAFETY: as many pointers as stated, to handles that live.
            make(|out, error| unsafe {
                pcty_puppet_common_type_of_values(at.as_ptr(), at.len(), out, error)
            })
            .map(drop)
        })
    });
    cases.add("puppet/common-type/of-types", 500, |n| {
        let types: Answer<Vec<_>> = (0..n)
            .map(|at| parse_type(&format!("Enum['a{at}']"), PCTY_DIALECT_PUPPET))
            .collect();
        let types = types?;
        ready(move || {
            let at = pointers(&types);
            // SAFETY: as many pointers as stated, to handles that live.
            make(|out, error| unsafe {
                pcty_puppet_common_type(at.as_ptr(), at.len(), PCTY_PUPPET_CURRENT, out, error)
            })
            .map(drop)
        })
    });
    let numbers: &[Text] = &[
        ("digits", 5_000, |n| "9".repeat(n)),
        ("hexadecimal", 5_000, |n| format!("0x{}", "f".repeat(n))),
        ("octal", 5_000, |n| format!("0{}", "7".repeat(n))),
        ("float", 5_000, |n| format!("{}.5e10", "9".repeat(n))),
        ("blanks", 20_000, |n| " ".repeat(n)),
    ];
    cases.add_texts("puppet/coerce", numbers, |number| {
        let value = read_value(&format!("'{number}'"), PCTY_PUPPET_CURRENT)?;
        let _ = make(|out, error| pcty_puppet_value_to_numeric(Some(&value), out, error));
        make(|out, error| {
            pcty_puppet_value_to_regexp(Some(&value), PCTY_PUPPET_CURRENT, out, error)
        })
        .map(drop)
    });
    cases.add("puppet/arithmetic/shift", 2_000, |n| {
        let number = read_value(&"9".repeat(n), PCTY_PUPPET_EARLY)?;
        let bits = read_value("1000", PCTY_PUPPET_EARLY)?;
        ready(move || {
            make(|out, error| {
                let (one, other, mode) = (Some(&*number), Some(&*bits), PCTY_PUPPET_EARLY);
                pcty_puppet_arithmetic(one, other, PCTY_PUPPET_SHIFT_LEFT, mode, out, error)
            })
            .map(drop)
        })
    });
    let documents: &[Text] = &[
        ("open-arrays", 20_000, |n| "[".repeat(n)),
        ("deep-arrays", 25, |n| nested("[", "1", "]", n)),
        ("keys", 3_000, |n| {
            format!("{{{}}}", numbered(|at| format!("\"k{at}\":1"), ",", n))
        }),
        ("text", 20_000, |n| format!("\"{}\"", "\\u0041".repeat(n))),
    ];
    let texts = cases.add_texts("puppet/json", documents, |json| {
        make(|out, error| pcty_puppet_value_from_json(text(json), out, error)).map(drop)
    });
    texts
        .except(LIMIT, "open-arrays")
        .except(limit_from(8), "deep-arrays");
}

fn read_type(
    notation: &str,
    mode: pcty_puppet_mode,
    aliases: *const pcty_puppet_aliases,
) -> Answer<Box<pcty_type>> {
    let options = options(mode, aliases);
    // SAFETY: the options live.
    make(|out, error| unsafe {
        pcty_puppet_type_parse(text(notation), &raw const options, out, error)
    })
}

fn read_value(literal: &str, mode: pcty_puppet_mode) -> Answer<Box<pcty_value>> {
    let options = options(mode, ptr::null());
    // SAFETY: the options live.
    make(|out, error| unsafe {
        pcty_puppet_value_parse(text(literal), &raw const options, out, error)
    })
}

fn options(mode: pcty_puppet_mode, aliases: *const pcty_puppet_aliases) -> pcty_puppet_options {
    pcty_puppet_options {
        struct_size: size_of::<pcty_puppet_options>() as u32,
        mode,
        aliases,
    }
}

/// Writes a type in all forms, normalizes and generalizes it.
fn written(ty: &pcty_type) -> Answer {
    for detail in PCTY_PUPPET_CANONICAL..=PCTY_PUPPET_EXPANDED_DEBUG {
        make(|out, error| {
            pcty_puppet_type_format(Some(ty), detail, PCTY_PUPPET_CURRENT, out, error)
        })?;
    }
    drop(owned(pcty_puppet_type_short_name(Some(ty))));
    make(|out, error| pcty_puppet_type_normalize(Some(ty), out, error))?;
    make(|out, error| pcty_puppet_type_generalize(Some(ty), out, error)).map(drop)
}

/// Defines aliases.
fn defined(names: &[String], notations: &[String]) -> Answer<Box<pcty_puppet_aliases>> {
    let lent = |texts: &[String]| texts.iter().map(|of| text(of)).collect::<Vec<_>>();
    let (names, notations) = (lent(names), lent(notations));
    // SAFETY: as many texts as stated.
    make(|out, error| unsafe {
        let (names_at, notations_at) = (names.as_ptr(), notations.as_ptr());
        pcty_puppet_aliases_new(
            ptr::null::<pcty_puppet_aliases>().as_ref(),
            names_at,
            notations_at,
            names.len(),
            out,
            error,
        )
    })
}

/// Defines aliases, and compares, explains and writes the first one.
fn aliases(names: &[String], notations: &[String]) -> Answer {
    let aliases = defined(names, notations)?;
    let ty = read_type("A0", PCTY_PUPPET_CURRENT, &raw const *aliases)?;
    let other = read_type("Array[A0]", PCTY_PUPPET_CURRENT, &raw const *aliases)?;
    let of = Some(&*ty);
    answer(false, |out, error| {
        pcty_type_assignable(Some(&other), of, PCTY_DIALECT_PUPPET, out, error)
    })?;
    maybe::<pcty_error>(|out, error| {
        pcty_type_explain(Some(&other), of, PCTY_DIALECT_PUPPET, out, error)
    })?;
    written(&ty)
}

fn new(ty: &str, arguments: &[&str]) -> Answer {
    let ty = read_type(ty, PCTY_PUPPET_CURRENT, ptr::null())?;
    let arguments: Answer<Vec<_>> = arguments
        .iter()
        .map(|literal| read_value(literal, PCTY_PUPPET_CURRENT))
        .collect();
    let arguments = arguments?;
    let at = pointers(&arguments);
    // SAFETY: as many pointers as stated, to handles that live.
    make(|out, error| unsafe {
        pcty_puppet_value_new(Some(&ty), at.as_ptr(), at.len(), out, error)
    })
    .map(drop)
}
