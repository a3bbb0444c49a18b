//! The kinds of handles of the languages: slots for them, and calls by their signatures.
//!
//! The type of an argument determines how it is drawn ([`Draw`]): a handle from the slots of its
//! kind, a text from the input or from those with a meaning ([`phrases`](super::phrases)), a number
//! that is usually small. The type of a result determines how it is kept ([`Give`]). An instruction
//! therefore consists of the name of the call and the names of its arguments, in one of the macros
//! below.
//!
//! These handles are only freed at the end, so handles that they own can also be in slots.

use super::*;
use polycty::ffi::{
    base::{budget::*, callback::pcty_destroy},
    hcl::{calls::*, defaults::*, expression::*, scope::*, traversals::*, tree::*},
    hcl_bodies::{body::*, content::*, items::*, spec::*},
    hcl_write::{file::*, fragment::*, nodes::*, tokens::*},
    inference::{outcome::*, signature::*, solver::*, unifier::*},
    marks::path_marks::*,
    mcl_language::{
        builder::*, graph::*, host::*, kinds::*, program::*, resources::*, runtime::*, sender::*,
    },
    pcl::{checked::*, node::pcty_pcl_node, scope::*},
    puppet::{aliases::*, iteration::*, notation::pcty_puppet_options},
    puppet_language::{catalog::*, environment::*, manifest::*, outline::*},
    schema::{documents::*, pair::*, text::*},
    services::workspace::*,
    terraform::{evaluation::*, functions::*, inputs::*, module::*, plan::*, project::*},
    translate::translation::*,
};

/// A kind of handle that the machine has slots for.
pub(super) trait Noun: Sized {
    /// The handle in a slot, or NULL.
    fn of(m: &mut Machine) -> *mut Self;
    /// Puts a handle in a slot.
    fn keep(m: &mut Machine, made: *mut Self);
}

/// A handle as the function that frees it takes it.
trait Owned<T> {
    /// # Safety
    /// The handle is the caller's, or NULL.
    unsafe fn of(handle: *mut T) -> Self;
}

impl<T> Owned<T> for Option<Box<T>> {
    unsafe fn of(handle: *mut T) -> Self {
        // SAFETY: by the contract above.
        unsafe { owned(handle) }
    }
}

impl<T> Owned<T> for *mut T {
    unsafe fn of(handle: *mut T) -> Self {
        handle
    }
}

macro_rules! nouns {
    (owned { $($slots:ident: $handle:ident, $free:ident;)* } lent { $($parts:ident: $part:ident;)* }) => {
        /// The slots.
        #[derive(Default)]
        pub(super) struct Nouns {
            /// Numbers that calls returned, such as those of nodes.
            numbers: Vec<u64>,
            /// The budgets that were entered, the innermost last.
            pub(super) entered: Vec<*mut pcty_budget>,
            $($slots: Vec<*mut $handle>,)*
            $($parts: Vec<*mut $part>,)*
        }

        $(nouns!(slot $slots: $handle);)*
        $(nouns!(slot $parts: $part);)*

        const FREES: &[Op] = &[$(|m| {
            if m.flag() {
                m.nouns.$slots.reverse();
            }
            for slot in std::mem::take(&mut m.nouns.$slots) {
                // SAFETY: a slot owns its handle, and has just been emptied.
                unsafe { $free(Owned::of(slot)) };
            }
        }),*];
    };
    (slot $slots:ident: $handle:ident) => {
        impl Noun for $handle {
            fn of(m: &mut Machine) -> *mut Self {
                match m.byte() {
                    255 => null_mut(),
                    // Usually the newest one, with which a program continues.
                    at if at < 128 => m.nouns.$slots.last().copied().unwrap_or(null_mut()),
                    _ if m.nouns.$slots.is_empty() => null_mut(),
                    at => m.nouns.$slots[at as usize % m.nouns.$slots.len()],
                }
            }

            fn keep(m: &mut Machine, made: *mut Self) {
                m.nouns.$slots.push(made);
            }
        }
    };
}

