variable "name" {
  type = string
  validation {
    condition     = length(var.name) < 4
    error_message = "The name ${var.name} is too long."
  }
}

variable "cidr" {
  type = string
}

variable "size" {
  type = string
  validation {
    condition     = contains(["small"], var.size)
    error_message = "The size ${var.size} is not supported."
  }
}

output "id" {
  value = "${var.name}-${var.cidr}"
  precondition {
    condition     = endswith(var.cidr, "/16")
    error_message = "The block ${var.cidr} has the wrong size."
  }
}
