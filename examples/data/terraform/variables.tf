variable "region" {
  description = "Where it runs."
  type        = string
  validation {
    condition     = can(regex("^[a-z]+-[a-z]+-[0-9]$", var.region))
    error_message = "A region is named like eu-central-1."
  }
}

variable "subnets" {
  type = map(object({
    cidr   = string
    public = optional(bool, false)
  }))
}

variable "password" {
  type      = string
  sensitive = true
}

variable "replicas" {
  type    = number
  default = 2
}
