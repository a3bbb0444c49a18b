# frozen_string_literal: true

require_relative "mapping/fields"
require_relative "mapping/members"

module Polycty
  module HCL
    # The mapping that {HCL.record} creates from a description: one specification that decodes
    # bodies to records and writes records to bodies.
    module Mapping
      # A compiled description.
      # @private
      class Description
        attr_reader :members, :spec

        # @return [Set<String>] the names of the arguments that are described
        attr_reader :arguments

        def initialize(record, members)
          @record = record
          @members = members.freeze
          @arguments = members.grep(Argument).to_set(&:name).freeze
          labels = -1
          @spec = Spec.tuple(*members.map { |member| member.spec(labels += 1) })
          @spread = record.respond_to?(:keyword_init?) && !record.keyword_init?
        end

        # @param value [Value] a tuple of the members
        def from_body(value)
          make(members.zip(value.values).to_h { |member, part| [member.member, member.read(part)] })
        end

        # The record as the value of an argument.
        def object_type
          unless members.all?(&:field)
            raise ::ArgumentError, "a record with labels, blocks or a remain cannot be the value of an argument"
          end

          names = members.map(&:attribute)
          twice = names.detect { |name| names.count(name) > 1 }
          raise ::ArgumentError, "#{twice.inspect} is described twice" if twice

          Type.object(members.to_h { |member| [member.attribute, member.field.type] },
                      optional: members.reject(&:required).map(&:attribute))
        end

        def from_object(value)
          Mapping.check_whole(value)
          make(members.to_h do |member|
            [member.member, Mapping.within(member.name.to_sym) { member.read(value[member.attribute]) }]
          end)
        end

        def to_object(record)
          check(record)
          parts = members.filter_map do |member|
            object = record.public_send(member.member)
            next if member.left_out?(object)

            [member.attribute, Mapping.within(member.name.to_sym) { member.value(object) }]
          end
          Value.from(parts.to_h)
        end

        # A record with copies of its members.
        def copy(record)
          make(members.to_h { |member| [member.member, Mapping.copy(record.public_send(member.member))] })
        end

        def labels(record) = members.select(&:label?).map { |label| record.public_send(label.member).to_s }

        # Checks that an object is one of the records.
        def check(object) = Mapping.check_given(object, "a record", @record)

        # Writes a whole record into an empty body.
        # @return [Node]
        def fill(body, record)
          text = each_held(record, :argument, :rest) { |member, object| member.write(object, self) }.join
          body.insert_text(text) unless text.empty?
          each_held(record, :blocks, :rest) { |member, object| member.fill(body, object) }
          body
        end

        def update(body, record, scope)
          inside.each { |member| member.update(body, record.public_send(member.member), self, scope) }
        end

        # Whether {#update} would change nothing.
        def matches?(body, record, scope)
          inside.all? { |member| member.matches?(body, record.public_send(member.member), self, scope) }
        end

        private

        # The nodes in the body.
        def inside = members.reject(&:label?)

        def make(values)
          @spread ? @record.new(*values.values_at(*@record.members)) : @record.new(**values)
        end

        # The results of a block for the members of the given sorts, in order of the sorts. An error
        # names the invalid member.
        def each_held(record, *sorts)
          sorts.flat_map { |sort| members.select { |member| member.sort == sort } }.map do |member|
            Mapping.within(member.member) { yield member, record.public_send(member.member) }
          end
        end
      end

      # The constructor of a record that is defined here fills in the defaults.
      # @private
      module Defaults
        def initialize(**given)
          missing = self.class.mapping.members.reject { |member| given.key?(member.member) }
          super(**given, **missing.to_h { |member| [member.member, member.default] })
        end
      end
    end

    # The methods that describe a record inside the block of {HCL.record}. Each defines the
    # representation of a member in HCL; `as` is its name in HCL, by default the name of the member.
    class Describing
      # @private
      attr_reader :members

      # @private
      def initialize
        @members = []
      end

      # A label of the block that the record represents; labels come first, in their order.
      # @param member [Symbol]
      # @param as [Symbol, String]
      def label(member, as: member)
        unless @members.all?(&:label?)
          raise ::ArgumentError, "the label #{as.to_s.inspect} must come before the content of the body"
        end

        add(Mapping::Label.new(member, as))
      end

      # An argument.
      # @param member [Symbol]
      # @param type [Type, String, Class, Array(Class)] a type, also with `optional(T, default)` in
      #   its objects; {Value} for any value, including unknown and marked ones; {Expression} for an
      #   expression that is not evaluated; a record that has only arguments, or an Array with it
      #   for a list of such records
      # @param optional [Boolean] whether it may be missing or null
      # @param default [Object, nil] its value in that case, copied for each record; an argument
      #   with the default value is written only if it already exists in the body
      # @param as [Symbol, String]
      def attribute(member, type = "any", optional: false, default: nil, as: member)
        field = Mapping::Field.of(type)
        add(Mapping::Argument.new(member, as, field, !optional && default.nil?, default))
      end

      # Blocks of a type.
      # @param member [Symbol]
      # @param record [Class] the class of each block
      # @param optional [Boolean] whether the single block may be missing; the member is then nil
      # @param many [Boolean] whether any number is allowed; the member is an Array in their order
      # @param keyed [Boolean] whether the member is a Hash by the first labels
      # @param min [Integer] the minimum number if there are many
      # @param max [Integer] the maximum number if there are many; 0 for any number
      # @param as [Symbol, String] the type
      def block(member, record, optional: false, many: false, keyed: false, min: 0, max: 0, as: member)
        raise ::ArgumentError, "blocks are records, not #{record.inspect}" unless record.is_a?(Records)

        shapes = { optional: optional, many: many, keyed: keyed }.select { |_, chosen| chosen }.keys
        raise ::ArgumentError, "blocks are one of #{shapes.join(', ')}" if shapes.length > 1
        raise ::ArgumentError, "min and max must not be negative: #{min}, #{max}" if min.negative? || max.negative?
        raise ::ArgumentError, "at least #{min} blocks are more than #{max}" if min > max && !max.zero?

        add(Mapping::Blocks.new(member, as, record, shapes.first || :one, min, max))
      end

      # All content that no other member describes. Without it, such content is an error.
      # @param member [Symbol]
      # @param type [Type, String, Class, nil] the type of the values in a Hash of the other
      #   arguments by name; blocks are then not allowed. Nil for a {Body}, which stays in place
      #   when a record is written to a body that contains it
      def remain(member, type = nil)
        add(type ? Mapping::RestArguments.new(member, Mapping::Field.of(type)) : Mapping::RestBody.new(member, ""))
      end

      private

      def add(member)
        rest = member.sort == :rest
        raise ::ArgumentError, "#{member.name.inspect} is not a valid name" unless rest || Mapping.name?(member.name)

        @members.each do |before|
          raise ::ArgumentError, "the member #{member.member} is described twice" if before.member == member.member
          # A label may have the same name as an argument.
          next unless before.name == member.name && before.label? == member.label?

          raise ::ArgumentError, "#{rest ? 'a remain' : member.name.inspect} is described twice"
        end
        @members << member
      end
    end

    # The methods of records: classes that {HCL.record} has described include this module, and
    # extend {Records}.
    module Record
      # @return [String] the formatted text of a body for the record
      # @raise [Error] with the path to a part that cannot be written, such as nil for a required
      #   member, or an invalid name among the other arguments
      def to_hcl
        mapping = self.class.mapping
        if mapping.members.any?(&:label?)
          raise InvalidArgumentError, "a record with labels must be written to a block"
        end

        file = File.new
        mapping.fill(file.body, self)
        file.to_s
      end

      # Writes the text of {#to_hcl} to a file. The file contains all of it or, if the call fails,
      # its previous content.
      # @param path [String, #to_path]
      # @return [self]
      # @raise [Error] as {#to_hcl}
      # @raise [SystemCallError] if the file cannot be written
      def save(path)
        SourceFile.save(path, to_hcl)
        self
      end

      # Updates a body of a {File}, or a block with its labels, to match the record. A part that
      # already has the expected value keeps its notation; with a scope, this includes expressions
      # of variables and functions. Blocks are matched by their labels, and blocks without labels by
      # their order. Content that is not described is left alone. Parts that cannot be written are
      # detected before any change.
      # @param node [Node]
      # @param scope [Scope, nil]
      # @return [self]
      def encode(node, scope = nil)
        mapping = self.class.mapping
        mapping.fill(File.new.body, self)
        labels = mapping.labels(self)
        unless labels.empty?
          raise InvalidArgumentError, "a record with labels must be written to a block" unless node.kind == :block

          node.labels = labels unless node.labels == labels
        end
        mapping.update(node, self, scope)
        self
      end
    end

    # The methods of classes of records. A subclass of a record class is a record class, too, and
    # decodes to its own instances.
    module Records
      # @private
      attr_writer :mapping

      # @private
      def mapping = @mapping ||= Mapping::Description.new(self, superclass.mapping.members)

      # @return [Spec] the spec that decodes bodies of records: a tuple with an element for each
      #   member
      def spec = mapping.spec

      # @param body [Body]
      # @param scope [Scope, nil]
      # @return [Record]
      # @raise [DiagnosticsError] with all errors, each with its location
      def decode(body, scope = nil) = mapping.from_body(body.decode(spec, scope))

      # @param text [String]
      # @param scope [Scope, nil]
      # @param file [String] the name of the text in diagnostics
      # @param syntax [Symbol] `:native` or `:json`
      # @return [Record]
      # @raise [SyntaxError, DiagnosticsError]
      def parse(text, scope = nil, file: "body", syntax: :native)
        decode(Body.parse(text, file: file, syntax: syntax), scope)
      end

      # Reads and decodes a file; one whose name ends in `.json` as JSON.
      # @param path [String, #to_path]
      # @param scope [Scope, nil]
      # @return [Record]
      # @raise [SyntaxError, DiagnosticsError, SystemCallError]
      def load(path, scope = nil) = decode(Body.load(path), scope)
    end

    class << self
      # Describes a class whose objects represent bodies of HCL, by the methods of {Describing}.
      #
      #   Listener = Polycty::HCL.record { attribute :port, "number" }
      #   Server = Polycty::HCL.record do
      #     label :name
      #     attribute :zone, "string", optional: true
      #     block :listeners, Listener, many: true, as: "listener"
      #   end
      #   Fleet = Polycty::HCL.record { block :servers, Server, many: true, as: "server" }
      #   fleet = Fleet.parse("server \"web\" {\n  listener {\n    port = 80\n  }\n}\n")
      #   fleet.servers.first.listeners.first.port # => 80
      #   fleet.to_hcl # => "server \"web\" {\n  listener {\n    port = 80\n  }\n}\n"
      #
      # @param of [Class, nil] a Struct or Data class; by default a new Struct with keywords, whose
      #   missing members have their defaults
      # @return [Class] which extends {Records} and includes {Record}
      # @raise [ArgumentError] for a description that no body can match
      def record(of = nil, &block)
        raise ::ArgumentError, "a block that describes the record is required" unless block

        describing = Describing.new
        describing.instance_eval(&block)
        members = describing.members
        record = of || record_class(members.map(&:member))
        check_members(record, members.map(&:member))
        record.extend(Records)
        record.include(Record)
        record.mapping = Mapping::Description.new(record, members)
        record
      end

      private

      def record_class(members)
        raise ::ArgumentError, "no members are described" if members.empty?

        Struct.new(*members, keyword_init: true).prepend(Mapping::Defaults)
      end

      def check_members(record, described)
        raise ::ArgumentError, "#{record.inspect} is not a Struct or Data class" unless record.respond_to?(:members)

        has = record.members
        taken = described & %i[to_hcl save encode class public_send]
        missing = described - has
        left = has - described
        raise ::ArgumentError, "#{record} has no member #{missing.first}" unless missing.empty?
        raise ::ArgumentError, "the member #{left.first} is not described" unless left.empty?
        raise ::ArgumentError, "#{taken.first} is not allowed as the name of a member" unless taken.empty?
      end
    end
  end
end
