# frozen_string_literal: true

require_relative "helper"
require_relative "support/answers"
require "open3"
require "shellwords"
require "tmpdir"

# The gem and C return the same result for the same bytes: the same value with its marks and
# refinements, or the same complete error. bindings/agreement/answers.c defines inputs and results,
# computes the results in C, and generates the inputs: POLYCTY_CASES random mutations by
# POLYCTY_SEED, in addition to the stored ones.
class AgreementTest < Polycty::Test
  needs :pcl, :puppet, :mcl, :translate

  def test_answers_are_those_in_c
    Dir.mktmpdir do |folder|
      program = build(File.join(folder, "answers"))
      inputs = run_program(program, "make", ENV.fetch("POLYCTY_CASES", "3000"),
                           ENV.fetch("POLYCTY_SEED", "1"), ROOT)
      wanted = run_program(program, input: inputs).lines(chomp: true)
      inputs = inputs.lines(chomp: true)
      assert_equal inputs.length, wanted.length
      answers = Answers.new
      different = inputs.zip(wanted).lazy.filter_map do |input, want|
        answer = answers.line(input)
        "#{input}\nin Ruby: #{answer}\nin C:    #{want}\n" unless answer == want
      end.first(5)
      assert_empty different, different.join("\n")
    end
  end

  private

  def build(program)
    compiler = ENV.fetch("CC", "cc").shellsplit
    archive = File.join(ROOT, "target/release/libpolycty.a")
    skip "not here: libpolycty.a; answers are not compared with those in C" unless File.exist?(archive)

    _, status = Open3.capture2e(*compiler, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-O2",
                                "-I", File.join(ROOT, "include"),
                                File.join(ROOT, "bindings/agreement/answers.c"), archive,
                                "-lpthread", "-ldl", "-lm", "-o", program)
    assert_predicate status, :success?
    program
  rescue Errno::ENOENT
    skip "not here: a compiler of C; answers are not compared with those in C"
  end

  def run_program(*command, input: "")
    output, status = Open3.capture2(*command, stdin_data: input, binmode: true)
    assert_predicate status, :success?
    output
  end
end
