# frozen_string_literal: true

module Polycty
  class Value < Handle
    # Traversal of a value and its parts, each with its path.
    module Walk
      # Yields the value and each of its parts, the outer ones first. If the block returns `:skip`,
      # the parts of that value are skipped; `:stop` ends the traversal.
      # @yieldparam path [Path]
      # @yieldparam part [Value]
      # @return [Enumerator, self]
      def walk(&block)
        return enum_for(:walk) unless block

        failed = nil
        visit = FFI::Function.new(:uint32, %i[pointer pointer pointer]) do |_, path, part|
          answer = nil
          failed = Callbacks.failure do
            answer = block.call(Path.from_native(path), Value.copy(part, dialect: @dialect))
          end
          failed ? VISITS[:stop] : VISITS.fetch(answer, VISITS[:descend])
        end
        Callbacks.guard do
          Native.check { |error| Native.pcty_value_walk(self, visit, nil, error) }
          Error.raise_native(failed) if failed
        end
        self
      end

      # Replaces each part of the value, and then the value itself, by the result of the block,
      # which receives a part after the part's own parts were replaced. Containers get the types of
      # their new parts; unchanged parts keep their types.
      # @yieldparam path [Path]
      # @yieldparam part [Value]
      # @yieldreturn [Value, Object]
      # @return [Value]
      def transform(&block)
        dialect = @dialect
        rewrite = FFI::Function.new(
          :uint32, %i[pointer pointer pointer pointer pointer]
        ) do |_, path, part, out, error|
          Callbacks.enter(error) do
            borrowed = Value.copy(part, dialect: dialect)
            become = Value.coerce(block.call(Path.from_native(path), borrowed), dialect: dialect)
            out.write_pointer(Native.pcty_value_clone(become))
          end
        end
        Callbacks.guard do
          derive { Native.result { |out, e| Native.pcty_value_transform(self, rewrite, nil, out, e) } }
        end
      end

      VISITS = { descend: 0, skip: 1, stop: 2 }.freeze
      private_constant :VISITS
    end
  end
end
