variable "names" {
  type    = list(string)
  default = ["a", "b", "c"]
}
variable "settings" {
  type = object({
    size  = optional(number, 3)
    label = optional(string)
    tags  = optional(map(string), { by = "hand" })
    disks = optional(list(object({ gb = number, fast = optional(bool, true) })), [{ gb = 10 }])
  })
  default = { tags = {}, disks = [{ gb = "20" }] }
}
variable "anything" {
  type    = any
  default = [1, "two", null, { three = 3 }]
}
locals {
  upper    = [for name in var.names : upper(name)]
  by_name  = { for index, name in var.names : name => index if name != "b" }
  settings = var.settings
  anything = var.anything
  count    = length(local.upper) + local.by_name["c"]
  text     = "${local.count} of ${join("/", local.upper)}%{if local.count > 4} many%{endif}"
  nested   = [for x in [local.by_name, local.settings.tags] : keys(x)]
  chosen   = local.count > 10 ? var.names : concat(local.upper, ["z"])
  hash     = sha256(local.text)
  subnet   = cidrsubnets("10.0.0.0/16", 4, 4, 8)
  merged   = merge(local.by_name, { d = try(local.by_name.b, -1) })
  numbers  = [0.1 + 0.2, 1e3, 10 / 4, 7 % 3, -5]
  space    = terraform.workspace
  yaml     = yamldecode("a: [1, yes]\nb: ~")
}
