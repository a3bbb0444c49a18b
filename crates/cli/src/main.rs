//! The command line tool.
//!
//! Each command parses its arguments, calls the library and prints the result. Results are written
//! to standard output, diagnostics to standard error. The results of `lint` are diagnostics.

// A slice at an offset that is not a character boundary panics, so each slice states the reason why
// its offset is one.
#![deny(clippy::string_slice)]

mod convert;
mod fmt;
mod generate;
#[cfg(feature = "services")]
mod lint;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(feature = "mcl")]
mod mcl;
#[cfg(feature = "mcl")]
mod mcl_host;
#[cfg(feature = "mcl")]
mod mcl_world;
mod process;
#[cfg(feature = "puppet")]
mod puppet;
#[cfg(feature = "puppet")]
mod puppet_catalog;
#[cfg(feature = "puppet")]
mod puppet_doc;
#[cfg(feature = "puppet")]
mod puppet_lookup;
#[cfg(feature = "puppet")]
mod puppet_run;
#[cfg(all(feature = "schema", feature = "puppet", feature = "terraform"))]
mod schema;
#[cfg(feature = "terraform")]
mod tf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use polycty::calls::Budget;
use polycty::codec::document::Format;
use polycty::codec::type_json;
#[cfg(feature = "translate")]
use polycty::dialect::DialectId;
use polycty::dialect::dialect;
use polycty::dialect::hcl::body::{Body, parse_config, parse_json_config};
use polycty::dialect::hcl::decode::{read_functions, read_spec};
use polycty::dialect::hcl::syntax::json::parse_json;
use polycty::dialect::hcl::syntax::{parse_expression, parse_template};
use polycty::dialect::hcl::{
    self, Evaluated, Scope, TypeNotation, functions, parse_type_expression,
};
#[cfg(feature = "terraform")]
use polycty::dialect::terraform;
use polycty::source::{Code, Diagnostic, Error, Position};
#[cfg(feature = "translate")]
use polycty::translate::{Fit, translate};
#[cfg(feature = "translate")]
use polycty::types::Type;
use polycty::values::Value;
#[cfg(feature = "terraform")]
use process::terraform_host;
use process::{Diagnostics, Dialect, Outcome, check_diagnostics, failed, read, read_document};
use std::io::Write;
use std::process::ExitCode;

#[cfg(feature = "lsp")]
#[global_allocator]
static ALLOCATOR: polycty::allocator::Counted<mimalloc::MiMalloc> =
    polycty::allocator::Counted(mimalloc::MiMalloc);

/// Evaluates, checks, converts and translates types, values and programs of HCL, Terraform, PCL,
/// Puppet and mcl.
///
/// The file name `-` stands for standard input. Results are written to standard output, most of
/// them as JSON; diagnostics are written to standard error, those of `lint` to standard output.
///
/// Exit status: 0 on success, 1 if there are errors, 2 if the command line is not valid.
#[derive(Parser)]
#[command(name = "polycty", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Format of diagnostics.
    #[arg(long, global = true, value_enum, default_value_t = Diagnostics::Text)]
    diagnostics: Diagnostics,
}

#[derive(Subcommand)]
enum Command {
    /// Evaluate an expression: `polycty eval 'upper("a")'`.
    ///
    /// Expressions can call the functions of the standard library and `try`, `can` and `convert`,
    /// or Terraform's functions.
    Eval(Eval),
    /// Convert a document in JSON or YAML to a type: `polycty convert 'list(number)' numbers.json`.
    ///
    /// Optional attributes may have defaults: `object({ port = optional(number, 8080) })`. All errors
    /// of the document are printed, each with its path and position, and a warning for each attribute
    /// that the type does not have.
    Convert(convert::Convert),
    /// Parse a type and print it in canonical form, or translate it: `polycty type --from puppet
    /// --to hcl 'Array[Integer]'`.
    Type(TypeCommand),
    /// Decode configuration files by a specification in HCL: `polycty decode --spec
    /// service.spec.hcl *.hcl`.
    ///
    /// The files are merged. Files whose names end in `.json` are parsed as JSON syntax. `dynamic`
    /// blocks are expanded, and `function` blocks define functions.
    Decode(Decode),
    /// Format HCL files as `terraform fmt` does: `polycty fmt -r .`.
    ///
    /// Files are changed in place, and the names of the changed files are printed. Standard input
    /// is formatted to standard output. In folders, these are the files whose names end in `.hcl`,
    /// `.tf`, `.tofu` or `.tfvars`.
    Fmt(fmt::Fmt),
    /// Write manual pages or shell completions to a folder: `polycty generate completions .`.
    Generate(generate::Generate),
    /// Check files of all languages: `polycty lint .`.
    ///
    /// The diagnostics are those of the language server. They are written to standard output. The exit
    /// status is 1 if there are errors. Warnings alone are not a failure.
    #[cfg(feature = "services")]
    Lint(lint::Lint),
    /// Serve an editor by the language server protocol.
    #[cfg(feature = "lsp")]
    Lsp(lsp::Lsp),
    /// Check and run mcl programs.
    #[command(subcommand)]
    #[cfg(feature = "mcl")]
    Mcl(mcl::Mcl),
    /// Inspect, validate, evaluate and compile Puppet manifests and templates.
    #[command(subcommand)]
    #[cfg(feature = "puppet")]
    Puppet(puppet::Puppet),
    /// Convert types to JSON Schema and schemas to types, and compare them.
    #[command(subcommand)]
    #[cfg(all(feature = "schema", feature = "puppet", feature = "terraform"))]
    Schema(schema::Schema),
    /// Inspect and check Terraform modules.
    #[command(subcommand)]
    #[cfg(feature = "terraform")]
    Tf(tf::Terraform),
}

