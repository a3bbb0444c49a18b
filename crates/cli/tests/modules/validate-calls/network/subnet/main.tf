variable "cidr" {}

output "id" {
  value     = "subnet-${var.cidr}"
  sensitive = true
}
