# frozen_string_literal: true

module Polycty
  # A location that explains a diagnostic: `message`, `range` ({SourceRange}) and `file`, nil if it is
  # that of the diagnostic.
  Related = Struct.new(:message, :range, :file, keyword_init: true)

  # A change of the source text that may resolve a diagnostic: the `text` in place of the `range`.
  Edit = Struct.new(:range, :text, keyword_init: true)

  # A diagnostic about a source text or a value.
  #
  # `severity` is `:error` or `:warning`; `code` is the stable identifier, such as
  # `hcl.unknown-variable`; `summary` is a phrase, `detail` whole sentences. `subject` and `context`
  # are a {SourceRange} or nil; `suggestion`, `file` and `source` are text or nil. `path` is a {Path}
  # or nil, `expected` and `found` are a {Type} or nil, `related` is an array of {Related} and `edits`
  # of {Edit}.
  Diagnostic = Struct.new(:severity, :summary, :detail, :subject, :context, :suggestion, :file,
                          :source, :code, :path, :expected, :found, :related, :edits,
                          keyword_init: true) do
    # @param sources [Hash] the known source texts, by address: diagnostics about one text share it
    # @private
    def self.from_native(struct, sources, owner, **parts)
      texts = %i[summary detail suggestion file].to_h do |name|
        text = Native.text(struct[name])
        [name, (text unless text && text.empty? && name != :summary && name != :detail)]
      end
      borrowed = struct[:source]
      unless borrowed[:len].zero?
        texts[:source] = sources[[borrowed[:data].address, borrowed[:len]]] ||= Native.text(borrowed).freeze
      end
      ranges = %i[subject context].to_h do |name|
        [name, (SourceRange.from_native(struct[name]) if struct[:"has_#{name}"])]
      end
      path = Path.from_native(struct[:path]) unless struct[:path].null?
      types = %i[expected found].to_h { |name| [name, Type.borrow(struct[name], owner)] }
      new(severity: struct[:severity], code: Native.text(struct[:code]), path: path, **texts, **ranges,
          **types, **parts).freeze
    end

    # Adds itself to an error that is being built.
    # @private
    def add_to(error)
      struct = Native::Diagnostic.sized
      struct[:severity] = severity || :error
      %i[summary detail suggestion file source code].each do |name|
        struct.borrow_text(name, self[name]) if self[name]
      end
      %i[subject context].each do |name|
        struct[:"has_#{name}"] = !self[name].nil?
        (self[name] || NOWHERE).write(struct[name])
      end
      { expected: expected, found: found }.each do |name, type|
        struct[name] = type.to_ptr if type
      end
      Path.coerce(path || []).native do |pointer|
        struct[:path] = pointer
        Native.check { |failure| Native.pcty_error_add_diagnostic(error, struct, failure) }
      end
    end

    # @return [String] all members but the source text
    def inspect
      shown = to_h.reject { |name, member| name == :source || member.nil? || member == [] }
      "#<#{self.class} #{shown.map { |name, member| "#{name}=#{member.inspect}" }.join(' ')}>"
    end

    # @return [Boolean] whether the severity is `:error`
    def error? = severity == :error

    # @return [String] one line: location, severity and summary
    def to_s
      place = [file, subject&.start].compact.join(":")
      [(place unless place.empty?), "#{severity}: #{summary}", detail].compact.join(": ")
    end
  end

  # The start of a text.
  # @private
  NOWHERE = SourceRange.new(Position.new(1, 1, 0), Position.new(1, 1, 0)).freeze
  private_constant :NOWHERE
end
