//! Values and types: numbers, texts, sets, marks, shared parts, groups.

use crate::case::{Cases, Growth, Text, numbered, ready, repeated};
use crate::expected::{OK, always, limit_from};
use crate::host::{Answer, make, owned, pointers, run, text};
use polycty::ffi::base::path::{pcty_path_append_index, pcty_path_new};
use polycty::ffi::base::status::*;
use polycty::ffi::codecs::codec::pcty_value_from_json;
use polycty::ffi::dialects::dialect::{PCTY_DIALECT_HCL, pcty_type_conforms};
use polycty::ffi::marks::path_set::*;
use polycty::ffi::marks::set::*;
use polycty::ffi::puppet::mode::pcty_puppet_type_assignable;
use polycty::ffi::puppet::notation::PCTY_PUPPET_EARLY;
use polycty::ffi::types::constructors::*;
use polycty::ffi::types::group::*;
use polycty::ffi::types::parts::*;
use polycty::ffi::values::container::*;
use polycty::ffi::values::content::*;
use polycty::ffi::values::operators::*;
use polycty::ffi::values::value::*;
use std::mem::MaybeUninit;
use std::ptr;

pub fn add(cases: &mut Cases) {
    let digits: &[Text] = &[
        ("digits", 40_000, |n| "9".repeat(n)),
        ("fraction", 40_000, |n| format!("0.{}", "3".repeat(n))),
        ("exponent", 40_000, |n| format!("1e{}", "9".repeat(n))),
        ("tiny", 40_000, |n| format!("1e-{n}")),
        ("zeros", 40_000, |n| format!("{}1", "0".repeat(n))),
    ];
    // Conversion to decimal is more than linear, so the number of digits is limited to 100,000.
    let numbers = cases.add_texts("value/number", digits, |digits| {
        let number = make(|out, error| pcty_value_number_from_text(text(digits), out, error))?;
        let sum = make(|out, error| {
            pcty_value_binary(Some(&number), Some(&number), PCTY_OPERATOR_ADD, out, error)
        })?;
        make(|out, error| {
            pcty_value_binary(
                Some(&sum),
                Some(&number),
                PCTY_OPERATOR_MULTIPLY,
                out,
                error,
            )
        })?;
        make(|out, error| pcty_value_number_to_text(Some(&sum), out, error)).map(drop)
    });
    // The exponent itself has too many digits.
    numbers
        .except(limit_from(4), "digits fraction")
        .except(always(PCTY_ERROR_CONVERSION), "exponent");
    let texts: &[Text] = &[
        ("plain", 100_000, |n| "a".repeat(n)),
        ("combining", 50_000, |n| {
            format!("e{}", "\u{301}\u{316}".repeat(n))
        }),
        ("flags", 50_000, |n| "\u{1f1e6}".repeat(n)),
        ("families", 50_000, |n| "\u{1f468}\u{200d}".repeat(n)),
        ("conjuncts", 50_000, |n| "\u{915}\u{94d}".repeat(n)),
        ("jamo", 50_000, |n| "\u{1100}\u{ac00}".repeat(n)),
        ("musical", 50_000, |n| "\u{1d160}".repeat(n)),
    ];
    cases.add_texts("value/text", texts, |given| {
        let value = make(|out, error| pcty_value_string(text(given), out, error))?;
        make(|out, error| {
            pcty_value_binary(
                Some(&value),
                Some(&value),
                PCTY_OPERATOR_EQUAL_TO,
                out,
                error,
            )
        })
        .map(drop)
    });
    cases.add("value/set/equal", 20_000, |n| {
        let parts = (0..n)
            .map(|_| owned(pcty_value_bool(true)).expect("a value"))
            .collect();
        ready(move || set(parts))
    });
    cases.add("value/set/unknown", 20_000, |n| {
        let parts = (0..n)
            .map(|_| owned(pcty_value_unknown(string())).expect("a value"))
            .collect();
        ready(move || set(parts))
    });
    cases.add("value/set/marks", 5_000, |n| {
        let parts: Answer<Vec<_>> = (0..n)
            .map(|at| {
                let number = owned(pcty_value_number_from_int64(at as i64)).expect("a value");
                let mark = format!("m{at}");
                make(|out, error| pcty_value_mark(Some(&number), text(&mark), out, error))
            })
            .collect();
        let parts = parts?;
        ready(move || set(parts))
    });
    cases.add("value/list/marks", 5_000, |n| {
        let mut value = owned(pcty_value_bool(true)).expect("a value");
        for at in 0..n.min(2_000) {
            let mark = format!("m{at}");
            value = make(|out, error| pcty_value_mark(Some(&value), text(&mark), out, error))?;
        }
        let parts: Vec<_> = (0..n)
            .map(|_| owned(pcty_value_clone(Some(&value))))
            .collect();
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        ready(move || {
            let parts = pointers(&parts);
            // SAFETY: as many pointers as stated, to handles that live.
            let list = make(|out, error| unsafe {
                pcty_value_list(parts.as_ptr(), parts.len(), out, error)
            })?;
            make(|out, error| pcty_value_unmark_deep(Some(&list), out, None, error)).map(drop)
        })
    });
    cases.add("type/conforms/shared", 1 << 12, |n| {
        let (one, other) = (shared(n, string())?, shared(n, string())?);
        ready(move || run(|error| pcty_type_conforms(Some(&one), Some(&other), error)))
    });
    cases.add("type/friendly-name/shared", 1 << 12, |n| {
        let ty = shared(n, string())?;
        ready(move || {
            drop(owned(pcty_type_friendly_name(Some(&ty))));
            Ok(())
        })
    });
    cases.add("type/compare/shared", 1 << 12, |n| {
        let (one, other) = (shared(n, string())?, shared(n, string())?);
        ready(move || {
            if pcty_type_equal(Some(&one), Some(&other)) {
                Ok(())
            } else {
                Err(u32::MAX)
            }
        })
    });
    // Optional attributes are rewritten at each level, and so are objects for early Puppet.
    cases.add("type/without-optional/shared", 1 << 19, |n| {
        let ty = shared_objects(n)?;
        ready(move || {
            make(|out, error| pcty_type_without_optional_fields(Some(&ty), out, error)).map(drop)
        })
    });
    cases.add("value/json/shared-type", 1 << 19, |n| {
        let ty = shared_objects(n)?;
        ready(move || {
            let json = text("null");
            make(|out, error| pcty_value_from_json(json, Some(&ty), out, error)).map(drop)
        })
    });
    cases.add("type/early-assignable/shared", 1 << 19, |n| {
        let (one, other) = (shared_objects(n)?, shared_objects(n)?);
        ready(move || {
            let (one, other) = (Some(&*one), Some(&*other));
            let mut found = MaybeUninit::new(false);
            run(|error| {
                let out = Some(&mut found);
                pcty_puppet_type_assignable(one, other, PCTY_PUPPET_EARLY, out, error)
            })
        })
    });
    cases
        .add("type/object/one-name", 10_000, |n| {
            ready(move || {
                let field = pcty_field {
                    name: text("a"),
                    ty: string().expect("a type"),
                    presence: 1,
                };
                let fields = vec![field; n];
                // SAFETY: as many fields as stated.
                make(|out, error| unsafe { pcty_type_object(fields.as_ptr(), n, out, error) })
                    .map(drop)
            })
        })
        // The name is declared twice.
        .expect(always(PCTY_ERROR_INVALID_ARGUMENT));
    for (name, closes) in [("open", false), ("closed", true)] {
        // A closed chain defines each type as itself.
        let expected = if closes {
            always(PCTY_ERROR_INVALID_ARGUMENT)
        } else {
            OK
        };
        let chain = cases.add(format!("type/group/chain-{name}"), 4_000, move |n| {
            let scope = owned(pcty_variable_scope_new()).expect("a scope");
            let names: Vec<String> = (0..n).map(|at| format!("t{at}")).collect();
            let next = |at: usize| match at + 1 {
                past if past < n => owned(pcty_variable_scope_get(Some(&scope), past as u32)),
                _ if closes => owned(pcty_variable_scope_get(Some(&scope), 0)),
                _ => owned(pcty_type_clone(string())),
            };
            let types: Vec<_> = (0..n).map(|at| next(at).expect("a type")).collect();
            ready(move || {
                let names: Vec<_> = names.iter().map(|name| text(name)).collect();
                let types = pointers(&types);
                // SAFETY: as many names and types as stated.
                make(|out, error| unsafe {
                    let (names, types) = (names.as_ptr(), types.as_ptr());
                    pcty_group_new(Some(&scope), names, types, n, out, error)
                })
                .map(drop)
            })
        });
        chain.expect(expected);
    }
    cases.add("type/group/nested", 10_000, |n| {
        ready(move || {
            let mut ty = owned(pcty_type_clone(string())).expect("a type");
            for _ in 0..n {
                let list = make(|out, error| pcty_type_list(Some(&ty), None, out, error))?;
                let scope = owned(pcty_variable_scope_new());
                let (names, types) = ([text("g")], [&raw const *list]);
                // SAFETY: one name and one type.
                let group = make(|out, error| unsafe {
                    let (names, types) = (names.as_ptr(), types.as_ptr());
                    pcty_group_new(scope.as_deref(), names, types, 1, out, error)
                })?;
                ty = make(|out, error| pcty_group_reference_at(Some(&group), 0, out, error))?;
            }
            Ok(())
        })
    });
    // A set contains each prefix with its own steps.
    let prefixes = cases.add_growing("path-set/prefixes", 1_000, Growth::Square, |n| {
        let mut path = owned(pcty_path_new()).expect("a path");
        for at in 0..n {
            run(|error| pcty_path_append_index(Some(&mut path), at, error))?;
        }
        ready(move || {
            let mut set = owned(pcty_path_set_new()).expect("a set");
            // SAFETY: the handle lives.
            run(|error| unsafe { pcty_path_set_insert(&raw mut *set, Some(&path), true, error) })?;
            let (one, other) = (Some(&*set), owned(pcty_path_set_clone(Some(&set))));
            for operation in [PCTY_PATH_SET_UNION, PCTY_PATH_SET_DIFFERENCE] {
                drop(owned(pcty_path_set_combine(
                    one,
                    other.as_deref(),
                    operation,
                )));
            }
            Ok(())
        })
    });
    prefixes.expect(limit_from(8));
    cases.add("path/steps", 10_000, |n| {
        let json = format!("[{}]", repeated("1", ",", n));
        let list = super::codecs::value_of_json(&json)?;
        ready(move || {
            for at in 0..n {
                let index = owned(pcty_value_number_from_int64(at as i64));
                let index = index.as_deref();
                make(|out, error| {
                    pcty_value_binary(Some(&list), index, PCTY_OPERATOR_INDEX, out, error)
                })?;
            }
            Ok(())
        })
    });
    let names: &[Text] = &[("many", 4_000, |n| numbered(|at| format!("m{at}"), " ", n))];
    cases.add_texts("marks/new", names, |names| {
        let names: Vec<_> = names.split(' ').map(text).collect();
        // SAFETY: as many texts as stated.
        make(|out, error| unsafe { pcty_marks_new(names.as_ptr(), names.len(), out, error) })
            .map(drop)
    });
    cases.add("value/is-same/deep", 15, |n| {
        let mut value = owned(pcty_value_bool(true)).expect("a value");
        for _ in 0..n {
            let part = [&raw const *value];
            // SAFETY: one pointer to a handle that lives.
            value = make(|out, error| unsafe { pcty_value_tuple(part.as_ptr(), 1, out, error) })?;
        }
        ready(move || {
            let same = owned(pcty_value_clone(Some(&value)));
            assert!(pcty_value_equal(Some(&value), same.as_deref()));
            let _ = pcty_value_hash(Some(&value));
            Ok(())
        })
    });
}

