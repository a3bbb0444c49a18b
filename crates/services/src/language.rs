//! The languages of a workspace.

use crate::answer::{
    Action, Completion, FileEdit, Fold, Hint, Hover, Location, Signatures, Symbol, TextEdit, Token,
};
use crate::document::Document;
use crate::workspace::Workspace;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Result, Span};

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LanguageId {
    /// HCL of no further kind (`.hcl`).
    Hcl,
    /// A Terraform or OpenTofu file (`.tf`, `.tf.json`, `.tofu`, `.tofu.json`).
    Terraform,
    /// Values of Terraform variables (`.tfvars`, `.tfvars.json`).
    TerraformVariables,
    /// A PCL program (`.pp` in a folder with a `Pulumi.yaml`, or `.pcl`).
    Pcl,
    /// A Puppet manifest (`.pp`).
    Puppet,
    /// A Puppet template (`.epp`).
    Epp,
    /// Data of Hiera (`.yaml`, `.yml` and `.json` in a `data` or `hieradata` folder).
    HieraData,
    /// An mcl program (`.mcl`).
    Mcl,
}

impl LanguageId {
    /// Returns the kind of a document by its path and the editor's identifier of its language,
    /// which is empty if there is none. The extension of the path decides; the identifier decides
    /// if the extension is not known, and between PCL and Puppet.
    #[must_use]
    pub fn of_path(path: &str, editor: &str) -> Option<LanguageId> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
        if ends(&[".tf", ".tf.json", ".tofu", ".tofu.json"]) {
            Some(LanguageId::Terraform)
        } else if ends(&[".tfvars", ".tfvars.json"]) {
            Some(LanguageId::TerraformVariables)
        } else if ends(&[".hcl"]) {
            Some(LanguageId::Hcl)
        } else if ends(&[".pcl"]) {
            Some(LanguageId::Pcl)
        } else if ends(&[".mcl"]) {
            Some(LanguageId::Mcl)
        } else if ends(&[".epp"]) {
            Some(LanguageId::Epp)
        } else if ends(&[".pp"]) {
            match LanguageId::of_editor(editor) {
                Some(LanguageId::Pcl) => Some(LanguageId::Pcl),
                _ => Some(LanguageId::Puppet),
            }
        } else if ends(&[".yaml", ".yml", ".json"]) {
            let mut folders = path.split('/').rev().skip(1);
            let is_data = folders.any(|folder| matches!(folder, "data" | "hieradata"));
            is_data.then_some(LanguageId::HieraData)
        } else {
            LanguageId::of_editor(editor)
        }
    }

    /// Returns the kind for the identifier of a language in the language server protocol.
    fn of_editor(id: &str) -> Option<LanguageId> {
        Some(match id {
            "hcl" => LanguageId::Hcl,
            "terraform" | "tf" | "opentofu" => LanguageId::Terraform,
            "terraform-vars" | "opentofu-vars" | "tfvars" => LanguageId::TerraformVariables,
            "pcl" | "pulumi" => LanguageId::Pcl,
            "puppet" => LanguageId::Puppet,
            "epp" | "epuppet" | "embeddedpuppet" => LanguageId::Epp,
            "mcl" => LanguageId::Mcl,
            _ => return None,
        })
    }
}

/// Files that are not open, supplied by the host.
pub trait Files: Send + Sync {
    /// Returns the content of a file, or `None` if there is none or it is outside of the folders that
    /// the host allows. The read is charged to the budget.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    fn read(&self, path: &str, budget: &Budget) -> Result<Option<Vec<u8>>>;

    /// Returns the paths of the files and folders in a folder. Folders end in `/`. The result is
    /// empty if there is no such folder.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    fn list(&self, folder: &str, budget: &Budget) -> Result<Vec<String>>;
}

/// The document of a question and its surroundings.
pub struct Context<'w> {
    /// The workspace.
    pub workspace: &'w Workspace,
    /// The document that the question is about.
    pub document: &'w Document,
    /// The budget of the question.
    pub budget: &'w Budget,
}

/// The diagnostics of one file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The path of the document or file.
    pub path: String,
    /// Its diagnostics. Their ranges count bytes of its text.
    pub diagnostics: Vec<Diagnostic>,
}

