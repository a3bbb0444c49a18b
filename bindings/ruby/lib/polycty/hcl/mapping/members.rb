# frozen_string_literal: true

module Polycty
  module HCL
    module Mapping
      class << self
        # Names a part in the errors that its processing raises.
        # @private
        def within(step)
          yield
        rescue Error => e
          raise e.within(step)
        end

        # Checks whether a value can be read. The error is reported at the location of the argument,
        # so the message has to name the part.
        # @private
        def readable
          yield
          nil
        rescue Error => e
          raise if e.path.to_a.empty?

          raise e.class, "at #{e.path}, #{e.reason}"
        end

        # @private
        def filled(value)
          raise NullError, "the value is null" if value.null? && !value.marked?
        end

        # Checks that a value can be decomposed.
        # @private
        def check_whole(value)
          return if value.is_a?(Collection)
          raise MarkedError, "the value is marked" if value.marked?
          raise UnknownError, "the value is unknown" if value.unknown?

          filled(value)
        end

        # Checks that an object to be written exists and is of a class.
        # @private
        def check_given(object, expected, kind = ::Object)
          raise NullError, "#{expected} is required, found nil" if object.nil?
          return if object.is_a?(kind)

          raise InvalidArgumentError, "#{expected} is required, found an object of #{object.class}"
        end

        # Checks whether a body may have an argument or blocks of a name.
        # @private
        def name?(text)
          return false unless text.valid_encoding?

          text.match?(/\A[A-Za-z][A-Za-z0-9_]*\z/) || Expression.parse(text).keyword == text
        rescue Error
          false
        end

        # A copy of a default for one record, which shares no mutable part with other records.
        # @private
        def copy(object)
          case object
          when String then object.dup
          when Array then object.map { |part| copy(part) }
          when Hash then object.to_h { |key, part| [copy(key), copy(part)] }
          when Record then object.class.mapping.copy(object)
          else object
          end
        end

        # @private
        def quoted(text) = Fragment.value(text.to_s, texts: :quoted).to_s
      end

      # A member of a record: its names in Ruby and in HCL. `sort` is `:label`, `:argument`,
      # `:blocks` or `:rest`.
      # @private
      class Member
        attr_reader :member, :name

        def initialize(member, name, default = nil)
          @member = member.to_sym
          @name = name.to_s
          @default = Mapping.copy(default)
        end

        # Its default for one record.
        def default = Mapping.copy(@default)

        def label? = sort == :label

        # Its form as an attribute of an object. Only arguments have one.
        def field = nil
      end

      # A label of the block that the record represents.
      # @private
      class Label < Member
        def sort = :label

        def spec(labels) = Spec.label(labels, name)

        def read(value) = value.to_s
      end

      # An argument.
      # @private
      class Argument < Member
        attr_reader :field, :required

        # @return [String] its name as an attribute of an object, where names are normalized
        attr_reader :attribute

        def initialize(member, name, field, required, default)
          super(member, name, default)
          @field = field
          @required = required
          @attribute = @name.ascii_only? ? @name : @name.unicode_normalize(:nfc)
        end

        def sort = :argument

        def spec(_labels)
          spec = Spec.attribute(name, field.type, required: required)
          field.takes_all? ? spec : spec.validate { |value| Mapping.readable { read(value) } }
        end

        def read(value)
          return default if !required && value.null? && !value.marked?
          Mapping.filled(value) unless field.takes_all?
          field.read(value)
        end

        # Its form as a part of an object.
        def value(object)
          check(object)
          field.value(object)
        end

        def write(object, _mapping) = left_out?(object) ? "" : "#{name} = #{fragment(object)}\n"

        def update(body, object, _mapping, scope)
          there = body[name]
          if !required && object.nil? then there&.remove
          elsif there then there.value = fragment(object) unless field.matches?(there, object, scope)
          elsif !left_out?(object) then body.set(name, fragment(object))
          end
        end

        def matches?(body, object, _mapping, scope)
          there = body[name] or return left_out?(object)
          (required || !object.nil?) && field.matches?(there, object, scope)
        end

        def left_out?(object)
          !required && (object.nil? || (!@default.nil? && field.same?(object, @default)))
        end

        private

        def fragment(object)
          check(object)
          field.fragment(object)
        end

        # A record has no representation of null.
        def check(object)
          Mapping.check_given(object, "a value") unless field.takes_all?
        end
      end

      # The required blocks of a type, and the form in which a member holds their records.
      # @private
      class Blocks < Member
        attr_reader :mapping

        # @param shape [Symbol] `:one`, `:optional`, `:many` or `:keyed`
        def initialize(member, name, record, shape, min, max)
          super(member, name, { many: [], keyed: {} }[shape])
          @mapping = record.mapping
          @shape = shape
          @min = min
          @max = max
        end

        def sort = :blocks

        def spec(_labels)
          nested = mapping.spec
          case @shape
          when :many then Spec.block_tuple(name, nested, min: @min, max: @max)
          when :keyed then Spec.block_object(name, ["name"], nested)
          else Spec.block(name, nested, required: @shape == :one)
          end.validate { |value| check(value) }
        end

        def read(value)
          case @shape
          when :many then value.each_value.map { |part| mapping.from_body(part) }
          when :keyed then value.each_pair.to_h { |key, part| [key.to_s, mapping.from_body(part)] }
          else value.null? ? nil : mapping.from_body(value)
          end
        end

        def fill(body, object)
          expected(object).each { |labels, record, step| Mapping.within(step) { made(body, labels, record) } }
        end

        # Blocks are matched by their labels. Blocks without labels: equal ones at the beginning and
        # at the end stay, and those between them are matched in order.
        def update(body, object, _mapping, scope)
          there = body.blocks(name)
          expected = expected(object)
          found = match(there, expected, scope)
          (there - found.compact).each(&:remove)
          place(body, there, expected.zip(found), scope)
        end

        def matches?(body, object, _mapping, scope)
          there = body.blocks(name)
          expected = expected(object)
          there.length == expected.length && there.zip(expected).all? { |node, each| same?(node, each, scope) }
        end

        private

        # Blocks are not records if their number depends on a `dynamic` block with an unknown value,
        # or if they are marked.
        def check(value)
          whole = [value]
          whole += value.is_a?(Collection) ? value.values : [] unless value.marked? || %i[one optional].include?(@shape)
          whole.each do |part|
            raise MarkedError, "blocks from a marked value cannot be read as records" if part.marked?
            raise UnknownError, "the blocks are not known yet" if part.unknown?
          end
        end

        # The labels and the record of each expected block, and the identity of the block.
        def expected(object)
          case @shape
          when :many
            Mapping.check_given(object, "an Array of records", ::Enumerable)
            object.each_with_index.map { |record, at| labelled([], record, at) }
          when :keyed
            Mapping.check_given(object, "a Hash of records", ::Hash)
            object.map { |key, record| labelled([key.to_s], record, key.to_s) }
          else object.nil? && @shape == :optional ? [] : [labelled([], object, [])]
          end
        end

        def labelled(key, record, step)
          Mapping.within(step) { mapping.check(record) }
          [key + mapping.labels(record), record, step]
        end

        def made(body, labels, record, **where)
          mapping.fill(body.insert_block(name, *labels, **where), record)
        end

        def same?(node, expected, scope)
          node.labels == expected[0] && mapping.matches?(node, expected[1], scope)
        end

        # The node of each expected block, or nil.
        def match(there, expected, scope)
          return by_labels(there, expected) unless expected.empty? || expected.first.first.empty?

          fewer = [there.length, expected.length].min
          first = (0...fewer).find { |at| !same?(there[at], expected[at], scope) } || fewer
          ends = (1..fewer - first).find { |at| !same?(there[-at], expected[-at], scope) } || fewer - first + 1
          kept = fewer - (ends - 1)
          there.first(kept) + [nil] * (expected.length - fewer) + there.last(ends - 1)
        end

        def by_labels(there, expected)
          nodes = there.group_by(&:labels)
          expected.map { |labels, _| nodes[labels]&.shift }
        end

        # Orders the blocks, changes the existing ones and creates the others.
        def place(body, there, pairs, scope)
          order = there.each_with_index.to_h
          first = pairs.filter_map(&:last).min_by { |node| order[node] }
          reached = -1
          before = nil
          pairs.each do |(labels, record), node|
            where = if before then { after: before }
                    elsif first then { before: first }
                    else {}
                    end
            if node.nil?
              before = made(body, labels, record, **where)
              next
            end
            if @shape == :many && order[node] < reached then node.move(body, **where)
            else reached = order[node]
            end
            mapping.update(node, record, scope)
            before = node
          end
        end
      end

      # All content that no other member describes, as a body. If it is part of the target body
      # already, it stays in place.
      # @private
      class RestBody < Member
        def sort = :rest

        def spec(_labels) = Spec.rest

        def read(value) = HCL.body_of(value)

        def write(rest, _mapping) = text(rest, :attribute)

        def fill(body, rest)
          blocks = text(rest, :block)
          body.insert_text(blocks) unless blocks.empty?
        end

        def update(*) = nil

        def matches?(*) = true

        private

        # The text of the arguments or of the blocks.
        def text(rest, kind)
          items = rest ? rest.items : []
          if items.any? { |item| item.kind == :either }
            raise UnsupportedError, "the rest of a body in JSON syntax cannot be written, because it may be " \
                                    "an argument or blocks"
          end
          items.select { |item| item.kind == kind }.map { |item| kind == :block ? block(item.blocks.first) : argument(item) }.join
        end

        def argument(item) = "#{item.name} = #{Fragment.parse(item.attribute.expression.text)}\n"

        def block(block)
          "#{[block.type, *block.labels.map { |label| Mapping.quoted(label) }].join(' ')} #{block.body.text}\n"
        end
      end

      # The arguments that no other member describes, by name.
      # @private
      class RestArguments < Member
        def initialize(member, field)
          super(member, "", {})
          @field = field
          spec = Spec.rest_attributes(field.type)
          # The keys of a map are normalized; the names of an object keep their notation.
          @normalized = spec.implied_type.kind == :map
          @spec = field.takes_all? ? spec : spec.validate { |value| Mapping.readable { read(value) } }
        end

        def sort = :rest

        def spec(_labels) = @spec

        def read(value)
          value.each_pair.to_h { |key, part| [key.to_s, Mapping.within(key.to_s) { argument(part) }] }
        end

        def fill(*) = nil

        def write(entries, mapping)
          Mapping.check_given(entries, "a Hash", ::Hash)
          entries.map { |name, object| Mapping.within(name.to_s) { line(name.to_s, object, mapping) } }.join
        end

        def update(body, entries, mapping, scope)
          found, others = match(body, entries, mapping)
          others.each(&:remove)
          found.each do |name, there|
            object = entries[name]
            if there.nil? then body.set(name, @field.fragment(object))
            elsif !@field.matches?(there, object, scope) then there.value = @field.fragment(object)
            end
          end
        end

        def matches?(body, entries, mapping, scope)
          found, others = match(body, entries, mapping)
          others.empty? && found.all? { |name, there| there && @field.matches?(there, entries[name], scope) }
        end

        private

        def argument(value)
          Mapping.filled(value) unless @field.takes_all?
          @field.read(value)
        end

        # A key is arbitrary text of the program.
        def line(name, object, mapping)
          raise InvalidArgumentError, "#{name.inspect} is not a valid name" unless Mapping.name?(name)
          if mapping.arguments.include?(name)
            raise InvalidArgumentError, "#{name.inspect} is a described argument, not one of the others"
          end

          Mapping.check_given(object, "a value") unless @field.takes_all?
          "#{name} = #{@field.fragment(object)}\n"
        end

        # The argument of each name of the hash, or nil; and the arguments that neither the record
        # describes nor the hash contains.
        def match(body, entries, mapping)
          there = body.items.select { |item| item.kind == :attribute }.to_h { |item| [item.name, item] }
          there.reject! { |name, _| mapping.arguments.include?(name) }
          found = entries.to_h { |name, _| [name, there.delete(name.to_s)] }
          if @normalized && !there.empty?
            written = there.keys.to_h { |name| [name.unicode_normalize(:nfc), name] }
            found.each_key { |name| found[name] ||= there.delete(written[name.to_s]) }
          end
          [found, there.values]
        end
      end
    end
  end
end
