//! The instructions: each calls one export, or reads all properties of one handle.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "one contract for all: handles are NULL or live, arrays as long as is said"
)]

use super::*;
use polycty::ffi::{
    codecs::codec::*,
    dialects::dialect::*,
    pcl::{traversal::*, types::*, values::*},
    refinements::refinement::*,
    types::func::*,
    values::{capsule::*, container::*, content::*, operators::*},
};

/// The instructions by opcode.
pub(super) const OPS: &[Op] = &[
    // -- Types ---------------------------------------------------------------
    |m| m.around(pcty_type_set),
    |m| {
        let (kind, element) = (m.small(), m.ty());
        m.make_type(|out, error| pcty_type_wrapper(some(element), kind, out, error));
    },
    |m| m.around(pcty_type_without_optional_fields),
    |m| m.around(pcty_type_unfold),
    |m| {
        let made = pcty_type_clone(some(m.ty()));
        keep_new_type(m, made);
    },
    |m| {
        let made = pcty_type_bool_value(m.flag());
        keep_new_type(m, made);
    },
    |m| {
        let (min, max) = (m.value(), m.value());
        m.make_type(|out, error| pcty_type_integer_range(some(min), some(max), out, error));
    },
    |m| {
        let (min, max) = (m.double(), m.double());
        let (min, max) = (m.flag().then_some(&min), m.flag().then_some(&max));
        m.make_type(|out, error| pcty_type_float_range(min, max, out, error));
    },
    |m| {
        let size = m.size_range();
        m.make_type(|out, error| pcty_type_string_length(size.as_ref(), out, error));
    },
    |m| {
        let (texts, case) = (m.texts(), m.small());
        m.make_type(|out, error| unsafe {
            pcty_type_string_enumeration(array(&texts), texts.len(), case, out, error)
        });
    },
    |m| {
        let texts = m.texts();
        m.make_type(|out, error| unsafe {
            pcty_type_string_patterns(array(&texts), texts.len(), out, error)
        });
    },
    |m| {
        let (element, size) = (m.ty(), m.size_range());
        m.make_type(|out, error| pcty_type_list(some(element), size.as_ref(), out, error));
    },
    |m| {
        let (key, element, size) = (m.ty(), m.ty(), m.size_range());
        m.make_type(|out, error| {
            pcty_type_map(some(key), some(element), size.as_ref(), out, error)
        });
    },
    |m| {
        let (types, size) = (m.type_array(), m.size_range());
        m.make_type(|out, error| unsafe {
            pcty_type_tuple(array(&types), types.len(), size.as_ref(), out, error)
        });
    },
    |m| {
        let fields = fields(m);
        m.make_type(|out, error| unsafe {
            pcty_type_object(array(&fields), fields.len(), out, error)
        });
    },
    |m| {
        let fields = fields(m);
        m.make_type(|out, error| unsafe {
            pcty_type_ordered_object(array(&fields), fields.len(), out, error)
        });
    },
    |m| {
        let types = m.type_array();
        m.make_type(|out, error| unsafe {
            pcty_type_union(array(&types), types.len(), out, error)
        });
    },
    |m| {
        let (ty, value) = (m.ty(), m.value());
        m.make_type(|out, error| pcty_type_literal(some(ty), some(value), out, error));
    },
    |m| {
        let (token, ty, (values, _)) = (m.text(), m.ty(), m.value_array());
        m.make_type(|out, error| unsafe {
            pcty_type_enumeration(token, some(ty), array(&values), values.len(), out, error)
        });
    },
    |m| {
        let (dialect, name) = (m.text(), m.text());
        let count = m.byte() % 4;
        let param = |_| match m.byte() % 3 {
            0 => pcty_nominal_parameter {
                ty: m.ty(),
                value: null(),
            },
            1 => pcty_nominal_parameter {
                ty: null(),
                value: m.value(),
            },
            _ => pcty_nominal_parameter {
                ty: m.ty(),
                value: m.value(),
            },
        };
        let params: Vec<_> = (0..count).map(param).collect();
        m.make_type(|out, error| unsafe {
            pcty_type_nominal(name, array(&params), params.len(), dialect, out, error)
        });
    },
    func_type,
    |m| {
        let (name, with_ops, number) = (m.text(), m.flag(), m.byte());
        let ops = pcty_capsule_ops {
            struct_size: struct_size::<pcty_capsule_ops>(number),
            equal: (number % 3 > 0).then_some(same_number),
            hash: (number % 3 > 1).then_some(number_hash),
            user_data: null_mut(),
            destroy: None,
        };
        let ops = if with_ops { &raw const ops } else { null() };
        m.make_type(|out, error| unsafe { pcty_type_capsule(name, ops, out, error) });
    },
    |m| {
        let (dialect, notation) = (m.small(), m.text());
        m.make_type(|out, error| pcty_type_parse(notation, dialect, out, error));
    },
    |m| {
        let json = m.text();
        m.make_type(|out, error| pcty_type_from_json(json, out, error));
    },
    |m| {
        let (ty, dialect) = (m.ty(), m.small());
        let made = m.make(|out, error| pcty_type_format(some(ty), dialect, out, error));
        m.keep_string(made);
    },
    |m| {
        let ty = m.ty();
        let made = m.make(|out, error| pcty_type_to_json(some(ty), out, error));
        m.keep_string(made);
    },
    |m| {
        let (dialect, from, to) = (m.small(), m.ty(), m.ty());
        let untouched = NonNull::dangling().as_ptr();
        // The result is NULL if there is nothing to explain.
        let made = m.call(untouched, PartialEq::eq, |out, error| {
            pcty_type_explain(some(from), some(to), dialect, out, error)
        });
        if let Some(made) = made.filter(|made| !made.is_null()) {
            m.keep_error(made);
        }
    },
    |m| {
        let (dialect, a, b) = (m.small(), m.ty(), m.ty());
        m.call(true, PartialEq::eq, |out, error| {
            pcty_type_assignable(some(b), some(a), dialect, out, error)
        });
    },
    |m| {
        let (a, b) = (m.ty(), m.ty());
        let conforms = m.run(|error| pcty_type_conforms(some(a), some(b), error));
        assert!(!conforms || !a.is_null());
    },
    |m| {
        let (dialect, from, to) = (m.small(), m.ty(), m.ty());
        let found = m.call(99, PartialEq::eq, |out, error| {
            pcty_type_conversion(some(from), some(to), dialect, out, error)
        });
        assert!(found.is_none_or(|found| found <= PCTY_CONVERSION_SAME));
    },
    |m| {
        let (a, b) = (m.ty(), m.ty());
        let (a, b) = (some(a), some(b));
        assert_eq!(pcty_type_compare(a, b), -pcty_type_compare(b, a));
        assert_eq!(pcty_type_equal(a, b), pcty_type_compare(a, b) == 0);
        assert!(!pcty_type_equal(a, b) || pcty_type_hash(a) == pcty_type_hash(b));
    },
    read_type,
    |m| {
        let (ty, mut answers) = (m.ty(), m.wide());
        let data = (&raw mut answers).cast();
        m.run(|error| unsafe { pcty_type_walk(some(ty), Some(visit_type), data, error) });
    },
    // -- Scopes and groups ---------------------------------------------------
    |m| m.scopes.push(pcty_variable_scope_new()),
    |m| {
        let made = pcty_variable_scope_fresh(some_mut(m.scope()));
        keep_new_type(m, made);
    },
    |m| {
        let made = pcty_variable_scope_get(some(m.scope()), m.small());
        keep_new_type(m, made);
    },
    |m| {
        let (scope, mut names, types) = (m.scope(), m.texts(), m.type_array());
        let count = names.len().min(types.len());
        names.truncate(count);
        let made = m.make(|out, error| unsafe {
            pcty_group_new(
                some(scope),
                array(&names),
                array(&types[..count]),
                count,
                out,
                error,
            )
        });
        m.groups.extend(made);
    },
    |m| {
        let (group, at) = (m.group(), m.small() as usize);
        assert!(pcty_group_count(some(group)) <= 4);
        m.make_type(|out, error| pcty_group_reference_at(some(group), at, out, error));
    },
    |m| {
        let ty = m.ty();
        let made = m.make(|out, error| pcty_type_reference_name(some(ty), out, error));
        m.keep_string(made);
    },
    // -- Scalars -------------------------------------------------------------
    |m| {
        let made = pcty_value_null(some(m.ty()));
        m.keep_new_value(made);
    },
    |m| {
        let made = pcty_value_unknown(some(m.ty()));
        m.keep_new_value(made);
    },
    |m| {
        let made = match m.byte() % 7 {
            0 => pcty_value_dynamic(),
            1 => pcty_value_bool(m.flag()),
            2 => pcty_value_number_from_int64(m.wide() as i64),
            3 => pcty_value_number_from_uint64(m.wide()),
            4 => pcty_value_integer_from_int64(m.wide() as i64),
            5 => pcty_value_integer_from_uint64(m.wide()),
            _ => pcty_value_float(m.double()),
        };
        m.keep_new_value(made);
    },
    |m| {
        let double = m.double();
        m.make_value(1, |out, error| {
            pcty_value_number_from_double(double, out, error)
        });
    },
    |m| {
        let text = m.text();
        m.make_value(1, |out, error| {
            pcty_value_number_from_text(text, out, error)
        });
    },
    |m| {
        let text = m.text();
        m.make_value(1, |out, error| {
            pcty_value_integer_from_text(text, out, error)
        });
    },
    |m| {
        let (text, number) = (m.text(), m.flag());
        let from = if number {
            pcty_value_number_from_bytes
        } else {
            pcty_value_integer_from_bytes
        };
        m.make_value(1, |out, error| unsafe {
            from(parts(text).data.cast(), parts(text).len, out, error)
        });
    },
    |m| {
        let (text, verbatim) = (m.text(), m.flag());
        let from = if verbatim {
            pcty_value_string_verbatim
        } else {
            pcty_value_string
        };
        m.make_value(1, |out, error| from(text, out, error));
    },
    |m| {
        let ty = m.ty();
        m.make_value(1, |out, error| pcty_value_from_type(some(ty), out, error));
    },
    |m| {
        let (ty, number) = (m.ty(), m.byte());
        m.make_value(1, |out, error| unsafe {
            pcty_value_capsule(some(ty), host(number), Some(destroy), out, error)
        });
    },
    |m| {
        let (value, size) = m.value_and_size();
        let made = pcty_value_clone(some(value));
        if !made.is_null() {
            m.keep_value(made, size);
        }
    },
    read_scalar,
    // -- Containers ----------------------------------------------------------
    |m| {
        let (values, size) = m.value_array();
        let make = [pcty_value_list, pcty_value_set, pcty_value_tuple][m.byte() as usize % 3];
        m.make_value(size, |out, error| unsafe {
            make(array(&values), values.len(), out, error)
        });
    },
    |m| {
        let (ty, (values, size)) = (m.ty(), m.value_array());
        let make = [pcty_value_list_of, pcty_value_set_of][m.byte() as usize % 2];
        m.make_value(size, |out, error| unsafe {
            make(some(ty), array(&values), values.len(), out, error)
        });
    },
    |m| {
        let (names, values, size) = named_values(m);
        let make = [pcty_value_map, pcty_value_object][m.byte() as usize % 2];
        m.make_value(size, |out, error| unsafe {
            make(array(&names), array(&values), values.len(), out, error)
        });
    },
    |m| {
        let (ty, (names, values, size)) = (m.ty(), named_values(m));
        m.make_value(size, |out, error| unsafe {
            pcty_value_map_of(
                some(ty),
                array(&names),
                array(&values),
                values.len(),
                out,
                error,
            )
        });
    },
    |m| {
        let numbers: Vec<i64> = (0..m.byte() % 4).map(|_| m.wide() as i64).collect();
        m.make_value(4, |out, error| unsafe {
            pcty_value_list_from_int64(array(&numbers), numbers.len(), out, error)
        });
    },
    |m| {
        let numbers: Vec<f64> = (0..m.byte() % 4).map(|_| m.double()).collect();
        m.make_value(4, |out, error| unsafe {
            pcty_value_list_from_double(array(&numbers), numbers.len(), out, error)
        });
    },
    |m| {
        let texts = m.texts();
        m.make_value(4, |out, error| unsafe {
            pcty_value_list_from_str(array(&texts), texts.len(), out, error)
        });
    },
    read_container,
    // -- Operators -----------------------------------------------------------
    |m| m.binary_operator(PCTY_OPERATOR_ADD),
    |m| m.binary_operator(PCTY_OPERATOR_SUBTRACT),
    |m| m.binary_operator(PCTY_OPERATOR_MULTIPLY),
    |m| m.binary_operator(PCTY_OPERATOR_DIVIDE),
    |m| m.binary_operator(PCTY_OPERATOR_MODULO),
    |m| m.unary_operator(PCTY_OPERATOR_NEGATE),
    |m| m.unary_operator(PCTY_OPERATOR_ABSOLUTE),
    |m| m.binary_operator(PCTY_OPERATOR_LESS_THAN),
    |m| m.binary_operator(PCTY_OPERATOR_GREATER_THAN),
    |m| m.binary_operator(PCTY_OPERATOR_LESS_THAN_OR_EQUAL),
    |m| m.binary_operator(PCTY_OPERATOR_GREATER_THAN_OR_EQUAL),
    |m| m.binary_operator(PCTY_OPERATOR_AND),
    |m| m.binary_operator(PCTY_OPERATOR_OR),
    |m| m.unary_operator(PCTY_OPERATOR_NOT),
    |m| m.binary_operator(PCTY_OPERATOR_EQUAL_TO),
    |m| m.binary_operator(PCTY_OPERATOR_NOT_EQUAL_TO),
    |m| m.binary_operator(PCTY_OPERATOR_INDEX),
    |m| m.binary_operator(PCTY_OPERATOR_HAS_INDEX),
    |m| m.binary_operator(PCTY_OPERATOR_HAS_ELEMENT),
    |m| m.unary_operator(PCTY_OPERATOR_LENGTH),
    |m| m.unary_operator(PCTY_OPERATOR_UNKNOWN_AS_NULL),
    |m| {
        let ((value, size), path) = (m.value_and_size(), m.path());
        m.make_value(size, |out, error| {
            pcty_value_apply_path(some(value), some(path), out, error)
        });
    },
    |m| {
        let (a, b) = (m.value(), m.value());
        let (a, b) = (some(a), some(b));
        assert_eq!(pcty_value_compare(a, b), -pcty_value_compare(b, a));
        if pcty_value_equal(a, b) {
            assert_eq!(pcty_value_compare(a, b), 0);
            assert_eq!(pcty_value_hash(a), pcty_value_hash(b));
        }
    },
    // -- Marks and refinements -----------------------------------------------
    |m| {
        let ((value, size), mark) = (m.value_and_size(), m.text());
        m.make_value(size, |out, error| {
            pcty_value_mark(some(value), mark, out, error)
        });
    },
    |m| {
        let texts = m.texts();
        let made =
            m.make(|out, error| unsafe { pcty_marks_new(array(&texts), texts.len(), out, error) });
        m.marks.extend(made);
    },
    |m| {
        let ((value, size), marks) = (m.value_and_size(), m.marks());
        m.make_value(size, |out, error| {
            pcty_value_with_marks(some(value), some(marks), out, error)
        });
    },
    |m| {
        let (value, size) = m.value_and_size();
        let bare = pcty_value_clone(some(pcty_value_unmarked(some(value))));
        if !bare.is_null() {
            assert!(!pcty_value_has(some(bare), PCTY_VALUE_MARKED));
            m.keep_value(bare, size);
        }
    },
    |m| {
        let (value, size) = m.value_and_size();
        let (mut bare, mut marks) = (null_mut(), null_mut());
        let marks_at = m.flag().then(|| into(&mut marks)).flatten();
        m.run(|error| pcty_value_unmark_deep(some(value), into(&mut bare), marks_at, error));
        if !bare.is_null() {
            assert!(!pcty_value_has(some(bare), PCTY_VALUE_CONTAINS_MARK));
            m.keep_value(bare, size);
        }
        if !marks.is_null() {
            m.marks.push(marks);
        }
    },
    |m| {
        let (value, marks, mark) = (m.value(), m.marks(), m.text());
        for marks in [some(marks), some(pcty_value_marks(some(value)))] {
            (0..=pcty_marks_count(marks)).for_each(|at| touch(pcty_marks_at(marks, at)));
            pcty_marks_contains(marks, mark);
        }
    },
    |m| {
        let made = pcty_refinement_builder_new(some(m.value()));
        if !made.is_null() {
            m.builders.push(made);
        }
    },
    |m| {
        let (builder, number) = (m.builder(), m.byte());
        let step = pcty_refinement_fact {
            struct_size: struct_size::<pcty_refinement_fact>(number),
            kind: m.small(),
            prefix: m.text(),
            bound: m.value(),
            is_exclusive: m.flag(),
            length: m.wide(),
        };
        m.run(|error| unsafe {
            pcty_refinement_builder_add(some_mut(builder), &raw const step, error)
        });
    },
    |m| {
        let builder = m.builder();
        m.make_value(1, |out, error| {
            pcty_refinement_builder_build(some(builder), out, error)
        });
    },
    |m| {
        let (value, number) = (m.value(), m.byte());
        let known = pcty_refinement {
            struct_size: struct_size::<pcty_refinement>(number),
            kind: 99,
            not_null: false,
            prefix: lend(null(), 0),
            min_length: 0,
            max_length: 0,
        };
        // The struct does not have an equality; the pointer to it has.
        let mut known = known;
        let at = &raw mut known;
        m.run(|error| unsafe { pcty_value_refinement(some(value), at, error) });
        touch(known.prefix);
    },
    |m| {
        let (value, side) = (m.value(), m.small());
        let mut inclusive = false;
        let at = m.flag().then(|| into(&mut inclusive)).flatten();
        m.make_value(1, |out, error| {
            pcty_value_refinement_bound(some(value), side, out, at, error)
        });
    },
    // -- Paths ---------------------------------------------------------------
    |m| m.paths.push(pcty_path_new()),
    |m| {
        let (path, name) = (m.path(), m.text());
        m.run(|error| unsafe { pcty_path_append_attribute(path, name, error) });
    },
    |m| {
        let (path, index) = (m.path(), m.wide() as usize);
        m.run(|error| pcty_path_append_index(some_mut(path), index, error));
    },
    |m| {
        let (path, key) = (m.path(), m.value());
        m.run(|error| pcty_path_append_key(some_mut(path), some(key), error));
    },
    |m| {
        let (path, at) = (m.path(), m.small() as usize);
        m.make_value(MAX_SIZE, |out, error| {
            pcty_path_step_key_at(some(path), at, out, error)
        });
    },
    |m| {
        let (a, b) = (m.path(), m.path());
        pcty_path_starts_with(some(a), some(b));
        assert_eq!(
            pcty_path_equal(some(a), some(b)),
            pcty_path_equal(some(b), some(a))
        );
        let text = pcty_path_to_text(some(a));
        m.keep_string(Some(text));
    },
    |m| m.path_sets.push(pcty_path_set_new()),
    |m| {
        let (set, path, prefixes) = (m.path_set(), m.path(), m.flag());
        // SAFETY: the handles are alive.
        if m.run(|error| unsafe { pcty_path_set_insert(set, some(path), prefixes, error) }) {
            assert!(pcty_path_set_contains(some(set), some(path)));
        }
    },
    |m| {
        let (set, path) = (m.path_set(), m.path());
        // SAFETY: the handles are alive.
        unsafe { pcty_path_set_remove(set, some(path)) };
        assert!(!pcty_path_set_contains(some(set), some(path)));
    },
    |m| {
        let (a, b) = (m.path_set(), m.path_set());
        let made = pcty_path_set_combine(some(a), some(b), m.small());
        if !made.is_null() {
            m.path_sets.push(made);
        }
    },
    |m| {
        let (set, mut answers) = (m.path_set(), m.wide());
        let data = (&raw mut answers).cast();
        m.run(|error| unsafe { pcty_path_set_walk(some(set), Some(visit_path), data, error) });
    },
    // -- Conversion ----------------------------------------------------------
    |m| {
        let (dialect, from, to, safety) = (m.small(), m.ty(), m.ty(), m.small());
        let made = m.make(|out, error| {
            pcty_converter_new(some(from), some(to), dialect, safety, out, error)
        });
        m.converters.extend(made);
    },
    |m| {
        let (converter, (value, size)) = (m.converter(), m.value_and_size());
        if let Some(data) = data_of(pcty_converter_info, some(converter)) {
            pcty_type_kind(some(data.source));
            pcty_type_kind(some(data.target));
        }
        m.make_value(size, |out, error| {
            pcty_converter_apply(some(converter), some(value), out, error)
        });
    },
    |m| {
        let ((value, size), dialect, to) = (m.value_and_size(), m.small(), m.ty());
        m.make_value(size, |out, error| {
            pcty_value_convert(some(value), some(to), dialect, out, error)
        });
    },
    |m| {
        let (value, dialect, to) = (m.value(), m.small(), m.ty());
        let failures =
            m.make(|out, error| pcty_value_check(some(value), some(to), dialect, out, error));
        if let Some(failures) = failures {
            for at in 0..pcty_error_list_count(some(failures)).min(4) {
                let failure = pcty_error_clone(some(pcty_error_list_at(some(failures), at)));
                m.keep_error(failure);
            }
            pcty_error_list_free(unsafe { owned(failures) });
        }
    },
    |m| {
        let (dialect, types, safety) = (m.small(), m.type_array(), m.small());
        let made = m.make(|out, error| unsafe {
            pcty_type_unify(array(&types), types.len(), dialect, safety, out, error)
        });
        if let Some(made) = made {
            let data = data_of(pcty_unification_info, some(made)).expect("not NULL");
            assert_eq!(data.count, types.len());
            m.unifications.push(made);
            keep_new_type(m, pcty_type_clone(some(data.ty)));
        }
    },
    // -- Codecs --------------------------------------------------------------
    |m| {
        let (json, ty) = (m.text(), m.ty());
        m.make_value(MAX_SIZE / 4, |out, error| {
            pcty_value_from_json(json, some(ty), out, error)
        });
    },
    |m| {
        let (value, ty) = (m.value(), m.ty());
        let made = m.make(|out, error| pcty_value_to_json(some(value), some(ty), out, error));
        if let Some(json) = made {
            m.keep_string(made);
            let (json, ty) = (
                pcty_string_str(some(json)),
                if ty.is_null() {
                    pcty_value_type(some(value))
                } else {
                    ty
                },
            );
            m.make_value(MAX_SIZE / 4, |out, error| {
                pcty_value_from_json(json, some(ty), out, error)
            });
        }
    },
    |m| {
        let json = m.text();
        m.make_type(|out, error| pcty_type_implied_by_json(json, out, error));
    },
    |m| {
        let (bytes, ty) = (m.text(), m.ty());
        m.make_value(MAX_SIZE / 4, |out, error| unsafe {
            pcty_value_from_msgpack(
                parts(bytes).data.cast(),
                parts(bytes).len,
                some(ty),
                out,
                error,
            )
        });
    },
    |m| {
        let (value, ty) = (m.value(), m.ty());
        let made = m.make(|out, error| pcty_value_to_msgpack(some(value), some(ty), out, error));
        m.keep_string(made);
    },
    |m| {
        let bytes = m.text();
        m.make_type(|out, error| unsafe {
            pcty_type_implied_by_msgpack(parts(bytes).data.cast(), parts(bytes).len, out, error)
        });
    },
    // -- Functions -----------------------------------------------------------
    new_function,
    |m| {
        let (function, (values, size)) = (m.function(), m.value_array());
        m.make_value(size, |out, error| unsafe {
            pcty_function_call(some(function), array(&values), values.len(), out, error)
        });
    },
    |m| {
        let (function, (values, _)) = (m.function(), m.value_array());
        m.make_type(|out, error| unsafe {
            pcty_function_return_type_for_values(
                some(function),
                array(&values),
                values.len(),
                out,
                error,
            )
        });
    },
    |m| {
        let (function, types) = (m.function(), m.type_array());
        m.make_type(|out, error| unsafe {
            pcty_function_return_type_for_types(
                some(function),
                array(&types),
                types.len(),
                out,
                error,
            )
        });
    },
    |m| {
        let (function, at, number) = (m.function(), m.small() as usize, m.byte());
        if let Some(data) = data_of(pcty_function_info, some(function)) {
            touch(data.description);
            pcty_type_kind(some(data.fixed_return_type));
        }
        let mut parameter = parameter(m, number);
        let out = &raw mut parameter;
        m.run(|error| unsafe { pcty_function_parameter_at(some(function), at, out, error) });
        touch(parameter.name);
    },
    // -- Errors --------------------------------------------------------------
    |m| {
        let made = pcty_error_new(m.small(), m.text());
        m.keep_error(made);
    },
    |m| {
        let (target, path) = (m.error(), m.path());
        m.run(|error| unsafe { pcty_error_prepend_path(target, path, error) });
    },
    |m| {
        let target = m.error();
        let data = pcty_error_data {
            struct_size: struct_size::<pcty_error_data>(m.byte()),
            stage: m.text(),
            has_argument: m.flag(),
            argument: m.wide() as usize,
            has_offset: m.flag(),
            offset: m.wide() as usize,
            expected: m.ty(),
            found: m.ty(),
            path: m.path(),
            source: m.text(),
            file: m.text(),
            diagnostic_count: m.small() as usize,
        };
        m.run(|error| unsafe { pcty_error_set(target, &data, error) });
    },
    add_diagnostic,
    |m| {
        let error = pcty_error_clone(some(m.error()));
        if !error.is_null() {
            m.keep_error(error);
        }
    },
    // -- PCL -----------------------------------------------------------------
    |m| {
        let (ty, derivation) = (m.ty(), m.small());
        m.make_type(|out, error| pcty_pcl_type_derive(some(ty), derivation, out, error));
    },
    |m| {
        let (ty, which) = (m.ty(), m.small());
        m.make_type(|out, error| pcty_pcl_type_resolve(some(ty), which, out, error));
    },
    |m| {
        let members = m.type_array();
        m.make_type(|out, error| unsafe {
            pcty_pcl_type_union(array(&members), members.len(), out, error)
        });
    },
    |m| {
        let name = m.text();
        m.make_type(|out, error| pcty_pcl_type_opaque(name, out, error));
    },
    |m| {
        let (ty, value) = (m.ty(), m.value());
        m.make_type(|out, error| pcty_pcl_type_const(some(ty), some(value), out, error));
    },
    |m| {
        let (token, ty, (values, _)) = (m.text(), m.ty(), m.value_array());
        m.make_type(|out, error| unsafe {
            pcty_pcl_type_enum(token, some(ty), array(&values), values.len(), out, error)
        });
    },
    |m| {
        let json = m.text();
        m.make_type(|out, error| pcty_pcl_type_from_json(json, out, error));
    },
    read_pcl_type,
    |m| {
        let (from, to) = (m.ty(), m.ty());
        let doubt = m.call(
            null_mut(),
            |a, b| a == b,
            |out, error| pcty_pcl_type_explain_unsafe(some(from), some(to), out, error),
        );
        if let Some(doubt) = doubt.filter(|doubt| !doubt.is_null()) {
            m.keep_error(doubt);
        }
    },
    |m| {
        let count = usize::from(m.byte() % 4);
        let steps: Vec<pcty_pcl_step> = (0..count)
            .map(|_| pcty_pcl_step {
                struct_size: size_of::<pcty_pcl_step>() as u32,
                kind: m.small(),
                name: m.text(),
                key: m.value(),
            })
            .collect();
        let ty = m.ty();
        m.make_type(|out, error| unsafe {
            pcty_pcl_type_traverse(some(ty), array(&steps), count, out, None, error)
        });
    },
    |m| {
        let (ty, number) = (m.ty(), m.byte());
        m.make_value(1, |out, error| unsafe {
            pcty_pcl_value_deferred(some(ty), host(number), Some(destroy), out, error)
        });
    },
    |m| {
        let value = m.value();
        let eventual = pcty_pcl_value_identity(some(value)) != 0;
        assert_eq!(eventual, !pcty_pcl_value_origin(some(value)).is_null());
        let data = m.call(
            null_mut(),
            |a, b| a == b,
            |out, error| pcty_pcl_value_data(some(value), out, error),
        );
        assert!(eventual || data.is_none());
    },
    |m| {
        let (value, number) = (m.value(), m.byte());
        let resolver = (number % 8 > 0).then_some(resolve as _);
        m.make_value(MAX_SIZE / 4, |out, error| unsafe {
            pcty_pcl_value_resolve(
                some(value),
                resolver,
                host(number),
                Some(destroy),
                out,
                error,
            )
        });
    },
    |m| {
        let ((value, size), ty) = (m.value_and_size(), m.ty());
        let mut member = usize::MAX;
        m.make_value(size, |out, error| {
            pcty_pcl_value_choose(some(value), some(ty), out, into(&mut member), error)
        });
    },
    // -- Frees in between ----------------------------------------------------
    |m| {
        let at = m.byte() as usize % FREES.len();
        FREES[at](m);
    },
];

