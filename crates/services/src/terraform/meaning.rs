//! The meaning of names for symbols and tokens.

use super::sites::mode_of;
use crate::answer::{SymbolKind, TokenKind};
use crate::hcl::{outline::Kinds, tokens::Meanings};
use crate::language::{Context, LanguageId};
use polycty_hcl::syntax::{Block, Tree};

/// The meaning of names in a file of a module or of values.
pub(super) struct Meaning {
    is_values: bool,
}

impl Meaning {
    /// The meaning in the document of a question.
    pub(super) fn of(context: &Context<'_>) -> Meaning {
        Meaning {
            is_values: context.document.language() == LanguageId::TerraformVariables,
        }
    }
}

impl Kinds for Meaning {
    fn block(&self, within: &[&str], block_type: &str) -> SymbolKind {
        match (within, block_type) {
            ([], "variable") => SymbolKind::Variable,
            ([], "output") => SymbolKind::Output,
            ([], "module") => SymbolKind::Module,
            ([] | ["check"], "resource" | "data" | "ephemeral") => SymbolKind::Resource,
            _ => SymbolKind::Block,
        }
    }

    fn attribute(&self, within: &[&str]) -> SymbolKind {
        match within {
            ["locals"] => SymbolKind::Variable,
            [] if self.is_values => SymbolKind::Variable,
            _ => SymbolKind::Attribute,
        }
    }
}

impl Meanings for Meaning {
    fn label(&self, tree: &Tree, block: &Block, label: usize) -> (TokenKind, bool) {
        let is_last = label + 1 == tree[block.labels].len();
        match tree.text(block.block_type) {
            "variable" | "output" => (TokenKind::Variable, true),
            "module" => (TokenKind::Namespace, true),
            block_type if mode_of(block_type).is_some() && label == 0 => (TokenKind::Type, false),
            block_type if mode_of(block_type).is_some() => (TokenKind::Variable, is_last),
            "provider" | "backend" | "provisioner" | "dynamic" => (TokenKind::Type, false),
            _ => (TokenKind::String, false),
        }
    }

    fn declares(&self, tree: &Tree, blocks: &[&Block]) -> bool {
        matches!(blocks, [block] if tree.text(block.block_type) == "locals")
    }

    fn is_type(&self, tree: &Tree, blocks: &[&Block], name: &str) -> bool {
        let is_variable =
            |block: &Block| matches!(tree.text(block.block_type), "variable" | "output");
        name == "type" && matches!(blocks, [block] if is_variable(block))
    }

    fn is_keyword(&self, name: &str) -> bool {
        matches!(
            name,
            "var" | "local" | "module" | "data" | "each" | "count" | "self" | "path" | "terraform"
        )
    }
}