nouns! {
    owned {
        budgets: pcty_budget, pcty_budget_free;
        scopes: pcty_hcl_scope, pcty_hcl_scope_free;
        expressions: pcty_hcl_expression, pcty_hcl_expression_free;
        expression_lists: pcty_hcl_expressions, pcty_hcl_expressions_free;
        traversals: pcty_hcl_traversals, pcty_hcl_traversals_free;
        call_lists: pcty_hcl_calls, pcty_hcl_calls_free;
        defaults: pcty_hcl_defaults, pcty_hcl_defaults_free;
        terraform_hosts: pcty_terraform_host, pcty_terraform_host_free;
        bodies: pcty_hcl_body, pcty_hcl_body_free;
        contents: pcty_hcl_content, pcty_hcl_content_free;
        items: pcty_hcl_items, pcty_hcl_items_free;
        places: pcty_hcl_location, pcty_hcl_location_free;
        specs: pcty_hcl_spec, pcty_hcl_spec_free;
        files: pcty_hcl_file, pcty_hcl_file_free;
        snippets: pcty_hcl_fragment, pcty_hcl_fragment_free;
        tokens: pcty_hcl_tokens, pcty_hcl_tokens_free;
        schemas: pcty_schema, pcty_schema_free;
        pairs: pcty_schema_pair, pcty_schema_pair_free;
        documents: pcty_schema_documents, pcty_schema_documents_free;
        relations: pcty_schema_relation, pcty_schema_relation_free;
        translations: pcty_translation, pcty_translation_free;
        manifests: pcty_puppet_manifest, pcty_puppet_manifest_free;
        environments: pcty_puppet_environment, pcty_puppet_environment_free;
        mcl_hosts: pcty_mcl_host, pcty_mcl_host_free;
        drafts: pcty_mcl_resource_builder, pcty_mcl_resource_builder_free;
        builders: pcty_mcl_builder, pcty_mcl_builder_free;
        programs: pcty_mcl_program, pcty_mcl_program_free;
        graphs: pcty_mcl_graph, pcty_mcl_graph_free;
        resources: pcty_mcl_resources, pcty_mcl_resources_free;
        differences: pcty_mcl_difference, pcty_mcl_difference_free;
        runtimes: pcty_mcl_runtime, pcty_mcl_runtime_free;
        senders: pcty_mcl_sender, pcty_mcl_sender_free;
        modules: pcty_terraform_module, pcty_terraform_module_free;
        inputs: pcty_terraform_inputs, pcty_terraform_inputs_free;
        evaluations: pcty_terraform_evaluation, pcty_terraform_evaluation_free;
        provider_schemas: pcty_terraform_schemas, pcty_terraform_schemas_free;
        projects: pcty_terraform_project, pcty_terraform_project_free;
        outputs: pcty_terraform_outputs, pcty_terraform_outputs_free;
        plans: pcty_terraform_plan, pcty_terraform_plan_free;
        path_marks: pcty_path_marks, pcty_path_marks_free;
        pcl_scopes: pcty_pcl_type_scope, pcty_pcl_type_scope_free;
        checked: pcty_pcl_checked, pcty_pcl_checked_free;
        aliases: pcty_puppet_aliases, pcty_puppet_aliases_free;
        iterations: pcty_puppet_iteration, pcty_puppet_iteration_free;
        outlines: pcty_puppet_outline, pcty_puppet_outline_free;
        catalogs: pcty_puppet_catalog, pcty_puppet_catalog_free;
        unifiers: pcty_infer_unifier, pcty_infer_unifier_free;
        schemes: pcty_infer_scheme, pcty_infer_scheme_free;
        scheme_lists: pcty_infer_scheme_list, pcty_infer_scheme_list_free;
        signatures: pcty_infer_signature, pcty_infer_signature_free;
        invariants: pcty_infer_invariants, pcty_infer_invariants_free;
        solvers: pcty_infer_solver, pcty_infer_solver_free;
        workspaces: pcty_workspace, pcty_workspace_free;
        solutions: pcty_infer_solution, pcty_infer_solution_free;
    }
    lent {
        attributes: pcty_hcl_attribute;
        blocks: pcty_hcl_block;
        parts: pcty_mcl_resource;
        nodes: pcty_pcl_node;
        conflicts: pcty_infer_conflict;
    }
}

/// Frees all handles, starting with a kind that the input selects.
pub(super) fn free_all(m: &mut Machine) {
    while let Some(innermost) = m.nouns.entered.pop() {
        assert_eq!(pcty_budget_leave(some(innermost), None), PCTY_OK);
    }
    let first = m.byte() as usize % FREES.len();
    for at in 0..FREES.len() {
        FREES[(first + at) % FREES.len()](m);
    }
}

// ---------------------------------------------------------------------------
// Nouns that have slots of their own
// ---------------------------------------------------------------------------

