//! Handlers for cases of Puppet's types.

use super::vectors::same;
use super::{Case, CaseResult, Plan, puppet_expr};
use polycty::dialect::puppet::{
    Aliases, Detail, Mode, format_type, generalize, normalize, parse_type, short_name,
};
use polycty::types::Type;
use serde_json::Value as Json;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "parse_format" => Plan::Run(parse_format),
        _ => Plan::Nobody,
    }
}

/// The aliases that a case assumes.
pub fn aliases(case: &Case) -> Result<Aliases, String> {
    let Some(definitions) = case.0["aliases"].as_object() else {
        return Ok(Aliases::default());
    };
    let definitions = definitions
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str().unwrap_or_default()));
    Aliases::define(definitions).map_err(|error| error.to_string())
}

fn parse_format(case: &Case) -> CaseResult {
    let text = case.0["type"].as_str().ok_or("no type")?;
    let aliases = aliases(case)?;
    let want = case.want();
    if let Some(evaluated) = want.get("evaluated") {
        puppet_expr::evaluates(text, &aliases, evaluated)?;
    }
    let error = match parse_type(text, &aliases, Mode::Current) {
        Ok(ty) => return formats(&ty, &aliases, want),
        Err(error) => error,
    };
    if want["error_kind"] == "internal" {
        return Ok(());
    }
    let Some(message) = want["error"].as_str() else {
        // If the language refuses a text that its type parser accepts, an implementation may follow
        // either.
        let evaluated = &want["evaluated"];
        if evaluated.get("error").is_some() || evaluated["error_kind"] == "internal" {
            return Ok(());
        }
        return Err(format!("wanted {}, got the error {error}", want["canon"]));
    };
    same("message", message, error.message())?;
    if let Some(at) = want["at"].as_array() {
        let found = error.diagnostics().first().and_then(|d| d.subject);
        let found = found.map(|range| (range.start.line, range.start.column));
        let line = at[0].as_u64().unwrap_or(0) as u32;
        let column = at[1].as_u64().unwrap_or(0) as u32;
        same("position", &Some((line, column)), &found)?;
    }
    Ok(())
}

fn formats(ty: &Type, aliases: &Aliases, want: &Json) -> CaseResult {
    if want["error_kind"] == "internal" {
        return Ok(());
    }
    let canon = format_type(ty, Detail::Canonical);
    if let Some(error) = want.get("error") {
        return Err(format!("wanted the error {error}, got {canon}"));
    }
    let wanted = want["canon"].as_str().unwrap_or_default();
    same("canon", wanted, &canon)?;
    let or_canon = |key: &str| want[key].as_str().unwrap_or(wanted).to_owned();
    same(
        "expanded",
        &or_canon("expanded"),
        &format_type(ty, Detail::Expanded),
    )?;
    same("debug", &or_canon("debug"), &format_type(ty, Detail::Debug))?;
    let normal = normalize(ty).map_err(|error| error.to_string())?;
    let general = generalize(ty).map_err(|error| error.to_string())?;
    for (key, ty) in [("normalized", &normal), ("generalized", &general)] {
        // Puppet fails for parameters inside Init, and for a bare Optional or half-open floats
        // inside a Variant, so there is no expected result.
        let fails: &[&str] = match key {
            "normalized" => &["Init[", "Optional,", "Optional]", "Float["],
            _ => &["Init["],
        };
        if want.get(key).is_none() && fails.iter().any(|part| wanted.contains(part)) {
            continue;
        }
        same(key, &or_canon(key), &format_type(ty, Detail::Canonical))?;
    }
    if let Some(name) = want["name"].as_str() {
        same("name", name, &short_name(ty))?;
    }
    if want["roundtrip"] != Json::Bool(false) {
        let again = parse_type(&canon, aliases, Mode::Current)
            .map_err(|error| format!("{canon} does not read back: {error}"))?;
        // Names of resources are case-insensitive.
        let text = format_type(&again, Detail::Canonical);
        if again != *ty && !(text != canon && text.eq_ignore_ascii_case(&canon)) {
            return Err(format!("{canon} reads back as {text}"));
        }
    }
    Ok(())
}