fn keep_new_type(m: &mut Machine, made: *mut pcty_type) {
    if !made.is_null() {
        m.keep_type(made);
    }
}

/// The size of a struct, usually the correct one.
pub(super) fn struct_size<T>(number: u8) -> u32 {
    let size = size_of::<T>() as u32;
    match number {
        251.. => size - u32::from(number - 250),
        _ => size,
    }
}

fn fields(m: &mut Machine) -> Vec<pcty_field> {
    let count = m.byte() % 5;
    let field = |_| pcty_field {
        name: m.text(),
        ty: m.ty(),
        presence: m.small(),
    };
    (0..count).map(field).collect()
}

/// Names and the same number of values, and the number of parts of a container of them.
fn named_values(m: &mut Machine) -> (Vec<pcty_str>, Vec<*const pcty_value>, usize) {
    let (values, size) = m.value_array();
    let names = values.iter().map(|_| m.text()).collect();
    (names, values, size)
}

fn func_type(m: &mut Machine) {
    let param = |m: &mut Machine| pcty_type_parameter {
        name: m.text(),
        ty: m.ty(),
    };
    let positional: Vec<pcty_type_parameter> = (0..m.byte() % 3).map(|_| param(m)).collect();
    let (variadic, size) = (param(m), m.size_range());
    let func = pcty_function_type {
        struct_size: struct_size::<pcty_function_type>(m.byte()),
        parameters: m.small(),
        positional: array(&positional),
        positional_count: positional.len(),
        variadic: if m.flag() {
            &raw const variadic
        } else {
            null()
        },
        size: size.as_ref().map_or(null(), |size| &raw const *size),
        block: if m.flag() { m.ty() } else { null() },
        block_presence: m.small(),
        result: m.ty(),
    };
    m.make_type(|out, error| unsafe { pcty_type_function(&raw const func, out, error) });
}

