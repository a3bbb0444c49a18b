# The number of a key.
type Ntp::Key_id = Integer[1, 65535]
