# frozen_string_literal: true

module Polycty
  # Reading and writing of files for the `load` and `save` methods of several classes.
  # @private
  module SourceFile
    class << self
      # Reads a file and parses its text. If an error does not name the file, the path is prepended
      # to its message.
      # @param path [String, #to_path]
      # @yieldparam text [String]
      # @yieldparam path [String]
      # @return [Object] the result of the block
      # @raise [SystemCallError] if the file cannot be read
      def load(path)
        path = path.respond_to?(:to_path) ? path.to_path : path.to_s
        text = ::File.read(path, encoding: Encoding::UTF_8)
        begin
          yield text, path
        rescue Error => e
          raise e if e.message.include?(path) || e.diagnostics.any? { |each| each.file.to_s.include?(path) }

          raise e.class.new("#{path}: #{e.reason}", path: e.path, offset: e.offset, diagnostics: e.diagnostics)
        end
      end

      # Writes a file atomically. An existing file keeps its permissions, and a symbolic link
      # remains one.
      # @param path [String, #to_path]
      # @param text [String]
      # @return [nil]
      # @raise [SystemCallError] if the file cannot be written
      def save(path, text)
        path = ::File.realpath(path) if ::File.exist?(path)
        path = path.respond_to?(:to_path) ? path.to_path : path.to_s
        written = "#{path}.#{Process.pid}.#{Thread.current.object_id}.tmp"
        begin
          ::File.open(written, ::File::WRONLY | ::File::CREAT | ::File::EXCL | ::File::BINARY) { |file| file.write(text) }
          ::File.chmod(::File.stat(path).mode & 0o7777, written) if ::File.exist?(path)
          ::File.rename(written, path)
        ensure
          ::File.delete(written) if ::File.exist?(written)
        end
        nil
      end
    end
  end
  private_constant :SourceFile
end
