# frozen_string_literal: true

module Polycty
  class Value < Handle
    # Which Ruby object does a value stand for? The rules are at {Value#to_ruby}.
    #
    # A structure of HCL goes as one JSON text, in which the arrays that are sets then become Sets;
    # anything else element by element. Both ways give the same object.
    # @private
    class ToRuby
      # Turns the decimals of JSON into numbers, which JSON.parse asks for.
      module Decimal
        # The Float that prints as this decimal, else the BigDecimal.
        def self.try_convert(text)
          exact = BigDecimal(text)
          near = exact.to_f
          near.finite? && BigDecimal(near.to_s) == exact ? near : exact
        end
      end

      # Numbers of more digits may not be what their digits say: those were rounded to 512 bits.
      LONG = /\d{155}/
      # Inside of these, a structure is not what JSON has.
      APART = Native::TYPE_FLAGS.values_at(:capsule, :eventual, :reference, :variable).sum
      SET = Native::TYPE_FLAGS[:set]

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
        from_json(value) || elements(value)
      end

      # Nil where JSON does not have all of it.
      def from_json(value)
        return if @stand_in || !%i[hcl pcl].include?(value.dialect)

        type = Native.pcty_value_type(value)
        flags = Native.pcty_type_flags_of(type)
        return if flags.anybits?(APART) || !of_cty?(type)

        out = FFI::MemoryPointer.new(:pointer)
        return unless Native.pcty_value_to_json(value, nil, out, nil).zero?

        text = Native.take_text { out.read_pointer }
        return if LONG.match?(text)

        parsed = JSON.parse(text, max_nesting: 0, create_additions: false,
                                  symbolize_names: @symbolize, decimal_class: Decimal)
        flags.anybits?(SET) ? with_sets(parsed, plan(value.type)) : parsed
      end

      # Where in values of a type the sets are: nil where there are none, `true` around what a set
      # holds.
      def plan(type)
        return unless type.flags.include?(:set)

        case type.kind
        when :set then [true, plan(type.element)]
        when :list, :map then [false, plan(type.element)]
        when :tuple then type.elements.each_with_index.to_h { |element, at| [at, plan(element)] }
        else type.fields.to_h { |name, field| [@symbolize ? name : name.name, plan(field)] }
        end
      end

      def with_sets(object, plan)
        return object if plan.nil? || object.nil?

        if plan.is_a?(Hash)
          plan.each { |key, inner| inner && object[key] = with_sets(object[key], inner) }
          return object
        end

        is_set, inner = plan
        return object.transform_values { |element| with_sets(element, inner) } if object.is_a?(Hash)

        object = object.map { |element| with_sets(element, inner) } if inner
        is_set ? Set.new(object) : object
      end

      # cty has no integers and doubles beside its numbers.
      def of_cty?(type)
        out = FFI::MemoryPointer.new(:pointer)
        return false unless Native.pcty_type_to_json(type, out, nil).zero?

        Native.pcty_string_free(out.read_pointer)
        true
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
        raise MarkedError, "this value is marked" if value.marked?
        raise UnknownError, "this value is not known" if value.unknown?

        raise UnsupportedError, "no Ruby object stands for a value of the type #{value.type}"
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
