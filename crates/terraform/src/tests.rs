//! Cases without vectors: functions that use a host, and keys.

use crate::{Folder, Host, SENSITIVE, define};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Position};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::eval::evaluate_within;
use polycty_hcl::functions::standard_function;
use polycty_hcl::{Evaluated, FunctionSet, Scope, evaluate, syntax::parse_expression};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Evaluates an expression with a host and variables.
pub(crate) fn eval(text: &str, host: &Host, variables: &[(&str, &str)]) -> Evaluated {
    eval_within(text, host, variables, &Budget::standard())
}

/// Evaluates an expression within a budget.
fn eval_within(text: &str, host: &Host, variables: &[(&str, &str)], budget: &Budget) -> Evaluated {
    let mut scope = Scope::new();
    for (name, value) in variables {
        scope.set_variable(*name, Value::string(value)).unwrap();
    }
    define(&mut scope, host).unwrap();
    let parsed = parse_expression(text.as_bytes(), "t", Position::START);
    assert!(
        parsed.diagnostics.is_empty(),
        "{text}: {:?}",
        parsed.diagnostics
    );
    evaluate_within(&parsed.expression(), Some(&scope), budget)
}

/// The text of the value, or the error.
pub(crate) fn text(text: &str, host: &Host, variables: &[(&str, &str)]) -> String {
    let evaluated = eval(text, host, variables);
    match evaluated.diagnostics.first() {
        Some(first) => first.detail.clone(),
        None => evaluated
            .value
            .unmarked()
            .as_str()
            .unwrap_or_default()
            .to_owned(),
    }
}

/// Creates a folder for a test within the target folder.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("polycty-terraform-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn with_files(root: &Path) -> Host {
    Host {
        files: Some(Arc::new(Folder::new(root).unwrap())),
        ..Host::default()
    }
}

