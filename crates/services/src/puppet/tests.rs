//! Tests of the services for Puppet: a workspace of two modules and data in memory.

#![expect(clippy::string_slice, reason = "the texts of tests are ASCII")]

mod edits;
mod recovery;
mod variables;

use super::{PuppetOptions, puppet};
use crate::answer::{Completion, HintKind, SymbolKind, TokenKind};
use crate::document::{Change, Encoding};
use crate::files::MemoryFiles;
use crate::language::{Context, Language, LanguageId};
use crate::workspace::Workspace;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Result, Span};
use std::sync::Arc;

const INIT: &str = "\
# @summary Installs the time service.
#
# @param servers
#   The servers to ask.
# @param secret The key.
class ntp (
  Array[String[1]] $servers,
  Enum['a', 'b'] $mode = 'a',
  Ntp::Port $port = 123,
  Sensitive[String] $secret = Sensitive('hunter2'),
) inherits ntp::params {
  $count = 3
  $text = \"x ${port} ${base}\"
  file { '/etc/ntp.conf':
    ensure  => file,
    content => epp('ntp/ntp.conf.epp', { 'port' => $port }),
    source  => 'puppet:///modules/ntp/base.conf',
  }
  ntp::server { 'one':
    address => ntp::url($port, 'x'),
  }
  include ntp::service
}
";

/// The files of the workspace.
fn files() -> Vec<(&'static str, &'static str)> {
    vec![
        (
            "/w/environment.conf",
            "modulepath = site:modules:$basemodulepath\n",
        ),
        ("/w/modules/ntp/manifests/init.pp", INIT),
        (
            "/w/modules/ntp/manifests/params.pp",
            "class ntp::params {\n  $base = '/etc'\n}\n",
        ),
        (
            "/w/modules/ntp/manifests/service.pp",
            "class ntp::service {\n  notice($ntp::port)\n}\n",
        ),
        (
            "/w/modules/ntp/manifests/server.pp",
            "# A server.\ndefine ntp::server (\n  String $address,\n  Boolean $prefer = false,\n) {\n}\n",
        ),
        (
            "/w/modules/ntp/types/port.pp",
            "type Ntp::Port = Integer[1, 65535]\n",
        ),
        (
            "/w/modules/ntp/functions/url.pp",
            "# Returns the URL.\n# @param port The port.\nfunction ntp::url(Ntp::Port $port, String $path = '/') >> String {\n  \"${port}${path}\"\n}\n",
        ),
        (
            "/w/modules/ntp/templates/ntp.conf.epp",
            "<%- | Integer $port | -%>\nport <%= $port %>\n",
        ),
        ("/w/modules/ntp/files/base.conf", ""),
        (
            "/w/modules/vm/lib/puppet/type/vm.rb",
            "Puppet::Type.newtype(:vm) do\n  newparam(:size) do\n    desc 'Its size.'\n  end\nend\n",
        ),
        ("/w/modules/vm/lib/puppet/functions/vm/find.rb", ""),
        (
            "/w/modules/vm/lib/facter/vm.rb",
            "Facter.add(:vm_size) do\n  setcode { 1 }\nend\n",
        ),
        (
            "/w/data/common.yaml",
            "---\nntp::servers:\n  - a\nntp::port: 0\nntp::mod: a\nother: 1\n",
        ),
        (
            "/w/manifests/site.pp",
            "$top = 1\nnode 'a' {\n  class { 'ntp':\n    servers => ['x'],\n    port    => 5,\n  }\n}\n",
        ),
    ]
}

