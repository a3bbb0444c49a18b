//! HCL: expressions, scopes, bodies and specifications; and budgets, which all operations use.

#![allow(
    clippy::undocumented_unsafe_blocks,
    unused_unsafe,
    reason = "one contract for all: handles are NULL or live, arrays as long as is said"
)]

use super::nouns::{Draw, Give, both, found, give, make, parse, record, run, whole};
use super::*;
use polycty::ffi::{
    base::budget::*,
    hcl::{
        calls::*, closure::*, defaults::*, expression::*, notation::*, scope::*, traversals::*,
        tree::*,
    },
    hcl_bodies::{body::*, content::*, decode::*, items::*, spec::*},
    terraform::functions::*,
};

/// The instructions by opcode.
pub(super) const OPS: &[Op] = &[
    // -- Budgets -------------------------------------------------------------
    |m| {
        let limits = pcty_limits {
            struct_size: ops::struct_size::<pcty_limits>(m.byte()),
            steps: m.wide() & 0xffff,
            bytes: m.wide() & 0xff_ffff,
            microseconds: u64::MAX,
        };
        m.made(|out, error| unsafe { pcty_budget_new(&raw const limits, out, error) });
    },
    |m| {
        let budget: *mut pcty_budget = Draw::draw(m);
        if m.run(|error| pcty_budget_enter(some(budget), error)) {
            m.nouns.entered.push(budget);
        }
    },
    |m| {
        let innermost = m.nouns.entered.pop().unwrap_or(null_mut());
        let left = m.run(|error| pcty_budget_leave(some(innermost), error));
        assert_eq!(left, !innermost.is_null());
    },
    give!(pcty_budget_clone(budget)),
    give!(pcty_budget_cancel(budget)),
    give!(pcty_budget_is_cancelled(budget)),
    record!(pcty_budget_limits(budget)),
    // -- Expressions ---------------------------------------------------------
    parse!(pcty_hcl_expression_parse(syntax)),
    give!(pcty_hcl_expression_clone(expression)),
    give!(pcty_hcl_expression_range(expression, kind)),
    whole!(pcty_hcl_expression_evaluate(expression, scope)),
    both!(pcty_hcl_expression_evaluate(expression, scope)),
    give!(pcty_hcl_expression_keyword(expression)),
    make!(pcty_hcl_expression_list(expression)),
    both!(pcty_hcl_expression_map(expression)),
    give!(pcty_hcl_expressions_count(expressions)),
    give!(pcty_hcl_expressions_at(expressions, index)),
    found!(pcty_hcl_expression_info(expression)),
    make!(pcty_hcl_expression_parts(expression)),
    give!(pcty_hcl_expressions_role_at(expressions, index)),
    make!(pcty_hcl_expression_at_byte(expression, byte)),
    found!(pcty_hcl_expression_operator_at(expression, index)),
    give!(pcty_hcl_expression_variables(expression)),
    make!(pcty_hcl_expression_traversal(expression)),
    parse!(pcty_hcl_traversals_parse()),
    make!(pcty_hcl_traversals_of(expression)),
    give!(pcty_hcl_expression_steps(expression)),
    give!(pcty_hcl_traversals_count(traversals)),
    found!(pcty_hcl_traversals_at(traversals, index)),
    give!(pcty_hcl_traversals_step_range_at(traversals, index, step)),
    give!(pcty_hcl_expression_calls(expression)),
    give!(pcty_hcl_calls_count(calls)),
    found!(pcty_hcl_calls_at(calls, index)),
    give!(pcty_hcl_closure_type()),
    make!(pcty_hcl_closure_new(expression, scope)),
    whole!(pcty_hcl_closure_evaluate(closure)),
    both!(pcty_hcl_closure_evaluate(closure)),
    give!(pcty_hcl_closure_expression(closure)),
    |m| {
        let (mut name, mut arguments) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        let expression = Draw::draw(m);
        m.run(|error| {
            pcty_hcl_expression_call(
                expression,
                None,
                None,
                Some(&mut name),
                Some(&mut arguments),
                error,
            )
        });
    },
    |m| {
        let (mut name, mut arguments) = (null_mut(), null_mut());
        let expression = Draw::draw(m);
        m.run(|error| {
            let (name, arguments) = (into(&mut name), into(&mut arguments));
            pcty_hcl_expression_call(expression, name, arguments, None, None, error)
        });
        name.give(m);
        arguments.give(m);
    },
    // -- Types, values and defaults ------------------------------------------
    both!(pcty_hcl_expression_type(expression, mode)),
    both!(pcty_hcl_type_parse(source_text, file, syntax, mode)),
    make!(pcty_hcl_defaults_apply(defaults, value)),
    give!(pcty_hcl_defaults_type(defaults)),
    found!(pcty_hcl_defaults_attribute_get(defaults, name)),
    give!(pcty_hcl_defaults_element_at(defaults, index)),
    give!(pcty_hcl_defaults_clone(defaults)),
    make!(pcty_hcl_value_format(value, shown)),
    make!(pcty_hcl_type_format(ty)),
    make!(pcty_hcl_value_extraneous(value, target)),
    |m| {
        let (names, values) = (Vec::draw(m), Vec::<*const pcty_value>::draw(m));
        let (ty, inside) = (Draw::draw(m), Vec::<*const pcty_hcl_defaults>::draw(m));
        let names: &[pcty_str] = &names;
        let count = names.len().min(values.len()).min(inside.len());
        m.made(|out, error| unsafe {
            let (values, inside) = (array(&values[..count]), array(&inside[..count]));
            pcty_hcl_defaults_object(
                ty,
                array(&names[..count]),
                values,
                inside,
                count,
                out,
                error,
            )
        });
    },
    |m| {
        let (ty, inside) = (Draw::draw(m), Vec::<*const pcty_hcl_defaults>::draw(m));
        m.made(|out, error| unsafe {
            pcty_hcl_defaults_elements(ty, array(&inside), inside.len(), out, error)
        });
    },
    // -- Scopes --------------------------------------------------------------
    give!(pcty_hcl_scope_new()),
    give!(pcty_hcl_scope_clone(scope)),
    make!(pcty_hcl_scope_child(scope)),
    run!(pcty_hcl_scope_allow(scope, names)),
    run!(pcty_hcl_scope_set_variable(scope, name, value)),
    run!(pcty_hcl_scope_set_function(scope, name, function)),
    run!(pcty_hcl_scope_show_mark(scope, mark)),
    run!(pcty_hcl_scope_set_standard_functions(scope)),
    give!(pcty_hcl_scope_variable_get(scope, name)),
    give!(pcty_hcl_scope_function_get(scope, name)),
    give!(pcty_terraform_host_new()),
    run!(pcty_terraform_host_set_root(host, path)),
    run!(pcty_terraform_host_set_home(host, path)),
    run!(pcty_terraform_host_set_plan_time(host, seconds)),
    run!(pcty_terraform_host_set_clock(
        host, clock, user_data, destroy
    )),
    run!(pcty_terraform_host_set_random(
        host, random, user_data, destroy
    )),
    run!(pcty_terraform_host_set_files(
        host, reader, lister, user_data, destroy
    )),
    run!(pcty_hcl_scope_set_terraform_functions(scope, host)),
    |m| {
        let (scope, steps) = (Draw::draw(m), m.wide());
        m.run(|error| pcty_hcl_scope_set_step_limit(scope, steps, error));
    },
    found!(pcty_hcl_scope_step_limit(scope)),
    // -- Bodies --------------------------------------------------------------
    parse!(pcty_hcl_body_parse(syntax)),
    give!(pcty_hcl_body_clone(body)),
    found!(pcty_hcl_body_info(body)),
    give!(pcty_hcl_body_marks(body)),
    whole!(pcty_hcl_body_attributes(body)),
    both!(pcty_hcl_body_attributes(body)),
    found!(pcty_hcl_content_info(content)),
    give!(pcty_hcl_content_attribute_at(content, index)),
    give!(pcty_hcl_content_attribute_get(content, name)),
    give!(pcty_hcl_content_block_at(content, index)),
    found!(pcty_hcl_attribute_info(attribute)),
    found!(pcty_hcl_block_info(block)),
    found!(pcty_hcl_block_label_at(block, index)),
    give!(pcty_hcl_block_range(block, kind)),
    make!(pcty_hcl_body_items(body)),
    give!(pcty_hcl_items_count(items)),
    found!(pcty_hcl_items_at(items, index)),
    give!(pcty_hcl_items_block_at(items, index, block)),
    give!(pcty_hcl_body_range(body, kind)),
    make!(pcty_hcl_body_variables(body)),
    make!(pcty_hcl_body_calls(body)),
    make!(pcty_hcl_body_byte_of(body, file, line, column)),
    make!(pcty_hcl_body_at_byte(body, file, byte)),
    found!(pcty_hcl_location_info(place)),
    give!(pcty_hcl_location_block_at(place, index)),
    give!(pcty_hcl_location_expression_at(place, index)),
    |m| {
        let bodies = Vec::<*const pcty_hcl_body>::draw(m);
        m.made(|out, error| unsafe {
            pcty_hcl_body_merge(array(&bodies), bodies.len(), out, error)
        });
    },
    content,
    // -- Specifications ------------------------------------------------------
    make!(pcty_hcl_spec_attribute(name, ty, required)),
    make!(pcty_hcl_spec_literal(value)),
    make!(pcty_hcl_spec_expression(expression)),
    make!(pcty_hcl_spec_block_attributes(
        block_type, element, required
    )),
    make!(pcty_hcl_spec_block_label(index, name)),
    make!(pcty_hcl_spec_rest(element)),
    make!(pcty_hcl_spec_default(primary, fallback)),
    make!(pcty_hcl_spec_transform(wrapped, function)),
    make!(pcty_hcl_spec_transform_expression(
        wrapped, expression, variable, scope
    )),
    make!(pcty_hcl_spec_validate(wrapped, check, user_data, destroy)),
    make!(pcty_hcl_spec_refine(wrapped, refine, user_data, destroy)),
    give!(pcty_hcl_spec_clone(spec)),
    give!(pcty_hcl_spec_implied_type(spec)),
    whole!(pcty_hcl_spec_decode(spec, body, scope)),
    both!(pcty_hcl_spec_decode(spec, body, scope)),
    |m| {
        let (spec, body, scope) = (Draw::draw(m), Draw::draw(m), Draw::draw(m));
        m.made_both(|out, rest, error| {
            pcty_hcl_spec_partial_decode(spec, body, scope, out, rest, None, error)
        });
    },
    give!(pcty_hcl_value_body(value)),
    give!(pcty_hcl_spec_source_range(spec, body)),
    make!(pcty_hcl_spec_variables(spec, body, needs)),
    make!(pcty_hcl_body_expand_dynamic(body, scope)),
    whole!(pcty_hcl_spec_parse(body, scope)),
    both!(pcty_hcl_spec_parse(body, scope)),
    |m| {
        let (body, block_type, scope) = (Draw::draw(m), Draw::draw(m), Draw::draw(m));
        let (around, data, destroy) = (Draw::draw(m), Draw::draw(m), Draw::draw(m));
        m.beside(|rest, error| unsafe {
            pcty_hcl_body_decode_functions(
                body, block_type, scope, around, data, destroy, rest, None, error,
            )
        });
    },
    |m| {
        let (body, block_type, scope) = (Draw::draw(m), Draw::draw(m), Draw::draw(m));
        let (around, data, destroy) = (Draw::draw(m), Draw::draw(m), Draw::draw(m));
        let mut rest = null_mut();
        m.beside(|diagnostics, error| unsafe {
            pcty_hcl_body_decode_functions(
                body,
                block_type,
                scope,
                around,
                data,
                destroy,
                into(&mut rest),
                diagnostics,
                error,
            )
        });
        rest.give(m);
    },
    |m| {
        let (names, specs) = (
            Vec::<pcty_str>::draw(m),
            Vec::<*const pcty_hcl_spec>::draw(m),
        );
        let count = names.len().min(specs.len());
        m.made(|out, error| unsafe {
            pcty_hcl_spec_object(array(&names[..count]), array(&specs), count, out, error)
        });
    },
    |m| {
        let specs = Vec::<*const pcty_hcl_spec>::draw(m);
        m.made(|out, error| unsafe { pcty_hcl_spec_tuple(array(&specs), specs.len(), out, error) });
    },
    |m| {
        let (block_type, nested, kind) = (Draw::draw(m), Draw::draw(m), Draw::draw(m));
        m.made(|out, error| unsafe {
            pcty_hcl_spec_block(block_type, nested, kind, null(), out, error)
        });
    },
    |m| {
        let (block_type, nested, kind) = (Draw::draw(m), Draw::draw(m), Draw::draw(m));
        let labels = Vec::<pcty_str>::draw(m);
        let options = pcty_hcl_block_options {
            struct_size: ops::struct_size::<pcty_hcl_block_options>(m.byte()),
            required: Draw::draw(m),
            min: Draw::draw(m),
            max: Draw::draw(m),
            labels: array(&labels),
            label_count: labels.len(),
        };
        m.made(|out, error| unsafe {
            pcty_hcl_spec_block(block_type, nested, kind, &raw const options, out, error)
        });
    },
    |m| {
        let (spec, body, scope) = (Draw::draw(m), Draw::draw(m), Draw::draw(m));
        m.with_rest(|out, rest, diagnostics, error| {
            pcty_hcl_spec_partial_decode(spec, body, scope, out, rest, diagnostics, error)
        });
    },
];

