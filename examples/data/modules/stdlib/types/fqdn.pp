# The whole name of a host.
type Stdlib::Fqdn = Pattern[/\A(([a-z0-9]|[a-z0-9][a-z0-9-]*[a-z0-9])\.)*[a-z0-9][a-z0-9-]*\z/]
