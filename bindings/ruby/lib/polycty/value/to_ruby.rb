# frozen_string_literal: true

module Polycty
  class Value < Handle
    # Conversion of values to Ruby objects. The rules are at {Value#to_ruby}.
    #
    # The library creates a structure of core classes in one call; its Sets and long decimals are
    # filled in here. Other values are converted element by element. Both ways give the same object.
    # @private
    class ToRuby
      # Converts decimals to numbers.
      module Decimal
        # The Float that prints as this decimal, otherwise the BigDecimal.
        def self.try_convert(text)
          exact = BigDecimal(text)
          near = exact.to_f
          near.finite? && BigDecimal(near.to_s) == exact ? near : exact
        end
      end

      def initialize(symbolize_names, stand_in)
        @symbolize = symbolize_names
        @stand_in = stand_in
      end

      def object(value)
        return structure(value) if value.is_a?(Collection)
        return stand_in(value) if value.marked?

        case value.state
        when :null then nil
        when :unknown then stand_in(value)
        else scalar(value)
        end
      end

      private

      def structure(value)
        (plain(value) unless @stand_in) || elements(value)
      end

      # Nil if the library cannot create the whole object.
      def plain(value)
        whole = Native::Objects.object(value, value.dialect, @symbolize)
        return unless whole

        whole[1]&.each_slice(3) do |container, key, text|
          container[key] = text ? Decimal.try_convert(text) : Set.new(container[key])
        end
        whole[0]
      end

      def elements(value)
        case value.kind
        when :map, :object then hash(value)
        when :hash then puppet_hash(value)
        when :set then Set.new(value.each_value.map { |element| object(element) })
        else array(value)
        end
      end

      def array(value)
        value.each_value.with_index.map { |element, index| within(index) { object(element) } }
      end

      def hash(value)
        attribute = value.kind == :object
        value.each_pair.to_h do |key, element|
          step = attribute ? key.to_sym : key
          [@symbolize ? key.to_sym : key, within(step) { object(element) }]
        end
      end

      def puppet_hash(value)
        value.each_pair.to_h do |key, element|
          key = object(key) if key.is_a?(Value)
          key = key.to_sym if @symbolize && key.is_a?(String)
          [key, within(key.to_s) { object(element) }]
        end
      end

      def scalar(value)
        case value.type.kind
        when :string then value.as_text
        when :bool then value.as_bool
        when :number then number(value)
        when :integer then value.to_i
        when :float then value.to_f
        when :meta then value.as_type || stand_in(value)
        when :capsule then capsule(value)
        else puppet(value)
        end
      end

      def number(value)
        small = value.send(:small_integer)
        return small if small

        text = value.number_text
        return Decimal.try_convert(text) if text.include?(".")

        text.end_with?("Infinity") ? value.to_f : value.to_i
      end

      def capsule(value)
        value.unwrap
      rescue TypeError
        stand_in(value)
      end

      def puppet(value)
        case Puppet.kind(value)
        when :default then :default
        when :regexp then Regexp.new(Puppet.text(value))
        when :semver, :semver_range, :uri then Puppet.text(value)
        when :timestamp then Time.at(Puppet.time(value)).utc
        when :timespan then Puppet.time(value)
        when :binary then Puppet.bytes(value)
        when :sensitive, :object then value
        when :iterator then Puppet.parts(value).map { |part| object(part) }
        else value.is_a?(Collection) ? elements(value) : stand_in(value)
        end
      end

      def stand_in(value)
        return @stand_in.call(value) if @stand_in
        raise MarkedError, "the value is marked" if value.marked?
        raise UnknownError, "the value is unknown" if value.unknown?

        raise UnsupportedError, "a value of the type #{value.type} has no Ruby counterpart"
      end

      def within(step)
        yield
      rescue Error => e
        raise e.within(step)
      end
    end
    private_constant :ToRuby
  end
end
