# frozen_string_literal: true

require "json"

module Polycty
  # Terraform's modules: what a folder declares, and what it is worth with values for its
  # variables. There is no plan, no provider and no state.
  #
  #   mod = Polycty::Terraform::Module.parse(
  #     "main.tf" => "variable \"host\" {}\noutput \"address\" {\n value = \"${var.host}:80\"\n}\n"
  #   )
  #   found = mod.evaluate(command_line: { "host" => "db" })
  #   found.output("address").to_ruby  # => "db:80"
  module Terraform
    # A module as it was read. It never changes; any number of threads may use it.
    class Module < Closable
      frees_with :pcty_terraform_module_free

      class << self
        # Reads a folder: one on disk, or one of the files that the program has.
        # @param files [Hash{String => String}, #content, nil] those, as {HCL::TerraformHost} takes
        #   them
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

        # Reads files that the program has, a text by its name, in any order.
        # @param files [Hash{String => String}]
        # @return [Module]
        # @raise [Error] with all diagnostics
        def parse(files)
          names = Native.strs(files.keys)
          texts = Native.strs(files.values)
          own(weight: weight(files)) { Native.result { |out, e| Native.pcty_terraform_module_parse(names, texts, files.size, out, nil, e) } }
        end

        # Reads files as far as they can be read.
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

      # What it declares: `variables`, `locals`, `outputs`, `resources`, `module_calls` and so on,
      # each with its `place`.
      # @return [Hash{String => Object}]
      def inventory = JSON.parse(json)

      # @return [String] the same as one JSON object
      def json = Native.text_result { |out, e| Native.pcty_terraform_module_to_json(self, out, e) }

      # Looks at it with some inputs. Of several values of a variable the last one counts: those of
      # the environment, then of files in their order, then of the command line, then values.
      #
      # @param environment [Hash{String => String}] texts; one for no variable is nothing
      # @param files [Hash{String => String}] the texts of files of values by their names
      # @param command_line [Hash{String => String}] texts; one for no variable is an error
      # @param values [Hash{String => Value}]
      # @param require_all [Boolean] whether a variable without a default that is given nothing is
      #   a fault; else it is not known
      # @param paths [Hash{Symbol => String}] what `path.module`, `path.root` and `path.cwd` are
      # @param workspace [String, nil] what `terraform.workspace` is
      # @param host [HCL::TerraformHost, nil] what functions ask of the program
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

      # Looks at it as {#evaluate} does; what is wrong leaves out no more than what follows from it.
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

    # What a module is looked at with.
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
          options.lend_text(member, path)
        end
        options.lend_text(:workspace, workspace) if workspace
        options.lend(:host, HCL::TerraformHost.expect(host)) if host
        options
      end
    end
    private_constant :Inputs

    # What a module is worth with some inputs. A value that is wrong, follows from what is, or is
    # not declared, is nil. It never changes; any number of threads may use it.
    class Evaluation < Closable
      frees_with :pcty_terraform_evaluation_free

      # @return [Value, nil] the value of a variable, of its type
      def variable(name) = lent(Native.pcty_terraform_evaluation_get(self, Native.str(name), :variable))

      # @return [Value, nil] a local value
      def local(name) = lent(Native.pcty_terraform_evaluation_get(self, Native.str(name), :local))

      # @return [Value, nil] the value of an output
      def output(name) = lent(Native.pcty_terraform_evaluation_get(self, Native.str(name), :output))

      # @return [Array<String>] the names of the outputs in the order of their declarations
      def outputs
        Array.new(Native.pcty_terraform_evaluation_output_count(self)) do |index|
          Native.text(Native.pcty_terraform_evaluation_output_name_at(self, index))
        end
      end

      # @return [String] all values and diagnostics as one JSON object
      def json = Native.text_result { |out, e| Native.pcty_terraform_evaluation_to_json(self, out, e) }

      private

      def lent(value) = Value.lend(value, lender)
    end
  end
end
