//! The C headers, generated with cbindgen.
//!
//! A folder of `src/ffi` is a header; the headers have the order of the modules in
//! `src/ffi/mod.rs`, and `polycty.h` includes them, save the one for bindings, and has the table of
//! contents. cbindgen
//! reads one file at a time, in the order of the modules of its folder, once for each layer of a
//! header: the handles, the plain data, the functions. Each file is a section with its own head
//! comment.
//!
//! A handle is declared in the first header that mentions it: errors refer to types and values, so
//! these are declared before errors. Plain data is declared in the header of its folder, and later
//! headers include that one. A module with `#[cfg(feature = "…")]` is wrapped in a condition on the
//! macro of the feature.

use super::Outcome;
use cbindgen::{Builder, Config, ItemType};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// The parts of a header, in their order.
struct Family {
    /// The name of the folder, and of the header.
    name: String,
    /// The cargo feature that the family needs.
    feature: Option<String>,
    /// The head comment of the folder.
    about: Vec<String>,
    handles: Vec<String>,
    /// The plain data, each part under the title of its file.
    data: String,
    /// The macros, from `macros.h`; cbindgen does not generate them.
    macros: String,
    functions: String,
    /// The titles of its files.
    sections: Vec<String>,
}

/// The headers that `polycty.h` does not include: only bindings for other languages need them.
const OUTSIDE: [&str; 1] = ["bindings"];

/// The headers by their paths, `polycty.h` last.
pub(super) fn generate(folder: &Path) -> Outcome<Vec<(String, String)>> {
    let config = Config::from_file("cbindgen.toml")?;
    let families = modules(&fs::read_to_string(folder.join("mod.rs"))?)
        .map(|(name, feature)| family(&config, folder, name, feature))
        .collect::<Outcome<Vec<_>>>()?;
    let features: HashMap<&str, &str> = families
        .iter()
        .filter_map(|family| Some((family.name.as_str(), family.feature.as_deref()?)))
        .collect();
    let mut rest: Vec<&str> = families
        .iter()
        .flat_map(|family| family.handles.iter().map(String::as_str))
        .collect();
    // The names that the headers so far have declared, and where.
    let mut declared: Vec<(String, &str)> = Vec::new();
    let mut headers = Vec::new();
    let mut contents = fs::read_to_string(folder.join("head.h"))?;
    contents.push_str("//\n// The headers, and their sections:\n");
    contents.push_str("//\n// polycty/features.h\n//   The languages that this build contains.\n");
    let mut includes = String::new();
    for family in &families {
        let said = code(&[&family.data, &family.macros, &family.functions]);
        let (first, later) = rest.into_iter().partition::<Vec<&str>, _>(|handle| {
            let name = named(handle);
            family.handles.iter().any(|own| own == handle) || said.contains(&name)
        });
        rest = later;
        let mut needed: Vec<&str> = Vec::new();
        for (name, header) in &declared {
            if said.contains(name) && !needed.contains(header) {
                needed.push(header);
            }
        }
        headers.push((
            format!("polycty/{}.h", family.name),
            with_words_of_c(&family.header(&needed, &first, &features)?),
        ));
        let own = first.iter().map(|handle| named(handle));
        let data = code(&[&family.data]).into_iter();
        let data = data.filter(|name| defines(&family.data, name));
        declared.extend(own.chain(data).map(|name| (name, family.name.as_str())));

        let outside = OUTSIDE.contains(&family.name.as_str());
        let note = if outside { " (on its own)" } else { "" };
        writeln!(contents, "//\n// polycty/{}.h{note}", family.name)?;
        writeln!(contents, "//   {}", family.about.join(" ").trim())?;
        for section in &family.sections {
            writeln!(contents, "//   - {section}")?;
        }
        if !outside {
            let include = format!("#include \"polycty/{}.h\"\n", family.name);
            includes.push_str(&only_with(family.feature.as_deref(), &include));
        }
    }
    headers.push(("polycty/features.h".to_owned(), features_header()?));
    writeln!(contents, "\n#ifndef POLYCTY_H\n#define POLYCTY_H\n")?;
    writeln!(contents, "{includes}\n#endif // POLYCTY_H")?;
    headers.push(("polycty.h".to_owned(), contents));
    Ok(headers)
}