/// The services of one language. An answer that a language does not have is empty. A byte is a
/// character boundary of the document's text.
///
/// # Errors
/// Each service returns [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is
/// exceeded. Errors in a text are diagnostics, and services answer from the parts that parse.
pub trait Language: Send + Sync {
    /// Returns whether the language answers for documents of a kind.
    fn answers_for(&self, id: LanguageId) -> bool;

    /// Reports that documents or files have changed, appeared or disappeared. The language drops
    /// what it remembers of them.
    fn changed(&self, paths: &[&str]);

    /// The diagnostics of a document, and those of other files that the same analysis finds.
    fn diagnostics(&self, context: &Context<'_>) -> Result<Vec<FileReport>>;

    /// The texts that can be inserted at a byte.
    fn completions(&self, _: &Context<'_>, _byte: u32) -> Result<Vec<Completion>> {
        Ok(Vec::new())
    }

    /// The description of the name at a byte.
    fn hover(&self, _: &Context<'_>, _byte: u32) -> Result<Option<Hover>> {
        Ok(None)
    }

    /// The signatures of the call around a byte.
    fn signatures(&self, _: &Context<'_>, _byte: u32) -> Result<Option<Signatures>> {
        Ok(None)
    }

    /// The declarations of the name at a byte.
    fn definitions(&self, _: &Context<'_>, _byte: u32) -> Result<Vec<Location>> {
        Ok(Vec::new())
    }

    /// The uses of the name at a byte in the workspace, and its declarations if asked for, in the
    /// order of paths and texts.
    fn references(
        &self,
        _: &Context<'_>,
        _byte: u32,
        _declarations: bool,
    ) -> Result<Vec<Location>> {
        Ok(Vec::new())
    }

    /// The name at a byte that can be renamed.
    fn renameable(&self, _: &Context<'_>, _byte: u32) -> Result<Option<Span>> {
        Ok(None)
    }

    /// The edits that rename the name at a byte in the workspace.
    ///
    /// # Errors
    /// Also an error whose message states why the name cannot be renamed or the new name is not
    /// valid.
    fn rename(&self, _: &Context<'_>, _byte: u32, _name: &str) -> Result<Vec<FileEdit>> {
        Ok(Vec::new())
    }

    /// The declarations of a document.
    fn symbols(&self, _: &Context<'_>) -> Result<Vec<Symbol>> {
        Ok(Vec::new())
    }

    /// The parts of a document that can be folded.
    fn folds(&self, _: &Context<'_>) -> Result<Vec<Fold>> {
        Ok(Vec::new())
    }

    /// The parts around a byte, from the smallest to the whole document. Each contains the one
    /// before.
    fn selections(&self, _: &Context<'_>, _byte: u32) -> Result<Vec<Span>> {
        Ok(Vec::new())
    }

    /// The tokens with a meaning that touch a part of a document.
    fn tokens(&self, _: &Context<'_>, _span: Span) -> Result<Vec<Token>> {
        Ok(Vec::new())
    }

    /// The edits that format the lines of a part of a document. There are none if the document has
    /// errors of syntax.
    fn format(&self, _: &Context<'_>, _span: Span) -> Result<Vec<TextEdit>> {
        Ok(Vec::new())
    }

    /// The hints inside of a part of a document.
    fn hints(&self, _: &Context<'_>, _span: Span) -> Result<Vec<Hint>> {
        Ok(Vec::new())
    }

    /// The actions for a part of a document.
    fn actions(&self, _: &Context<'_>, _span: Span) -> Result<Vec<Action>> {
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_and_an_editor_name_a_language() {
        for (path, editor, expected) in [
            ("/a/main.tf", "", Some(LanguageId::Terraform)),
            ("/a/main.tofu.json", "json", Some(LanguageId::Terraform)),
            ("/a/x.auto.tfvars", "", Some(LanguageId::TerraformVariables)),
            ("/a/x.tftest.hcl", "terraform", Some(LanguageId::Hcl)),
            ("/a/site.pp", "puppet", Some(LanguageId::Puppet)),
            ("/a/main.pp", "pcl", Some(LanguageId::Pcl)),
            ("/a/t.epp", "", Some(LanguageId::Epp)),
            ("/a/data/os/x.yaml", "yaml", Some(LanguageId::HieraData)),
            ("/data.yaml", "yaml", None),
            ("untitled:1", "mcl", Some(LanguageId::Mcl)),
            ("/a/mcl", "", None),
        ] {
            assert_eq!(LanguageId::of_path(path, editor), expected, "{path}");
        }
    }
}
