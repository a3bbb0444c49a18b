//! The contract of every export is kept when its arguments are wrong.
//!
//! The calls are generated from the header, so no export can be forgotten: for each one a call with
//! good arguments; one with each pointer NULL in turn; one with each number out of range and each
//! text broken; and the same for the size, the numbers and the texts in each struct that it reads, by
//! the model of the ABI. A parameter of a type that this file does not support fails the test.
//!
//! The test checks that:
//!
//! - no call crashes;
//! - a pointer that may not be NULL, an enumeration without such a constant and an impossible
//!   length result in PCTY_ERROR_INVALID_ARGUMENT;
//! - invalid text results in PCTY_ERROR_INVALID_UTF8;
//! - the message names the parameter as the header does;
//! - outputs are written only on success;
//! - there is an error with the status's code exactly if the call failed.

use crate::c_support::header::{Prototype, prototypes, text};
use crate::c_support::{Linked, run, scratch};
use crate::model::model;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

/// The role of a parameter, which determines its values and the bad arguments for it.
enum Role {
    /// A handle, struct or callback that the function reads or changes.
    Input(&'static str),
    /// An array, whose length is the parameter `count`.
    Array(&'static str),
    /// Where the function writes: the type that the pointer points to.
    Output(String),
    /// Memory of `count` bytes that the function fills.
    Buffer,
    /// The error.
    Error,
    /// An owned handle that the function frees.
    Freed,
    /// The length of the arrays.
    Count,
    /// A position.
    Position,
    /// A number that needs a constant.
    Enumeration(&'static str),
    /// Text.
    Text,
    /// Text whose encoding the callee checks.
    Source,
    /// A position in a text, whose lines and columns count from 1.
    Place,
    /// Any value is valid.
    Plain(&'static str),
}

fn role(function: &Prototype, ty: &str, name: &str, enumerations: &BTreeSet<String>) -> Role {
    use Role::*;
    match (ty, name) {
        ("pcty_error **", "error") => Error,
        (_, _) if function.name.ends_with("_free") => Freed,
        ("const pcty_type *", _) => Input("a_type"),
        ("const pcty_value *", _) => Input("a_value"),
        ("const pcty_marks *", _) => Input("some_marks"),
        ("const pcty_group *", _) => Input("a_group"),
        ("const pcty_string *", _) => Input("a_string"),
        ("const pcty_error *" | "pcty_error *", _) => Input("an_error"),
        ("const pcty_path *" | "pcty_path *", _) => Input("a_path"),
        ("const pcty_path_set *" | "pcty_path_set *", _) => Input("a_path_set"),
        ("const pcty_path_marks *" | "pcty_path_marks *", _) => Input("some_path_marks"),
        ("const pcty_variable_scope *" | "pcty_variable_scope *", _) => Input("a_scope"),
        ("const pcty_function *", _) => Input("a_function"),
        ("const pcty_converter *", _) => Input("a_converter"),
        // A budget that no thread has entered, so that the other calls continue.
        ("const pcty_budget *", _) if function.name == "pcty_budget_cancel" => {
            Input("another_budget")
        }
        ("const pcty_budget *", _) => Input("a_budget"),
        ("const pcty_limits *", _) => Input("&limits"),
        ("const pcty_error_list *", _) => Input("an_error_list"),
        ("const pcty_unification *", _) => Input("a_unification"),
        ("const pcty_translation *", _) => Input("a_translation"),
        ("const pcty_refinement_builder *" | "pcty_refinement_builder *", _) => Input("a_builder"),
        ("const pcty_puppet_aliases *", _) => Input("some_aliases"),
        ("const pcty_puppet_iteration *" | "pcty_puppet_iteration *", _) => Input("an_iteration"),
        ("const pcty_puppet_environment *" | "pcty_puppet_environment *", _) => {
            Input("an_environment")
        }
        ("const pcty_puppet_manifest *", _) => match &*function.name {
            "pcty_puppet_manifest_render" => Input("a_template"),
            _ => Input("a_manifest"),
        },
        ("const pcty_puppet_outline *", _) => Input("an_outline"),
        ("const pcty_puppet_catalog *", _) => Input("a_catalog"),
        ("const pcty_puppet_catalog_options *", _) => Input("&catalog_options"),
        ("const pcty_puppet_catalog_json_options *", _) => Input("&catalog_json_options"),
        ("const pcty_puppet_lookup_options *", _) => Input("&lookup_options"),
        // There is none except inside of a callback.
        ("const pcty_puppet_call *", _) => Input("NULL"),
        ("pcty_puppet_time", _) => Plain("a_time"),
        ("pcty_puppet_logger", _) => Input("log_nothing"),
        ("pcty_puppet_loader", _) => Input("load_nothing"),
        ("pcty_puppet_answer", _) => Input("answer_nothing"),
        ("const pcty_mcl_sender *", _) => Input("a_sender"),
        ("const pcty_mcl_host *" | "pcty_mcl_host *", _) => Input("an_mcl_host"),
        ("const pcty_mcl_function_spec *", _) => Input("&mcl_function_spec"),
        ("const pcty_puppet_function_spec *", _) => Input("&puppet_function_spec"),
        ("const pcty_schema_options *", _) => Input("&schema_options"),
        ("const pcty_mcl_kind *", _) => Input("&mcl_kind"),
        ("const pcty_mcl_edge_spec *", _) => Input("&mcl_edge_spec"),
        ("const pcty_mcl_resources *", _) => Input("some_resources"),
        ("const pcty_mcl_resource *", _) => Input("a_resource"),
        ("const pcty_mcl_difference *", _) => Input("a_difference"),
        ("const pcty_mcl_resource_builder *" | "pcty_mcl_resource_builder *", _) => {
            Input("a_draft")
        }
        // There are none except inside of a callback.
        ("pcty_mcl_dependencies *", _) => Input("NULL"),
        ("const pcty_mcl_builder *" | "pcty_mcl_builder *", _) => Input("an_mcl_builder"),
        ("const pcty_mcl_graph *", _) => Input("an_mcl_graph"),
        ("const pcty_mcl_program *", _) => Input("an_mcl_program"),
        ("const pcty_mcl_runtime *" | "pcty_mcl_runtime *", _) => Input("an_mcl_runtime"),
        ("pcty_mcl_reader", _) => Input("read_no_file"),
        ("pcty_mcl_answer", _) => Input("answer_no_question"),
        ("pcty_mcl_follow", _) => Input("follow_nothing"),
        ("pcty_mcl_unfollow", _) => Input("unfollow_nothing"),
        ("pcty_mcl_wake", _) => Input("wake_nobody"),
        ("const pcty_hcl_scope *" | "pcty_hcl_scope *", _) => Input("an_hcl_scope"),
        ("const pcty_terraform_host *" | "pcty_terraform_host *", _) => Input("a_terraform_host"),
        ("pcty_terraform_clock", _) => Input("tell_no_time"),
        ("pcty_terraform_random", _) => Input("fill_nothing"),
        ("pcty_terraform_reader" | "pcty_terraform_lister", _) => Input("find_no_text"),
        ("const pcty_terraform_module *", _) => Input("a_module"),
        ("const pcty_schema *", _) => Input("a_schema"),
        ("const pcty_schema_pair *", _) => Input("a_schema_pair"),
        ("const pcty_schema_relation *", _) => Input("a_schema_relation"),
        ("const pcty_schema_documents *", _) => Input("some_documents"),
        ("const pcty_terraform_inputs *" | "pcty_terraform_inputs *", _) => Input("some_inputs"),
        ("const pcty_terraform_options *", _) => Input("&terraform_options"),
        ("const pcty_terraform_evaluation *", _) => Input("an_evaluation"),
        ("const pcty_terraform_schemas *", _) => Input("provider_schemas"),
        ("const pcty_terraform_project *", _) => Input("a_project"),
        ("const pcty_terraform_project_options *", _) => Input("&terraform_project_options"),
        ("const pcty_terraform_outputs *", _) => Input("some_outputs"),
        ("const pcty_terraform_plan *", _) => Input("a_plan"),
        ("pcty_terraform_plan_part", _) => Enumeration("PCTY_TERRAFORM_PLAN_CHANGES"),
        ("pcty_terraform_module_finder", _) => Input("find_no_module"),
        ("const pcty_hcl_expression *", _) => Input("an_expression"),
        ("const pcty_hcl_expressions *", _) => Input("some_expressions"),
        ("const pcty_hcl_traversals *", _) => Input("some_traversals"),
        ("const pcty_hcl_defaults *", _) => Input("some_defaults"),
        ("const pcty_hcl_defaults *const *", _) => Array("defaults_of_parts"),
        ("const pcty_hcl_body *", _) => Input("a_body"),
        ("const pcty_hcl_content *", _) => Input("a_content"),
        ("const pcty_hcl_attribute *", _) => Input("an_attribute"),
        ("const pcty_hcl_block *", _) => Input("a_block"),
        ("const pcty_hcl_items *", _) => Input("some_items"),
        ("const pcty_hcl_location *", _) => Input("a_place_in_a_text"),
        ("const pcty_hcl_calls *", _) => Input("some_calls"),
        ("const pcty_hcl_file *" | "pcty_hcl_file *", _) => Input("an_hcl_file"),
        ("const pcty_hcl_fragment *", _) => Input("a_snippet"),
        ("const pcty_hcl_fragment *const *", _) => Array("snippets"),
        ("const pcty_hcl_tokens *", _) => Input("some_tokens"),
        ("const pcty_hcl_token *", _) => Array("hcl_tokens"),
        ("pcty_hcl_node", "beside" | "after") => Plain("PCTY_HCL_NODE_NONE"),
        ("pcty_hcl_node", _) => Plain("PCTY_HCL_NODE_ROOT"),
        ("const pcty_hcl_schema *", _) => Input("&hcl_schema"),
        ("const pcty_hcl_body *const *", _) => Array("bodies"),
        ("const pcty_hcl_spec *", _) => Input("a_spec"),
        ("const pcty_hcl_spec *const *", _) => Array("specs"),
        ("const pcty_hcl_block_options *", _) => Input("&hcl_block_options"),
        ("pcty_hcl_block_kind", _) => Enumeration("PCTY_HCL_BLOCK_LIST"),
        ("pcty_hcl_scope_names", _) => Enumeration("PCTY_HCL_SCOPE_VARIABLES"),
        ("pcty_hcl_check", _) => Input("find_nothing"),
        ("pcty_hcl_refine", _) => Input("refine_nothing"),
        ("pcty_hcl_scope_provider", _) => Input("no_scope"),
        ("const pcty_pcl_type_scope *" | "pcty_pcl_type_scope *", _) => Input("a_pcl_scope"),
        ("const pcty_pcl_checked *", _) => Input("a_bound"),
        ("const pcty_pcl_node *", _) => Input("a_node"),
        ("const pcty_pcl_options *", _) => Input("&pcl_options"),
        ("const pcty_pcl_step *", _) => Array("pcl_steps"),
        ("pcty_pcl_rule", _) => Input("take_nothing"),
        ("pcty_pcl_resolver", _) => Input("resolve_to_null"),
        ("const pcty_puppet_options *", _) => Input("&puppet_options"),
        ("const pcty_puppet_environment_options *", _) => Input("&environment_options"),
        ("const pcty_refinement_fact *", _) => Input("&refinement_fact"),
        ("const pcty_infer_invariant *", _) => Input("&an_invariant"),
        ("const pcty_ruby *", _) => Input("&ruby"),
        ("pcty_ruby_keys", _) => Enumeration("PCTY_RUBY_KEYS_STRINGS"),
        ("const pcty_infer_scheme *", _) => Input("a_scheme"),
        ("const pcty_infer_scheme_list *", _) => Input("some_schemes"),
        ("const pcty_infer_signature *", _) => Input("a_signature"),
        ("const pcty_infer_invariants *" | "pcty_infer_invariants *", _) => {
            Input("some_invariants")
        }
        ("const pcty_infer_solution *", _) => Input("an_outcome"),
        ("const pcty_infer_conflict *", _) => Input("a_clash"),
        ("pcty_infer_unifier *", _) => Input("a_unifier"),
        ("const pcty_infer_solver *" | "pcty_infer_solver *", _) => Input("a_solver"),
        ("pcty_workspace *", _) => Input("a_workspace"),
        ("const pcty_workspace_options *", _) => Input("&workspace_options"),
        ("const pcty_hcl_format_options *", _) => Input("&format_options"),
        ("pcty_workspace_reader" | "pcty_workspace_lister", _) => Input("find_no_text"),
        ("const pcty_text_range *", _) => Input("&text_range"),
        ("pcty_request", _) => Enumeration("PCTY_REQUEST_INITIALIZE"),
        ("pcty_infer_signature_rule", _) => Input("build_nothing"),
        ("pcty_function_impl", _) => Input("first_argument"),
        ("const pcty_function_spec *", _) => Input("&function_spec"),
        ("const pcty_size_range *", _) => Input("&size_range"),
        ("const pcty_diagnostic *", _) => Input("&diagnostic"),
        ("const pcty_error_data *", _) => Input("&error_data"),
        ("pcty_value_property", _) => Enumeration("PCTY_VALUE_MARKED"),
        ("pcty_error_notation", _) => Enumeration("PCTY_NOTATION_LINE"),
        ("const pcty_function_type *", _) => Input("&func_type"),
        ("const pcty_capsule_ops *", _) => Input("&capsule_ops"),
        ("const char *", _) => Input("\"text\""),
        ("const double *", "min" | "max") => Input("doubles"),
        ("pcty_type_visitor", _) => Input("visit_type"),
        ("pcty_path_visitor", _) => Input("visit_path"),
        ("pcty_value_visitor", _) => Input("visit_value"),
        ("pcty_value_rewriter", _) => Input("rewrite_nothing"),
        ("pcty_destroy", _) => Plain("destroy_nothing"),
        ("void *", _) => Plain("NULL"),
        ("const pcty_type *const *", _) => Array("types"),
        ("const pcty_value *const *", _) => Array("values"),
        ("const pcty_str *", _) => Array("texts"),
        ("const pcty_field *", _) => Array("fields"),
        ("const pcty_nominal_parameter *", _) => Array("nominal_params"),
        ("const pcty_puppet_signature *", _) => Array("puppet_signatures"),
        ("const pcty_infer_invariants *const *", _) => Array("lists_of_invariants"),
        ("const uint64_t *", _) => Array("expressions"),
        ("const int64_t *", _) => Array("whole_numbers"),
        ("const double *", _) => Array("doubles"),
        ("const uint8_t *", _) => Array("bytes"),
        ("uint8_t *", _) => Buffer,
        // The maximum number of parts that are returned.
        ("size_t", "count") if function.name == "pcty_value_parts" => Position,
        ("size_t", "count") => Count,
        ("size_t", _) => Position,
        ("pcty_str", "source_text") => Source,
        ("pcty_str", _) => Text,
        ("const pcty_position *", _) => Place,
        ("bool", _) => Plain("true"),
        ("int64_t" | "uint64_t" | "uint32_t", _) => Plain("1"),
        ("double", _) => Plain("1.5"),
        ("pcty_hcl_syntax", _) => Enumeration("PCTY_HCL_NATIVE"),
        ("pcty_hcl_value_style", _) => Enumeration("PCTY_HCL_VALUE_REDACTED"),
        ("pcty_hcl_needs", _) => Enumeration("PCTY_HCL_NEEDS_ALL"),
        ("pcty_hcl_string_style" | "pcty_hcl_arguments", _) => Enumeration("1"),
        ("pcty_hcl_style" | "pcty_hcl_insert_position" | "pcty_hcl_comments", _) => {
            Enumeration("1")
        }
        ("pcty_hcl_type_mode", _) => Enumeration("PCTY_HCL_TYPE_DEFAULTS"),
        ("pcty_dialect", _) => Enumeration("PCTY_DIALECT_HCL"),
        ("pcty_data_format", _) => Enumeration("PCTY_DATA_JSON"),
        ("pcty_safety", _) => Enumeration("PCTY_SAFETY_UNSAFE"),
        ("pcty_pcl_derivation", _) => Enumeration("PCTY_PCL_DERIVE_OUTPUT"),
        ("pcty_pcl_resolution", _) => Enumeration("PCTY_PCL_RESOLVE_PROMISES"),
        ("pcty_puppet_detail" | "pcty_puppet_comparison", _) => Enumeration("1"),
        ("pcty_puppet_inference" | "pcty_puppet_missing", _) => Enumeration("1"),
        ("pcty_puppet_end", _) => Enumeration("PCTY_PUPPET_FRONT"),
        ("pcty_puppet_mode", _) => Enumeration("PCTY_PUPPET_EARLY"),
        ("pcty_puppet_operator", _) => Enumeration("PCTY_PUPPET_ADD"),
        ("pcty_puppet_strictness" | "pcty_puppet_unknown", _) => Enumeration("1"),
        ("pcty_puppet_resources" | "pcty_puppet_syntax", _) => Enumeration("1"),
        ("pcty_puppet_load_kind", _) => Enumeration("1"),
        ("pcty_terraform_declaration_kind", _) => Enumeration("1"),
        ("pcty_terraform_text_from" | "pcty_terraform_unset", _) => Enumeration("1"),
        ("pcty_schema_draft" | "pcty_schema_extent" | "pcty_json_layout", _) => Enumeration("1"),
        ("pcty_schema_documents_question" | "pcty_schema_open_objects", _) => Enumeration("1"),
        _ if enumerations.contains(ty) => Enumeration("0"),
        _ => match ty.strip_suffix('*') {
            Some(target) if !ty.starts_with("const ") || ty.ends_with("**") => {
                Output(target.trim().to_owned())
            }
            _ => panic!(
                "{} has a parameter of an unknown type: {ty} {name}",
                function.name
            ),
        },
    }
}

/// The expected result of a call.
#[derive(Clone, Copy, PartialEq)]
enum Expected {
    Anything,
    InvalidArgument,
    InvalidUtf8,
}

struct Generator<'a> {
    function: &'a Prototype,
    roles: Vec<Role>,
    /// The names of the pointers that may be NULL.
    nullable: Vec<String>,
    out: String,
    cases: usize,
    /// The struct with a wrong member that the next case passes: its declaration, and the member.
    wrong: Option<(String, String)>,
}

impl Generator<'_> {
    /// One call, with the argument at a position replaced.
    fn case(&mut self, replaced: Option<(usize, &str)>, expected: Expected) {
        let function = self.function;
        let mut before = String::new();
        let mut after = String::new();
        let mut arguments = Vec::new();
        let status = function.result == "pcty_status"
            && self.roles.iter().any(|role| matches!(role, Role::Error));
        let mut errors = false;
        for (at, (role, (_, name))) in self.roles.iter().zip(&function.params).enumerate() {
            let replacement = replaced
                .filter(|(place, _)| *place == at)
                .map(|(_, with)| with);
            let good = match role {
                Role::Input(good)
                | Role::Array(good)
                | Role::Plain(good)
                | Role::Enumeration(good) => (*good).to_owned(),
                Role::Freed => "NULL".to_owned(),
                Role::Count => "1".to_owned(),
                Role::Position => "0".to_owned(),
                Role::Text | Role::Source => "PCTY_STR(\"text\")".to_owned(),
                Role::Place => "NULL".to_owned(),
                Role::Buffer => {
                    before.push_str("    uint8_t buffer[1] = {7};\n    (void)buffer;\n");
                    "buffer".to_owned()
                }
                Role::Error => {
                    errors = replacement.is_none();
                    before.push_str("    pcty_error *error = NULL;\n    (void)error;\n");
                    "&error".to_owned()
                }
                Role::Output(target) => {
                    output(&mut before, &mut after, target, name, status);
                    format!("&{name}")
                }
            };
            arguments.push(replacement.map_or(good, str::to_owned));
        }
        let call = format!("{}({})", function.name, arguments.join(", "));
        let _ = writeln!(self.out, "static void case_{}(void) {{", self.cases);
        let _ = writeln!(
            self.out,
            "    const char *call = {call:?};\n    (void)call;"
        );
        self.cases += 1;
        let wrong = self.wrong.take();
        if let Some((declaration, _)) = &wrong {
            self.out.push_str(declaration);
        }
        self.out.push_str(&before);
        if status {
            let _ = writeln!(
                self.out,
                "    pcty_status status = {call};\n    (void)status;"
            );
            match expected {
                Expected::Anything => {}
                Expected::InvalidArgument => self
                    .out
                    .push_str("    EXPECT(status == PCTY_ERROR_INVALID_ARGUMENT);\n"),
                Expected::InvalidUtf8 => self
                    .out
                    .push_str("    EXPECT(status == PCTY_ERROR_INVALID_UTF8);\n"),
            }
            // There is no good value for the parameters of a callback, so the message names them
            // first.
            let unusable = self
                .roles
                .iter()
                .any(|role| matches!(role, Role::Input("NULL")));
            let named = replaced.filter(|_| errors && expected != Expected::Anything && !unusable);
            if let Some(at) = named.map(|(at, _)| at) {
                let subjects = self.subjects(at).iter();
                let named: Vec<String> = subjects
                    .map(|(_, name)| name)
                    .chain(wrong.iter().map(|(_, member)| member))
                    .map(|name| format!("names(error, \"`{name}\")"))
                    .collect();
                let _ = writeln!(self.out, "    EXPECT({});", named.join(" || "));
            }
            if errors {
                self.out.push_str(
                    "    EXPECT((status == PCTY_OK) == (error == NULL));\n    \
                     EXPECT(error == NULL || pcty_error_code(error) == status);\n    \
                     pcty_error_free(error);\n",
                );
            }
        } else if let Some(handle) = owned(&function.result) {
            let _ = writeln!(self.out, "    {handle}_free({call});");
        } else if function.result == "pcty_status" {
            let _ = writeln!(self.out, "    PCTY_IGNORE({call});");
        } else {
            let _ = writeln!(self.out, "    (void){call};");
        }
        self.out.push_str(&after);
        self.out.push_str("}\n\n");
    }

    /// The parameters that the message about an argument may name: a length is that of each array
    /// or buffer before it.
    fn subjects(&self, at: usize) -> &[(String, String)] {
        let arrays = self.roles[..at].iter().rev();
        let arrays = arrays.take_while(|role| matches!(role, Role::Array(_) | Role::Buffer));
        match self.roles[at] {
            Role::Count => &self.function.params[at - arrays.count()..at],
            _ => &self.function.params[at..=at],
        }
    }

    /// The calls with one wrong member of a struct.
    fn members(&mut self, at: usize, structs: &Structs) {
        let (Role::Input(good) | Role::Array(good)) = self.roles[at] else {
            return;
        };
        let ty = self.function.params[at].0.trim_start_matches("const ");
        let ty = ty.trim_end_matches('*').trim().to_owned();
        let Some(members) = structs.get(&ty).filter(|_| good != "NULL") else {
            return;
        };
        let good = match good.strip_prefix('&') {
            Some(name) => name.to_owned(),
            None => format!("{good}[0]"),
        };
        for (member, values) in members {
            for (value, expected) in values {
                let declaration =
                    format!("    {ty} wrong = {good};\n    wrong.{member} = {value};\n");
                self.wrong = Some((declaration, member.clone()));
                // Only the name and the callbacks of a kind are read; a host sets no stage.
                let unread = matches!(
                    (&*self.function.name, &**member),
                    ("pcty_mcl_host_set_kind_callbacks", "traits") | ("pcty_error_set", "stage")
                );
                let expected = if unread {
                    Expected::Anything
                } else {
                    *expected
                };
                self.case(Some((at, "&wrong")), expected);
            }
        }
    }

    /// All calls of one function.
    fn cases(&mut self, structs: &Structs) {
        self.case(None, Expected::Anything);
        for at in 0..self.roles.len() {
            self.members(at, structs);
            let name = self.function.params[at].1.clone();
            let null = if self.nullable.contains(&name) {
                Expected::Anything
            } else {
                Expected::InvalidArgument
            };
            match self.roles[at] {
                Role::Input(_) | Role::Output(_) | Role::Array(_) | Role::Buffer => {
                    self.case(Some((at, "NULL")), null);
                }
                Role::Error | Role::Plain("destroy_nothing") => {
                    self.case(Some((at, "NULL")), Expected::Anything);
                }
                Role::Count => {
                    self.case(Some((at, "SIZE_MAX")), Expected::InvalidArgument);
                    self.case(Some((at, "0")), Expected::Anything);
                }
                Role::Position => self.case(Some((at, "SIZE_MAX")), Expected::Anything),
                Role::Enumeration(_) => {
                    self.case(Some((at, "UINT32_MAX")), Expected::InvalidArgument);
                }
                Role::Text => {
                    self.case(Some((at, "not_there")), Expected::InvalidArgument);
                    self.case(Some((at, "not_utf8")), Expected::InvalidUtf8);
                }
                Role::Source => {
                    self.case(Some((at, "not_there")), Expected::InvalidArgument);
                    self.case(Some((at, "not_utf8")), Expected::Anything);
                }
                Role::Place => {
                    for place in ["&no_line", "&no_column"] {
                        self.case(Some((at, place)), Expected::InvalidArgument);
                    }
                    self.case(Some((at, "&last_place")), Expected::Anything);
                }
                Role::Freed | Role::Plain(_) => {}
            }
        }
    }
}

/// Declares an output, and checks that a failed call has not touched it.
fn output(before: &mut String, after: &mut String, target: &str, name: &str, status: bool) {
    if target.ends_with('*') {
        let _ = writeln!(before, "    {target} {name} = NULL;");
        if status {
            let _ = writeln!(after, "    EXPECT(status == PCTY_OK || {name} == NULL);");
        }
        match owned(target) {
            Some(handle) => {
                let _ = writeln!(after, "    {handle}_free({name});");
            }
            None => {
                let _ = writeln!(after, "    (void){name};");
            }
        }
    } else {
        let _ = writeln!(
            before,
            "    {target} {name}, {name}_before;\n    \
             memset(&{name}, 7, sizeof {name});\n    \
             memcpy(&{name}_before, &{name}, sizeof {name});"
        );
        if status {
            let _ = writeln!(
                after,
                "    EXPECT(status == PCTY_OK || \
                 memcmp(&{name}, &{name}_before, sizeof {name}) == 0);"
            );
        }
    }
}

/// The handle behind a pointer that the caller must free.
fn owned(ty: &str) -> Option<&str> {
    let target = ty.strip_suffix('*')?.trim();
    (target.starts_with("pcty_") && !target.ends_with('*')).then_some(target)
}

/// The pointers that may be NULL, by the "NULL:" part of the comment. A pointer before "(if" may
/// only be NULL if there are no elements.
fn nullable(comment: &str) -> Vec<String> {
    let Some((_, rest)) = comment.split_once("NULL:") else {
        return Vec::new();
    };
    let rest = rest.split("Threads:").next().unwrap_or_default();
    let rest = rest
        .split_once("(if `count` is 0)")
        .map_or(rest, |(_, rest)| rest);
    rest.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// The members of each struct with their wrong values, and the result of a call with each.
type Structs = BTreeMap<String, Vec<(String, Vec<(&'static str, Expected)>)>>;

fn structs(enumerations: &BTreeSet<String>) -> Structs {
    let model = model();
    let list =
        |of: &serde_json::Value, name: &str| of[name].as_array().cloned().unwrap_or_default();
    let text =
        |of: &serde_json::Value, name: &str| of[name].as_str().unwrap_or_default().to_owned();
    let member = |member: &serde_json::Value| {
        let (name, ty) = (text(member, "name"), text(member, "type"));
        let values = match ty.as_str() {
            "pcty_str" => vec![
                ("not_there", Expected::InvalidArgument),
                ("not_utf8", Expected::InvalidUtf8),
            ],
            _ if name == "struct_size" => vec![("1", Expected::InvalidArgument)],
            _ if enumerations.contains(&ty) => vec![("UINT32_MAX", Expected::InvalidArgument)],
            _ => return None,
        };
        Some((name, values))
    };
    let headers = list(&model, "headers").into_iter();
    let all = headers.flat_map(|header| list(&header, "structs"));
    all.map(|one| {
        let members = list(&one, "members");
        (
            text(&one, "name"),
            members.iter().filter_map(member).collect(),
        )
    })
    .collect()
}

#[test]
fn every_export_keeps_the_contract() {
    let header = text();
    let enumerations: BTreeSet<String> = header
        .lines()
        .filter_map(|line| {
            let enumeration = line.strip_prefix("typedef enum ");
            let flags = line.strip_prefix("typedef uint32_t ");
            enumeration.or(flags)?.split([' ', ';']).next()
        })
        .map(str::to_owned)
        .collect();
    let functions = prototypes(&header);
    assert!(functions.len() > 100);
    let structs = structs(&enumerations);
    let mut program = String::from("#include \"contract.h\"\n\n");
    let mut cases = 0;
    for function in &functions {
        let roles = function
            .params
            .iter()
            .map(|(ty, name)| role(function, ty, name, &enumerations))
            .collect();
        let mut generator = Generator {
            function,
            roles,
            nullable: nullable(&function.comment),
            out: std::mem::take(&mut program),
            cases,
            wrong: None,
        };
        generator.cases(&structs);
        program = generator.out;
        cases = generator.cases;
    }
    program.push_str("int main(void) {\n    set_up();\n");
    for case in 0..cases {
        let _ = writeln!(program, "    case_{case}();");
    }
    program.push_str("    tear_down();\n    return failures > 0;\n}\n");
    let source = scratch("contract").join("contract.c");
    fs::write(&source, program).expect("the folder is writable");
    run(&source, Linked::Shared);
}
