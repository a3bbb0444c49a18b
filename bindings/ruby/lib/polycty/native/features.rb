# frozen_string_literal: true

module Polycty
  module Native
    # The parts of the library that a build may leave out, and the functions that need them.
    # @private
    module Features
      # Their names in messages.
      NAMES = {
        hcl: "HCL", pcl: "PCL", terraform: "Terraform", puppet: "Puppet", mcl: "mcl",
        translate: "translation", schema: "JSON Schema",
        services: "language services"
      }.freeze

      # @return [Array<Symbol>] the features that the library contains
      def features
        @features ||= NAMES.keys.select { |name| reports_features? ? pcty_has(name) : true }.freeze
      end

      # Attaches a function. If the library does not contain a feature that the function needs, the
      # method raises {UnsupportedError}; if the library is older than the function,
      # NotImplementedError.
      def attach_function(name, *signature, features: nil, **options)
        missing = features && (features - self.features).first
        return define_missing(name, missing) if missing

        begin
          super(name, *signature, **options)
        rescue FFI::NotFoundError
          define_singleton_method(name) do |*|
            raise ::NotImplementedError, "libpolycty #{Polycty.library_version} has no #{name}"
          end
        end
      end

      # Fails if the library does not contain a feature.
      def require_feature(name)
        return if features.include?(name)

        raise UnsupportedError, "this build of polycty does not contain #{NAMES.fetch(name)}"
      end

      private

      def define_missing(name, feature) = define_singleton_method(name) { |*| require_feature(feature) }

      # A library older than `pcty_has` contains every feature.
      def reports_features? = ffi_libraries.any? { |library| library.find_function("pcty_has") }
    end
  end
end