/// A workspace with one open document.
fn open(path: &str, text: &str) -> Workspace {
    let facts = polycty_puppet::read_json(r#"{"os": {"family": "Debian"}, "uptime": 5}"#).unwrap();
    let facts = Some(facts);
    let options = PuppetOptions {
        facts,
        ..PuppetOptions::default()
    };
    let mut workspace = Workspace::new(Arc::new(MemoryFiles::new(files())), vec![puppet(options)]);
    workspace.set_folders(vec!["/w".to_owned()]);
    workspace.open(path, id(path), 1, text);
    workspace
}

fn id(path: &str) -> LanguageId {
    match path.rsplit('.').next() {
        Some("epp") => LanguageId::Epp,
        Some("yaml" | "json") => LanguageId::HieraData,
        _ => LanguageId::Puppet,
    }
}

fn ask<T>(
    workspace: &Workspace,
    path: &str,
    question: impl FnOnce(&dyn Language, &Context<'_>) -> Result<T>,
) -> T {
    let budget = Budget::standard();
    workspace.ask(path, &budget, question).unwrap().unwrap()
}

const TEST: &str = "/w/manifests/test.pp";

/// Splits a text at the mark `|>`.
fn marked(text: &str) -> (String, u32) {
    let (before, after) = text.split_once("|>").unwrap();
    (format!("{before}{after}"), Span::at(before.len()).start)
}

fn completions(text: &str) -> Vec<Completion> {
    let (text, byte) = marked(text);
    ask(&open(TEST, &text), TEST, |language, context| {
        language.completions(context, byte)
    })
}

fn labels(text: &str) -> Vec<String> {
    completions(text)
        .into_iter()
        .map(|each| each.label)
        .collect()
}

fn has(text: &str, expected: &[&str]) {
    let labels = labels(text);
    for label in expected {
        assert!(
            labels.iter().any(|each| each == label),
            "{label}: {text}: {labels:?}"
        );
    }
}

fn lacks(text: &str, unexpected: &[&str]) {
    let labels = labels(text);
    for label in unexpected {
        assert!(
            !labels.iter().any(|each| each == label),
            "{label}: {text}: {labels:?}"
        );
    }
}

fn hover(path: &str, text: &str) -> Option<String> {
    let (text, byte) = marked(text);
    let found = ask(&open(path, &text), path, |language, context| {
        language.hover(context, byte)
    });
    found.map(|hover| hover.text)
}

fn diagnostics(path: &str, text: &str) -> Vec<String> {
    let reports = ask(&open(path, text), path, |language, context| {
        language.diagnostics(context)
    });
    let found = reports.into_iter().flat_map(|report| report.diagnostics);
    found
        .map(|each| {
            let line = each.subject.unwrap().start.line;
            format!("{line}: {}", each.message())
        })
        .collect()
}

/// The places in the form `path:text`, with the text of the file at the span.
fn places(path: &str, text: &str, references: bool) -> Vec<String> {
    let (text, byte) = marked(text);
    let workspace = open(path, &text);
    let found = ask(&workspace, path, |language, context| match references {
        true => language.references(context, byte, true),
        false => language.definitions(context, byte),
    });
    let budget = Budget::standard();
    let place = |location: crate::Location| {
        let text = workspace.text(&location.path, &budget).unwrap().unwrap();
        let before = &text[..location.span.start as usize];
        let line = before.matches('\n').count() + 1;
        let file = location.path.strip_prefix("/w/").unwrap();
        format!("{file}:{line} {}", location.span.slice(&text))
    };
    found.into_iter().map(place).collect()
}

#[test]
fn the_workspace_has_no_false_diagnostics() {
    for (path, text) in files().into_iter().filter(|(path, _)| path.ends_with("pp")) {
        assert_eq!(diagnostics(path, text), [""; 0], "{path}");
    }
}

#[test]
fn names_and_values_are_checked() {
    for (text, expected) in [
        (
            "include ntp::servise",
            "1: Unknown class 'ntp::servise'; Did you mean 'ntp::service'?",
        ),
        (
            "ntp::servr { 'a': address => 'x' }",
            "1: Unknown resource type 'ntp::servr'; Did you mean 'ntp::server'?",
        ),
        (
            "ntp::server { 'a': adress => 'x', address => 'y' }",
            "1: ntp::server: no parameter named 'adress'; Did you mean 'address'?",
        ),
        (
            "ntp::server { 'a': }",
            "1: ntp::server: expects a value for parameter 'address'",
        ),
        (
            "file { '/a': owne => 'x' }",
            "1: file: no parameter named 'owne'; Did you mean 'owner'?",
        ),
        (
            "class { 'ntp': port => 0, servers => [] }",
            "1: class ntp: parameter 'port' expects a Ntp::Port = Integer[1, 65535] value, got Integer[0, 0]",
        ),
        (
            "notice(ntp::url('x'))",
            "1: 'ntp::url' parameter 'port' expects a Ntp::Port = Integer[1, 65535] value, got String",
        ),
        (
            "notice(ntp::url())",
            "1: 'ntp::url' expects between 1 and 2 arguments, got 0",
        ),
        (
            "notice(versioncmp(1, 'x'))",
            "1: 'versioncmp' parameter 'a' expects a String value, got Integer",
        ),
        (
            "notice(upcas('x'))",
            "1: Unknown function 'upcas'; Did you mean 'upcase'?",
        ),
        (
            "function a() >> Ntp::Prt { 1 }",
            "1: Unknown type 'Ntp::Prt'; Did you mean 'Ntp::Port'?",
        ),
        (
            "notice($ntp::prt)",
            "1: Unknown variable: 'ntp::prt'; Did you mean '$ntp::port'?",
        ),
        (
            "file { '/a': mode => '1', mode => '2' }",
            "1: Attribute 'mode' is set twice",
        ),
        ("notice(1", "1: Syntax error at end of input"),
    ] {
        let found = diagnostics(TEST, text);
        assert!(found.contains(&expected.to_owned()), "{text}: {found:?}");
        assert!(found.len() <= 2, "{text}: {found:?}");
    }
}

#[test]
fn names_of_other_origin_are_not_reported() {
    for text in [
        "notice($osfamily, $::fqdn)",
        "include other::thing",
        "thing { 'a': x => 1 }",
        "notice(fact('os'), pw_hash('a'))",
        "function a(Other::Type $x) { $x }",
        "class { 'ntp': servers => undef, port => $top }",
        "define d(Array $a = undef) { notice($title, $a) }",
        "vm { 'a': other => 1 }",
        "class { 'other': x => 1 }",
    ] {
        assert_eq!(diagnostics(TEST, text), [""; 0], "{text}");
    }
}

#[test]
fn data_is_checked_against_classes() {
    let text = "---\nntp::servers:\n  - a\nntp::port: 0\nntp::mod: a\nother: 1\nother: 2\nntp::secret: x\n";
    let path = "/w/data/common.yaml";
    assert_eq!(
        diagnostics(path, text),
        [
            "4: class ntp: parameter 'port' expects a Ntp::Port = Integer[1, 65535] value, got Integer[0, 0]",
            "5: class ntp: no parameter named 'mod'; Did you mean 'mode'?",
            "7: The key 'other' occurs twice; the last one counts",
            "8: class ntp: parameter 'secret' expects a Sensitive[String] value, got String",
        ]
    );
    let json = "{\"ntp::port\": 0,\n \"ntp::mode\": \"%{x}\", \"a\": {\"b\": [1]}}";
    let found = diagnostics("/w/data/common.json", json);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(diagnostics(path, "a: [\n")[0].starts_with("2: "));
    for (path, text) in [
        ("/w/data/common.json", "{\"a\": 1,\n \"b\": [1,\n}"),
        (path, "a: 1\nb: 2\nc: *none\n"),
        (path, "a: 1\nb: 2\nc: [@x]\n"),
    ] {
        let found = diagnostics(path, text);
        assert!(found[0].starts_with("3: "), "{text}: {found:?}");
    }
}

#[test]
fn keys_that_are_looked_up_are_known() {
    let path = "/w/data/common.yaml";
    for text in [
        "ntp::x: 1\na: \"%{lookup('ntp::x')}\"\n",
        "ntp::x: 1\na: \"b %{hiera('ntp::x.y')} c\"\n",
        "ntp::x: 1\na: '%{alias(\"ntp::x\")}'\n",
    ] {
        assert_eq!(diagnostics(path, text), [""; 0], "{text}");
    }
    let text = "ntp::x: 1\na: \"%{ntp::x}%{lookup('ntp::y')}\"\n";
    assert_eq!(
        diagnostics(path, text),
        ["1: class ntp: no parameter named 'x'"]
    );
}

#[test]
fn completion_follows_the_syntax() {
    has("$alpha = 1\nnotice($|>)", &["alpha", "facts", "trusted"]);
    has(
        "class a (String $p) inherits ntp::params {\n  $q = 1\n  notice($|>)\n}",
        &["p", "q", "base"],
    );
    lacks(
        "class a (String $p) {\n}\nclass b {\n  notice($|>)\n}",
        &["p"],
    );
    has("[1].each |$item| {\n  notice($|>)\n}", &["item"]);
    has("notice($facts['|>'])", &["os", "uptime"]);
    has("notice($ntp::|>)", &["ntp::port", "ntp::base"]);
    has("include ntp::|>", &["ntp::service", "ntp"]);
    has("class { '|>", &["ntp"]);
    has("fi|>", &["file", "if", "filter", "ntp::server"]);
    has("file { '/a':\n  |>\n}", &["owner", "mode", "require"]);
    has("file { '/a':\n  mode => '1',\n  o|>\n}", &["owner"]);
    lacks(
        "file { '/a':\n  mode => '1',\n  o|>\n}",
        &["mode", "notice"],
    );
    has("File {\n  |>\n}", &["owner"]);
    has("ntp::server { 'a':\n  |>\n}", &["address", "prefer"]);
    has("class { 'ntp':\n  |>\n}", &["servers", "port"]);
    has("class { 'ntp':\n  mode => |>\n}", &["'a'", "'b'"]);
    has("ntp::server { 'a':\n  prefer => |>\n}", &["true", "false"]);
    has("file { '/a':\n  ensure => |>\n}", &["directory"]);
    has("class a (|>) {}", &["Integer", "Ntp::Port"]);
    has("vm { 'a':\n  |>\n}", &["size"]);
    has("$x = |>", &["upcase", "ntp::url", "vm::find"]);
    assert_eq!(labels("# |>"), [""; 0]);
    assert_eq!(labels("$x = 'a |>'"), [""; 0]);
    let server = completions("ntp::ser|>")
        .into_iter()
        .find(|each| each.label == "ntp::server");
    let server = server.unwrap();
    assert_eq!(
        server.edit.text,
        "ntp::server { '${1:title}':\n  address => $2,\n\\}"
    );
    assert_eq!((server.edit.span, server.snippet), (Span::new(0, 8), true));
}

#[test]
fn keys_of_data_are_completed() {
    let path = "/w/data/common.yaml";
    let text = "ntp::port: 1\nntp::";
    let byte = Span::at(text.len()).start;
    let found = ask(&open(path, text), path, |language, context| {
        language.completions(context, byte)
    });
    let labels: Vec<&str> = found.iter().map(|each| &*each.label).collect();
    assert_eq!(labels, ["ntp::servers", "ntp::mode", "ntp::secret"]);
    assert_eq!(found[0].edit.text, "ntp::servers: ");
}

#[test]
fn hover_shows_types_and_hides_secrets() {
    let init = "/w/modules/ntp/manifests/init.pp";
    let at = |name: &str| INIT.replacen(name, &format!("|>{name}"), 1);
    let servers = hover(init, &at("servers,")).unwrap();
    assert_eq!(
        servers,
        "```puppet\nArray[String[1]] $servers\n```\n\nParameter of class `ntp`\n\nThe servers to ask."
    );
    let secret = hover(init, &at("secret =")).unwrap();
    assert!(
        secret.contains("(sensitive)") && !secret.contains("hunter2"),
        "{secret}"
    );
    let class = hover(TEST, "include nt|>p").unwrap();
    assert!(
        class.contains("Installs the time service.") && !class.contains("hunter2"),
        "{class}"
    );
    assert!(class.contains("Ntp::Port $port = 123"), "{class}");
    let alias = hover(init, &at("Ntp::Port $")).unwrap();
    assert!(
        alias.contains("type Ntp::Port = Integer[1, 65535]"),
        "{alias}"
    );
    let count = hover(init, &at("count")).unwrap();
    assert!(count.contains("Integer $count = 3"), "{count}");
    let function = hover(init, &at("url(")).unwrap();
    assert!(function.contains("Returns the URL."), "{function}");
    assert!(
        hover(TEST, "notice(upc|>ase('a'))")
            .unwrap()
            .contains("upcase(String arg)")
    );
    assert!(hover(TEST, "fi|>le { 'a': }").unwrap().contains("`owner`"));
    assert!(
        hover(TEST, "vm { 'a': si|>ze => 1 }")
            .unwrap()
            .contains("Its size.")
    );
    let key = hover("/w/data/common.yaml", "ntp::po|>rt: 1\n").unwrap();
    assert!(key.contains("Ntp::Port $port = 123"), "{key}");
}

#[test]
fn signatures_count_arguments() {
    let (text, byte) = marked("notice(ntp::url(1, |>))");
    let found = ask(&open(TEST, &text), TEST, |language, context| {
        language.signatures(context, byte)
    });
    let found = found.unwrap();
    let label = &found.signatures[0].label;
    assert_eq!(
        label,
        "ntp::url(Ntp::Port $port, String $path = '/') >> String"
    );
    assert_eq!(found.parameter, Some(1));
    let parameter = &found.signatures[0].parameters[0];
    assert_eq!(parameter.label.slice(label), "Ntp::Port $port");
    assert_eq!(parameter.documentation, "The port.");
    let (text, byte) = marked("'a'.split(|>)");
    let found = ask(&open(TEST, &text), TEST, |language, context| {
        language.signatures(context, byte)
    });
    assert_eq!(found.unwrap().parameter, Some(1));
}

#[test]
fn definitions_are_in_other_files() {
    for (text, expected) in [
        (
            "include ntp::ser|>vice",
            "modules/ntp/manifests/service.pp:1 ntp::service",
        ),
        ("class { 'n|>tp': }", "modules/ntp/manifests/init.pp:6 ntp"),
        (
            "class { 'ntp': po|>rt => 1 }",
            "modules/ntp/manifests/init.pp:9 port",
        ),
        (
            "ntp::ser|>ver { 'a': }",
            "modules/ntp/manifests/server.pp:2 ntp::server",
        ),
        (
            "notice(ntp::u|>rl(1))",
            "modules/ntp/functions/url.pp:3 ntp::url",
        ),
        (
            "notice($ntp::ba|>se)",
            "modules/ntp/manifests/params.pp:2 base",
        ),
        (
            "function a() >> Ntp::Po|>rt { 1 }",
            "modules/ntp/types/port.pp:1 Ntp::Port",
        ),
        (
            "notice(epp('ntp/ntp.c|>onf.epp'))",
            "modules/ntp/templates/ntp.conf.epp:1 ",
        ),
        (
            "file { 'a': source => 'puppet:///modules/ntp/ba|>se.conf' }",
            "modules/ntp/files/base.conf:1 ",
        ),
        (
            "notice(lookup('ntp::po|>rt'))",
            "modules/ntp/manifests/init.pp:9 port",
        ),
        ("notice(lookup('oth|>er'))", "data/common.yaml:6 other"),
        (
            "notice(lookup({ 'name' => 'oth|>er' }))",
            "data/common.yaml:6 other",
        ),
        ("v|>m { 'a': }", "modules/vm/lib/puppet/type/vm.rb:1 "),
        ("notice($to|>p)", "manifests/site.pp:1 top"),
    ] {
        assert_eq!(places(TEST, text, false), [expected], "{text}");
    }
    let key = places("/w/data/common.yaml", "ntp::po|>rt: 1\n", false);
    assert_eq!(key, ["modules/ntp/manifests/init.pp:9 port"]);
}

#[test]
fn references_are_in_all_files() {
    assert_eq!(
        places(TEST, "notice($ntp::po|>rt)", true),
        [
            "data/common.yaml:4 port",
            "manifests/site.pp:5 port",
            "manifests/test.pp:1 ntp::port",
            "modules/ntp/manifests/init.pp:9 port",
            "modules/ntp/manifests/init.pp:13 port",
            "modules/ntp/manifests/init.pp:16 port",
            "modules/ntp/manifests/init.pp:20 port",
            "modules/ntp/manifests/service.pp:2 ntp::port",
        ]
    );
}

#[test]
fn renames_change_all_files() {
    let (text, byte) = marked("notice($ntp::po|>rt)");
    let workspace = open(TEST, &text);
    let edits = ask(&workspace, TEST, |language, context| {
        language.rename(context, byte, "gate")
    });
    assert_eq!(edits.len(), 5);
    for file in &edits {
        let text = workspace
            .text(&file.path, &Budget::standard())
            .unwrap()
            .unwrap();
        for edit in &file.edits {
            assert_eq!(
                (edit.span.slice(&text), &*edit.text),
                ("port", "gate"),
                "{}",
                file.path
            );
        }
    }
    let (text, byte) = marked("include ntp::ser|>vice\nnotice(Class['ntp::service'])");
    let edits = ask(&open(TEST, &text), TEST, |language, context| {
        language.rename(context, byte, "ntp::daemon")
    });
    let counts: Vec<usize> = edits.iter().map(|file| file.edits.len()).collect();
    assert_eq!(counts, [2, 1, 1]);
    let budget = Budget::standard();
    let refused = open(TEST, &text).ask(TEST, &budget, |language, context| {
        language.rename(context, byte, "Ntp X")
    });
    assert_eq!(
        refused.unwrap_err().message(),
        "cannot rename: 'Ntp X' is not a valid name"
    );
}

#[test]
fn renames_change_keys_of_data_and_of_their_options() {
    let manifest = "/w/modules/app/manifests/init.pp";
    let yaml = "---\nlookup_options:\n  # secrets\n  app::password:\n    convert_to: Sensitive\n  \
                '^app::.*':\n    merge: first\napp::password: x\napp::tls::key: y\né: 1\n";
    let json = "{\"lookup_options\": {\"app::password\": {\"convert_to\": \"Sensitive\"}},\n\
                \"app::password\": \"x\"}\n";
    let files = vec![
        (manifest, "class app(Sensitive $password) {}\n"),
        ("/w/data/common.yaml", yaml),
        ("/w/data/os.json", json),
        ("/w/hiera.yaml", "version: 5\n"),
    ];
    let renamed = |text: &str, name: &str| {
        let (text, byte) = marked(text);
        let files = Arc::new(MemoryFiles::new(files.clone()));
        let mut workspace = Workspace::new(files, vec![puppet(PuppetOptions::default())]);
        workspace.set_folders(vec!["/w".to_owned()]);
        workspace.open(manifest, id(manifest), 1, &text);
        let edits = ask(&workspace, manifest, |language, context| {
            language.rename(context, byte, name)
        });
        let of_file = |path: &str, before: &str| {
            let mut after = before.to_owned();
            let edits = edits.iter().filter(|file| file.path == path);
            for edit in edits.flat_map(|file| file.edits.iter().rev()) {
                let span = edit.span.start as usize..edit.span.end as usize;
                after.replace_range(span, &edit.text);
            }
            after
        };
        (
            of_file("/w/data/common.yaml", yaml),
            of_file("/w/data/os.json", json),
        )
    };
    assert_eq!(
        renamed("class app(Sensitive $pass|>word) {}\n", "secret"),
        (
            yaml.replace("app::password", "app::secret"),
            json.replace("app::password", "app::secret")
        )
    );
    // The key of another class, and a pattern, stay.
    assert_eq!(
        renamed("class ap|>p(Sensitive $password) {}\n", "web"),
        (
            yaml.replace("app::password", "web::password"),
            json.replace("app::password", "web::password")
        )
    );
}

#[test]
fn outlines_and_tokens_name_the_parts() {
    let path = "/w/modules/ntp/manifests/init.pp";
    let workspace = open(path, INIT);
    let symbols = ask(&workspace, path, |language, context| {
        language.symbols(context)
    });
    assert_eq!((symbols.len(), &*symbols[0].name), (1, "ntp"));
    let names: Vec<&str> = symbols[0].children.iter().map(|each| &*each.name).collect();
    assert_eq!(
        names,
        [
            "$servers",
            "$mode",
            "$port",
            "$secret",
            "$count",
            "$text",
            "file '/etc/ntp.conf'",
            "ntp::server 'one'"
        ]
    );
    assert_eq!(symbols[0].kind, SymbolKind::Class);
    let folds = ask(&workspace, path, |language, context| {
        language.folds(context)
    });
    assert_eq!(folds.len(), 5);
    let selections = ask(&workspace, path, |language, context| {
        language.selections(context, Span::at(INIT.find("'x'").unwrap()).start + 1)
    });
    assert_eq!(selections[0].slice(INIT), "'x'");
    assert_eq!(selections.last().unwrap().slice(INIT), INIT);
    assert!(selections.len() >= 5, "{selections:?}");
    let tokens = ask(&workspace, path, |language, context| {
        language.tokens(context, Span::new(0, INIT.len()))
    });
    let of = |text: &str| -> Vec<TokenKind> {
        let same = tokens.iter().filter(|token| token.span.slice(INIT) == text);
        same.map(|token| token.kind).collect()
    };
    assert_eq!(of("class"), [TokenKind::Keyword]);
    assert_eq!(of("ntp"), [TokenKind::Class]);
    assert_eq!(of("ensure"), [TokenKind::Property]);
    assert_eq!(of("epp"), [TokenKind::Function]);
    assert_eq!(of("Ntp::Port"), [TokenKind::Type]);
    assert_eq!(
        of("$port"),
        [
            TokenKind::Parameter,
            TokenKind::Variable,
            TokenKind::Variable
        ]
    );
    assert!(
        tokens
            .windows(2)
            .all(|pair| pair[0].span.end <= pair[1].span.start)
    );
}

#[test]
fn hints_show_types_and_parameters() {
    let text = "$count = 3\n$text = \"a${count}\"\nnotice(ntp::url(1, 'x'))\n";
    let hints = ask(&open(TEST, text), TEST, |language, context| {
        language.hints(context, Span::new(0, text.len()))
    });
    let labels: Vec<(&str, HintKind)> =
        hints.iter().map(|hint| (&*hint.label, hint.kind)).collect();
    assert_eq!(
        labels,
        [
            (": Integer", HintKind::Type),
            (": String", HintKind::Type),
            ("port:", HintKind::Parameter),
            ("path:", HintKind::Parameter),
        ]
    );
}

#[test]
fn actions_correct_names_and_add_parameters() {
    let apply_in = |path: &str, text: &str, title: &str| -> String {
        let (text, byte) = marked(text);
        let actions = ask(&open(path, &text), path, |language, context| {
            language.actions(context, Span::at(byte as usize))
        });
        let titles: Vec<&String> = actions.iter().map(|action| &action.title).collect();
        let action = actions.iter().find(|action| action.title == title);
        let action = action.unwrap_or_else(|| panic!("{title}: {titles:?}"));
        let edit = &action.edits[0].edits[0];
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        format!("{}{}{}", &text[..start], edit.text, &text[end..])
    };
    let apply = |text: &str, title: &str| apply_in(TEST, text, title);
    assert_eq!(
        apply_in("/w/data/common.yaml", "ntp::mo|>d: a\n", "Change to 'mode'"),
        "ntp::mode: a\n"
    );
    assert_eq!(
        apply("include ntp::ser|>vic", "Change to 'ntp::service'"),
        "include ntp::service"
    );
    assert_eq!(
        apply(
            "ntp::server { 'a|>':\n  prefer => true,\n}",
            "Add the required parameters"
        ),
        "ntp::server { 'a':\n  prefer => true,\n  address => undef,\n}"
    );
    assert_eq!(
        apply(
            "class { 'n|>tp': }",
            "Add the required parameters of the class"
        ),
        "class { 'ntp':\n  servers => undef,\n }"
    );
    assert_eq!(
        apply("$x = { ke|>y => 1 }", "Quote 'key'"),
        "$x = { 'key' => 1 }"
    );
    assert_eq!(
        apply("file { na|>me: }", "Quote 'name'"),
        "file { 'name': }"
    );
}

#[test]
fn changes_reach_other_files() {
    let mut workspace = open(TEST, "include ntp::daemon\n");
    let report = |workspace: &Workspace| {
        let reports = ask(workspace, TEST, |language, context| {
            language.diagnostics(context)
        });
        reports[0].diagnostics.len()
    };
    assert_eq!(report(&workspace), 1);
    let path = "/w/modules/ntp/manifests/service.pp";
    workspace.open(path, LanguageId::Puppet, 1, "class ntp::daemon {}\n");
    assert_eq!(report(&workspace), 0);
    let change = Change {
        range: None,
        text: "class ntp::other {}\n".to_owned(),
    };
    workspace.change(path, &[change], Encoding::Utf8, 2);
    assert_eq!(report(&workspace), 1);
    workspace.open(
        "/w/modules/ntp/manifests/daemon.pp",
        LanguageId::Puppet,
        1,
        "class ntp::daemon {}\n",
    );
    assert_eq!(report(&workspace), 0);
}

#[test]
fn a_budget_ends_each_question() {
    let path = "/w/modules/ntp/manifests/init.pp";
    let workspace = open(path, INIT);
    let budget = Budget::new().limit_steps(200);
    let result = workspace.ask(path, &budget, |language, context| {
        language.diagnostics(context)
    });
    assert_eq!(result.unwrap_err().code(), Code::Limit);
}

#[test]
fn modules_outside_of_the_workspace_are_found() {
    let options = PuppetOptions {
        modules: vec!["/w/modules".to_owned()],
        ..PuppetOptions::default()
    };
    let path = "/other/site.pp";
    for (options, expected) in [(options, 1), (PuppetOptions::default(), 0)] {
        let mut workspace =
            Workspace::new(Arc::new(MemoryFiles::new(files())), vec![puppet(options)]);
        workspace.set_folders(vec!["/other".to_owned()]);
        workspace.open(path, LanguageId::Puppet, 1, "include ntp::service\n");
        let found = ask(&workspace, path, |language, context| {
            language.definitions(context, 10)
        });
        assert_eq!(found.len(), expected, "{found:?}");
    }
}

#[test]
fn data_of_sensitive_parameters_is_converted_by_an_option() {
    let path = "/w/data/more.yaml";
    let found = |options: &str| {
        let text = format!("ntp::secret: hunter2\nntp::port: '5'\n{options}");
        let workspace = open(path, &text);
        let reports = ask(&workspace, path, |language, context| {
            language.diagnostics(context)
        });
        let all = reports.iter().flat_map(|report| &report.diagnostics);
        all.map(|one| one.summary.clone()).collect::<Vec<_>>()
    };
    // The messages are those of Puppet.
    let secret = "class ntp: parameter 'secret' expects a Sensitive[String] value, got String";
    let port =
        "class ntp: parameter 'port' expects a Ntp::Port = Integer[1, 65535] value, got String";
    let wanted = |expected: &[&str], options: &str| {
        assert_eq!(found(options), expected, "{options}");
    };
    wanted(&[secret, port], "");
    let options = |key: &str, option: &str| format!("lookup_options:\n  {key}:\n    {option}\n");
    wanted(&[port], &options("ntp::secret", "convert_to: Sensitive"));
    wanted(&[secret], &options("ntp::port", "convert_to: Integer"));
    wanted(&[], &options("'^ntp::.*'", "convert_to: Sensitive"));
    wanted(&[secret, port], &options("ntp::secret", "merge: first"));
}

#[test]
fn a_name_in_use_is_refused() {
    let path = "/w/manifests/test.pp";
    let renamed = |text: &str, name: &str| {
        let (text, byte) = marked(text);
        let workspace = open(path, &text);
        let answer = workspace.ask(path, &Budget::standard(), |language, context| {
            language.rename(context, byte, name)
        });
        answer.map(Option::unwrap_or_default)
    };
    let class = "class x(Integer $port, Integer $other) {\n  $l|>ocal = $port\n  notice($local, $other)\n}\n";
    assert!(!renamed(class, "mine").unwrap().is_empty());
    for name in ["port", "other", "facts", "title"] {
        let error = renamed(class, name).unwrap_err();
        assert!(error.message().contains("is in use"), "{name}: {error}");
    }
    let two = "class web { }\nclass x|> { }\ninclude x\n";
    assert!(!renamed(two, "y").unwrap().is_empty());
    assert!(renamed(two, "web").is_err());
}
