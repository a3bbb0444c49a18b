//! Puppet classes: the schema of the data for the parameters of a class.

use crate::document::Document;
use crate::export::{Details, Exported, export};
use crate::fits::Question;
use crate::values::document_of;
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::Result;
use polycty_core::types::{Str, Type};
use polycty_puppet::outline::{Defined, DefinedKind, Outline};
use polycty_puppet::strings::Comment;
use polycty_puppet::{Environment, Mode, Prepared, class_type, parse_value};

/// The maximum length of the text of a default.
const MAX_DEFAULT: usize = 1 << 14;

/// Returns the schema of the data for a class of a program: an object of its parameters. Its
/// annotations are the literal defaults, the descriptions in `@param` tags, and the description of
/// the class in the comment above it. The type is the struct of the parameters.
///
/// A class from the environment's loader has only its parameters.
///
/// # Errors
/// As [`class_type`] and [`export`].
pub fn export_class(
    program: &Prepared,
    class: &str,
    environment: &Environment,
    budget: &Budget,
) -> Result<(Type, Exported)> {
    let ty = class_type(program, class, environment, budget)?;
    let name = class.strip_prefix("::").unwrap_or(class).to_lowercase();
    budget.charge(program.program().source().text.len() as u64 / 8)?;
    let outline = Outline::of(program.program());
    let found = (outline.definitions.iter())
        .find(|defined| defined.kind == DefinedKind::Class && defined.name.to_lowercase() == name);
    let details = match found {
        Some(defined) => details_of(program, defined, budget)?,
        None => Details::default(),
    };
    let question = Question::IsValue;
    let made = export(&ty, DialectId::Puppet, question, &details, budget)?;
    Ok((ty, made))
}

fn details_of(program: &Prepared, defined: &Defined, budget: &Budget) -> Result<Details> {
    let mut details = Details {
        title: Some(defined.name.as_str().into()),
        ..Details::default()
    };
    if let Some(text) = &defined.documentation {
        let (whole, parameters) = descriptions(text);
        details.description = whole;
        for (name, text) in parameters {
            details.members.entry(name).or_default().description = Some(text);
        }
    }
    let tree = program.program();
    for parameter in &defined.parameters {
        budget.charge(4)?;
        let name: Str = tree.name(parameter.name).into();
        let text = parameter.default.map(|span| tree.slice(span));
        if let Some(text) = text.filter(|text| text.len() <= MAX_DEFAULT) {
            details.members.entry(name).or_default().default = literal(text, budget)?;
        }
    }
    Ok(details)
}

/// Returns the document of a literal, or `None` if the text needs evaluation or is not data.
fn literal(text: &str, budget: &Budget) -> Result<Option<Document>> {
    budget.charge(text.len() as u64)?;
    // The value of a text that contains a variable is not constant.
    if text.contains('$') {
        return Ok(None);
    }
    let value = parse_value(text, &polycty_puppet::Aliases::default(), Mode::Current).ok();
    let document = value.map(|value| document_of(&value, DialectId::Puppet, budget));
    budget.finish()?;
    Ok(document.and_then(Result::ok))
}

/// Returns the descriptions in a comment: of the class, from `@summary` and the text, and of each
/// `@param`. Line breaks become blanks.
fn descriptions(comment: &str) -> (Option<Str>, Vec<(Str, Str)>) {
    let comment = Comment::parse(comment);
    let summary = comment.summary().unwrap_or_default();
    let whole = described(&format!("{summary} {}", comment.text));
    let parameters = comment.all("param").filter_map(|tag| {
        let name = tag.name.as_deref()?;
        Some((name.into(), described(&tag.text)?))
    });
    (whole, parameters.collect())
}

fn described(text: &str) -> Option<Str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| Str::from(words.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_describes_the_class_and_its_parameters() {
        let (whole, parameters) = descriptions(
            "Manages NTP.\n\nSee the page.\n@summary NTP\n@param [Array[String]] servers\n  The\n  servers.\n@param port\n@param $user\tThe user.",
        );
        assert_eq!(whole.as_deref(), Some("NTP Manages NTP. See the page."));
        let found: Vec<(&str, &str)> = parameters
            .iter()
            .map(|(name, text)| (&**name, &**text))
            .collect();
        assert_eq!(found, [("servers", "The servers."), ("user", "The user.")]);
        assert_eq!(descriptions("@api private"), (None, Vec::new()));
    }
}