#[derive(Args)]
struct Eval {
    /// The expression, unless `--file` is set.
    #[arg(required_unless_present = "file")]
    expression: Option<String>,
    /// Read the expression from a file.
    #[arg(short, long, conflicts_with = "expression")]
    file: Option<String>,
    /// Syntax of the expression.
    #[arg(long, value_enum, default_value_t = Syntax::Native)]
    syntax: Syntax,
    #[command(flatten)]
    variables: Variables,
    /// Functions that the expression can call.
    #[arg(long, value_enum, default_value_t = Functions::Standard)]
    functions: Functions,
    #[cfg(feature = "terraform")]
    /// Folder of the files that Terraform's functions can read.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    root: String,
    /// Print the type of the value instead of the value.
    #[arg(long = "type")]
    ty: bool,
}

/// A set of functions.
#[derive(Clone, Copy, ValueEnum)]
enum Functions {
    /// cty's standard library, with `try`, `can` and `convert`.
    Standard,
    #[cfg(feature = "terraform")]
    /// Terraform's functions.
    Terraform,
}

/// The syntax of an expression.
#[derive(Clone, Copy, ValueEnum)]
enum Syntax {
    /// HCL native syntax.
    Native,
    /// HCL JSON syntax: JSON with templates in strings.
    Json,
    /// An HCL template.
    Template,
}

#[derive(Args)]
struct Variables {
    /// Set a variable; can be repeated.
    #[arg(long = "var", value_name = "NAME=EXPRESSION")]
    variables: Vec<String>,
    /// Set variables from a file in HCL, or from an object in JSON or YAML if the name ends in
    /// `.json`, `.yaml` or `.yml`; can be repeated.
    #[arg(long = "vars", value_name = "FILE")]
    variable_files: Vec<String>,
}

#[derive(Args)]
struct TypeCommand {
    /// The type.
    #[arg(value_name = "TYPE")]
    ty: String,
    /// Dialect of the type.
    #[arg(long, value_enum, default_value_t = Dialect::Hcl)]
    from: Dialect,
    #[cfg(feature = "translate")]
    /// Dialect to translate the type to. Losses are reported on standard error.
    #[arg(long, value_enum)]
    to: Option<Dialect>,
    /// Print the type in cty's JSON encoding.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Decode {
    /// The specification.
    #[arg(long, value_name = "FILE")]
    spec: String,
    /// The files to decode.
    #[arg(default_value = "-")]
    files: Vec<String>,
    #[command(flatten)]
    variables: Variables,
    /// Print the type that the specification implies, without decoding files.
    #[arg(long)]
    implied_type: bool,
}

/// The arguments of the process.
fn arguments() -> impl Iterator<Item = std::ffi::OsString> {
    #[cfg(feature = "terraform")]
    let arguments = tf::arguments();
    #[cfg(not(feature = "terraform"))]
    let arguments = std::env::args_os();
    arguments.into_iter()
}

