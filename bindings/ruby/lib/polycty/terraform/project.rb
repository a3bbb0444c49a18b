# frozen_string_literal: true

module Polycty
  module Terraform
    # The schemas of providers. They never change; any number of threads may use them.
    class Schemas < Closable
      frees_with :pcty_terraform_schemas_free

      # Parses the output of `terraform providers schema -json`. The schema of a resource type is
      # only read when a project uses it.
      # @param text [String]
      # @return [Schemas]
      # @raise [Error]
      def self.parse(text)
        given = Native.str(text)
        own(weight: text.bytesize) { Native.result { |out, e| Native.pcty_terraform_schemas_parse(given, out, e) } }
      end

      # @return [Array<String>] the source addresses of the providers, such as
      #   `registry.terraform.io/hashicorp/aws`
      def providers
        Native.texts(:pcty_terraform_schemas_provider_at, self, Native.pcty_terraform_schemas_provider_count(self))
      end
    end

    # A root module and the modules that it calls. Providers, credentials and a network are not
    # needed. A project never changes; any number of threads may use it.
    #
    #   project = Polycty::Terraform::Project.open(".", files: {
    #     "main.tf" => "module \"m\" {\n source = \"./m\"\n}\noutput \"id\" {\n value = module.m.id\n}\n",
    #     "m/main.tf" => "output \"id\" {\n value = upper(\"a\")\n}\n"
    #   })
    #   project.validate.output("id").to_ruby  # => "A"
    class Project < Closable
      frees_with :pcty_terraform_project_free

      # A module of a project, or a call of one that is not available. `address` is that of the call,
      # such as `module.network.module.subnets`, and empty for the root module; `directory` is nil if
      # the module is not available; `file` and `line` are the position of the call.
      Module = Struct.new(:address, :source, :directory, :file, :line) do
        # @return [Boolean] whether the module could be found and read
        def available? = !directory.nil?
      end

      class << self
        # Reads the root module in a folder and the modules that it calls.
        # @param folder [String] on disk, or among the files that the program provides
        # @param files [Hash{String => String}, #content, nil] the provided files, in a form that
        #   {HCL::TerraformHost} accepts
        # @param host [HCL::TerraformHost, nil] provides files and data for functions, in place of
        #   `files`
        # @param version [String, nil] the version of Terraform, such as `1.13`; the newest if nil
        # @param schemas [Schemas, nil] of the providers; without them, checks that depend on a
        #   schema are left out
        # @param workspace [String, nil] the value of `terraform.workspace`
        # @param manifest [String, nil] the content of `modules.json`; read from the folder if nil
        # @param queries [Boolean] whether query files (`.tfquery.hcl`) are checked, too
        # @param dialect [Symbol] the language: `:detected`, `:terraform` or `:opentofu`
        # @param strictness [Symbol] the diagnostics in addition to those of Terraform: `:none`,
        #   `:parts`, `:warnings` or `:errors`
        # @param inputs [Hash{Symbol => Object}] values of root variables with `const`, as
        #   {Module#evaluate} takes them
        # @return [Project]
        # @raise [Error] with all diagnostics
        def open(folder, files: nil, host: nil, **options)
          opening(folder, files, host, options) do |given, within, record|
            Native.result { |out, e| Native.pcty_terraform_project_open(given, within, record, out, nil, e) }
          end
        end

        # Reads a project as {open} does, as far as possible.
        # @return [Array(Project, Error)] the error is nil without diagnostics
        def open_diagnosed(folder, files: nil, host: nil, **options)
          error = nil
          read = Native.uninterrupted do
            opening(folder, files, host, options) do |given, within, record|
              project, error = Native.results(2) do |out, diagnostics, e|
                Native.pcty_terraform_project_open(given, within, record, out, diagnostics, e)
              end
              error = HCL.diagnosed(error)
              project
            end
          end
          [read, error]
        end

        private

        def opening(folder, files, host, options)
          within = folder.to_s
          if host.nil?
            host = HCL::TerraformHost.new(**(files ? { files: } : { root: within }))
            within = "." unless files
          end
          record = record(**options)
          name = Native.str(within)
          own(block_owners: HCL::TerraformHost.expect(host).block_owners) do
            Callbacks.guard { yield host, name, record }
          end
        end

        def record(version: nil, schemas: nil, workspace: nil, manifest: nil, queries: false, inputs: nil,
                   dialect: :detected, strictness: :parts)
          record = Native::TerraformProjectOptions.sized
          record[:dialect] = dialect
          record[:strictness] = strictness
          record[:has_queries] = queries ? true : false
          { version:, workspace:, manifest: }.each { |name, text| record.borrow_text(name, text) if text }
          record.borrow(:schemas, Schemas.expect(schemas)) if schemas
          record.borrow(:inputs, Inputs.new(**inputs)) if inputs
          record
        end
      end

      private def data = Native.info(Native::TerraformProjectData, :pcty_terraform_project_info, self)

      # @return [Array<Project::Module>] the root module first, those that are not available last
      def modules
        Native.structs(Native::TerraformModuleInfo, :pcty_terraform_project_module_at, self, data[:module_count]) do |found|
          file = Native.text(found[:file])
          Module.new(Native.text(found[:address]).to_s, Native.text(found[:source]).to_s,
                     found[:is_available] ? Native.text(found[:directory]) : nil,
                     file, file && found[:range][:start][:line])
        end
      end

      # @param address [String] empty for the root module
      # @return [Terraform::Module] the declarations of a module
      # @raise [NotFoundError] if there is no such module
      def module(address = "")
        name = Native.str(address)
        Terraform::Module.own { Native.result { |out, e| Native.pcty_terraform_project_module_get(self, name, out, e) } }
      end

      # @return [Array<String>] the paths of the files of all modules, as diagnostics name them
      def files = Native.texts(:pcty_terraform_project_file_at, self, data[:file_count])

      # Checks the project as `terraform validate` does, without values for its variables, and infers
      # the types of its outputs.
      # @return [Outputs]
      # @raise [Error] with all diagnostics
      def validate = whole { |out, more, e| Native.pcty_terraform_project_validate(self, out, more, e) }

      # Validates as {#validate} does. Errors affect only the outputs that depend on them.
      # @return [Array(Outputs, Error)] the error is nil without diagnostics
      def validate_diagnosed = partial { |out, more, e| Native.pcty_terraform_project_validate(self, out, more, e) }

      # Evaluates the project with inputs, on an empty state; values that only a provider can set are
      # unknown. Of the inputs, only values and `require_all` apply.
      # @param inputs [Hash{Symbol => Object}] as {Module#evaluate} takes them
      # @return [Outputs]
      # @raise [Error] with all diagnostics
      def plan(**inputs)
        given = Inputs.new(**inputs)
        whole { |out, more, e| Native.pcty_terraform_project_plan(self, given, out, more, e) }
      end

      # Plans as {#plan} does. Errors affect only the outputs that depend on them.
      # @return [Array(Outputs, Error)] the error is nil without diagnostics
      def plan_diagnosed(**inputs)
        given = Inputs.new(**inputs)
        partial { |out, more, e| Native.pcty_terraform_project_plan(self, given, out, more, e) }
      end

      private

      def whole
        Outputs.own { Callbacks.guard { Native.result { |out, e| yield out, nil, e } } }
      end

      def partial(&)
        Native.uninterrupted do
          Callbacks.guard do
            found, error = Native.results(2, &)
            [Outputs.own { found }, HCL.diagnosed(error)]
          end
        end
      end
    end

    # The outputs of the modules of a project, from a validation or a plan. They never change; any
    # number of threads may use them.
    class Outputs < Closable
      frees_with :pcty_terraform_outputs_free

      # An output of an instance of a module. The value is unknown if it depends on values that are
      # not known; its type is the inferred type.
      Output = Struct.new(:address, :module_address, :name, :value)

      # @return [Array<Output>] all outputs, each after those that it depends on
      def to_a
        count = Native.pcty_terraform_outputs_count(self)
        Native.structs(Native::TerraformOutputInfo, :pcty_terraform_outputs_at, self, count) do |found|
          Output.new(Native.text(found[:address]), Native.text(found[:module]).to_s,
                     Native.text(found[:name]), Value.borrow(found[:value], root_owner))
        end
      end

      # @param address [String] the name for the root module, else for example
      #   `module.network[0].output.ids`
      # @return [Value, nil] the value of an output
      def output(address) = Value.borrow(Native.pcty_terraform_outputs_get(self, Native.str(address)), root_owner)

      # @return [String] all outputs and diagnostics as one JSON object
      def json = Native.text_result { |out, e| Native.pcty_terraform_outputs_to_json(self, out, e) }
    end

    # A plan or a state in the JSON form of `terraform show -json`, as typed values. It never changes;
    # any number of threads may use it.
    class Plan < Closable
      frees_with :pcty_terraform_plan_free

      # A change, or the value of a resource, an output or a variable. `before` is nil unless it is a
      # change; `after` is unknown as far as only the apply determines it.
      Item = Struct.new(:kind, :action, :address, :previous_address, :resource_type, :name, :provider, :mismatch,
                        :before, :after)

      # @param text [String] the output of `terraform show -json`
      # @param schemas [Schemas, nil] those of the providers; without them, values are objects and
      #   tuples as the text has them
      # @return [Plan]
      def self.parse(text, schemas: nil)
        given = schemas && Schemas.expect(schemas)
        source = Native.str(text)
        own { Native.result { |out, e| Native.pcty_terraform_plan_parse(source, given, out, e) } }
      end

      # @param part [Symbol] `:changes`, `:drift`, `:planned`, `:prior` or `:variables`
      # @return [Array<Item>] resources, then outputs
      def part(part = :changes)
        count = Native.pcty_terraform_plan_count(self, part)
        Native.structs(Native::TerraformPlanItem, :pcty_terraform_plan_at, self, count, part) do |found|
          Item.new(found[:kind], found[:action],
                   *%i[address previous_address resource_type name provider mismatch].map { |name| Native.text(found[name]) },
                   Value.borrow(found[:before], root_owner), Value.borrow(found[:after], root_owner))
        end
      end
    end
  end
end
