# frozen_string_literal: true

require_relative "mapping/fields"
require_relative "mapping/members"

module Polycty
  module HCL
    # What {HCL.record} makes of a description: one specification by which bodies become records,
    # and the way back.
    module Mapping
      # A description put to use.
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

        # As the value of an argument.
        def object_type
          unless members.all?(&:field)
            raise ::ArgumentError, "a record with labels, blocks or a remain is no value of an argument"
          end

          names = members.map(&:attribute)
          twice = names.detect { |name| names.count(name) > 1 }
          raise ::ArgumentError, "#{twice.inspect} comes twice" if twice

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

        # A record with copies of what it has.
        def copy(record)
          make(members.to_h { |member| [member.member, Mapping.copy(record.public_send(member.member))] })
        end

        def labels(record) = members.select(&:label?).map { |label| record.public_send(label.member).to_s }

        # That an object is one of the records.
        def check(object) = Mapping.check_given(object, "a record", @record)

        # Puts all of a record into a body that is empty.
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
        def held?(body, record, scope)
          inside.all? { |member| member.held?(body, record.public_send(member.member), self, scope) }
        end

        private

        # What stands in the body.
        def inside = members.reject(&:label?)

        def make(values)
          @spread ? @record.new(*values.values_at(*@record.members)) : @record.new(**values)
        end

        # What a block gives for the members of some sorts, one sort after the other; an error says
        # which member is at fault.
        def each_held(record, *sorts)
          sorts.flat_map { |sort| members.select { |member| member.sort == sort } }.map do |member|
            Mapping.within(member.member) { yield member, record.public_send(member.member) }
          end
        end
      end

      # A record that was made here knows what stands for what is not given.
      # @private
      module Defaults
        def initialize(**given)
          missing = self.class.mapping.members.reject { |member| given.key?(member.member) }
          super(**given, **missing.to_h { |member| [member.member, member.default] })
        end
      end
    end

    # The words that describe a record, inside the block of {HCL.record}. Each says what a member is
    # in HCL; `as` is what it is called there, if it is not as the member is.
    class Describing
      # @private
      attr_reader :members

      # @private
      def initialize
        @members = []
      end

      # A label of the block that the record is; labels come first, in their order.
      # @param member [Symbol]
      # @param as [Symbol, String]
      def label(member, as: member)
        unless @members.all?(&:label?)
          raise ::ArgumentError, "the label #{as.to_s.inspect} comes after what stands in the body"
        end

        add(Mapping::Label.new(member, as))
      end

      # An argument.
      # @param member [Symbol]
      # @param type [Type, String, Class, Array(Class)] a type, `optional(T, default)` in its objects
      #   too; {Value} for whatever there is, unknown and marked too; {Expression} for one that is not
      #   evaluated; a record that has arguments alone, or an Array with that for a list of them
      # @param optional [Boolean] whether it may be missing or null
      # @param default [Object, nil] what then stands for it, a copy in each record; what is so is not
      #   written, save where it stands already
      # @param as [Symbol, String]
      def attribute(member, type = "any", optional: false, default: nil, as: member)
        field = Mapping::Field.of(type)
        add(Mapping::Argument.new(member, as, field, !optional && default.nil?, default))
      end

      # Blocks of a type.
      # @param member [Symbol]
      # @param record [Class] what each block is
      # @param optional [Boolean] whether the one block may be missing, which is nil
      # @param many [Boolean] whether there may be any number of them, an Array in their order
      # @param keyed [Boolean] whether they are a Hash by their first labels
      # @param min [Integer] of many at least
      # @param max [Integer] of many at most; 0 for any number
      # @param as [Symbol, String] the type
      def block(member, record, optional: false, many: false, keyed: false, min: 0, max: 0, as: member)
        raise ::ArgumentError, "blocks are records, not #{record.inspect}" unless record.is_a?(Records)

        shapes = { optional: optional, many: many, keyed: keyed }.select { |_, chosen| chosen }.keys
        raise ::ArgumentError, "blocks are one of #{shapes.join(', ')}" if shapes.length > 1
        raise ::ArgumentError, "min and max are no counts: #{min}, #{max}" if min.negative? || max.negative?
        raise ::ArgumentError, "at least #{min} blocks are more than #{max}" if min > max && !max.zero?

        add(Mapping::Blocks.new(member, as, record, shapes.first || :one, min, max))
      end

      # What nothing else is described for; without it, that is a fault.
      # @param member [Symbol]
      # @param type [Type, String, Class, nil] for arguments alone, a Hash of their values by their
      #   names, none of which is described; nil for a {Body}, which stays where it is when a record is
      #   put into a body that has it
      def remain(member, type = nil)
        add(type ? Mapping::RestArguments.new(member, Mapping::Field.of(type)) : Mapping::RestBody.new(member, ""))
      end

      private

      def add(member)
        rest = member.sort == :rest
        raise ::ArgumentError, "#{member.name.inspect} is no name" unless rest || Mapping.name?(member.name)

        @members.each do |before|
          raise ::ArgumentError, "the member #{member.member} comes twice" if before.member == member.member
          # A label may be called as an argument is.
          next unless before.name == member.name && before.label? == member.label?

          raise ::ArgumentError, "#{rest ? 'a remain' : member.name.inspect} comes twice"
        end
        @members << member
      end
    end

    # What records can: classes that {HCL.record} has described include this, and are {Records}.
    module Record
      # @return [String] the text of a body that is the record, laid out
      # @raise [Error] with the path to what cannot be written, such as nil for what has to be there, or
      #   a name among the others that is none
      def to_hcl
        mapping = self.class.mapping
        if mapping.members.any?(&:label?)
          raise InvalidArgumentError, "a record with labels belongs into a block"
        end

        file = File.new
        mapping.fill(file.body, self)
        file.to_s
      end

      # Writes the record to a file, as {#to_hcl} does; the file contains all of it or, if the call fails,
      # its previous content.
      # @param path [String, #to_path]
      # @return [self]
      # @raise [Error] as {#to_hcl}
      # @raise [SystemCallError] if the file cannot be written
      def save(path)
        SourceFile.save(path, to_hcl)
        self
      end

      # Brings a body of a {File}, or a block with its labels, to what the record is. What has the
      # expected value already stays as it is written, with a scope also what has it by way of variables
      # and functions; blocks are known by their labels, those without by their order; what is not
      # described is left alone. What cannot be written is found before anything is changed.
      # @param node [Node]
      # @param scope [Scope, nil]
      # @return [self]
      def encode(node, scope = nil)
        mapping = self.class.mapping
        mapping.fill(File.new.body, self)
        labels = mapping.labels(self)
        unless labels.empty?
          raise InvalidArgumentError, "a record with labels belongs into a block" unless node.kind == :block

          node.labels = labels unless node.labels == labels
        end
        mapping.update(node, self, scope)
        self
      end
    end

    # What the classes of records can. One that inherits from a class that was described is a class of
    # records, too, and what it decodes are its own.
    module Records
      # @private
      attr_writer :mapping

      # @private
      def mapping = @mapping ||= Mapping::Description.new(self, superclass.mapping.members)

      # @return [Spec] by which bodies become records: of a tuple with an element for each member
      def spec = mapping.spec

      # @param body [Body]
      # @param scope [Scope, nil]
      # @return [Record]
      # @raise [DiagnosticsError] with all that is wrong, each at its place
      def decode(body, scope = nil) = mapping.from_body(body.decode(spec, scope))

      # @param text [String]
      # @param scope [Scope, nil]
      # @param file [String] what diagnostics call the text
      # @param syntax [Symbol] `:native` or `:json`
      # @return [Record]
      # @raise [SyntaxError, DiagnosticsError]
      def parse(text, scope = nil, file: "body", syntax: :native)
        decode(Body.parse(text, file: file, syntax: syntax), scope)
      end

      # Reads a file of the file system; one whose name ends in `.json` as JSON.
      # @param path [String, #to_path]
      # @param scope [Scope, nil]
      # @return [Record]
      # @raise [SyntaxError, DiagnosticsError, SystemCallError]
      def load(path, scope = nil) = decode(Body.load(path), scope)
    end

    class << self
      # Describes a class whose objects are bodies of HCL, by the words of {Describing}.
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
      # @param of [Class, nil] a Struct or Data class; without one, a Struct with keywords is made,
      #   in which defaults stand for what is not given
      # @return [Class] that is {Records}, and includes {Record}
      # @raise [ArgumentError] for what no body can be
      def record(of = nil, &block)
        raise ::ArgumentError, "a record is described in a block" unless block

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
        raise ::ArgumentError, "nothing is described" if members.empty?

        Struct.new(*members, keyword_init: true).prepend(Mapping::Defaults)
      end

      def check_members(record, described)
        raise ::ArgumentError, "#{record.inspect} is no Struct or Data class" unless record.respond_to?(:members)

        has = record.members
        taken = described & %i[to_hcl save encode class public_send]
        missing = described - has
        left = has - described
        raise ::ArgumentError, "#{record} has no member #{missing.first}" unless missing.empty?
        raise ::ArgumentError, "nothing is said of the member #{left.first}" unless left.empty?
        raise ::ArgumentError, "a member may not be called #{taken.first}" unless taken.empty?
      end
    end
  end
end
