//! Commands of JSON Schema: export, import and comparison.

use crate::process::{Dialect, Outcome, read_document};
use crate::puppet_run::{environment, text};
use crate::tf::valid_module;
use clap::{Args, Subcommand, ValueEnum};
use polycty::calls::Budget;
use polycty::codec::document::Format;
use polycty::dialect::hcl::{self, TypeNotation, parse_type_expression};
use polycty::dialect::puppet::{Prepared, Strict};
use polycty::dialect::{DialectId, dialect};
use polycty::schema::{
    self, Details, Document, Draft, Exported, Heading, Inclusion, Layout, Note, OpenObjects,
    Reading, Relation, Side, Variables,
};
use polycty::source::Source;
use polycty::types::Type;
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Schema {
    /// Print the schema of a type: `polycty schema export --from puppet 'Array[Integer, 1]'`.
    ///
    /// If the schema is not exact, the differences are reported on standard error, with a document
    /// that shows them.
    Export(ExportCommand),
    /// Print the type of a schema: `polycty schema import --to hcl server.schema.json`.
    ///
    /// If the type is not exact, the differences are reported on standard error, with a document
    /// that shows them.
    Import(ImportCommand),
    /// Compare two types or schemas, with the result as JSON: `polycty schema diff a.json
    /// puppet:Integer`.
    ///
    /// A side is a file of JSON Schema in JSON or YAML, a dialect, a colon and a type, or `tf:` and the folder of a
    /// Terraform module, for the values of its variables. `more` is a document that only the second
    /// side accepts, `less` one that only the first side accepts.
    Diff(DiffCommand),
}

/// The documents of a schema.
#[derive(Clone, Copy, ValueEnum)]
enum Question {
    /// Documents that are values of the type.
    Values,
    /// Documents that convert to the type.
    Converts,
}

#[derive(Args)]
pub struct ExportCommand {
    /// The type; with `--class` the name of the class, with `--tf` the folder of the module.
    #[arg(value_name = "TYPE")]
    ty: String,
    /// Dialect of the type.
    #[arg(long, value_enum, default_value_t = Dialect::Hcl)]
    from: Dialect,
    /// Documents that the schema accepts. The default is `values` for a type and `converts` for a
    /// module.
    #[arg(long, value_enum)]
    question: Option<Question>,
    /// Export the variables of a Terraform module.
    #[arg(long, conflicts_with_all = ["class", "from"])]
    tf: bool,
    /// Export the parameters of a Puppet class.
    #[arg(long)]
    class: bool,
    /// Manifest that defines the class.
    #[arg(long, value_name = "FILE", requires = "class")]
    manifest: Option<String>,
    /// Directory of the modules that define the class and its types.
    #[arg(long, value_name = "DIRECTORY", requires = "class")]
    modules: Option<PathBuf>,
    /// Print the schema on one line.
    #[arg(long)]
    compact: bool,
}

/// The treatment of objects that permit additional members.
#[derive(Clone, Copy, ValueEnum)]
enum Open {
    /// An object with only the named members.
    Closed,
    /// A map.
    Maps,
}

/// A draft of JSON Schema.
#[derive(Clone, Copy, ValueEnum)]
enum Rules {
    /// Draft 4.
    Draft4,
    /// Draft 6.
    Draft6,
    /// Draft 7.
    Draft7,
    /// 2019-09.
    #[value(name = "2019-09")]
    Draft201909,
    /// 2020-12, and OpenAPI 3.1.
    #[value(name = "2020-12")]
    Draft202012,
    /// OpenAPI 3.0.
    #[value(name = "openapi-3.0")]
    OpenApi30,
}

#[derive(Args)]
pub struct ReadingOptions {
    /// Draft of a schema that declares none.
    #[arg(long, value_enum, default_value_t = Rules::Draft202012)]
    draft: Rules,
    /// Position of the schema in the document, as a JSON pointer: `/components/schemas/Server`.
    #[arg(long, value_name = "POINTER", default_value = "")]
    pointer: String,
}

