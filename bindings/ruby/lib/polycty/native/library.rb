# frozen_string_literal: true

require "ffi"

module Polycty
  module Native
    # The search for the shared library.
    #
    # If the environment variable POLYCTY_LIBRARY is set, only that file is used. Otherwise the
    # order is: the build in the source tree if the gem is in one, the search path of the loader,
    # and the location that pkg-config reports.
    # @private
    module Library
      SUFFIX = FFI::Platform::LIBSUFFIX
      NAME = "libpolycty.#{SUFFIX}"
      VERSIONED = SUFFIX == "dylib" ? "libpolycty.0.dylib" : "libpolycty.so.0"
      TREE = File.expand_path("../../../../..", __dir__)

      class << self
        # Opens the library for a module that extends FFI::Library.
        def open(library)
          named = ENV.fetch("POLYCTY_LIBRARY", "")
          return library.ffi_lib(named) unless named.empty?

          library.ffi_lib([built, VERSIONED, NAME].compact)
        rescue ::LoadError => e
          path = installed if named.empty?
          raise ::LoadError, "#{ADVICE}\n#{e.message}" unless path

          library.ffi_lib(path)
        end

        private

        ADVICE = "libpolycty is not found: build it (make library), install it (make install), " \
                 "or set POLYCTY_LIBRARY to its path"
        private_constant :ADVICE

        def built
          return unless File.exist?(File.join(TREE, "include/polycty.h"))

          path = File.join(TREE, "target/release", NAME)
          path if File.exist?(path)
        end

        def installed
          folder = IO.popen(%w[pkg-config --variable=libdir polycty], err: File::NULL, &:read).strip
          path = File.join(folder, NAME)
          path if !folder.empty? && File.exist?(path)
        rescue SystemCallError
          nil
        end
      end
    end
  end
end
