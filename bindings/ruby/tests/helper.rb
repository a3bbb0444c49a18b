# frozen_string_literal: true

$LOAD_PATH.unshift File.expand_path("../lib", __dir__)
require "minitest/autorun"
require "polycty"

module Polycty
  # Shared helpers of the tests.
  class Test < Minitest::Test
    ROOT = File.expand_path("../../..", __dir__)
    GEM = File.expand_path("..", __dir__)
    LONG = ENV.fetch("POLYCTY_LONG", "") == "1"

    Type = Polycty::Type
    Value = Polycty::Value

    # Skips every test of the class if the library does not contain these features.
    def self.needs(*features)
      define_method(:setup) do
        super()
        needs(*features)
      end
    end

    # Skips the test if the library does not contain these features.
    def needs(*features)
      missing = features - Polycty.features
      skip "the library does not contain #{missing.join(', ')}" if missing.any?
    end

    def puppet(notation) = Puppet.type(notation)

    # The error that a block raises.
    def error_from(kind = Polycty::Error, &block) = assert_raises(kind, &block)

    # Runs a Ruby program with the gem; returns its output.
    def ruby(*arguments, env: {}, input: nil)
      require "open3"
      output, status = Open3.capture2e(env, RbConfig.ruby, "-W:no-experimental", "-I", File.join(GEM, "lib"),
                                       *arguments, stdin_data: input.to_s)
      [output, status]
    end
  end
end