/// Terraform decides by the known prefix of an unknown text.
#[test]
fn the_prefix_of_an_unknown_text_may_decide() {
    let mut scope = Scope::new();
    let unknown = Value::unknown(Type::string().clone());
    scope.set_variable("u", unknown).unwrap();
    scope
        .set_variable("n", Value::null(Type::string().clone()))
        .unwrap();
    define(&mut scope, &Host::default()).unwrap();
    for (text, expected) in [
        (r#"startswith("arn:${u}", "arn")"#, Some(true)),
        (r#"startswith("arn:${u}", "arn:")"#, Some(true)),
        (r#"startswith("arn:${u}", "brn")"#, Some(false)),
        (r#"startswith("arn:${u}", "arn:aws")"#, None),
        (r#"startswith("arn:${u}", "brn:aws")"#, None),
        (r#"startswith(u, "")"#, Some(true)),
        (r#"startswith(u, "a")"#, None),
        (r#"startswith("a", u)"#, None),
        (r#"startswith("ab", "a")"#, Some(true)),
    ] {
        let parsed = parse_expression(text.as_bytes(), "t", Position::START);
        let found = evaluate(&parsed.expression(), Some(&scope));
        assert!(found.diagnostics.is_empty(), "{text}");
        assert_eq!(found.value.as_bool(), expected, "{text}");
    }
    let parsed = parse_expression(b"startswith(n, \"a\")", "t", Position::START);
    assert!(evaluate(&parsed.expression(), Some(&scope)).has_errors());
}

#[test]
fn functions_name_the_missing_part_of_the_host() {
    for (call, missing) in [
        ("file(\"a\")", "files"),
        ("fileset(\".\", \"*\")", "files"),
        ("templatefile(\"a\", {})", "files"),
        ("timestamp()", "a clock"),
        ("plantimestamp()", "the time of a plan"),
        ("uuid()", "random numbers"),
        ("bcrypt(\"a\")", "random numbers"),
        ("abspath(\"a\")", "a working directory"),
        ("pathexpand(\"~\")", "a home folder"),
    ] {
        let detail = text(call, &Host::default(), &[]);
        let wanted = format!("the host does not provide {missing}.");
        assert!(detail.ends_with(&wanted), "{call}: {detail}");
    }
    assert_eq!(text("abspath(\"/a/../b\")", &Host::default(), &[]), "/b");
}

#[test]
fn times_are_those_that_can_be_written() {
    for (seconds, written) in [
        (-62_167_219_200, "0000-01-01T00:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
        (-62_167_219_201, ""),
        (253_402_300_800, ""),
        (i64::MIN, ""),
        (i64::MAX, ""),
    ] {
        let host = Host {
            clock: Some(Arc::new(move |_| Ok(seconds))),
            plan_time: Some(seconds),
            ..Host::default()
        };
        for call in ["timestamp()", "plantimestamp()"] {
            let found = text(call, &host, &[]);
            match written {
                "" => assert!(found.ends_with("outside the years 0 to 9999."), "{found}"),
                written => assert_eq!(found, written),
            }
            let compared = eval(&format!("timecmp({call}, {call})"), &host, &[]);
            assert_eq!(compared.has_errors(), written.is_empty());
        }
    }
}

#[test]
fn definitions_of_the_host_are_kept() {
    let upper = standard_function("upper").unwrap().function().clone();
    let mut scope = Scope::new();
    scope.set_function("lower", upper).unwrap();
    let others = ["strlen", "length"].map(|name| {
        let function = standard_function(name).unwrap().function().clone();
        (name.into(), function)
    });
    scope.offer_functions(&FunctionSet::new(others).unwrap());
    define(&mut scope, &Host::default()).unwrap();
    let value = |text: &str| {
        let parsed = parse_expression(text.as_bytes(), "t", Position::START);
        evaluate(&parsed.expression(), Some(&scope)).value
    };
    assert_eq!(value("lower(\"a\")"), Value::string("A"));
    assert_eq!(value("core::lower(\"A\")"), Value::string("a"));
    // A function of a different set is replaced.
    assert_eq!(value("length(\"ab\")"), Value::from_i64(2));
}

#[test]
fn work_that_takes_long_is_charged() {
    let host = Host {
        random: Some(Arc::new(|_, _| Ok(()))),
        ..Host::default()
    };
    let evaluated = eval("bcrypt(\"a\", 31)", &host, &[]);
    assert_eq!(evaluated.diagnostics[0].code, Code::Limit);
    let deep = format!("yamldecode(\"{}\")", "[".repeat(5000));
    assert!(eval(&deep, &host, &[]).has_errors());
    // Aliases of aliases share their values.
    let mut laughs = "a0: &a0 [x, x]".to_owned();
    for at in 1..40 {
        laughs.push_str(&format!("\\na{at}: &a{at} [*a{}, *a{}]", at - 1, at - 1));
    }
    assert!(eval(&format!("yamldecode(\"{laughs}\")"), &host, &[]).has_errors());
}

/// The steps of an expression with a long text, and its error.
fn steps(text: &str, variables: &[(&str, &str)]) -> (u64, String) {
    let budget = Budget::standard();
    let found = eval_within(text, &Host::default(), variables, &budget);
    let first = found.diagnostics.first();
    (
        budget.steps(),
        first.map(|first| first.detail.clone()).unwrap_or_default(),
    )
}

#[test]
fn digits_are_charged_by_their_decimal_length() {
    let of = |prefix: &str, digit: &str, count: usize| {
        let text = format!("{prefix}{}", digit.repeat(count));
        steps("yamldecode(t)", &[("t", &text)])
    };
    for (prefix, digit) in [("0x", "f"), ("0o", "7")] {
        let (least, none) = of(prefix, digit, 1_000);
        assert_eq!(none, "");
        let (taken, none) = of(prefix, digit, 80_000);
        assert_eq!(none, "");
        assert!(
            taken > 160 * least && taken > 150_000,
            "{prefix}: {least}, {taken}"
        );
        for count in [120_000, 1_000_000] {
            let (taken, why) = of(prefix, digit, count);
            assert!(why.contains("more than 100000 significant digits"), "{why}");
            assert!(taken < 10_000_000, "{prefix}: {taken}");
        }
    }
    let few = Budget::new().limit_steps(100_000);
    let text = format!("0x{}", "f".repeat(80_000));
    let found = eval_within("yamldecode(t)", &Host::default(), &[("t", &text)], &few);
    assert_eq!(found.diagnostics[0].code, Code::Limit);
    assert!(steps("yamldecode(\"0xfg\")", &[]).1.is_empty());
}

#[test]
fn the_length_of_a_text_is_charged_where_it_is_asked_for() {
    let long = "k".repeat(20_000);
    let (taken, _) = steps("length(t)", &[("t", &long)]);
    assert!((10_000..11_000).contains(&taken), "{taken}");
    let few = Budget::new().limit_steps(9_000);
    let found = eval_within("length(t)", &Host::default(), &[("t", &long)], &few);
    assert_eq!(found.diagnostics[0].code, Code::Limit);
}

#[test]
fn keys_are_compared_by_their_length() {
    let long = "k".repeat(16_000);
    let taken = |searched: &str| {
        let keys = "[for i in range(30): i], [for i in range(30): t]";
        let (taken, wrong) = steps(&format!("matchkeys({keys}, {searched})"), &[("t", &long)]);
        assert_eq!(wrong, "");
        taken
    };
    assert!(taken("[t]") > taken("[\"k\"]") + 30_000);
}

/// The error quotes the whole text, so the text is charged.
#[test]
fn invalid_arguments_are_charged() {
    let long = "k".repeat(160_000);
    for call in [
        "formatdate(\"Y\", t)",
        "timeadd(t, \"1s\")",
        "timecmp(t, t)",
        "textencodebase64(\"a\", t)",
        "textdecodebase64(\"a\", t)",
        "cidrhost(t, 1)",
        "cidrnetmask(t)",
        "cidrsubnet(t, 1, 1)",
        "cidrsubnets(t, 1)",
        "uuidv5(t, \"a\")",
        "file(t)",
        "fileset(t, t)",
        "templatefile(t, {})",
    ] {
        let (taken, wrong) = steps(call, &[("t", &long)]);
        assert!(!wrong.is_empty() && taken >= 10_000, "{call}: {taken}");
    }
}

#[test]
fn a_document_of_yaml_reads_back() {
    let host = Host::default();
    for value in [
        "{a = [1, \"2\", null, true, {}], b = \"two\\nlines\\n\", c = \" x\\ny\", d = [[], [[1]]]}",
        "[\"yes\", \"1e3\", \"~\", \"2001-01-01\", \"a: b\", \"\\t\", \"\\U0001F44D\", \"<<\"]",
        "\"text\"",
        "-0.5",
    ] {
        let same = eval(
            &format!("yamldecode(yamlencode({value})) == {value}"),
            &host,
            &[],
        );
        assert_eq!(
            same.value,
            Value::bool(true),
            "{value}: {:?}",
            same.diagnostics
        );
    }
}

#[test]
fn keys_decrypt_or_report_their_errors() {
    let host = Host::default();
    let decrypt = |key: &str| text("rsadecrypt(c, k)", &host, &[("c", ENCRYPTED), ("k", key)]);
    assert_eq!(decrypt(PKCS1), "grüezi");
    assert_eq!(decrypt(PKCS8), "grüezi");
    assert_eq!(decrypt(&format!("text before\n{PKCS1}")), "grüezi");
    let sink = |key: &str, words: &str| {
        let sink = decrypt(key);
        assert!(sink.contains(words), "{sink}");
    };
    sink(ELLIPTIC, "an RSA key is required");
    let encrypted = PKCS1.replacen(
        '\n',
        "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n",
        1,
    );
    sink(&encrypted, "passphrase protected");
    sink(
        &PKCS1.replace("RSA PRIVATE", "PUBLIC"),
        "unsupported key type \"PUBLIC KEY\"",
    );
    sink(PKCS1.split_at(200).0, "ssh: no key found");
    sink(
        "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----",
        "invalid ASN1 data",
    );
    let other = text("rsadecrypt(base64encode(\"x\"), k)", &host, &[("k", PKCS1)]);
    assert!(other.contains("decryption error"), "{other}");
    let secret = eval(
        "rsadecrypt(sensitive(c), k)",
        &host,
        &[("c", ENCRYPTED), ("k", PKCS1)],
    );
    assert!(secret.value.marks().contains(SENSITIVE));
}

/// A word, encrypted for the key below.
const ENCRYPTED: &str = "kJLuXUnEt7mQPSAyixMsNwd0CIRhp4eEe+RUJL6MY87FVtL3HV65Vp/qaMhdQ5/cTzp410AAencMoROunmLn8OcNJoGa5g33sk3yEn4zLXGQvadySEW3mefBeFhXk1Dx8rFbqQXES/GIbuRiWI+Zu2Btnxw8vRGJKWQitZWRLoM=";

/// A key for this test only.
const PKCS1: &str = "-----BEGIN RSA PRIVATE KEY-----
MIICXgIBAAKBgQDFOxusGS7TUu6RqwXHOwaUsXlAghTxYo9iAbxW4oFQ3mktKEM4
a5MzQO1BZTAbtAhr+EXHrQr5ktiT7LA5bO0NHXtRpZzPNxzuKVFwtiDqlviLw4+a
X+ewxvoJ+kCW3hRcWnEVIteSSmBlTcAVv0l+LwgoMX4dK9FCfxG6Wta/PQIDAQAB
AoGAZi4eQwX09XS0tnEVGEejPCvJ9rqt4PS/9fWSPq0wc9YWRVfjo3pQE7CiekvT
Jbca2d0RQcaLtgr2+4QXNFkTYdu+j/2JrS9+FGr/tEK+mq+29ChAXvWQKBXFCX9V
2zsndfcLPin6Pj/XkO1T58yiP/vBmRXjQEQ3AYPXI4KJWoECQQDv1l2yGW2gfAv7
gT0C9p3eefUZBn5r7ZwaHU2dbklVuHg46Q01S+wbGs2Y6aFhIEcbMqFOF4YC62vj
hQbouX5dAkEA0oWzy0ShFm04ozzdNQCQPrqXbRboxew1ym68MaNg0cjAGCSIo4Yc
+00Yst0Q5+IcH12bZofwIFSbqY+tMpt2YQJBAJFbst3GW5Lwm7KK2Zd6MKQt9kZ8
kRKIqBuLtwa7WOcDLpoPZVnv8eFblVAgCRb8oRvyy6Cw0R/j3ze94DoccmECQQDR
gdfFMb5yeC3GXjrylWX312/9U7BB0GpT1FIbwDEJdZSeMjV9L2nGOhqbXl+FtUMx
f9G4fw5czna/j0nZNFfhAkEA1CitEBExVR22CcelGX9lnExZKjSDV2/34WGx0TaN
uFULqVQTziZGu5sLXrM/NWK3ZbjE5fI+f2djGerZ+Nj4zA==
-----END RSA PRIVATE KEY-----
";

/// The same key in PKCS #8.
const PKCS8: &str = "-----BEGIN PRIVATE KEY-----
MIICeAIBADANBgkqhkiG9w0BAQEFAASCAmIwggJeAgEAAoGBAMU7G6wZLtNS7pGr
Bcc7BpSxeUCCFPFij2IBvFbigVDeaS0oQzhrkzNA7UFlMBu0CGv4RcetCvmS2JPs
sDls7Q0de1GlnM83HO4pUXC2IOqW+IvDj5pf57DG+gn6QJbeFFxacRUi15JKYGVN
wBW/SX4vCCgxfh0r0UJ/Ebpa1r89AgMBAAECgYBmLh5DBfT1dLS2cRUYR6M8K8n2
uq3g9L/19ZI+rTBz1hZFV+OjelATsKJ6S9MltxrZ3RFBxou2Cvb7hBc0WRNh276P
/YmtL34Uav+0Qr6ar7b0KEBe9ZAoFcUJf1XbOyd19ws+Kfo+P9eQ7VPnzKI/+8GZ
FeNARDcBg9cjgolagQJBAO/WXbIZbaB8C/uBPQL2nd559RkGfmvtnBodTZ1uSVW4
eDjpDTVL7BsazZjpoWEgRxsyoU4XhgLra+OFBui5fl0CQQDShbPLRKEWbTijPN01
AJA+updtFujF7DXKbrwxo2DRyMAYJIijhhz7TRiy3RDn4hwfXZtmh/AgVJupj60y
m3ZhAkEAkVuy3cZbkvCbsorZl3owpC32RnyREoioG4u3BrtY5wMumg9lWe/x4VuV
UCAJFvyhG/LLoLDRH+PfN73gOhxyYQJBANGB18UxvnJ4LcZeOvKVZffXb/1TsEHQ
alPUUhvAMQl1lJ4yNX0vacY6GpteX4W1QzF/0bh/DlzOdr+PSdk0V+ECQQDUKK0Q
ETFVHbYJx6UZf2WcTFkqNINXb/fhYbHRNo24VQupVBPOJka7mwtesz81YrdluMTl
8j5/Z2MZ6tn42PjM
-----END PRIVATE KEY-----
";

/// A key that is not an RSA key.
const ELLIPTIC: &str = "-----BEGIN EC PRIVATE KEY-----
MHcCAQEEID7K/XZYGdJM/kyb9yqWAqBY5tvafXiEVMlOEPnzYDe4oAoGCCqGSM49
AwEHoUQDQgAEULvP+kviItWZQh64kPjKwJ8jSIscOyW67m0SVOHnkyGnxunOLcpq
n3q0t7mORpAzni7RLGPcmdafUWWS+FGFKw==
-----END EC PRIVATE KEY-----
";
