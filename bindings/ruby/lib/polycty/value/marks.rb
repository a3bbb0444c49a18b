# frozen_string_literal: true

module Polycty
  class Value < Handle
    # Marks: what a program attaches to values and every operation carries on. A marked value
    # keeps its content to itself until its marks are taken off.
    module Marks
      # @return [Array<String>] the marks of the value itself, sorted
      def marks = Marks.read(Native.pcty_value_marks(@pointer))

      # @return [Boolean] whether the value itself carries marks
      def marked? = Native.pcty_value_is_marked(@pointer)

      # @param mark [String, Symbol]
      # @return [Boolean]
      def marked_with?(mark)
        Native.pcty_marks_contain(Native.pcty_value_marks(@pointer), Native.str(mark))
      end

      # @return [Boolean] whether the value or anything inside it carries marks
      def contains_marked? = Native.pcty_value_contains_marked(@pointer)

      # @param marks [Array<String, Symbol>]
      # @return [Value] with these marks added to its own
      def mark(*marks)
        marks.inject(self) do |value, mark|
          text = Native.str(mark)
          derive(Native.result { |out, e| Native.pcty_value_mark(value, text, out, e) })
        end
      end

      # The value without marks of its own. Whoever makes something of it owes it the {#marks}.
      # @return [Value]
      def unmark
        Value.lend(Native.pcty_value_unmarked(@pointer), lender, dialect: @dialect)
      end

      # @return [Array(Value, Array<String>)] the value without marks at any depth, and all the
      #   marks that there were
      def unmark_deep
        value, marks = Native.results(2) do |out, all, e|
          Native.pcty_value_unmark_deep(@pointer, out, all, e)
        end
        [derive(value), Marks.read(marks)]
      ensure
        Native.pcty_marks_free(marks) if marks
      end

      # @private
      def self.read(marks)
        Array.new(Native.pcty_marks_count(marks)) do |index|
          Native.text(Native.pcty_marks_at(marks, index))
        end
      end
    end
  end
end