fn parameter(m: &mut Machine, number: u8) -> pcty_parameter {
    pcty_parameter {
        struct_size: struct_size::<pcty_parameter>(number),
        flags: u32::from(m.byte() % 18),
        name: m.text(),
        description: m.text(),
        ty: m.ty(),
    }
}

fn new_function(m: &mut Machine) {
    let parameters: Vec<pcty_parameter> = (0..m.byte() % 3).map(|_| parameter(m, 0)).collect();
    let (number, size) = (m.byte(), m.byte());
    let variadic = parameter(m, size);
    let size = struct_size::<pcty_function_spec>(m.byte());
    // The library only takes the host's data in a struct that it can read.
    let taken = size as usize >= size_of::<pcty_function_spec>();
    let data = if taken { host(number) } else { null_mut() };
    let spec = pcty_function_spec {
        struct_size: size,
        refine: u32::from(m.byte() % 3),
        description: m.text(),
        parameters: array(&parameters),
        parameter_count: parameters.len(),
        variadic: if m.flag() {
            &raw const variadic
        } else {
            null()
        },
        return_type: if m.flag() { m.ty() } else { null() },
        return_type_callback: m.flag().then_some(first_type),
        implementation: (m.byte() != 255).then_some(implementation),
        user_data: data,
        destroy: taken.then_some(destroy),
        promise: m.value(),
    };
    let made = m.make(|out, error| unsafe { pcty_function_new(&raw const spec, out, error) });
    if let Some(made) = made {
        if taken {
            // SAFETY: the function holds the data.
            unsafe { (*data.cast::<Host>()).function.set(made) };
        }
        m.functions.push(made);
    }
}

