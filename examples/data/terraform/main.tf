locals {
  public = [for name, subnet in var.subnets : name if subnet.public]
}

resource "aws_instance" "web" {
  count = var.replicas
  tags  = { region = var.region }
}

output "public_subnets" {
  value = local.public
}

output "first_address" {
  value = "http://${aws_instance.web[0].public_ip}/"
}