macro_rules! known {
    ($($handle:ty: |$m:ident| $of:expr, |$made:ident| $keep:expr;)*) => {
        $(impl Noun for $handle {
            #[allow(unused_variables, reason = "there are no slots for what is read at once")]
            fn of($m: &mut Machine) -> *mut Self {
                $of
            }

            fn keep($m: &mut Machine, $made: *mut Self) {
                $keep
            }
        })*
    };
}

known! {
    pcty_value: |m| m.value().cast_mut(), |made| m.keep_value(made, MAX_SIZE / 4);
    pcty_type: |m| m.ty().cast_mut(), |made| m.keep_type(made);
    pcty_function: |m| m.function(), |made| m.functions.push(made);
    pcty_path: |m| m.path(), |made| m.paths.push(made);
    pcty_path_set: |m| m.path_set(), |made| m.path_sets.push(made);
    pcty_refinement_builder: |m| m.builder(), |made| m.builders.push(made);
    pcty_variable_scope: |m| m.scope(), |made| m.scopes.push(made);
    pcty_group: |m| m.group(), |made| m.groups.push(made);
    pcty_unification: |m| m.unification(), |made| m.unifications.push(made);
    pcty_converter: |m| m.converter().cast_mut(), |made| m.converters.push(made);
    pcty_marks: |m| m.marks(), |made| m.marks.push(made);
    pcty_error: |m| m.error(), |made| m.keep_error(made);
    pcty_string: |m| m.strings.last().copied().unwrap_or(null_mut()), |made| m.keep_string(Some(made));
    pcty_error_list: |m| null_mut(), |made| {
        for at in 0..pcty_error_list_count(some(made)).min(4) {
            let failure = pcty_error_clone(some(pcty_error_list_at(some(made), at)));
            m.keep_error(failure);
        }
        // SAFETY: the handle was just created and is not used again.
        pcty_error_list_free(unsafe { owned(made) })
    };
}

// ---------------------------------------------------------------------------
// Arguments
// ---------------------------------------------------------------------------

/// An argument of a call, by its type.
pub(super) trait Draw {
    fn draw(m: &mut Machine) -> Self;
}

impl<H: Noun + 'static> Draw for Option<&'static H> {
    fn draw(m: &mut Machine) -> Self {
        some(H::of(m))
    }
}

impl<H: Noun + 'static> Draw for Option<&'static mut H> {
    fn draw(m: &mut Machine) -> Self {
        some_mut(H::of(m))
    }
}

impl<H: Noun> Draw for *mut H {
    fn draw(m: &mut Machine) -> Self {
        H::of(m)
    }
}

impl<H: Noun> Draw for *const H {
    fn draw(m: &mut Machine) -> Self {
        H::of(m)
    }
}

/// An array of at most three elements.
impl<T: Draw> Draw for Vec<T> {
    fn draw(m: &mut Machine) -> Self {
        (0..m.byte() % 4).map(|_| T::draw(m)).collect()
    }
}

impl Draw for pcty_str {
    fn draw(m: &mut Machine) -> Self {
        match m.byte() {
            255 => lend(null(), 0),
            254 => lend(null(), 7),
            at if at >= 64 => phrases::phrase(at - 64),
            length => {
                let (text, rest) = m.input.split_at((length as usize).min(m.input.len()));
                m.input = rest;
                lend(text.as_ptr().cast(), text.len())
            }
        }
    }
}

impl Draw for bool {
    fn draw(m: &mut Machine) -> Self {
        m.flag()
    }
}

/// Usually a constant of an enumeration, or a line.
impl Draw for u32 {
    fn draw(m: &mut Machine) -> Self {
        match m.byte() {
            255 => u32::MAX,
            byte => u32::from(byte % 8),
        }
    }
}

/// An index in a list, or a position in a text.
impl Draw for usize {
    fn draw(m: &mut Machine) -> Self {
        match m.byte() {
            255 => usize::MAX,
            byte if byte < 128 => usize::from(byte % 4),
            byte => usize::from(byte - 128),
        }
    }
}

/// A node of a file: the root, one that a call returned, or any number.
impl Draw for u64 {
    fn draw(m: &mut Machine) -> Self {
        match m.byte() {
            250.. => m.wide(),
            240..250 => 0,
            byte if byte < 64 || m.nouns.numbers.is_empty() => 1,
            byte => m.nouns.numbers[byte as usize % m.nouns.numbers.len()],
        }
    }
}

