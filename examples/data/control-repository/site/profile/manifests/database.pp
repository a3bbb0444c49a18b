# A database with its administrator.
class profile::database (
  Sensitive[String[1]] $password,
) {
  package { 'postgresql': }

  user { 'postgres':
    ensure   => present,
    password => $password,
    require  => Package['postgresql'],
  }
}
