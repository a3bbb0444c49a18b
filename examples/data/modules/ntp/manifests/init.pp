# Keeps a host's clock right with ntpd.
#
# @param servers
#   The servers that are asked.
# @param pools
#   Names behind which any number of servers stand.
# @param config
#   The file that ntpd reads.
# @param config_file_mode
#   Who may do what with it.
# @param driftfile
#   Where ntpd keeps how wrong the clock goes.
# @param restrict
#   Who may ask ntpd for what.
# @param minpoll
#   How often a server is asked at most, as a power of two in seconds.
# @param maxpoll
#   How often it is asked at least.
# @param panic
#   How wrong the clock may be before ntpd gives up, in seconds; `false` for any.
# @param control_key
#   The key with which ntpd may be changed while it runs.
# @param control_secret
#   What that key is.
# @param step_timeout
#   How long ntpd waits before it sets the clock by a step.
# @param service_ensure
#   Whether ntpd runs.
# @param service_enable
#   Whether it starts with the host.
# @param package_ensure
#   Which version is installed.
class ntp (
  Array[Stdlib::Host, 1] $servers,
  Stdlib::Absolutepath $config,
  Array[Stdlib::Host] $pools = [],
  Stdlib::Filemode $config_file_mode = '0664',
  Optional[Stdlib::Absolutepath] $driftfile = "${ntp::state_directory($config)}/ntp.drift",
  Array[Ntp::Restrict] $restrict = [],
  Optional[Ntp::Poll_interval] $minpoll = undef,
  Optional[Ntp::Poll_interval] $maxpoll = $minpoll,
  Variant[Boolean, Integer[0, default]] $panic = true,
  Optional[Ntp::Key_id] $control_key = undef,
  Optional[Sensitive[String[8]]] $control_secret = undef,
  Timespan $step_timeout = Timespan('0-00:15:00'),
  Stdlib::Ensure::Service $service_ensure = 'running',
  Boolean $service_enable = true,
  String[1] $package_ensure = 'present',
) {
  package { 'ntp':
    ensure => $package_ensure,
  }

  file { $config:
    ensure  => file,
    mode    => $config_file_mode,
    content => epp('ntp/ntp.conf.epp', {
      'servers'   => $servers + $pools,
      'driftfile' => $driftfile,
      'restrict'  => $restrict,
    }),
    require => Package['ntp'],
    notify  => Service['ntp'],
  }

  if $control_secret {
    file { "${config}.keys":
      mode    => '0600',
      content => Sensitive("${control_key} M ${control_secret.unwrap}\n"),
    }
  }

  service { 'ntp':
    ensure => $service_ensure,
    enable => $service_enable,
  }
}
