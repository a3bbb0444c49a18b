//! Generation of the enumerations of the C++ headers from the model of the C ABI.
//!
//! `include/polycty/detail/enumerations*.hpp` contains them, one file for each C header, except that
//! the headers without a namespace of their own share one. `make header` writes the files. `TABLE`
//! has the names in C++. The name of a constant is that in C, in lower case and without the prefix
//! that all constants of the enumeration share; a keyword of C++ gets a `_`.

use crate::c_support::{Linked, build, left_out, present, root, scratch, succeed};
use crate::model::model;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::Command;
use std::{env, fs};

/// An enumeration of the C++ headers.
struct Row {
    /// The name in C++, with the namespace inside of `polycty`.
    name: &'static str,
    /// The name in C.
    group: &'static str,
    /// The comment, if it is not the summary in the model.
    about: Option<&'static str>,
    /// The names that do not follow from those in C, by the part after the prefix.
    names: &'static [(&'static str, &'static str)],
}

const fn row(name: &'static str, group: &'static str) -> Row {
    named(name, group, &[])
}

const fn named(
    name: &'static str,
    group: &'static str,
    names: &'static [(&'static str, &'static str)],
) -> Row {
    Row {
        name,
        group,
        about: None,
        names,
    }
}

const TABLE: &[Row] = &[
    Row {
        name: "Code",
        group: "pcty_status",
        about: Some("The code of an error."),
        names: &[],
    },
    row("Feature", "pcty_feature"),
    row("Severity", "pcty_severity"),
    row("Notation", "pcty_error_notation"),
    row("StepKind", "pcty_step_kind"),
    row("Case", "pcty_case"),
    row("Kind", "pcty_kind"),
    row("Part", "pcty_part"),
    row("Presence", "pcty_presence"),
    row("Side", "pcty_side"),
    row("StringConstraint", "pcty_string_constraint"),
    row("Trait", "pcty_type_flags"),
    named(
        "Visit",
        "pcty_visit",
        &[("descend", "into"), ("skip", "over")],
    ),
    row("State", "pcty_state"),
    row("Property", "pcty_value_property"),
    row("RefinementKind", "pcty_refinement_kind"),
    row("Conversion", "pcty_conversion"),
    row("Dialect", "pcty_dialect"),
    row("Safety", "pcty_safety"),
    row("DataFormat", "pcty_data_format"),
    row("hcl::Form", "pcty_hcl_form"),
    row("hcl::Role", "pcty_hcl_role"),
    row("hcl::Syntax", "pcty_hcl_syntax"),
    row("hcl::TypeMode", "pcty_hcl_type_mode"),
    row("hcl::ValueStyle", "pcty_hcl_value_style"),
    row("hcl::ItemKind", "pcty_hcl_item_kind"),
    row("hcl::Needs", "pcty_hcl_needs"),
    row("hcl::Arguments", "pcty_hcl_arguments"),
    named(
        "hcl::StringStyle",
        "pcty_hcl_string_style",
        &[("heredoc", "heredocs")],
    ),
    row("hcl::Style", "pcty_hcl_style"),
    row("hcl::Heredocs", "pcty_hcl_heredocs"),
    row("hcl::Alignment", "pcty_hcl_alignment"),
    row("hcl::Order", "pcty_hcl_order"),
    row("Rule", "pcty_infer_rule"),
    row("SolutionKind", "pcty_infer_result"),
    row("mcl::StructFields", "pcty_mcl_fields"),
    row("mcl::ChangeKind", "pcty_mcl_change_kind"),
    row("mcl::Progress", "pcty_mcl_progress"),
    named(
        "mcl::VertexKind",
        "pcty_mcl_vertex_kind",
        &[("const", "constant")],
    ),
    row("puppet::End", "pcty_puppet_end"),
    row("pcl::Derivation", "pcty_pcl_derivation"),
    named("pcl::Deferral", "pcty_pcl_deferred", &[("none", "nothing")]),
    named(
        "pcl::Kind",
        "pcty_pcl_kind",
        &[("const", "constant"), ("enum", "enumeration")],
    ),
    row("pcl::NodeKind", "pcty_pcl_syntax_kind"),
    row("pcl::Operator", "pcty_pcl_operator"),
    named(
        "pcl::Resolution",
        "pcty_pcl_resolution",
        &[("all", "promises_and_outputs")],
    ),
    named(
        "pcl::Role",
        "pcty_pcl_role",
        &[("then", "yes"), ("else", "no")],
    ),
    row("puppet::Comparison", "pcty_puppet_comparison"),
    row("puppet::Detail", "pcty_puppet_detail"),
    row("puppet::Inference", "pcty_puppet_inference"),
    row("puppet::Missing", "pcty_puppet_missing"),
    row("puppet::Mode", "pcty_puppet_mode"),
    row("puppet::Operator", "pcty_puppet_operator"),
    row("puppet::ValueKind", "pcty_puppet_kind"),
    row("puppet::CatalogKind", "pcty_puppet_catalog_kind"),
    row("puppet::DefinitionKind", "pcty_puppet_definition_kind"),
    row("puppet::Level", "pcty_puppet_level"),
    row("puppet::LoadKind", "pcty_puppet_load_kind"),
    row("puppet::Question", "pcty_puppet_question"),
    row("puppet::ResourceForm", "pcty_puppet_resource_form"),
    row("puppet::Strictness", "pcty_puppet_strictness"),
    named(
        "schema::Draft",
        "pcty_schema_draft",
        &[
            ("draft_4", "draft4"),
            ("draft_6", "draft6"),
            ("draft_7", "draft7"),
            ("draft_2019_09", "draft2019_09"),
            ("draft_2020_12", "draft2020_12"),
        ],
    ),
    row("schema::Extent", "pcty_schema_extent"),
    row("services::Encoding", "pcty_position_encoding"),
    row("services::Request", "pcty_request"),
    named(
        "schema::Inclusion",
        "pcty_schema_inclusion",
        &[("unrelated", "unlike")],
    ),
    row("schema::Layout", "pcty_json_layout"),
    row("schema::Mismatch", "pcty_schema_mismatch"),
    row("schema::OpenObjects", "pcty_schema_open_objects"),
    row("schema::Question", "pcty_schema_documents_question"),
    row("schema::Validity", "pcty_schema_validity"),
    row(
        "terraform::DeclarationKind",
        "pcty_terraform_declaration_kind",
    ),
    row("terraform::Action", "pcty_terraform_action"),
    row("terraform::Dialect", "pcty_terraform_dialect"),
    row("terraform::PlanPart", "pcty_terraform_plan_part"),
    row("terraform::Strictness", "pcty_terraform_strictness"),
    row("terraform::TextFrom", "pcty_terraform_text_from"),
    row("terraform::Unset", "pcty_terraform_unset"),
    row("Fit", "pcty_fit"),
];