fn add_diagnostic(m: &mut Machine) {
    let target = m.error();
    let position = |m: &mut Machine| pcty_position {
        line: m.small(),
        column: m.small(),
        byte: m.wide() as usize,
    };
    let mut diagnostic = pcty_diagnostic {
        struct_size: struct_size::<pcty_diagnostic>(m.byte()),
        severity: m.small(),
        summary: m.text(),
        detail: m.text(),
        has_subject: m.flag(),
        subject: pcty_range {
            start: position(m),
            end: position(m),
        },
        has_context: m.flag(),
        context: pcty_range {
            start: position(m),
            end: position(m),
        },
        suggestion: m.text(),
        file: m.text(),
        source: m.text(),
        code: m.text(),
        path: m.path(),
        expected: m.ty(),
        found: m.ty(),
        related_count: m.small() as usize,
        edit_count: m.small() as usize,
    };
    let at = &raw mut diagnostic;
    m.run(|error| unsafe { pcty_error_add_diagnostic(target, at, error) });
    let copy = pcty_error_clone(some(target));
    if !copy.is_null() {
        m.keep_error(copy);
    }
    let count = some(target).map_or(0, |error| error_data(error).diagnostic_count);
    let last = count.wrapping_sub(1);
    m.run(|error| unsafe { pcty_error_diagnostic_at(some(target), last, at, error) });
    touch(diagnostic.summary);
    touch(diagnostic.suggestion);
    touch(diagnostic.file);
    touch(diagnostic.source);
    touch(diagnostic.code);
}

