//! Names of variables that nodes, servers and modules set, which no text of a workspace defines.

/// The facts of Facter itself and of the module `stdlib`, those of its versions before 4 too, and the
/// variables that agents and servers add to them.
const KNOWN: [&str; 158] = [
    "agent_specified_environment",
    "aio_agent_build",
    "aio_agent_version",
    "architecture",
    "augeas",
    "augeasversion",
    "az_metadata",
    "bios_release_date",
    "bios_vendor",
    "bios_version",
    "blockdevices",
    "boardassettag",
    "boardmanufacturer",
    "boardproductname",
    "boardserialnumber",
    "chassisassettag",
    "chassistype",
    "clientcert",
    "clientnoop",
    "clientversion",
    "cloud",
    "dhcp_servers",
    "disks",
    "dmi",
    "domain",
    "ec2_metadata",
    "ec2_userdata",
    "env_windows_installdir",
    "facterversion",
    "filesystems",
    "fips_enabled",
    "fqdn",
    "gce",
    "gid",
    "hardwareisa",
    "hardwaremodel",
    "hostname",
    "hypervisors",
    "id",
    "identity",
    "interfaces",
    "ipaddress",
    "ipaddress6",
    "is_pe",
    "is_virtual",
    "kernel",
    "kernelmajversion",
    "kernelrelease",
    "kernelversion",
    "load_averages",
    "lparstat",
    "lsbdistcodename",
    "lsbdistdescription",
    "lsbdistid",
    "lsbdistrelease",
    "lsbmajdistrelease",
    "lsbminordistrelease",
    "lsbrelease",
    "macaddress",
    "macosx_buildversion",
    "macosx_productname",
    "macosx_productversion",
    "macosx_productversion_major",
    "macosx_productversion_minor",
    "macosx_productversion_patch",
    "manufacturer",
    "memory",
    "memoryfree",
    "memoryfree_mb",
    "memorysize",
    "memorysize_mb",
    "mountpoints",
    "netmask",
    "netmask6",
    "network",
    "network6",
    "networking",
    "nim_type",
    "operatingsystem",
    "operatingsystemmajrelease",
    "operatingsystemrelease",
    "os",
    "osfamily",
    "package_provider",
    "partitions",
    "path",
    "pe_build",
    "pe_major_version",
    "pe_minor_version",
    "pe_patch_version",
    "pe_server_version",
    "pe_version",
    "physicalprocessorcount",
    "processorcount",
    "processors",
    "productname",
    "ps",
    "puppet_digest_algorithm",
    "puppet_environmentpath",
    "puppet_files_dir_present",
    "puppet_server",
    "puppet_settings",
    "puppet_vardir",
    "puppetversion",
    "root_home",
    "ruby",
    "rubyplatform",
    "rubysitedir",
    "rubyversion",
    "scope6",
    "selinux",
    "selinux_config_mode",
    "selinux_config_policy",
    "selinux_current_mode",
    "selinux_enforced",
    "selinux_policyversion",
    "serialnumber",
    "serverip",
    "serverip6",
    "servername",
    "serverversion",
    "service_provider",
    "solaris_zones",
    "ssh",
    "sshdsakey",
    "sshecdsakey",
    "sshed25519key",
    "sshrsakey",
    "staging_http_get",
    "swapencrypted",
    "swapfree",
    "swapfree_mb",
    "swapsize",
    "swapsize_mb",
    "system32",
    "system_profiler",
    "system_uptime",
    "timezone",
    "uptime",
    "uptime_days",
    "uptime_hours",
    "uptime_seconds",
    "uuid",
    "virtual",
    "windows_display_version",
    "windows_edition_id",
    "windows_installation_type",
    "windows_product_name",
    "windows_release_id",
    "xen",
    "xendomains",
    "zfs_featurenumbers",
    "zfs_version",
    "zonename",
    "zones",
    "zpool_featureflags",
    "zpool_featurenumbers",
    "zpool_version",
];

/// The beginnings of the names of facts whose rest depends on the node, such as an interface.
const PREFIXES: [&str; 17] = [
    "blockdevice_",
    "ec2_",
    "ipaddress6_",
    "ipaddress_",
    "ldom_",
    "macaddress_",
    "mtu_",
    "netmask6_",
    "netmask_",
    "network6_",
    "network_",
    "processor",
    "scope6_",
    "sp_",
    "sshfp_",
    "vlan",
    "zone_",
];

/// Whether a node or a server may set a variable with a name.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN.binary_search(&name).is_ok() || PREFIXES.iter().any(|start| name.starts_with(start))
}

/// The names of the known facts.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    KNOWN.into_iter()
}

/// The facts that a Ruby file of a module adds: the names after `Facter.add`.
pub(super) fn added(text: &str) -> impl Iterator<Item = &str> {
    text.split("Facter.add").skip(1).filter_map(|rest| {
        let rest = rest.trim_start_matches(['(', ' ', ':', '\'', '"']);
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let len = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        rest.get(..len).filter(|name| !name.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(KNOWN.is_sorted());
        assert!(is_known("osfamily") && is_known("ipaddress_eth0") && !is_known("port"));
    }

    #[test]
    fn added_facts_are_found() {
        let text = "Facter.add(:one) do\nend\nFacter.add('two', :type => :aggregate)\nFacter.add \"three\" do";
        assert_eq!(added(text).collect::<Vec<_>>(), ["one", "two", "three"]);
    }
}
