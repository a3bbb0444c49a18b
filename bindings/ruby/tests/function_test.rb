# frozen_string_literal: true

require_relative "helper"

# Functions: blocks that the library calls, their exceptions, and their lifetime.
class FunctionTest < Polycty::Test
  Function = Polycty::Function
  HCL = Polycty::HCL

  def test_a_block_computes
    add = Function.new({ a: "number", b: "number" }, returns: "number", description: "Adds.") do |a, b|
      a + b
    end
    assert_equal 3, add.call(1, 2).to_ruby
    assert_equal 3, add[1, "2"].to_ruby
    assert_equal 1, error_from(Polycty::ConversionError) { add.call(1, "x") }.argument
    assert_equal [3, 5], [[1, 2], [2, 3]].map { |pair| add.call(*pair).to_ruby }
    assert_equal %w[a b], add.parameters.map(&:name)
    assert_equal [2, Type.number, "Adds."], [add.arity, add.return_type, add.description]
    assert_equal Type.number, add.return_type_for(1, Value.unknown("number"))
    assert_predicate add.call(1, Value.unknown("number")), :unknown?
    assert_equal %w[secret], add.call(Value.from(1).mark(:secret), 2).marks
    assert_equal 1, error_from(Polycty::TypeError) { add.call(1, Value.from("x")) }.argument
    error_from(Polycty::InvalidArgumentError) { add.call(1) }
    assert_equal 0, error_from(Polycty::NullError) { add.call(Value.null("number"), 1) }.argument
    assert_raises(ArgumentError) { Function.new({}, returns: "number") }
  end

  def test_what_is_promised_is_known_of_every_result
    web = Value.unknown("string").refine { |it| it.not_null.prefix("https://", exact: true) }
    url = Function.new({ host: "string" }, returns: "string", promise: web) { |host| "https://#{host}" }
    later = url.call(Value.unknown("string")).refinement
    assert_equal [true, "https://"], [later.not_null, later.prefix]
    assert_equal "https://a", url.call("a").to_ruby
    error_from(Polycty::InvalidArgumentError) do
      Function.new({}, returns: "string", promise: Value.from("x")) { "x" }
    end
  end

  def test_objects_become_values_of_the_return_type
    split = Function.new({ text: "string" }, returns: "list(string)") { |text| text.to_s.split(",") }
    assert_equal Type.list("string"), split.call("a,b").type
    assert_equal %w[1 2], Function.new({}, returns: "set(string)") { [2, 1, 1] }.call.map(&:to_s)
    error = error_from { Function.new({}, returns: "number") { "x" }.call }
    assert_kind_of Polycty::ConversionError, error.cause
    error_from(Polycty::MisbehavedError) { Function.new({}, returns: "number") { Value.from("x") }.call }
  end

  def test_whole_numbers_go_in_and_out_as_they_are
    needs :pcl, :puppet
    type = Type.parse("Integer", dialect: :puppet)
    returns = ["number", "string", "any", Type.parse("number", dialect: :pcl), ->(_) { "number" }]
    [0, -7, (2**63) - 1, -(2**63), 2**63, -(2**63) - 1, 10**200].each do |number|
      returns.each do |given|
        result = Function.new({ n: "number" }, returns: given) { number }.call(number)
        wanted = given == "string" ? number.to_s : number
        assert_equal [wanted, given], [result.to_ruby, given]
        ours = given.respond_to?(:call) ? Value.from(number, "number") : Value.from(number, given)
        assert_equal ours, result
      end
      taken = Function.new({ n: "number", text: "string", whole: type }, returns: "any") { |*all| Value.from(all) }
      assert_equal [number, number.to_s, number], taken.call(number, number, Value.from(number, type)).to_ruby
    end
    assert_equal 1.5, Function.new({ n: "number" }, returns: "number") { 1.5 }.call(2).to_ruby
    all = Function.new({ n: "number" }, variadic: "number", returns: "number") { |*numbers| numbers.sum(&:to_i) }
    assert_equal 6, all.call(1, 2, 3).to_ruby
  end

  def test_parameters_say_what_they_let_through
    seen = nil
    parameter = Polycty::Parameter.new(:x, "any", allow: %i[null unknown dynamic marked])
    look = Function.new([parameter], returns: "bool") do |x|
      seen = x
      true
    end
    [Value.null("string"), Value.unknown("string"), Value.from(1).mark("m")].each do |value|
      look.call(value)
      assert_equal value, seen
    end
    assert_equal %i[null unknown dynamic marked], look.parameters.first.allow
    assert_raises(KeyError) { Polycty::Parameter.new(:x, "any", allow: :everything) }
  end

  def test_variadic_and_computed_types
    first = Function.new({}, variadic: "any", returns: ->(*args) { args.first.type }) { |*args| args.first }
    assert_equal Type.list("string"), first.call(Value.list("string", ["a"]), 1).type
    assert_equal Type.string, first.return_type_for_types("string", "bool")
    assert_nil first.return_type
    assert_equal(-1, first.arity)
    wrong = Function.new({}, returns: ->(*) { raise "no type" }) { 1 }
    assert_equal "no type", error_from(Polycty::CallbackError) { wrong.call }.cause.message
    assert_equal "no type", error_from(Polycty::CallbackError) { wrong.return_type_for }.cause.message
  end

  def test_exceptions_stop_at_the_boundary_and_are_the_cause
    boom = Function.new({ n: "number" }, returns: "number") { |_| raise IOError, "boom" }
    error = error_from(Polycty::CallbackError) { boom.call(1) }
    assert_equal ["boom", IOError], [error.reason, error.cause.class]
    scope = HCL::Scope.new(functions: { boom: boom }).define_standard_functions
    error = error_from(Polycty::DiagnosticsError) { HCL.evaluate("1 + boom(1)", scope) }
    assert_kind_of IOError, error.cause
    assert_includes error.rendered, "boom"
    assert_equal 7, HCL.evaluate("try(boom(1), 7)", scope).to_ruby
    error = error_from(Polycty::DiagnosticsError) { HCL.evaluate("try(boom(1), 7) + nothing", scope) }
    assert_nil error.cause
  end

  def test_errors_of_ours_keep_what_they_say
    picky = Function.new({ n: "any" }, returns: "any") do |_|
      raise Polycty::ConversionError.new("too large", argument: 0, path: [:ports, 3])
    end
    error = error_from(Polycty::ConversionError) { picky.call(1) }
    assert_equal [0, [:ports, 3], "too large"], [error.argument, error.path.to_a, error.reason]
    assert_kind_of Polycty::ConversionError, error.cause
    refute_same error, error.cause
  end

  def test_what_is_no_standard_error_goes_through
    [Interrupt, SystemExit, NoMemoryError].each do |kind|
      function = Function.new({}, returns: "number") { raise kind, "now" }
      assert_raises(kind) { function.call }
      scope = HCL::Scope.new(functions: { f: function }).define_standard_functions
      assert_raises(kind) { HCL.evaluate("try(f(), 1)", scope) }
    end
  end

  def test_an_exception_that_ends_the_call_keeps_its_backtrace_and_runs_no_further_block
    calls = 0
    function = Function.new({ n: "number" }, returns: "number") do |_|
      calls += 1
      raise Interrupt, "now"
    end
    scope = HCL::Scope.new(functions: { f: function }).define_standard_functions
    error = assert_raises(Interrupt) { HCL.evaluate("[for i in range(20): try(f(i), can(f(i)))]", scope) }
    assert_equal 1, calls
    assert_includes error.backtrace.first, __FILE__
    # The next call is not affected.
    assert_raises(Interrupt) { HCL.evaluate("f(1)", scope) }
    assert_equal 2, calls
  end

  def test_a_timeout_ends_the_call
    function = Function.new({}, returns: "number") { sleep 10 }
    scope = HCL::Scope.new(functions: { f: function }).define_standard_functions
    begun = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    assert_raises(Timeout::Error) { Timeout.timeout(0.1) { HCL.evaluate("try(f(), 1)", scope) } }
    named = Class.new(Exception) # rubocop:disable Lint/InheritException
    assert_raises(named) { Timeout.timeout(0.1, named) { function.call } }
    assert_operator Process.clock_gettime(Process::CLOCK_MONOTONIC) - begun, :<, 5
    # One that ends within the block is an error of the block.
    inner = Function.new({}, returns: "number") { Timeout.timeout(0.05) { sleep 10 } }
    scope.define(:f, inner)
    assert_equal 1, HCL.evaluate("try(f(), 1)", scope).to_ruby
  end

  def test_a_jump_out_of_a_block_is_not_swallowed
    scope = HCL::Scope.new(functions: { f: thrower }).define_standard_functions
    assert_raises(Polycty::Left) { catch(:out) { HCL.evaluate("try(f(), 1)", scope) } }
  end

  def test_nothing_jumps_through_the_library
    assert_includes error_from(Polycty::CallbackError) { catch(:out) { thrower.call } }.message, "throw"
    assert_includes error_from(Polycty::CallbackError) { returner }.message, "throw"
    error = error_from(Polycty::CallbackError) { proc_with_break.call }
    assert_kind_of LocalJumpError, error.cause
    assert_equal 1, Function.new({}, returns: "number") { next 1 }.call.to_ruby
  end

  def test_a_block_may_call_the_library
    inner = Function.new({ n: "number" }, returns: "number") { |n| n + 1 }
    outer = Function.new({ n: "number" }, returns: "number") { |n| inner.call(inner.call(n)) }
    assert_equal 3, outer.call(1).to_ruby
    endless = nil
    endless = Function.new({}, returns: "number") { endless.call }
    limit = -> { root(error_from { endless.call }) }
    # Threads and fibers have smaller stacks.
    [limit.call, Thread.new(&limit).value, Fiber.new(&limit).resume].each do |error|
      assert_kind_of Polycty::LimitError, error
    end
    scope = HCL::Scope.new(functions: :standard)
    scope.define(:again, Function.new({}, returns: "number") { HCL.evaluate("(((again())))", scope) })
    limit = -> { error_from(Polycty::LimitError) { HCL.evaluate("again()", scope) } }
    [limit.call, Thread.new(&limit).value, Fiber.new(&limit).resume].each { |error| refute_nil root(error) }
  end

  def test_a_block_may_keep_its_arguments
    kept = []
    keep = Function.new({ n: "any" }, returns: "any") { |n| kept << n and n }
    100.times { |n| keep.call([n]) }
    GC.start
    assert_equal (0...100).map { |n| [n] }, kept.map(&:to_ruby)
  end

  def test_blocks_live_as_long_as_the_library_needs_them
    scope = HCL::Scope.new
    define_and_forget(scope)
    3.times { GC.start }
    assert_equal 42, HCL.evaluate("answer()", scope).to_ruby
  end

  def test_blocks_die_with_the_last_reference
    live = Polycty::Callbacks::LIVE.length
    200.times { Function.new({}, returns: "number") { 1 }.call }
    GC.start
    200.times { Function.new({}, returns: "number") { 1 } }
    GC.start
    assert_operator Polycty::Callbacks::LIVE.length, :<, live + 200
    assert_raises(Polycty::Error) { Function.new({ "\xFF" => "number" }, returns: "number") { 1 } }
    error_from(Polycty::UnsupportedError) { raise Polycty::UnsupportedError } # the library still answers
  end

  def test_from_many_threads
    double = Function.new({ n: "number" }, returns: "number") do |n|
      Thread.pass
      n * 2
    end
    sums = Array.new(8) do |thread|
      Thread.new { (0...100).sum { |n| double.call(n + thread).to_i } }
    end.map(&:value)
    assert_equal (0...8).map { |thread| (0...100).sum { |n| 2 * (n + thread) } }, sums
  end

  def test_in_a_fiber
    words = Enumerator.new { |out| 3.times { |n| out << Polycty::StandardLibrary.upper("w#{n}").to_s } }
    assert_equal %w[W0 W1 W2], [words.next, words.next, words.next]
  end

  def test_standard_library
    library = Polycty::StandardLibrary
    assert_equal "A", library.upper("a").to_ruby
    assert_equal "a,b", library[:join].call(",", %w[a b]).to_ruby
    assert_includes library.names, :jsonencode
    assert_equal library.names.length, library.count
    refute_nil library[:upper].description
    error_from(Polycty::NotFoundError) { library[:nothing] }
    assert_raises(NoMethodError) { library.nothing }
    assert_respond_to library, :upper
  end

  private

  def thrower = Function.new({}, returns: "number") { throw :out, 5 }

  def returner
    Function.new({}, returns: "number") { return 5 }.call
  end

  def proc_with_break = Function.new({}, returns: "number") { break 5 }

  def define_and_forget(scope)
    answer = 42
    scope.define(:answer, Function.new({}, returns: "number") { answer })
  end

  def root(error) = error.cause ? root(error.cause) : error
end
