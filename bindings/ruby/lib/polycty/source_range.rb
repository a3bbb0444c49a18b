# frozen_string_literal: true

module Polycty
  # A position in a source text: the line from 1, the column in grapheme clusters from 1, and the
  # byte from 0.
  Position = Struct.new(:line, :column, :byte) do
    include Comparable

    # The order of positions in one text.
    # @param other [Position]
    # @return [Integer, nil]
    def <=>(other)
      [byte, line, column] <=> [other.byte, other.line, other.column] if other.is_a?(Position)
    end

    # @param other [Object]
    # @return [Boolean] whether all members are equal
    def ==(other) = other.is_a?(Position) && to_a == other.to_a

    # @return [String] such as `"3:14"`
    def to_s = "#{line}:#{column}"
  end

  # A range of a source text; the end is exclusive. Both ends are {Position}s.
  SourceRange = Struct.new(:start, :end) do
    # @private
    def self.from_native(range)
      new(*%i[start end].map do |side|
        position = range[side]
        Position.new(position[:line], position[:column], position[:byte]).freeze
      end).freeze
    end

    # @private
    def write(range)
      { start: start, end: self.end }.each do |side, position|
        position.each_pair { |member, number| range[side][member] = number }
      end
    end

    # @return [String] such as `"3:14-3:20"`
    def to_s = "#{start}-#{self.end}"
  end
end