/// Reads all properties of a type.
fn read_type(m: &mut Machine) {
    let ty = m.ty();
    let (ty, at, name, side) = (some(ty), m.small() as usize, m.text(), m.small());
    assert_eq!(pcty_type_kind(ty) == PCTY_KIND_MISSING, ty.is_none());
    let data = data_of(pcty_type_info, ty);
    assert_eq!(data.is_some(), ty.is_some());
    assert!(data.is_none_or(|data| data.depth <= data.size));
    let depth = |ty| data_of(pcty_type_info, ty).map_or(0, |data| data.depth);
    for part in [
        pcty_type_element(ty),
        pcty_type_key(ty),
        pcty_type_part_at(ty, at),
    ] {
        assert!(part.is_null() || depth(some(part)) < depth(ty));
    }
    assert_eq!(
        data.is_some_and(|data| at < data.part_count),
        !pcty_type_part_at(ty, at).is_null()
    );
    assert_eq!(
        data.is_some_and(|data| at < data.text_count),
        !parts(pcty_type_text_at(ty, at)).data.is_null()
    );
    touch(pcty_type_text_at(ty, at));
    if let Some(data) = data {
        touch(data.name);
        touch(data.dialect);
        assert!(data.value_count <= 6);
    }
    let friendly = pcty_type_friendly_name(ty);
    m.keep_string(Some(friendly));
    let none = lend(null(), 0);
    let mut field = pcty_field {
        name: none,
        ty: null(),
        presence: 0,
    };
    let mut param = pcty_type_parameter {
        name: none,
        ty: null(),
    };
    let mut function = MaybeUninit::<pcty_type_function_data>::zeroed();
    let is_function = pcty_type_function_info(ty, Some(&mut function));
    assert_eq!(is_function, pcty_type_kind(ty) == PCTY_KIND_FUNCTION);
    // SAFETY: zero is a valid value of all members.
    let function = unsafe { function.assume_init() };
    assert!(function.parameters <= PCTY_PARAMETERS_LISTED);
    touch(function.variadic.name);
    for part in [function.variadic.ty, function.block, function.result] {
        assert!(part.is_null() || depth(some(part)) < depth(ty));
    }
    // SAFETY: the outputs are variables of this function.
    {
        pcty_type_field_at(ty, at, into(&mut field));
        pcty_type_field_get(ty, name, into(&mut field));
        touch(field.name);
        assert_eq!(
            pcty_type_function_parameter_at(ty, at, into(&mut param)),
            at < function.parameter_count
        );
        touch(param.name);
    }
    m.make_value(1, |out, error| pcty_type_bound(ty, side, out, error));
    m.make_value(1, |out, error| pcty_type_value_at(ty, at, out, error));
    let mut value = null_mut();
    let mut param = null();
    m.run(|error| {
        pcty_type_nominal_parameter_at(ty, at, into(&mut param), into(&mut value), error)
    });
    m.keep_new_value(value);
}

