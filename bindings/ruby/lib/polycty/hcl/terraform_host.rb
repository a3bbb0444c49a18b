# frozen_string_literal: true

module Polycty
  module HCL
    # The data that Terraform's functions request from the program. A function fails with a message
    # if the data that it needs are not provided.
    #
    #   host = Polycty::HCL::TerraformHost.new(root: ".", clock: -> { Time.now })
    #   scope = Polycty::HCL::Scope.new(functions: host)
    class TerraformHost < Closable
      frees_with :pcty_terraform_host_free

      # @param root [String, nil] the folder whose files functions may read. No path leads out of
      #   it, neither by `..` nor through a symbolic link; relative paths start in it
      # @param files [Hash{String => String}, #content, nil] the readable files in place of a
      #   folder: texts by their paths, or an object that returns the text at a path
      #   (`content(path)`) and the names in a folder, those of folders with a trailing `/`
      #   (`names(path)`), and nil for missing ones; it may be called by any thread
      # @param home [String, nil] the absolute path of `~`
      # @param plan_time [Time, nil] the result of `plantimestamp`
      # @param clock [#call, nil] returns the current Time; any thread may call it
      # @param random [#call, nil] returns the requested number of random bytes, as
      #   `Random.method(:bytes)` does; any thread may call it
      # @param texts [Hash{String => String}] texts in place of files, by their paths, such as the
      #   unsaved texts of an editor
      # @param modules [#call, nil] returns the directory of a module of a project that is not local,
      #   or nil; it is called with the key, the source address and the version constraint of the call
      def initialize(root: nil, files: nil, home: nil, plan_time: nil, clock: nil, random: nil,
                     texts: {}, modules: nil)
        files = Files.new(files) if files.is_a?(Hash)
        reader, now, bytes, finder = boxes = [files, clock, random, modules].map { |object| object && Callbacks.refer(object) }
        hold(POINTER.take { Native.pcty_terraform_host_new }, nil, block_owners: boxes)
        text = root && Native.str(root)
        set { |e| Native.pcty_terraform_host_set_root(self, text, e) } if text
        set { |e| Native.pcty_terraform_host_set_files(self, READER, LISTER, reader.to_ptr, Callbacks::DESTROY, e) } if reader
        folder = home && Native.str(home)
        set { |e| Native.pcty_terraform_host_set_home(self, folder, e) } if folder
        set { |e| Native.pcty_terraform_host_set_plan_time(self, plan_time.to_i, e) } if plan_time
        set { |e| Native.pcty_terraform_host_set_clock(self, CLOCK, now.to_ptr, Callbacks::DESTROY, e) } if now
        set { |e| Native.pcty_terraform_host_set_random(self, RANDOM, bytes.to_ptr, Callbacks::DESTROY, e) } if bytes
        set { |e| Native.pcty_terraform_host_set_modules(self, FINDER, finder.to_ptr, Callbacks::DESTROY, e) } if finder
        texts.each { |path, content| self[path] = content }
      end

      private def data = Native.info(Native::TerraformHostData, :pcty_terraform_host_info, self)

      # @return [String, nil] the folder that functions may read
      def root = Native.text(data[:root])

      # @return [String, nil] the path that `~` is replaced by
      def home = Native.text(data[:home])

      # @return [Integer, nil] the result of `plantimestamp`, in seconds since 1970
      def plan_time = data.then { |data| data[:plan_time] if data[:has_plan_time] }

      # Sets a text in place of the file at a path; nil removes it.
      # @param path [String]
      # @param text [String, nil]
      def []=(path, text)
        name = Native.str(path.to_s)
        content = text && Native.str(text)
        set do |e|
          if content
            Native.pcty_terraform_host_set_text(self, name, content, e)
          else
            Native.pcty_terraform_host_remove_text(self, name, e)
          end
        end
      end

      STR = Native::Str.by_value
      CLOCK = FFI::Function.new(:uint32, [:pointer, :pointer, :pointer]) do |user_data, seconds, error|
        Callbacks.enter(error) { seconds.write_int64(Callbacks[user_data].call.to_i) }
      end
      RANDOM = FFI::Function.new(:uint32, [:pointer, :pointer, :size_t, :pointer]) do |user_data, bytes, count, error|
        Callbacks.enter(error) do
          given = Callbacks[user_data].call(count).to_s
          raise ::ArgumentError, "expected #{count} bytes, found #{given.bytesize}" if given.bytesize != count

          bytes.write_bytes(given)
        end
      end
      GIVE = lambda do |text, out|
        out.write_pointer(Native.result { |made, e| Native.pcty_string_new(Native.str(text), made, e) }) if text
      end
      READER = FFI::Function.new(:uint32, [:pointer, STR, :pointer, :pointer]) do |user_data, path, out, error|
        Callbacks.enter(error) { GIVE.call(Callbacks[user_data].content(Native.text(path)), out) }
      end
      LISTER = FFI::Function.new(:uint32, [:pointer, STR, :pointer, :pointer]) do |user_data, path, out, error|
        Callbacks.enter(error) { GIVE.call(Callbacks[user_data].names(Native.text(path))&.join("\n"), out) }
      end
      FINDER = FFI::Function.new(:uint32, [:pointer, STR, STR, STR, :pointer, :pointer]) do |user_data, key, source, version, out, error|
        Callbacks.enter(error) do
          GIVE.call(Callbacks[user_data].call(Native.text(key), Native.text(source), Native.text(version)), out)
        end
      end
      private_constant :CLOCK, :RANDOM, :GIVE, :READER, :LISTER, :FINDER, :STR

      # Texts by their paths.
      # @private
      class Files
        def initialize(texts)
          @texts = texts.transform_keys { |path| path.to_s.delete_prefix("./") }
          @folders = Hash.new { |all, path| all[path] = {} }
          @folders["."]
          @texts.each_key do |path|
            *folders, name = path.split("/")
            within = folders.inject(".") do |folder, inner|
              @folders[folder]["#{inner}/"] = true
              folder == "." ? inner : "#{folder}/#{inner}"
            end
            @folders[within][name] = true
          end
          @folders.default_proc = nil
        end

        def content(path) = @texts[path]

        def names(path) = @folders[path]&.keys
      end
      private_constant :Files

      private

      def set(&) = Native.check(&)
    end
  end
end
