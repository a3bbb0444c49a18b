//! Commands of JSON Schema.

use super::{fail, run, succeed};

#[test]
fn types_become_schemas_and_schemas_types() {
    let schema = succeed(
        &[
            "schema",
            "export",
            "--from",
            "puppet",
            "--compact",
            "Array[Integer[1], 1]",
        ],
        "",
    );
    assert_eq!(
        schema,
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"array","items":{"type":"integer","minimum":1},"minItems":1}"#
    );
    assert_eq!(
        succeed(&["schema", "import", "--to", "puppet"], &schema),
        "Array[Integer[1], 1]"
    );
    let lossy = run(&["schema", "import", "--to", "hcl"], &schema);
    assert_eq!(
        String::from_utf8_lossy(&lossy.stdout).trim_end(),
        "list(number)"
    );
    let message = String::from_utf8_lossy(&lossy.stderr).into_owned();
    assert!(
        message.starts_with("wider\n  the type accepts null\n  #: every type of HCL includes null"),
        "{message}"
    );
    let object =
        r#"{"properties":{"a":{"type":"string"}},"type":"object","additionalProperties":false}"#;
    assert_eq!(
        succeed(&["schema", "import", "--to", "hcl"], object),
        "object({a=optional(string)})"
    );
}

#[test]
fn a_class_becomes_a_schema() {
    let manifest = std::env::temp_dir().join(format!("polycty-schema-{}.pp", std::process::id()));
    std::fs::write(&manifest, "class ntp(Integer $port = 123) { }").unwrap();
    let path = manifest.to_str().unwrap();
    let schema = succeed(
        &[
            "schema",
            "export",
            "--class",
            "--manifest",
            path,
            "--compact",
            "ntp",
        ],
        "",
    );
    std::fs::remove_file(&manifest).unwrap();
    assert_eq!(
        schema,
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"ntp","type":"object","properties":{"port":{"type":"integer","default":123}},"additionalProperties":false}"#
    );
}

#[test]
fn two_sides_are_compared() {
    assert_eq!(
        succeed(
            &["schema", "diff", "puppet:Integer", "puppet:Integer[1]"],
            ""
        ),
        "{\n  \"inclusion\": \"narrower\",\n  \"less\": 0\n}"
    );
    let message = fail(&["schema", "diff", "no such file", "hcl:string"], "", 1);
    assert!(message.contains("no such file"), "{message}");
}

#[test]
fn a_module_becomes_a_schema_and_is_compared() {
    let folder = std::env::temp_dir().join(format!("polycty-module-{}", std::process::id()));
    let versions = [
        ("old", "variable \"size\" {\n  type = number\n}\n"),
        (
            "new",
            "variable \"size\" {\n  type = number\n  default = 1\n}\n",
        ),
    ];
    let [old, new] = versions.map(|(name, text)| {
        let path = folder.join(name);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("main.tf"), text).unwrap();
        path.to_str().unwrap().to_owned()
    });
    assert_eq!(
        succeed(
            &[
                "schema",
                "export",
                "--tf",
                &new,
                "--question",
                "values",
                "--compact"
            ],
            ""
        ),
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"size":{"type":["number","null"],"default":1}},"additionalProperties":false}"#
    );
    let (old, new) = (format!("tf:{old}"), format!("tf:{new}"));
    assert_eq!(
        succeed(&["schema", "diff", &old, &new], ""),
        "{\n  \"inclusion\": \"wider\",\n  \"more\": {}\n}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