/// Resolves a deferred value, by the host's number: to a different deferred value, text, an unknown
/// value, or nothing.
unsafe extern "C" fn resolve(
    data: *mut c_void,
    eventual: *const pcty_value,
    out: *mut *mut pcty_value,
    error: *mut *mut pcty_error,
) -> pcty_status {
    // SAFETY: the arguments are alive, and the outputs belong to the library.
    unsafe {
        match (*data.cast::<Host>()).number % 8 {
            1 => pcty_pcl_value_deferred(
                some(pcty_pcl_value_origin(some(eventual))),
                host(0),
                Some(destroy),
                into(&mut *out),
                into(&mut *error),
            ),
            2..5 => {
                *out = pcty_value_dynamic();
                PCTY_OK
            }
            5 | 6 => {
                *out = pcty_value_bool(true);
                PCTY_OK
            }
            _ => {
                let data = c"no".as_ptr().cast();
                *error = pcty_error_new(PCTY_ERROR_CONVERSION, lend(data, 2));
                PCTY_ERROR_CONVERSION
            }
        }
    }
}

/// Reads the PCL properties of a type, and both its notations.
fn read_pcl_type(m: &mut Machine) {
    let (ty, at, columns) = (m.ty(), m.small() as usize, m.byte());
    let ty = some(ty);
    let mut data = MaybeUninit::zeroed();
    assert_eq!(pcty_pcl_type_info(ty, Some(&mut data)), ty.is_some());
    // SAFETY: zeros are a value of all that was not written.
    let pcty_pcl_type_data {
        kind,
        element,
        value_count: count,
        is_optional,
    } = unsafe { data.assume_init() };
    assert_eq!(kind == PCTY_PCL_KIND_MISSING, ty.is_none());
    assert!(!is_optional || ty.is_some());
    assert!(pcty_pcl_type_deferred(ty) <= PCTY_PCL_DEFERRED_OUTPUT);
    pcty_type_kind(some(element));
    let made = m.make(|out, error| pcty_pcl_type_value_at(ty, at, out, error));
    assert!(made.is_none() || at < count);
    if let Some(made) = made {
        m.keep_value(made, 1);
    }
    let display = pcty_pcl_type_to_text(ty, columns.into());
    m.keep_string(Some(display));
    let json = m.make(|out, error| pcty_pcl_type_to_json(ty, out, error));
    m.keep_string(json);
    if let Some(json) = json {
        let json = pcty_string_str(some(json));
        m.make_type(|out, error| pcty_pcl_type_from_json(json, out, error));
    }
}

