//! A session with a control repository of Puppet.

use crate::client::{Client, folder, labels, lines, position, uri};
use serde_json::{Value, json};

const FILES: [(&str, &str); 6] = [
    ("control/environment.conf", "modulepath = site:modules\n"),
    ("control/data/common.yaml", DATA),
    ("control/site/web/manifests/init.pp", INIT),
    (
        "control/site/web/manifests/site.pp",
        "# A site.\ndefine web::site (\n  Integer $port = $web::port,\n) {\n}\n",
    ),
    ("shared/ntp/manifests/init.pp", "class ntp {\n}\n"),
    ("facts.json", "{\"os\": {\"family\": \"Debian\"}}"),
];

const DATA: &str = "web::port: none\nweb::user: www\n";

const INIT: &str = r#"# Runs the web server.
#
# @param port The port.
class web (
  Integer $port,
  String $user = 'www',
) {
  file { '/etc/web':
    ensure  => file,
    content => "${port}",
  }
}
"#;

const SITE: &str = "node default {
  class { 'web':
    prot => 80,
  }
  include ntp
  web::site { 'a':
    port => 80,
  }
  file { '/a':
    mode => '0644',
  }
  notice($facts['os'])
}
";

/// The number of edits of a file in a workspace edit.
fn edits(edit: &Value, uri: &str) -> Option<usize> {
    edit["changes"][uri].as_array().map(Vec::len)
}

#[test]
fn a_control_repository_is_edited() {
    let folder = folder("puppet");
    for (name, text) in FILES {
        let path = folder.join(name);
        let inner = path.parent().expect("it has a folder");
        std::fs::create_dir_all(inner).expect("the folder is writable");
        std::fs::write(path, text).expect("the folder is writable");
    }
    let control = folder.join("control");
    let mut client = Client::of(&control, json!({}));
    let settings = json!({ "polycty": {
        "puppet": { "modulePath": ["../shared"], "facts": "../facts.json" },
        "mcl": { "kinds": "environment.conf" },
    } });
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": settings }),
    );
    let shown = client.next();
    let message = shown["params"]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("polycty: mcl.kinds: "), "{shown}");
    let site = client.open(&control.join("manifests/site.pp"), "puppet", SITE);
    let found = client.diagnostics(&site, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "puppet.unknown-parameter");
    assert_eq!(found[0]["range"]["start"], position(SITE, "prot", 0, 0));

    let at = |mark: &str, after: usize| json!({ "textDocument": site, "position": position(SITE, mark, 0, after) });
    let hover = client.ask("textDocument/hover", at("'web'", 2));
    let expected = "```puppet\nclass web(\n  Integer $port,\n  String $user = 'www',\n)\n```\n\nRuns the web server.";
    assert_eq!(hover["contents"]["value"], expected);
    let found = client.ask("textDocument/completion", at("prot", 0));
    assert_eq!(labels(&found)[..2], ["port", "user"]);
    let found = client.ask("textDocument/completion", at("mode", 0));
    assert!(labels(&found).contains(&"owner"), "{found}");
    let found = client.ask("textDocument/completion", at("'os'", 1));
    assert_eq!(labels(&found), ["os"]);
    let found = client.ask("textDocument/definition", at("'web'", 2));
    assert_eq!(lines(&found), [("init.pp", 3)]);
    // The module is outside of the workspace.
    let found = client.ask("textDocument/definition", at("ntp", 1));
    let ntp = uri(&folder.join("shared/ntp/manifests/init.pp"));
    assert_eq!(found[0]["uri"], ntp);
    let mut params = at("'web'", 2);
    params["context"] = json!({ "includeDeclaration": true });
    let found = client.ask("textDocument/references", params);
    assert_eq!(
        lines(&found),
        [
            ("common.yaml", 0),
            ("common.yaml", 1),
            ("site.pp", 1),
            ("init.pp", 3)
        ]
    );
    let mut rename = at("web::site", 6);
    rename["newName"] = json!("web::page");
    let edit = client.ask("textDocument/rename", rename);
    let define = uri(&control.join("site/web/manifests/site.pp"));
    assert_eq!(
        (
            edits(&edit, &define),
            edits(&edit, site["uri"].as_str().unwrap())
        ),
        (Some(1), Some(1)),
        "{edit}"
    );
    let start = position(SITE, "prot", 0, 0);
    let params = json!({
        "textDocument": site,
        "range": { "start": start, "end": start },
        "context": { "diagnostics": [] },
    });
    let found = client.ask("textDocument/codeAction", params);
    assert_eq!(found[0]["title"], "Change to 'port'");

    let init_path = control.join("site/web/manifests/init.pp");
    let init = client.open(&init_path, "puppet", INIT);
    assert_eq!(client.diagnostics(&init, 1), [Value::Null; 0]);
    let at = json!({ "textDocument": init, "position": position(INIT, "$port", 0, 1) });
    let mut params = at.clone();
    params["context"] = json!({ "includeDeclaration": false });
    let found = client.ask("textDocument/references", params);
    let expected = [("common.yaml", 0), ("init.pp", 9), ("site.pp", 2)];
    assert_eq!(lines(&found), expected);
    let mut rename = at;
    rename["newName"] = json!("listen");
    let edit = client.ask("textDocument/rename", rename);
    let data = uri(&control.join("data/common.yaml"));
    let counts = [&data, &uri(&init_path), &define].map(|uri| edits(&edit, uri));
    assert_eq!(counts, [Some(1), Some(2), Some(1)], "{edit}");
    let symbols = client.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": init }),
    );
    assert_eq!(symbols[0]["name"], "web");
    let children = symbols[0]["children"].as_array().into_iter().flatten();
    let names: Vec<&Value> = children.map(|child| &child["name"]).collect();
    assert_eq!(names, ["$port", "$user", "file '/etc/web'"]);
    let found = client.ask("workspace/symbol", json!({ "query": "web::site" }));
    let uris = found.as_array().into_iter().flatten();
    let uris: Vec<&Value> = uris.map(|each| &each["location"]["uri"]).collect();
    // The resource, and the define.
    assert_eq!(uris, [&site["uri"], &json!(define)]);

    let common = client.open(&control.join("data/common.yaml"), "yaml", DATA);
    let found = client.diagnostics(&common, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "puppet.type-mismatch");
    let start = position(DATA, "web::port", 0, 6);
    let params = json!({ "textDocument": common, "position": start });
    let found = client.ask("textDocument/definition", params);
    assert_eq!(lines(&found), [("init.pp", 4)]);
    assert_eq!(client.end(), Some(0));
}
