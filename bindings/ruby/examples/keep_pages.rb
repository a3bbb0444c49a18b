# frozen_string_literal: true

# A host of mcl. It runs a program whose kinds are directories and files, creates these in a folder,
# and updates them when the input file of the program changes.
#
#     ruby keep_pages.rb PROGRAM KINDS.json INPUT FOLDER [GRAPHS]
#
# It prints its changes, and ends after GRAPHS graphs or when it is interrupted.

require "fileutils"
require "polycty"
require "socket"

program, kinds, input, folder, graphs = ARGV
abort "keep_pages PROGRAM KINDS.json INPUT FOLDER [GRAPHS]" unless folder
graphs = graphs ? graphs.to_i : Float::INFINITY

# The content of the files that functions read, as last announced, by sender.
followed = {}
read = ->(path) { File.file?(path) ? File.read(path) : nil }

host = Polycty::MCL::Host.new(variables: { input: input, hostname: Socket.gethostname })
host.kinds(File.read(kinds))
host.world(follow: ->(_, (path), sender) { followed[sender.id] = [sender, path.to_s, read[path.to_s]] },
           unfollow: ->(sender) { followed.delete(sender.id) }) do |question, (path)|
  File.read(path.to_s) if question == "os.readfile"
end

# A path may not leave the folder.
inside = lambda do |resource|
  raise "the name is outside the folder" if resource.name.include?("..") || resource.name.start_with?("/")
end
host.kind("dir", validate: inside)
host.kind("file", validate: inside, after: ->(file) { [[["dir", File.dirname(file.name)]]] })

# Announces the files that have changed.
look = lambda do
  followed.each_value do |file|
    sender, path, content = file
    now = read[path]
    next if now == content

    file[2] = now
    sender.announce
  end
end

# Brings a resource into its desired state.
apply = lambda do |resource|
  path = File.join(folder, resource.name)
  next FileUtils.mkdir_p(path) if resource.kind == "dir"

  content = resource["content"].to_s
  File.write(path, content) unless read[path] == content
end

begin
  runtime = Polycty::MCL::Program.new(File.read(program), file: program, host: host).start
  before = Polycty::MCL::Resources.empty
  while graphs.positive?
    runtime.time = Time.now
    if runtime.step == :changed
      after = runtime.resources
      difference = before.difference(after)
      puts difference, ""
      $stdout.flush
      difference.changes.select { |change| change.kind == :removed }.reverse_each do |gone|
        path = File.join(folder, gone.before.name)
        FileUtils.rm_f(path) || (Dir.exist?(path) && Dir.rmdir(path))
      end
      after.in_order.each(&apply)
      before = after
      graphs -= 1
    end
    runtime.wait(0.05)
    look.call
  end
rescue Polycty::Error => e
  abort e.rendered
rescue Interrupt
  exit
end
