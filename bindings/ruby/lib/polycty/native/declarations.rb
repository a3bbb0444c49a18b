# frozen_string_literal: true

# Generated from the headers in include/ by tools/declarations.rb; not to be edited.

module Polycty
  module Native
    # The version of the ABI that these declarations are of.
    ABI_VERSION = 0

    # The numbers of `pcty_status`.
    STATUS = {
      ok: 0,
      invalid_argument: 1,
      invalid_utf8: 2,
      syntax: 3,
      type: 4,
      conversion: 5,
      unsupported: 6,
      not_found: 7,
      limit: 8,
      arithmetic: 9,
      null: 10,
      unknown: 11,
      marked: 12,
      callback: 13,
      misbehaved: 14,
      internal: 15,
      diagnostics: 16,
      cancelled: 17,
      value: 18
    }.freeze

    # The numbers of `pcty_type_flags`.
    TYPE_FLAGS = {
      any: 1,
      variable: 2,
      optional_field: 4,
      reference: 8,
      capsule: 16,
      deferred: 32,
      set: 64
    }.freeze

    # The numbers of `pcty_parameter_flags`.
    PARAMETER_FLAGS = {
      null: 1,
      unknown: 2,
      dynamic: 4,
      marked: 8
    }.freeze

    # The numbers of `pcty_refine_flags`.
    REFINE_FLAGS = {
      refine_not_null: 1
    }.freeze

    # The numbers of `pcty_mcl_match`.
    MCL_MATCH = {
      plain: 0,
      partial: 1,
      variant: 2
    }.freeze

    # The numbers of `pcty_mcl_function_flags`.
    MCL_FUNCTION_FLAGS = {
      pure: 1,
      speculative: 2
    }.freeze

    # The numbers of `pcty_mcl_edge_flags`.
    MCL_EDGE_FLAGS = {
      notify: 1,
      automatic: 2
    }.freeze

    # The numbers of `pcty_mcl_trait_flags`.
    MCL_TRAIT_FLAGS = {
      sends: 1,
      receives: 2,
      refreshes: 4,
      groups: 8,
      has_edges: 16,
      reverses: 32,
      exports: 64,
      merges: 128
    }.freeze

    enum :pcty_feature, [
      :hcl, 1,
      :pcl, 2,
      :terraform, 3,
      :puppet, 4,
      :mcl, 5,
      :translate, 6,
      :schema, 7,
      :services, 8
    ]

    enum :pcty_severity, [
      :error, 1,
      :warning, 2
    ]

    enum :pcty_error_notation, [
      :line, 1,
      :text, 2,
      :colored_text, 3,
      :json, 4,
      :sarif, 5
    ]

    enum :pcty_step_kind, [
      :none, 0,
      :attribute, 1,
      :index, 2
    ]

    enum :pcty_case, [
      :sensitive, 0,
      :ignored, 1
    ]

    enum :pcty_presence, [
      :required, 0,
      :optional, 1
    ]

    enum :pcty_parameters, [
      :any, 0,
      :listed, 1
    ]

    enum :pcty_kind, [
      :missing, 0,
      :any, 1,
      :none, 2,
      :bool, 3,
      :number, 4,
      :integer, 5,
      :float, 6,
      :string, 7,
      :list, 8,
      :set, 9,
      :map, 10,
      :tuple, 11,
      :object, 12,
      :function, 13,
      :union, 14,
      :optional, 15,
      :not_undef, 16,
      :promise, 17,
      :output, 18,
      :literal, 19,
      :enumeration, 20,
      :capsule, 21,
      :meta, 22,
      :variable, 23,
      :reference, 24,
      :nominal, 25
    ]

    enum :pcty_string_constraint, [
      :none, 0,
      :plain, 1,
      :length, 2,
      :enumeration, 3,
      :patterns, 4
    ]

    enum :pcty_side, [
      :lower, 0,
      :upper, 1
    ]

    enum :pcty_visit, [
      :descend, 0,
      :skip, 1,
      :stop, 2
    ]

    enum :pcty_part, [
      :element, 1,
      :key, 2,
      :position, 3,
      :field, 4,
      :variadic, 5,
      :block, 6,
      :result, 7
    ]

    enum :pcty_state, [
      :none, 0,
      :known, 1,
      :null, 2,
      :unknown, 3
    ]

    enum :pcty_value_property, [
      :wholly_known, 1,
      :wholly_typed, 2,
      :marked, 3,
      :contains_mark, 4
    ]

    enum :pcty_binary_operator, [
      :add, 1,
      :subtract, 2,
      :multiply, 3,
      :divide, 4,
      :modulo, 5,
      :less_than, 6,
      :greater_than, 7,
      :less_than_or_equal, 8,
      :greater_than_or_equal, 9,
      :and, 10,
      :or, 11,
      :equal_to, 12,
      :not_equal_to, 13,
      :index, 14,
      :has_index, 15,
      :has_element, 16
    ]

    enum :pcty_unary_operator, [
      :negate, 1,
      :absolute, 2,
      :not, 3,
      :length, 4,
      :unknown_as_null, 5
    ]

    enum :pcty_path_set_operation, [
      :union, 1,
      :intersection, 2,
      :difference, 3
    ]

    enum :pcty_refinement_kind, [
      :nothing, 0,
      :prefix, 1,
      :number, 2,
      :length, 3
    ]

    enum :pcty_refinement_fact_kind, [
      :not_null, 1,
      :null, 2,
      :prefix, 3,
      :prefix_full, 4,
      :number_min, 5,
      :number_max, 6,
      :length_min, 7,
      :length_max, 8
    ]

    enum :pcty_dialect, [
      :hcl, 1,
      :pcl, 2,
      :puppet, 3,
      :mcl, 4
    ]

    enum :pcty_conversion, [
      :none, 0,
      :unsafe, 1,
      :safe, 2,
      :same, 3
    ]

    enum :pcty_safety, [
      :safe, 1,
      :unsafe, 2
    ]

    enum :pcty_data_format, [
      :json, 1,
      :yaml, 2
    ]

    enum :pcty_hcl_scope_names, [
      :variables, 1,
      :functions, 2
    ]

    enum :pcty_hcl_syntax, [
      :native, 1,
      :json, 2,
      :template, 3
    ]

    enum :pcty_hcl_range_kind, [
      :whole, 1,
      :start, 2,
      :header, 3,
      :type, 4,
      :open_brace, 5,
      :close_brace, 6,
      :missing, 7
    ]

    enum :pcty_hcl_form, [
      :missing, 0,
      :literal, 1,
      :template, 2,
      :template_wrap, 3,
      :template_join, 4,
      :traversal, 5,
      :relative_traversal, 6,
      :call, 7,
      :conditional, 8,
      :index, 9,
      :tuple, 10,
      :object, 11,
      :for, 12,
      :splat, 13,
      :splat_item, 14,
      :unary, 15,
      :operations, 16,
      :parentheses, 17,
      :invalid, 18,
      :value, 19
    ]

    enum :pcty_hcl_role, [
      :none, 0,
      :piece, 1,
      :inner, 2,
      :source, 3,
      :each, 4,
      :argument, 5,
      :condition, 6,
      :then, 7,
      :else, 8,
      :collection, 9,
      :key, 10,
      :name, 11,
      :value, 12,
      :element, 13,
      :operand, 14
    ]

    enum :pcty_hcl_type_mode, [
      :exact, 1,
      :constraint, 2,
      :defaults, 3
    ]

    enum :pcty_hcl_value_style, [
      :expression, 1,
      :redacted, 2,
      :revealed, 3
    ]

    enum :pcty_hcl_item_kind, [
      :none, 0,
      :attribute, 1,
      :block, 2,
      :either, 3
    ]

    enum :pcty_hcl_block_kind, [
      :single, 1,
      :list, 2,
      :set, 3,
      :tuple, 4,
      :map, 5,
      :object, 6
    ]

    enum :pcty_hcl_needs, [
      :body, 1,
      :all, 2,
      :expansion, 3
    ]

    enum :pcty_hcl_token_kind, [
      :none, 0,
      :open_brace, 1,
      :close_brace, 2,
      :open_bracket, 3,
      :close_bracket, 4,
      :open_paren, 5,
      :close_paren, 6,
      :open_quote, 7,
      :close_quote, 8,
      :open_heredoc, 9,
      :close_heredoc, 10,
      :interpolation, 11,
      :directive, 12,
      :sequence_end, 13,
      :quoted_text, 14,
      :plain_text, 15,
      :number, 16,
      :name, 17,
      :star, 18,
      :slash, 19,
      :percent, 20,
      :plus, 21,
      :minus, 22,
      :equal, 23,
      :equal_equal, 24,
      :not_equal, 25,
      :less, 26,
      :less_or_equal, 27,
      :greater, 28,
      :greater_or_equal, 29,
      :and, 30,
      :or, 31,
      :bang, 32,
      :dot, 33,
      :ellipsis, 34,
      :comma, 35,
      :fat_arrow, 36,
      :question, 37,
      :colon, 38,
      :double_colon, 39,
      :newline, 40,
      :comment, 41,
      :blank, 42,
      :invalid, 43,
      :end, 44
    ]

    enum :pcty_hcl_string_style, [
      :quoted, 1,
      :heredoc, 2
    ]

    enum :pcty_hcl_arguments, [
      :single, 1,
      :expanded, 2
    ]

    enum :pcty_hcl_comments, [
      :before, 1,
      :after, 2
    ]

    enum :pcty_hcl_direction, [
      :first, 1,
      :last, 2,
      :next, 3,
      :previous, 4,
      :parent, 5
    ]

    enum :pcty_hcl_insert_position, [
      :first, 1,
      :last, 2,
      :before, 3,
      :after, 4
    ]

    enum :pcty_hcl_style, [
      :layout, 1,
      :terraform, 2
    ]

    enum :pcty_hcl_heredocs, [
      :terraform, 1,
      :indented, 2
    ]

    enum :pcty_hcl_alignment, [
      :all, 1,
      :equals, 2,
      :comments, 3,
      :none, 4
    ]

    enum :pcty_hcl_order, [
      :source, 1,
      :conventional, 2,
      :alphabetical, 3
    ]

    enum :pcty_terraform_declaration_kind, [
      :variable, 1,
      :local, 2,
      :output, 3,
      :resource, 4,
      :data, 5,
      :ephemeral, 6,
      :module_call, 7,
      :provider, 8,
      :required_provider, 9,
      :required_version, 10,
      :backend, 11,
      :moved, 12,
      :import, 13,
      :removed, 14,
      :check, 15
    ]

    enum :pcty_terraform_text_from, [
      :command_line, 1,
      :environment, 2
    ]

    enum :pcty_terraform_unset, [
      :kept, 0,
      :unknown, 1,
      :error, 2
    ]

    enum :pcty_terraform_dialect, [
      :detected, 0,
      :terraform, 1,
      :opentofu, 2
    ]

    enum :pcty_terraform_strictness, [
      :parts, 0,
      :warnings, 1,
      :errors, 2,
      :none, 3
    ]

    enum :pcty_terraform_plan_part, [
      :changes, 1,
      :drift, 2,
      :planned, 3,
      :prior, 4,
      :variables, 5
    ]

    enum :pcty_terraform_action, [
      :none, 0,
      :no_op, 1,
      :create, 2,
      :read, 3,
      :update, 4,
      :destroy, 5,
      :destroy_then_create, 6,
      :create_then_destroy, 7,
      :forget, 8,
      :create_then_forget, 9
    ]

    enum :pcty_pcl_kind, [
      :missing, 0,
      :dynamic, 1,
      :none, 2,
      :bool, 3,
      :int, 4,
      :number, 5,
      :string, 6,
      :id, 7,
      :opaque, 8,
      :list, 9,
      :set, 10,
      :map, 11,
      :tuple, 12,
      :object, 13,
      :union, 14,
      :promise, 15,
      :output, 16,
      :const, 17,
      :enum, 18,
      :recursive, 19,
      :foreign, 20
    ]

    enum :pcty_pcl_resolution, [
      :promises, 1,
      :all, 2
    ]

    enum :pcty_pcl_deferred, [
      :none, 0,
      :promise, 1,
      :output, 2
    ]

    enum :pcty_pcl_derivation, [
      :optional, 1,
      :promise, 2,
      :output, 3,
      :normal, 4,
      :input, 5
    ]

    enum :pcty_pcl_step_kind, [
      :attribute, 1,
      :index, 2,
      :splat, 3
    ]

    enum :pcty_pcl_syntax_kind, [
      :missing, 0,
      :literal, 1,
      :template, 2,
      :interpolation, 3,
      :join, 4,
      :variable, 5,
      :traversal, 6,
      :attribute, 7,
      :key, 8,
      :call, 9,
      :conditional, 10,
      :index, 11,
      :tuple, 12,
      :object, 13,
      :item, 14,
      :for, 15,
      :splat, 16,
      :splat_item, 17,
      :unary, 18,
      :operations, 19,
      :operation, 20,
      :parentheses, 21,
      :invalid, 22
    ]

    enum :pcty_pcl_role, [
      :root, 0,
      :part, 1,
      :inner, 2,
      :source, 3,
      :step, 4,
      :argument, 5,
      :condition, 6,
      :then, 7,
      :else, 8,
      :key, 9,
      :value, 10,
      :element, 11,
      :each, 12,
      :operand, 13,
      :operation, 14
    ]

    enum :pcty_pcl_operator, [
      :none, 0,
      :or, 1,
      :and, 2,
      :equal, 3,
      :not_equal, 4,
      :greater, 5,
      :greater_or_equal, 6,
      :less, 7,
      :less_or_equal, 8,
      :add, 9,
      :subtract, 10,
      :multiply, 11,
      :divide, 12,
      :modulo, 13,
      :not, 14,
      :negate, 15
    ]

    enum :pcty_puppet_mode, [
      :current, 1,
      :early, 2
    ]

    enum :pcty_puppet_detail, [
      :canonical, 1,
      :expanded, 2,
      :debug, 3,
      :expanded_debug, 4
    ]

    enum :pcty_puppet_kind, [
      :none, 0,
      :default, 1,
      :hash, 2,
      :regexp, 3,
      :sensitive, 4,
      :semver, 5,
      :semver_range, 6,
      :timespan, 7,
      :timestamp, 8,
      :binary, 9,
      :uri, 10,
      :iterator, 11,
      :object, 12
    ]

    enum :pcty_puppet_comparison, [
      :equal, 1,
      :not_equal, 2,
      :less, 3,
      :less_or_equal, 4,
      :greater, 5,
      :greater_or_equal, 6,
      :same, 7
    ]

    enum :pcty_puppet_inference, [
      :reduced, 1,
      :general, 2,
      :detailed, 3
    ]

    enum :pcty_puppet_end, [
      :front, 1,
      :back, 2
    ]

    enum :pcty_puppet_operator, [
      :add, 1,
      :subtract, 2,
      :multiply, 3,
      :divide, 4,
      :modulo, 5,
      :shift_left, 6,
      :shift_right, 7
    ]

    enum :pcty_puppet_missing, [
      :refused, 1,
      :allowed, 2
    ]

    enum :pcty_puppet_strictness, [
      :error, 1,
      :warning, 2,
      :off, 3
    ]

    enum :pcty_puppet_unknown, [
      :refused, 1,
      :undef, 2
    ]

    enum :pcty_puppet_resources, [
      :refused, 1,
      :referenced, 2
    ]

    enum :pcty_puppet_level, [
      :debug, 1,
      :info, 2,
      :notice, 3,
      :warning, 4,
      :err, 5,
      :alert, 6,
      :emerg, 7,
      :crit, 8
    ]

    enum :pcty_puppet_load_kind, [
      :function, 1,
      :type, 2,
      :class, 3,
      :template, 4
    ]

    enum :pcty_puppet_question, [
      :lookup, 1,
      :find_file, 2,
      :read_file, 3,
      :generate, 4,
      :defined, 5,
      :catalog, 6
    ]

    enum :pcty_puppet_syntax, [
      :manifest, 1,
      :template, 2
    ]

    enum :pcty_puppet_definition_kind, [
      :class, 1,
      :define, 2,
      :function, 3,
      :node, 4,
      :type, 5
    ]

    enum :pcty_puppet_resource_form, [
      :regular, 1,
      :virtual, 2,
      :exported, 3,
      :defaults, 4,
      :override, 5,
      :collect, 6,
      :collect_exported, 7,
      :relationship, 8
    ]

    enum :pcty_puppet_catalog_kind, [
      :included, 1,
      :native, 2,
      :defined, 3,
      :class, 4
    ]

    enum :pcty_mcl_fields, [
      :exact, 0,
      :flexible, 1
    ]

    enum :pcty_mcl_change_kind, [
      :added, 1,
      :removed, 2,
      :changed, 3
    ]

    enum :pcty_mcl_vertex_kind, [
      :const, 1,
      :composite, 2,
      :function, 3,
      :function_value, 4,
      :call, 5,
      :call_output, 6,
      :if, 7,
      :if_output, 8,
      :except, 9,
      :except_output, 10,
      :stmt_if, 11,
      :for, 12,
      :forkv, 13
    ]

    enum :pcty_mcl_graph_format, [
      :text, 1,
      :graphviz, 2
    ]

    enum :pcty_mcl_progress, [
      :waiting, 0,
      :same, 1,
      :changed, 2
    ]

    enum :pcty_infer_invariant_kind, [
      :type, 1,
      :equal, 2,
      :call, 3,
      :apply, 4,
      :instance, 5,
      :any, 6
    ]

    enum :pcty_infer_result, [
      :missing, 0,
      :solved, 1,
      :ambiguous, 2,
      :conflict, 3,
      :undecided, 4
    ]

    enum :pcty_infer_rule, [
      :missing, 0,
      :constructor, 1,
      :detail, 2,
      :part_count, 3,
      :field_count, 4,
      :field_names, 5,
      :parameter_count, 6,
      :occurs, 7,
      :reported, 8,
      :generalized, 9
    ]

    enum :pcty_fit, [
      :exact, 1,
      :wider, 2,
      :narrower, 3
    ]

    enum :pcty_schema_draft, [
      :draft_4, 1,
      :openapi_3_0, 2,
      :draft_6, 3,
      :draft_7, 4,
      :draft_2019_09, 5,
      :draft_2020_12, 6
    ]

    enum :pcty_schema_extent, [
      :whole, 1,
      :part, 2
    ]

    enum :pcty_json_layout, [
      :compact, 1,
      :pretty, 2
    ]

    enum :pcty_schema_documents_question, [
      :values, 1,
      :converting, 2
    ]

    enum :pcty_schema_validity, [
      :valid, 1,
      :invalid, 2,
      :unknown, 3
    ]

    enum :pcty_schema_inclusion, [
      :exact, 1,
      :wider, 2,
      :narrower, 3,
      :unrelated, 4,
      :unknown, 5
    ]

    enum :pcty_schema_mismatch, [
      :wider, 1,
      :narrower, 2,
      :either, 3
    ]

    enum :pcty_schema_open_objects, [
      :closed, 1,
      :maps, 2
    ]

    enum :pcty_position_encoding, [
      :utf16, 0,
      :utf8, 1,
      :utf32, 2
    ]

    enum :pcty_request, [
      :completion, 1,
      :hover, 2,
      :signature_help, 3,
      :definition, 4,
      :references, 5,
      :document_highlight, 6,
      :prepare_rename, 7,
      :rename, 8,
      :document_symbol, 9,
      :workspace_symbol, 10,
      :folding_range, 11,
      :selection_range, 12,
      :semantic_tokens, 13,
      :formatting, 14,
      :inlay_hint, 15,
      :code_action, 16,
      :diagnostic, 17,
      :initialize, 18
    ]

    enum :pcty_ruby_keys, [
      :strings, 1,
      :symbols, 2
    ]

    # The struct `pcty_str`.
    class Str < Record
      layout :data, :pointer,
             :len, :size_t
    end

    # The struct `pcty_position`.
    class Position < Record
      layout :line, :uint32,
             :column, :uint32,
             :byte, :size_t
    end

    # The struct `pcty_range`.
    class Range < Record
      layout :start, Position,
             :end, Position
    end

    # The struct `pcty_diagnostic`.
    class Diagnostic < Record
      layout :struct_size, :uint32,
             :severity, :pcty_severity,
             :summary, Str,
             :detail, Str,
             :has_subject, :bool,
             :subject, Range,
             :has_context, :bool,
             :context, Range,
             :suggestion, Str,
             :file, Str,
             :source, Str,
             :code, Str,
             :path, :pointer,
             :expected, :pointer,
             :found, :pointer,
             :related_count, :size_t,
             :edit_count, :size_t
    end

    # The struct `pcty_related`.
    class Related < Record
      layout :struct_size, :uint32,
             :message, Str,
             :range, Range,
             :file, Str
    end

    # The struct `pcty_edit`.
    class Edit < Record
      layout :struct_size, :uint32,
             :range, Range,
             :text, Str
    end

    # The struct `pcty_error_data`.
    class ErrorData < Record
      layout :struct_size, :uint32,
             :stage, Str,
             :has_argument, :bool,
             :argument, :size_t,
             :has_offset, :bool,
             :offset, :size_t,
             :expected, :pointer,
             :found, :pointer,
             :path, :pointer,
             :source, Str,
             :file, Str,
             :diagnostic_count, :size_t
    end

    # The struct `pcty_limits`.
    class Limits < Record
      layout :struct_size, :uint32,
             :steps, :uint64,
             :bytes, :uint64,
             :microseconds, :uint64
    end

    # The struct `pcty_size_range`.
    class SizeRange < Record
      layout :min, :uint64,
             :max, :uint64
    end

    # The struct `pcty_field`.
    class Field < Record
      layout :name, Str,
             :type, :pointer,
             :presence, :pcty_presence
    end

    # The struct `pcty_nominal_parameter`.
    class NominalParameter < Record
      layout :type, :pointer,
             :value, :pointer
    end

    # The struct `pcty_type_parameter`.
    class TypeParameter < Record
      layout :name, Str,
             :type, :pointer
    end

    # The struct `pcty_function_type`.
    class FunctionType < Record
      layout :struct_size, :uint32,
             :parameters, :pcty_parameters,
             :positional, :pointer,
             :positional_count, :size_t,
             :variadic, :pointer,
             :size, :pointer,
             :block, :pointer,
             :block_presence, :pcty_presence,
             :result, :pointer
    end

    # The struct `pcty_type_function_data`.
    class TypeFunctionData < Record
      layout :parameters, :pcty_parameters,
             :parameter_count, :size_t,
             :variadic, TypeParameter,
             :has_size, :bool,
             :size, SizeRange,
             :block, :pointer,
             :block_presence, :pcty_presence,
             :result, :pointer
    end

    # The struct `pcty_type_step`.
    class TypeStep < Record
      layout :part, :pcty_part,
             :position, :size_t,
             :name, Str
    end

    # The struct `pcty_type_data`.
    class TypeData < Record
      layout :flags, :uint32,
             :depth, :uint32,
             :size, :uint32,
             :part_count, :size_t,
             :text_count, :size_t,
             :value_count, :size_t,
             :nominal_parameter_count, :size_t,
             :name, Str,
             :dialect, Str,
             :string_constraint, :pcty_string_constraint,
             :text_case, :pcty_case,
             :has_size_range, :bool,
             :size_range, SizeRange,
             :has_only_bool, :bool,
             :only_bool, :bool,
             :is_variable, :bool,
             :variable_id, :uint32,
             :variable_scope, :uint64
    end

    # The struct `pcty_capsule_ops`.
    class CapsuleOps < Record
      layout :struct_size, :uint32,
             :equal, :pointer,
             :hash, :pointer,
             :user_data, :pointer,
             :destroy, :pointer
    end

    # The struct `pcty_path_marks_entry`.
    class PathMarksEntry < Record
      layout :path, :pointer,
             :marks, :pointer
    end

    # The struct `pcty_refinement`.
    class Refinement < Record
      layout :struct_size, :uint32,
             :kind, :pcty_refinement_kind,
             :not_null, :bool,
             :prefix, Str,
             :min_length, :uint64,
             :max_length, :uint64
    end

    # The struct `pcty_refinement_fact`.
    class RefinementFact < Record
      layout :struct_size, :uint32,
             :kind, :pcty_refinement_fact_kind,
             :prefix, Str,
             :bound, :pointer,
             :is_exclusive, :bool,
             :length, :uint64
    end

    # The struct `pcty_converter_data`.
    class ConverterData < Record
      layout :source, :pointer,
             :target, :pointer
    end

    # The struct `pcty_unification_data`.
    class UnificationData < Record
      layout :type, :pointer,
             :count, :size_t
    end

    # The struct `pcty_parameter`.
    class Parameter < Record
      layout :struct_size, :uint32,
             :flags, :uint32,
             :name, Str,
             :description, Str,
             :type, :pointer
    end

    # The struct `pcty_function_spec`.
    class FunctionSpec < Record
      layout :struct_size, :uint32,
             :refine, :uint32,
             :description, Str,
             :parameters, :pointer,
             :parameter_count, :size_t,
             :variadic, :pointer,
             :return_type, :pointer,
             :return_type_callback, :pointer,
             :implementation, :pointer,
             :user_data, :pointer,
             :destroy, :pointer,
             :promise, :pointer
    end

    # The struct `pcty_function_data`.
    class FunctionData < Record
      layout :fixed_return_type, :pointer,
             :description, Str,
             :parameter_count, :size_t,
             :is_variadic, :bool
    end

    # The struct `pcty_document_part`.
    class DocumentPart < Record
      layout :range, Range,
             :is_exact, :bool,
             :has_name, :bool,
             :name_range, Range
    end

    # The struct `pcty_hcl_traversal`.
    class HclTraversal < Record
      layout :path, :pointer,
             :range, Range,
             :file, Str
    end

    # The struct `pcty_hcl_expression_data`.
    class HclExpressionData < Record
      layout :form, :pcty_hcl_form,
             :text, Str,
             :file, Str,
             :name, Str,
             :key_name, Str,
             :value_name, Str
    end

    # The struct `pcty_hcl_operator`.
    class HclOperator < Record
      layout :text, Str,
             :range, Range
    end

    # The struct `pcty_hcl_call`.
    class HclCall < Record
      layout :name, Str,
             :name_range, Range,
             :range, Range,
             :file, Str
    end

    # The struct `pcty_hcl_attribute_defaults`.
    class HclAttributeDefaults < Record
      layout :value, :pointer,
             :inside, :pointer
    end

    # The struct `pcty_hcl_body_data`.
    class HclBodyData < Record
      layout :file, Str,
             :text, Str,
             :is_unknown, :bool
    end

    # The struct `pcty_hcl_content_data`.
    class HclContentData < Record
      layout :attribute_count, :size_t,
             :block_count, :size_t,
             :missing_range, Range
    end

    # The struct `pcty_hcl_attribute_data`.
    class HclAttributeData < Record
      layout :name, Str,
             :expression, :pointer,
             :range, Range,
             :name_range, Range,
             :file, Str
    end

    # The struct `pcty_hcl_block_data`.
    class HclBlockData < Record
      layout :type, Str,
             :label_count, :size_t,
             :body, :pointer,
             :file, Str
    end

    # The struct `pcty_hcl_label`.
    class HclLabel < Record
      layout :text, Str,
             :range, Range
    end

    # The struct `pcty_hcl_attribute_schema`.
    class HclAttributeSchema < Record
      layout :name, Str,
             :required, :bool
    end

    # The struct `pcty_hcl_block_schema`.
    class HclBlockSchema < Record
      layout :type, Str,
             :labels, :pointer,
             :label_count, :size_t
    end

    # The struct `pcty_hcl_schema`.
    class HclSchema < Record
      layout :struct_size, :uint32,
             :attributes, :pointer,
             :attribute_count, :size_t,
             :blocks, :pointer,
             :block_count, :size_t
    end

    # The struct `pcty_hcl_item`.
    class HclItem < Record
      layout :kind, :pcty_hcl_item_kind,
             :attribute, :pointer,
             :block_count, :size_t
    end

    # The struct `pcty_hcl_location_data`.
    class HclLocationData < Record
      layout :block_count, :size_t,
             :attribute, :pointer,
             :expression_count, :size_t
    end

    # The struct `pcty_hcl_block_options`.
    class HclBlockOptions < Record
      layout :struct_size, :uint32,
             :required, :bool,
             :min, :size_t,
             :max, :size_t,
             :labels, :pointer,
             :label_count, :size_t
    end

    # The struct `pcty_hcl_token`.
    class HclToken < Record
      layout :kind, :pcty_hcl_token_kind,
             :text, Str
    end

    # The struct `pcty_hcl_node_data`.
    class HclNodeData < Record
      layout :kind, :pcty_hcl_item_kind,
             :name, Str,
             :value, Str,
             :label_count, :size_t
    end

    # The struct `pcty_hcl_format_options`.
    class HclFormatOptions < Record
      layout :struct_size, :uint32,
             :style, :pcty_hcl_style,
             :heredocs, :pcty_hcl_heredocs,
             :alignment, :pcty_hcl_alignment,
             :order, :pcty_hcl_order,
             :width, :uint32,
             :is_partial, :bool,
             :start, :size_t,
             :end, :size_t
    end

    # The struct `pcty_terraform_host_data`.
    class TerraformHostData < Record
      layout :root, Str,
             :home, Str,
             :plan_time, :int64,
             :has_plan_time, :bool,
             :has_clock, :bool,
             :has_random, :bool,
             :has_files, :bool,
             :has_modules, :bool,
             :text_count, :size_t
    end

    # The struct `pcty_terraform_declaration`.
    class TerraformDeclaration < Record
      layout :struct_size, :uint32,
             :kind, :pcty_terraform_declaration_kind,
             :name, Str,
             :label, Str,
             :target, Str,
             :file, Str,
             :range, Range
    end

    # The struct `pcty_terraform_variable_info`.
    class TerraformVariableInfo < Record
      layout :struct_size, :uint32,
             :is_required, :bool,
             :is_nullable, :bool,
             :is_sensitive, :bool,
             :is_ephemeral, :bool,
             :name, Str,
             :description, Str,
             :type, :pointer,
             :default_value, :pointer,
             :validation_count, :size_t,
             :file, Str,
             :range, Range
    end

    # The struct `pcty_terraform_options`.
    class TerraformOptions < Record
      layout :struct_size, :uint32,
             :unset, :pcty_terraform_unset,
             :host, :pointer,
             :module_path, Str,
             :root_path, Str,
             :working_directory, Str,
             :workspace, Str
    end

    # The struct `pcty_terraform_project_options`.
    class TerraformProjectOptions < Record
      layout :struct_size, :uint32,
             :has_queries, :bool,
             :version, Str,
             :schemas, :pointer,
             :inputs, :pointer,
             :workspace, Str,
             :manifest, Str,
             :dialect, :pcty_terraform_dialect,
             :strictness, :pcty_terraform_strictness
    end

    # The struct `pcty_terraform_module_info`.
    class TerraformModuleInfo < Record
      layout :struct_size, :uint32,
             :is_available, :bool,
             :address, Str,
             :source, Str,
             :directory, Str,
             :file, Str,
             :range, Range
    end

    # The struct `pcty_terraform_output_info`.
    class TerraformOutputInfo < Record
      layout :struct_size, :uint32,
             :name, Str,
             :module, Str,
             :address, Str,
             :value, :pointer
    end

    # The struct `pcty_terraform_project_data`.
    class TerraformProjectData < Record
      layout :module_count, :size_t,
             :file_count, :size_t
    end

    # The struct `pcty_terraform_plan_item`.
    class TerraformPlanItem < Record
      layout :struct_size, :uint32,
             :kind, :pcty_terraform_declaration_kind,
             :action, :pcty_terraform_action,
             :address, Str,
             :previous_address, Str,
             :resource_type, Str,
             :name, Str,
             :provider, Str,
             :mismatch, Str,
             :before, :pointer,
             :after, :pointer
    end

    # The struct `pcty_pcl_type_data`.
    class PclTypeData < Record
      layout :kind, :pcty_pcl_kind,
             :element, :pointer,
             :value_count, :size_t,
             :is_optional, :bool
    end

    # The struct `pcty_pcl_step`.
    class PclStep < Record
      layout :struct_size, :uint32,
             :kind, :pcty_pcl_step_kind,
             :name, Str,
             :key, :pointer
    end

    # The struct `pcty_pcl_checked_data`.
    class PclCheckedData < Record
      layout :type, :pointer,
             :diagnostics, :pointer,
             :has_errors, :bool,
             :conversion_count, :size_t
    end

    # The struct `pcty_pcl_options`.
    class PclOptions < Record
      layout :struct_size, :uint32,
             :missing_variables, :pcty_severity,
             :iteration, :pcty_severity,
             :exact_int_literals, :bool
    end

    # The struct `pcty_pcl_conversion`.
    class PclConversion < Record
      layout :struct_size, :uint32,
             :kind, :pcty_conversion,
             :range, Range,
             :from, :pointer,
             :to, :pointer
    end

    # The struct `pcty_pcl_node_data`.
    class PclNodeData < Record
      layout :kind, :pcty_pcl_syntax_kind,
             :role, :pcty_pcl_role,
             :type, :pointer,
             :text, Str,
             :name, Str,
             :key_name, Str,
             :value, :pointer,
             :operator, :pcty_pcl_operator,
             :has_ellipsis, :bool,
             :child_count, :size_t
    end

    # The struct `pcty_puppet_alias`.
    class PuppetAlias < Record
      layout :name, Str,
             :type, :pointer
    end

    # The struct `pcty_puppet_options`.
    class PuppetOptions < Record
      layout :struct_size, :uint32,
             :mode, :pcty_puppet_mode,
             :aliases, :pointer
    end

    # The struct `pcty_puppet_time`.
    class PuppetTime < Record
      layout :seconds, :int64,
             :nanoseconds, :uint32
    end

    # The struct `pcty_bytes`.
    class Bytes < Record
      layout :data, :pointer,
             :len, :size_t
    end

    # The struct `pcty_puppet_value_data`.
    class PuppetValueData < Record
      layout :content, :pointer,
             :part_type, :pointer,
             :part_count, :size_t
    end

    # The struct `pcty_puppet_part`.
    class PuppetPart < Record
      layout :name, Str,
             :value, :pointer
    end

    # The struct `pcty_puppet_signature`.
    class PuppetSignature < Record
      layout :callable, :pointer,
             :block_name, Str
    end

    # The struct `pcty_puppet_environment_options`.
    class PuppetEnvironmentOptions < Record
      layout :struct_size, :uint32,
             :strictness, :pcty_puppet_strictness,
             :unknown_variables, :pcty_puppet_unknown,
             :resources, :pcty_puppet_resources,
             :aliases, :pointer,
             :time, :pointer
    end

    # The struct `pcty_puppet_function_spec`.
    class PuppetFunctionSpec < Record
      layout :struct_size, :uint32,
             :name, Str,
             :signatures, :pointer,
             :signature_count, :size_t,
             :call, :pointer,
             :user_data, :pointer,
             :destroy, :pointer
    end

    # The struct `pcty_puppet_manifest_data`.
    class PuppetManifestData < Record
      layout :file, Str,
             :warnings, :pointer
    end

    # The struct `pcty_puppet_definition`.
    class PuppetDefinition < Record
      layout :struct_size, :uint32,
             :kind, :pcty_puppet_definition_kind,
             :keyword, Str,
             :name, Str,
             :documentation, Str,
             :inherits, Str,
             :type_text, Str,
             :parameter_count, :size_t,
             :match_count, :size_t,
             :place, Position,
             :range, Range
    end

    # The struct `pcty_puppet_parameter`.
    class PuppetParameter < Record
      layout :struct_size, :uint32,
             :is_rest, :bool,
             :name, Str,
             :type_text, Str,
             :default_text, Str,
             :place, Position
    end

    # The struct `pcty_puppet_resource`.
    class PuppetResource < Record
      layout :struct_size, :uint32,
             :form, :pcty_puppet_resource_form,
             :word, Str,
             :type_text, Str,
             :other_text, Str,
             :body_count, :size_t,
             :place, Position
    end

    # The struct `pcty_puppet_resource_body`.
    class PuppetResourceBody < Record
      layout :struct_size, :uint32,
             :title, Str,
             :attribute_count, :size_t
    end

    # The struct `pcty_puppet_attribute`.
    class PuppetAttribute < Record
      layout :struct_size, :uint32,
             :is_added, :bool,
             :name, Str,
             :value_text, Str,
             :place, Position
    end

    # The struct `pcty_puppet_call_site`.
    class PuppetCallSite < Record
      layout :struct_size, :uint32,
             :has_lambda, :bool,
             :name, Str,
             :argument_count, :size_t,
             :parameter_count, :size_t,
             :place, Position
    end

    # The struct `pcty_puppet_variable`.
    class PuppetVariable < Record
      layout :struct_size, :uint32,
             :name, Str,
             :place, Position
    end

    # The struct `pcty_puppet_outline_data`.
    class PuppetOutlineData < Record
      layout :definition_count, :size_t,
             :resource_count, :size_t,
             :call_count, :size_t,
             :variable_count, :size_t
    end

    # The struct `pcty_puppet_catalog_options`.
    class PuppetCatalogOptions < Record
      layout :struct_size, :uint32,
             :strictness, :pcty_puppet_strictness,
             :environment_folder, Str,
             :environment_name, Str,
             :modules, :pointer,
             :module_count, :size_t,
             :manifest, Str,
             :hiera, Str,
             :node, Str,
             :facts, Str,
             :trusted, Str,
             :server_facts, Str,
             :classifier, Str,
             :settings, Str,
             :environment, :pointer
    end

    # The struct `pcty_puppet_catalog_resource`.
    class PuppetCatalogResource < Record
      layout :struct_size, :uint32,
             :kind, :pcty_puppet_catalog_kind,
             :is_exported, :bool,
             :is_virtual, :bool,
             :type_name, Str,
             :title, Str,
             :file, Str,
             :line, :uint32,
             :parameter_count, :size_t,
             :tag_count, :size_t
    end

    # The struct `pcty_puppet_catalog_parameter`.
    class PuppetCatalogParameter < Record
      layout :struct_size, :uint32,
             :is_sensitive, :bool,
             :name, Str,
             :value, :pointer
    end

    # The struct `pcty_puppet_catalog_edge`.
    class PuppetCatalogEdge < Record
      layout :struct_size, :uint32,
             :container, :size_t,
             :contained, :size_t
    end

    # The struct `pcty_puppet_catalog_json_options`.
    class PuppetCatalogJsonOptions < Record
      layout :struct_size, :uint32,
             :has_secrets, :bool,
             :version, :int64,
             :uuid, Str,
             :code_id, Str
    end

    # The struct `pcty_puppet_catalog_data`.
    class PuppetCatalogData < Record
      layout :resource_count, :size_t,
             :edge_count, :size_t,
             :class_count, :size_t
    end

    # The struct `pcty_puppet_lookup_options`.
    class PuppetLookupOptions < Record
      layout :struct_size, :uint32,
             :merge, Str,
             :default_value, :pointer
    end

    # The struct `pcty_mcl_function_spec`.
    class MclFunctionSpec < Record
      layout :struct_size, :uint32,
             :flags, :uint32,
             :name, Str,
             :signature, Str,
             :infer, :pointer,
             :call, :pointer,
             :follow, :pointer,
             :unfollow, :pointer,
             :user_data, :pointer,
             :destroy, :pointer
    end

    # The struct `pcty_mcl_resource_data`.
    class MclResourceData < Record
      layout :kind, Str,
             :name, Str,
             :file, Str,
             :line, :uint32,
             :is_hidden, :bool,
             :field_count, :size_t,
             :export_count, :size_t
    end

    # The struct `pcty_mcl_field_value`.
    class MclFieldValue < Record
      layout :name, Str,
             :value, :pointer
    end

    # The struct `pcty_mcl_resource_edge`.
    class MclResourceEdge < Record
      layout :struct_size, :uint32,
             :flags, :uint32,
             :from, :size_t,
             :to, :size_t
    end

    # The struct `pcty_mcl_receive`.
    class MclReceive < Record
      layout :struct_size, :uint32,
             :from, :size_t,
             :sent, Str,
             :to, :size_t,
             :field, Str
    end

    # The struct `pcty_mcl_change`.
    class MclChange < Record
      layout :struct_size, :uint32,
             :kind, :pcty_mcl_change_kind,
             :before, :pointer,
             :after, :pointer,
             :field_count, :size_t,
             :meta_count, :size_t
    end

    # The struct `pcty_mcl_edge_change`.
    class MclEdgeChange < Record
      layout :struct_size, :uint32,
             :kind, :pcty_mcl_change_kind,
             :flags, :uint32,
             :from_kind, Str,
             :from_name, Str,
             :sent, Str,
             :to_kind, Str,
             :to_name, Str,
             :field, Str
    end

    # The struct `pcty_mcl_resources_data`.
    class MclResourcesData < Record
      layout :count, :size_t,
             :edge_count, :size_t,
             :receive_count, :size_t
    end

    # The struct `pcty_mcl_difference_data`.
    class MclDifferenceData < Record
      layout :is_empty, :bool,
             :change_count, :size_t,
             :edge_count, :size_t
    end

    # The struct `pcty_mcl_field`.
    class MclField < Record
      layout :struct_size, :uint32,
             :name, Str,
             :notation, Str,
             :stored, Str,
             :storage, Str
    end

    # The struct `pcty_mcl_kind`.
    class MclKind < Record
      layout :struct_size, :uint32,
             :traits, :uint32,
             :name, Str,
             :fields, :pointer,
             :field_count, :size_t,
             :sends, :pointer,
             :send_count, :size_t,
             :validate, :pointer,
             :compare, :pointer,
             :merge, :pointer,
             :after, :pointer,
             :collect, :pointer,
             :user_data, :pointer,
             :destroy, :pointer
    end

    # The struct `pcty_mcl_edge_spec`.
    class MclEdgeSpec < Record
      layout :struct_size, :uint32,
             :flags, :uint32,
             :from_kind, Str,
             :from_name, Str,
             :to_kind, Str,
             :to_name, Str,
             :sent, Str,
             :field, Str
    end

    # The struct `pcty_mcl_vertex`.
    class MclVertex < Record
      layout :struct_size, :uint32,
             :kind, :pcty_mcl_vertex_kind,
             :name, Str,
             :file, Str,
             :line, :uint32,
             :column, :uint32,
             :value, :pointer,
             :type, :pointer
    end

    # The struct `pcty_mcl_edge`.
    class MclEdge < Record
      layout :struct_size, :uint32,
             :from, :size_t,
             :to, :size_t,
             :arguments, Str
    end

    # The struct `pcty_mcl_graph_data`.
    class MclGraphData < Record
      layout :vertex_count, :size_t,
             :edge_count, :size_t
    end

    # The struct `pcty_infer_scheme_data`.
    class InferSchemeData < Record
      layout :type, :pointer,
             :quantified_count, :size_t
    end

    # The struct `pcty_infer_invariant`.
    class InferInvariant < Record
      layout :struct_size, :uint32,
             :kind, :pcty_infer_invariant_kind,
             :expression, :uint64,
             :other, :uint64,
             :type, :pointer,
             :scheme, :pointer,
             :signature, :pointer,
             :arguments, :pointer,
             :alternatives, :pointer,
             :count, :size_t
    end

    # The struct `pcty_infer_solver_data`.
    class InferSolverData < Record
      layout :step_limit, :uint64,
             :invariant_count, :uint32
    end

    # The struct `pcty_infer_solution_data`.
    class InferSolutionData < Record
      layout :kind, :pcty_infer_result,
             :first, :uint32,
             :second, :uint32,
             :conflict, :pointer,
             :reported, :pointer,
             :undetermined_count, :size_t,
             :annotation_count, :size_t,
             :refutation_count, :size_t,
             :remaining_count, :size_t
    end

    # The struct `pcty_infer_undetermined`.
    class InferUndetermined < Record
      layout :expression, :uint64,
             :type, :pointer
    end

    # The struct `pcty_infer_annotation`.
    class InferAnnotation < Record
      layout :expression, :uint64,
             :type, :pointer,
             :candidate_count, :size_t
    end

    # The struct `pcty_infer_remaining`.
    class InferRemaining < Record
      layout :invariant, :uint32,
             :alternative_count, :size_t
    end

    # The struct `pcty_infer_conflict_data`.
    class InferConflictData < Record
      layout :rule, :pcty_infer_rule,
             :reason, Str,
             :left, :pointer,
             :right, :pointer,
             :step_count, :size_t,
             :chain_count, :size_t,
             :alternative, :size_t
    end

    # The struct `pcty_translation_note`.
    class TranslationNote < Record
      layout :path, :pointer,
             :message, Str
    end

    # The struct `pcty_translation_data`.
    class TranslationData < Record
      layout :type, :pointer,
             :fit, :pcty_fit,
             :note_count, :size_t
    end

    # The struct `pcty_schema_options`.
    class SchemaOptions < Record
      layout :struct_size, :uint32,
             :draft, :pcty_schema_draft,
             :pointer, Str,
             :address, Str,
             :retrieve, :pointer,
             :user_data, :pointer,
             :destroy, :pointer
    end

    # The struct `pcty_schema_relation_data`.
    class SchemaRelationData < Record
      layout :inclusion, :pcty_schema_inclusion,
             :more, Str,
             :less, Str
    end

    # The struct `pcty_schema_pair_note`.
    class SchemaPairNote < Record
      layout :pointer, Str,
             :path, :pointer,
             :message, Str,
             :mismatch, :pcty_schema_mismatch
    end

    # The struct `pcty_schema_pair_data`.
    class SchemaPairData < Record
      layout :type, :pointer,
             :schema, :pointer,
             :note_count, :size_t
    end

    # The struct `pcty_text_range`.
    class TextRange < Record
      layout :start_line, :uint32,
             :start_column, :uint32,
             :end_line, :uint32,
             :end_column, :uint32
    end

    # The struct `pcty_workspace_options`.
    class WorkspaceOptions < Record
      layout :struct_size, :uint32,
             :encoding, :pcty_position_encoding,
             :has_snippets, :bool,
             :is_opentofu, :bool,
             :terraform_version, Str,
             :provider_schemas, Str,
             :puppet_facts, Str,
             :puppet_modules, :pointer,
             :puppet_module_count, :size_t,
             :mcl_kinds, Str,
             :mcl_modules, Str,
             :folders, :pointer,
             :folder_count, :size_t,
             :hcl_specifications, Str
    end

    # The struct `pcty_summary`.
    class Summary < Record
      layout :value, :pointer,
             :text, Str,
             :number, :int64,
             :kind, :pcty_kind,
             :state, :pcty_state,
             :has_content, :bool,
             :is_small, :bool,
             :is_marked, :bool
    end

    # The struct `pcty_small`.
    class Small < Record
      layout :first, :uint64,
             :second, :uint64
    end

    # The struct `pcty_ruby`.
    class Ruby < Record
      layout :struct_size, :uint32,
             :rb_protect, :pointer,
             :rb_set_errinfo, :pointer,
             :rb_thread_current, :pointer,
             :rb_thread_local_aref, :pointer,
             :rb_thread_local_aset, :pointer,
             :rb_intern, :pointer,
             :rb_obj_class, :pointer,
             :rb_equal, :pointer,
             :rb_ary_new_capa, :pointer,
             :rb_ary_push, :pointer,
             :rb_ary_entry, :pointer,
             :rb_ary_subseq, :pointer,
             :rb_hash_new, :pointer,
             :rb_hash_aset, :pointer,
             :rb_hash_foreach, :pointer,
             :rb_utf8_str_new, :pointer,
             :rb_enc_interned_str, :pointer,
             :rb_utf8_encoding, :pointer,
             :rb_utf8_encindex, :pointer,
             :rb_ascii8bit_encindex, :pointer,
             :rb_enc_get_index, :pointer,
             :rb_enc_str_coderange, :pointer,
             :rb_str_strlen, :pointer,
             :rb_str_offset, :pointer,
             :rb_string_value_ptr, :pointer,
             :rb_str_intern, :pointer,
             :rb_sym2str, :pointer,
             :rb_ll2inum, :pointer,
             :rb_absint_size, :pointer,
             :rb_integer_pack, :pointer,
             :rb_integer_unpack, :pointer,
             :rb_float_new, :pointer,
             :rb_float_value, :pointer,
             :rb_cNilClass, :pointer,
             :rb_cTrueClass, :pointer,
             :rb_cFalseClass, :pointer,
             :rb_cInteger, :pointer,
             :rb_cFloat, :pointer,
             :rb_cString, :pointer,
             :rb_cSymbol, :pointer,
             :rb_cArray, :pointer,
             :rb_cHash, :pointer
    end

    callback :pcty_destroy, [:pointer], :void
    callback :pcty_type_visitor, [:pointer, :size_t, :pointer, :pointer], :pcty_visit
    callback :pcty_value_visitor, [:pointer, :pointer, :pointer], :pcty_visit
    callback :pcty_value_rewriter, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32
    callback :pcty_capsule_equal, [:pointer, :pointer, :pointer], :bool
    callback :pcty_capsule_hash, [:pointer, :pointer], :uint64
    callback :pcty_path_visitor, [:pointer, :pointer], :pcty_visit
    callback :pcty_function_impl, [:pointer, :pointer, :size_t, :pointer, :pointer, :pointer], :uint32
    callback :pcty_function_return_type, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    callback :pcty_hcl_check, [:pointer, :pointer], :pointer
    callback :pcty_hcl_refine, [:pointer, :pointer], :void
    callback :pcty_hcl_scope_provider, [:pointer], :pointer
    callback :pcty_terraform_clock, [:pointer, :pointer, :pointer], :uint32
    callback :pcty_terraform_random, [:pointer, :pointer, :size_t, :pointer], :uint32
    callback :pcty_terraform_reader, [:pointer, Str.by_value, :pointer, :pointer], :uint32
    callback :pcty_terraform_lister, [:pointer, Str.by_value, :pointer, :pointer], :uint32
    callback :pcty_terraform_module_finder, [:pointer, Str.by_value, Str.by_value, Str.by_value, :pointer, :pointer], :uint32
    callback :pcty_pcl_resolver, [:pointer, :pointer, :pointer, :pointer], :uint32
    callback :pcty_pcl_rule, [:pointer, :pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    callback :pcty_puppet_function, [:pointer, :pointer, :size_t, :pointer, :pointer, :pointer], :uint32
    callback :pcty_puppet_logger, [:pointer, :pcty_puppet_level, Str.by_value, :pointer], :uint32
    callback :pcty_puppet_loader, [:pointer, :pcty_puppet_load_kind, Str.by_value, :pointer, :pointer, :pointer], :uint32
    callback :pcty_puppet_answer, [:pointer, :pcty_puppet_question, :pointer, :size_t, :pointer, :pointer], :uint32
    callback :pcty_mcl_follow, [:pointer, Str.by_value, :pointer, :size_t, :pointer, :pointer], :uint32
    callback :pcty_mcl_unfollow, [:pointer, :pointer], :void
    callback :pcty_mcl_reader, [:pointer, Str.by_value, :pointer, :pointer], :uint32
    callback :pcty_mcl_answer, [:pointer, Str.by_value, :pointer, :size_t, :pointer, :pointer, :pointer], :uint32
    callback :pcty_mcl_call, [:pointer, :pointer, :size_t, :pointer, :pointer, :pointer], :uint32
    callback :pcty_mcl_infer, [:pointer, :pointer, :pointer, :size_t, :pointer, :pointer, :pointer], :uint32
    callback :pcty_mcl_validate, [:pointer, :pointer, :pointer], :uint32
    callback :pcty_mcl_compare, [:pointer, :pointer, :pointer, :pointer], :uint32
    callback :pcty_mcl_merge, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32
    callback :pcty_mcl_after, [:pointer, :pointer, :pointer], :void
    callback :pcty_mcl_collect, [:pointer, Str.by_value, :pointer, :pointer], :uint32
    callback :pcty_mcl_wake, [:pointer], :void
    callback :pcty_infer_signature_rule, [:pointer, :pointer, :size_t, :pointer, :pointer, :pointer], :uint32
    callback :pcty_schema_retrieve, [:pointer, Str.by_value, :pointer, :pointer], :uint32
    callback :pcty_workspace_reader, [:pointer, Str.by_value, :pointer, :pointer], :uint32
    callback :pcty_workspace_lister, [:pointer, Str.by_value, :pointer, :pointer], :uint32
    callback :pcty_ruby_function, [], :void

    attach_function :pcty_version, [], Str.by_value
    attach_function :pcty_abi_version, [], :uint32
    attach_function :pcty_has, [:pcty_feature], :bool
    attach_function :pcty_str_equal, [Str.by_value, Str.by_value], :bool
    attach_function :pcty_str_from_cstr, [:pointer], Str.by_value
    attach_function :pcty_status_name, [:uint32], Str.by_value
    attach_function :pcty_string_new, [Str.by_value, :pointer, :pointer], :uint32
    attach_function :pcty_string_str, [:pointer], Str.by_value
    attach_function :pcty_string_cstr, [:pointer], :pointer
    attach_function :pcty_string_free, [:pointer], :void
    attach_function :pcty_error_new, [:uint32, Str.by_value], :pointer
    attach_function :pcty_error_clone, [:pointer], :pointer
    attach_function :pcty_error_free, [:pointer], :void
    attach_function :pcty_error_prepend_path, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_error_set, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_error_add_diagnostic, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_error_code, [:pointer], :uint32
    attach_function :pcty_error_message, [:pointer], Str.by_value
    attach_function :pcty_error_info, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_error_path, [:pointer], :pointer
    attach_function :pcty_error_diagnostic_at, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_error_related_at, [:pointer, :size_t, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_error_edit_at, [:pointer, :size_t, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_error_format, [:pointer, :pcty_error_notation], :pointer
    attach_function :pcty_path_new, [], :pointer
    attach_function :pcty_path_clone, [:pointer], :pointer
    attach_function :pcty_path_free, [:pointer], :void
    attach_function :pcty_path_append_attribute, [:pointer, Str.by_value, :pointer], :uint32
    attach_function :pcty_path_append_index, [:pointer, :size_t, :pointer], :uint32
    attach_function :pcty_path_append_key, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_path_step_count, [:pointer], :size_t
    attach_function :pcty_path_step_kind_at, [:pointer, :size_t], :pcty_step_kind
    attach_function :pcty_path_step_name_at, [:pointer, :size_t], Str.by_value
    attach_function :pcty_path_step_key_at, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_path_equal, [:pointer, :pointer], :bool
    attach_function :pcty_path_starts_with, [:pointer, :pointer], :bool
    attach_function :pcty_path_to_text, [:pointer], :pointer
    attach_function :pcty_budget_new, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_budget_clone, [:pointer], :pointer
    attach_function :pcty_budget_free, [:pointer], :void
    attach_function :pcty_budget_enter, [:pointer, :pointer], :uint32
    attach_function :pcty_budget_leave, [:pointer, :pointer], :uint32
    attach_function :pcty_budget_cancel, [:pointer], :void
    attach_function :pcty_budget_is_cancelled, [:pointer], :bool
    attach_function :pcty_budget_check, [:pointer], :uint32, blocking: true
    attach_function :pcty_budget_limits, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_clone, [:pointer], :pointer
    attach_function :pcty_type_free, [:pointer], :void
    attach_function :pcty_type_any, [], :pointer
    attach_function :pcty_type_none, [], :pointer
    attach_function :pcty_type_bool, [], :pointer
    attach_function :pcty_type_number, [], :pointer
    attach_function :pcty_type_string, [], :pointer
    attach_function :pcty_type_integer, [], :pointer
    attach_function :pcty_type_float, [], :pointer
    attach_function :pcty_type_meta, [], :pointer
    attach_function :pcty_type_bool_value, [:bool], :pointer
    attach_function :pcty_type_integer_range, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_float_range, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_string_length, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_string_enumeration, [:pointer, :size_t, :pcty_case, :pointer, :pointer], :uint32
    attach_function :pcty_type_string_patterns, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_type_list, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_set, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_map, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_tuple, [:pointer, :size_t, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_object, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_type_ordered_object, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_type_union, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_type_wrapper, [:pointer, :pcty_kind, :pointer, :pointer], :uint32
    attach_function :pcty_type_literal, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_enumeration, [Str.by_value, :pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_type_nominal, [Str.by_value, :pointer, :size_t, Str.by_value, :pointer, :pointer], :uint32
    attach_function :pcty_type_without_optional_fields, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_function, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_function_info, [:pointer, :pointer], :bool
    attach_function :pcty_type_function_parameter_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_type_kind, [:pointer], :pcty_kind
    attach_function :pcty_type_element, [:pointer], :pointer
    attach_function :pcty_type_key, [:pointer], :pointer
    attach_function :pcty_type_info, [:pointer, :pointer], :bool
    attach_function :pcty_type_part_at, [:pointer, :size_t], :pointer
    attach_function :pcty_type_field_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_type_field_get, [:pointer, Str.by_value, :pointer], :bool
    attach_function :pcty_type_bound, [:pointer, :pcty_side, :pointer, :pointer], :uint32
    attach_function :pcty_type_text_at, [:pointer, :size_t], Str.by_value
    attach_function :pcty_type_value_at, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_type_nominal_parameter_at, [:pointer, :size_t, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_hash, [:pointer], :uint64
    attach_function :pcty_type_equal, [:pointer, :pointer], :bool
    attach_function :pcty_type_compare, [:pointer, :pointer], :int32
    attach_function :pcty_type_friendly_name, [:pointer], :pointer
    attach_function :pcty_type_walk, [:pointer, :pcty_type_visitor, :pointer, :pointer], :uint32
    attach_function :pcty_variable_scope_new, [], :pointer
    attach_function :pcty_variable_scope_free, [:pointer], :void
    attach_function :pcty_variable_scope_identity, [:pointer], :uint64
    attach_function :pcty_variable_scope_get, [:pointer, :uint32], :pointer
    attach_function :pcty_variable_scope_fresh, [:pointer], :pointer
    attach_function :pcty_group_new, [:pointer, :pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_group_clone, [:pointer], :pointer
    attach_function :pcty_group_free, [:pointer], :void
    attach_function :pcty_group_count, [:pointer], :size_t
    attach_function :pcty_group_reference_at, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_type_unfold, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_reference_name, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_annotate, [:pointer, :pointer, :pcty_destroy, :pointer, :pointer], :uint32
    attach_function :pcty_type_annotation_count, [:pointer], :size_t
    attach_function :pcty_type_annotation_at, [:pointer, :size_t], :pointer
    attach_function :pcty_value_clone, [:pointer], :pointer
    attach_function :pcty_value_free, [:pointer], :void
    attach_function :pcty_value_null, [:pointer], :pointer
    attach_function :pcty_value_unknown, [:pointer], :pointer
    attach_function :pcty_value_dynamic, [], :pointer
    attach_function :pcty_value_bool, [:bool], :pointer
    attach_function :pcty_value_number_from_int64, [:int64], :pointer
    attach_function :pcty_value_number_from_uint64, [:uint64], :pointer
    attach_function :pcty_value_number_from_double, [:double, :pointer, :pointer], :uint32
    attach_function :pcty_value_number_from_text, [Str.by_value, :pointer, :pointer], :uint32
    attach_function :pcty_value_number_from_bytes, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_integer_from_int64, [:int64], :pointer
    attach_function :pcty_value_integer_from_uint64, [:uint64], :pointer
    attach_function :pcty_value_integer_from_text, [Str.by_value, :pointer, :pointer], :uint32
    attach_function :pcty_value_integer_from_bytes, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_float, [:double], :pointer
    attach_function :pcty_value_string, [Str.by_value, :pointer, :pointer], :uint32
    attach_function :pcty_value_string_verbatim, [Str.by_value, :pointer, :pointer], :uint32
    attach_function :pcty_value_from_type, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_type, [:pointer], :pointer
    attach_function :pcty_value_state, [:pointer], :pcty_state
    attach_function :pcty_value_has, [:pointer, :pcty_value_property], :bool
    attach_function :pcty_value_equal, [:pointer, :pointer], :bool
    attach_function :pcty_value_compare, [:pointer, :pointer], :int32
    attach_function :pcty_value_hash, [:pointer], :uint64
    attach_function :pcty_value_as_bool, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_as_int64, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_as_uint64, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_as_double, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_byte_length, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_as_bytes, [:pointer, :pointer, :size_t, :pointer], :uint32
    attach_function :pcty_value_number_to_text, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_number_precision, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_as_string, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_as_type, [:pointer], :pointer
    attach_function :pcty_value_list, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_list_of, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_set, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_set_of, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_tuple, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_map, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_map_of, [:pointer, :pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_object, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_list_from_int64, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_list_from_double, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_list_from_str, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_length, [:pointer, :pointer], :bool
    attach_function :pcty_value_element_at, [:pointer, :size_t], :pointer
    attach_function :pcty_value_key_at, [:pointer, :size_t], Str.by_value
    attach_function :pcty_value_entry_key_at, [:pointer, :size_t], :pointer
    attach_function :pcty_value_attribute_get, [:pointer, Str.by_value], :pointer
    attach_function :pcty_value_get, [:pointer, Str.by_value], :pointer
    attach_function :pcty_value_binary, [:pointer, :pointer, :pcty_binary_operator, :pointer, :pointer], :uint32
    attach_function :pcty_value_unary, [:pointer, :pcty_unary_operator, :pointer, :pointer], :uint32
    attach_function :pcty_value_apply_path, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_walk, [:pointer, :pcty_value_visitor, :pointer, :pointer], :uint32
    attach_function :pcty_value_transform, [:pointer, :pcty_value_rewriter, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_capsule, [Str.by_value, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_capsule, [:pointer, :pointer, :pcty_destroy, :pointer, :pointer], :uint32
    attach_function :pcty_value_as_capsule, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_marks_new, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_marks_clone, [:pointer], :pointer
    attach_function :pcty_marks_free, [:pointer], :void
    attach_function :pcty_marks_count, [:pointer], :size_t
    attach_function :pcty_marks_at, [:pointer, :size_t], Str.by_value
    attach_function :pcty_marks_contains, [:pointer, Str.by_value], :bool
    attach_function :pcty_value_marks, [:pointer], :pointer
    attach_function :pcty_value_mark, [:pointer, Str.by_value, :pointer, :pointer], :uint32
    attach_function :pcty_value_with_marks, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_unmarked, [:pointer], :pointer
    attach_function :pcty_value_unmark_deep, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_path_set_new, [], :pointer
    attach_function :pcty_path_set_clone, [:pointer], :pointer
    attach_function :pcty_path_set_free, [:pointer], :void
    attach_function :pcty_path_set_insert, [:pointer, :pointer, :bool, :pointer], :uint32
    attach_function :pcty_path_set_remove, [:pointer, :pointer], :bool
    attach_function :pcty_path_set_contains, [:pointer, :pointer], :bool
    attach_function :pcty_path_set_count, [:pointer], :size_t
    attach_function :pcty_path_set_equal, [:pointer, :pointer], :bool
    attach_function :pcty_path_set_combine, [:pointer, :pointer, :pcty_path_set_operation], :pointer
    attach_function :pcty_path_set_walk, [:pointer, :pcty_path_visitor, :pointer, :pointer], :uint32
    attach_function :pcty_path_marks_new, [], :pointer
    attach_function :pcty_path_marks_add, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_path_marks_count, [:pointer], :size_t
    attach_function :pcty_path_marks_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_path_marks_free, [:pointer], :void
    attach_function :pcty_value_unmark_with_paths, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_mark_with_paths, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_refinement, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_refinement_bound, [:pointer, :pcty_side, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_refinement_builder_new, [:pointer], :pointer
    attach_function :pcty_refinement_builder_free, [:pointer], :void
    attach_function :pcty_refinement_builder_add, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_refinement_builder_fail, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_refinement_builder_build, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_type_parse, [Str.by_value, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_type_format, [:pointer, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_type_from_json, [Str.by_value, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_type_to_json, [:pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_type_assignable, [:pointer, :pointer, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_type_equivalent, [:pointer, :pointer, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_value_is_instance, [:pointer, :pointer, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_value_type_of, [:pointer, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_type_conforms, [:pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_type_conversion, [:pointer, :pointer, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_type_explain, [:pointer, :pointer, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_converter_new, [:pointer, :pointer, :pcty_dialect, :pcty_safety, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_converter_clone, [:pointer], :pointer
    attach_function :pcty_converter_free, [:pointer], :void
    attach_function :pcty_converter_info, [:pointer, :pointer], :bool
    attach_function :pcty_converter_apply, [:pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_value_convert, [:pointer, :pointer, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_value_check, [:pointer, :pointer, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_error_list_count, [:pointer], :size_t
    attach_function :pcty_error_list_at, [:pointer, :size_t], :pointer
    attach_function :pcty_error_list_free, [:pointer], :void
    attach_function :pcty_type_unify, [:pointer, :size_t, :pcty_dialect, :pcty_safety, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_unification_info, [:pointer, :pointer], :bool
    attach_function :pcty_unification_converter_at, [:pointer, :size_t], :pointer
    attach_function :pcty_unification_free, [:pointer], :void
    attach_function :pcty_function_new, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_function_clone, [:pointer], :pointer
    attach_function :pcty_function_free, [:pointer], :void
    attach_function :pcty_function_call, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_function_return_type_for_values, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_function_return_type_for_types, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_function_info, [:pointer, :pointer], :bool
    attach_function :pcty_function_parameter_at, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_stdlib_count, [], :size_t
    attach_function :pcty_hcl_stdlib_name_at, [:size_t], Str.by_value
    attach_function :pcty_hcl_stdlib_get, [Str.by_value], :pointer
    attach_function :pcty_hcl_stdlib_bytes_type, [], :pointer
    attach_function :pcty_hcl_stdlib_bytes, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_stdlib_as_bytes, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_value_from_json, [Str.by_value, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_value_to_json, [:pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_type_implied_by_json, [Str.by_value, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_value_from_msgpack, [:pointer, :size_t, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_value_to_msgpack, [:pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_type_implied_by_msgpack, [:pointer, :size_t, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_value_from_yaml, [Str.by_value, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_document_locate, [Str.by_value, :pointer, :pcty_data_format, :pointer, :pointer], :uint32
    attach_function :pcty_document_check, [Str.by_value, Str.by_value, Str.by_value, :pcty_data_format, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_scope_new, [], :pointer
    attach_function :pcty_hcl_scope_clone, [:pointer], :pointer
    attach_function :pcty_hcl_scope_free, [:pointer], :void
    attach_function :pcty_hcl_scope_child, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_scope_allow, [:pointer, :pcty_hcl_scope_names, :pointer], :uint32
    attach_function :pcty_hcl_scope_set_step_limit, [:pointer, :uint64, :pointer], :uint32
    attach_function :pcty_hcl_scope_step_limit, [:pointer, :pointer], :bool
    attach_function :pcty_hcl_scope_set_variable, [:pointer, Str.by_value, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_scope_set_function, [:pointer, Str.by_value, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_scope_show_mark, [:pointer, Str.by_value, :pointer], :uint32
    attach_function :pcty_hcl_scope_set_standard_functions, [:pointer, :pointer], :uint32
    attach_function :pcty_hcl_scope_variable_get, [:pointer, Str.by_value], :pointer
    attach_function :pcty_hcl_scope_function_get, [:pointer, Str.by_value], :pointer
    attach_function :pcty_hcl_expression_parse, [Str.by_value, Str.by_value, :pointer, :pcty_hcl_syntax, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_expression_clone, [:pointer], :pointer
    attach_function :pcty_hcl_expression_free, [:pointer], :void
    attach_function :pcty_hcl_expression_range, [:pointer, :pcty_hcl_range_kind], Range.by_value
    attach_function :pcty_hcl_expression_evaluate, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_expression_keyword, [:pointer], :pointer
    attach_function :pcty_hcl_expression_list, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_expression_map, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_expression_call, [:pointer, :pointer, :pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_expressions_count, [:pointer], :size_t
    attach_function :pcty_hcl_expressions_at, [:pointer, :size_t], :pointer
    attach_function :pcty_hcl_expressions_free, [:pointer], :void
    attach_function :pcty_hcl_expression_variables, [:pointer], :pointer
    attach_function :pcty_hcl_expression_traversal, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_traversals_parse, [Str.by_value, Str.by_value, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_traversals_of, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_expression_steps, [:pointer], :pointer
    attach_function :pcty_hcl_traversals_count, [:pointer], :size_t
    attach_function :pcty_hcl_traversals_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_hcl_traversals_step_range_at, [:pointer, :size_t, :size_t], Range.by_value
    attach_function :pcty_hcl_traversals_free, [:pointer], :void
    attach_function :pcty_hcl_expression_info, [:pointer, :pointer], :bool
    attach_function :pcty_hcl_expression_parts, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_expressions_role_at, [:pointer, :size_t], :pcty_hcl_role
    attach_function :pcty_hcl_expression_at_byte, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_expression_operator_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_hcl_expression_calls, [:pointer], :pointer
    attach_function :pcty_hcl_calls_count, [:pointer], :size_t
    attach_function :pcty_hcl_calls_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_hcl_calls_free, [:pointer], :void
    attach_function :pcty_hcl_closure_type, [], :pointer
    attach_function :pcty_hcl_closure_new, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_closure_evaluate, [:pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_closure_expression, [:pointer], :pointer
    attach_function :pcty_hcl_expression_type, [:pointer, :pcty_hcl_type_mode, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_type_parse, [Str.by_value, Str.by_value, :pcty_hcl_syntax, :pcty_hcl_type_mode, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_defaults_object, [:pointer, :pointer, :pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_defaults_elements, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_defaults_apply, [:pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_defaults_type, [:pointer], :pointer
    attach_function :pcty_hcl_defaults_attribute_get, [:pointer, Str.by_value, :pointer], :bool
    attach_function :pcty_hcl_defaults_element_at, [:pointer, :size_t], :pointer
    attach_function :pcty_hcl_defaults_clone, [:pointer], :pointer
    attach_function :pcty_hcl_defaults_free, [:pointer], :void
    attach_function :pcty_hcl_value_format, [:pointer, :pcty_hcl_value_style, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_type_format, [:pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_value_extraneous, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_body_parse, [Str.by_value, Str.by_value, :pointer, :pcty_hcl_syntax, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_body_merge, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_body_clone, [:pointer], :pointer
    attach_function :pcty_hcl_body_free, [:pointer], :void
    attach_function :pcty_hcl_body_range, [:pointer, :pcty_hcl_range_kind], Range.by_value
    attach_function :pcty_hcl_body_info, [:pointer, :pointer], :bool
    attach_function :pcty_hcl_body_marks, [:pointer], :pointer
    attach_function :pcty_hcl_body_content, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_body_partial_content, [:pointer, :pointer, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_body_attributes, [:pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_content_attribute_at, [:pointer, :size_t], :pointer
    attach_function :pcty_hcl_content_attribute_get, [:pointer, Str.by_value], :pointer
    attach_function :pcty_hcl_content_block_at, [:pointer, :size_t], :pointer
    attach_function :pcty_hcl_content_info, [:pointer, :pointer], :bool
    attach_function :pcty_hcl_content_free, [:pointer], :void
    attach_function :pcty_hcl_attribute_info, [:pointer, :pointer], :bool
    attach_function :pcty_hcl_block_info, [:pointer, :pointer], :bool
    attach_function :pcty_hcl_block_label_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_hcl_block_range, [:pointer, :pcty_hcl_range_kind], Range.by_value
    attach_function :pcty_hcl_body_items, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_items_count, [:pointer], :size_t
    attach_function :pcty_hcl_items_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_hcl_items_block_at, [:pointer, :size_t, :size_t], :pointer
    attach_function :pcty_hcl_items_free, [:pointer], :void
    attach_function :pcty_hcl_body_variables, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_body_calls, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_body_byte_of, [:pointer, Str.by_value, :uint32, :uint32, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_body_at_byte, [:pointer, Str.by_value, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_location_block_at, [:pointer, :size_t], :pointer
    attach_function :pcty_hcl_location_info, [:pointer, :pointer], :bool
    attach_function :pcty_hcl_location_expression_at, [:pointer, :size_t], :pointer
    attach_function :pcty_hcl_location_free, [:pointer], :void
    attach_function :pcty_hcl_spec_object, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_tuple, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_attribute, [Str.by_value, :pointer, :bool, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_literal, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_expression, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_block, [Str.by_value, :pointer, :pcty_hcl_block_kind, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_block_attributes, [Str.by_value, :pointer, :bool, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_block_label, [:size_t, Str.by_value, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_rest, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_default, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_transform, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_transform_expression, [:pointer, :pointer, Str.by_value, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_validate, [:pointer, :pcty_hcl_check, :pointer, :pcty_destroy, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_refine, [:pointer, :pcty_hcl_refine, :pointer, :pcty_destroy, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_clone, [:pointer], :pointer
    attach_function :pcty_hcl_spec_free, [:pointer], :void
    attach_function :pcty_hcl_spec_implied_type, [:pointer], :pointer
    attach_function :pcty_hcl_spec_decode, [:pointer, :pointer, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_spec_partial_decode, [:pointer, :pointer, :pointer, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_value_body, [:pointer], :pointer
    attach_function :pcty_hcl_spec_source_range, [:pointer, :pointer], Range.by_value
    attach_function :pcty_hcl_spec_variables, [:pointer, :pointer, :pcty_hcl_needs, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_body_expand_dynamic, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_spec_parse, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_body_decode_functions, [:pointer, Str.by_value, :pointer, :pcty_hcl_scope_provider, :pointer, :pcty_destroy, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_tokens_parse, [Str.by_value, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_tokens_count, [:pointer], :size_t
    attach_function :pcty_hcl_tokens_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_hcl_tokens_range_at, [:pointer, :size_t], Range.by_value
    attach_function :pcty_hcl_tokens_free, [:pointer], :void
    attach_function :pcty_hcl_fragment_parse, [Str.by_value, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_fragment_value, [:pointer, :pcty_hcl_string_style, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_fragment_traversal, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_fragment_call, [Str.by_value, :pointer, :size_t, :pcty_hcl_arguments, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_fragment_tuple, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_fragment_object, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_fragment_tokens, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_fragment_text, [:pointer], Str.by_value
    attach_function :pcty_hcl_fragment_clone, [:pointer], :pointer
    attach_function :pcty_hcl_fragment_free, [:pointer], :void
    attach_function :pcty_hcl_value_to_json, [:pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_file_new, [], :pointer
    attach_function :pcty_hcl_file_parse, [Str.by_value, Str.by_value, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_file_free, [:pointer], :void
    attach_function :pcty_hcl_file_to_text, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_to_json, [:pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_hcl_file_step, [:pointer, :uint64, :pcty_hcl_direction], :uint64
    attach_function :pcty_hcl_file_node_info, [:pointer, :uint64, :pointer], :bool
    attach_function :pcty_hcl_file_attribute_get, [:pointer, :uint64, Str.by_value], :uint64
    attach_function :pcty_hcl_file_block_find, [:pointer, :uint64, :uint64, Str.by_value, :pointer, :size_t], :uint64
    attach_function :pcty_hcl_file_label_to_text, [:pointer, :uint64, :size_t], :pointer
    attach_function :pcty_hcl_file_comments, [:pointer, :uint64, :pcty_hcl_comments, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_expression, [:pointer, :uint64, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_node_to_text, [:pointer, :uint64, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_byte_range, [:pointer, :uint64, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_byte_of, [:pointer, :uint32, :uint32, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_node_at_byte, [:pointer, :size_t, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_set, [:pointer, :uint64, Str.by_value, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_set_value, [:pointer, :uint64, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_insert_attribute, [:pointer, :uint64, Str.by_value, :pointer, :uint64, :pcty_hcl_insert_position, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_insert_block, [:pointer, :uint64, :pointer, :size_t, :uint64, :pcty_hcl_insert_position, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_insert_text, [:pointer, :uint64, Str.by_value, :uint64, :pcty_hcl_insert_position, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_remove, [:pointer, :uint64, :pointer], :uint32
    attach_function :pcty_hcl_file_move, [:pointer, :uint64, :uint64, :uint64, :pcty_hcl_insert_position, :pointer], :uint32
    attach_function :pcty_hcl_file_rename, [:pointer, :uint64, Str.by_value, :pointer], :uint32
    attach_function :pcty_hcl_file_set_labels, [:pointer, :uint64, :pointer, :size_t, :pointer], :uint32
    attach_function :pcty_hcl_file_set_comments, [:pointer, :uint64, :pointer, :size_t, :pcty_hcl_comments, :pointer], :uint32
    attach_function :pcty_hcl_file_release_comments, [:pointer, :uint64, :pointer], :uint32
    attach_function :pcty_hcl_file_set_part, [:pointer, :uint64, :size_t, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_set_inside, [:pointer, :uint64, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_remove_inside, [:pointer, :uint64, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_push, [:pointer, :uint64, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_file_replace, [:pointer, :uint64, :pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_hcl_format, [Str.by_value, Str.by_value, :pointer, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_terraform_host_new, [], :pointer, features: %i[terraform]
    attach_function :pcty_terraform_host_free, [:pointer], :void, features: %i[terraform]
    attach_function :pcty_terraform_host_info, [:pointer, :pointer], :bool, features: %i[terraform]
    attach_function :pcty_terraform_host_set_root, [:pointer, Str.by_value, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_host_set_home, [:pointer, Str.by_value, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_host_set_plan_time, [:pointer, :int64, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_host_set_clock, [:pointer, :pcty_terraform_clock, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_host_set_random, [:pointer, :pcty_terraform_random, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_host_set_files, [:pointer, :pcty_terraform_reader, :pcty_terraform_lister, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_host_set_text, [:pointer, Str.by_value, Str.by_value, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_host_remove_text, [:pointer, Str.by_value, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_host_set_modules, [:pointer, :pcty_terraform_module_finder, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_hcl_scope_set_terraform_functions, [:pointer, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_module_parse, [:pointer, :pointer, :size_t, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[terraform]
    attach_function :pcty_terraform_module_open, [:pointer, Str.by_value, :pointer, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_module_clone, [:pointer], :pointer, features: %i[terraform]
    attach_function :pcty_terraform_module_free, [:pointer], :void, features: %i[terraform]
    attach_function :pcty_terraform_module_to_json, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[terraform]
    attach_function :pcty_terraform_module_declaration_count, [:pointer, :pcty_terraform_declaration_kind], :size_t, features: %i[terraform]
    attach_function :pcty_terraform_module_declaration_at, [:pointer, :size_t, :pcty_terraform_declaration_kind, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_module_variable_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_module_argument_at, [:pointer, :size_t, Str.by_value, :pcty_terraform_declaration_kind, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_inputs_new, [], :pointer, features: %i[terraform]
    attach_function :pcty_terraform_inputs_free, [:pointer], :void, features: %i[terraform]
    attach_function :pcty_terraform_inputs_set_value, [:pointer, Str.by_value, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_inputs_set_text, [:pointer, Str.by_value, Str.by_value, :pcty_terraform_text_from, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_inputs_add_file, [:pointer, Str.by_value, Str.by_value, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_inputs_add_json, [:pointer, Str.by_value, Str.by_value, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_inputs_set_options, [:pointer, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_module_evaluate, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[terraform]
    attach_function :pcty_terraform_evaluation_free, [:pointer], :void, features: %i[terraform]
    attach_function :pcty_terraform_evaluation_get, [:pointer, Str.by_value, :pcty_terraform_declaration_kind], :pointer, features: %i[terraform]
    attach_function :pcty_terraform_evaluation_output_count, [:pointer], :size_t, features: %i[terraform]
    attach_function :pcty_terraform_evaluation_output_name_at, [:pointer, :size_t], Str.by_value, features: %i[terraform]
    attach_function :pcty_terraform_evaluation_to_json, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[terraform]
    attach_function :pcty_terraform_schemas_parse, [Str.by_value, :pointer, :pointer], :uint32, blocking: true, features: %i[terraform]
    attach_function :pcty_terraform_schemas_clone, [:pointer], :pointer, features: %i[terraform]
    attach_function :pcty_terraform_schemas_free, [:pointer], :void, features: %i[terraform]
    attach_function :pcty_terraform_schemas_provider_count, [:pointer], :size_t, features: %i[terraform]
    attach_function :pcty_terraform_schemas_provider_at, [:pointer, :size_t], Str.by_value, features: %i[terraform]
    attach_function :pcty_terraform_project_open, [:pointer, Str.by_value, :pointer, :pointer, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_project_clone, [:pointer], :pointer, features: %i[terraform]
    attach_function :pcty_terraform_project_free, [:pointer], :void, features: %i[terraform]
    attach_function :pcty_terraform_project_info, [:pointer, :pointer], :bool, features: %i[terraform]
    attach_function :pcty_terraform_project_module_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_project_module_get, [:pointer, Str.by_value, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_project_file_at, [:pointer, :size_t], Str.by_value, features: %i[terraform]
    attach_function :pcty_terraform_project_validate, [:pointer, :pointer, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_project_plan, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_outputs_free, [:pointer], :void, features: %i[terraform]
    attach_function :pcty_terraform_outputs_count, [:pointer], :size_t, features: %i[terraform]
    attach_function :pcty_terraform_outputs_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_terraform_outputs_get, [:pointer, Str.by_value], :pointer, features: %i[terraform]
    attach_function :pcty_terraform_outputs_to_json, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[terraform]
    attach_function :pcty_terraform_plan_parse, [Str.by_value, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[terraform]
    attach_function :pcty_terraform_plan_free, [:pointer], :void, features: %i[terraform]
    attach_function :pcty_terraform_plan_count, [:pointer, :pcty_terraform_plan_part], :size_t, features: %i[terraform]
    attach_function :pcty_terraform_plan_at, [:pointer, :size_t, :pcty_terraform_plan_part, :pointer, :pointer], :uint32, features: %i[terraform]
    attach_function :pcty_pcl_type_id, [], :pointer, features: %i[pcl]
    attach_function :pcty_pcl_type_opaque, [Str.by_value, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_type_const, [:pointer, :pointer, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_type_enum, [Str.by_value, :pointer, :pointer, :size_t, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_type_union, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_type_derive, [:pointer, :pcty_pcl_derivation, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_type_resolve, [:pointer, :pcty_pcl_resolution, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_type_explain_unsafe, [:pointer, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[pcl]
    attach_function :pcty_pcl_type_info, [:pointer, :pointer], :bool, features: %i[pcl]
    attach_function :pcty_pcl_type_value_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_type_deferred, [:pointer], :pcty_pcl_deferred, features: %i[pcl]
    attach_function :pcty_pcl_type_to_text, [:pointer, :size_t], :pointer, features: %i[pcl]
    attach_function :pcty_pcl_type_from_json, [Str.by_value, :pointer, :pointer], :uint32, blocking: true, features: %i[pcl]
    attach_function :pcty_pcl_type_to_json, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[pcl]
    attach_function :pcty_pcl_type_traverse, [:pointer, :pointer, :size_t, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[pcl]
    attach_function :pcty_pcl_value_deferred, [:pointer, :pointer, :pcty_destroy, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_value_data, [:pointer, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_value_identity, [:pointer], :uint64, features: %i[pcl]
    attach_function :pcty_pcl_value_origin, [:pointer], :pointer, features: %i[pcl]
    attach_function :pcty_pcl_value_resolve, [:pointer, :pcty_pcl_resolver, :pointer, :pcty_destroy, :pointer, :pointer], :uint32, blocking: true, features: %i[pcl]
    attach_function :pcty_pcl_value_choose, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[pcl]
    attach_function :pcty_pcl_type_scope_new, [], :pointer, features: %i[pcl]
    attach_function :pcty_pcl_type_scope_of_constructors, [], :pointer, features: %i[pcl]
    attach_function :pcty_pcl_type_scope_clone, [:pointer], :pointer, features: %i[pcl]
    attach_function :pcty_pcl_type_scope_free, [:pointer], :void, features: %i[pcl]
    attach_function :pcty_pcl_type_scope_child, [:pointer, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_type_scope_set_variable, [:pointer, Str.by_value, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_type_scope_set_function, [:pointer, Str.by_value, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_type_scope_set_generic_function, [:pointer, Str.by_value, :pcty_pcl_rule, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_type_scope_variable_get, [:pointer, Str.by_value], :pointer, features: %i[pcl]
    attach_function :pcty_pcl_type_scope_has_function, [:pointer, Str.by_value], :bool, features: %i[pcl]
    attach_function :pcty_pcl_checked_new, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[pcl]
    attach_function :pcty_pcl_checked_free, [:pointer], :void, features: %i[pcl]
    attach_function :pcty_pcl_checked_info, [:pointer, :pointer], :bool, features: %i[pcl]
    attach_function :pcty_pcl_checked_conversion_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[pcl]
    attach_function :pcty_pcl_checked_accepted_as, [:pointer, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[pcl]
    attach_function :pcty_pcl_checked_root, [:pointer], :pointer, features: %i[pcl]
    attach_function :pcty_pcl_node_info, [:pointer, :pointer], :bool, features: %i[pcl]
    attach_function :pcty_pcl_node_range, [:pointer], Range.by_value, features: %i[pcl]
    attach_function :pcty_pcl_node_child_at, [:pointer, :size_t], :pointer, features: %i[pcl]
    attach_function :pcty_pcl_node_conversion, [:pointer, :pointer], :bool, features: %i[pcl]
    attach_function :pcty_pcl_node_expression, [:pointer], :pointer, features: %i[pcl]
    attach_function :pcty_puppet_aliases_new, [:pointer, :pointer, :pointer, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_aliases_clone, [:pointer], :pointer, features: %i[puppet]
    attach_function :pcty_puppet_aliases_free, [:pointer], :void, features: %i[puppet]
    attach_function :pcty_puppet_aliases_count, [:pointer], :size_t, features: %i[puppet]
    attach_function :pcty_puppet_aliases_at, [:pointer, :size_t, :pointer], :bool, features: %i[puppet]
    attach_function :pcty_puppet_aliases_get, [:pointer, Str.by_value], :pointer, features: %i[puppet]
    attach_function :pcty_puppet_type_parse, [Str.by_value, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_type_format, [:pointer, :pcty_puppet_detail, :pcty_puppet_mode, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_type_short_name, [:pointer], :pointer, features: %i[puppet]
    attach_function :pcty_puppet_value_parse, [Str.by_value, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_value_format, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_value_kind, [:pointer], :pcty_puppet_kind, features: %i[puppet]
    attach_function :pcty_puppet_value_as_text, [:pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_value_time, [:pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_value_bytes, [:pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_value_info, [:pointer, :pointer], :bool, features: %i[puppet]
    attach_function :pcty_puppet_value_part_at, [:pointer, :size_t, :pointer], :bool, features: %i[puppet]
    attach_function :pcty_puppet_value_get, [:pointer, :pointer], :pointer, features: %i[puppet]
    attach_function :pcty_puppet_value_array, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_value_hash, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_value_binary, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_value_from_json, [Str.by_value, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_value_new, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_type_compare, [:pointer, :pointer, :pcty_puppet_comparison, :pcty_puppet_mode, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_value_infer, [:pointer, :pcty_puppet_inference, :pcty_puppet_mode, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_type_normalize, [:pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_type_generalize, [:pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_common_type, [:pointer, :size_t, :pcty_puppet_mode, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_common_type_of_values, [:pointer, :size_t, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_iteration_new, [:pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_iteration_clone, [:pointer], :pointer, features: %i[puppet]
    attach_function :pcty_puppet_iteration_free, [:pointer], :void, features: %i[puppet]
    attach_function :pcty_puppet_iteration_next, [:pointer, :pcty_puppet_end], :pointer, features: %i[puppet]
    attach_function :pcty_puppet_type_assignable, [:pointer, :pointer, :pcty_puppet_mode, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_value_is_instance, [:pointer, :pointer, :pcty_puppet_mode, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_value_truth, [:pointer, :pcty_puppet_mode, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_value_to_numeric, [:pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_value_to_string, [:pointer, :pcty_puppet_mode, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_value_to_regexp, [:pointer, :pcty_puppet_mode, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_arithmetic, [:pointer, :pointer, :pcty_puppet_operator, :pcty_puppet_mode, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_type_mismatch, [:pointer, :pointer, Str.by_value, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_value_mismatch, [:pointer, :pointer, Str.by_value, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_value_assert, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_validate_parameters, [:pointer, :pointer, Str.by_value, :pcty_puppet_missing, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_validate_default, [:pointer, :pointer, Str.by_value, Str.by_value, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_call_mismatch, [:pointer, :pointer, :size_t, Str.by_value, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_environment_new, [], :pointer, features: %i[puppet]
    attach_function :pcty_puppet_environment_clone, [:pointer], :pointer, features: %i[puppet]
    attach_function :pcty_puppet_environment_free, [:pointer], :void, features: %i[puppet]
    attach_function :pcty_puppet_environment_set_variable, [:pointer, Str.by_value, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_environment_set_options, [:pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_environment_add_modules, [:pointer, Str.by_value, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_environment_add_function, [:pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_call_has_block, [:pointer], :bool, features: %i[puppet]
    attach_function :pcty_puppet_call_block, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_environment_set_logger, [:pointer, :pcty_puppet_logger, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_environment_set_loader, [:pointer, :pcty_puppet_loader, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_module_file, [Str.by_value, Str.by_value, :pcty_puppet_load_kind, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_environment_set_answer, [:pointer, :pcty_puppet_answer, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_manifest_parse, [Str.by_value, Str.by_value, :pcty_puppet_syntax, :pcty_puppet_strictness, :pcty_puppet_mode, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_manifest_clone, [:pointer], :pointer, features: %i[puppet]
    attach_function :pcty_puppet_manifest_free, [:pointer], :void, features: %i[puppet]
    attach_function :pcty_puppet_manifest_info, [:pointer, :pointer], :bool, features: %i[puppet]
    attach_function :pcty_puppet_manifest_evaluate, [:pointer, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_manifest_render, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_manifest_class_parameters, [:pointer, Str.by_value, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_outline_new, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_outline_free, [:pointer], :void, features: %i[puppet]
    attach_function :pcty_puppet_outline_to_json, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_outline_info, [:pointer, :pointer], :bool, features: %i[puppet]
    attach_function :pcty_puppet_outline_definition_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_outline_parameter_at, [:pointer, :size_t, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_outline_match_at, [:pointer, :size_t, :size_t], Str.by_value, features: %i[puppet]
    attach_function :pcty_puppet_outline_resource_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_outline_body_at, [:pointer, :size_t, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_outline_attribute_at, [:pointer, :size_t, :size_t, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_outline_call_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_outline_lambda_parameter_at, [:pointer, :size_t, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_outline_variable_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_catalog_compile, [:pointer, :pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_catalog_parse, [Str.by_value, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_catalog_free, [:pointer], :void, features: %i[puppet]
    attach_function :pcty_puppet_catalog_to_json, [:pointer, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[puppet]
    attach_function :pcty_puppet_catalog_info, [:pointer, :pointer], :bool, features: %i[puppet]
    attach_function :pcty_puppet_catalog_resource_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_catalog_resource_get, [:pointer, Str.by_value, Str.by_value, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_catalog_parameter_at, [:pointer, :size_t, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_catalog_parameter_get, [:pointer, :size_t, Str.by_value], :pointer, features: %i[puppet]
    attach_function :pcty_puppet_catalog_tag_at, [:pointer, :size_t, :size_t], Str.by_value, features: %i[puppet]
    attach_function :pcty_puppet_catalog_edge_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_catalog_class_at, [:pointer, :size_t], Str.by_value, features: %i[puppet]
    attach_function :pcty_puppet_catalog_diff, [:pointer, :pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_catalog_check_cycles, [:pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_puppet_lookup, [Str.by_value, :pointer, :pointer, :pointer, :pointer, :pointer], :uint32, features: %i[puppet]
    attach_function :pcty_mcl_type_parse, [Str.by_value, :pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_type_check_equal, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[mcl]
    attach_function :pcty_mcl_type_match, [:pointer, :pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_type_unify, [:pointer, :pointer, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[mcl]
    attach_function :pcty_mcl_type_is_hashable, [:pointer], :bool, features: %i[mcl]
    attach_function :pcty_mcl_value_zero, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_value_list, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_value_struct, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_value_map, [:pointer, :pointer, :pointer, :size_t, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_value_from_json, [Str.by_value, :pointer, :pcty_mcl_fields, :pointer, :pointer], :uint32, blocking: true, features: %i[mcl]
    attach_function :pcty_mcl_value_format, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[mcl]
    attach_function :pcty_mcl_value_compare, [:pointer, :pointer], :int32, features: %i[mcl]
    attach_function :pcty_mcl_value_get, [:pointer, :pointer], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_sender_clone, [:pointer], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_sender_free, [:pointer], :void, features: %i[mcl]
    attach_function :pcty_mcl_sender_id, [:pointer], :uint64, features: %i[mcl]
    attach_function :pcty_mcl_sender_send, [:pointer], :void, features: %i[mcl]
    attach_function :pcty_mcl_sender_fail, [:pointer, :pointer], :void, features: %i[mcl]
    attach_function :pcty_mcl_host_new, [], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_host_clone, [:pointer], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_host_free, [:pointer], :void, features: %i[mcl]
    attach_function :pcty_mcl_host_set_variable, [:pointer, Str.by_value, Str.by_value, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_host_add_source, [:pointer, Str.by_value, Str.by_value, Str.by_value, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_host_set_files, [:pointer, :pcty_mcl_reader, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_host_set_modules, [:pointer, :pcty_mcl_reader, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_host_set_world, [:pointer, :pcty_mcl_answer, :pcty_mcl_follow, :pcty_mcl_unfollow, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_host_add_function, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_resources_empty, [], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_resources_clone, [:pointer], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_resources_free, [:pointer], :void, features: %i[mcl]
    attach_function :pcty_mcl_resources_info, [:pointer, :pointer], :bool, features: %i[mcl]
    attach_function :pcty_mcl_resources_at, [:pointer, :size_t], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_resources_in_order_at, [:pointer, :size_t], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_resources_get, [:pointer, Str.by_value, Str.by_value, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_resources_edge_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_resources_receive_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_resources_to_text, [:pointer, :pcty_mcl_graph_format], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_resource_info, [:pointer, :pointer], :bool, features: %i[mcl]
    attach_function :pcty_mcl_resource_field_at, [:pointer, :size_t, :pointer], :bool, features: %i[mcl]
    attach_function :pcty_mcl_resource_field_get, [:pointer, Str.by_value], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_resource_meta_get, [:pointer, Str.by_value, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_resource_export_at, [:pointer, :size_t], Str.by_value, features: %i[mcl]
    attach_function :pcty_mcl_difference_new, [:pointer, :pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_difference_free, [:pointer], :void, features: %i[mcl]
    attach_function :pcty_mcl_difference_info, [:pointer, :pointer], :bool, features: %i[mcl]
    attach_function :pcty_mcl_difference_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_difference_field_at, [:pointer, :size_t, :size_t], Str.by_value, features: %i[mcl]
    attach_function :pcty_mcl_difference_meta_at, [:pointer, :size_t, :size_t], Str.by_value, features: %i[mcl]
    attach_function :pcty_mcl_difference_edge_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_difference_to_text, [:pointer], :pointer, features: %i[mcl]
    attach_function :pcty_puppet_catalog_graph, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl puppet]
    attach_function :pcty_mcl_host_add_kinds, [:pointer, Str.by_value, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_host_add_kind, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_host_set_kind_callbacks, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_resource_builder_set_field, [:pointer, Str.by_value, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_resource_builder_unset_field, [:pointer, Str.by_value, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_resource_builder_set_meta, [:pointer, Str.by_value, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_dependencies_add, [:pointer, :pointer, :pointer, :size_t, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_resource_builder_new, [:pointer, Str.by_value, Str.by_value, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_resource_builder_free, [:pointer], :void, features: %i[mcl]
    attach_function :pcty_mcl_builder_new, [:pointer], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_builder_free, [:pointer], :void, features: %i[mcl]
    attach_function :pcty_mcl_builder_add, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_builder_add_edge, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_builder_build, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_graph_free, [:pointer], :void, features: %i[mcl]
    attach_function :pcty_mcl_graph_info, [:pointer, :pointer], :bool, features: %i[mcl]
    attach_function :pcty_mcl_graph_vertex_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_graph_edge_at, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_graph_to_text, [:pointer, :pcty_mcl_graph_format], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_program_compile, [Str.by_value, :pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_program_compile_text, [Str.by_value, Str.by_value, :pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_program_clone, [:pointer], :pointer, features: %i[mcl]
    attach_function :pcty_mcl_program_free, [:pointer], :void, features: %i[mcl]
    attach_function :pcty_mcl_program_file_count, [:pointer], :size_t, features: %i[mcl]
    attach_function :pcty_mcl_program_file_at, [:pointer, :size_t], Str.by_value, features: %i[mcl]
    attach_function :pcty_mcl_program_graph, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_runtime_start, [:pointer, :size_t, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_runtime_free, [:pointer], :void, features: %i[mcl]
    attach_function :pcty_mcl_runtime_set_time, [:pointer, :int64], :void, features: %i[mcl]
    attach_function :pcty_mcl_runtime_next_time, [:pointer, :pointer], :bool, features: %i[mcl]
    attach_function :pcty_mcl_runtime_set_wake, [:pointer, :pcty_mcl_wake, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_runtime_descriptor, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_runtime_step, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_mcl_runtime_resources, [:pointer, :pointer, :pointer], :uint32, features: %i[mcl]
    attach_function :pcty_infer_unifier_new, [], :pointer
    attach_function :pcty_infer_unifier_free, [:pointer], :void
    attach_function :pcty_infer_unifier_fresh, [:pointer], :pointer
    attach_function :pcty_infer_unifier_instantiate, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_infer_unifier_unify, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_infer_unifier_resolve, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_infer_scheme_closed, [:pointer], :pointer
    attach_function :pcty_infer_scheme_clone, [:pointer], :pointer
    attach_function :pcty_infer_scheme_free, [:pointer], :void
    attach_function :pcty_infer_scheme_info, [:pointer, :pointer], :bool
    attach_function :pcty_infer_signature_new, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_infer_signature_built, [:pcty_infer_signature_rule, :pointer, :pcty_destroy, :pointer, :pointer], :uint32
    attach_function :pcty_infer_signature_clone, [:pointer], :pointer
    attach_function :pcty_infer_signature_free, [:pointer], :void
    attach_function :pcty_infer_signature_type, [:pointer], :pointer
    attach_function :pcty_infer_signature_check, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32, blocking: true
    attach_function :pcty_infer_signature_function, [:pointer, :pcty_dialect, :pcty_function_impl, :pointer, :pcty_destroy, :pointer, :pointer], :uint32
    attach_function :pcty_infer_invariants_new, [], :pointer
    attach_function :pcty_infer_invariants_free, [:pointer], :void
    attach_function :pcty_infer_invariants_count, [:pointer], :size_t
    attach_function :pcty_infer_invariants_clear, [:pointer], :void
    attach_function :pcty_infer_invariants_add, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_infer_solver_new, [], :pointer
    attach_function :pcty_infer_solver_free, [:pointer], :void
    attach_function :pcty_infer_solver_info, [:pointer, :pointer], :bool
    attach_function :pcty_infer_solver_set_step_limit, [:pointer, :uint64], :void
    attach_function :pcty_infer_solver_variable, [:pointer, :uint64], :pointer
    attach_function :pcty_infer_solver_fresh, [:pointer], :pointer
    attach_function :pcty_infer_solver_add, [:pointer, :pointer, :pointer, :pointer], :uint32
    attach_function :pcty_infer_solver_known, [:pointer, :uint64, :pointer, :pointer], :uint32
    attach_function :pcty_infer_solver_enter, [:pointer], :void
    attach_function :pcty_infer_solver_leave, [:pointer, :pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_infer_scheme_list_at, [:pointer, :size_t], :pointer
    attach_function :pcty_infer_scheme_list_free, [:pointer], :void
    attach_function :pcty_infer_solver_solve, [:pointer, :pointer, :pointer], :uint32
    attach_function :pcty_infer_solution_free, [:pointer], :void
    attach_function :pcty_infer_solution_info, [:pointer, :pointer], :bool
    attach_function :pcty_infer_solution_type, [:pointer, :uint64, :pointer, :pointer], :uint32
    attach_function :pcty_infer_solution_undetermined_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_infer_solution_annotation_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_infer_solution_candidate_at, [:pointer, :size_t, :size_t], :pointer
    attach_function :pcty_infer_solution_refutation_at, [:pointer, :size_t], :pointer
    attach_function :pcty_infer_solution_remaining_at, [:pointer, :size_t, :pointer], :bool
    attach_function :pcty_infer_solution_alternative_at, [:pointer, :size_t, :size_t], :size_t
    attach_function :pcty_infer_conflict_info, [:pointer, :pointer], :bool
    attach_function :pcty_infer_conflict_step_at, [:pointer, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_infer_conflict_chain_at, [:pointer, :size_t], :uint32
    attach_function :pcty_type_translate, [:pointer, :pcty_dialect, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true, features: %i[translate]
    attach_function :pcty_translation_info, [:pointer, :pointer], :bool, features: %i[translate]
    attach_function :pcty_translation_note_at, [:pointer, :size_t, :pointer], :bool, features: %i[translate]
    attach_function :pcty_translation_free, [:pointer], :void, features: %i[translate]
    attach_function :pcty_value_translate, [:pointer, :pointer, :pcty_dialect, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true, features: %i[translate]
    attach_function :pcty_schema_parse, [Str.by_value, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[schema]
    attach_function :pcty_schema_to_json, [:pointer, :pcty_schema_extent, :pcty_json_layout, :pointer, :pointer], :uint32, blocking: true, features: %i[schema]
    attach_function :pcty_schema_clone, [:pointer], :pointer, features: %i[schema]
    attach_function :pcty_schema_free, [:pointer], :void, features: %i[schema]
    attach_function :pcty_schema_documents_of_type, [:pointer, :pcty_dialect, :pcty_schema_documents_question, :pointer, :pointer], :uint32, features: %i[schema]
    attach_function :pcty_schema_documents_of_schema, [:pointer, :pointer, :pointer], :uint32, features: %i[schema]
    attach_function :pcty_schema_documents_take, [:pointer, Str.by_value, :pointer, :pointer], :uint32, blocking: true, features: %i[schema]
    attach_function :pcty_schema_documents_free, [:pointer], :void, features: %i[schema]
    attach_function :pcty_schema_documents_relate, [:pointer, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[schema]
    attach_function :pcty_schema_relation_info, [:pointer, :pointer], :bool, features: %i[schema]
    attach_function :pcty_schema_relation_free, [:pointer], :void, features: %i[schema]
    attach_function :pcty_schema_export, [:pointer, :pointer, :pcty_dialect, :pcty_schema_documents_question, :pointer, :pointer], :uint32, blocking: true, features: %i[schema]
    attach_function :pcty_schema_import, [:pointer, :pcty_dialect, :pcty_schema_open_objects, :pointer, :pointer], :uint32, blocking: true, features: %i[schema]
    attach_function :pcty_schema_pair_info, [:pointer, :pointer], :bool, features: %i[schema]
    attach_function :pcty_schema_pair_relate, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[schema]
    attach_function :pcty_schema_pair_note_at, [:pointer, :size_t, :pointer], :bool, features: %i[schema]
    attach_function :pcty_schema_pair_free, [:pointer], :void, features: %i[schema]
    attach_function :pcty_schema_export_class, [:pointer, Str.by_value, :pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[schema puppet]
    attach_function :pcty_schema_documents_of_module, [:pointer, :pcty_schema_documents_question, :pointer, :pointer], :uint32, features: %i[schema terraform]
    attach_function :pcty_schema_export_module, [:pointer, :pcty_schema_documents_question, :pointer, :pointer], :uint32, blocking: true, features: %i[schema terraform]
    attach_function :pcty_translation_witness, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[schema]
    attach_function :pcty_type_assignable_witness, [:pointer, :pointer, :pcty_dialect, :pointer, :pointer], :uint32, blocking: true, features: %i[schema]
    attach_function :pcty_workspace_new, [:pointer, :pointer, :pointer], :uint32, blocking: true, features: %i[services]
    attach_function :pcty_workspace_free, [:pointer], :void, features: %i[services]
    attach_function :pcty_workspace_set_files, [:pointer, :pcty_workspace_reader, :pcty_workspace_lister, :pointer, :pcty_destroy, :pointer], :uint32, features: %i[services]
    attach_function :pcty_workspace_open, [:pointer, Str.by_value, Str.by_value, :int64, Str.by_value, :pointer], :uint32, features: %i[services]
    attach_function :pcty_workspace_change, [:pointer, Str.by_value, :int64, :pointer, Str.by_value, :pointer], :uint32, features: %i[services]
    attach_function :pcty_workspace_close, [:pointer, Str.by_value, :pointer], :uint32, features: %i[services]
    attach_function :pcty_workspace_file_changed, [:pointer, Str.by_value, :pointer], :uint32, features: %i[services]
    attach_function :pcty_workspace_document_to_text, [:pointer, Str.by_value, :pointer, :pointer], :uint32, features: %i[services]
    attach_function :pcty_workspace_diagnostics, [:pointer, Str.by_value, :pointer, :pointer], :uint32, blocking: true, features: %i[services]
    attach_function :pcty_workspace_request, [:pointer, Str.by_value, :pointer, Str.by_value, :pcty_request, :pointer, :pointer], :uint32, blocking: true, features: %i[services]
    attach_function :pcty_value_summary, [:pointer, :pointer], :void
    attach_function :pcty_value_part_summaries, [:pointer, :size_t, :size_t, :pointer], :size_t
    attach_function :pcty_value_column_summaries, [:pointer, Str.by_value, :size_t, :size_t, :pointer], :size_t
    attach_function :pcty_value_parts, [:pointer, :size_t, :size_t, :pointer, :pointer], :uint32
    attach_function :pcty_value_footprint, [:pointer], :uint64
    attach_function :pcty_value_is_light, [:pointer, :uint64], :bool
    attach_function :pcty_value_small, [:pointer, :pointer], :bool
    attach_function :pcty_value_from_ruby, [:pointer, :pcty_dialect, :pointer, :pointer], :uint32
    attach_function :pcty_value_to_ruby, [:pointer, :pointer, :pcty_dialect, :pcty_ruby_keys, :pointer], :uint32
  end
end
