# What there is: types of resources by what they take and give, and functions.

enum "size" {
  values = ["small", "medium", "large"]
}

resource "network" {
  takes = object({
    cidr  = string
    zones = list(string)
    tags  = optional(map(string))
  })
  gives = object({
    id      = id
    subnets = list(object({ id = id, zone = string, hosts = int }))
  })
}

resource "server" {
  takes = object({
    subnet = id
    image  = string
    size   = size
    ports  = optional(list(object({ number = int, open = optional(bool) })))
  })
  gives = object({
    id      = id
    address = string
    disks   = list(object({ id = id, gigabytes = int }))
  })
}

resource "record" {
  takes = object({
    name      = string
    addresses = list(string)
    ttl       = optional(int)
  })
  gives = object({ fqdn = string })
}

function "latest_image" {
  parameter "family" {
    type = string
  }
  result = promise(string)
}

function "join" {
  parameter "separator" {
    type = string
  }
  variadic "part" {
    type = string
  }
  result = string
}