/// Reads a value as each kind of scalar.
fn read_scalar(m: &mut Machine) {
    let (value, ty) = (m.value(), m.ty());
    let value = some(value);
    m.call(true, PartialEq::eq, |out, error| {
        pcty_value_as_bool(value, out, error)
    });
    let int = m.call(77, PartialEq::eq, |out, error| {
        pcty_value_as_int64(value, out, error)
    });
    m.call(77, PartialEq::eq, |out, error| {
        pcty_value_as_uint64(value, out, error)
    });
    let mut exact = true;
    let exact_at = m.flag().then(|| into(&mut exact)).flatten();
    m.call(
        77.0,
        |a, b| a == b,
        |out, error| pcty_value_as_double(value, out, exact_at, error),
    );
    m.call(77, PartialEq::eq, |out, error| {
        pcty_value_number_precision(value, out, error)
    });
    let length = m.call(77, PartialEq::eq, |out, error| {
        pcty_value_byte_length(value, out, error)
    });
    assert!(int.is_none() || length.is_none_or(|length| length <= 9));
    if let Some(length) = length {
        let mut bytes = vec![0; length];
        let at = bytes.as_mut_ptr();
        m.run(|error| unsafe { pcty_value_as_bytes(value, at, length, error) });
    }
    let text = m.make(|out, error| pcty_value_number_to_text(value, out, error));
    m.keep_string(text);
    let mut text = refusal();
    m.run(|error| pcty_value_as_string(value, into(&mut text), error));
    touch(text);
    pcty_type_kind(some(pcty_value_as_type(value)));
    m.make(|out, error| pcty_value_as_capsule(value, some(ty), out, error));
}

