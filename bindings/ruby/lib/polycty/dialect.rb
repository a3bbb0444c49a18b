# frozen_string_literal: true

module Polycty
  # The configuration languages, each with its notation and rules.
  DIALECTS = %i[hcl pcl puppet mcl].freeze

  # The common dialect of several objects.
  # @private
  module Dialect
    # The dialects that the library contains.
    CONTAINED = (DIALECTS & Native.features).freeze
    private_constant :CONTAINED

    class << self
      # The dialect of the objects that have one, or the default.
      def of(objects, default = :hcl)
        found = objects.filter_map { |each| each.dialect if each.is_a?(Type) || each.is_a?(Value) }
        found.uniq!
        return found.first || default if found.length < 2

        raise ::ArgumentError, "the dialects differ: #{found.join(', ')}"
      end

      # The dialect, if it is one that the library contains.
      def expect(dialect)
        return dialect if CONTAINED.include?(dialect)

        Native.require_feature(dialect) if DIALECTS.include?(dialect)
        raise ::ArgumentError, "a dialect is one of #{DIALECTS.join(', ')}, not #{dialect.inspect}"
      end
    end
  end
end
