# frozen_string_literal: true

# Every test: `ruby tests/all.rb --name /pattern/` runs some.
Dir[File.join(__dir__, "*_test.rb")].sort.each { |file| require file }
