# frozen_string_literal: true

module Polycty
  class Value < Handle
    # Marks: labels that a program attaches to values and that every operation propagates. The
    # content of a marked value is not accessible until its marks are removed.
    module Marks
      # @return [Array<String>] the marks of the value itself, sorted
      def marks = Marks.read(Native.pcty_value_marks(@pointer))

      # @return [Boolean] whether the value itself carries marks
      def marked? = Native.pcty_value_has(@pointer, :marked)

      # @param mark [String, Symbol]
      # @return [Boolean]
      def marked_with?(mark) = Native.pcty_marks_contains(Native.pcty_value_marks(@pointer), Native.str(mark))

      # @return [Boolean] whether the value or anything inside it carries marks
      def contains_marked? = Native.pcty_value_has(@pointer, :contains_mark)

      # @param marks [Array<String, Symbol>]
      # @return [Value] with these marks added to its own
      def mark(*marks)
        marks.inject(self) do |value, mark|
          text = Native.str(mark)
          derive { Native.result { |out, e| Native.pcty_value_mark(value, text, out, e) } }
        end
      end

      # The value without marks of its own. The caller has to add the {#marks} to results that are
      # derived from it.
      # @return [Value]
      def unmark = Value.borrow(Native.pcty_value_unmarked(@pointer), root_owner, dialect: @dialect)

      # @return [Array(Value, Array<String>)] the value without marks at any depth, and all removed
      #   marks
      def unmark_deep
        Native.uninterrupted do
          value, marks = Native.results(2) do |out, all, e|
            Native.pcty_value_unmark_deep(@pointer, out, all, e)
          end
          [derive { value }, Marks.read(marks)]
        ensure
          Native.pcty_marks_free(marks) if marks
        end
      end

      # @return [Array(Value, Hash{Path => Array<String>})] the value without marks at any depth, and
      #   the marks that each part had, the outer ones first
      def unmark_with_paths
        Native.uninterrupted do
          value, found = Native.results(2) do |out, marks, e|
            Native.pcty_value_unmark_with_paths(@pointer, out, marks, e)
          end
          marks = Array.new(Native.pcty_path_marks_count(found)) do |at|
            part = Native::PathMarksEntry.new
            Native.pcty_path_marks_at(found, at, part)
            [Path.from_native(part[:path]), Marks.read(part[:marks])]
          end
          [derive { value }, marks.to_h]
        ensure
          Native.pcty_path_marks_free(found) if found
        end
      end

      # The inverse of {#unmark_with_paths}. Paths to missing parts are ignored.
      # @param marks [Hash{Path, Array => Array<String, Symbol>}]
      # @return [Value] with marks added to its parts
      def mark_with_paths(marks)
        Native.uninterrupted do
          given = Native.pcty_path_marks_new
          marks.each { |path, names| Marks.add(given, Path.coerce(path), names) }
          derive { Native.result { |out, e| Native.pcty_value_mark_with_paths(self, given, out, e) } }
        ensure
          Native.pcty_path_marks_free(given) if given
        end
      end

      # @private
      def self.add(given, path, names)
        texts = names.map(&:to_s)
        strs = Native.strs(texts)
        marks = Native.result { |out, e| Native.pcty_marks_new(strs, texts.length, out, e) }
        path.native do |native|
          Native.check { |e| Native.pcty_path_marks_add(given, native, marks, e) }
        end
      ensure
        Native.pcty_marks_free(marks) if marks
      end

      # @private
      def self.read(marks)
        Native.texts(:pcty_marks_at, marks, Native.pcty_marks_count(marks))
      end
    end
  end
end
