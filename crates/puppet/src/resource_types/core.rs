//! The resource types of Puppet itself, and the metaparameters that all resources have.

use super::{Identity, NAME, ResourceType, TitleRule};
use polycty_core::types::KeyedMap;
use std::sync::{Arc, LazyLock};

/// The metaparameters, which every resource has.
const METAPARAMETERS: [&str; 11] = [
    "noop",
    "schedule",
    "audit",
    "loglevel",
    "alias",
    "tag",
    "require",
    "subscribe",
    "before",
    "notify",
    "stage",
];

/// A row of the table: names are separated by blanks.
struct Row {
    name: &'static str,
    keys: &'static str,
    properties: &'static str,
    parameters: &'static str,
}

/// The types, by name.
const ROWS: [Row; 14] = [
    Row {
        name: "component",
        keys: "name",
        properties: "",
        parameters: "name",
    },
    Row {
        name: "exec",
        keys: "command",
        properties: "returns",
        parameters: "command path user group cwd logoutput refresh environment umask timeout tries \
                     try_sleep refreshonly creates unless onlyif provider",
    },
    Row {
        name: "file",
        keys: "path",
        properties: "ensure content checksum_value target owner group mode type seluser selrole \
                     seltype selrange ctime mtime",
        parameters: "path backup recurse recurselimit max_files replace force ignore links purge \
                     sourceselect show_diff staging_location validate_cmd validate_replacement \
                     provider checksum source source_permissions selinux_ignore_defaults",
    },
    Row {
        name: "filebucket",
        keys: "name",
        properties: "",
        parameters: "name server port path",
    },
    Row {
        name: "group",
        keys: "name",
        properties: "ensure gid members attributes",
        parameters: "auth_membership name allowdupe ia_load_module attribute_membership system \
                     forcelocal provider",
    },
    Row {
        name: "notify",
        keys: "name",
        properties: "message",
        parameters: "withpath name",
    },
    Row {
        name: "package",
        keys: "command name provider",
        properties: "ensure package_settings flavor mark",
        parameters: "name provider command source instance status adminfile responsefile \
                     configfiles category platform root vendor description allowcdrom enable_only \
                     install_only install_options uninstall_options allow_virtual \
                     reinstall_on_refresh",
    },
    Row {
        name: "resources",
        keys: "name",
        properties: "",
        parameters: "name purge unless_system_user unless_uid",
    },
    Row {
        name: "schedule",
        keys: "name",
        properties: "",
        parameters: "name range periodmatch period repeat weekday",
    },
    Row {
        name: "service",
        keys: "name",
        properties: "ensure enable logonaccount flags",
        parameters: "logonpassword binary hasstatus name path pattern restart start status stop \
                     control hasrestart manifest timeout provider",
    },
    Row {
        name: "stage",
        keys: "name",
        properties: "",
        parameters: "name",
    },
    Row {
        name: "tidy",
        keys: "path",
        properties: "",
        parameters: "path recurse max_files matches backup age size type rmdirs",
    },
    Row {
        name: "user",
        keys: "name",
        properties: "ensure home uid gid comment shell password password_min_age password_max_age \
                     password_warn_days groups expiry roles auths profiles keys project attributes \
                     salt iterations loginclass",
        parameters: "name membership system allowdupe managehome role_membership auth_membership \
                     profile_membership key_membership ia_load_module attribute_membership \
                     forcelocal purge_ssh_keys provider",
    },
    Row {
        name: "whit",
        keys: "name",
        properties: "",
        parameters: "name",
    },
];

impl Row {
    fn build(&self) -> ResourceType {
        let attributes = self.properties.split(' ').chain(self.parameters.split(' '));
        let attributes = attributes.filter(|name| !name.is_empty());
        // Puppet accepts `name` for all of its own types.
        let attributes = attributes.chain([NAME]).map(Into::into);
        let keys = self.keys.split(' ').map(Into::into).collect();
        let identity = match self.name {
            "exec" | "tidy" => Identity::Shared,
            _ => Identity::Unique,
        };
        let title = match self.name {
            "file" => TitleRule::Path,
            _ => TitleRule::Whole,
        };
        ResourceType::new(self.name.into(), attributes, keys, identity, title)
    }
}

static TYPES: LazyLock<KeyedMap<&'static str, Arc<ResourceType>>> = LazyLock::new(|| {
    ROWS.iter()
        .map(|row| (row.name, Arc::new(row.build())))
        .collect()
});

/// Returns the type of Puppet itself with a lowercase name.
#[must_use]
pub fn built_in(name: &str) -> Option<&'static Arc<ResourceType>> {
    TYPES.get(name)
}

/// The types of Puppet itself, in no particular order.
pub fn built_in_types() -> impl Iterator<Item = &'static ResourceType> {
    TYPES.values().map(|found| &**found)
}

/// The metaparameters.
#[must_use]
pub fn metaparameters() -> &'static [&'static str] {
    &METAPARAMETERS
}

/// Whether an attribute is a metaparameter.
#[must_use]
pub fn is_metaparameter(attribute: &str) -> bool {
    METAPARAMETERS.contains(&attribute)
}

/// Whether a type of Puppet itself, by its lowercase name, has an attribute.
#[must_use]
pub fn has_attribute(resource_type: &str, attribute: &str) -> bool {
    match built_in(resource_type) {
        Some(found) => found.has_attribute(attribute),
        None => is_metaparameter(attribute),
    }
}