fn family(config: &Config, folder: &Path, name: &str, feature: Option<&str>) -> Outcome<Family> {
    let folder = folder.join(name);
    let module = fs::read_to_string(folder.join("mod.rs"))?;
    let mut family = Family {
        name: name.to_owned(),
        feature: feature.map(str::to_owned),
        about: head(&module).map(|line| line.trim().to_owned()).collect(),
        handles: Vec::new(),
        data: String::new(),
        macros: fs::read_to_string(folder.join("macros.h")).unwrap_or_default(),
        functions: String::new(),
        sections: Vec::new(),
    };
    for (name, feature) in modules(&module) {
        let file = folder.join(format!("{name}.rs"));
        let source = expanded(&fs::read_to_string(&file)?);
        // The text that cbindgen reads.
        let file = Path::new(&env::var("OUT_DIR")?).join("expanded.rs");
        fs::write(&file, &source)?;
        let title = head(&source).next().unwrap_or_default().trim();
        family.sections.push(title.to_owned());
        let handles = layer(config, &file, &[ItemType::OpaqueItems])?;
        let handles = handles.split("\n\n").map(|one| one.trim_matches('\n'));
        family
            .handles
            .extend(handles.filter(|one| !one.is_empty()).map(str::to_owned));
        let kinds = [ItemType::Constants, ItemType::Structs, ItemType::Typedefs];
        let data = layer(config, &file, &kinds)?;
        if !data.is_empty() {
            let data = with_enumerations(&in_source_order(&data, &source), &source)?;
            let data = format!("\n// --- {title}\n{data}");
            family.data.push_str(&only_with(feature, &data));
        }
        let functions = layer(config, &file, &[ItemType::Functions])?;
        if !functions.is_empty() {
            let functions = format!("{}{}", section(&source)?, with_must_use(&functions));
            family.functions.push_str(&only_with(feature, &functions));
        }
    }
    Ok(family)
}

impl Family {
    /// The text of the header, which includes others and declares these handles.
    fn header(
        &self,
        includes: &[&str],
        handles: &[&str],
        features: &HashMap<&str, &str>,
    ) -> Outcome<String> {
        let guard = format!("POLYCTY_{}_H", self.name.to_uppercase());
        let mut out = String::new();
        for line in &self.about {
            writeln!(out, "// {line}")?;
        }
        writeln!(
            out,
            "//\n// The rules that hold everywhere stand at the head of polycty.h."
        )?;
        writeln!(out, "\n#ifndef {guard}\n#define {guard}\n")?;
        if includes.is_empty() {
            for header in ["stdbool.h", "stddef.h", "stdint.h"] {
                writeln!(out, "#include <{header}>")?;
            }
            writeln!(out, "\n#include \"features.h\"")?;
            writeln!(
                out,
                "\n// The version of this header. `pcty_version` tells the library's."
            )?;
            for part in ["MAJOR", "MINOR", "PATCH"] {
                let number = env::var(format!("CARGO_PKG_VERSION_{part}"))?;
                writeln!(out, "#define PCTY_VERSION_{part} {number}")?;
            }
            out.push_str(ENUMERATION);
        }
        for header in includes {
            let feature = features.get(header).copied();
            let feature = feature.filter(|feature| Some(*feature) != self.feature.as_deref());
            out.push_str(&only_with(feature, &format!("#include \"{header}.h\"\n")));
        }
        if !handles.is_empty() {
            banner(&mut out, "THE HANDLES")?;
            for handle in handles {
                writeln!(out, "\n{handle}")?;
            }
        }
        if !self.data.is_empty() || !self.macros.is_empty() {
            banner(&mut out, "THE PLAIN DATA")?;
            out.push_str(&self.data);
            out.push_str(&self.macros);
        }
        if !self.functions.is_empty() {
            banner(&mut out, "THE FUNCTIONS")?;
            out.push_str("#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
            out.push_str(&self.functions);
            out.push_str("\n#ifdef __cplusplus\n} // extern \"C\"\n#endif\n");
        }
        writeln!(out, "\n#endif // {guard}")?;
        Ok(out)
    }
}

/// The text of a source with its invocations of `owned!` expanded, and with the parts of contracts
/// that follow from signatures.
fn expanded(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut is_owned = false;
    // The comment of the next item.
    let mut docs: Vec<&str> = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line == "owned! {" || (is_owned && line == "}") {
            is_owned = !is_owned;
            continue;
        }
        let item = if is_owned { line.trim_start() } else { line };
        if item.starts_with("///") {
            docs.push(item);
            continue;
        }
        let mut item = item.to_owned();
        if is_owned {
            item = export(&item);
        } else if item == "#[unsafe(no_mangle)]" {
            while !item.ends_with('{') {
                let Some(next) = lines.next() else { break };
                item.push('\n');
                item.push_str(next);
            }
        }
        for line in contract(&docs, &item) {
            out.push_str(&line);
            out.push('\n');
        }
        docs.clear();
        out.push_str(&item);
        out.push('\n');
    }
    out
}