/// The headers of the C ABI whose enumerations are in one file.
const CORE: [&str; 6] = [
    "base",
    "types",
    "values",
    "refinements",
    "dialects",
    "codecs",
];

/// The keywords of C++ among the names.
const KEYWORDS: [&str; 15] = [
    "and", "bool", "class", "default", "else", "float", "for", "if", "int", "not", "or",
    "override", "template", "union", "virtual",
];

/// The names of the constants in C++ by those in C.
type Names = BTreeMap<String, String>;

fn text<'a>(of: &'a Value, member: &str) -> &'a str {
    of[member].as_str().expect("the model has the member")
}

fn list<'a>(of: &'a Value, member: &str) -> &'a [Value] {
    of[member].as_array().expect("the model has the list")
}

/// The constants of a row: names in C++ and in C, and summaries. PCTY_OK is not the code of an error.
fn constants<'a>(row: &Row, group: &'a Value) -> Vec<(String, &'a str, &'a str)> {
    let values = list(group, "values").iter();
    let values: Vec<_> = values
        .filter(|one| text(one, "name") != "PCTY_OK")
        .collect();
    let mut prefix = text(values[0], "name");
    for value in &values {
        while !(text(value, "name").starts_with(prefix) && prefix.ends_with('_')) {
            prefix = &prefix[..prefix.len() - 1];
        }
    }
    let constant = |value: &&'a Value| {
        let rest = text(value, "name")[prefix.len()..].to_lowercase();
        let own = row.names.iter().find(|(of, _)| *of == rest);
        let name = match own {
            Some((_, name)) => (*name).to_owned(),
            None if KEYWORDS.contains(&rest.as_str()) => rest + "_",
            None => rest,
        };
        (name, text(value, "name"), text(value, "summary"))
    };
    values.iter().map(constant).collect()
}

