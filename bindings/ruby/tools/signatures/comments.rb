# frozen_string_literal: true

# The comments above definitions, with the types that they document.
class Comments
  # The types in the comment of a method.
  Comment = Struct.new(:text, :reader, :file) do
    def private? = text.match?(/^@private\b/)

    # @return [String, nil] the type of the result
    def result = text[/^@return \[(.*?)\](?: |$)/m, 1] || text[/^@return (self|what|nil)\b/, 1]&.then { |word| word == "what" ? "Object" : word } || referred&.result

    # @return [Hash{String => String}] the types of the parameters by their names
    def parameters
      found = text.scan(/^@param (\w+) \[(.*?)\](?=\s|$)/m).to_h
      referred ? referred.parameters.merge(found) : found
    end

    # @return [Array<Array(String, String)>] the parameters of the block
    def yields = text.scan(/^@yieldparam (\w+) \[(.*?)\](?=\s|$)/m)

    # @return [String, nil] the type of the result of the block
    def yielded = text[/^@yieldreturn \[(.*?)\](?=\s|$)/m, 1]

    # The comment that `(see …)` refers to.
    def referred
      name = text[/\(see ([\w:]*[.#][\w?]+)\)/, 1]
      name && reader.named(name, file)
    end
  end

  def initialize
    @lines = Hash.new { |all, file| all[file] = File.readlines(file, encoding: Encoding::UTF_8) }
  end

  # The comment above a location, `[file, line]`.
  def above(place)
    return "" unless place && File.file?(place[0])

    lines = @lines[place[0]]
    first = place[1] - 2
    first -= 1 while first >= 0 && lines[first].match?(/^\s*#/)
    clean(lines[(first + 1)..(place[1] - 2)])
  end

  # The comment of a method.
  def of(method)
    file, line = method.source_location
    return Comment.new("", self, nil) unless file&.include?("polycty")

    directive = directives(file)[method.name.to_s]
    written = above([file, line])
    Comment.new(directive && !@lines[file][line - 1].match?(/\bdef |attr_/) ? directive : written, self, file)
  end

  # The comment of a method of the same file, by its name in a reference such as `#evaluate`.
  def named(reference, file)
    name = Regexp.escape(reference[/[\w?]+\z/])
    places = @lines[file].each_index.select { |at| @lines[file][at].match?(/^\s*def (?:self\.)?#{name}\b/) }
    texts = places.map { |at| above([file, at + 1]) }.reject { |text| text.include?("(see ") }
    texts.first && Comment.new(texts.first, self, file)
  end

  private

  def clean(lines) = lines.map { |line| line.strip.sub(/^# ?/, "") }.join("\n")

  # The texts of `@!method`, by method name.
  def directives(file)
    (@directives ||= {})[file] ||= begin
      found = {}
      name = nil
      @lines[file].each do |line|
        if (match = line.match(/^\s*# @!method ([^\s(]+)/)) then found[name = match[1]] = +""
        elsif name && line.match?(/^\s*#   /) then found[name] << "#{line.strip.sub(/^#   /, '')}\n"
        else name = nil
        end
      end
      found
    end
  end
end
