zones = ["a", "bc"]
token = "secret"