impl Draw for i64 {
    fn draw(m: &mut Machine) -> Self {
        m.wide() as i64
    }
}

impl Draw for pcty_position {
    fn draw(m: &mut Machine) -> Self {
        pcty_position {
            line: u32::draw(m),
            column: u32::draw(m),
            byte: usize::draw(m),
        }
    }
}

impl Draw for u8 {
    fn draw(m: &mut Machine) -> Self {
        m.byte()
    }
}

/// The defaults of a language.
macro_rules! no_options {
    ($($options:ident),*) => {
        $(impl Draw for *const $options {
            fn draw(_: &mut Machine) -> Self {
                null()
            }
        })*
    };
}

no_options!(pcty_pcl_options, pcty_puppet_options);

/// The host's data for a callback, a new one each time.
impl Draw for *mut c_void {
    fn draw(m: &mut Machine) -> Self {
        host(m.byte())
    }
}

impl Draw for pcty_destroy {
    fn draw(_: &mut Machine) -> Self {
        Some(destroy)
    }
}

// ---------------------------------------------------------------------------
// Results
// ---------------------------------------------------------------------------

/// A result of a call, by its type.
pub(super) trait Give {
    fn give(self, m: &mut Machine);
}

impl<H: Noun> Give for *mut H {
    fn give(self, m: &mut Machine) {
        if !self.is_null() {
            H::keep(m, self);
        }
    }
}

/// A borrowed handle is cloned if possible, to be kept longer than its owner.
macro_rules! lent {
    ($($handle:ident: $clone:ident;)*) => {
        $(impl Give for *const $handle {
            fn give(self, m: &mut Machine) {
                $clone(some(self)).give(m);
            }
        })*
    };
}

lent! {
    pcty_value: pcty_value_clone;
    pcty_type: pcty_type_clone;
    pcty_function: pcty_function_clone;
    pcty_path: pcty_path_clone;
    pcty_error: pcty_error_clone;
    pcty_hcl_expression: pcty_hcl_expression_clone;
    pcty_hcl_defaults: pcty_hcl_defaults_clone;
    pcty_hcl_body: pcty_hcl_body_clone;
    pcty_schema: pcty_schema_clone;
    pcty_infer_scheme: pcty_infer_scheme_clone;
}

macro_rules! parts {
    ($($handle:ident),*) => {
        $(impl Give for *const $handle {
            fn give(self, m: &mut Machine) {
                self.cast_mut().give(m);
            }
        })*
    };
}

parts!(
    pcty_hcl_attribute,
    pcty_hcl_block,
    pcty_mcl_resource,
    pcty_pcl_node,
    pcty_infer_conflict
);

impl Give for pcty_str {
    fn give(self, _: &mut Machine) {
        touch(self);
    }
}

impl Give for u64 {
    fn give(self, m: &mut Machine) {
        m.nouns.numbers.push(self);
    }
}

macro_rules! plain {
    ($($ty:ty),*) => {
        $(impl Give for $ty {
            fn give(self, _: &mut Machine) {}
        })*
    };
}

plain!((), bool, u32, usize, i32, i64, pcty_range);

macro_rules! records {
    ($($record:ident: $($text:ident)*;)*) => {
        $(impl Give for $record {
            fn give(self, _: &mut Machine) {
                $(touch(self.$text);)*
            }
        })*
    };
}

records! {
    pcty_limits: ;
    pcty_mcl_vertex: name file;
    pcty_mcl_edge: arguments;
    pcty_mcl_resource_edge: ;
    pcty_mcl_receive: sent field;
    pcty_mcl_edge_change: from_kind from_name sent to_kind to_name field;
    pcty_terraform_declaration: name label target file;
    pcty_terraform_variable_info: name description file;
    pcty_mcl_resource_data: kind name;
    pcty_hcl_content_data: ;
    pcty_hcl_label: text;
    pcty_hcl_body_data: file text;
    pcty_hcl_expression_data: text file name key_name value_name;
    pcty_hcl_operator: text;
    pcty_hcl_call: name file;
    pcty_hcl_token: text;
    pcty_hcl_node_data: name value;
}

impl Give for pcty_hcl_attribute_data {
    fn give(self, m: &mut Machine) {
        touch(self.name);
        touch(self.file);
        self.expression.give(m);
    }
}

impl Give for pcty_hcl_block_data {
    fn give(self, m: &mut Machine) {
        touch(self.ty);
        touch(self.file);
        self.body.give(m);
    }
}

