Struct[{
  region  => Enum['eu', 'us'],
  servers => Array[Struct[{
    name           => String[1],
    Optional[port] => Integer[1, 65535],
    Optional[tags] => Array[String],
  }]],
  limits  => Hash[String, Numeric],
}]
