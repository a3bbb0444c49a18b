# frozen_string_literal: true

module Polycty
  # A known list, set, tuple, map or object without marks of its own; also Puppet's arrays and
  # hashes, and mcl's lists, maps and structs.
  #
  # Maps and objects enumerate pairs of a key and a value, as Hashes do; the others enumerate
  # values. Elements are borrowed: they keep the collection alive, and need no copy.
  #
  #   ports = Polycty::Value.from([80, 443], "list(number)")
  #   ports.sum(&:to_i)  # => 523
  #   ports[-1].to_ruby  # => 443
  class Collection < Value
    include Enumerable

    # @return [Integer] the number of elements, entries or attributes
    def length
      room = Native::Room.take
      Native.pcty_value_length(@pointer, room.out)
      length = room.out.get(:size_t, 0)
      room.give_back
      length
    end
    alias size length

    # @return [Boolean]
    def empty? = length.zero?

    # @return [Symbol] `:list`, `:set`, `:tuple`, `:map`, `:object`, or `:hash` for a Puppet hash
    def kind
      kind = type.kind
      keyed_by_puppet?(kind) ? :hash : kind
    end

    # @return [Boolean] whether the elements have keys
    def keyed? = %i[map object hash].include?(kind)

    # @yieldparam element [Value] or a pair of a key and an element
    # @return [Enumerator, self]
    def each(&block)
      return enum_for { length } unless block

      keyed? ? each_pair(&block) : each_value(&block)
    end

    # @yieldparam element [Value]
    # @return [Enumerator, self]
    def each_value
      return enum_for(__method__) { length } unless block_given?

      index = 0
      count = length
      while index < count
        yield at(index)
        index += 1
      end
      self
    end

    # @yieldparam key [String, Value] a Value if the key is not a string
    # @yieldparam element [Value]
    # @return [Enumerator, self]
    def each_pair
      return enum_for(__method__) { length } unless block_given?

      keys.each_with_index { |key, index| yield [key, at(index)] }
      self
    end

    # @return [Array<String, Value>] the keys of a map, the names of an object's attributes
    def keys
      return [] unless keyed?

      Array.new(length) { |index| key_at(index) }
    end

    # @return [Array<Value>]
    def values = each_value.to_a

    # @return [Array<Value>, Array<Array(String, Value)>] the elements, or the pairs
    def to_a = each.to_a

    # The element at an index, which may be negative to count from the end, or under a key or name.
    # @param key [Integer, String, Symbol, Value]
    # @return [Value, nil]
    def [](key)
      case key
      when String, Symbol then Native.borrow(key) { |name| named(name) }
      when Value then keyed_by_value(key)
      when Integer
        return keyed_by_value(Value.from(key, dialect: @dialect)) if keyed?

        key += length if key.negative?
        at(key) unless key.negative?
      else raise ::TypeError, "#{key.class} is neither an index nor a key"
      end
    end

    # As {#[]}, but a missing element raises, unless a block or a default provides the result.
    # @param key [Integer, String, Symbol, Value]
    # @return [Value, Object]
    # @raise [KeyError, IndexError]
    def fetch(key, *default)
      found = self[key]
      return found if found
      return yield key if block_given?
      return default.first unless default.empty?

      raise ::KeyError.new("key not found: #{key.inspect}", receiver: self, key: key) if keyed?

      raise ::IndexError, "index #{key} outside of #{length} elements"
    end

    # @param key [Integer, String, Symbol]
    # @param further [Array<Integer, String, Symbol>]
    # @return [Value, nil] the nested part under these keys
    def dig(key, *further)
      found = self[key]
      return found if found.nil? || further.empty?

      found.dig(*further) if found.is_a?(Collection)
    end

    # @param key [String, Symbol, Value]
    # @return [Boolean] whether the entry or attribute exists
    def key?(key) = keyed? && !self[key].nil?

    # Whether a list, set or tuple contains the element, or a map or object the key.
    # @param object [Object]
    # @return [Boolean]
    def include?(object)
      return key?(object) if keyed?

      object = Value.coerce(object, dialect: @dialect)
      each_value.any? { |element| element == object }
    end
    alias member? include?

    # The elements for `case ... in [first, *]`. A nested collection stays a {Collection}, whose
    # elements are matched in the same way; a known element without marks is a Ruby object; any other
    # one stays a {Value}. Maps and objects do not match such a pattern.
    # @return [Array<Object>]
    def deconstruct = each_value.map { |element| matched(element) }

    # The elements for `case ... in {name:}`, each as in {#deconstruct}. Only maps and objects match
    # such a pattern.
    # @param names [Array<Symbol>, nil]
    # @return [Hash{Symbol => Object}]
    def deconstruct_keys(names)
      names ||= keys.grep(String).map(&:to_sym)
      names.each_with_object({}) do |name, found|
        element = keyed? && named(Native.str(name))
        found[name] = matched(element) if element
      end
    end

    # An array pattern does not match maps and objects, and a hash pattern does not match lists,
    # sets and tuples.
    # @private
    def respond_to?(name, include_all = false)
      case name
      when :deconstruct then !keyed?
      when :deconstruct_keys then keyed?
      else super
      end
    end

    private

    def matched(element)
      element.is_a?(Collection) ? element : element.to_ruby { |value| value }
    end

    def at(index) = borrowed(Native.pcty_value_element_at(@pointer, index))

    def borrowed(pointer) = Value.borrow(pointer, root_owner, dialect: @dialect)

    def named(text)
      found = Native.pcty_value_attribute_get(@pointer, text)
      found = Native.pcty_value_get(@pointer, text) if found.null?
      borrowed(found)
    end

    def keyed_by_value(key)
      kind = key.type.kind
      return named(Native.str(key.as_text)) if kind == :string
      return self[key.to_i] if kind == :number && !keyed?
      return borrowed(Native.pcty_mcl_value_get(@pointer, key)) if @dialect == :mcl
      return unless Polycty.feature?(:puppet) # only Puppet has other keys

      borrowed(Native.pcty_puppet_value_get(@pointer, key))
    end

    def key_at(index)
      text = Native.text(Native.pcty_value_key_at(@pointer, index))
      text || borrowed(Native.pcty_value_entry_key_at(@pointer, index))
    end

    def keyed_by_puppet?(kind)
      !%i[list set tuple map object].include?(kind) ||
        (@dialect == :puppet && Native.pcty_puppet_value_kind(@pointer) == :hash)
    end
  end
end