#[derive(Args)]
pub struct ImportCommand {
    /// The schema: YAML if the name ends in `.yaml` or `.yml`, otherwise JSON.
    #[arg(default_value = "-")]
    file: String,
    /// Dialect of the type.
    #[arg(long, value_enum, default_value_t = Dialect::Hcl)]
    to: Dialect,
    /// Type of objects that permit additional members.
    #[arg(long, value_enum, default_value_t = Open::Closed)]
    open: Open,
    #[command(flatten)]
    reading: ReadingOptions,
}

#[derive(Args)]
pub struct DiffCommand {
    /// A file of JSON Schema, a dialect, a colon and a type, or `tf:` and a folder.
    first: String,
    /// The second side, in the same form.
    second: String,
    /// Documents of types.
    #[arg(long, value_enum, default_value_t = Question::Values)]
    question: Question,
    #[command(flatten)]
    reading: ReadingOptions,
}

impl Question {
    fn id(self) -> schema::Question {
        match self {
            Question::Values => schema::Question::IsValue,
            Question::Converts => schema::Question::Converts,
        }
    }
}

impl ReadingOptions {
    fn read(&self, file: &str) -> Outcome<schema::Schema> {
        let reading = Reading {
            draft: match self.draft {
                Rules::Draft4 => Draft::Draft4,
                Rules::Draft6 => Draft::Draft6,
                Rules::Draft7 => Draft::Draft7,
                Rules::Draft201909 => Draft::Draft201909,
                Rules::Draft202012 => Draft::Draft202012,
                Rules::OpenApi30 => Draft::OpenApi30,
            },
            pointer: &self.pointer,
            ..Reading::default()
        };
        let budget = Budget::standard();
        let document = read_document(file, None)?;
        let json = match document.format() {
            Format::Json => document.source().text.to_string(),
            Format::Yaml => {
                let value = document.value(&budget)?;
                hcl::to_json(&value, value.ty())?
            }
        };
        schema::Schema::parse(&json, reading, &budget)
    }
}

pub fn run(command: &Schema) -> Outcome<String> {
    match command {
        Schema::Export(command) => export(command),
        Schema::Import(command) => import(command),
        Schema::Diff(command) => diff(command),
    }
}

fn export(command: &ExportCommand) -> Outcome<String> {
    let budget = Budget::standard();
    let asked = command.question.map(Question::id);
    if command.tf {
        let variables = Variables::of(&valid_module(&command.ty)?);
        let question = asked.unwrap_or(schema::Question::Converts);
        let (_, made) = schema::export_module(variables.module(), question, &budget)?;
        return exported(&made, Side::Variables(&variables, question), command);
    }
    let language = command.from.id();
    let question = if command.class {
        schema::Question::IsValue
    } else {
        asked.unwrap_or(schema::Question::IsValue)
    };
    let (ty, made, language): (Type, Exported, DialectId) = if command.class {
        let source = match &command.manifest {
            Some(file) => Source::new(file.as_str(), text(file)?),
            None => {
                let name = command.ty.to_lowercase();
                let file = polycty::dialect::puppet::Definitions::Class.file(&name);
                let path = command
                    .modules
                    .as_ref()
                    .zip(file)
                    .map(|(root, file)| root.join(file));
                let found = path.filter(|path| path.exists());
                match found.map(|path| path.to_string_lossy().into_owned()) {
                    Some(path) => Source::new(path.as_str(), text(&path)?),
                    None => Source::new("", ""),
                }
            }
        };
        let program = Prepared::manifest(source, Strict::Error, &budget)?;
        let environment = environment(command.modules.as_deref())?;
        let (ty, made) = schema::export_class(&program, &command.ty, &environment, &budget)?;
        (ty, made, DialectId::Puppet)
    } else {
        let (ty, details) = match language {
            DialectId::Hcl => {
                let read = parse_type_expression(&command.ty, TypeNotation::Defaults)?;
                let defaults = read.defaults.as_ref();
                let details = defaults.map(|defaults| schema::details_of(defaults, &budget));
                (read.ty, details.transpose()?.unwrap_or_default())
            }
            _ => (
                dialect(language).parse_type(&command.ty, &budget)?,
                Details::default(),
            ),
        };
        let made = schema::export(&ty, language, question, &details, &budget)?;
        (ty, made, language)
    };
    exported(&made, Side::Type(&ty, language, question), command)
}

