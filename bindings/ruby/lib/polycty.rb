# frozen_string_literal: true

require "bigdecimal"
require "json"
require "set"
require "timeout"

require_relative "polycty/version"
require_relative "polycty/native"

# The type systems of the configuration languages (HCL and Terraform, PCL, Puppet, mgmt's mcl) over
# one universe of types and values.
#
# {Type} and {Value} are the entry points; {HCL}, {PCL}, {Puppet} and {MCL} contain the parts that
# are specific to one language. Failures raise an {Error}.
module Polycty
  class << self
    # @return [String] the version of the library that is loaded
    def library_version = Native.text(Native.pcty_version)

    # The parts that the loaded library contains, out of `:hcl`, `:pcl`, `:terraform`, `:puppet`,
    # `:mcl`, `:translate`, `:schema` and `:services`. Every build contains `:hcl`. Methods that need another
    # part raise {UnsupportedError} if the library does not contain it.
    # @return [Array<Symbol>]
    def features = Native.features

    # Whether the loaded library contains a part.
    # @param name [Symbol] such as `:puppet`
    # @return [Boolean] false for a name that is not a part
    def feature?(name) = Native.features.include?(name)
  end
end

require_relative "polycty/callbacks"
require_relative "polycty/handle"
require_relative "polycty/dialect"
require_relative "polycty/source_range"
require_relative "polycty/diagnostic"
require_relative "polycty/path"
require_relative "polycty/error"
require_relative "polycty/source_file"
require_relative "polycty/budget"
require_relative "polycty/type"
require_relative "polycty/value"
require_relative "polycty/conversion"
require_relative "polycty/parameter"
require_relative "polycty/function"
require_relative "polycty/standard_library"
require_relative "polycty/puppet"
require_relative "polycty/mcl"
require_relative "polycty/hcl"
require_relative "polycty/terraform"
require_relative "polycty/pcl"
require_relative "polycty/schema"
require_relative "polycty/services"
require_relative "polycty/deep_freeze"
