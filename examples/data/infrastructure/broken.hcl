config "environment" {
  type = string
}

config "hosts" {
  type = int
}

locals {
  production = enviroment == "production"
  domain     = "${environment}.example.com"
  needed     = hosts * [2]
}

resource "network" "main" {
  cidr  = "10.0.0.0/16"
  zones = "a"
  tags  = { environment = environment, sizes = [1, 2] }
}

resource "server" "web" {
  subnet = main.subnet[0].id
  image  = newest_image("debian-13")
  ports  = [{ number = 80 }, { numbr = 443 }]
  sise   = "small"
}

resource "record" "www" {
  name      = join()
  addresses = web.Address
  ttl       = main
}

output "subnets" {
  value = main.subnets[*].name
}

output "disks" {
  value = { for disk in web.id : disk.id => disk.gigabytes * 1024 }
}

output "host" {
  value = [main.id, web.id][2]
}
