# Who may ask ntpd for what.
type Ntp::Restrict = Struct[{
  address        => Stdlib::Host,
  Optional[mask] => Stdlib::Ip,
  Optional[flags] => Array[Enum['kod', 'nomodify', 'nopeer', 'noquery', 'notrap']],
}]
