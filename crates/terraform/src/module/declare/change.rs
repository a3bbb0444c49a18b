//! Changes to existing objects: `moved`, `import` and `removed` blocks.

use super::super::inventory::{Change, ChangeKind, Declared, Import};
use super::super::release::Release;
use super::super::sink::Location;
use super::Reader;
use super::argument::{of_type, reference, schema, truth, value_place};
use polycty_core::source::Result;
use polycty_core::text::Quoted;
use polycty_core::types::Str;
use polycty_hcl::body::{Attribute, Block, Content, Schema};
use polycty_hcl::eval::Form;
use polycty_hcl::syntax::{Traversal, TraversalStep, TraversalStepKind};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The kind of object that an address refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Addressed {
    Resource,
    Module,
}

impl Reader<'_, '_> {
    pub(crate) fn change(&mut self, block: &Block) -> Result<Change> {
        static MOVED: LazyLock<Schema> = LazyLock::new(|| schema(&["from!", "to!"], &[]));
        static IMPORT: LazyLock<Schema> =
            LazyLock::new(|| schema(&["provider", "for_each", "id!", "to!"], &[]));
        static SINCE_1_12: LazyLock<Schema> =
            LazyLock::new(|| schema(&["provider", "for_each", "id", "identity", "to!"], &[]));
        let release = self.sink.release;
        static REMOVED: LazyLock<Schema> = LazyLock::new(|| {
            let blocks: [(&str, &[&str]); 3] = [
                ("lifecycle", &[]),
                ("connection", &[]),
                ("provisioner", &["type"]),
            ];
            schema(&["from!"], &blocks)
        });
        let (kind, schema): (_, &Schema) = match &*block.block_type {
            "moved" => (ChangeKind::Moved, &MOVED),
            "import" if release >= Release::V1_12 => (ChangeKind::Import, &SINCE_1_12),
            "import" => (ChangeKind::Import, &IMPORT),
            _ => (ChangeKind::Removed, &REMOVED),
        };
        let found = block.body.content_within(schema, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        let written = |name: &str| -> Option<Str> {
            let attribute = content.attribute(name)?;
            Some(attribute.expr.text()?.into())
        };
        let mut inputs = Vec::new();
        let mut import = None;
        let (from, to) = match kind {
            ChangeKind::Moved => {
                let of = |reader: &mut Self, name| match content.attribute(name) {
                    Some(attribute) => reader.address(attribute),
                    None => Ok(None),
                };
                let from = of(self, "from")?;
                let to = of(self, "to")?;
                if let (Some(from), Some(to)) = (from, to)
                    && from != to
                {
                    let place = Location::new(&block.source, block.def_range);
                    self.sink.report(place.error(
                        "Invalid \"moved\" addresses",
                        "The \"from\" and \"to\" addresses must either both refer to resources or both refer to modules.",
                    ))?;
                }
                (written("from"), written("to"))
            }
            ChangeKind::Import => {
                if let Some(to) = content.attribute("to") {
                    self.imported(to)?;
                }
                import = self.import(block, &content)?;
                let evaluated = ["id", "identity", "for_each"];
                inputs.extend(
                    evaluated
                        .iter()
                        .filter_map(|name| Some(content.attribute(name)?.expr.clone())),
                );
                (written("to"), written("id"))
            }
            ChangeKind::Removed => {
                if let Some(attribute) = content.attribute("from") {
                    self.removed(attribute)?;
                }
                self.removed_lifecycle(&content)?;
                (written("from"), None)
            }
        };
        Ok(Change {
            kind,
            declared: Declared::new(block),
            from,
            to,
            inputs,
            import,
        })
    }

    /// Reads the arguments of an import, which has either an ID or an identity.
    fn import(&mut self, block: &Block, content: &Content) -> Result<Option<Import>> {
        let expr = |name: &str| {
            content
                .attribute(name)
                .map(|attribute| attribute.expr.clone())
        };
        let (id, identity) = (expr("id"), expr("identity"));
        if self.sink.release >= Release::V1_12 {
            let detail = match (&id, &identity) {
                (None, None) => Some("At least one of 'id' or 'identity' must be specified."),
                (Some(_), Some(_)) => Some("Only one of 'id' or 'identity' can be specified."),
                _ => None,
            };
            if let Some(detail) = detail {
                let place = Location::new(&block.source, block.def_range);
                self.sink
                    .report(place.error("Invalid import block", detail))?;
            }
        }
        let provider = match content.attribute("provider") {
            Some(attribute) => {
                self.provider_reference(&attribute.expr, &attribute.source, "provider")?;
                Some(Location::new(&attribute.source, attribute.range))
            }
            None => None,
        };
        Ok(content.attribute("to").map(|to| Import {
            to: to.clone(),
            id,
            identity,
            for_each: expr("for_each"),
            provider,
        }))
    }

    /// Checks the `lifecycle` blocks of a removal.
    fn removed_lifecycle(&mut self, content: &Content) -> Result<()> {
        static LIFECYCLE: LazyLock<Schema> = LazyLock::new(|| schema(&["destroy"], &[]));
        for block in of_type(&content.blocks, "lifecycle") {
            let found = block.body.content_within(&LIFECYCLE, self.sink.budget);
            self.sink.report_all(found.diagnostics)?;
            truth(&found.content, "destroy", self.sink)?;
        }
        Ok(())
    }

    /// Reads an address of a `moved` block. Returns `None` if it is wrong, which is reported.
    fn address(&mut self, attribute: &Attribute) -> Result<Option<Addressed>> {
        let Some(traversal) = reference(&attribute.expr, &attribute.source, self.sink)? else {
            return Ok(None);
        };
        match addressed(&traversal) {
            Ok(addressed) => Ok(Some(addressed)),
            Err((at, detail)) => {
                let range = at.map_or_else(|| attribute.expr.range(), |step| step.range);
                let place = Location::new(&attribute.source, range);
                self.sink.report(place.error("Invalid address", detail))?;
                Ok(None)
            }
        }
    }

    /// Checks the address of an import. Its last key may be computed.
    fn imported(&mut self, attribute: &Attribute) -> Result<()> {
        if attribute.expr.form() == Form::Index {
            return Ok(());
        }
        let traversal = reference(&attribute.expr, &attribute.source, self.sink)?;
        let managed = |traversal: &Traversal| {
            addressed(traversal) == Ok(Addressed::Resource)
                && traversal.root().is_none_or(|root| &**root != "data")
        };
        if let (Some(traversal), true) = (&traversal, self.sink.release >= Release::V1_12)
            && let Err((at, detail)) = addressed(traversal)
        {
            let range = at.map_or_else(|| attribute.expr.range(), |step| step.range);
            let place = Location::new(&attribute.source, range);
            self.sink.report(place.error("Invalid address", detail))?;
        }
        if !traversal.as_ref().is_some_and(managed) {
            let place = Location::new(&attribute.source, attribute.range);
            self.sink.report(place.error(
                "Invalid import address",
                "Only managed resources can be imported.",
            ))?;
        }
        Ok(())
    }

    /// Checks the address of a removal: a module, or a resource with all of its instances.
    fn removed(&mut self, attribute: &Attribute) -> Result<()> {
        let traversal = if self.sink.release >= Release::V1_12 {
            match attribute.expr.absolute_traversal_within(self.sink.budget) {
                Ok(traversal) => Some(traversal),
                Err(diagnostic) => {
                    self.sink.report(*diagnostic)?;
                    None
                }
            }
        } else {
            reference(&attribute.expr, &attribute.source, self.sink)?
        };
        let Some(traversal) = traversal else {
            return Ok(());
        };
        let is_data = traversal.steps.iter().any(|step| {
            matches!(&step.kind, TraversalStepKind::Root(word) | TraversalStepKind::Attr(word) if &**word == "data")
        });
        if is_data {
            let range = traversal.range().unwrap_or_else(|| attribute.expr.range());
            let place = Location::new(&attribute.source, range);
            return self.sink.report(place.error(
                "Data source address not allowed",
                "Data sources are never destroyed, so they are not valid targets of removed blocks. To remove the data source from state, remove the data source block from configuration.",
            ));
        }
        let keyed = |step: &&TraversalStep| matches!(step.kind, TraversalStepKind::Index(_));
        if let Some(key) = traversal.steps.iter().find(keyed) {
            let place = Location::new(&attribute.source, key.range);
            self.sink.report(place.error(
                "Resource instance keys not allowed",
                "Resource address must be a resource (e.g. \"test_instance.foo\"), not a resource instance (e.g. \"test_instance.foo[1]\").",
            ))?;
            return Ok(());
        }
        if addressed(&traversal).is_err() {
            let place = value_place(attribute);
            self.sink.report(place.error(
                "Invalid address",
                "Resource specification must include a resource type and name.",
            ))?;
        }
        Ok(())
    }
}

type AddressError<'t> = (Option<&'t TraversalStep>, Cow<'static, str>);

/// The names that the address of a resource cannot begin with.
const RESERVED: [&str; 10] = [
    "count",
    "each",
    "local",
    "path",
    "self",
    "terraform",
    "var",
    "template",
    "lazy",
    "arg",
];

/// Returns the kind of object that steps address: modules with their keys, optionally followed by a
/// resource with its key.
fn addressed(traversal: &Traversal) -> Result<Addressed, AddressError<'_>> {
    let mut steps = &*traversal.steps;
    let is = |step: &TraversalStep, word: &str| match &step.kind {
        TraversalStepKind::Root(name) | TraversalStepKind::Attr(name) => &**name == word,
        TraversalStepKind::Index(_) => false,
    };
    let is_key = |step: &TraversalStep| matches!(step.kind, TraversalStepKind::Index(_));
    let mut inside = false;
    while let [module, rest @ ..] = steps {
        if !is(module, "module") {
            break;
        }
        let [name, rest @ ..] = rest else {
            let detail = "Prefix \"module.\" must be followed by a module name.";
            return Err((Some(module), detail.into()));
        };
        if is_key(name) {
            let detail = "Prefix \"module.\" must be followed by a module name.";
            return Err((Some(name), detail.into()));
        }
        inside = true;
        steps = match rest {
            [key, rest @ ..] if is_key(key) => rest,
            rest => rest,
        };
    }
    if steps.is_empty() && inside {
        return Ok(Addressed::Module);
    }
    if let Some(word) = RESERVED
        .iter()
        .find(|word| steps.first().is_some_and(|step| is(step, word)))
    {
        let detail = format!(
            "The keyword {} is reserved and cannot be used to target a resource address. If you are targeting a resource type that uses a reserved keyword, please prefix your address with \"resource.\".",
            Quoted(word)
        );
        return Err((None, detail.into()));
    }
    let steps = match steps {
        [mode, rest @ ..] if is(mode, "data") || is(mode, "resource") => rest,
        steps => steps,
    };
    match steps {
        [_, name] if !is_key(name) => Ok(Addressed::Resource),
        [_, name, key] if !is_key(name) && is_key(key) => Ok(Addressed::Resource),
        [_, name, other] if !is_key(name) => Err((
            Some(other),
            "Resource instance key must be given in square brackets.".into(),
        )),
        [_, name, _, extra, ..] if !is_key(name) => Err((
            Some(extra),
            "Unexpected extra operators after address.".into(),
        )),
        _ => Err((
            None,
            "Resource specification must include a resource type and name.".into(),
        )),
    }
}
