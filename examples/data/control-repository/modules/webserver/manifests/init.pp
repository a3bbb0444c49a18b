# A web server whose sites are resources of webserver::site.
class webserver (
  String[1] $package,
  String[1] $user,
) {
  package { $package:
    ensure => installed,
  }

  file { '/etc/nginx/sites':
    ensure  => directory,
    owner   => $user,
    require => Package[$package],
  }

  service { 'nginx':
    ensure => running,
    enable => true,
  }
}
