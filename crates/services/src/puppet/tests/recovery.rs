//! Recovery: after the deletion of any one token, the services answer as before at each name
//! outside of the damaged statement.

#![expect(clippy::string_slice, reason = "the texts of tests are ASCII")]

use super::{ask, open};
use crate::puppet::file::notation;
use polycty_core::calls::Budget;
use polycty_core::source::{Source, Span};
use polycty_puppet::syntax::tree::{DefinitionKind, ExprId, ExprKind, Exprs, Program};
use polycty_puppet::syntax::{LexemeKind, lexemes, parse_program};

/// A manifest with most constructs of the language.
const TEXT: &str = r#"# Configures a service.
class app (
  String[1] $name_of,
  Integer[1, 65535] $port = 80,
  Hash[String, Integer] $limits = { 'a' => 1 },
  Optional[Array[String]] $tags = undef,
) {
  $home = "/srv/${name_of}"
  $ports = [$port, 443]

  file { $home:
    ensure => directory,
    owner  => 'root',
  }
  -> file { "${home}/conf":
    ensure  => file,
    content => epp('app/conf.epp', { 'port' => $port }),
  }

  if $port < 1024 and $tags {
    notice("low ${port}")
    $level = upcase('low')
  } elsif $port == 8080 {
    warning('proxy')
  } else {
    notice($ports[0])
  }

  case $facts['os']['family'] {
    'Debian', 'Ubuntu': {
      $package = 'app'
    }
    default: {
      $package = 'app-server'
    }
  }

  $limits.each |String $key, Integer $value| {
    exec { "limit ${key}":
      command => "/bin/limit ${value}",
      unless  => $value ? { 0 => 'true', default => 'false' },
    }
  }

  unless $tags =~ Undef {
    notify { 'tags': message => join($tags, ','), }
  }
}

define app::item (Integer $count = 1) {
  File <| title == $title |> { mode => '0644' }
  include app
}

function app::double(Integer $x) >> Integer {
  $x * 2
}

node 'web' {
  app::item { 'one': count => app::double(2) }
}
"#;

const PATH: &str = "/w/manifests/app.pp";

/// The spans of all statements: those of the text and of each block.
fn statements(program: &Program) -> Vec<Span> {
    let mut found = Vec::new();
    let mut lists: Vec<Exprs> = vec![program.body()];
    let each = |list: Exprs, found: &mut Vec<Span>| {
        found.extend(program[list].iter().map(|id| program[*id].span));
    };
    let mut visit = |id: ExprId| match program[id].kind {
        ExprKind::Definition(definition) => {
            let definition = &program[definition];
            if !matches!(definition.kind, DefinitionKind::TypeAlias { .. }) {
                lists.push(definition.body);
            }
        }
        ExprKind::If(branches) | ExprKind::Unless(branches) => {
            lists.extend(program[branches].iter().map(|branch| branch.body));
        }
        ExprKind::Case { options, .. } => {
            lists.extend(program[options].iter().map(|option| option.body));
        }
        ExprKind::MethodCall(call) => {
            lists.extend(program[call].lambda.map(|lambda| program[lambda].body));
        }
        _ => {}
    };
    for id in &program[program.body()] {
        program.walk(*id, &mut visit);
    }
    for list in lists {
        each(list, &mut found);
    }
    found
}

/// The description at names of a text.
fn described(text: &str, names: impl Iterator<Item = u32>) -> Vec<Option<String>> {
    let workspace = open(PATH, text);
    let hover = |at| {
        let found = ask(&workspace, PATH, |language, context| {
            language.hover(context, at)
        });
        found.map(|hover| hover.text)
    };
    names.map(hover).collect()
}

/// The declarations in the text of the names.
fn declared(names: &[u32]) -> Vec<Vec<Span>> {
    let workspace = open(PATH, TEXT);
    let spans = |at: &u32| {
        let found = ask(&workspace, PATH, |language, context| {
            language.definitions(context, *at)
        });
        let own = found.into_iter().filter(|found| found.path == PATH);
        own.map(|found| found.span).collect()
    };
    names.iter().map(spans).collect()
}

#[test]
fn services_answer_outside_of_a_damaged_statement() {
    let budget = Budget::standard();
    let source = Source::new(PATH, TEXT);
    let program = parse_program(source, notation(PATH), &budget).unwrap();
    let statements = statements(&program);
    let tokens = lexemes(TEXT, notation(PATH), &budget).unwrap();
    let code = tokens
        .iter()
        .filter(|token| token.kind != LexemeKind::Comment);
    let names: Vec<u32> = (tokens.iter())
        .filter(|token| {
            let kind = token.kind;
            matches!(
                kind,
                LexemeKind::Name | LexemeKind::TypeName | LexemeKind::Variable
            )
        })
        .map(|token| token.span.start + 1)
        .collect();
    let before = described(TEXT, names.iter().copied());
    let declarations = declared(&names);
    let mut failures = Vec::new();
    let mut checked = 0;
    for token in code {
        // A part of a string is not a token of the language.
        let is_part = matches!(
            token.kind,
            LexemeKind::StringStart | LexemeKind::StringMiddle | LexemeKind::StringEnd
        );
        if is_part {
            continue;
        }
        let contains = |span: &&Span| span.start <= token.span.start && token.span.end <= span.end;
        let smallest = statements
            .iter()
            .filter(contains)
            .min_by_key(|span| span.end - span.start);
        let damaged = *smallest.unwrap_or_else(|| panic!("{token:?}"));
        let blank = " ".repeat((token.span.end - token.span.start) as usize);
        let mut text = TEXT.to_owned();
        text.replace_range(token.span.start as usize..token.span.end as usize, &blank);
        let inside = |span: Span| damaged.start <= span.start && span.end <= damaged.end;
        // A name that is declared in the damaged statement has no declaration.
        let outside: Vec<usize> = (0..names.len())
            .filter(|at| {
                let own = Span::at(names[*at] as usize);
                !inside(own) && !declarations[*at].iter().any(|span| inside(*span))
            })
            .collect();
        let after = described(&text, outside.iter().map(|at| names[*at]));
        for (at, after) in outside.into_iter().zip(after) {
            checked += 1;
            // Without its first token, a statement may continue the one before.
            let is_first = token.span.start == damaged.start;
            if before[at] != after && !(is_first && after.is_some()) {
                let line = |at: u32| TEXT[..at as usize].matches('\n').count() + 1;
                let deleted = token.span.slice(TEXT);
                let of = line(token.span.start);
                let (before, line) = (&before[at], line(names[at]));
                let what = format!("{deleted:?} of line {of}: line {line}");
                failures.push(format!("{what}: {before:?}, {after:?}"));
            }
        }
    }
    failures.dedup();
    assert!(checked > 10_000, "{checked}");
    assert_eq!(failures, [""; 0]);
}
