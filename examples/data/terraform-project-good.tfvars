zones = ["a", "b"]
token = "secret"
