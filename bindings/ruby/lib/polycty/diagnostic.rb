# frozen_string_literal: true

module Polycty
  # One finding about a source text or a value.
  #
  # `severity` is `:error` or `:warning`; `summary` says what it is, `detail` the whole story.
  # `subject` and `context` are a {SourceRange} or nil; `suggestion`, `file` and `source` are text
  # or nil.
  Diagnostic = Struct.new(:severity, :summary, :detail, :subject, :context, :suggestion, :file,
                          :source, keyword_init: true) do
    # @param sources [Hash] the texts that are known, by where they lie: those about one share it
    # @private
    def self.from_native(struct, sources)
      texts = %i[summary detail suggestion file].to_h do |name|
        text = Native.text(struct[name])
        [name, (text unless text && text.empty? && name != :summary && name != :detail)]
      end
      lent = struct[:source]
      unless lent[:len].zero?
        texts[:source] = sources[[lent[:data].address, lent[:len]]] ||= Native.text(lent).freeze
      end
      ranges = %i[subject context].to_h do |name|
        [name, (SourceRange.from_native(struct[name]) if struct[:"has_#{name}"])]
      end
      new(severity: struct[:severity], **texts, **ranges).freeze
    end

    # Adds itself to an error that is being built.
    # @private
    def add_to(error)
      struct = Native::Diagnostic.sized
      struct[:severity] = severity || :error
      %i[summary detail suggestion file source].each do |name|
        struct.lend_text(name, self[name]) if self[name]
      end
      %i[subject context].each do |name|
        struct[:"has_#{name}"] = !self[name].nil?
        (self[name] || NOWHERE).write(struct[name])
      end
      Native.check { |failure| Native.pcty_error_add_diagnostic(error, struct, failure) }
    end

    # @return [Boolean] whether it failed
    def error? = severity == :error

    # @return [String] one line: where, how bad, and what
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
