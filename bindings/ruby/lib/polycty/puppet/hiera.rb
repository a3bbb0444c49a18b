# frozen_string_literal: true

module Polycty
  module Puppet
    # Data of Hiera for one node: values by keys such as `web::port`, in layers. The first layer
    # that has a key provides its value.
    #
    #   data = Polycty::Puppet::Hiera.new({ "web::port" => 8080, "ntp::servers" => ["a"] })
    #   data.parameters_of("web")                 # => {"port"=>8080}
    #   manifest = Polycty::Puppet::Manifest.new("class web(Integer $port, String $user = 'www') { }")
    #   data.class_parameters("web", manifest).to_ruby # => {"port"=>8080, "user"=>"www"}
    #
    # The layers are used unchanged: `%{...}` is not interpolated, and values of several layers are
    # not merged.
    class Hiera
      # A layer: its name in messages, and its data.
      Layer = Struct.new(:name, :data)

      # @return [Array<Layer>] in the order of their precedence
      attr_reader :layers

      # Reads layers from files: YAML, or JSON if the name ends in `.json`.
      # @param paths [Array<String, #to_path>] in the order of their precedence
      # @return [Hiera]
      # @raise [SyntaxError, TypeError] with the path of the file
      # @raise [SystemCallError] if a file cannot be read
      def self.load(*paths)
        layers = paths.map { |path| SourceFile.load(path) { |text, name| Layer.new(name, parse(text, name)) } }
        allocate.tap { |hiera| hiera.send(:take, layers) }
      end

      # @private
      def self.parse(text, name)
        require "yaml"
        data = name.end_with?(".json") ? JSON.parse(text) : YAML.safe_load(text, aliases: true, filename: name)
        data.nil? ? {} : data
      rescue JSON::ParserError, Psych::Exception => e
        raise SyntaxError, e.message.include?(name) ? e.message : "#{name}: #{e.message}"
      end
      private_class_method :parse

      # @param layers [Array<Hash{String, Symbol => Object}>] in the order of their precedence
      def initialize(*layers)
        take(layers.map.with_index(1) { |data, number| Layer.new("layer #{number}", data) })
      end

      # @param key [String, Symbol]
      # @return [Object, nil] the value of a key in the first layer that has it
      def [](key) = layer_of(key.to_s)&.data&.fetch(key.to_s)

      # @return [Array<String>] all keys, those of the first layer first
      def keys = layers.flat_map { |layer| layer.data.keys }.uniq

      # @return [Array<String>] the names of the classes that keys belong to, sorted
      def classes = keys.filter_map { |key| key.rpartition("::").first.then { |name| name unless name.empty? } }.uniq.sort

      # The data of a class without a check.
      # @param name [String] the class, such as `web` or `web::server`
      # @return [Hash{String => Object}] the values by the names of the parameters
      def parameters_of(name)
        prefix = prefix(name)
        own = keys.select { |key| key.start_with?(prefix) && !key.delete_prefix(prefix).include?("::") }
        own.to_h { |key| [key.delete_prefix(prefix), self[key]] }
      end

      # The parameters of a class: their values in the data, checked by Puppet's types, and their
      # defaults. The conversions of `lookup_options` (`convert_to`) are applied first.
      # @param name [String] the class
      # @param manifest [Manifest, nil] the text that defines it; without one, the loader of the
      #   environment finds it
      # @param environment [Environment, nil]
      # @param unknown [Symbol] `:refused`, or `:ignored` for keys of the class that no parameter
      #   has, which Puppet's automatic lookup ignores
      # @return [Value]
      # @raise [TypeError] with a diagnostic for each error; the message has the layer of each value
      #   that it names
      def class_parameters(name, manifest = nil, environment = nil, unknown: :refused)
        unless %i[refused ignored].include?(unknown)
          raise ::ArgumentError, "expected :refused or :ignored, found #{unknown.inspect}"
        end

        left_out = unknown == :ignored ? unused_keys(name, manifest, environment) : []
        # A key without a class would be mistaken for a parameter's name.
        used = keys.select { |key| key.include?("::") || key == "lookup_options" } - left_out
        data = used.to_h { |key| [key, self[key]] }
        Puppet.class_parameters_of(manifest, name, data, environment)
      rescue TypeError => e
        raise e.class.new("#{e.reason}#{sources(name, e)}", path: e.path, diagnostics: e.diagnostics)
      end

      # The keys of a class without a matching parameter, such as misspelled ones. The library has
      # to contain the feature `:schema`.
      # @param name [String] the class
      # @param manifest [Manifest, nil]
      # @param environment [Environment, nil]
      # @return [Array<String>]
      def unused_keys(name, manifest = nil, environment = nil)
        known = Puppet.class_schema_of(manifest, name, environment).type.fields.keys.map(&:to_s)
        (parameters_of(name).keys - known).map { |key| prefix(name) + key }
      end

      # @return [String]
      def inspect = "#<#{self.class} #{layers.map(&:name).join(', ')}>"
      alias to_s inspect

      private

      def take(layers)
        @layers = layers.map do |layer|
          unless layer.data.is_a?(Hash)
            raise TypeError, "#{layer.name}: expected a hash of keys, found #{layer.data.class}"
          end

          Layer.new(layer.name, layer.data.transform_keys(&:to_s).freeze).freeze
        end.freeze
        freeze
      end

      def prefix(name) = "#{name.to_s.delete_prefix('::')}::"

      def layer_of(key) = layers.find { |layer| layer.data.key?(key) }

      def sources(name, error)
        prefix = prefix(name)
        text = [error.reason, *error.diagnostics.map(&:summary)].join("\n")
        found = parameters_of(name).keys.select { |key| text.include?("'#{key}'") }
        return "" if found.empty?

        " (#{found.map { |key| "#{prefix}#{key}: #{layer_of(prefix + key).name}" }.join(', ')})"
      end
    end
  end
end
