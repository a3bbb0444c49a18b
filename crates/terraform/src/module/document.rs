//! Documents of a module: its inputs and outputs as Markdown or JSON, and files of values to fill in.
//!
//! Values of sensitive and ephemeral variables are never written.

use super::evaluate::Evaluation;
use super::inventory::{Constraint, Output, Variable};
use super::read::Module;
use super::report::Json;
use polycty_core::calls::{Budget, GrowingText};
use polycty_core::codec::type_json::type_to_json;
use polycty_core::source::Result;
use polycty_core::types::{Kind, Type};
use polycty_core::values::Value;
use polycty_hcl::write::{Expr, Texts, on_one_line};
use polycty_hcl::{NotationPolicy, format_type, format_value, public_type, to_json_within};
use std::fmt::{Arguments, Write};

impl Constraint {
    /// Returns the text of the type on one line, without comments. It can be parsed again.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn line(&self, budget: &Budget) -> Result<String> {
        let text = self.text.trim();
        // In JSON syntax, the type is a string. Its text has no escapes, apart from line breaks.
        let inner = text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        match inner {
            Some(inner) => on_one_line(&inner.replace("\\n", "\n").replace("\\\"", "\""), budget),
            None => on_one_line(text, budget),
        }
    }
}

impl Module {
    /// Returns the inputs and outputs as tables in Markdown. `found` is an evaluation of the module,
    /// which determines the types of outputs.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn to_markdown(&self, found: &Evaluation, budget: &Budget) -> Result<String> {
        let all = self.inventory();
        let mut out = GrowingText::new(budget);
        let settings = &all.settings;
        if !settings.required_versions.is_empty() || !settings.required_providers.is_empty() {
            out.push_str("## Requirements\n\n| name | source | version |\n|---|---|---|\n")?;
            for (version, _) in budget.charged(&settings.required_versions)? {
                line(
                    &mut out,
                    format_args!("| Terraform | | {} |", code(version)),
                )?;
            }
            for required in budget.charged(&settings.required_providers)? {
                let or_none = |text: &Option<_>| text.as_deref().map_or(String::new(), code);
                let (source, version) = (or_none(&required.source), or_none(&required.version));
                line(
                    &mut out,
                    format_args!("| {} | {source} | {version} |", code(&required.name)),
                )?;
            }
            out.push('\n')?;
        }
        out.push_str("## Inputs\n\n")?;
        if all.variables.is_empty() {
            out.push_str("None.\n")?;
        } else {
            out.push_str("| name | description | type | default |\n|---|---|---|---|\n")?;
        }
        for variable in budget.charged(&all.variables)? {
            let ty = type_of(variable, budget)?;
            let default = match &variable.default {
                None => "required".to_owned(),
                Some(_) if variable.is_sensitive() => "(sensitive value)".to_owned(),
                Some(_) if variable.is_ephemeral() => "(ephemeral value)".to_owned(),
                Some(value) => {
                    let text = format_value(value, NotationPolicy::Withheld)?;
                    code(&on_one_line(&text, budget)?)
                }
            };
            let description = described(&variable.description, &variable.deprecated);
            let name = code(&variable.name);
            let ty = code(&ty);
            line(
                &mut out,
                format_args!("| {name} | {description} | {ty} | {default} |"),
            )?;
        }
        out.push_str("\n## Outputs\n\n")?;
        if all.outputs.is_empty() {
            out.push_str("None.\n")?;
        } else {
            out.push_str("| name | description | type |\n|---|---|---|\n")?;
        }
        for (at, output) in budget.charged(all.outputs.iter().enumerate())? {
            let ty = format_type(&type_of_output(output, found, at))?;
            let deprecated = output.deprecated.as_ref().map(|(text, _)| text.clone());
            let mut description = described(&output.description, &deprecated);
            if output.is_sensitive() {
                description.push_str(if description.is_empty() { "" } else { " " });
                description.push_str("(sensitive)");
            }
            let name = code(&output.name);
            line(
                &mut out,
                format_args!("| {name} | {description} | {} |", code(&ty)),
            )?;
        }
        Ok(out.into_held()?)
    }

    /// Returns the inputs and outputs as one JSON object with the members `inputs`, `outputs`,
    /// `required_providers` and `required_versions`. `type` is the text of a type, `cty_type` its JSON
    /// form.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn to_document_json(&self, found: &Evaluation, budget: &Budget) -> Result<String> {
        let all = self.inventory();
        let mut json = Json::new(budget);
        json.open('{')?;
        json.list("inputs", &all.variables, |json, variable| {
            json.text("name", &variable.name)?;
            json.some_text("description", variable.description.as_deref())?;
            json.text("type", &type_of(variable, budget)?)?;
            json.key("cty_type")?;
            json.write(&type_to_json(&public(variable.ty()))?)?;
            json.flag("required", variable.is_required())?;
            json.flag("nullable", variable.is_nullable())?;
            json.flag("sensitive", variable.is_sensitive())?;
            json.flag("ephemeral", variable.is_ephemeral())?;
            json.some_text("deprecated", variable.deprecated.as_deref())?;
            if let Some(default) = shown_default(variable) {
                json.key("default")?;
                json.write(&to_json_within(default, default.ty(), budget)?)?;
            }
            json.list("rules", &variable.validations, |json, rule| {
                json.some_text("condition", rule.condition.text())?;
                json.some_text("message", rule.message.text())
            })
        })?;
        let outputs: Vec<(usize, &Output)> = all.outputs.iter().enumerate().collect();
        json.list("outputs", &outputs, |json, (at, output)| {
            let ty = type_of_output(output, found, *at);
            json.text("name", &output.name)?;
            json.some_text("description", output.description.as_deref())?;
            json.text("type", &format_type(&ty)?)?;
            json.key("cty_type")?;
            json.write(&type_to_json(&ty)?)?;
            json.flag("sensitive", output.is_sensitive())?;
            json.flag("ephemeral", output.is_ephemeral())?;
            let deprecated = output.deprecated.as_ref();
            json.some_text("deprecated", deprecated.map(|(text, _)| &**text))
        })?;
        json.list(
            "required_providers",
            &all.settings.required_providers,
            |json, one| {
                json.text("name", &one.name)?;
                json.some_text("source", one.source.as_deref())?;
                json.some_text("version", one.version.as_deref())
            },
        )?;
        json.key("required_versions")?;
        json.open('[')?;
        for (version, _) in &all.settings.required_versions {
            json.string(version)?;
        }
        json.close(']')?;
        json.close('}')?;
        json.into_text()
    }

    /// Returns a file of values for the variables, in native syntax: required variables with a value
    /// of their type to replace, and the others as comments with their defaults.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn to_skeleton(&self, budget: &Budget) -> Result<String> {
        let mut out = GrowingText::new(budget);
        for variable in budget.charged(&self.inventory().variables)? {
            if !out.is_empty() {
                out.push('\n')?;
            }
            for line in variable.description.iter().flat_map(|text| text.lines()) {
                let comment = format!("# {line}");
                self::line(&mut out, format_args!("{}", comment.trim_end()))?;
            }
            let ty = type_of(variable, budget)?;
            let name = &variable.name;
            let required = if variable.is_required() {
                ", required"
            } else {
                ""
            };
            self::line(&mut out, format_args!("# {ty}{required}"))?;
            match (&variable.default, shown_default(variable)) {
                (None, _) => {
                    let value = placeholder(variable.ty(), budget)?;
                    let value = Expr::raw(&value, budget)?;
                    self::line(&mut out, format_args!("{name} = {}", value.text()))?;
                }
                (Some(_), None) => {
                    self::line(
                        &mut out,
                        format_args!("# {name} = (the default is not shown)"),
                    )?;
                }
                (Some(default), Some(_)) => {
                    let value = Expr::value_with(default, Texts::Quoted, budget)?;
                    for (at, line) in value.text().lines().enumerate() {
                        let start = if at == 0 {
                            format!("{name} = ")
                        } else {
                            String::new()
                        };
                        self::line(&mut out, format_args!("# {start}{line}"))?;
                    }
                }
            }
        }
        Ok(out.into_held()?)
    }
}

