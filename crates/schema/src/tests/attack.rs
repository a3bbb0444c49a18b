//! Refutation: documents that are generated to refute results that claim to be exact.
//!
//! Schemas and types have unusual forms: expressions that the notations read differently, bounds
//! and values that are not doubles, sizes that permit no value, and names of several lines. Each
//! claim is checked with documents that are constructed from both sides: strings of the characters
//! of their expressions with line feeds, the neighbors of all numbers, and arrays and objects of
//! these. `POLYCTY_SCHEMA_ATTACKS` in the environment sets the number of pairs of type and schema.

use super::{Random, document, json};
use crate::test_documents::test_documents;
use crate::{
    Details, Document, Inclusion, Layout, Mismatch, Numeral, OpenObjects, Pattern, Question,
    Reading, Schema, Side, Validity, export, fits, import, includes, relation,
};
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId::{self, Hcl, Mcl, Pcl, Puppet};
use polycty_core::source::Code;
use polycty_core::types::{Str, Type};
use polycty_dialects::dialect;

/// Parts of expressions. Not every combination is valid.
const ATOMS: [&str; 52] = [
    "a",
    "b",
    "ab",
    "&",
    "#",
    "-",
    "~",
    "é",
    "/",
    r"\n",
    ".",
    ".*",
    r"\d",
    r"\w+",
    r"\s",
    r"\S",
    "[^a]",
    "[a&&b]",
    "[a-c-]",
    r"[\s\S]",
    r"[^\n]*",
    "[&-b]",
    "[#~]",
    "(a)",
    "(.)",
    "(a|b)",
    "(a)?",
    "(a*)+",
    "(?:(a)|b)",
    r"\1",
    r"\2",
    "^",
    "$",
    "a*",
    "a+?",
    "a{2}",
    "a{2}?",
    "a{1,2}?",
    "(?:a|b)+",
    "(?=a)",
    "(?!b)",
    "(?<=a)",
    "(?<!b)",
    "(?<=a|bb)",
    "(?<=a*)",
    "(?<!(a))",
    r"(?<=(?=b)b)",
    r"\b",
    r"\B",
    "|",
    "(?:)",
    r"\p{Lu}",
];

/// Parts that only Ruby reads, or reads differently.
const RUBY_ATOMS: [&str; 12] = [
    r"\A",
    r"\z",
    r"\Z",
    r"\h",
    "a{,2}",
    "a{2}+",
    "a{2,2}?",
    "(?<n>a)",
    "[[:xdigit:]]",
    "[a-z&&[^b]]",
    r"\e",
    "[!-&&b]",
];

const NUMBERS: [&str; 24] = [
    "0",
    "-0.0",
    "1",
    "3",
    "-3.0",
    "0.1",
    "0.5",
    "2.5e0",
    "1e-5000",
    "1e5000",
    "-1e5000",
    "1e400",
    "0.1000000000000000000001",
    "1e22",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "1.7976931348623157e308",
    "5e-324",
    "4.9e-324",
    "0.30000000000000004",
    "100000000000000000000000.5",
    "12345678901234567890123",
];

const STRINGS: [&str; 12] = [
    r#""""#,
    r#""a""#,
    r#""b""#,
    r#""&""#,
    r#""\n""#,
    r#""a\n""#,
    r#""aa""#,
    r#""ab\nb""#,
    r#""é""#,
    r#""e\u0301""#,
    "\"#\"",
    r#""1""#,
];

fn pattern_text(random: &mut Random, ruby: bool) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(4) {
        text.push_str(if ruby && random.below(3) == 0 {
            random.of(&RUBY_ATOMS)
        } else {
            random.of(&ATOMS)
        });
    }
    match random.below(3) {
        0 if ruby => format!(r"\A{text}\z"),
        0 => format!("^{text}$"),
        _ => text,
    }
}

fn quoted(text: &str) -> String {
    Document::string(text).to_text(Layout::Compact)
}

