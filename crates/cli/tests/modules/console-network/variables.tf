variable "cidr" {
  type    = string
  default = "10.20.0.0/16"
  validation {
    condition     = can(cidrhost(var.cidr, 0))
    error_message = "This is no network."
  }
}
variable "zones" {
  type    = set(string)
  default = ["b", "a", "c"]
}
variable "tags" {
  type    = map(string)
  default = {}
}