/// Writes a line.
fn line(out: &mut GrowingText<'_>, text: Arguments<'_>) -> Result<()> {
    // Writing into a text cannot fail.
    Ok(out.write(|out| out.write_fmt(text).map_or((), |()| out.push('\n')))?)
}

/// The default of a variable, unless it may be a secret.
fn shown_default(variable: &Variable) -> Option<&Value> {
    let is_secret = variable.is_sensitive() || variable.is_ephemeral();
    variable.default.as_ref().filter(|_| !is_secret)
}

/// The text of the type of a variable.
fn type_of(variable: &Variable, budget: &Budget) -> Result<String> {
    match &variable.constraint {
        Some(constraint) => constraint.line(budget),
        None => Ok("any".to_owned()),
    }
}

/// A type without optional attributes.
fn public(ty: &Type) -> Type {
    public_type(&Value::unknown(ty.clone()))
}

/// The declared type of an output, or that of its value.
fn type_of_output(output: &Output, found: &Evaluation, at: usize) -> Type {
    match (&output.constraint, found.outputs.get(at)) {
        (Some(constraint), _) => public(&constraint.ty),
        (None, Some(Some(value))) => public_type(value),
        _ => Type::any().clone(),
    }
}

/// A description with the message of a deprecation, as a cell of a table.
fn described<T: AsRef<str>>(description: &Option<T>, deprecated: &Option<T>) -> String {
    let mut text = description
        .as_ref()
        .map_or(String::new(), |text| cell(text.as_ref()));
    if let Some(message) = deprecated {
        text.push_str(if text.is_empty() { "" } else { " " });
        let _ = write!(text, "Deprecated: {}", cell(message.as_ref()));
    }
    text
}

