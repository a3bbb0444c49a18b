locals { b = local.b }
variable "self" { 
  default = 1
  validation { 
    condition = self.x
    error_message = "Foo."
  }
}
