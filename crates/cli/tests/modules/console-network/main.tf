locals {
  public  = [for zone in local.zones : "public-${zone}"]
  private = formatlist("private-%s", local.zones)
  table   = zipmap(local.public, values(local.subnets))
  first   = one([for zone, subnet in local.subnets : subnet if zone == "a"])
  hosts   = { for zone, subnet in local.subnets : zone => cidrhost(subnet, 5) }
}
