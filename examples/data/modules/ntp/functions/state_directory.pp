# Where ntpd of a configuration keeps its state: under `/var/lib`, or beside a configuration that
# does not stand in `/etc`.
function ntp::state_directory(Stdlib::Absolutepath $config) >> Stdlib::Absolutepath {
  $config ? {
    /\A\/etc\//      => '/var/lib/ntp',
    /\A(.*)\/[^\/]*/ => $1,
  }
}