impl Machine<'_> {
    /// Calls a function that returns the rest of a body in addition to its first output.
    fn with_rest<T: nouns::Output + Give>(
        &mut self,
        call: impl FnOnce(
            Out<'_, T>,
            Out<'_, *mut pcty_hcl_body>,
            OutError<'_>,
            OutError<'_>,
        ) -> pcty_status,
    ) {
        let untouched = NonNull::dangling().as_ptr();
        let mut rest: *mut pcty_hcl_body = untouched;
        let made = self
            .made_both(|out, diagnostics, error| call(out, into(&mut rest), diagnostics, error));
        assert_eq!(made, rest != untouched, "an output on failure");
        if made {
            rest.give(self);
        }
    }
}

/// Reads the content of a body by a schema, with each of the four calls.
fn content(m: &mut Machine) {
    let attributes: Vec<_> = Vec::<pcty_str>::draw(m)
        .into_iter()
        .map(|name| pcty_hcl_attribute_schema {
            name,
            required: m.flag(),
        })
        .collect();
    let labels = Vec::<pcty_str>::draw(m);
    let blocks: Vec<_> = Vec::<pcty_str>::draw(m)
        .into_iter()
        .map(|ty| pcty_hcl_block_schema {
            ty,
            labels: array(&labels),
            label_count: labels.len(),
        })
        .collect();
    let schema = pcty_hcl_schema {
        struct_size: ops::struct_size::<pcty_hcl_schema>(m.byte()),
        attributes: array(&attributes),
        attribute_count: attributes.len(),
        blocks: array(&blocks),
        block_count: blocks.len(),
    };
    let (body, schema) = (Draw::draw(m), &raw const schema);
    match m.byte() % 4 {
        0 => {
            m.made(|out, error| unsafe { pcty_hcl_body_content(body, schema, out, None, error) });
        }
        1 => {
            m.made_both(|out, diagnostics, error| unsafe {
                pcty_hcl_body_content(body, schema, out, diagnostics, error)
            });
        }
        2 => {
            m.made_both(|out, rest, error| unsafe {
                pcty_hcl_body_partial_content(body, schema, out, rest, None, error)
            });
        }
        _ => m.with_rest(|out, rest, diagnostics, error| unsafe {
            pcty_hcl_body_partial_content(body, schema, out, rest, diagnostics, error)
        }),
    }
}
