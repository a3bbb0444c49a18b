# A node with the common settings only.
class role::base {
  include profile::base
}
