//! Tests of matches by Ruby's rules.

use super::*;

fn finds(source: &str, text: &str) -> bool {
    is_match(&source.into(), text, &Budget::standard())
        .unwrap_or_else(|error| panic!("/{source}/: {error}"))
}

#[test]
fn anchors_stand_for_lines() {
    assert!(finds("^b$", "a\nb\nc") && !finds(r"\Ab\z", "a\nb\nc"));
    assert!(finds(r"b\Z", "ab\n") && !finds(r"b\z", "ab\n"));
    // No line starts after the last line feed.
    assert!(!finds("^$", "a\n") && finds("^$", "a\n\n") && finds("^$", "\n"));
}

#[test]
fn options_and_classes_are_those_of_ruby() {
    assert!(!finds("a.b", "a\nb") && finds("(?m:a.b)", "a\nb") && finds("(?mi)A.b", "a\nB"));
    assert!(finds(r"\A\h+\z", "c0FFee") && !finds(r"\h", "xyz"));
    assert!(!finds(r"\w", "é") && finds("[[:alpha:]]", "é") && !finds(r"\d", "٣"));
    assert!(finds(r"\p{Upper}", "É") && finds(r"\p{^Upper}", "é"));
    assert!(finds("[a-z&&[^b]]", "c") && !finds("[a-z&&[^b]]", "b"));
    assert!(finds(r"\A[^\s\]-]+\z", "a.b") && finds("a{,2}b", "aab"));
    assert!(finds("{", "{") && finds(r"\A\{\}\z", "{}") && finds(r"a\/b\-\ c", "a/b- c"));
    assert!(finds(r"\Aa{2}?\z", "") && !finds(r"\Aa{2}?\z", "a") && !finds(r"\Aa{2,2}?\z", ""));
    assert!(finds(r"\Aa{2}+\z", "aaaa") && !finds(r"\Aa{2}+\z", "aaa"));
    assert!(finds(r"(?<q>['']).*\k<q>", "'x'") && finds(r"(a)\1", "aa"));
    assert!(finds(r"\A(?<p>\((?:[^()]|\g<p>)*\))\z", "(a(b)c)"));
    assert!(finds("(?<!a)b", "cb") && !finds("(?<!a)b", "ab") && finds(r"\u00e9", "é"));
}

#[test]
fn anchors_may_be_repeated() {
    assert!(finds(r"\A?b", "ab") && finds("^*b", "ab") && finds(r"a\b{0,3}b", "ab"));
    assert!(!finds(r"\A+b", "ab") && !finds(r"\A{2}b", "ab") && finds("(?=b)*a", "a"));
    assert!(finds(r"(?=(b))?\Aa", "a") && !finds("(?=b)+a", "a") && finds("a(?<!a)*b", "ab"));
    assert!(finds("(?:^)*b", "ab") && finds("(^)?b", "ab") && finds(r"a(?:\b|$)*b", "ab"));
    assert!(finds("((?i)a)b", "Ab") && !finds("((?i)a)b", "AB") && finds("(?a)b|c", "c"));
    // Alternatives after an option belong to the part after the option.
    assert!(finds("\\Aa(?i)b|c\\z", "aC") && !finds("\\Aa(?i)b|c\\z", "c"));
    assert!(finds("(?i)a(?-i)b", "Ab") && !finds("(?i)a(?-i)b", "AB") && finds("(?x) a b", "ab"));
    assert!(finds(r"\A{,2}b", "ab") && !finds("a${1,}b", "ab") && finds(r"a\Z??b", "ab"));
}

#[test]
fn characters_are_written_by_their_codes() {
    assert!(finds(r"\A\12\z", "\n") && finds(r"\A\ca\C-b\z", "\u{1}\u{2}"));
    assert!(finds(r"\A\xc3\xa9[\xc3\xa9]\z", "éé") && finds(r"\A\303\251\z", "é"));
    assert!(finds(r"\A(a)\11\z", "a\t") && finds(r"\A[\101]\z", "A"));
}

#[test]
fn what_cannot_be_said_is_named() {
    let error = is_match(&"(?~a)".into(), "b", &Budget::standard()).unwrap_err();
    assert_eq!(error.code(), Code::Unsupported);
    assert!(error.message().contains("(?~)"));
}

#[test]
fn catastrophe_is_stopped() {
    let text = "a".repeat(64);
    let pattern: Str = r"\A(?:a|aa)+(?!b)(x)\1\z".into();
    let budget = Budget::new();
    let error = is_match(&pattern, &text, &budget).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
    // Attempts are charged, and an attempt that exceeds the budget is not made.
    assert!(budget.steps() > u64::from(BACKTRACKING[4]));
    let little = Budget::new().limit_steps(1 << 16);
    assert!(is_match(&pattern, &text, &little).is_err());
    assert!(little.steps() < u64::from(BACKTRACKING[4]));
}

/// Characters with the results of Ruby 3.1.
#[test]
fn properties_without_tables_of_the_engine_match_as_in_ruby() {
    assert!(finds(r"\p{In_Greek_and_Coptic}", "α") && !finds(r"\p{In_Greek_and_Coptic}", "ἀ"));
    assert!(finds(r"\A[a\p{InGreekExtended}]+\z", "aἀ") && finds(r"\P{in basic latin}", "é"));
    assert!(finds(r"\p{^InArrows}", "a") && !finds(r"\p{^InArrows}", "→"));
    assert!(finds(r"\p{InNoBlock}", "\u{870}") && !finds(r"\p{InNoBlock}", "\u{2fdf}"));
    assert!(!finds(r"\p{InLowSurrogates}", "a") && finds(r"\P{InLowSurrogates}", "a"));
    assert!(!finds(r"\p{Surrogate}", "a") && finds(r"[^\p{Surrogate}]", "a"));
    assert!(finds(r"\p{Unknown}", "\u{e000}") && !finds(r"\p{Zzzz}", "a"));
    assert!(finds(r"\p{XPosixPunct}", "+") && !finds(r"\p{XPosixPunct}", "¢"));
    assert!(finds(r"\p{Age=6.0}", "₹") && !finds(r"\p{Age=5.2}", "₹"));
}

#[test]
fn every_property_of_ruby_has_a_meaning() {
    for name in properties::names() {
        let found = is_match(&format!("\\p{{{name}}}").into(), "", &Budget::standard());
        assert!(!found.unwrap(), "{name}");
    }
}