/// The function that a line of `owned!` exports, such as `fn f(handle: &T);`.
fn export(line: &str) -> String {
    let line = line.strip_suffix(");").unwrap_or(line);
    let (start, ty) = line.split_once(": ").unwrap_or((line, ""));
    let (parameter, result) = match ty.strip_prefix('&') {
        Some(ty) => (format!("Option<&{ty}>"), format!(" -> *mut {ty}")),
        None => (format!("Option<Box<{ty}>>"), String::new()),
    };
    format!("#[unsafe(no_mangle)]\npub extern \"C\" {start}: {parameter}){result} {{}}")
}

/// The comment of an item with the parts of its contract that follow from its signature.
fn contract(docs: &[&str], item: &str) -> Vec<String> {
    let mut docs: Vec<String> = docs.iter().map(|line| (*line).to_owned()).collect();
    if !item.starts_with("#[unsafe(no_mangle)]") {
        return docs;
    }
    let result = item.split_once(") -> ").map_or("", |(_, result)| result);
    let first = item
        .split_once('(')
        .and_then(|(_, rest)| rest.split_once(": "));
    let first = first.map_or("", |(name, _)| {
        name.rsplit(['(', ' ', '\n']).next().unwrap_or(name)
    });
    let has = |part: &str| item.contains(part);
    let is_found = result.starts_with("bool") && has("out: Option<&mut MaybeUninit<");
    let parts = [
        (
            "Returns",
            (is_found && has("_info(")).then(|| format!("false if `{first}` is NULL.")),
        ),
        ("Errors", None),
        (
            "Ownership",
            if has("out: Option<&mut MaybeUninit<*mut ") {
                Some("the caller owns `*out`.".to_owned())
            } else {
                (result.starts_with("*mut ")).then(|| "the caller owns the result.".to_owned())
            },
        ),
        (
            "NULL",
            if has("_free(") {
                Some("no-op.".to_owned())
            } else if has("_clone(") {
                Some("returns NULL.".to_owned())
            } else if is_found {
                Some(format!(
                    "returns false if `{first}` is NULL; `out` may be NULL."
                ))
            } else {
                has("error: Option<").then(|| "`error` may be NULL.".to_owned())
            },
        ),
        (
            "Threads",
            has(": Option<&mut pcty_").then(|| "one thread at a time.".to_owned()),
        ),
    ];
    let part = |line: &String| {
        parts
            .iter()
            .position(|(name, _)| line.starts_with(&format!("/// {name}:")))
    };
    if !docs.iter().any(|line| part(line).is_some()) && parts.iter().any(|(_, rule)| rule.is_some())
    {
        docs.push("///".to_owned());
    }
    for (at, (name, rule)) in parts.iter().enumerate() {
        let is_given = docs.iter().any(|line| part(line) == Some(at));
        if let (Some(rule), false) = (rule, is_given) {
            let later = docs.iter().position(|line| part(line) > Some(at));
            docs.insert(later.unwrap_or(docs.len()), format!("/// {name}: {rule}"));
        }
    }
    docs
}

/// The name that the declaration of a handle gives it.
fn named(handle: &str) -> String {
    let name = handle.trim_end_matches(';').rsplit(' ').next();
    name.unwrap_or_default().to_owned()
}

/// The names of this library in the code, without those in comments.
fn code(texts: &[&str]) -> BTreeSet<String> {
    let lines = texts.iter().flat_map(|text| text.lines());
    lines
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .filter(|word| word.starts_with("pcty_"))
        .map(str::to_owned)
        .collect()
}