fn string() -> Option<&'static pcty_type> {
    // SAFETY: the type has static lifetime.
    unsafe { pcty_type_string().as_ref() }
}

#[allow(
    clippy::vec_box,
    reason = "the boxes are handles, which the library has made"
)]
fn set(parts: Vec<Box<pcty_value>>) -> Answer {
    let at = pointers(&parts);
    // SAFETY: as many pointers as stated, to handles that live.
    make(|out, error| unsafe { pcty_value_set(at.as_ptr(), at.len(), out, error) }).map(drop)
}

/// A type of n objects with an optional attribute that has one node at each level.
fn shared_objects(leaves: usize) -> Answer<Box<pcty_type>> {
    let constraint = super::dialects::parse_type("object({a=string})", PCTY_DIALECT_HCL)?;
    let field = pcty_field {
        name: text("a"),
        ty: &raw const *constraint,
        presence: PCTY_OPTIONAL,
    };
    // SAFETY: one field.
    let leaf = make(|out, error| unsafe { pcty_type_object(&raw const field, 1, out, error) })?;
    shared(leaves, Some(&leaf))
}

/// A type of n leaves that has one node at each level: tuples of the same part twice.
pub fn shared(leaves: usize, leaf: Option<&pcty_type>) -> Answer<Box<pcty_type>> {
    let mut ty = owned(pcty_type_clone(leaf)).expect("a type");
    for _ in 0..leaves.max(1).ilog2() {
        let twice = [&raw const *ty, ptr::from_ref(&*ty)];
        // SAFETY: two pointers to a handle that lives.
        ty = make(|out, error| unsafe { pcty_type_tuple(twice.as_ptr(), 2, None, out, error) })?;
    }
    Ok(ty)
}