/// A summary as the lines of a comment. Constants of C have their names in C++. The C function for
/// more data, after a colon at the end, is left out.
fn comment(out: &mut String, indent: &str, summary: &str, names: &Names) {
    let getter = summary
        .split_once(": `pcty_")
        .filter(|(_, rest)| rest.ends_with("`."));
    let summary = getter.map_or_else(|| summary.to_owned(), |(rest, _)| format!("{rest}."));
    let mut line = format!("{indent}//");
    for word in summary.split(' ') {
        let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let word = match names.get(bare) {
            Some(name) => word.replace(bare, name),
            None => word.to_owned(),
        };
        if line.len() + 1 + word.len() > 100 {
            let _ = writeln!(out, "{line}");
            line = format!("{indent}//");
        }
        line.push(' ');
        line.push_str(&word);
    }
    let _ = writeln!(out, "{line}");
}

/// The files by their names.
fn files() -> BTreeMap<String, String> {
    let model = model();
    let headers = list(&model, "headers");
    let group = |row: &Row| {
        let groups = headers.iter().flat_map(|header| {
            let all = list(header, "enumerations")
                .iter()
                .chain(list(header, "flags"));
            all.map(move |group| (text(header, "header"), group))
        });
        let mut groups = groups.filter(|(_, group)| text(group, "name") == row.group);
        groups
            .next()
            .unwrap_or_else(|| panic!("there is no enumeration {}", row.group))
    };
    let mut names = Names::new();
    for row in TABLE {
        for (name, constant, _) in constants(row, group(row).1) {
            names.insert(constant.to_owned(), format!("{}::{name}", row.name));
        }
    }
    let mut parts: BTreeMap<&str, Vec<(&Row, &Value)>> = BTreeMap::new();
    for row in TABLE {
        let (header, group) = group(row);
        let header = header.trim_start_matches("polycty/").trim_end_matches(".h");
        let part = if CORE.contains(&header) { "" } else { header };
        parts.entry(part).or_default().push((row, group));
    }
    let file = |(part, rows): (&str, Vec<(&Row, &Value)>)| match part {
        "" => (
            "enumerations.hpp".to_owned(),
            written("", &CORE, &rows, &names),
        ),
        part => {
            let text = written(&format!("_{part}"), &[part], &rows, &names);
            (format!("enumerations_{part}.hpp"), text)
        }
    };
    parts.into_iter().map(file).collect()
}

