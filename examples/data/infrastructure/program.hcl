config "environment" {
  type = string
}

config "hosts" {
  type = int
}

locals {
  production = environment == "production"
  domain     = "${environment}.example.com"
  needed     = hosts * 2 + 1
}

resource "network" "main" {
  cidr  = "10.0.0.0/16"
  zones = ["a", "b", production ? "c" : "b"]
  tags  = { environment = environment, hosts = needed }
}

resource "server" "web" {
  subnet = main.subnets[0].id
  image  = latest_image("debian-13")
  size   = production ? "large" : "small"
  ports  = [{ number = 80 }, { number = "443", open = production }]
}

resource "record" "www" {
  name      = join(".", "www", domain)
  addresses = [web.address]
  ttl       = production ? 3600 : null
}

output "subnets" {
  value = main.subnets[*].id
}

output "disks" {
  value = { for disk in web.disks : disk.id => disk.gigabytes * 1024 if disk.gigabytes > 0 }
}

output "url" {
  value = "http://${www.fqdn}/%{ if production }%{ else }debug%{ endif }"
}
