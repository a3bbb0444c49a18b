# frozen_string_literal: true

module Polycty
  module Puppet
    # A parsed, checked and prepared manifest, expression or template. It never changes; any number
    # of threads may use it.
    #
    #   Polycty::Puppet::Manifest.new("[1, 2].map |$x| { $x * 2 }").evaluate.to_ruby  # => [2, 4]
    #
    # Errors raise with Puppet's messages; {Error#diagnostics} have the locations.
    class Manifest < Closable
      frees_with :pcty_puppet_manifest_free

      # Reads and parses a file; one whose name ends in `.epp` as a template.
      # @param path [String, #to_path]
      # @param strict [Symbol] as in {#initialize}
      # @param mode [Symbol] as in {#initialize}
      # @return [Manifest]
      # @raise [SyntaxError] with all diagnostics
      # @raise [SystemCallError] if the file cannot be read
      def self.load(path, strict: :error, mode: :current)
        SourceFile.load(path) do |text, name|
          syntax = name.end_with?(".epp") ? :template : :manifest
          new(text, file: name, syntax: syntax, strict: strict, mode: mode)
        end
      end

      # @param text [String]
      # @param file [String] the name of the text in errors
      # @param syntax [Symbol] `:manifest`, or `:template` for EPP
      # @param strict [Symbol] `:error`, `:warning` or `:off`
      # @param mode [Symbol] `:current`, or `:early` for a manifest of the early specification
      # @raise [SyntaxError]
      def initialize(text, file: "", syntax: :manifest, strict: :error, mode: :current)
        text = Native.str(text)
        name = Native.str(file)
        hold(POINTER.take(Native::Weight.of(:manifest, text)) do
          Native.result { |out, e| Native.pcty_puppet_manifest_parse(text, name, syntax, strict, mode, out, e) }
        end, nil)
        freeze
      end

      # @return [String] the name of the text in errors
      def file = Native.text(Native.info(Native::PuppetManifestData, :pcty_puppet_manifest_info, self)[:file])

      private def details
        name = file
        name.inspect unless name.empty?
      end

      # @return [Error, nil] the warnings of parsing and checking
      def warnings
        error = Native.info(Native::PuppetManifestData, :pcty_puppet_manifest_info, self)[:warnings]
        Native.uninterrupted { Error.from_native(Native.pcty_error_clone(error)) } unless error.null?
      end

      # @param environment [Environment, nil]
      # @return [Value] the value of the last statement
      def evaluate(environment = nil)
        Manifest.run(environment) do |now, out, e|
          Native.pcty_puppet_manifest_evaluate(self, now, out, e)
        end
      end

      # @param parameters [Hash, Value, nil] the parameters of a template, by name
      # @param environment [Environment, nil]
      # @return [String] the output of a template
      def render(parameters = nil, environment = nil)
        parameters = Value.coerce(parameters.transform_keys(&:to_s), dialect: :puppet) if parameters.is_a?(Hash)
        now = environment && Environment.expect(environment).now
        Callbacks.guard do
          Native.text_result { |out, e| Native.pcty_puppet_manifest_render(self, parameters, now, out, e) }
        end
      end

      # Checks data against a class.
      # @param name [String] the class
      # @param data [Hash, Value] by the names of parameters, optionally prefixed by the class's
      #   name and `::`
      # @param environment [Environment, nil]
      # @return [Value] all parameters, with defaults for missing ones
      # @raise [TypeError] with every mismatch as a diagnostic
      def class_parameters(name, data, environment = nil)
        Puppet.class_parameters_of(self, name, data, environment)
      end

      # @return [Outline]
      def outline = Outline.new(self)

      # Performs a call that evaluates.
      # @private
      def self.run(environment)
        now = environment && Environment.expect(environment).now
        Callbacks.guard do
          Value.own(dialect: :puppet) { Native.result { |out, e| yield now, out, e } }
        end
      end
    end

    class << self
      # Evaluates a program.
      # @param text [String]
      # @param environment [Environment, nil]
      # @param file [String]
      # @return [Value]
      def evaluate(text, environment = nil, file: "")
        Manifest.new(text, file: file).evaluate(environment)
      end

      # Checks data against a class that the environment's loader provides.
      # @param (see Manifest#class_parameters)
      # @return (see Manifest#class_parameters)
      # @raise (see Manifest#class_parameters)
      def class_parameters(name, data, environment)
        class_parameters_of(nil, name, data, environment)
      end

      # @private
      def class_parameters_of(manifest, name, data, environment)
        data = from(data.is_a?(Hash) ? data.transform_keys(&:to_s) : data)
        text = Native.str(name)
        Manifest.run(environment) do |now, out, e|
          Native.pcty_puppet_manifest_class_parameters(manifest, text, data, now, out, e)
        end
      end

      # The path of a definition in a directory of modules.
      # @param directory [String]
      # @param kind [Symbol] `:function`, `:type`, `:class` or `:template`
      # @param name [String]
      # @return [String, nil] nil for a name that no file within a module can have
      def module_file(directory, kind, name)
        texts = [directory, name].map { |text| Native.str(text) }
        Native.text_result { |out, e| Native.pcty_puppet_module_file(texts[0], texts[1], kind, out, e) }
      end

      # @param json [String] a document, such as Hiera's data
      # @return [Value]
      def from_json(json) = result { |out, e| Native.pcty_puppet_value_from_json(Native.str(json), out, e) }
    end
  end
end
