maintenance = "04:30-02:00"

service "mail" {
  image    = "registry.example.com/mail:2.0.0"
  hostname = hostnam("Mail")
  zones    = "eu-central-1a"
}