impl Give for pcty_hcl_attribute_defaults {
    fn give(self, m: &mut Machine) {
        self.value.give(m);
        self.inside.give(m);
    }
}

impl Give for pcty_hcl_item {
    fn give(self, m: &mut Machine) {
        self.attribute.give(m);
    }
}

impl Give for pcty_hcl_location_data {
    fn give(self, m: &mut Machine) {
        self.attribute.give(m);
    }
}

impl Give for pcty_hcl_traversal {
    fn give(self, m: &mut Machine) {
        touch(self.file);
        self.path.give(m);
    }
}

impl Give for pcty_mcl_field_value {
    fn give(self, m: &mut Machine) {
        touch(self.name);
        self.value.give(m);
    }
}

impl Give for pcty_schema_pair_note {
    fn give(self, m: &mut Machine) {
        touch(self.pointer);
        touch(self.message);
        self.path.give(m);
    }
}

impl Give for pcty_schema_pair_data {
    fn give(self, m: &mut Machine) {
        self.ty.give(m);
        self.schema.give(m);
    }
}

impl Give for pcty_schema_relation_data {
    fn give(self, _: &mut Machine) {
        touch(self.more);
        touch(self.less);
    }
}

impl Give for pcty_translation_data {
    fn give(self, m: &mut Machine) {
        self.ty.give(m);
    }
}

impl Give for pcty_puppet_manifest_data {
    fn give(self, m: &mut Machine) {
        touch(self.file);
        self.warnings.give(m);
    }
}

impl Give for pcty_mcl_graph_data {
    fn give(self, m: &mut Machine) {
        self.vertex_count.give(m);
        self.edge_count.give(m);
    }
}

impl Give for pcty_mcl_resources_data {
    fn give(self, m: &mut Machine) {
        self.count.give(m);
        self.receive_count.give(m);
    }
}

impl Give for pcty_mcl_difference_data {
    fn give(self, m: &mut Machine) {
        self.change_count.give(m);
        self.edge_count.give(m);
    }
}

impl Give for pcty_translation_note {
    fn give(self, m: &mut Machine) {
        touch(self.message);
        self.path.give(m);
    }
}

impl Give for pcty_mcl_change {
    fn give(self, m: &mut Machine) {
        self.before.give(m);
        self.after.give(m);
    }
}

/// The content of an output before the call.
pub(super) trait Output: Copy + PartialEq {
    fn untouched() -> Self;
}

impl<H> Output for *mut H {
    fn untouched() -> Self {
        NonNull::<H>::dangling().as_ptr()
    }
}

macro_rules! outputs {
    ($($ty:ty: $untouched:expr),*) => {
        $(impl Output for $ty {
            fn untouched() -> Self {
                $untouched
            }
        })*
    };
}

outputs!(u64: 77, usize: 77, u32: 77, i32: -77, i64: -77, bool: true);

