region   = "Frankfurt"
replicas = "two"
pasword  = "correct horse"
subnets  = { a = { public = "yes" } }
