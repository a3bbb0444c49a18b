resource "terraform_data" "q" {
  count = 2
  input = terraform_data.q[0].id
}