/// Whether the plain data declares a name.
fn defines(data: &str, name: &str) -> bool {
    let forms = [
        format!("typedef uint32_t {name};"),
        format!("typedef uint64_t {name};"),
        format!("}} {name};"),
        format!("(*{name})("),
    ];
    forms.iter().any(|form| data.contains(form))
}

/// The lines of a file's head comment.
fn head(source: &str) -> impl Iterator<Item = &str> {
    source.lines().map_while(|line| line.strip_prefix("//!"))
}

/// Renames parameters called `ty` in Rust to `type`.
fn with_words_of_c(header: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(header.len());
    let mut rest = header;
    while let Some(at) = rest.find("ty") {
        let (before, after) = (&rest[..at], &rest[at + 2..]);
        let alone = !before.ends_with(is_name) && !after.starts_with(is_name);
        out.push_str(before);
        out.push_str(if alone { "type" } else { "ty" });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Puts `PCTY_MUST_USE` on a line of its own before each function that returns a status. cbindgen
/// would put it on the line of the function, and only where Rust has `#[must_use]`.
fn with_must_use(functions: &str) -> String {
    let mut out = String::with_capacity(functions.len());
    for line in functions.split_inclusive('\n') {
        if line.starts_with("pcty_status ") {
            out.push_str("PCTY_MUST_USE\n");
        }
        out.push_str(line);
    }
    out
}

/// The modules in the order in which they are declared, each with the feature that it needs.
fn modules(source: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let mut feature = None;
    source.lines().filter_map(move |line| {
        let needed = line.strip_prefix("#[cfg(feature = \"");
        if let Some(needed) = needed.and_then(|rest| rest.strip_suffix("\")]")) {
            feature = Some(needed);
            return None;
        }
        let feature = feature.take();
        let name = line.strip_prefix("pub mod ")?;
        Some((name.strip_suffix(';')?, feature))
    })
}

/// The languages of the C ABI by their cargo features.
const FEATURES: [&str; 8] = [
    "hcl",
    "pcl",
    "terraform",
    "puppet",
    "mcl",
    "translate",
    "schema",
    "services",
];

/// The header that defines a macro for each language of this build.
fn features_header() -> Outcome<String> {
    let mut out = String::from(
        "// The languages that this build of the library contains. `pcty_has` returns the same at\n\
         // run time.\n\n#ifndef POLYCTY_FEATURES_H\n#define POLYCTY_FEATURES_H\n\n",
    );
    for feature in FEATURES {
        let is_enabled = env::var_os(format!("CARGO_FEATURE_{}", feature.to_uppercase()));
        if feature == "hcl" || is_enabled.is_some() {
            writeln!(out, "#define PCTY_HAS_{} 1", feature.to_uppercase())?;
        }
    }
    out.push_str("\n#endif // POLYCTY_FEATURES_H\n");
    Ok(out)
}

/// A part of a header that is there only if the library contains a feature.
fn only_with(feature: Option<&str>, text: &str) -> String {
    match feature {
        None => text.to_owned(),
        Some(feature) => {
            let feature = feature.to_uppercase();
            let blank = if text.starts_with('\n') { "\n" } else { "" };
            let text = text.trim_start_matches('\n');
            format!("{blank}#ifdef PCTY_HAS_{feature}\n{text}#endif\n")
        }
    }
}

/// The declarations that cbindgen generates for these kinds of items in one file.
fn layer(config: &Config, file: &Path, kinds: &[ItemType]) -> Outcome<String> {
    let mut config = config.clone();
    config.export.item_types = kinds.to_vec();
    // Also items that only other files mention.
    config.export.include = fs::read_to_string(file)?
        .lines()
        .filter_map(|line| {
            ["pub type ", "pub struct "]
                .iter()
                .find_map(|kind| line.strip_prefix(kind))
        })
        .filter_map(|rest| rest.split([' ', '(']).next())
        .filter(|name| name.starts_with("pcty_"))
        .map(str::to_owned)
        .collect();
    let mut text = Vec::new();
    Builder::new()
        .with_config(config)
        .with_src(file)
        .generate()?
        .write(&mut text);
    let text = String::from_utf8(text)?;
    Ok(match text.trim_matches('\n') {
        "" => String::new(),
        text => format!("\n{text}\n"),
    })
}

/// Plain data in the order of the source, the constants of an enumeration right
/// under it: cbindgen puts all constants together.
fn in_source_order(data: &str, source: &str) -> String {
    let mut blocks: Vec<&str> = data
        .split("\n\n")
        .map(|block| block.trim_matches('\n'))
        .collect();
    let mut out = String::new();
    let mut enumerated = false;
    for line in source.lines() {
        let declared = ["pub const ", "pub type ", "pub struct "]
            .iter()
            .find_map(|start| line.strip_prefix(start));
        let Some(declared) = declared else { continue };
        let name = declared
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .unwrap_or_default();
        let forms = [
            format!("#define {name} "),
            format!("typedef uint32_t {name};"),
            format!("typedef uint64_t {name};"),
            format!("}} {name};"),
            format!("(*{name})("),
        ];
        if let Some(at) = blocks
            .iter()
            .position(|block| forms.iter().any(|form| block.contains(form)))
        {
            let block = blocks.remove(at);
            let constant = block.contains("#define ");
            if !(constant && enumerated) {
                out.push('\n');
            }
            let numbers = ["typedef uint32_t ", "typedef uint64_t "];
            enumerated = numbers.iter().any(|one| block.contains(one)) || (constant && enumerated);
            out.push_str(block);
            out.push('\n');
        }
    }
    for rest in blocks.iter().filter(|block| !block.is_empty()) {
        out.push_str(&format!("\n{rest}\n"));
    }
    out
}

/// The macro that gives an enumeration its width.
const ENUMERATION: &str = "
// The type under an enumeration: C23 and C++11 can name it, so that it has 32 bits by definition.
// Older C leaves the width to the compiler; base.h does not compile if it is not 32 bits. No
// enumeration has an additional constant that would force the width: `switch` would have to list it.
#if (defined(__cplusplus) && __cplusplus >= 201103L) ||                                 \\
    (defined(_MSVC_LANG) && _MSVC_LANG >= 201103L) ||                                   \\
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define PCTY_ENUM : uint32_t
#else
#define PCTY_ENUM
#endif
";

/// Whether the constants of a type of numbers are added up, so that it is not an enumeration.
fn is_flags(name: &str) -> bool {
    name.ends_with("_flags") || name == "pcty_mcl_match"
}

/// Declares the numbers of 32 bits that are enumerations as such. In Rust they stay numbers, since
/// a C program can pass any number, which would be no valid value of a Rust enum.
fn with_enumerations(data: &str, source: &str) -> Outcome<String> {
    let mut out = String::with_capacity(data.len());
    // The enumeration whose constants follow, and the comment of the next constant.
    let mut open: Option<&str> = None;
    let mut comment = String::new();
    for line in data.lines() {
        if let Some(name) = open {
            if line.starts_with("//") {
                writeln!(comment, "    {line}")?;
                continue;
            }
            let constant = line
                .strip_prefix("#define ")
                .and_then(|it| it.split_once(' '));
            let constant =
                constant.filter(|(it, _)| source.contains(&format!("pub const {it}: {name} = ")));
            if let Some((constant, number)) = constant {
                writeln!(out, "{comment}    {constant} = {number},")?;
                comment.clear();
                continue;
            }
            writeln!(out, "}} {name};")?;
            out.push_str(&comment.replace("    //", "//"));
            comment.clear();
            open = None;
        }
        let number = line.strip_prefix("typedef uint32_t ");
        match number.and_then(|name| name.strip_suffix(';')) {
            Some(name) if !is_flags(name) => {
                writeln!(out, "typedef enum {name} PCTY_ENUM {{")?;
                open = Some(name);
            }
            _ => writeln!(out, "{line}")?,
        }
    }
    if let Some(name) = open {
        writeln!(out, "}} {name};")?;
    }
    Ok(out)
}

const RULE: &str = "============================================================================";

fn banner(out: &mut String, title: &str) -> Outcome<()> {
    writeln!(out, "\n// {RULE}\n// {title}\n// {RULE}")?;
    Ok(())
}

/// The head comment of a file as the head of its section.
fn section(source: &str) -> Outcome<String> {
    let mut out = String::new();
    writeln!(out, "\n// {}", "-".repeat(RULE.len()))?;
    for line in head(source) {
        writeln!(out, "//{line}")?;
    }
    writeln!(out, "// {}", "-".repeat(RULE.len()))?;
    Ok(out)
}
