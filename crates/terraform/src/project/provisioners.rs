//! Provisioners of resources and their connections, by the schemas that Terraform has itself.

use super::schemas::{Attribute, Block, Schema};
use super::walk::{Site, Walk};
use crate::module::inventory::Resource;
use crate::module::sink::DiagnosticSink;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_hcl::body::Body;
use std::sync::LazyLock;

/// An attribute by its name, which ends in `!` if it is required, and its type.
type Written = (&'static str, Of);

/// The types of attributes.
#[derive(Clone, Copy)]
enum Of {
    Text,
    Number,
    Bool,
    Texts,
    Map,
}

impl Of {
    fn ty(self) -> Type {
        let string = Type::string().clone();
        let made = match self {
            Of::Text => return string,
            Of::Number => return Type::number().clone(),
            Of::Bool => return Type::bool().clone(),
            Of::Texts => Type::list(string),
            Of::Map => Type::map(string),
        };
        made.unwrap_or_else(|_| Type::any().clone())
    }
}

const LOCAL_EXEC: [Written; 5] = [
    ("command!", Of::Text),
    ("interpreter", Of::Texts),
    ("working_dir", Of::Text),
    ("environment", Of::Map),
    ("quiet", Of::Bool),
];

const FILE: [Written; 3] = [
    ("source", Of::Text),
    ("content", Of::Text),
    ("destination!", Of::Text),
];

const REMOTE_EXEC: [Written; 3] = [
    ("inline", Of::Texts),
    ("script", Of::Text),
    ("scripts", Of::Texts),
];

/// The arguments of connections of all kinds.
const CONNECTION: [Written; 29] = [
    ("type", Of::Text),
    ("user", Of::Text),
    ("password", Of::Text),
    ("host!", Of::Text),
    ("port", Of::Number),
    ("timeout", Of::Text),
    ("script_path", Of::Text),
    ("target_platform", Of::Text),
    ("private_key", Of::Text),
    ("certificate", Of::Text),
    ("host_key", Of::Text),
    ("agent", Of::Bool),
    ("agent_identity", Of::Text),
    ("proxy_scheme", Of::Text),
    ("proxy_host", Of::Text),
    ("proxy_port", Of::Number),
    ("proxy_user_name", Of::Text),
    ("proxy_user_password", Of::Text),
    ("bastion_user", Of::Text),
    ("bastion_password", Of::Text),
    ("bastion_host", Of::Text),
    ("bastion_port", Of::Number),
    ("bastion_host_key", Of::Text),
    ("bastion_private_key", Of::Text),
    ("bastion_certificate", Of::Text),
    ("https", Of::Bool),
    ("insecure", Of::Bool),
    ("cacert", Of::Text),
    ("use_ntlm", Of::Bool),
];

fn schema(written: &[Written]) -> Schema {
    let attributes = written.iter().map(|(name, of)| Attribute {
        name: name.trim_end_matches('!').into(),
        ty: of.ty(),
        nested: None,
        required: name.ends_with('!'),
        optional: !name.ends_with('!'),
        computed: false,
        sensitive: false,
        write_only: false,
        deprecated: None,
        description: "".into(),
    });
    let block = Block {
        attributes: attributes.collect(),
        ..Block::default()
    };
    Schema::new(block).unwrap_or_else(|_| Schema::empty())
}

/// The schema of a provisioner, none if Terraform has none of that name.
fn of_type(name: &str) -> Option<&'static Schema> {
    static LOCAL: LazyLock<Schema> = LazyLock::new(|| schema(&LOCAL_EXEC));
    static COPY: LazyLock<Schema> = LazyLock::new(|| schema(&FILE));
    static REMOTE: LazyLock<Schema> = LazyLock::new(|| schema(&REMOTE_EXEC));
    Some(match name {
        "local-exec" => &LOCAL,
        "file" => &COPY,
        "remote-exec" => &REMOTE,
        _ => return None,
    })
}

impl Walk<'_> {
    /// Checks the provisioners of a resource, up to the first with errors, or the first alone if the
    /// resource has errors itself.
    pub(crate) fn check_provisioners(
        &self,
        resource: &Resource,
        before: usize,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        static OF_CONNECTION: LazyLock<Schema> = LazyLock::new(|| schema(&CONNECTION));
        for provisioner in &resource.provisioner_blocks {
            if let Some(schema) = of_type(&provisioner.provisioner_type) {
                self.decode(schema, &provisioner.body, site, sink)?;
            }
            let connection = match (&resource.connection, &provisioner.connection) {
                (None, own) => own.clone(),
                (Some(shared), None) => Some(shared.clone()),
                (Some(shared), Some(own)) => Some(Body::overridden(shared.clone(), [own.clone()])),
            };
            if let Some(connection) = connection {
                self.decode(&OF_CONNECTION, &connection, site, sink)?;
            }
            if sink.failed_since(before) {
                break;
            }
        }
        Ok(())
    }
}
