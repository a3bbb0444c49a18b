# What a deployment says about its services, in the language of HCL's hcldec.

block_map {
  block_type = "service"
  labels     = ["name"]

  object {
    attr "image" {
      type     = string
      required = true
    }
    default "replicas" {
      attr {
        name = "replicas"
        type = number
      }
      literal {
        value = 1
      }
    }
    attr "hostname" {
      type = string
    }
    attr "zones" {
      type     = list(string)
      required = true
    }
    attr "tags" {
      type = map(string)
    }
    attr "command" {
      type = string
    }
    block_map "endpoints" {
      block_type = "endpoint"
      labels     = ["name"]

      object {
        attr "port" {
          type     = number
          required = true
        }
        attr "hosts" {
          type = list(string)
        }
      }
    }
  }
}
