# frozen_string_literal: true

module Polycty
  # A failure of the library: a code, a message and the path to the invalid part. Depending on the
  # code also the index of the argument, the expected and the found type, the byte of the input, and
  # diagnostics about a source text.
  #
  # Each code has a class of its own, such as {ConversionError}. If a block raised, its exception is
  # the `cause`.
  #
  #   begin
  #     Polycty::Value.from({ "port" => "http" }, "object({port = number})")
  #   rescue Polycty::ConversionError => e
  #     e.path.to_a # => [:port]
  #     e.reason    # => "a number is required"
  #   end
  #
  # A block that the library calls reports its failure by any exception; an {Error} can carry a path
  # and an argument in addition.
  class Error < StandardError
    class << self
      # The code of errors of this class.
      # @private
      def code = CLASSES.find { |_, error| self <= error }&.first || :callback

      # The exception for a native error, which the exception then owns.
      # @private
      def from_native(pointer)
        code = Native::STATUS_NAMES[Native.pcty_error_code(pointer)]
        error = CLASSES.fetch(code, Error).allocate
        error.send(:adopt, POINTER.new(pointer))
        error
      end

      # @private
      def raise_native(pointer)
        error = from_native(pointer)
        cause = Callbacks.cause_of(error)
        cause ? raise(error, cause: cause) : raise(error)
      end

      # The exception for a returned native error, with its cause; nil for NULL.
      # @private
      def returned(pointer)
        return if pointer.null?

        error = from_native(pointer)
        cause = Callbacks.cause_of(error)
        # Ruby sets a cause only in `raise`.
        cause ? raise(error, cause: cause) : error
      rescue Error => e
        e
      end

      # The errors of the native list that the block returns. The list is freed.
      # @private
      def from_list
        Native.uninterrupted do
          list = yield
          Array.new(Native.pcty_error_list_count(list)) do |index|
            from_native(Native.pcty_error_clone(Native.pcty_error_list_at(list, index)))
          end
        ensure
          Native.pcty_error_list_free(list) if list
        end
      end
    end

    # The pointers of native errors, which are owned here.
    # @private
    POINTER = Native::Owned.by(:pcty_error_free)

    # @param message [String] the message, in one line
    # @param path [Path, Array] the path to the invalid part of a value
    # @param argument [Integer, nil] the index of the invalid argument of a call, from 0
    # @param offset [Integer, nil] the byte of the input
    # @param expected [Type, nil]
    # @param found [Type, nil]
    # @param diagnostics [Array<Diagnostic>]
    # @param source [Array(String, String), nil] the text of the diagnostics, and its name
    def initialize(message = nil, path: [], argument: nil, offset: nil, expected: nil, found: nil,
                   diagnostics: [], source: nil)
      code = Native::STATUS.fetch(self.class.code)
      text = Native.str((message || self.class.name).to_s)
      adopt(POINTER.take { Native.pcty_error_new(code, text) })
      set(argument: argument, offset: offset, expected: expected, found: found, source: source)
      diagnostics.each { |diagnostic| diagnostic.add_to(self) }
      within(path)
    end

    # @return [Symbol] such as `:conversion`
    def code = Native::STATUS_NAMES[Native.pcty_error_code(self)]

    # @return [String] the message without the path; that of a diagnostic begins with its location
    def reason = Native.text(Native.pcty_error_message(self))

    # @return [String, nil] at which stage of its work a language found it, by the language's name for
    #   that, as `errUnify` of mcl
    def stage = Native.text(data[:stage])

    # @return [String] the path and the message, in one line
    def message = formatted(:line)
    alias to_s message

    # @return [Path] the path to the invalid part; empty for the whole value
    def path = Path.from_native(Native.pcty_error_path(self))

    # @return [Integer, nil] the position of the invalid argument of a call, from 0
    def argument = (data[:argument] if data[:has_argument])

    # @return [Integer, nil] the byte of the input, from 0
    def offset = (data[:offset] if data[:has_offset])

    # @return [Type, nil] the type that was expected
    def expected = Type.borrow(data[:expected], self)

    # @return [Type, nil] the type that was found
    def found = Type.borrow(data[:found], self)

    # @return [Array<Diagnostic>] the diagnostics about the source text
    def diagnostics
      sources = {}
      Native.structs(Native::Diagnostic, :pcty_error_diagnostic_at, self, data[:diagnostic_count]) do |struct, index|
        Diagnostic.from_native(struct, sources, self, related: related(index, struct[:related_count]),
                                                      edits: edits(index, struct[:edit_count]))
      end
    end

    # The error as several lines: the path, the message, and each diagnostic with its source lines.
    # @param color [Boolean] whether to use the colors of terminals
    # @return [String]
    def rendered(color: false)
      formatted(color ? :colored_text : :text)
    end

    # @return [String] the error as a SARIF 2.1.0 log, the exchange format of static analysis
    def to_sarif = formatted(:sarif)

    # @return [String] the error as one JSON object
    def to_json(*) = formatted(:json)

    # Writes the error to YAML as {#to_json} writes it to JSON.
    # @private
    def encode_with(coder) = coder.represent_object(nil, JSON.parse(to_json))

    # @return [Hash] the error with the members of {#to_json}
    def to_h = JSON.parse(to_json, symbolize_names: true)

    # Reports that the error is in a part of a value: prepends steps to the path.
    # @param steps [Path, Array, Symbol, Integer, String, Value]
    # @return [self]
    def within(steps)
      Path.coerce(steps).native { |path| say { |e| Native.pcty_error_prepend_path(self, path, e) } }
      self
    end

    # Sets the argument of a call that is wrong.
    # @private
    def at_argument(index)
      set(argument: index)
      self
    end

    # The texts of the error in lower case: the message, then those of the diagnostics. (A
    # diagnostic may begin with a capital letter although the message of its cause begins with a
    # lower-case one.)
    # @private
    def texts
      [reason, *diagnostics.flat_map { |each| [each.summary, each.detail] }].compact.map(&:downcase)
    end

    # @private
    def to_ptr
      # A subclass may have an initializer of its own.
      @pointer ||= POINTER.take do
        Native.pcty_error_new(Native::STATUS.fetch(self.class.code),
                              Native.str(self.class.name.to_s))
      end
    end

    private

    def adopt(pointer) = @pointer = pointer

    def say(&call) = Native.check(&call)

    def formatted(notation) = Native.take_text { Native.pcty_error_format(self, notation) }

    def set(argument: nil, offset: nil, expected: nil, found: nil, source: nil)
      data = Native::ErrorData.sized
      { argument: argument, offset: offset }.compact.each do |name, position|
        data[:"has_#{name}"] = true
        data[name] = position
      end
      { expected: expected, found: found }.each { |name, type| data.borrow(name, type) }
      %i[source file].zip(source || []) { |name, text| data.borrow_text(name, text) if text }
      say { |e| Native.pcty_error_set(self, data, e) }
    end

    def related(diagnostic, count)
      Array.new(count) do |index|
        struct = Native::Related.sized
        Native.check { |e| Native.pcty_error_related_at(self, diagnostic, index, struct, e) }
        file = Native.text(struct[:file])
        Related.new(message: Native.text(struct[:message]), file: (file unless file.to_s.empty?),
                    range: SourceRange.from_native(struct[:range])).freeze
      end
    end

    def edits(diagnostic, count)
      Array.new(count) do |index|
        struct = Native::Edit.sized
        Native.check { |e| Native.pcty_error_edit_at(self, diagnostic, index, struct, e) }
        Edit.new(range: SourceRange.from_native(struct[:range]), text: Native.text(struct[:text])).freeze
      end
    end

    def data
      Native::ErrorData.sized.tap { |data| Native.check { |e| Native.pcty_error_info(self, data, e) } }
    end
  end

  # An invalid argument: out of range, or of the wrong kind.
  class InvalidArgumentError < Error; end
  # Text that is not UTF-8.
  class InvalidUTF8Error < Error; end
  # Input that does not follow its grammar.
  class SyntaxError < Error; end
  # A type or value that is not of the expected type.
  class TypeError < Error; end
  # A value that cannot be converted to the expected type, or not without loss.
  class ConversionError < Error; end
  # Something that the format, the dialect or the operation does not have.
  class UnsupportedError < Error; end
  # An attribute, index, key or name that does not exist.
  class NotFoundError < Error; end
  # An exceeded limit of time or memory.
  class LimitError < Error; end
  # Arithmetic without a result, such as zero divided by zero.
  class ArithmeticError < Error; end
  # A null value that is not allowed.
  class NullError < Error; end
  # An unknown value that is not allowed.
  class UnknownError < Error; end
  # A marked value that is not allowed.
  class MarkedError < Error; end
  # An error that a block or another callback reported.
  class CallbackError < Error; end
  # A block that was left by `throw`, `break` or `return`. It ends the call of the library.
  class Left < CallbackError; end
  # A callback that broke its contract.
  class MisbehavedError < Error; end
  # An internal error of the library.
  class InternalError < Error; end
  # Errors that the diagnostics describe.
  class DiagnosticsError < Error; end
  # An operation that the host cancelled.
  class CancelledError < Error; end
  # A value that the operation or the function does not accept, such as a negative length.
  class ValueError < Error; end

  class Error
    # The class of each code.
    # @private
    CLASSES = {
      invalid_argument: InvalidArgumentError,
      invalid_utf8: InvalidUTF8Error,
      syntax: SyntaxError,
      type: TypeError,
      conversion: ConversionError,
      unsupported: UnsupportedError,
      not_found: NotFoundError,
      limit: LimitError,
      arithmetic: ArithmeticError,
      null: NullError,
      unknown: UnknownError,
      marked: MarkedError,
      callback: CallbackError,
      misbehaved: MisbehavedError,
      internal: InternalError,
      diagnostics: DiagnosticsError,
      cancelled: CancelledError,
      value: ValueError
    }.freeze
  end
end
