variable "zone" {
  type = string
  validation {
    condition     = length(var.zone) == 1
    error_message = "A zone is one letter."
  }
}

output "name" {
  value = "net-${var.zone}"
}