/// Reads all the parts of a value, and keeps one.
fn read_container(m: &mut Machine) {
    let ((value, size), at, name) = (m.value_and_size(), m.small() as usize, m.text());
    let value = some(value);
    assert_eq!(pcty_value_state(value) == PCTY_STATE_NONE, value.is_none());
    assert!(
        !pcty_value_has(value, PCTY_VALUE_MARKED)
            || pcty_value_has(value, PCTY_VALUE_CONTAINS_MARK)
    );
    pcty_value_has(value, PCTY_VALUE_WHOLLY_KNOWN);
    pcty_value_has(value, PCTY_VALUE_WHOLLY_TYPED);
    let mut length = 0;
    // SAFETY: the output is a variable of this function, and the text is alive.
    let (attribute, element) = {
        pcty_value_length(value, into(&mut length));
        (
            pcty_value_attribute_get(value, name),
            pcty_value_get(value, name),
        )
    };
    let is_map = pcty_type_kind(some(pcty_value_type(value))) == PCTY_KIND_MAP;
    for at in 0..length {
        assert!(!pcty_value_element_at(value, at).is_null());
        touch(pcty_value_key_at(value, at));
        assert_eq!(!pcty_value_entry_key_at(value, at).is_null(), is_map);
    }
    assert!(pcty_value_element_at(value, length).is_null());
    assert!(pcty_value_entry_key_at(value, length).is_null());
    let (at, key) = (
        pcty_value_element_at(value, at),
        pcty_value_entry_key_at(value, at),
    );
    for part in [attribute, element, at, key] {
        let part = pcty_value_clone(some(part));
        if !part.is_null() {
            m.keep_value(part, size);
        }
    }
}
