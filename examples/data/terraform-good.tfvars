region   = "eu-central-1"
password = "correct horse"
subnets = {
  a = { cidr = "10.0.1.0/24", public = true }
  b = { cidr = "10.0.2.0/24" }
}
