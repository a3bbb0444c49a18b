//! Benchmarks of catalogs: growth with the number of resources, the nodes of an environment, and
//! lookups in Hiera.
//!
//! `cargo bench -p polycty-puppet` compiles each program with 10,000 and 100,000 resources and fails if
//! the steps or the bytes that the budget counts grow faster than the resources. `-- NAME N`
//! compiles one program once, for tools that count instructions.
//!
//! `-- write FOLDER` writes a control repository with 30 nodes. `-- catalogs FOLDER ROUNDS` compiles
//! its nodes, and `-- lookups FOLDER ROUNDS` looks up all keys of its Hiera for each node; both print
//! the median nanoseconds of CPU time of one catalog or lookup and a hash of the results, which
//! `benches/peers/puppet/catalogs.rb` prints for Puppet.

use polycty_core::calls::Budget;
use polycty_core::source::Source;
use polycty_core::values::Value;
use polycty_puppet::catalog::{
    Catalog, CompileOptions, EnvironmentFolder, FolderPaths, JsonOptions, NodeInput, compile,
    parse_manifests,
};
use polycty_puppet::{Environment, Prepared, Strict, evaluate, format_value, read_json};
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A name, and the text of a program for a number of resources.
type Program = (&'static str, fn(usize) -> String);

/// The programs whose steps and bytes are linear in their resources.
const PROGRAMS: &[Program] = &[
    ("resources", |n| {
        format!("Integer[1, {n}].each |$i| {{ file {{ \"/a/${{i}}\": mode => '0644' }} }}")
    }),
    ("titles", |n| {
        format!(
            "$all = Integer[1, {n}].map |$i| {{ \"n${{i}}\" }}\nnotify {{ $all: message => 'm' }}"
        )
    }),
    ("create_resources", |n| {
        format!(
            "$all = Hash(Integer[1, {n}].map |$i| {{ [\"n${{i}}\", {{ message => $i }}] }})\n\
             create_resources(notify, $all, {{ tag => 'a' }})"
        )
    }),
    ("defines", |n| {
        let n = n / 2;
        format!(
            "define d(Integer $x, $y = $x) {{ notify {{ $title: message => $y }} }}\n\
             Integer[1, {n}].each |$i| {{ d {{ \"d${{i}}\": x => $i }} }}"
        )
    }),
    ("collector", |n| {
        format!(
            "Integer[1, {n}].each |$i| {{ @notify {{ \"n${{i}}\": tag => 't' }} }}\n\
             Notify <| tag == 't' and title != 'n1' |> {{ message => 'm' }}"
        )
    }),
    ("collectors_by_tag", |n| {
        let n = n / 10;
        format!(
            "Integer[1, {n}].each |$i| {{\n\
               Integer[1, 10].each |$j| {{ @notify {{ \"n${{i}}-${{j}}\": tag => \"t${{i}}\" }} }}\n\
               Notify <| tag == \"t${{i}}\" |>\n}}"
        )
    }),
    ("collectors_by_title", |n| {
        format!(
            "Integer[1, {n}].each |$i| {{ @notify {{ \"n${{i}}\": }} Notify <| title == \"n${{i}}\" |> }}"
        )
    }),
    ("collectors_by_attribute", |n| {
        let n = n / 10;
        format!(
            "Integer[1, {n}].each |$i| {{\n\
               Integer[1, 10].each |$j| {{ @file {{ \"/n${{i}}-${{j}}\": owner => \"o${{i}}\", mode => '0644' }} }}\n\
               File <| mode == '0644' and owner == \"o${{i}}\" |>\n}}"
        )
    }),
    ("realize", |n| {
        format!(
            "Integer[1, {n}].each |$i| {{ @notify {{ \"n${{i}}\": }} realize(Notify[\"n${{i}}\"]) }}"
        )
    }),
    ("relationships", |n| {
        format!(
            "notify {{ 'n0': }}\nInteger[1, {n}].each |$i| {{\n\
               $j = $i - 1\n  Notify[\"n${{j}}\"] -> notify {{ \"n${{i}}\": }}\n}}"
        )
    }),
    ("requires", |n| {
        format!(
            "notify {{ 'n0': }}\nInteger[1, {n}].each |$i| {{\n\
               $j = $i - 1\n  notify {{ \"n${{i}}\": require => Notify[\"n${{j}}\"] }}\n}}"
        )
    }),
    ("related_collectors", |n| {
        format!(
            "Integer[1, {n}].each |$i| {{ notify {{ \"n${{i}}\": }} }}\n\
             notify {{ 'a': }} -> Notify <| title != 'a' and title != 'b' |> -> notify {{ 'b': }}"
        )
    }),
    ("overrides", |n| {
        format!(
            "class p {{ Integer[1, {n}].each |$i| {{ notify {{ \"n${{i}}\": }} }} }}\n\
             class k inherits p {{ Integer[1, {n}].each |$i| {{ Notify[\"n${{i}}\"] {{ message => 'k' }} }} }}\n\
             include k"
        )
    }),
    ("defaults", |n| {
        format!(
            "Notify {{ message => 'm', loglevel => 'info' }}\n\
             Integer[1, {n}].each |$i| {{ notify {{ \"n${{i}}\": }} }}"
        )
    }),
    ("classes", |n| {
        let all = (0..n).map(|at| format!("class c{at} {{ }}"));
        format!(
            "{}\nInteger[0, {n}-1].each |$i| {{ include \"c${{i}}\" }}",
            all.collect::<Vec<_>>().join("\n")
        )
    }),
];

/// Compiles a program and uses its catalog: the JSON form, the graph and its cycles.
fn used(text: &str, budget: &Budget) -> Catalog {
    let manifests = parse_manifests([Source::new("site.pp", text)], "e", Strict::Error, budget);
    let manifests = manifests.expect("a program without errors");
    let node = NodeInput::named("web.example.com").expect("a small node");
    let options = CompileOptions::default();
    let catalog = compile(&manifests, &node, &options, &Environment::new(), budget);
    let catalog = catalog.expect("a catalog");
    black_box(catalog.to_json(&JsonOptions::default(), budget)).expect("JSON");
    let graph = catalog.relationships(budget).expect("a graph");
    black_box(graph.cycles(budget)).expect("cycles");
    catalog
}

/// Measures a program at a size: the steps, the bytes and the time.
fn measured(make: fn(usize) -> String, n: usize) -> (u64, u64, Duration) {
    let (text, budget) = (make(n), Budget::new());
    let start = Instant::now();
    black_box(used(&text, &budget));
    (budget.steps(), budget.bytes(), start.elapsed())
}

/// The numbers of resources whose costs are compared.
const SIZES: [usize; 2] = [10_000, 100_000];

/// The name of the environment.
const ENVIRONMENT: &str = "production";

/// The folder of an environment and its nodes.
struct Repository {
    folder: EnvironmentFolder,
    nodes: Vec<NodeInput>,
    /// The keys of the lookups.
    keys: Vec<String>,
}

/// Returns the FNV-1a hash of texts, of 64 bits.
fn hash<'t>(texts: impl IntoIterator<Item = &'t str>) -> u64 {
    let bytes = texts.into_iter().flat_map(str::bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

impl Repository {
    fn open(path: &str) -> Repository {
        let path = Path::new(path);
        let folder = EnvironmentFolder::open(&FolderPaths {
            environment: path.join("environments").join(ENVIRONMENT),
            hiera: Some(path.join("hiera.yaml")),
            ..FolderPaths::default()
        });
        let mut nodes = Vec::new();
        for entry in std::fs::read_dir(path.join("facts")).expect("a folder of facts") {
            let file = entry.expect("a file").path();
            let name = file.file_stem().and_then(|name| name.to_str());
            let text = std::fs::read_to_string(&file).expect("a file of facts");
            let mut node = NodeInput::named(name.expect("a name")).expect("a small node");
            node.facts = Some(read_json(&text).expect("facts"));
            nodes.push(node);
        }
        nodes.sort_by(|a, b| a.name.cmp(&b.name));
        let keys = std::fs::read_to_string(path.join("keys")).expect("a list of keys");
        Repository {
            folder: folder.expect("a folder").snapshot(),
            nodes,
            keys: keys.lines().map(str::to_owned).collect(),
        }
    }

    /// Compiles the catalogs of all nodes; returns the references of all resources.
    fn catalogs(&self, environment: &Environment, manifests: &[Prepared]) -> Vec<Catalog> {
        let options = self.folder.options();
        let nodes = self.nodes.iter();
        nodes
            .map(|node| {
                let budget = Budget::standard();
                compile(manifests, node, &options, environment, &budget).expect("a catalog")
            })
            .collect()
    }

    fn manifests(&self) -> Vec<Prepared> {
        let sources = self.folder.manifests().expect("manifests");
        parse_manifests(sources, ENVIRONMENT, Strict::Error, &Budget::standard())
            .expect("manifests without errors")
    }

    /// Looks up the keys of all nodes in one evaluation for each; returns their values.
    fn lookups(&self, base: &Environment, program: &Prepared) -> Vec<Value> {
        let nodes = self.nodes.iter();
        nodes
            .map(|node| {
                let environment = self.folder.environment_of(base.clone(), node);
                let environment = environment.expect("an environment");
                evaluate(program, &environment, &Budget::standard()).expect("values")
            })
            .collect()
    }
}

/// Returns the CPU time of the process, or the time since `start` if the system does not report it.
fn now(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|text| text.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The least time of a round. The system counts CPU time in steps of some milliseconds.
const ROUND: Duration = Duration::from_millis(400);

/// Runs rounds of work; returns the result and the median time of one run.
fn median<T>(rounds: usize, mut work: impl FnMut() -> T) -> (T, Duration) {
    let first = Instant::now();
    let mut result = work();
    let runs = 1 + ROUND.as_nanos() / first.elapsed().as_nanos().max(1);
    let mut times = Vec::with_capacity(rounds);
    let begun = Instant::now();
    for _ in 0..rounds.max(1) {
        let start = now(begun);
        for _ in 0..runs {
            result = work();
        }
        times.push(now(begun).saturating_sub(start) / runs as u32);
    }
    times.sort();
    let middle = times[times.len() / 2];
    (result, middle)
}

fn catalogs(path: &str, rounds: usize) {
    let repository = Repository::open(path);
    let environment = repository.folder.environment(Environment::new());
    let manifests = repository.manifests();
    let (all, time) = median(rounds, || repository.catalogs(&environment, &manifests));
    let count = repository.nodes.len();
    println!("C1.compile {count} {}", time.as_nanos() / count as u128);
    let references = all.iter().flat_map(|catalog| &catalog.resources);
    let mut references: Vec<String> = references.map(|one| one.reference() + "\n").collect();
    references.sort();
    let hash = hash(references.iter().map(String::as_str));
    println!("result C1.compile {}:{hash:016x}", references.len());
    let (_, time) = median(rounds, || {
        let json = all.iter().map(|catalog| {
            let json = catalog.to_json(&JsonOptions::default(), &Budget::standard());
            json.expect("JSON").len()
        });
        json.sum::<usize>()
    });
    println!("C1.json {count} {}", time.as_nanos() / count as u128);
}

fn lookups(path: &str, rounds: usize) {
    let repository = Repository::open(path);
    let keys = repository.keys.iter().map(|key| format!("lookup('{key}')"));
    let text = format!("[{}]", keys.collect::<Vec<_>>().join(", "));
    let program = Prepared::manifest(Source::new("", text), Strict::Error, &Budget::standard());
    let program = program.expect("a program without errors");
    let base = Environment::new();
    let (values, time) = median(rounds, || repository.lookups(&base, &program));
    let count = repository.nodes.len() * repository.keys.len();
    println!("C2.lookup {count} {}", time.as_nanos() / count as u128);
    let texts: Vec<String> = values.iter().map(|one| format_value(one) + "\n").collect();
    let hash = hash(texts.iter().map(String::as_str));
    println!("result C2.lookup {}:{hash:016x}", texts.len());
}

/// The number of modules, roles and nodes of the control repository.
const MODULES: usize = 20;
const ROLES: usize = 10;
const NODES: usize = 30;

/// Writes the control repository: modules with a class for each step, a defined type, a template, a
/// function, a type and data of their own; profiles, roles, and Hiera with three layers.
fn write(path: &str) -> std::io::Result<()> {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut add = |path: String, text: String| files.push((path, text));
    let root = format!("environments/{ENVIRONMENT}");
    add(
        format!("{root}/environment.conf"),
        "modulepath = site:modules\n".into(),
    );
    add(
        format!("{root}/manifests/site.pp"),
        "File { backup => false }\n\nnode default {\n  include \"role::${facts['role']}\"\n}\n"
            .into(),
    );
    let hierarchy = |entries: &[(&str, &str)]| {
        let entries = entries.iter();
        let entries =
            entries.map(|(name, path)| format!("  - name: {name}\n    path: \"{path}\"\n"));
        let entries: String = entries.collect();
        format!(
            "version: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n{entries}"
        )
    };
    add("hiera.yaml".into(), hierarchy(&[("Site", "site.yaml")]));
    add(
        "data/site.yaml".into(),
        "profile::base::contact: ops@example.com\nsite: main\n".into(),
    );
    add(
        format!("{root}/hiera.yaml"),
        hierarchy(&[
            ("Nodes", "nodes/%{trusted.certname}.yaml"),
            ("Roles", "roles/%{facts.role}.yaml"),
            ("Families", "os/%{facts.os.family}.yaml"),
            ("Common", "common.yaml"),
        ]),
    );
    let mut keys = vec!["profile::base::contact".to_owned(), "site".to_owned()];
    let mut common = String::from(
        "lookup_options:\n  '^profile::.*::sites$':\n    merge: {strategy: deep}\n  \
         profile::base::packages:\n    merge: unique\n\
         profile::base::packages: [chrony, openssh-server, '%{facts.role}-tools']\n\
         domain: example.com\n",
    );
    keys.push("profile::base::packages".into());
    for family in ["Debian", "RedHat"] {
        add(
            format!("{root}/data/os/{family}.yaml"),
            format!(
                "profile::base::packages: [{}-common]\n",
                family.to_lowercase()
            ),
        );
    }
    add(
        format!("{root}/site/profile/manifests/base.pp"),
        "class profile::base (\n  Array[String[1]] $packages,\n  String[1] $contact,\n) {\n  \
         package { $packages: ensure => installed }\n  file { '/etc/motd':\n    \
         content => \"${facts['networking']['fqdn']}: ${contact}\\n\",\n  }\n  \
         @user { 'deploy': ensure => present, tag => 'deploy' }\n}\n"
            .into(),
    );
    for at in 0..MODULES {
        let module = format!("{root}/modules/m{at}");
        add(
            format!("{module}/manifests/init.pp"),
            format!(
                "class m{at} (\n  String[1] $package,\n  Enum['running', 'stopped'] $ensure = \
                 'running',\n  Hash[String[1], Hash] $settings = {{}},\n  Boolean $manage = true,\n\
                 ) {{\n  contain m{at}::install\n  contain m{at}::config\n  contain \
                 m{at}::service\n  Class['m{at}::install'] -> Class['m{at}::config'] ~> \
                 Class['m{at}::service']\n}}\n"
            ),
        );
        add(
            format!("{module}/manifests/install.pp"),
            format!(
                "class m{at}::install {{\n  package {{ $m{at}::package: ensure => installed }}\n}}\n"
            ),
        );
        add(
            format!("{module}/manifests/config.pp"),
            format!(
                "class m{at}::config (String $directory = '/etc/m{at}') {{\n  file {{ $directory: \
                 ensure => directory }}\n  $m{at}::settings.each |$name, $values| {{\n    file {{ \
                 \"${{directory}}/${{name}}.conf\":\n      mode    => '0644',\n      content => \
                 $values.map |$key, $value| {{ \"${{key}} = ${{value}}\\n\" }}.join(''),\n    \
                 }}\n  }}\n}}\n"
            ),
        );
        add(
            format!("{module}/manifests/service.pp"),
            format!(
                "class m{at}::service {{\n  if $m{at}::manage {{\n    service {{ 'm{at}': ensure => \
                 $m{at}::ensure, enable => $m{at}::ensure == 'running' }}\n  }}\n}}\n"
            ),
        );
        add(
            format!("{module}/manifests/site.pp"),
            format!(
                "define m{at}::site (\n  M{at}::Port $port,\n  String[1] $root = \
                 \"/srv/${{title}}\",\n  Array[String] $aliases = [],\n) {{\n  include m{at}\n  \
                 $names = m{at}::names($title, $aliases)\n  file {{ \"/etc/m{at}/${{title}}.site\":\n    \
                 content => epp('m{at}/site.epp', {{ 'names' => $names, 'port' => $port, 'root' => \
                 $root }}),\n    notify  => Service['m{at}'],\n  }}\n  file {{ $root: ensure => \
                 directory }}\n}}\n"
            ),
        );
        add(
            format!("{module}/types/port.pp"),
            format!("type M{at}::Port = Integer[1, 65535]\n"),
        );
        add(
            format!("{module}/functions/names.pp"),
            format!(
                "function m{at}::names(String $title, Array[String] $aliases) >> Array[String] {{\n  \
                 [$title] + $aliases.map |$name| {{ \"${{name}}.${{title}}\" }}\n}}\n"
            ),
        );
        add(
            format!("{module}/templates/site.epp"),
            "<%- | Array $names, Integer $port, String $root | -%>\nserver {\n  listen <%= $port \
             %>;\n<% $names.each |$name| { -%>\n  server_name <%= $name %>;\n<% } -%>\n  root <%= \
             $root %>;\n}\n"
                .into(),
        );
        add(
            format!("{module}/hiera.yaml"),
            hierarchy(&[
                ("Family", "%{facts.os.family}.yaml"),
                ("Common", "common.yaml"),
            ]),
        );
        add(
            format!("{module}/data/RedHat.yaml"),
            format!("m{at}::package: m{at}-server\n"),
        );
        add(
            format!("{module}/data/common.yaml"),
            format!("m{at}::package: m{at}\nm{at}::manage: true\n"),
        );
        add(
            format!("{root}/site/profile/manifests/p{at}.pp"),
            format!(
                "class profile::p{at} (Hash[String[1], Hash] $sites) {{\n  include m{at}\n  \
                 $sites.each |$name, $site| {{\n    m{at}::site {{ $name: * => $site }}\n  }}\n  \
                 User <| tag == 'deploy' |>\n}}\n"
            ),
        );
        keys.push(format!("m{at}::package"));
        keys.push(format!("m{at}::settings"));
        keys.push(format!("profile::p{at}::sites"));
        let settings = (0..6).map(|file| {
            format!(
                "  file{file}:\n    port: {}\n    host: \"%{{facts.networking.fqdn}}\"\n    \
                     level: info\n",
                8000 + file
            )
        });
        let settings: String = settings.collect();
        common.push_str(&format!(
            "m{at}::settings:\n{settings}profile::p{at}::sites:\n  www{at}:\n    port: 80\n    \
             aliases: [a, b, \"%{{lookup('domain')}}\"]\n"
        ));
    }
    add(format!("{root}/data/common.yaml"), common);
    for role in 0..ROLES {
        let profiles: Vec<usize> = (0..5).map(|at| (role * 3 + at * 2) % MODULES).collect();
        let includes = profiles
            .iter()
            .map(|at| format!("  include profile::p{at}\n"));
        let includes: String = includes.collect();
        let name = format!("r{role}");
        add(
            format!("{root}/site/role/manifests/{name}.pp"),
            format!("class role::{name} {{\n  include profile::base\n{includes}}}\n"),
        );
        let sites = profiles.iter().map(|at| {
            let sites =
                (0..3).map(|site| format!("  {name}-{at}-{site}:\n    port: {}\n", 8000 + site));
            format!("profile::p{at}::sites:\n{}", sites.collect::<String>())
        });
        add(format!("{root}/data/roles/{name}.yaml"), sites.collect());
    }
    for node in 0..NODES {
        let (name, role) = (format!("n{node}.example.com"), node % ROLES);
        let family = if node % 3 == 0 { "RedHat" } else { "Debian" };
        let others = (0..40).map(|at| format!("\"fact{at}\":{{\"value\":{at},\"list\":[1,2,3]}}"));
        let others = others.collect::<Vec<_>>().join(",");
        add(
            format!("facts/{name}.json"),
            format!(
                "{{\"role\":\"r{role}\",\"os\":{{\"family\":\"{family}\"}},\
                 \"networking\":{{\"fqdn\":\"{name}\"}},{others}}}"
            ),
        );
        let profile = (role * 3) % MODULES;
        add(
            format!("{root}/data/nodes/{name}.yaml"),
            format!("profile::p{profile}::sites:\n  node{node}:\n    port: 9000\n"),
        );
    }
    add("keys".into(), keys.join("\n"));
    for (file, text) in files {
        let file = Path::new(path).join(file);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(file, text)?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let number = |at: usize| -> Option<usize> { arguments.get(at)?.parse().ok() };
    let path = arguments.get(1).map(String::as_str).unwrap_or_default();
    match arguments.first().map(String::as_str) {
        Some("write") => {
            write(path).expect("a folder that can be written");
            return ExitCode::SUCCESS;
        }
        Some("catalogs") => {
            catalogs(path, number(2).unwrap_or(5));
            return ExitCode::SUCCESS;
        }
        Some("lookups") => {
            lookups(path, number(2).unwrap_or(5));
            return ExitCode::SUCCESS;
        }
        Some(name) => {
            let program = PROGRAMS.iter().find(|(other, _)| *other == name);
            let (_, make) = program.expect("a program of that name");
            let n = number(1).unwrap_or(10_000);
            black_box(used(&make(n), &Budget::new()));
            return ExitCode::SUCCESS;
        }
        None => {}
    }
    let mut steep = false;
    for (name, make) in PROGRAMS {
        let [least, most] = SIZES.map(|n| measured(*make, n));
        let ratio = |most: u64, least: u64| most as f64 / least as f64;
        let (of_steps, of_bytes) = (ratio(most.0, least.0), ratio(most.1, least.1));
        let of_time = most.2.as_secs_f64() / least.2.as_secs_f64();
        let times = (SIZES[1] / SIZES[0]) as f64;
        steep |= of_steps > 1.1 * times || of_bytes > 1.1 * times;
        let (steps, bytes, time) = most;
        println!(
            "{name}: {} resources in {time:?}, {steps} steps, {bytes} bytes; from {} resources: \
             time {of_time:.1}, steps {of_steps:.2}, bytes {of_bytes:.2}",
            SIZES[1], SIZES[0]
        );
    }
    match steep {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}
