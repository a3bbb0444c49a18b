# frozen_string_literal: true

# All tests. `ruby tests/all.rb --name /pattern/` runs a selection.
Dir[File.join(__dir__, "*_test.rb")].sort.each { |file| require file }
