# An address of IPv4 or IPv6.
type Stdlib::Ip = Pattern[/\A\d{1,3}(\.\d{1,3}){3}\z/, /\A[0-9a-fA-F:]*:[0-9a-fA-F:]+\z/]
