//! Attributes of the built-in resource types (`Puppet::Type.validattr?` of Puppet).

/// The metaparameters, which every resource has.
const METAPARAMETERS: &str = "alias audit before loglevel noop notify require schedule stage \
     subscribe tag";

/// The other attributes, by the type's lowercase name.
fn attributes(resource_type: &str) -> Option<&'static str> {
    Some(match resource_type {
        "exec" => {
            "command creates cwd environment group logoutput name onlyif path provider \
             refresh refreshonly returns timeout tries try_sleep umask unless user"
        }
        "file" => {
            "backup checksum checksum_value content ctime ensure force group ignore links \
             max_files mode mtime name owner path provider purge recurse recurselimit \
             replace selinux_ignore_defaults selrange selrole seltype seluser show_diff \
             source source_permissions sourceselect staging_location target type \
             validate_cmd validate_replacement"
        }
        "filebucket" => "name path port server",
        "group" => {
            "allowdupe attribute_membership attributes auth_membership ensure forcelocal \
             gid ia_load_module members name provider system"
        }
        "notify" => "message name withpath",
        "package" => {
            "adminfile allow_virtual allowcdrom category command configfiles description \
             enable_only ensure flavor install_only install_options instance mark name \
             package_settings platform provider reinstall_on_refresh responsefile root \
             source status uninstall_options vendor"
        }
        "resources" => "name purge unless_system_user unless_uid",
        "schedule" => "name period periodmatch range repeat weekday",
        "service" => {
            "binary control enable ensure flags hasrestart hasstatus logonaccount \
             logonpassword manifest name path pattern provider restart start status stop \
             timeout"
        }
        "tidy" => "age backup matches max_files name path recurse rmdirs size type",
        "user" => {
            "allowdupe attribute_membership attributes auth_membership auths comment ensure \
             expiry forcelocal gid groups home ia_load_module iterations key_membership \
             keys loginclass managehome membership name password password_max_age \
             password_min_age password_warn_days profile_membership profiles project \
             provider purge_ssh_keys role_membership roles salt shell system uid"
        }
        "component" | "stage" | "whit" => "name",
        _ => return None,
    })
}

/// Whether an attribute is a metaparameter.
pub(crate) fn is_metaparameter(attribute: &str) -> bool {
    METAPARAMETERS.split(' ').any(|name| name == attribute)
}

/// Whether a built-in resource type, by its lowercase name, has an attribute.
pub(crate) fn has_attribute(resource_type: &str, attribute: &str) -> bool {
    let own = attributes(resource_type).unwrap_or_default();
    is_metaparameter(attribute) || own.split(' ').any(|name| name == attribute)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_belong_to_their_types() {
        for (resource_type, attribute, known) in [
            ("file", "mode", true),
            ("file", "noop", true),
            ("file", "title", false),
            ("notify", "provider", false),
            ("package", "provider", true),
            ("whit", "name", true),
            ("nope", "mode", false),
            ("file", "", false),
        ] {
            assert_eq!(
                has_attribute(resource_type, attribute),
                known,
                "{resource_type} {attribute}"
            );
        }
    }
}
