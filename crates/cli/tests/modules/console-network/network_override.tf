variable "cidr" {
  default = "10.30.0.0/16"
}
