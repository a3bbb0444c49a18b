variable "a" { type = number }
variable "b" { type = string }
variable "c" { 
  type = list(number)
  nullable = false
}
variable "d" { type = any }
variable "e" {
  type = object({ x = number, y = optional(list(string), ["q"]), z = optional(object({k = optional(bool, true)}), {}) })
  default = { x = 1}
}
variable "f" {
  type = number
  default = 1
  validation {
    condition = var.f > 3
    error_message = "Must be > 3, was ${var.f}."
  }
  validation {
    condition = var.f > 2
    error_message = "must be > 2"
  }
  validation {
    condition = var.f 
    error_message = "Must be > 2."
  }
  validation {
    condition = var.f == 1 ? null : true
    error_message = "Must be > 2."
  }
  validation {
    condition = var.f == 2 
    error_message = null
  }
  validation {
    condition = var.f == 2 
    error_message = sensitive("ddd")
  }
  validation {
    condition = var.f == 2 
    error_message = [1]
  }
  validation {
    condition = can(var.f) && var.d.x == 2 
    error_message = "x"
  }
  validation {
    condition = var.f == 2 
    error_message = tostring(var.d.y)
  }
  validation {
    condition = var.f == 2 
    error_message = ""
  }
}
variable "s" { 
  type = string 
  sensitive = false
  default = "q"
  validation { 
    condition = length(var.s) > 3
    error_message = "Too short: ${var.s}"
  }
  validation { 
    condition = length(var.s) > 3
    error_message = "Too short."
  }
}
output "e" { value = var.e }

