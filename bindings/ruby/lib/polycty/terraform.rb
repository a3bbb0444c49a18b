# frozen_string_literal: true

require "json"

module Polycty
  # Terraform's modules: the declarations in a folder, and their values for given variables. There
  # is no plan, no provider and no state.
  #
  #   mod = Polycty::Terraform::Module.parse(
  #     "main.tf" => "variable \"host\" {}\noutput \"address\" {\n value = \"${var.host}:80\"\n}\n"
  #   )
  #   found = mod.evaluate(command_line: { "host" => "db" })
  #   found.output("address").to_ruby  # => "db:80"
  module Terraform
    # A parsed module. It never changes; any number of threads may use it.
    class Module < Closable
      frees_with :pcty_terraform_module_free

      class << self
        # Reads a folder, on disk or among the files that the program provides.
        # @param files [Hash{String => String}, #content, nil] the provided files, in a form that
        #   {HCL::TerraformHost} accepts
        # @return [Module]
        # @raise [Error] with all diagnostics
        def read(folder, files: nil)
          host = HCL::TerraformHost.new(**(files ? { files: } : { root: folder.to_s }))
          within = Native.str(files ? folder.to_s : ".")
          own do
            Callbacks.guard do
              Native.result { |out, e| Native.pcty_terraform_module_open(host, within, out, nil, e) }
            end
          end
        end

        # Parses files that the program provides: their texts by name, in any order.
        # @param files [Hash{String => String}]
        # @return [Module]
        # @raise [Error] with all diagnostics
        def parse(files)
          names = Native.strs(files.keys)
          texts = Native.strs(files.values)
          own(weight: weight(files)) { Native.result { |out, e| Native.pcty_terraform_module_parse(names, texts, files.size, out, nil, e) } }
        end

        # Parses files as far as possible.
        # @return [Array(Module, Error)] the error is nil without diagnostics
        def parse_diagnosed(files)
          names = Native.strs(files.keys)
          texts = Native.strs(files.values)
          Native.uninterrupted do
            read, error = Native.results(2) do |out, diagnostics, e|
              Native.pcty_terraform_module_parse(names, texts, files.size, out, diagnostics, e)
            end
            [own(weight: weight(files)) { read }, HCL.diagnosed(error)]
          end
        end

        private

        def weight(files) = Native::Weight.of(:terraform, files.each_value.sum(&:bytesize))
      end

      # The declarations: `variables`, `locals`, `outputs`, `resources`, `module_calls` and so on,
      # each with its `place`.
      # @return [Hash{String => Object}]
      def inventory = JSON.parse(json)

      # @return [String] the declarations as one JSON object
      def json = Native.text_result { |out, e| Native.pcty_terraform_module_to_json(self, out, e) }

      # Evaluates the module with the given inputs. If a variable has several values, the last one
      # is used, in the order: environment, files in their order, command line, values.
      # @param environment [Hash{String => String}] texts; names of undeclared variables are ignored
      # @param files [Hash{String => String}] the texts of variable files by their names
      # @param command_line [Hash{String => String}] texts; names of undeclared variables are errors
      # @param values [Hash{String => Value}]
      # @param require_all [Boolean] whether a variable without a default and without a value is an
      #   error; otherwise its value is unknown
      # @param paths [Hash{Symbol => String}] the values of `path.module`, `path.root` and
      #   `path.cwd`
      # @param workspace [String, nil] the value of `terraform.workspace`
      # @param host [HCL::TerraformHost, nil] provides the data that functions request from the
      #   program
      # @return [Evaluation]
      # @raise [Error] with all diagnostics
      def evaluate(**inputs)
        given = Inputs.new(**inputs)
        Evaluation.own do
          Callbacks.guard do
            Native.result { |out, e| Native.pcty_terraform_module_evaluate(self, given, out, nil, e) }
          end
        end
      end

      # Evaluates as {#evaluate} does. Errors affect only the values that depend on them.
      # @return [Array(Evaluation, Error)] the error is nil without diagnostics
      def evaluate_diagnosed(**inputs)
        given = Inputs.new(**inputs)
        Native.uninterrupted do
          Callbacks.guard do
            found, error = Native.results(2) do |out, diagnostics, e|
              Native.pcty_terraform_module_evaluate(self, given, out, diagnostics, e)
            end
            [Evaluation.own { found }, HCL.diagnosed(error)]
          end
        end
      end
    end

    # The inputs of an evaluation.
    # @private
    class Inputs < Closable
      frees_with :pcty_terraform_inputs_free

      def initialize(environment: {}, files: {}, command_line: {}, values: {}, require_all: false,
                     paths: {}, workspace: nil, host: nil)
        hold(POINTER.take { Native.pcty_terraform_inputs_new }, nil)
        environment.each { |name, text| text(name, text, :environment) }
        files.each { |name, text| file(name, text) }
        command_line.each { |name, text| text(name, text, :command_line) }
        values.each { |name, value| value(name, value) }
        options = options(require_all, paths, workspace, host)
        set { |e| Native.pcty_terraform_inputs_set_options(self, options, e) }
      end

      private

      def set(&) = Native.check(&)

      def text(name, text, from)
        name = Native.str(name.to_s)
        text = Native.str(text)
        set { |e| Native.pcty_terraform_inputs_set_text(self, name, text, from, e) }
      end

      def file(name, text)
        name = Native.str(name.to_s)
        text = Native.str(text)
        set { |e| Native.pcty_terraform_inputs_add_file(self, text, name, e) }
      end

      def value(name, value)
        name = Native.str(name.to_s)
        set { |e| Native.pcty_terraform_inputs_set_value(self, name, Value.expect(value), e) }
      end

      # The members of the options that paths are.
      PATHS = { module: :module_path, root: :root_path, cwd: :working_directory }.freeze
      private_constant :PATHS

      def options(require_all, paths, workspace, host)
        options = Native::TerraformOptions.sized
        options[:unset] = :error if require_all
        paths.each do |which, path|
          member = PATHS.fetch(which) { raise ::ArgumentError, "there is no path #{which.inspect}" }
          options.borrow_text(member, path)
        end
        options.borrow_text(:workspace, workspace) if workspace
        options.borrow(:host, HCL::TerraformHost.expect(host)) if host
        options
      end
    end
    private_constant :Inputs

    # The values of a module for some inputs. A value is nil if it is not declared, is invalid, or
    # depends on an invalid one. An evaluation never changes; any number of threads may use it.
    class Evaluation < Closable
      frees_with :pcty_terraform_evaluation_free

      # @return [Value, nil] the value of a variable, of its type
      def variable(name) = borrowed(Native.pcty_terraform_evaluation_get(self, Native.str(name), :variable))

      # @return [Value, nil] a local value
      def local(name) = borrowed(Native.pcty_terraform_evaluation_get(self, Native.str(name), :local))

      # @return [Value, nil] the value of an output
      def output(name) = borrowed(Native.pcty_terraform_evaluation_get(self, Native.str(name), :output))

      # @return [Array<String>] the names of the outputs in the order of their declarations
      def outputs
        Native.texts(:pcty_terraform_evaluation_output_name_at, self, Native.pcty_terraform_evaluation_output_count(self))
      end

      # @return [String] all values and diagnostics as one JSON object
      def json = Native.text_result { |out, e| Native.pcty_terraform_evaluation_to_json(self, out, e) }

      private

      def borrowed(value) = Value.borrow(value, root_owner)
    end
  end
end

require_relative "terraform/project"