/// The text of a file with the enumerations of some headers.
fn written(part: &str, headers: &[&str], rows: &[(&Row, &Value)], names: &Names) -> String {
    let guard = format!("POLYCTY_DETAIL_ENUMERATIONS{}_HPP", part.to_uppercase());
    let listed: Vec<String> = headers.iter().map(|name| format!("{name}.h")).collect();
    let mut out = format!(
        "// The enumerations of {}. Generated from include/polycty.json; not to be edited.\n\n\
         #ifndef {guard}\n#define {guard}\n\n",
        match headers {
            [_] => listed[0].as_str(),
            _ => "types, values, errors and dialects",
        }
    );
    for header in listed {
        let _ = writeln!(out, "#include \"../{header}\"");
    }
    out.push_str("\n#include \"names.hpp\"\n\n#include <cstdint>\n\nnamespace polycty {\n\n");
    let namespace = |row: &Row| row.name.split_once("::").map(|(namespace, _)| namespace);
    let inner = namespace(rows[0].0);
    if let Some(inner) = inner {
        let _ = writeln!(out, "namespace {inner} {{\n");
    }
    for (row, group) in rows {
        assert_eq!(namespace(row), inner, "a file has one namespace");
        let name = row.name.rsplit("::").next().unwrap_or_default();
        let about = row.about.unwrap_or(text(group, "summary"));
        comment(&mut out, "", about, names);
        let _ = writeln!(out, "enum class {name} : std::uint32_t {{");
        for (name, constant, summary) in constants(row, group) {
            comment(&mut out, "    ", summary, names);
            let _ = writeln!(out, "    {name} = {constant},");
        }
        let _ = writeln!(
            out,
            "}};\n\ninline detail::Names<{name}> names_of({name}) noexcept {{\n    \
             static constexpr detail::Named<{name}> all[] = {{"
        );
        for (constant, _, _) in constants(row, group) {
            let shown = constant.trim_end_matches('_');
            let _ = writeln!(out, "        {{{name}::{constant}, \"{shown}\"}},");
        }
        out.push_str("    };\n    return all;\n}\n\n");
    }
    if let Some(inner) = inner {
        let _ = writeln!(out, "}} // namespace {inner}\n");
    }
    let _ = writeln!(out, "}} // namespace polycty\n\n#endif // {guard}");
    out
}

#[test]
fn the_committed_enumerations_are_those_of_the_model() {
    let folder = root().join("include/polycty/detail");
    let files = files();
    let mut committed = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("the headers are there") {
        let path = entry.expect("the folder is readable").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with("enumerations") {
            committed.insert(name, fs::read_to_string(&path).expect("it is text"));
        }
    }
    if env::var_os("UPDATE_HEADER").is_some() {
        for name in committed.keys().filter(|name| !files.contains_key(*name)) {
            fs::remove_file(folder.join(name)).expect("the folder is writable");
        }
        for (name, text) in &files {
            fs::write(folder.join(name), text).expect("the folder is writable");
        }
        return;
    }
    for (name, text) in &files {
        assert!(
            committed.get(name) == Some(text),
            "include/polycty/detail/{name} is not that of the model; run `make header`"
        );
    }
    assert_eq!(
        committed.len(),
        files.len(),
        "a file is not generated: {:?}",
        committed.keys()
    );
}

/// Each constant of each enumeration has a name in C++ that is its own.
#[test]
fn enumerations_of_cpp_print_and_parse_their_names() {
    let model = model();
    let headers = list(&model, "headers");
    let all = headers.iter().flat_map(|header| {
        let groups = list(header, "enumerations").iter();
        groups.chain(list(header, "flags"))
    });
    let groups: BTreeMap<&str, &Value> = all.map(|group| (text(group, "name"), group)).collect();
    let mut program = String::from(
        "#include <polycty.hpp>\n\nusing namespace polycty;\nstatic int wrong = 0;\n\n\
         template <class E> static void check(E value, const char *name) {\n    \
         wrong += polycty::name_of(value) != name || from_name<E>(name) != value;\n    \
         wrong += from_name<E>(\"\").has_value();\n}\n\nint main() {\n",
    );
    for row in TABLE {
        for (constant, _, _) in constants(row, groups[row.group]) {
            let shown = constant.trim_end_matches('_');
            let _ = writeln!(program, "    check({}::{constant}, \"{shown}\");", row.name);
        }
    }
    program.push_str("    wrong += !polycty::name_of(static_cast<State>(77)).empty();\n");
    program.push_str("    return wrong;\n}\n");
    if !present("c++") {
        left_out("the names of enumerations in C++", "c++");
        return;
    }
    let source = scratch("enumeration-names").join("enumeration_names.cpp");
    fs::write(&source, program).expect("the folder is writable");
    succeed(&mut Command::new(build(&source, Linked::Static)));
}
