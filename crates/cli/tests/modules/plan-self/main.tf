resource "terraform_data" "p" {
  input = terraform_data.p
}
