//! The programs in `examples`: each runs and prints the lines that it is there to show.

#[path = "../../examples/hcl_config.rs"]
#[allow(dead_code, reason = "main is the program's, run the test's")]
mod hcl_config;
#[path = "../../examples/mcl_graph.rs"]
#[allow(dead_code, reason = "main is the program's, run the test's")]
mod mcl_graph;
#[path = "../../examples/puppet_data.rs"]
#[allow(dead_code, reason = "main is the program's, run the test's")]
mod puppet_data;
#[path = "../../examples/translate_and_schema.rs"]
#[allow(dead_code, reason = "main is the program's, run the test's")]
mod translate_and_schema;
#[path = "../../examples/type_conversion.rs"]
#[allow(dead_code, reason = "main is the program's, run the test's")]
mod type_conversion;

use polycty::source::Error;

/// Checks that a program succeeds and prints these lines, in this order.
#[track_caller]
fn prints(run: fn() -> Result<String, Error>, lines: &[&str]) {
    let printed = run().unwrap_or_else(|error| panic!("{}", error.render_text()));
    let mut rest = printed.lines();
    for line in lines {
        assert!(
            rest.any(|found| found == *line),
            "no line {line:?} in\n{printed}"
        );
    }
}

#[test]
fn hcl_config() {
    let lines = [
        r#"{"region":"EU-CENTRAL-1","services":{"web":{"host":"web.example.com","ports":[80,443]}}}"#,
        "error: Unknown variable",
        "  on broken.hcl line 5, column 18:",
        r#"  There is no variable named "domian". Did you mean "domain"?"#,
        "error: Incorrect attribute value type",
        r#"  Inappropriate value for attribute "ports": list of number required, but have string."#,
    ];
    prints(hcl_config::run, &lines);
}

#[test]
fn type_conversion() {
    let lines = [
        r#"converted: [{"name":"db","port":5432},{"name":"web","port":8080}]"#,
        "error at [0].port: a number is required",
        r#"error at [1]: attribute "name" is required"#,
        "list(number) always converts to list(string)",
        "list(string) may fail to convert to list(number)",
    ];
    prints(type_conversion::run, &lines);
}

#[test]
fn puppet_data() {
    let lines = [
        "{'host' => 'example.com', 'port' => 8080, 'admin' => [], 'scheme' => 'https', \
         'url' => 'https://example.com:8080/'}",
        "Class[Web]:",
        "  has no parameter named 'admins'",
        "  parameter 'port' expects a Port = Integer[1, 65535] value, got Integer[70000, 70000]",
    ];
    prints(puppet_data::run, &lines);
}

#[test]
fn mcl_graph() {
    let lines = [
        "Vertex: file[/srv/www/about.html]",
        "Vertex: svc[nginx]",
        r#"Field: file[/srv/www/index.html].content = "<h1>Hello</h1>""#,
        "error: type error: int != str",
        "  on /main.mcl line 2, column 11:",
    ];
    prints(mcl_graph::run, &lines);
}

#[test]
fn translate_and_schema() {
    let lines = [
        "HCL: object({host=string,port=number}) (Wider)",
        "PCL: object({host = string, port = union(int, none)}) (Wider)",
        r#"JSON Schema: {"type":"object","properties":{"host":{"type":"string","minLength":1},"port":{"type":"integer","minimum":1,"maximum":65535}},"additionalProperties":false,"required":["host"]}"#,
    ];
    prints(translate_and_schema::run, &lines);
}
