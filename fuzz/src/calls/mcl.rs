//! mcl: hosts, programs, their function graphs and resource graphs, and runtimes.

#![allow(
    clippy::undocumented_unsafe_blocks,
    unused_unsafe,
    reason = "one contract for all: handles are NULL or live, arrays as long as is said"
)]

use super::nouns::{Draw, found, give, make, record, run};
use super::*;
use polycty::ffi::mcl_language::{
    builder::*, functions::*, graph::*, host::*, kinds::*, program::*, resources::*, runtime::*,
    sender::*,
};

/// The instructions by opcode.
pub(super) const OPS: &[Op] = &[
    // -- Hosts ---------------------------------------------------------------
    give!(pcty_mcl_host_new()),
    give!(pcty_mcl_host_clone(host)),
    run!(pcty_mcl_host_set_variable(host, module, name, value)),
    run!(pcty_mcl_host_add_source(host, module, program, path)),
    run!(pcty_mcl_host_set_files(host, reader, user_data, destroy)),
    run!(pcty_mcl_host_set_modules(host, reader, user_data, destroy)),
    run!(pcty_mcl_host_set_world(
        host, answer, follow, unfollow, user_data, destroy
    )),
    run!(pcty_mcl_host_add_kinds(host, json)),
    run!(pcty_mcl_resource_builder_set_field(draft, name, value)),
    run!(pcty_mcl_resource_builder_unset_field(draft, name)),
    run!(pcty_mcl_resource_builder_set_meta(draft, name, value)),
    |m| {
        let fields = [field(m), field(m)];
        let (target, kind) = (Draw::draw(m), answers::kind(m, &fields));
        m.run(|error| unsafe { pcty_mcl_host_add_kind(target, &raw const kind, error) });
    },
    |m| {
        let (target, kind) = (Draw::draw(m), answers::kind(m, &[]));
        m.run(|error| unsafe { pcty_mcl_host_set_kind_callbacks(target, &raw const kind, error) });
    },
    |m| {
        let (target, spec) = (Draw::draw(m), answers::function(m));
        m.run(|error| unsafe { pcty_mcl_host_add_function(target, &raw const spec, error) });
    },
    // -- Programs ------------------------------------------------------------
    make!(pcty_mcl_program_compile(path, host)),
    make!(pcty_mcl_program_compile_text(program, file, host)),
    give!(pcty_mcl_program_clone(program)),
    give!(pcty_mcl_program_file_count(program)),
    give!(pcty_mcl_program_file_at(program, index)),
    make!(pcty_mcl_program_graph(program)),
    found!(pcty_mcl_graph_info(graph)),
    record!(pcty_mcl_graph_vertex_at(graph, index)),
    record!(pcty_mcl_graph_edge_at(graph, index)),
    give!(pcty_mcl_graph_to_text(graph, format)),
    // -- Resources -----------------------------------------------------------
    make!(pcty_mcl_resource_builder_new(host, kind, name)),
    give!(pcty_mcl_builder_new(host)),
    run!(pcty_mcl_builder_add(builder, draft)),
    |m| {
        let builder = Draw::draw(m);
        let edge = pcty_mcl_edge_spec {
            struct_size: ops::struct_size::<pcty_mcl_edge_spec>(m.byte()),
            flags: u32::from(m.byte()),
            from_kind: m.text(),
            from_name: m.text(),
            to_kind: m.text(),
            to_name: m.text(),
            sent: m.text(),
            field: m.text(),
        };
        m.run(|error| unsafe { pcty_mcl_builder_add_edge(builder, &raw const edge, error) });
    },
    make!(pcty_mcl_builder_build(builder)),
    give!(pcty_mcl_resources_empty()),
    give!(pcty_mcl_resources_clone(resources)),
    found!(pcty_mcl_resources_info(resources)),
    give!(pcty_mcl_resources_at(resources, index)),
    give!(pcty_mcl_resources_in_order_at(resources, index)),
    make!(pcty_mcl_resources_get(resources, kind, name)),
    record!(pcty_mcl_resources_edge_at(resources, index)),
    record!(pcty_mcl_resources_receive_at(resources, index)),
    give!(pcty_mcl_resources_to_text(resources, format)),
    found!(pcty_mcl_resource_info(resource)),
    found!(pcty_mcl_resource_field_at(resource, index)),
    give!(pcty_mcl_resource_field_get(resource, name)),
    make!(pcty_mcl_resource_meta_get(resource, name)),
    give!(pcty_mcl_resource_export_at(resource, index)),
    make!(pcty_mcl_difference_new(before, after)),
    found!(pcty_mcl_difference_info(difference)),
    record!(pcty_mcl_difference_at(difference, index)),
    give!(pcty_mcl_difference_field_at(difference, index, field)),
    give!(pcty_mcl_difference_meta_at(difference, index, meta)),
    record!(pcty_mcl_difference_edge_at(difference, index)),
    give!(pcty_mcl_difference_to_text(difference)),
    // -- Runtimes ------------------------------------------------------------
    make!(pcty_mcl_runtime_start(program, vertices)),
    give!(pcty_mcl_runtime_set_time(runtime, milliseconds)),
    make!(pcty_mcl_runtime_descriptor(runtime)),
    make!(pcty_mcl_runtime_step(runtime)),
    make!(pcty_mcl_runtime_resources(runtime)),
    give!(pcty_mcl_sender_clone(sender)),
    give!(pcty_mcl_sender_id(sender)),
    give!(pcty_mcl_sender_send(sender)),
    give!(pcty_mcl_sender_fail(sender, error)),
    |m| {
        let runtime = Draw::draw(m);
        let (wake, number) = (m.flag().then_some(wake as _), m.byte());
        m.run(|error| unsafe {
            pcty_mcl_runtime_set_wake(runtime, wake, host(number), Some(destroy), error)
        });
    },
    |m| {
        let mut time = 0;
        pcty_mcl_runtime_next_time(Draw::draw(m), into(&mut time));
    },
    // Sends events to a program, and runs a step.
    |m| {
        let runtime: *mut pcty_mcl_runtime = Draw::draw(m);
        for _ in 0..m.byte() % 4 {
            pcty_mcl_sender_send(Draw::draw(m));
            // SAFETY: a slot contains a valid handle, or NULL.
            m.made(|out, error| unsafe { pcty_mcl_runtime_step(runtime, out, error) });
        }
        // SAFETY: as before.
        m.made(|out, error| unsafe { pcty_mcl_runtime_resources(runtime, out, error) });
    },
];

fn field(m: &mut Machine) -> pcty_mcl_field {
    pcty_mcl_field {
        struct_size: size_of::<pcty_mcl_field>() as u32,
        name: Draw::draw(m),
        notation: Draw::draw(m),
        stored: Draw::draw(m),
        storage: Draw::draw(m),
    }
}

unsafe extern "C" fn wake(_: *mut c_void) {}