/// One or more keywords for one kind of JSON value, as text.
fn keywords(random: &mut Random, depth: u32) -> String {
    let inner = |random: &mut Random| schema_text(random, depth.saturating_sub(1));
    let count = |random: &mut Random| random.below(4);
    let mut members = Vec::new();
    match random.below(if depth == 0 { 4 } else { 7 }) {
        0 => {
            members.push(r#""type":"string""#.to_owned());
            let pattern = quoted(&pattern_text(random, false));
            match random.below(5) {
                0 => members.push(format!(r#""minLength":{}"#, count(random))),
                1 => members.push(format!(
                    r#""maxLength":{},"pattern":{pattern}"#,
                    count(random)
                )),
                2 => members.push(format!(
                    r#""minLength":{},"maxLength":{}"#,
                    count(random),
                    count(random)
                )),
                _ => members.push(format!(r#""pattern":{pattern}"#)),
            }
            if random.below(3) == 0 {
                let second = quoted(&pattern_text(random, false));
                members.push(format!(r#""allOf":[{{"pattern":{second}}}]"#));
            }
        }
        1 => {
            members.push(format!(
                r#""type":"{}""#,
                random.of(&["integer", "integer", "number"])
            ));
            for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
                if random.below(3) == 0 {
                    members.push(format!(r#""{keyword}":{}"#, random.of(&NUMBERS)));
                }
            }
            if random.below(6) == 0 {
                members.push(format!(
                    r#""multipleOf":{}"#,
                    random.of(&["1", "2", "0.5", "1.0"])
                ));
            }
        }
        2 => members.push(format!(r#""const":{}"#, value_text(random, depth))),
        3 => members.push(format!(
            r#""enum":[{},{}]"#,
            value_text(random, depth),
            value_text(random, depth)
        )),
        4 => {
            members.push(r#""type":"array""#.to_owned());
            let keywords = [
                format!(r#""items":{}"#, inner(random)),
                format!(r#""minItems":{}"#, count(random)),
                format!(r#""maxItems":{}"#, count(random)),
                format!(r#""prefixItems":[{}]"#, inner(random)),
                format!(
                    r#""contains":{},"minContains":{},"maxContains":{}"#,
                    inner(random),
                    random.below(2),
                    random.below(3)
                ),
                format!(r#""contains":{},"minContains":0"#, inner(random)),
                r#""uniqueItems":true"#.to_owned(),
            ];
            members.extend(keywords.into_iter().filter(|_| random.below(3) == 0));
        }
        5 => {
            members.push(r#""type":"object""#.to_owned());
            let name = ["^.*$", ".*", "", "^", "^.+$", "^a", r"\n"];
            let keywords = [
                format!(r#""properties":{{"a":{}}}"#, inner(random)),
                format!(
                    r#""patternProperties":{{"{}":{}}}"#,
                    random.of(&name).replace('\\', r"\\"),
                    inner(random)
                ),
                r#""additionalProperties":false"#.to_owned(),
                format!(r#""minProperties":{}"#, random.below(3)),
                format!(r#""maxProperties":{}"#, random.below(3)),
                r#""required":["a"]"#.to_owned(),
                format!(
                    r#""propertyNames":{{"pattern":{}}}"#,
                    quoted(&pattern_text(random, false))
                ),
            ];
            let mut kept: Vec<String> = keywords
                .into_iter()
                .filter(|_| random.below(3) == 0)
                .collect();
            if kept.is_empty() {
                kept.push(format!(r#""additionalProperties":{}"#, inner(random)));
            }
            members.extend(kept);
        }
        _ => {
            let keyword = random.of(&["anyOf", "allOf", "oneOf"]);
            members.push(format!(
                r#""{keyword}":[{},{}]"#,
                inner(random),
                inner(random)
            ));
        }
    }
    members.join(",")
}

fn schema_text(random: &mut Random, depth: u32) -> String {
    format!("{{{}}}", keywords(random, depth))
}

fn value_text(random: &mut Random, depth: u32) -> String {
    match random.below(if depth == 0 { 4 } else { 6 }) {
        0 | 1 => random.of(&NUMBERS).to_owned(),
        2 => random.of(&STRINGS).to_owned(),
        3 => random.of(&["null", "true", "false"]).to_owned(),
        4 => format!("[{}]", value_text(random, 0)),
        _ => format!(r#"{{"a":{}}}"#, value_text(random, 0)),
    }
}

/// The text of a type of Puppet.
fn type_text(random: &mut Random) -> String {
    let number = |random: &mut Random| {
        random
            .of(&["-3", "0", "1", "9007199254740993", "9223372036854775807"])
            .to_owned()
    };
    match random.below(8) {
        0..4 => format!("Pattern[/{}/]", pattern_text(random, true)),
        4 => format!("Integer[{}]", number(random)),
        5 => format!(
            "Float[{}]",
            random.of(&["0.1", "-0.0", "5.0e-324", "1.0e22"])
        ),
        6 => format!("Enum['{}']", random.of(&["", "a", "&", "a&&b", "#"])),
        _ => format!("Hash[Pattern[/{}/], Integer]", pattern_text(random, true)),
    }
}

/// Documents constructed from the characters and numbers in texts of schemas and types.
fn documents(random: &mut Random, texts: &[&str], most: usize) -> Vec<Document> {
    let mut chars: Vec<char> = vec!['a', 'b', '\n', '&', 'A', '1', ' '];
    for char in texts.iter().flat_map(|text| text.chars()) {
        if !chars.contains(&char) && chars.len() < 32 {
            chars.push(char);
        }
    }
    // The first characters distinguish expressions of two letters.
    let string = |random: &mut Random| -> String {
        let among = if random.below(2) == 0 { 3 } else { chars.len() };
        let length = random.below(5);
        (0..length).map(|_| chars[random.below(among)]).collect()
    };
    let mut numbers: Vec<Numeral> = Vec::new();
    for text in NUMBERS
        .iter()
        .filter(|number| texts.iter().any(|text| text.contains(**number)))
    {
        let number = Numeral::parse(text, &Budget::standard()).unwrap();
        let near = ["1", "-1", "0.5", "1e-22", "-1e-22"];
        let near = near.map(|near| Numeral::parse(near, &Budget::standard()).unwrap());
        numbers.extend(near.iter().filter_map(|near| number.plus(near)));
        numbers.extend(Numeral::from_f64(number.to_f64()));
        numbers.push(number);
    }
    numbers.push(Numeral::from_i64(random.below(5) as i64));
    let mut made = vec![Document::Null, Document::Bool(true), Document::string("")];
    made.extend(numbers.into_iter().map(Document::Number));
    while made.len() < most {
        let scalar = |random: &mut Random, made: &[Document]| match random.below(3) {
            0 => made[random.below(made.len())].clone(),
            _ => Document::String(string(random).into()),
        };
        let next = match random.below(4) {
            0 => {
                let count = random.below(4);
                Document::Array((0..count).map(|_| scalar(random, &made)).collect())
            }
            1 => {
                let mut members: Vec<(Str, Document)> = Vec::new();
                for _ in 0..random.below(4) {
                    let name: Str = match random.below(2) {
                        0 => "a".into(),
                        _ => string(random).into(),
                    };
                    if members.iter().all(|(known, _)| *known != name) {
                        members.push((name, scalar(random, &made)));
                    }
                }
                Document::Object(members)
            }
            _ => Document::String(string(random).into()),
        };
        if next.size() < 30 {
            made.push(next);
        }
    }
    made
}

fn attacks(default: usize) -> usize {
    let setting = std::env::var("POLYCTY_SCHEMA_ATTACKS").ok();
    setting
        .and_then(|setting| setting.parse().ok())
        .unwrap_or(default)
}

fn read(text: &str) -> Schema {
    Schema::parse(text, Reading::default(), &Budget::standard()).unwrap()
}

fn judge(text: &str) -> Option<jsonschema::Validator> {
    jsonschema::options().build(&json(&document(text))).ok()
}

fn written(schema: &Schema) -> String {
    let written = schema.to_document(crate::Heading::None, &Budget::standard());
    written.unwrap().to_text(Layout::Compact)
}

fn is_value(document: &Document, ty: &Type, language: DialectId) -> Validity {
    let question = Question::IsValue;
    fits(document, ty, language, question, &Budget::standard()).unwrap()
}

/// Returns whether all numbers are doubles. The validator knows only the nearest double of a
/// `multipleOf`.
fn is_of_doubles(document: &Document) -> bool {
    match document {
        Document::Number(number) => Numeral::from_f64(number.to_f64()).as_ref() == Some(number),
        Document::Array(elements) => elements.iter().all(is_of_doubles),
        Document::Object(members) => members.iter().all(|(_, part)| is_of_doubles(part)),
        _ => true,
    }
}

/// The claims that remain according to the notes of an import or export.
fn claims(notes: &[crate::Note]) -> (bool, bool) {
    let all = |mismatch| notes.iter().all(|note| note.mismatch == mismatch);
    (all(Mismatch::Wider), all(Mismatch::Narrower))
}

#[test]
fn imports_are_not_refuted() {
    let mut random = Random(0x5eed_0001);
    let most = attacks(300);
    let (mut pairs, mut exact, mut back, mut asked) = (0, 0, 0, 0);
    while pairs < most {
        let depth = random.below(3) as u32;
        let text = schema_text(&mut random, depth);
        let Some(judge) = judge(&text) else { continue };
        let schema = read(&text);
        let language = [Puppet, Puppet, Puppet, Pcl, Hcl, Mcl][random.below(6)];
        let open = [OpenObjects::Closed, OpenObjects::Maps][random.below(2)];
        let budget = Budget::standard();
        let made = match import(&schema, language, open, &budget) {
            Ok(made) => made,
            Err(error) => panic!("{text} to {language:?}: {error}"),
        };
        pairs += 1;
        let (wider, narrower) = claims(&made.notes);
        if !wider && !narrower {
            continue;
        }
        exact += usize::from(wider && narrower);
        let shown = dialect(language).format_type(&made.ty, &budget).unwrap();
        let again = export(
            &made.ty,
            language,
            Question::IsValue,
            &Details::default(),
            &budget,
        )
        .unwrap();
        // If both directions are exact, the schemas are equivalent.
        let other = if wider && narrower && again.notes.is_empty() {
            self::judge(&written(&again.schema))
        } else {
            None
        };
        back += usize::from(other.is_some());
        let mut against = documents(&mut random, &[&text, &shown], 48);
        if pairs % 8 == 0 {
            let found = test_documents(&schema, None, &Budget::standard()).unwrap();
            against.extend(found.into_iter().take(64));
        }
        for document in &against {
            let fit = is_value(document, &made.ty, language);
            let steps = text.contains("multipleOf");
            if fit == Validity::Unknown || steps && !is_of_doubles(document) {
                continue;
            }
            asked += 1;
            let (fit, judged) = (fit == Validity::Valid, judge.is_valid(&json(document)));
            let what = || format!("{text} as {shown}: {}", document.to_text(Layout::Compact));
            assert!(!wider || fit || !judged, "less: {}", what());
            assert!(!narrower || judged || !fit, "more: {}", what());
            if let Some(other) = &other {
                assert_eq!(other.is_valid(&json(document)), judged, "back: {}", what());
            }
        }
    }
    println!(
        "{pairs} types of schemas, {exact} exact, {back} of them back again, {asked} documents"
    );
    assert!(exact * 10 > pairs && back * 20 > pairs, "{exact} {back}");
}

#[test]
fn exports_are_not_refuted() {
    let mut random = Random(0x5eed_0002);
    let most = attacks(300);
    let (mut pairs, mut exact, mut asked) = (0, 0, 0);
    while pairs < most {
        let shown = type_text(&mut random);
        let budget = Budget::standard();
        let Ok(ty) = dialect(Puppet).parse_type(&shown, &budget) else {
            continue;
        };
        let made = export(&ty, Puppet, Question::IsValue, &Details::default(), &budget).unwrap();
        let text = written(&made.schema);
        let Some(judge) = judge(&text) else {
            panic!("{shown} as {text}");
        };
        pairs += 1;
        let (wider, narrower) = claims(&made.notes);
        exact += usize::from(wider && narrower);
        for document in documents(&mut random, &[&text, &shown], 40) {
            let fit = is_value(&document, &ty, Puppet);
            if fit == Validity::Unknown {
                continue;
            }
            asked += 1;
            let (fit, judged) = (fit == Validity::Valid, judge.is_valid(&json(&document)));
            let what = || format!("{shown} as {text}: {}", document.to_text(Layout::Compact));
            assert!(!wider || judged || !fit, "less: {}", what());
            assert!(!narrower || fit || !judged, "more: {}", what());
        }
    }
    println!("{pairs} schemas of types, {exact} exact, {asked} documents");
    assert!(exact * 3 > pairs, "{exact}");
}

/// One schema is a modification of the other. The validator checks every proven inclusion.
#[test]
fn proofs_are_not_refuted() {
    let mut random = Random(0x5eed_0003);
    let most = attacks(150);
    let (mut pairs, mut proven, mut asked) = (0, 0, 0);
    while pairs < most {
        let depth = random.below(3) as u32;
        let first = keywords(&mut random, depth);
        let second = match random.below(4) {
            0 => keywords(&mut random, depth),
            1 => format!(
                r#""anyOf":[{{{first}}},{}]"#,
                schema_text(&mut random, depth)
            ),
            2 => {
                let parts: Vec<&str> = first.split(",\"").collect();
                let kept = &parts[..1 + random.below(parts.len())];
                kept.join(",\"")
            }
            _ => {
                let more = random.of(&[
                    r#""uniqueItems":true"#,
                    r#""contains":{"type":"integer"},"maxContains":1"#,
                    r#""maxContains":1,"contains":{"type":"string"},"minContains":0"#,
                    r#""minLength":1"#,
                    r#""maximum":1e5000"#,
                    r#""maxItems":2"#,
                    r#""not":{"type":"null"}"#,
                    r#""maxProperties":1"#,
                ]);
                format!("{first},{more}")
            }
        };
        let texts = [format!("{{{first}}}"), format!("{{{second}}}")];
        let [Ok(a), Ok(b)] =
            [0, 1].map(|at| Schema::parse(&texts[at], Reading::default(), &Budget::standard()))
        else {
            continue;
        };
        let [Some(judge_a), Some(judge_b)] = [0, 1].map(|at| judge(&texts[at])) else {
            continue;
        };
        pairs += 1;
        let budget = Budget::standard();
        let all = includes(&b, &a, &budget).unwrap();
        let only = includes(&a, &b, &budget).unwrap();
        if !all && !only {
            continue;
        }
        proven += 1;
        let against = documents(&mut random, &[&texts[0], &texts[1]], 48);
        for document in against {
            asked += 1;
            let [a, b] = [&judge_a, &judge_b].map(|judge| judge.is_valid(&json(&document)));
            let what = || format!("{texts:?}: {}", document.to_text(Layout::Compact));
            assert!(!all || b || !a, "all: {}", what());
            assert!(!only || a || !b, "only: {}", what());
        }
    }
    println!("{pairs} pairs of schemas, {proven} proven one way or both, {asked} documents");
    assert!(proven * 10 > pairs, "{proven}");
}

/// The type of a schema in Puppet, and whether it is claimed to be exact.
fn in_puppet(text: &str) -> (String, bool) {
    let budget = Budget::standard();
    let schema = read(text);
    let made = import(&schema, Puppet, OpenObjects::Closed, &budget).unwrap();
    let found = made.relation(&schema, Puppet, &budget).unwrap();
    assert_eq!(
        found.inclusion == Inclusion::Exact,
        made.notes.is_empty(),
        "{text}"
    );
    let shown = dialect(Puppet).format_type(&made.ty, &budget).unwrap();
    (shown, made.notes.is_empty())
}

#[test]
fn constraints_without_a_type_are_reported() {
    let cases = [
        (r#"{"const":"a"}"#, "Enum['a']", true),
        (r#"{"const":["a"]}"#, "Tuple[Enum['a']]", true),
        (r#"{"type":"integer","minimum":1e5000}"#, "Integer", false),
        (r#"{"type":"integer","maximum":1e5000}"#, "Integer", false),
        (r#"{"const":0.5}"#, "Float[0.5, 0.5]", true),
        (
            r#"{"const":0.1000000000000000000001}"#,
            "Float[0.1, 0.1]",
            false,
        ),
        (r#"{"const":1e5000}"#, "Integer", false),
        (r#"{"const":1e-5000}"#, "Float[0.0, 0.0]", false),
        (
            r#"{"type":"string","pattern":"^[a&&b]$"}"#,
            r"Pattern[/\A[a\&\&b]\z/]",
            true,
        ),
        (
            r#"{"type":"string","pattern":"^a{2}?$"}"#,
            r"Pattern[/\Aa{2}\z/]",
            true,
        ),
        (r#"{"type":"string","pattern":"(?<=a*)b"}"#, "String", false),
        (
            r#"{"type":"string","pattern":"(?<!(a))b"}"#,
            "String",
            false,
        ),
        (
            r#"{"type":"string","pattern":"(?<=(?=a)a)b"}"#,
            "String",
            false,
        ),
        (
            r#"{"type":"string","pattern":"(?<=a|bc)b"}"#,
            "Pattern[/(?<=a|bc)b/]",
            true,
        ),
        (
            r#"{"type":"string","pattern":"(a)\\1"}"#,
            r"Pattern[/(a)(?:\1)/]",
            true,
        ),
        (
            r#"{"type":"string","pattern":"^(?:(a)|b)\\1$"}"#,
            "String",
            false,
        ),
        (
            r#"{"type":"string","pattern":"^(a*)+\\1$"}"#,
            "String",
            false,
        ),
        (
            r#"{"type":"string","allOf":[{"pattern":"(a)"},{"pattern":"^(.)\\1"}]}"#,
            r"Pattern[/(?-mix:\A(?=[\s\S]*?(a))(?=[\s\S]*?\A([^\n\r\u2028-\u2029])(?:\2)))/]",
            true,
        ),
        (
            r#"{"type":"string","pattern":"^[a-z]+$","minLength":1,"maxLength":3}"#,
            r"Pattern[/\A(?=[\s\S]{1,3}\z)[a-z]+\z/]",
            true,
        ),
        (
            r#"{"type":"string","pattern":"a|b","minLength":2}"#,
            r"Pattern[/\A(?=[\s\S]{2,}\z)[\s\S]*?(?:a|b)/]",
            true,
        ),
        (
            r#"{"type":"string","pattern":"^a","maxLength":1024}"#,
            r"Pattern[/\A(?=[\s\S]{0,1024}\z)a/]",
            true,
        ),
        (
            r#"{"type":"string","pattern":"^a","maxLength":1025}"#,
            r"Pattern[/\Aa/]",
            false,
        ),
        (
            r#"{"type":"object","patternProperties":{"^[a-z]+$":{"type":"integer"}},"additionalProperties":false}"#,
            r"Hash[Pattern[/\A[a-z]+\z/], Integer]",
            true,
        ),
        (
            r#"{"type":"object","patternProperties":{"^a":{"type":"integer"},"b$":{"type":"string"}},"additionalProperties":false}"#,
            r"Hash[Pattern[/\Aa/, /b\z/], Variant[Integer, String]]",
            false,
        ),
        (
            r#"{"type":"object","propertyNames":{"maxLength":2},"additionalProperties":{"type":"integer"},"minProperties":1}"#,
            "Hash[String[0, 2], Integer, 1]",
            true,
        ),
        (
            r#"{"type":"object","propertyNames":{"enum":["a","b",1]}}"#,
            "Hash[Enum['a', 'b'], Data]",
            true,
        ),
        (
            r#"{"oneOf":[{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false},{"type":"object","properties":{"b":{}},"additionalProperties":false}]}"#,
            "Variant[Struct[{NotUndef['a'] => Data}], Struct[{'b' => Data}]]",
            true,
        ),
        (
            r#"{"type":"object","patternProperties":{"^.*$":{"type":"integer"}},"additionalProperties":false}"#,
            "Hash[String, Integer]",
            false,
        ),
        (
            r#"{"type":"object","patternProperties":{".*":{"type":"integer"}}}"#,
            "Hash[String, Integer]",
            true,
        ),
        (
            r#"{"type":"object","patternProperties":{"":{"type":"integer"},"^a":{"minimum":1}}}"#,
            "Hash[String, Integer]",
            false,
        ),
        (
            r#"{"type":"object","minProperties":1,"maxProperties":0}"#,
            "Variant",
            true,
        ),
    ];
    for (text, shown, exact) in cases {
        let (found, is_exact) = in_puppet(text);
        let found = found.replace(['\u{2028}', '\u{2029}'], "\u{2028}");
        let shown = shown
            .replace(r"\u2028", "\u{2028}")
            .replace(r"\u2029", "\u{2028}");
        assert_eq!((found, is_exact), (shown, exact), "{text}");
    }
}

#[test]
fn names_of_several_lines_show_the_difference() {
    let text = r#"{"type":"object","patternProperties":{"^.*$":{"type":"integer"}}}"#;
    let schema = read(text);
    let budget = Budget::standard();
    let made = import(&schema, Puppet, OpenObjects::Closed, &budget).unwrap();
    let found = made.relation(&schema, Puppet, &budget).unwrap();
    assert_eq!(found.inclusion, Inclusion::Narrower);
    assert_eq!(
        found.less.unwrap().to_text(Layout::Compact),
        r#"{"\n":null}"#
    );
}

#[test]
fn how_many_elements_are_such_counts() {
    let a = read(r#"{"type":"array"}"#);
    let b =
        read(r#"{"type":"array","contains":{"type":"integer"},"minContains":0,"maxContains":1}"#);
    assert!(!includes(&b, &a, &Budget::standard()).unwrap());
    let found = relation(Side::Schema(&a), Side::Schema(&b), &Budget::standard()).unwrap();
    assert_ne!(found.inclusion, Inclusion::Exact);
    let b = read(r#"{"type":"array","contains":{"type":"integer"},"minContains":0}"#);
    assert!(includes(&b, &a, &Budget::standard()).unwrap());
}

#[test]
fn ruby_expressions_are_translated_exactly_or_not_at_all() {
    let pattern = |ruby: &str| crate::pattern::from_ruby(ruby);
    assert_eq!(pattern(r"\Aa{2}?\z").as_deref(), Some("^(?:a{2})?$"));
    assert_eq!(pattern(r"\Aa{2,2}?\z").as_deref(), Some("^a{2}$"));
    assert_eq!(pattern(r"\Aa{1,2}?\z").as_deref(), Some("^a{1,2}?$"));
    assert_eq!(pattern(r"\A(?:(a)|b)\1\z"), None);
    assert_eq!(pattern(r"\A(a)\1\z").as_deref(), Some(r"^(a)(?:\1)$"));
    assert_eq!(pattern(r"(a)?\1"), None);
    assert_eq!(pattern(r"(a\1)"), None);
    assert_eq!(pattern(r"(?<=(a))\1"), None);
    assert_eq!(pattern(r"(?=(a))\1").as_deref(), Some(r"(?=(a))(?:\1)"));
    assert_eq!(pattern(r"(?!(a))\1"), None);
    assert_eq!(pattern("[!-&&b]"), None);
    assert_eq!(pattern(r"\p{Lu}").as_deref(), Some(r"[\p{Lu}]"));
    assert_eq!(pattern(r"\p{lu}"), None);
    assert_eq!(pattern(r"\xe9"), None);
    // Expressions that Ruby refuses in a lookbehind.
    for behind in [
        "(?<=a*)b",
        "(?<!(a))b",
        "(?<=(?=a)a)b",
        "(?<=x(?:a|bb))c",
        "(?<=(a|bb))c",
        r"(?<=a\z)b",
        "(?<=a{1,2})b",
        "(?<=(?<!(a))b)c",
    ] {
        assert_eq!(pattern(behind), None, "{behind}");
    }
    for behind in [
        "(?<=a|bb)c",
        "(?<=a{2})b",
        "(?<=(?<!a)b)c",
        "(?<!(?:a|bb))c",
    ] {
        assert_eq!(pattern(behind).as_deref(), Some(behind));
    }
    // A match is unknown if the engine and a validator disagree on it.
    let pattern = Pattern::new(r"^(?:(a)|b)\1$".into(), &Budget::standard()).unwrap();
    assert_eq!(pattern.is_match("b", &Budget::standard()).unwrap(), None);
}

/// The cost of many names and long paths grows linearly.
#[test]
fn growth_is_linear() {
    let steps = |text: &str| {
        let budget = Budget::new();
        let schema = Schema::parse(text, Reading::default(), &budget).unwrap();
        let made = import(&schema, Puppet, OpenObjects::Closed, &budget).unwrap();
        let _ = made.relation(&schema, Puppet, &budget).unwrap();
        // The schema is compared with a second copy of itself.
        let again = Schema::parse(text, Reading::default(), &budget).unwrap();
        let sides = [&schema, &again].map(Side::Schema);
        let found = relation(sides[0], sides[1], &budget).unwrap();
        assert_eq!(found.inclusion, Inclusion::Exact);
        budget.steps()
    };
    let list = |count: usize, one: &dyn Fn(usize) -> String| {
        (0..count).map(one).collect::<Vec<_>>().join(",")
    };
    let shapes: [&dyn Fn(usize) -> String; 5] = [
        &|count| {
            let names = list(count, &|at| format!(r#""p{at}""#));
            format!(r#"{{"type":"object","required":[{names}]}}"#)
        },
        &|count| {
            let members = list(count, &|at| format!(r#""p{at}":{{"type":"string"}}"#));
            format!(
                r#"{{"type":"object","properties":{{{members}}},"additionalProperties":false}}"#
            )
        },
        &|count| {
            let links = list(count, &|at| {
                format!(r##""d{at}":{{"$ref":"#/$defs/d{}"}}"##, at + 1)
            });
            format!(
                r##"{{"$ref":"#/$defs/d0","$defs":{{{links},"d{count}":{{"type":"string"}}}}}}"##
            )
        },
        &|count| {
            let links = list(count, &|at| {
                format!(
                    r##""d{at}":{{"type":"array","items":{{"$ref":"#/$defs/d{}"}}}}"##,
                    at + 1
                )
            });
            format!(
                r##"{{"$ref":"#/$defs/d0","$defs":{{{links},"d{count}":{{"type":"string"}}}}}}"##
            )
        },
        &|count| {
            format!(
                r#"{{"enum":[{}]}}"#,
                list(count, &|at| format!(r#""v{at}""#))
            )
        },
    ];
    for shape in shapes {
        let (few, many) = (steps(&shape(500)), steps(&shape(4000)));
        assert!(many < few * 12, "{few} {many}: {}", &shape(1));
    }
    // The only permitted error is an exceeded budget.
    let names = list(100_000, &|at| format!(r#""a name of some length {at}""#));
    let text = format!(r#"{{"type":"object","required":[{names}]}}"#);
    let budget = Budget::standard();
    let schema = Schema::parse(&text, Reading::default(), &budget).unwrap();
    let made = import(&schema, Puppet, OpenObjects::Closed, &budget);
    let done = made.and_then(|made| made.relation(&schema, Puppet, &budget));
    assert!(done.is_ok() || done.is_err_and(|error| error.code() == Code::Limit));
}
