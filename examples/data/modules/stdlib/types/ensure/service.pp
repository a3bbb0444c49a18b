# Whether a service runs.
type Stdlib::Ensure::Service = Enum['stopped', 'running']
