# A host by its name or its address.
type Stdlib::Host = Variant[Stdlib::Fqdn, Stdlib::Ip]
