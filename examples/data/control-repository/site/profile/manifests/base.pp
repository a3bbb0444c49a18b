# Settings of all nodes.
class profile::base (
  Array[String[1]] $packages,
  String[1]        $contact,
) {
  ensure_packages($packages)

  file { '/etc/motd':
    content => "${facts['networking']['fqdn']}: ${contact}\n",
  }
}
