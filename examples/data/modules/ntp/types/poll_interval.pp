# A power of two in seconds.
type Ntp::Poll_interval = Integer[4, 17]