impl Machine<'_> {
    /// Calls a function that writes one output, which is NULL if there is no result.
    pub(super) fn made<T: Output + Give>(
        &mut self,
        call: impl FnOnce(Out<'_, T>, OutError<'_>) -> pcty_status,
    ) -> bool {
        let made = self.call(T::untouched(), T::eq, call);
        if let Some(made) = made {
            made.give(self);
        }
        made.is_some()
    }

    /// Calls a function with one optional output.
    pub(super) fn beside<T: Output + Give>(
        &mut self,
        call: impl FnOnce(Out<'_, T>, OutError<'_>) -> pcty_status,
    ) -> bool {
        let mut out = MaybeUninit::new(T::untouched());
        let wanted = self.byte() & 0xf != 0xf;
        let succeeded = self.run(|error| call(wanted.then_some(&mut out), error));
        // SAFETY: the output was initialized above, and is only written to.
        let out = unsafe { out.assume_init() };
        if succeeded && wanted {
            out.give(self);
        } else {
            assert!(out == T::untouched(), "an output on failure");
        }
        succeeded
    }

    /// Calls a function with two outputs, the second of them optional.
    pub(super) fn made_both<T: Output + Give, U: Output + Give>(
        &mut self,
        call: impl FnOnce(Out<'_, T>, Out<'_, U>, OutError<'_>) -> pcty_status,
    ) -> bool {
        let mut first = T::untouched();
        let wanted = self.byte() & 0xf != 0xf;
        let made = self.beside(|second, error| {
            call(wanted.then_some(into(&mut first)).flatten(), second, error)
        });
        if made {
            assert!(wanted, "success without an output");
            first.give(self);
        } else {
            assert!(first == T::untouched(), "an output on failure");
        }
        made
    }

    /// Calls a function that fills a struct, whose size is usually correct.
    pub(super) fn filled<T: Give>(
        &mut self,
        call: impl FnOnce(*mut T, OutError<'_>) -> pcty_status,
    ) {
        let mut record = MaybeUninit::<T>::zeroed();
        let at = record.as_mut_ptr();
        // SAFETY: a struct begins with its size.
        unsafe { at.cast::<u32>().write(ops::struct_size::<T>(self.byte())) };
        if self.run(|error| call(at, error)) {
            // SAFETY: zero is a valid value of all members that were not filled.
            unsafe { record.assume_init() }.give(self);
        }
    }
}

/// Calls a function and keeps its return value.
macro_rules! give {
    ($call:ident($($name:ident),*)) => {
        |m: &mut Machine| {
            $(let $name = nouns::Draw::draw(m);)*
            let given = unsafe { $call($($name),*) };
            nouns::Give::give(given, m);
        }
    };
}

/// Calls a function that can fail and has no output.
macro_rules! run {
    ($call:ident($($name:ident),*)) => {
        |m: &mut Machine| {
            $(let $name = nouns::Draw::draw(m);)*
            m.run(|error| unsafe { $call($($name,)* error) });
        }
    };
}

/// Calls a function that creates an object.
macro_rules! make {
    ($call:ident($($name:ident),*)) => {
        |m: &mut Machine| {
            $(let $name = nouns::Draw::draw(m);)*
            m.made(|out, error| unsafe { $call($($name,)* out, error) });
        }
    };
}

/// Calls a function that creates an object, unless one of the diagnostics is an error.
macro_rules! whole {
    ($call:ident($($name:ident),*)) => {
        |m: &mut Machine| {
            $(let $name = nouns::Draw::draw(m);)*
            m.made(|out, error| unsafe { $call($($name,)* out, None, error) });
        }
    };
}

/// Parses a text, or a part of one, with or without the output for diagnostics.
macro_rules! parse {
    ($call:ident($($name:ident),*)) => {
        |m: &mut Machine| {
            let (source_text, file) = (nouns::Draw::draw(m), nouns::Draw::draw(m));
            let start: pcty_position = nouns::Draw::draw(m);
            $(let $name = nouns::Draw::draw(m);)*
            let start = m.flag().then_some(&start);
            if m.flag() {
                m.made(|out, error| unsafe {
                    $call(source_text, file, start, $($name,)* out, None, error)
                });
            } else {
                m.made_both(|out, diagnostics, error| unsafe {
                    $call(source_text, file, start, $($name,)* out, diagnostics, error)
                });
            }
        }
    };
}

/// Calls a function that creates an object in an optional output.
macro_rules! relative {
    ($call:ident($($name:ident),*)) => {
        |m: &mut Machine| {
            $(let $name = nouns::Draw::draw(m);)*
            m.beside(|out, error| unsafe { $call($($name,)* out, error) });
        }
    };
}

/// Calls a function that creates two objects, or one and diagnostics.
macro_rules! both {
    ($call:ident($($name:ident),*)) => {
        |m: &mut Machine| {
            $(let $name = nouns::Draw::draw(m);)*
            m.made_both(|out, second, error| unsafe { $call($($name,)* out, second, error) });
        }
    };
}

/// Calls a function that writes an optional struct and returns whether it did.
macro_rules! found {
    ($call:ident($($name:ident),*)) => {
        |m: &mut Machine| {
            $(let $name = nouns::Draw::draw(m);)*
            let mut out = MaybeUninit::zeroed();
            let wanted = m.byte() & 0xf != 0xf;
            let found = unsafe { $call($($name,)* wanted.then_some(&mut out)) };
            if found && wanted {
                nouns::Give::give(unsafe { out.assume_init() }, m);
            }
        }
    };
}

/// Calls a function that fills a struct, which contains its own size.
macro_rules! record {
    ($call:ident($($name:ident),*)) => {
        |m: &mut Machine| {
            $(let $name = nouns::Draw::draw(m);)*
            m.filled(|record, error| unsafe { $call($($name,)* record, error) });
        }
    };
}

pub(super) use {both, found, give, make, parse, record, relative, run, whole};
