//! Tests of the services for Puppet.