/// Text of a cell of a table.
fn cell(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    lines.join(" ").replace('\\', "\\\\").replace('|', "\\|")
}

/// Code in a cell of a table.
fn code(text: &str) -> String {
    let text = text.replace('\n', " ").replace('|', "\\|");
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}

/// A value of a type to replace. The recursion is as deep as types nest, which is limited.
fn placeholder(ty: &Type, budget: &Budget) -> Result<String> {
    budget.charge(1)?;
    Ok(match ty.kind() {
        Kind::String(_) => "\"\"".to_owned(),
        Kind::Number => "0".to_owned(),
        Kind::Bool(_) => "false".to_owned(),
        Kind::List { .. } | Kind::Set(_) => "[]".to_owned(),
        Kind::Map { .. } => "{}".to_owned(),
        Kind::Tuple { elements, .. } => {
            let parts: Result<Vec<String>> = elements
                .iter()
                .map(|part| placeholder(part, budget))
                .collect();
            format!("[{}]", parts?.join(", "))
        }
        Kind::Object(object) => {
            let mut text = "{\n".to_owned();
            for field in object.fields().iter().filter(|field| !field.is_optional()) {
                let value = placeholder(field.ty(), budget)?;
                let _ = writeln!(text, "{} = {value}", field.name());
            }
            text.push('}');
            text
        }
        _ => "null".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Given, Module, ModuleFile, Options, Unset};
    use polycty_core::calls::Budget;

    const TEXT: &str = r#"terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}
variable "zones" {
  description = "The | zones,\nin order."
  type = object({
    names = list(string) # ours
    size  = optional(number, 3)
    rule  = tuple([string, bool])
  })
}
variable "key" {
  type      = string
  default   = "hush"
  sensitive = true
}
variable "size" {
  default = { a = [1] }
  validation {
    condition     = var.size != null
    error_message = "No."
  }
}
output "all" {
  description = "All."
  value       = { zones = var.zones.names, key = "k" }
}
"#;

    fn module() -> Module {
        let file = ModuleFile {
            name: "main.tf".into(),
            text: TEXT.into(),
        };
        let read = Module::read(&[file], &Budget::standard()).unwrap();
        assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);
        read.module
    }

    #[test]
    fn inputs_and_outputs_are_tables() {
        let (module, budget) = (module(), Budget::standard());
        let found = module.evaluate(&Given::default(), &Options::default(), &budget);
        let text = module.to_markdown(&found.unwrap(), &budget).unwrap();
        for line in [
            "| Terraform | | `>= 1.5` |",
            "| `aws` | `hashicorp/aws` |  |",
            "| `zones` | The \\| zones, in order. | `object({ names = list(string), size = optional(number, 3), rule = tuple([string, bool]) })` | required |",
            "| `key` |  | `string` | (sensitive value) |",
            "| `size` |  | `any` | `{ a = [1] }` |",
            "| `all` | All. | `object({key=string,zones=list(string)})` |",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert!(!text.contains("hush"));
    }

    #[test]
    fn the_document_is_json() {
        let (module, budget) = (module(), Budget::standard());
        let found = module.evaluate(&Given::default(), &Options::default(), &budget);
        let text = module.to_document_json(&found.unwrap(), &budget).unwrap();
        for part in [
            r#""cty_type":["object",{"names":["list","string"],"#,
            r#""default":{"a":[1]},"rules":[{"condition":"var.size != null","message":"\"No.\""}]"#,
            r#""outputs":[{"name":"all","description":"All.","type":"object({key=string,zones=list(string)})""#,
            r#""required_versions":[">= 1.5"]}"#,
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(!text.contains("hush"));
    }

    /// The values of a skeleton have the types of the variables.
    #[test]
    fn a_skeleton_is_a_file_of_values() {
        let (module, budget) = (module(), Budget::standard());
        let text = module.to_skeleton(&budget).unwrap();
        let wanted = "# The | zones,\n# in order.\n# object({ names = list(string), size = optional(number, 3), rule = tuple([string, bool]) }), required\nzones = {\n  names = []\n  rule  = [\"\", false]\n}\n\n# string\n# key = (the default is not shown)\n\n# any\n# size = {\n#   a = [1]\n# }\n";
        assert_eq!(text, wanted);
        let mut given = Given::default();
        given.file("x.tfvars", text);
        let options = Options {
            unset: Unset::Error,
            ..Options::default()
        };
        let found = module.evaluate(&given, &options, &budget).unwrap();
        assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    }
}
