//! The output of an external node classifier, as Puppet's node terminus `exec` reads it.

use super::model::NodeInput;
use crate::hiera::{read_yaml, symbol_text};
use crate::values::special::{array_elements, hash};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Str;
use polycty_core::values::Value;

impl NodeInput {
    /// Sets the classes, the parameters and the environment of a node classifier: a hash with
    /// `classes`, which is an array of names, or a hash of names and their parameters, with
    /// `parameters`, a hash, and with `environment`, a string. The other keys are ignored.
    ///
    /// # Errors
    /// [`Code::Value`] for a value of a different form.
    pub fn classified(mut self, classifier: &Value) -> Result<NodeInput> {
        let Some(map) = classifier.as_ordered_map() else {
            return wrong("the document", "an object");
        };
        for (key, value) in map.entries() {
            let Some(key) = key.as_str().or_else(|| symbol_text(key)) else {
                return wrong("a key", "a string");
            };
            if value.is_null() {
                continue;
            }
            match key {
                "classes" => self.add_classes(value)?,
                "parameters" => {
                    let Some(parameters) = value.as_ordered_map() else {
                        return wrong("parameters", "an object");
                    };
                    for (name, value) in parameters.entries() {
                        let name = name_of(name, "the name of a parameter")?;
                        self.parameters.push((name, value.clone()));
                    }
                }
                "environment" => match value.as_str() {
                    Some(name) => self.environment = Some(name.into()),
                    None => return wrong("the environment", "a string"),
                },
                _ => {}
            }
        }
        Ok(self)
    }

    /// Sets the classes, the parameters and the environment from the text that a node classifier
    /// writes: YAML, of which JSON is a part. Keys of the document can be symbols of Ruby.
    ///
    /// # Errors
    /// - [`Code::Syntax`] for text that is not YAML.
    /// - [`Code::Value`] for a value of a different form.
    /// - [`Code::Limit`] if the budget is exceeded.
    pub fn classified_by(self, text: &str, budget: &Budget) -> Result<NodeInput> {
        let document = read_yaml(text, budget).map_err(|error| {
            let message = format!("the node classifier: {}", error.message());
            Error::new(error.code(), message)
        })?;
        self.classified(&document)
    }

    fn add_classes(&mut self, classes: &Value) -> Result<()> {
        if let Some(names) = array_elements(classes) {
            for name in names {
                self.classes.push((name_of(name, "a class")?, None));
            }
            return Ok(());
        }
        let Some(classes) = classes.as_ordered_map() else {
            return wrong("classes", "an array or an object");
        };
        for (name, parameters) in classes.entries() {
            let name = name_of(name, "the name of a class")?;
            // A class without parameters has `null` in YAML.
            let parameters = match parameters.is_null() {
                true => hash([])?,
                false => parameters.clone(),
            };
            if parameters.as_ordered_map().is_none() {
                return wrong("the parameters of a class", "an object");
            }
            self.classes.push((name, Some(parameters)));
        }
        Ok(())
    }
}

fn name_of(name: &Value, subject: &str) -> Result<Str> {
    match name.as_str() {
        Some(name) => Ok(name.into()),
        None => wrong(subject, "a string"),
    }
}

fn wrong<T>(name: &str, expected: &str) -> Result<T> {
    let message = format!("the node classifier: expected {name} to be {expected}");
    Err(Error::new(Code::Value, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::json::read_json;

    #[test]
    fn a_node_classifier_sets_classes_and_parameters() {
        let classified = |text: &str| NodeInput::default().classified(&read_json(text).unwrap());
        let node = classified(
            r#"{"classes": {"ntp": {"servers": []}, "motd": null}, "parameters": {"tier": 1}}"#,
        )
        .unwrap();
        let classes: Vec<_> = node.classes.iter().map(|(name, _)| &**name).collect();
        assert_eq!(classes, ["ntp", "motd"]);
        assert!(node.classes.iter().all(|(_, values)| values.is_some()));
        assert_eq!(&*node.parameters[0].0, "tier");
        let node = classified(r#"{"classes": ["ntp"], "environment": "test"}"#).unwrap();
        assert!(node.classes[0].1.is_none());
        assert_eq!(node.environment.as_deref(), Some("test"));
        for (text, message) in [
            ("[]", "expected the document to be an object"),
            (
                r#"{"classes": 1}"#,
                "expected classes to be an array or an object",
            ),
            (r#"{"classes": [1]}"#, "expected a class to be a string"),
            (
                r#"{"classes": {"a": 1}}"#,
                "expected the parameters of a class to be an object",
            ),
            (
                r#"{"parameters": 1}"#,
                "expected parameters to be an object",
            ),
            (
                r#"{"environment": 1}"#,
                "expected the environment to be a string",
            ),
        ] {
            let error = classified(text).unwrap_err();
            assert_eq!(error.message(), format!("the node classifier: {message}"));
        }
    }

    #[test]
    fn a_node_classifier_writes_yaml() {
        let classified = |text: &str| NodeInput::default().classified_by(text, &Budget::new());
        for text in [
            "---\nclasses:\n  ntp:\n    servers: [a]\n  motd:\nparameters:\n  tier: 1\nenvironment: test\n",
            "---\n:classes:\n  ntp:\n    servers: [a]\n  motd:\n:parameters:\n  tier: 1\n:environment: test\n",
            r#"{"classes": {"ntp": {"servers": ["a"]}, "motd": null}, "parameters": {"tier": 1}, "environment": "test"}"#,
        ] {
            let node = classified(text).unwrap();
            let classes: Vec<_> = node.classes.iter().map(|(name, _)| &**name).collect();
            assert_eq!(classes, ["ntp", "motd"], "{text}");
            assert_eq!(node.parameters, [("tier".into(), read_json("1").unwrap())]);
            assert_eq!(node.environment.as_deref(), Some("test"));
        }
        let error = classified("classes: [a").unwrap_err();
        assert_eq!(error.code(), Code::Syntax);
        assert!(error.message().starts_with("the node classifier: "));
        let error = classified("1: a").unwrap_err();
        assert_eq!(
            error.message(),
            "the node classifier: expected a key to be a string"
        );
        let error = classified("classes: {1: {}}").unwrap_err();
        assert_eq!(
            error.message(),
            "the node classifier: expected the name of a class to be a string"
        );
        let little = Budget::new().limit_steps(1);
        let error = NodeInput::default().classified_by("a: b", &little);
        assert_eq!(error.unwrap_err().code(), Code::Limit);
    }
}
