variable "t" {
  # the type
  type = map(object({
    a = string # first
    b = optional(number, 3)
  }))
  default = { k = { a = "$${x}", b = -1 } }
}
variable "u" {
  default = <<-E
  %%{x} $${y} "q"
  E
}
# Doubles.
resource "terraform_data" "a" {
  for_each   = var.t
  input      = "${each.key}-%{ if true }x%{ endif }"
  depends_on = [terraform_data.b]
  lifecycle {
    ignore_changes       = [input]
    replace_triggered_by = [terraform_data.b]
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo 1"
  }
  provisioner "local-exec" {
    on_failure = continue
    command    = "echo 2"
  }
}
resource "terraform_data" "b" {
  lifecycle {
    ignore_changes = all
  }
}
moved {
  from = terraform_data.x
  to   = terraform_data.b
}
removed {
  from = terraform_data.y
  lifecycle {
    destroy = false
  }
}
output "o" {
  value = [for k, v in var.t : "${v.a}\n\"${v.b}\""]
}
output "u" {
  value = var.u
}
locals {
  neg  = [-1, -(2), 1e3]
  keys = { "a b" = 1, (var.u) = 2, "${var.u}x" = 3, for = 4 }
}
