use super::*;
use polycty_core::source::Source;

const TWO: &str = "Puppet::Resource::ResourceType3.new(
  'two',
  [ Puppet::Resource::Param(Enum['present', 'absent'], 'ensure') ],
  [
    Puppet::Resource::Param(Any, 'name', true),
    Puppet::Resource::Param(Any, 'realm', true),
    Puppet::Resource::Param(Integer[0, 5], 'level')
  ],
  {
    /(?m-ix:\\A(.*)@(.*)\\Z)/ => ['name', 'realm'],
    /(?m-ix:\\A(\\w*)\\Z)/ => ['name']
  },
  true,
  false)
";

fn read(name: &str, text: &str) -> Result<ResourceType> {
    read_resource_type(Source::new("/e/two.pp", text), name, &Budget::new())
}

fn key(ty: &ResourceType, title: &str, given: &[(&str, &str)]) -> Vec<Option<String>> {
    let given = |name: &str| {
        let found = given.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| Value::string(value))
    };
    let values = ty.uniqueness_key(title, given, &Budget::new()).unwrap();
    let texts = values.iter().map(|value| value.as_str().map(str::to_owned));
    texts.collect()
}

fn some(texts: &[&str]) -> Vec<Option<String>> {
    texts.iter().map(|text| Some((*text).to_owned())).collect()
}

#[test]
fn attributes_belong_to_their_types() {
    for (resource_type, attribute, known) in [
        ("file", "mode", true),
        ("file", "noop", true),
        ("file", "name", true),
        ("file", "title", false),
        ("notify", "provider", false),
        ("package", "provider", true),
        ("whit", "name", true),
        ("nope", "mode", false),
        ("nope", "tag", true),
        ("file", "", false),
    ] {
        assert_eq!(
            has_attribute(resource_type, attribute),
            known,
            "{resource_type} {attribute}"
        );
    }
}

#[test]
fn core_types_have_name_attributes() {
    for (name, attribute, identity) in [
        ("file", "path", Identity::Unique),
        ("exec", "command", Identity::Shared),
        ("tidy", "path", Identity::Shared),
        ("package", "name", Identity::Unique),
        ("notify", "name", Identity::Unique),
    ] {
        let ty = built_in(name).unwrap();
        assert_eq!((ty.name_attribute(), ty.identity()), (attribute, identity));
        assert!(ty.has_attribute(attribute), "{name}");
    }
    assert!(built_in("cron").is_none());
}

#[test]
fn keys_come_from_attributes_and_titles() {
    let file = built_in("file").unwrap();
    assert_eq!(key(file, "/a/", &[]), some(&["/a"]));
    assert_eq!(key(file, "x", &[("path", "/a/")]), some(&["/a/"]));
    assert_eq!(key(file, "x", &[("name", "/a")]), some(&["x"]));
    let user = built_in("user").unwrap();
    assert_eq!(key(user, "a", &[("name", "b")]), some(&["b"]));
    let package = built_in("package").unwrap();
    let none = None::<String>;
    assert_eq!(
        key(package, "b", &[("name", "x")]),
        [none.clone(), Some("x".into()), none]
    );
}

#[test]
fn files_define_types() {
    let two = read("two", TWO).unwrap();
    assert_eq!((two.name(), two.name_attribute()), ("two", "name"));
    assert_eq!(two.attribute_count(), 4);
    for (attribute, known) in [
        ("ensure", true),
        ("level", true),
        ("tag", true),
        ("x", false),
    ] {
        assert_eq!(two.has_attribute(attribute), known, "{attribute}");
    }
    let budget = Budget::new();
    let set = two.title_attributes("a@b@c", &budget).unwrap();
    assert_eq!(set, [("name", "a@b".into()), ("realm", "c".into())]);
    assert_eq!(
        two.title_attributes("x", &budget).unwrap(),
        [("name", "x".into())]
    );
    let error = two.title_attributes("a b", &budget).unwrap_err();
    assert_eq!(
        error.message(),
        "No set of title patterns matched the title \"a b\"."
    );
    assert_eq!(key(&two, "x", &[("realm", "r")]), some(&["x", "r"]));
}

#[test]
fn files_that_define_no_type_are_errors() {
    for (name, text, message) in [
        (
            "bad",
            "5",
            "The code loaded from /e/two.pp does not create the resource type 'bad' - no call to \
             Puppet::Resource::ResourceType3.new found.",
        ),
        (
            "bad",
            "",
            "The code loaded from /e/two.pp does not create the resource type 'bad' - it is empty.",
        ),
        (
            "wrong",
            TWO,
            "The code loaded from /e/two.pp produced resource type with the wrong name, expected \
             'wrong', actual 'two'",
        ),
        (
            "two",
            "Puppet::Resource::ResourceType3.new('two', $x)",
            "/e/two.pp: resource type 'two': the attributes are not an array",
        ),
    ] {
        assert_eq!(read(name, text).unwrap_err().message(), message);
    }
}

#[test]
fn messages_name_both_declarations() {
    let (first, second) = (Some(("/e/a.pp", 1)), Some(("/e/a.pp", 2)));
    assert_eq!(
        duplicate_declaration("Stage[main]", None, second),
        "Duplicate declaration: Stage[main] is already declared; cannot redeclare (file: /e/a.pp, \
         line: 2)"
    );
    assert_eq!(
        unknown_attribute("foo", second, "Notify[a]", first),
        "no parameter named 'foo' (file: /e/a.pp, line: 2) on Notify[a] (file: /e/a.pp, line: 1)"
    );
    let budget = Budget::new();
    let key = crate::array(vec![undef(), Value::string("x"), undef()]).unwrap();
    assert_eq!(
        cannot_alias("Package[b]", "Package", &key, second, first, &budget).unwrap(),
        "Cannot alias Package[b] to [nil, \"x\", nil] at (file: /e/a.pp, line: 2); resource \
         [\"Package\", nil, \"x\", nil] already declared (file: /e/a.pp, line: 1)"
    );
    let alias = Value::string("b");
    assert_eq!(
        cannot_alias("Exec[c]", "Exec", &alias, second, first, &budget).unwrap(),
        "Cannot alias Exec[c] to \"b\" at (file: /e/a.pp, line: 2); resource [\"Exec\", \"b\"] \
         already declared (file: /e/a.pp, line: 1)"
    );
}
