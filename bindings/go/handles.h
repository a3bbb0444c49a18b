// The structs of the handles, as cgo reads them: without pointers. For a pointer to an incomplete
// struct, cgo would search the target for Go pointers on each call, and allocate for that.
// Generated from the headers in include/ by tools/shims.go; not to be edited.

#ifndef POLYCTY_GO_HANDLES_H
#define POLYCTY_GO_HANDLES_H

#include "languages.h"

struct pcty_budget { char behind; };
struct pcty_converter { char behind; };
struct pcty_error { char behind; };
struct pcty_error_list { char behind; };
struct pcty_function { char behind; };
struct pcty_group { char behind; };
struct pcty_hcl_attribute { char behind; };
struct pcty_hcl_block { char behind; };
struct pcty_hcl_body { char behind; };
struct pcty_hcl_calls { char behind; };
struct pcty_hcl_content { char behind; };
struct pcty_hcl_defaults { char behind; };
struct pcty_hcl_expression { char behind; };
struct pcty_hcl_expressions { char behind; };
struct pcty_hcl_file { char behind; };
struct pcty_hcl_fragment { char behind; };
struct pcty_hcl_items { char behind; };
struct pcty_hcl_location { char behind; };
struct pcty_hcl_scope { char behind; };
struct pcty_hcl_spec { char behind; };
struct pcty_hcl_tokens { char behind; };
struct pcty_hcl_traversals { char behind; };
struct pcty_infer_conflict { char behind; };
struct pcty_infer_invariants { char behind; };
struct pcty_infer_scheme { char behind; };
struct pcty_infer_scheme_list { char behind; };
struct pcty_infer_signature { char behind; };
struct pcty_infer_solution { char behind; };
struct pcty_infer_solver { char behind; };
struct pcty_infer_unifier { char behind; };
struct pcty_marks { char behind; };
struct pcty_path { char behind; };
struct pcty_path_marks { char behind; };
struct pcty_path_set { char behind; };
struct pcty_refinement_builder { char behind; };
struct pcty_string { char behind; };
struct pcty_type { char behind; };
struct pcty_unification { char behind; };
struct pcty_value { char behind; };
struct pcty_variable_scope { char behind; };

#ifdef POLYCTY_GO_MCL

struct pcty_mcl_builder { char behind; };
struct pcty_mcl_dependencies { char behind; };
struct pcty_mcl_difference { char behind; };
struct pcty_mcl_graph { char behind; };
struct pcty_mcl_host { char behind; };
struct pcty_mcl_program { char behind; };
struct pcty_mcl_resource { char behind; };
struct pcty_mcl_resource_builder { char behind; };
struct pcty_mcl_resources { char behind; };
struct pcty_mcl_runtime { char behind; };
struct pcty_mcl_sender { char behind; };

#endif

#ifdef POLYCTY_GO_PCL

struct pcty_pcl_checked { char behind; };
struct pcty_pcl_node { char behind; };
struct pcty_pcl_type_scope { char behind; };

#endif

#ifdef POLYCTY_GO_PUPPET

struct pcty_puppet_aliases { char behind; };
struct pcty_puppet_call { char behind; };
struct pcty_puppet_catalog { char behind; };
struct pcty_puppet_environment { char behind; };
struct pcty_puppet_iteration { char behind; };
struct pcty_puppet_manifest { char behind; };
struct pcty_puppet_outline { char behind; };

#endif

#ifdef POLYCTY_GO_SCHEMA

struct pcty_schema { char behind; };
struct pcty_schema_documents { char behind; };
struct pcty_schema_pair { char behind; };
struct pcty_schema_relation { char behind; };

#endif

#ifdef POLYCTY_GO_SERVICES

struct pcty_workspace { char behind; };

#endif

#ifdef POLYCTY_GO_TERRAFORM

struct pcty_terraform_evaluation { char behind; };
struct pcty_terraform_host { char behind; };
struct pcty_terraform_inputs { char behind; };
struct pcty_terraform_module { char behind; };
struct pcty_terraform_outputs { char behind; };
struct pcty_terraform_plan { char behind; };
struct pcty_terraform_project { char behind; };
struct pcty_terraform_schemas { char behind; };

#endif

#ifdef POLYCTY_GO_TRANSLATE

struct pcty_translation { char behind; };

#endif

#endif
