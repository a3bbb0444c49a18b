# What whoever deploys may choose.

variable "environment" {
  type        = string
  description = "The stage that is deployed to."
}

variable "region" {
  type    = string
  default = "eu-central-1"
}

variable "network" {
  type = object({
    cidr    = string
    zones   = optional(list(string), ["a", "b"])
    private = optional(bool, true)
  })
}

variable "services" {
  type = map(object({
    image    = string
    port     = optional(number, 8080)
    replicas = optional(number)
    tags     = optional(map(string), {})
  }))
}
