# frozen_string_literal: true

module Polycty
  # Makes `freeze` of a record also freeze the strings, arrays, hashes and records in it.
  # @private
  module DeepFreeze
    # Freezes the record and its members.
    # @return [self]
    def freeze
      (respond_to?(:each) ? self : to_h.values).each { |member| DeepFreeze.freeze(member) }
      super
    end

    # Freezes an object if it is a string, an array, a hash or a record.
    def self.freeze(object)
      case object
      when String, DeepFreeze then object.freeze
      when Array then object.each { |element| freeze(element) }.freeze
      when Hash then object.each { |key, element| [key, element].each { |part| freeze(part) } }.freeze
      end
    end
  end
  private_constant :DeepFreeze

  [
    Diagnostic, Related, Edit, Refinement, Translation::Note, Schema::Relation, Schema::Pair::Note,
    HCL::Token, HCL::Traversal, HCL::Call, HCL::Item, HCL::Location, HCL::Operator, PCL::Conversion,
    MCL::Vertex, MCL::Edge, MCL::Graph, MCL::Resource, MCL::Link, MCL::Change, MCL::LinkChange,
    MCL::Difference, Puppet::Outline::Definition, Puppet::Outline::Parameter, Puppet::Outline::Resource,
    Puppet::Outline::Body, Puppet::Outline::Attribute, Puppet::Outline::Call, HCL::Record
  ].each { |record| record.include(DeepFreeze) }
end
