//! Resource types of modules written in Ruby, as far as their attributes are written literally.

/// A resource type that is not written in Puppet's language.
#[derive(Clone, Debug)]
pub(super) struct RubyType {
    pub(super) name: String,
    pub(super) path: String,
    /// The attributes with their documentation.
    pub(super) attributes: Vec<(String, String)>,
    /// Whether the type has no other attributes.
    pub(super) is_complete: bool,
    pub(super) documentation: String,
}

impl RubyType {
    pub(super) fn has(&self, attribute: &str) -> bool {
        !self.is_complete || self.attributes.iter().any(|(name, _)| name == attribute)
    }
}

/// Reads the attributes of a type: the calls of `newparam`, `newproperty`, `newparameter` and
/// `ensurable` at the start of a line. Ruby may add others, so the result is not complete.
pub(super) fn ruby_type(name: &str, path: &str, text: &str) -> RubyType {
    let mut found = RubyType {
        name: name.to_owned(),
        path: path.to_owned(),
        attributes: Vec::new(),
        is_complete: false,
        documentation: String::new(),
    };
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with("ensurable") {
            found.attributes.push(("ensure".to_owned(), String::new()));
        } else if let Some(attribute) = attribute(line) {
            found.attributes.push((attribute.to_owned(), String::new()));
        } else if let Some(text) = described(line) {
            match found.attributes.last_mut() {
                Some((_, documentation)) if documentation.is_empty() => {
                    text.clone_into(documentation)
                }
                None if found.documentation.is_empty() => text.clone_into(&mut found.documentation),
                _ => {}
            }
        }
    }
    found
}

/// The attribute that a line defines.
fn attribute(line: &str) -> Option<&str> {
    let mut starts = ["newparam", "newproperty", "newparameter"].into_iter();
    let rest = starts.find_map(|start| line.strip_prefix(start))?;
    let rest = rest.trim_start_matches(['(', ' ']).strip_prefix(':')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    rest.get(..end).filter(|name| !name.is_empty())
}

/// The text of a line `desc '...'` or `@doc = '...'`.
fn described(line: &str) -> Option<&str> {
    let mut starts = ["desc ", "@doc = "].into_iter();
    let rest = starts.find_map(|start| line.strip_prefix(start))?;
    let text = rest.trim_matches(['\'', '"']);
    (!text.starts_with(['<', '%'])).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_the_literal_ones() {
        let text = "Puppet::Type.newtype(:vm) do\n  @doc = 'A machine.'\n  ensurable\n  \
                    newparam(:name) do\n    desc 'Its name.'\n  end\n  newproperty(:size)\nend\n";
        let found = ruby_type("vm", "m/lib/puppet/type/vm.rb", text);
        let names: Vec<&str> = found.attributes.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["ensure", "name", "size"]);
        assert_eq!(found.attributes[1].1, "Its name.");
        assert_eq!(found.documentation, "A machine.");
    }
}
