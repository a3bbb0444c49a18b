variable "v" {
  validation { 
    condition = var.v != null
    error_message = "Foo."
  }
}
variable "w" {
  validation { 
    condition = var.v != var.w
    error_message = "Foo."
  }
}
variable "x" {
  validation { 
    condition = var.w != var.x
    error_message = "Foo ${local.x}."
  }
}
locals {
  x = { a = var.x
        b = local.y }
  y = local.x.a
}