/// Returns the schema as text, and reports how it differs from its source.
fn exported(made: &Exported, of: Side<'_>, command: &ExportCommand) -> Outcome<String> {
    let relation = made.relation(of, &Budget::standard())?;
    report_differences("the schema", &relation, &made.notes);
    let written = (made.schema).to_document(Heading::Dialect, &Budget::standard())?;
    Ok(written.to_text(if command.compact {
        Layout::Compact
    } else {
        Layout::Pretty
    }))
}

fn import(command: &ImportCommand) -> Outcome<String> {
    let read = command.reading.read(&command.file)?;
    let open = match command.open {
        Open::Closed => OpenObjects::Closed,
        Open::Maps => OpenObjects::Maps,
    };
    let language = command.to.id();
    let made = schema::import(&read, language, open, &Budget::standard())?;
    let relation = made.relation(&read, language, &Budget::standard())?;
    report_differences("the type", &relation, &made.notes);
    match language {
        DialectId::Hcl => hcl::format_constraint(&made.ty),
        _ => dialect(language).format_type(&made.ty, &Budget::standard()),
    }
}

fn name(inclusion: Inclusion) -> &'static str {
    match inclusion {
        Inclusion::Exact => "exact",
        Inclusion::Wider => "wider",
        Inclusion::Narrower => "narrower",
        Inclusion::Unlike => "unlike",
        Inclusion::Unknown => "unknown",
    }
}

/// Reports how a result differs from its source.
fn report_differences(what: &str, relation: &Relation, notes: &[Note]) {
    if relation.inclusion == Inclusion::Exact {
        return;
    }
    eprintln!("{}", name(relation.inclusion));
    let shown = [(&relation.more, "accepts"), (&relation.less, "refuses")];
    for (witness, does) in shown {
        if let Some(witness) = witness {
            eprintln!("  {what} {does} {}", witness.to_text(Layout::Compact));
        }
    }
    for note in notes {
        eprintln!("  {note}");
    }
}

/// A side of a comparison.
enum Read {
    Type(Type, DialectId),
    Variables(Variables),
    Schema(schema::Schema),
}

fn side(text: &str, reading: &ReadingOptions) -> Outcome<Read> {
    if let Some(folder) = text.strip_prefix("tf:") {
        return Ok(Read::Variables(Variables::of(&valid_module(folder)?)));
    }
    let language = text.split_once(':').and_then(|(name, ty)| {
        let id = DialectId::ALL
            .into_iter()
            .find(|id| id.name().eq_ignore_ascii_case(name))?;
        Some((id, ty))
    });
    Ok(match language {
        Some((DialectId::Hcl, ty)) => {
            let read = parse_type_expression(ty, TypeNotation::Defaults)?;
            Read::Type(read.ty, DialectId::Hcl)
        }
        Some((id, ty)) => Read::Type(dialect(id).parse_type(ty, &Budget::standard())?, id),
        None => Read::Schema(reading.read(text)?),
    })
}

fn diff(command: &DiffCommand) -> Outcome<String> {
    let first = side(&command.first, &command.reading)?;
    let second = side(&command.second, &command.reading)?;
    let question = command.question.id();
    let [a, b] = [&first, &second].map(|side| match side {
        Read::Type(ty, language) => Side::Type(ty, *language, question),
        Read::Variables(variables) => Side::Variables(variables, schema::Question::Converts),
        Read::Schema(schema) => Side::Schema(schema),
    });
    let found = schema::relation(a, b, &Budget::standard())?;
    let mut members = vec![("inclusion".into(), Document::string(name(found.inclusion)))];
    members.extend(found.more.map(|document| ("more".into(), document)));
    members.extend(found.less.map(|document| ("less".into(), document)));
    Ok(Document::Object(members).to_text(Layout::Pretty))
}
