# frozen_string_literal: true

module Polycty
  module Puppet
    class Catalog
      # A resource of one catalog: its reference, the position of its declaration, and its parameters
      # as JSON data. A secret is `:sensitive`.
      Side = Struct.new(:reference, :file, :line, :parameters, keyword_init: true)

      # A parameter with different values, as JSON data: nil if one resource does not have the
      # parameter, `:sensitive` for a secret.
      ParameterChange = Struct.new(:before, :after)

      # A resource that differs: its reference, both positions, and its changed parameters by name.
      # `containers` and `exported` are pairs of the old and the new state, or nil if they are equal.
      ResourceChange = Struct.new(:reference, :old_file, :old_line, :new_file, :new_line, :parameters,
                                  :containers, :exported, keyword_init: true)

      # The difference of two catalogs of a node, in the order of their resources.
      Difference = Struct.new(:added, :removed, :changed, :added_classes, :removed_classes, :json, keyword_init: true) do
        # @private
        def self.read(json)
          found = JSON.parse(json, max_nesting: false)
          sides = %w[added removed].to_h { |name| [name.to_sym, found.fetch(name).map { |each| side(each) }.freeze] }
          classes = %w[added_classes removed_classes].to_h { |name| [name.to_sym, found.fetch(name).freeze] }
          new(**sides, changed: found.fetch("changed").map { |each| change(each) }.freeze, **classes, json:).freeze
        end

        # @private
        def self.side(found)
          parameters = found.fetch("parameters").transform_values { |value| shown(value) }
          Side.new(reference: found["reference"], file: found["file"], line: found["line"], parameters:).freeze
        end

        # @private
        def self.change(found)
          places = %w[reference old_file old_line new_file new_line].to_h { |name| [name.to_sym, found[name]] }
          parameters = found.fetch("parameters").transform_values do |values|
            ParameterChange.new(shown(values["old"]), shown(values["new"])).freeze
          end
          pairs = %w[containers exported].to_h do |name|
            [name.to_sym, (found.values_at("old_#{name}", "new_#{name}") if found.key?("old_#{name}"))]
          end
          ResourceChange.new(**places, parameters:, **pairs).freeze
        end

        # @private
        def self.shown(value) = value == { "__ptype" => "Sensitive" } ? :sensitive : value

        # @return [Boolean] whether the catalogs are equal
        def empty? = [added, removed, changed, added_classes, removed_classes].all?(&:empty?)

        # @return [String] a line for each class, resource and parameter, as `polycty puppet catalog diff`
        #   prints them: `-` removed, `+` added, `~` changed
        def to_s
          lines = classes_as_lines
          { "-" => removed, "+" => added }.each do |sign, sides|
            sides.each do |side|
              lines << "#{sign} #{side.reference}#{place(side.file, side.line)}"
              side.parameters.each { |name, value| lines << "    #{sign} #{name} => #{text(value)}" }
            end
          end
          changed.each { |change| lines.concat(change_as_lines(change)) }
          lines.map { |line| "#{line}\n" }.join
        end

        private

        def classes_as_lines
          removed_classes.map { |name| "- class #{name}" } + added_classes.map { |name| "+ class #{name}" }
        end

        def change_as_lines(change)
          before, after = place(change.old_file, change.old_line), place(change.new_file, change.new_line)
          lines = ["~ #{change.reference}#{"#{before} =>" if before != after}#{after}"]
          change.parameters.each do |name, values|
            { "-" => values.before, "+" => values.after }.each do |sign, value|
              lines << "    #{sign} #{name} => #{text(value)}" unless value.nil?
            end
          end
          lines.concat(pair(change.containers) { |names| "in #{names.join(', ')}" })
          lines.concat(pair(change.exported) { |flag| "exported: #{flag}" })
        end

        def pair(states)
          states ? [["-", states[0]], ["+", states[1]]].map { |sign, state| "    #{sign} #{yield state}" } : []
        end

        def place(file, line) = file ? " #{[file, line].compact.join(':')}" : ""

        def text(value) = value == :sensitive ? "(sensitive)" : JSON.generate(value)
      end
    end
  end
end
