//! Names of character properties that Ruby accepts in `\p{…}`.
//!
//! The list has the names of Ruby 3.1 (Unicode 13.0): general categories, scripts and their
//! aliases, ages, derived and binary properties, POSIX classes, emoji properties. A static list
//! works without the tables of a regular-expression engine. Blocks are in a separate table.

use super::blocks;

/// Whether a character property has this name, ignoring case, spaces, `_` and `-`.
pub(crate) fn is_property(name: &str) -> bool {
    let name = normalized(name);
    NAMES.binary_search(&&*name).is_ok() || blocks::is_block(&name)
}

/// All names, in the form of the list.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = String> {
    let names = NAMES.iter().map(|&name| name.to_owned());
    names.chain(blocks::names())
}

/// Returns the name in the form of the list.
pub(crate) fn normalized(name: &str) -> String {
    let kept = name.chars().filter(|c| !matches!(c, ' ' | '_' | '-'));
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

/// Lowercase names without spaces, `_` and `-`, sorted by bytes.
#[rustfmt::skip]
static NAMES: &[&str] = &[
    "adlam", "adlm", "age=1.1", "age=10.0", "age=11.0", "age=12.0", "age=12.1", "age=13.0",
    "age=2.0", "age=2.1", "age=3.0", "age=3.1", "age=3.2", "age=4.0", "age=4.1", "age=5.0",
    "age=5.1", "age=5.2", "age=6.0", "age=6.1", "age=6.2", "age=6.3", "age=7.0", "age=8.0",
    "age=9.0", "aghb", "ahex", "ahom", "alnum", "alpha", "alphabetic", "anatolianhieroglyphs",
    "any", "arab", "arabic", "armenian", "armi", "armn", "ascii", "asciihexdigit", "assigned",
    "avestan", "avst", "bali", "balinese", "bamu", "bamum", "bass", "bassavah", "batak", "batk",
    "beng", "bengali", "bhaiksuki", "bhks", "bidic", "bidicontrol", "blank", "bopo", "bopomofo",
    "brah", "brahmi", "brai", "braille", "bugi", "buginese", "buhd", "buhid", "c", "cakm",
    "canadianaboriginal", "cans", "cari", "carian", "cased", "casedletter", "caseignorable",
    "caucasianalbanian", "cc", "cf", "chakma", "cham", "changeswhencasefolded",
    "changeswhencasemapped", "changeswhenlowercased", "changeswhentitlecased",
    "changeswhenuppercased", "cher", "cherokee", "chorasmian", "chrs", "ci", "closepunctuation",
    "cn", "cntrl", "co", "combiningmark", "common", "connectorpunctuation", "control", "copt",
    "coptic", "cprt", "cs", "cuneiform", "currencysymbol", "cwcf", "cwcm", "cwl", "cwt", "cwu",
    "cypriot", "cyrillic", "cyrl", "dash", "dashpunctuation", "decimalnumber",
    "defaultignorablecodepoint", "dep", "deprecated", "deseret", "deva", "devanagari", "di", "dia",
    "diacritic", "diak", "digit", "divesakuru", "dogr", "dogra", "dsrt", "dupl", "duployan",
    "ebase", "ecomp", "egyp", "egyptianhieroglyphs", "elba", "elbasan", "elym", "elymaic", "emod",
    "emoji", "emojicomponent", "emojimodifier", "emojimodifierbase", "emojipresentation",
    "enclosingmark", "epres", "ethi", "ethiopic", "ext", "extendedpictographic", "extender",
    "extpict", "finalpunctuation", "format", "geor", "georgian", "glag", "glagolitic", "gong",
    "gonm", "goth", "gothic", "gran", "grantha", "graph", "graphemebase",
    "graphemeclusterbreak=control", "graphemeclusterbreak=cr", "graphemeclusterbreak=extend",
    "graphemeclusterbreak=l", "graphemeclusterbreak=lf", "graphemeclusterbreak=lv",
    "graphemeclusterbreak=lvt", "graphemeclusterbreak=prepend",
    "graphemeclusterbreak=regionalindicator", "graphemeclusterbreak=spacingmark",
    "graphemeclusterbreak=t", "graphemeclusterbreak=v", "graphemeclusterbreak=zwj",
    "graphemeextend", "graphemelink", "grbase", "greek", "grek", "grext", "grlink", "gujarati",
    "gujr", "gunjalagondi", "gurmukhi", "guru", "han", "hang", "hangul", "hani", "hanifirohingya",
    "hano", "hanunoo", "hatr", "hatran", "hebr", "hebrew", "hex", "hexdigit", "hira", "hiragana",
    "hluw", "hmng", "hmnp", "hung", "hyphen", "idc", "idcontinue", "ideo", "ideographic", "ids",
    "idsb", "idsbinaryoperator", "idst", "idstart", "idstrinaryoperator", "imperialaramaic",
    "inherited", "initialpunctuation", "inscriptionalpahlavi", "inscriptionalparthian", "ital",
    "java", "javanese", "joinc", "joincontrol", "kaithi", "kali", "kana", "kannada", "katakana",
    "kayahli", "khar", "kharoshthi", "khitansmallscript", "khmer", "khmr", "khoj", "khojki",
    "khudawadi", "kits", "knda", "kthi", "l", "lana", "lao", "laoo", "latin", "latn", "lc", "lepc",
    "lepcha", "letter", "letternumber", "limb", "limbu", "lina", "linb", "lineara", "linearb",
    "lineseparator", "lisu", "ll", "lm", "lo", "loe", "logicalorderexception", "lower", "lowercase",
    "lowercaseletter", "lt", "lu", "lyci", "lycian", "lydi", "lydian", "m", "mahajani", "mahj",
    "maka", "makasar", "malayalam", "mand", "mandaic", "mani", "manichaean", "marc", "marchen",
    "mark", "masaramgondi", "math", "mathsymbol", "mc", "me", "medefaidrin", "medf", "meeteimayek",
    "mend", "mendekikakui", "merc", "mero", "meroiticcursive", "meroitichieroglyphs", "miao",
    "mlym", "mn", "modi", "modifierletter", "modifiersymbol", "mong", "mongolian", "mro", "mroo",
    "mtei", "mult", "multani", "myanmar", "mymr", "n", "nabataean", "nand", "nandinagari", "narb",
    "nbat", "nchar", "nd", "newa", "newtailue", "nko", "nkoo", "nl", "no", "noncharactercodepoint",
    "nonspacingmark", "nshu", "number", "nushu", "nyiakengpuachuehmong", "oalpha", "odi", "ogam",
    "ogham", "ogrext", "oidc", "oids", "olchiki", "olck", "oldhungarian", "olditalic",
    "oldnortharabian", "oldpermic", "oldpersian", "oldsogdian", "oldsoutharabian", "oldturkic",
    "olower", "omath", "openpunctuation", "oriya", "orkh", "orya", "osage", "osge", "osma",
    "osmanya", "other", "otheralphabetic", "otherdefaultignorablecodepoint", "othergraphemeextend",
    "otheridcontinue", "otheridstart", "otherletter", "otherlowercase", "othermath", "othernumber",
    "otherpunctuation", "othersymbol", "otheruppercase", "oupper", "p", "pahawhhmong", "palm",
    "palmyrene", "paragraphseparator", "patsyn", "patternsyntax", "patternwhitespace", "patws",
    "pauc", "paucinhau", "pc", "pcm", "pd", "pe", "perm", "pf", "phag", "phagspa", "phli", "phlp",
    "phnx", "phoenician", "pi", "plrd", "po", "prependedconcatenationmark", "print", "privateuse",
    "prti", "ps", "psalterpahlavi", "punct", "punctuation", "qaac", "qaai", "qmark",
    "quotationmark", "radical", "regionalindicator", "rejang", "ri", "rjng", "rohg", "runic",
    "runr", "s", "samaritan", "samr", "sarb", "saur", "saurashtra", "sc", "sd", "sentenceterminal",
    "separator", "sgnw", "sharada", "shavian", "shaw", "shrd", "sidd", "siddham", "signwriting",
    "sind", "sinh", "sinhala", "sk", "sm", "so", "softdotted", "sogd", "sogdian", "sogo", "sora",
    "sorasompeng", "soyo", "soyombo", "space", "spaceseparator", "spacingmark", "sterm", "sund",
    "sundanese", "surrogate", "sylo", "sylotinagri", "symbol", "syrc", "syriac", "tagalog", "tagb",
    "tagbanwa", "taile", "taitham", "taiviet", "takr", "takri", "tale", "talu", "tamil", "taml",
    "tang", "tangut", "tavt", "telu", "telugu", "term", "terminalpunctuation", "tfng", "tglg",
    "thaa", "thaana", "thai", "tibetan", "tibt", "tifinagh", "tirh", "tirhuta", "titlecaseletter",
    "ugar", "ugaritic", "uideo", "unassigned", "unifiedideograph", "unknown", "upper", "uppercase",
    "uppercaseletter", "vai", "vaii", "variationselector", "vs", "wancho", "wara", "warangciti",
    "wcho", "whitespace", "word", "wspace", "xdigit", "xidc", "xidcontinue", "xids", "xidstart",
    "xpeo", "xposixpunct", "xsux", "yezi", "yezidi", "yi", "yiii", "z", "zanabazarsquare", "zanb",
    "zinh", "zl", "zp", "zs", "zyyy", "zzzz",
];

#[cfg(test)]
mod tests {
    use super::{NAMES, is_property};

    #[test]
    fn names_are_sorted_and_normalized() {
        assert!(NAMES.is_sorted_by(|a, b| a < b));
        assert!(NAMES.iter().all(|name| super::normalized(name) == *name));
    }

    // The results of `Regexp.new("\p{#{name}}")` in Ruby 3.1.
    #[test]
    fn names_are_accepted_as_ruby_accepts_them() {
        for name in [
            "Gr eek",
            "g_r-eek",
            " greek",
            "Grek",
            "L",
            "LC",
            "Cased_Letter",
            "Age=6.0",
            "A_ge=13.0",
            "age = 1.1",
            "In_Greek_and_Coptic",
            "InNo_Block",
            "in_cjk_unified_ideographs_extension_g",
            "Qaai",
            "Zzzz",
            "Unknown",
            "Any",
            "Assigned",
            "Alnum",
            "XPosixPunct",
            "Word",
            "emoji",
            "Emoji_Presentation",
            "ExtPict",
            "Grapheme_Cluster_Break=ZWJ",
            "ID_Start",
            "White_Space",
            "wspace",
            "Vai",
            "Kannada",
            "OIDS",
        ] {
            assert!(is_property(name), "{name}");
        }
        for name in [
            "",
            "_",
            " ",
            "gréek",
            "Greek\t",
            "^Greek",
            "InGreek",
            "isGreek",
            "No_Block",
            "Script=Greek",
            "sc=Grek",
            "gc=L",
            "Age=15.0",
            "Age=6.00",
            "Age=6",
            "Age=",
            "age6.0",
            "In_BMP",
            "Greeks",
            "Gree",
            "Kawi",
            "CR",
            "zwj",
            "Grapheme_Cluster_Break_ZWJ",
            "alpha=1",
            "İd",
        ] {
            assert!(!is_property(name), "{name}");
        }
    }
}