fn main() -> ExitCode {
    let cli = Cli::parse_from(arguments());
    process::set_format(cli.diagnostics);
    let result = match &cli.command {
        Command::Fmt(command) => return ended(fmt::run(command), &cli.command),
        #[cfg(feature = "services")]
        Command::Lint(command) => {
            return lint::run(command).unwrap_or_else(|error| ended(Err(error), &cli.command));
        }
        #[cfg(feature = "lsp")]
        Command::Lsp(command) => return ended(lsp::run(command), &cli.command),
        #[cfg(feature = "mcl")]
        Command::Mcl(command) => return ended(mcl::run(command), &cli.command),
        Command::Eval(command) => eval(command),
        Command::Convert(command) => convert::run(command),
        Command::Type(command) => type_command(command),
        Command::Decode(command) => decode(command),
        Command::Generate(command) => generate::run(command, Cli::command()),
        #[cfg(feature = "puppet")]
        Command::Puppet(puppet::Puppet::Fmt(command)) => {
            return ended(puppet::format_files(command), &cli.command);
        }
        #[cfg(feature = "puppet")]
        Command::Puppet(command) => puppet::run(command),
        #[cfg(all(feature = "schema", feature = "puppet", feature = "terraform"))]
        Command::Schema(command) => schema::run(command),
        #[cfg(feature = "terraform")]
        Command::Tf(command) => tf::run(command),
    };
    let written = result.and_then(|text| {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{text}").map_err(|error| failed("standard output", &error))
    });
    ended(written, &cli.command)
}

/// Prints an error and returns the exit status.
fn ended(result: Outcome<()>, command: &Command) -> ExitCode {
    match result {
        Ok(()) => {
            process::finish();
            ExitCode::SUCCESS
        }
        Err(error) => {
            process::report(error, &command.main_file());
            ExitCode::FAILURE
        }
    }
}

impl Command {
    /// The file of diagnostics without a position: readers of SARIF require one.
    fn main_file(&self) -> String {
        let file = match self {
            Command::Eval(command) => command.file.clone().unwrap_or_default(),
            Command::Convert(command) => command.file.clone(),
            Command::Decode(command) => command.spec.clone(),
            #[cfg(feature = "terraform")]
            Command::Tf(command) => tf::main_file(command),
            _ => String::new(),
        };
        match &*file {
            "" | "-" => "input".to_owned(),
            _ => file,
        }
    }
}

fn eval(command: &Eval) -> Outcome<String> {
    let (text, name) = match (&command.expression, &command.file) {
        (Some(text), _) => (text.clone().into_bytes(), "expression"),
        (None, Some(file)) => (read(file)?, file.as_str()),
        (None, None) => (Vec::new(), "expression"),
    };
    let mut scope = Scope::new();
    match command.functions {
        Functions::Standard => standard_functions(&mut scope)?,
        #[cfg(feature = "terraform")]
        Functions::Terraform => terraform::define(&mut scope, &terraform_host(&command.root)?)?,
    }
    set_variables(&mut scope, &command.variables)?;
    let evaluated = match command.syntax {
        Syntax::Native => native(&text, name, &scope, parse_expression)?,
        Syntax::Template => native(&text, name, &scope, parse_template)?,
        Syntax::Json => {
            let parsed = parse_json(&text, name);
            check_diagnostics(Code::Syntax, parsed.diagnostics)?;
            parsed.expression.evaluate(Some(&scope))
        }
    };
    let value = value_of(evaluated)?;
    if command.ty {
        hcl::format_type(&hcl::public_type(&value))
    } else {
        show(&value)
    }
}

/// A parser of a whole text.
type Parse = fn(&[u8], &str, Position) -> hcl::syntax::Parsed<hcl::syntax::ExprId>;

fn native(text: &[u8], name: &str, scope: &Scope, parse: Parse) -> Outcome<Evaluated> {
    let parsed = parse(text, name, Position::START);
    let expression = parsed.expression();
    check_diagnostics(Code::Syntax, parsed.diagnostics)?;
    Ok(hcl::evaluate(&expression, Some(scope)))
}

fn type_command(command: &TypeCommand) -> Outcome<String> {
    let id = command.from.id();
    let ty = match command.from {
        // Defaults are accepted but are not a part of the type.
        Dialect::Hcl => parse_type_expression(&command.ty, TypeNotation::Defaults)?.ty,
        _ => dialect(id).parse_type(&command.ty, &Budget::standard())?,
    };
    #[cfg(feature = "translate")]
    let (ty, id) = match command.to {
        Some(to) => (translated(&ty, id, to.id())?, to.id()),
        None => (ty, id),
    };
    if command.json {
        let mut out = Vec::new();
        type_json::write_type(&ty, &mut out)?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    } else {
        dialect(id).format_type(&ty, &Budget::standard())
    }
}

/// Returns the translation of a type, and reports losses on standard error.
#[cfg(feature = "translate")]
fn translated(ty: &Type, from: DialectId, to: DialectId) -> Outcome<Type> {
    let translation = translate(ty, from, to)?;
    let fit = match translation.fit {
        Fit::Exact => None,
        Fit::Wider => Some("wider: the translation has more values"),
        Fit::Narrower => Some("narrower: some values are lost"),
    };
    if let Some(fit) = fit {
        eprintln!("{fit}");
        for note in &translation.notes {
            eprintln!("  {}: {}", note.path, note.message);
        }
    }
    Ok(translation.ty)
}

fn decode(command: &Decode) -> Outcome<String> {
    let (spec_body, found) = body(&command.spec)?;
    check_diagnostics(Code::Syntax, found)?;
    let document = read_spec(&spec_body);
    check_diagnostics(Code::Diagnostics, document.diagnostics)?;
    if command.implied_type {
        return hcl::format_type(document.spec.implied_type());
    }
    let mut diagnostics = Vec::new();
    let mut bodies = Vec::new();
    for file in &command.files {
        let (body, found) = body(file)?;
        bodies.push(body);
        diagnostics.extend(found);
    }
    check_diagnostics(Code::Syntax, diagnostics)?;
    let mut scope = scope(&command.variables)?;
    for (name, value) in document.variables {
        scope.set_variable(name, value)?;
    }
    for (name, function) in document.functions {
        scope.set_function(name, function)?;
    }
    let outer = scope.clone();
    let read = read_functions(&Body::merged(bodies), "function", move |_| {
        Some(outer.clone())
    });
    check_diagnostics(Code::Diagnostics, read.diagnostics)?;
    for (name, function) in read.functions {
        scope.set_function(name, function)?;
    }
    let expanded = read.rest.expand_dynamic(Some(&scope));
    show(&value_of(document.spec.decode(&expanded, Some(&scope)))?)
}

/// Parses a file, and returns its body and the syntax errors.
fn body(file: &str) -> Outcome<(Body, Vec<Diagnostic>)> {
    let text = read(file)?;
    let parsed = if file.ends_with(".json") {
        parse_json_config(&text, file)
    } else {
        parse_config(&text, file)
    };
    Ok((parsed.body, parsed.diagnostics))
}

/// The scope of the standard functions and the variables of the command line.
fn scope(given: &Variables) -> Outcome<Scope> {
    let mut scope = Scope::new();
    standard_functions(&mut scope)?;
    set_variables(&mut scope, given)?;
    Ok(scope)
}

fn standard_functions(scope: &mut Scope) -> Outcome<()> {
    for function in functions::standard_functions() {
        scope.set_function(function.name(), function.function().clone())?;
    }
    for (name, function) in [
        ("try", hcl::try_function()),
        ("can", hcl::can_function()),
        ("convert", hcl::convert_function()),
    ] {
        scope.set_function(name, function)?;
    }
    Ok(())
}

fn set_variables(scope: &mut Scope, given: &Variables) -> Outcome<()> {
    scope.allow_variables();
    for file in &given.variable_files {
        if matches!(Format::of_file(file), Format::Yaml) {
            set_document(scope, file)?;
            continue;
        }
        let (body, found) = body(file)?;
        check_diagnostics(Code::Syntax, found)?;
        let found = body.just_attributes();
        check_diagnostics(Code::Diagnostics, found.diagnostics)?;
        for attribute in found.content {
            let value = value_of(attribute.expr.evaluate(Some(scope)))?;
            scope.set_variable(attribute.name, value)?;
        }
    }
    for variable in &given.variables {
        let Some((name, text)) = variable.split_once('=') else {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("--var: expected NAME=EXPRESSION, found {variable}"),
            ));
        };
        let source = format!("--var {name}");
        let evaluated = native(text.as_bytes(), &source, scope, parse_expression)?;
        scope.set_variable(name.trim(), value_of(evaluated)?)?;
    }
    Ok(())
}

/// Sets a variable for each member of a document of data.
fn set_document(scope: &mut Scope, file: &str) -> Outcome<()> {
    let value = read_document(file, None)?.value(&Budget::standard())?;
    for (key, value) in value.elements()? {
        let key = key.to_value();
        let Some(name) = key.as_str() else {
            let message = format!("{file}: expected an object of variables");
            return Err(Error::new(Code::Type, message));
        };
        scope.set_variable(name, value.clone())?;
    }
    Ok(())
}

/// The value of an evaluation without errors.
fn value_of(evaluated: Evaluated) -> Outcome<Value> {
    check_diagnostics(Code::Diagnostics, evaluated.diagnostics)?;
    Ok(evaluated.value)
}

fn show(value: &Value) -> Outcome<String> {
    hcl::to_json(value, value.ty())
}
