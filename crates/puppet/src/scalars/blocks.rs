//! Unicode blocks, for `\p{In_…}`.
//!
//! The engine has no table of blocks. This table has the blocks of Ruby 3.1 (Unicode 13.0).

use std::fmt::Write;

/// The part of a property's name before the name of a block.
const PREFIX: &str = "in";

/// The name of the code points without a block.
const NO_BLOCK: &str = "noblock";

/// Returns the characters of a block as the inside of a class, by the normalized name of the
/// property.
pub(super) fn class(name: &str) -> Option<String> {
    let name = name.strip_prefix(PREFIX)?;
    let mut out = String::new();
    if name == NO_BLOCK {
        out.push('^');
        for (_, first, last) in BLOCKS {
            write_range(*first, *last, &mut out);
        }
        return Some(out);
    }
    let (_, first, last) = BLOCKS[find(name)?];
    write_range(first, last, &mut out);
    if out.is_empty() {
        // Texts contain no surrogates.
        out.push_str(r"^\x00-\x{10ffff}");
    }
    Some(out)
}

/// Whether a property with this normalized name is a block.
pub(super) fn is_block(name: &str) -> bool {
    name.strip_prefix(PREFIX)
        .is_some_and(|name| name == NO_BLOCK || find(name).is_some())
}

/// The names of all properties that are blocks.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = String> {
    let names = BLOCKS.iter().map(|(name, ..)| *name).chain([NO_BLOCK]);
    names.map(|name| format!("{PREFIX}{name}"))
}

fn find(name: &str) -> Option<usize> {
    BLOCKS.binary_search_by_key(&name, |(name, ..)| name).ok()
}

/// Writes the range unless it consists of surrogates.
fn write_range(first: u32, last: u32, out: &mut String) {
    if char::from_u32(first).is_some() {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\x{{{first:x}}}-\\x{{{last:x}}}");
    }
}

/// Lowercase names without spaces, `_` and `-`, sorted by bytes, with the first and the last code
/// point of the block.
#[rustfmt::skip]
static BLOCKS: &[(&str, u32, u32)] = &[
    ("adlam", 0x1e900, 0x1e95f), ("aegeannumbers", 0x10100, 0x1013f), ("ahom", 0x11700, 0x1173f),
    ("alchemicalsymbols", 0x1f700, 0x1f77f), ("alphabeticpresentationforms", 0xfb00, 0xfb4f),
    ("anatolianhieroglyphs", 0x14400, 0x1467f), ("ancientgreekmusicalnotation", 0x1d200, 0x1d24f),
    ("ancientgreeknumbers", 0x10140, 0x1018f), ("ancientsymbols", 0x10190, 0x101cf),
    ("arabic", 0x0600, 0x06ff), ("arabicextendeda", 0x08a0, 0x08ff),
    ("arabicmathematicalalphabeticsymbols", 0x1ee00, 0x1eeff),
    ("arabicpresentationformsa", 0xfb50, 0xfdff), ("arabicpresentationformsb", 0xfe70, 0xfeff),
    ("arabicsupplement", 0x0750, 0x077f), ("armenian", 0x0530, 0x058f), ("arrows", 0x2190, 0x21ff),
    ("avestan", 0x10b00, 0x10b3f), ("balinese", 0x1b00, 0x1b7f), ("bamum", 0xa6a0, 0xa6ff),
    ("bamumsupplement", 0x16800, 0x16a3f), ("basiclatin", 0x0000, 0x007f),
    ("bassavah", 0x16ad0, 0x16aff), ("batak", 0x1bc0, 0x1bff), ("bengali", 0x0980, 0x09ff),
    ("bhaiksuki", 0x11c00, 0x11c6f), ("blockelements", 0x2580, 0x259f),
    ("bopomofo", 0x3100, 0x312f), ("bopomofoextended", 0x31a0, 0x31bf),
    ("boxdrawing", 0x2500, 0x257f), ("brahmi", 0x11000, 0x1107f),
    ("braillepatterns", 0x2800, 0x28ff), ("buginese", 0x1a00, 0x1a1f), ("buhid", 0x1740, 0x175f),
    ("byzantinemusicalsymbols", 0x1d000, 0x1d0ff), ("carian", 0x102a0, 0x102df),
    ("caucasianalbanian", 0x10530, 0x1056f), ("chakma", 0x11100, 0x1114f), ("cham", 0xaa00, 0xaa5f),
    ("cherokee", 0x13a0, 0x13ff), ("cherokeesupplement", 0xab70, 0xabbf),
    ("chesssymbols", 0x1fa00, 0x1fa6f), ("chorasmian", 0x10fb0, 0x10fdf),
    ("cjkcompatibility", 0x3300, 0x33ff), ("cjkcompatibilityforms", 0xfe30, 0xfe4f),
    ("cjkcompatibilityideographs", 0xf900, 0xfaff),
    ("cjkcompatibilityideographssupplement", 0x2f800, 0x2fa1f),
    ("cjkradicalssupplement", 0x2e80, 0x2eff), ("cjkstrokes", 0x31c0, 0x31ef),
    ("cjksymbolsandpunctuation", 0x3000, 0x303f), ("cjkunifiedideographs", 0x4e00, 0x9fff),
    ("cjkunifiedideographsextensiona", 0x3400, 0x4dbf),
    ("cjkunifiedideographsextensionb", 0x20000, 0x2a6df),
    ("cjkunifiedideographsextensionc", 0x2a700, 0x2b73f),
    ("cjkunifiedideographsextensiond", 0x2b740, 0x2b81f),
    ("cjkunifiedideographsextensione", 0x2b820, 0x2ceaf),
    ("cjkunifiedideographsextensionf", 0x2ceb0, 0x2ebef),
    ("cjkunifiedideographsextensiong", 0x30000, 0x3134f),
    ("combiningdiacriticalmarks", 0x0300, 0x036f),
    ("combiningdiacriticalmarksextended", 0x1ab0, 0x1aff),
    ("combiningdiacriticalmarksforsymbols", 0x20d0, 0x20ff),
    ("combiningdiacriticalmarkssupplement", 0x1dc0, 0x1dff), ("combininghalfmarks", 0xfe20, 0xfe2f),
    ("commonindicnumberforms", 0xa830, 0xa83f), ("controlpictures", 0x2400, 0x243f),
    ("coptic", 0x2c80, 0x2cff), ("copticepactnumbers", 0x102e0, 0x102ff),
    ("countingrodnumerals", 0x1d360, 0x1d37f), ("cuneiform", 0x12000, 0x123ff),
    ("cuneiformnumbersandpunctuation", 0x12400, 0x1247f), ("currencysymbols", 0x20a0, 0x20cf),
    ("cypriotsyllabary", 0x10800, 0x1083f), ("cyrillic", 0x0400, 0x04ff),
    ("cyrillicextendeda", 0x2de0, 0x2dff), ("cyrillicextendedb", 0xa640, 0xa69f),
    ("cyrillicextendedc", 0x1c80, 0x1c8f), ("cyrillicsupplement", 0x0500, 0x052f),
    ("deseret", 0x10400, 0x1044f), ("devanagari", 0x0900, 0x097f),
    ("devanagariextended", 0xa8e0, 0xa8ff), ("dingbats", 0x2700, 0x27bf),
    ("divesakuru", 0x11900, 0x1195f), ("dogra", 0x11800, 0x1184f),
    ("dominotiles", 0x1f030, 0x1f09f), ("duployan", 0x1bc00, 0x1bc9f),
    ("earlydynasticcuneiform", 0x12480, 0x1254f),
    ("egyptianhieroglyphformatcontrols", 0x13430, 0x1343f),
    ("egyptianhieroglyphs", 0x13000, 0x1342f), ("elbasan", 0x10500, 0x1052f),
    ("elymaic", 0x10fe0, 0x10fff), ("emoticons", 0x1f600, 0x1f64f),
    ("enclosedalphanumerics", 0x2460, 0x24ff), ("enclosedalphanumericsupplement", 0x1f100, 0x1f1ff),
    ("enclosedcjklettersandmonths", 0x3200, 0x32ff),
    ("enclosedideographicsupplement", 0x1f200, 0x1f2ff), ("ethiopic", 0x1200, 0x137f),
    ("ethiopicextended", 0x2d80, 0x2ddf), ("ethiopicextendeda", 0xab00, 0xab2f),
    ("ethiopicsupplement", 0x1380, 0x139f), ("generalpunctuation", 0x2000, 0x206f),
    ("geometricshapes", 0x25a0, 0x25ff), ("geometricshapesextended", 0x1f780, 0x1f7ff),
    ("georgian", 0x10a0, 0x10ff), ("georgianextended", 0x1c90, 0x1cbf),
    ("georgiansupplement", 0x2d00, 0x2d2f), ("glagolitic", 0x2c00, 0x2c5f),
    ("glagoliticsupplement", 0x1e000, 0x1e02f), ("gothic", 0x10330, 0x1034f),
    ("grantha", 0x11300, 0x1137f), ("greekandcoptic", 0x0370, 0x03ff),
    ("greekextended", 0x1f00, 0x1fff), ("gujarati", 0x0a80, 0x0aff),
    ("gunjalagondi", 0x11d60, 0x11daf), ("gurmukhi", 0x0a00, 0x0a7f),
    ("halfwidthandfullwidthforms", 0xff00, 0xffef), ("hangulcompatibilityjamo", 0x3130, 0x318f),
    ("hanguljamo", 0x1100, 0x11ff), ("hanguljamoextendeda", 0xa960, 0xa97f),
    ("hanguljamoextendedb", 0xd7b0, 0xd7ff), ("hangulsyllables", 0xac00, 0xd7af),
    ("hanifirohingya", 0x10d00, 0x10d3f), ("hanunoo", 0x1720, 0x173f), ("hatran", 0x108e0, 0x108ff),
    ("hebrew", 0x0590, 0x05ff), ("highprivateusesurrogates", 0xdb80, 0xdbff),
    ("highsurrogates", 0xd800, 0xdb7f), ("hiragana", 0x3040, 0x309f),
    ("ideographicdescriptioncharacters", 0x2ff0, 0x2fff),
    ("ideographicsymbolsandpunctuation", 0x16fe0, 0x16fff), ("imperialaramaic", 0x10840, 0x1085f),
    ("indicsiyaqnumbers", 0x1ec70, 0x1ecbf), ("inscriptionalpahlavi", 0x10b60, 0x10b7f),
    ("inscriptionalparthian", 0x10b40, 0x10b5f), ("ipaextensions", 0x0250, 0x02af),
    ("javanese", 0xa980, 0xa9df), ("kaithi", 0x11080, 0x110cf), ("kanaextendeda", 0x1b100, 0x1b12f),
    ("kanasupplement", 0x1b000, 0x1b0ff), ("kanbun", 0x3190, 0x319f),
    ("kangxiradicals", 0x2f00, 0x2fdf), ("kannada", 0x0c80, 0x0cff), ("katakana", 0x30a0, 0x30ff),
    ("katakanaphoneticextensions", 0x31f0, 0x31ff), ("kayahli", 0xa900, 0xa92f),
    ("kharoshthi", 0x10a00, 0x10a5f), ("khitansmallscript", 0x18b00, 0x18cff),
    ("khmer", 0x1780, 0x17ff), ("khmersymbols", 0x19e0, 0x19ff), ("khojki", 0x11200, 0x1124f),
    ("khudawadi", 0x112b0, 0x112ff), ("lao", 0x0e80, 0x0eff), ("latin1supplement", 0x0080, 0x00ff),
    ("latinextendeda", 0x0100, 0x017f), ("latinextendedadditional", 0x1e00, 0x1eff),
    ("latinextendedb", 0x0180, 0x024f), ("latinextendedc", 0x2c60, 0x2c7f),
    ("latinextendedd", 0xa720, 0xa7ff), ("latinextendede", 0xab30, 0xab6f),
    ("lepcha", 0x1c00, 0x1c4f), ("letterlikesymbols", 0x2100, 0x214f), ("limbu", 0x1900, 0x194f),
    ("lineara", 0x10600, 0x1077f), ("linearbideograms", 0x10080, 0x100ff),
    ("linearbsyllabary", 0x10000, 0x1007f), ("lisu", 0xa4d0, 0xa4ff),
    ("lisusupplement", 0x11fb0, 0x11fbf), ("lowsurrogates", 0xdc00, 0xdfff),
    ("lycian", 0x10280, 0x1029f), ("lydian", 0x10920, 0x1093f), ("mahajani", 0x11150, 0x1117f),
    ("mahjongtiles", 0x1f000, 0x1f02f), ("makasar", 0x11ee0, 0x11eff),
    ("malayalam", 0x0d00, 0x0d7f), ("mandaic", 0x0840, 0x085f), ("manichaean", 0x10ac0, 0x10aff),
    ("marchen", 0x11c70, 0x11cbf), ("masaramgondi", 0x11d00, 0x11d5f),
    ("mathematicalalphanumericsymbols", 0x1d400, 0x1d7ff),
    ("mathematicaloperators", 0x2200, 0x22ff), ("mayannumerals", 0x1d2e0, 0x1d2ff),
    ("medefaidrin", 0x16e40, 0x16e9f), ("meeteimayek", 0xabc0, 0xabff),
    ("meeteimayekextensions", 0xaae0, 0xaaff), ("mendekikakui", 0x1e800, 0x1e8df),
    ("meroiticcursive", 0x109a0, 0x109ff), ("meroitichieroglyphs", 0x10980, 0x1099f),
    ("miao", 0x16f00, 0x16f9f), ("miscellaneousmathematicalsymbolsa", 0x27c0, 0x27ef),
    ("miscellaneousmathematicalsymbolsb", 0x2980, 0x29ff), ("miscellaneoussymbols", 0x2600, 0x26ff),
    ("miscellaneoussymbolsandarrows", 0x2b00, 0x2bff),
    ("miscellaneoussymbolsandpictographs", 0x1f300, 0x1f5ff),
    ("miscellaneoustechnical", 0x2300, 0x23ff), ("modi", 0x11600, 0x1165f),
    ("modifiertoneletters", 0xa700, 0xa71f), ("mongolian", 0x1800, 0x18af),
    ("mongoliansupplement", 0x11660, 0x1167f), ("mro", 0x16a40, 0x16a6f),
    ("multani", 0x11280, 0x112af), ("musicalsymbols", 0x1d100, 0x1d1ff),
    ("myanmar", 0x1000, 0x109f), ("myanmarextendeda", 0xaa60, 0xaa7f),
    ("myanmarextendedb", 0xa9e0, 0xa9ff), ("nabataean", 0x10880, 0x108af),
    ("nandinagari", 0x119a0, 0x119ff), ("newa", 0x11400, 0x1147f), ("newtailue", 0x1980, 0x19df),
    ("nko", 0x07c0, 0x07ff), ("numberforms", 0x2150, 0x218f), ("nushu", 0x1b170, 0x1b2ff),
    ("nyiakengpuachuehmong", 0x1e100, 0x1e14f), ("ogham", 0x1680, 0x169f),
    ("olchiki", 0x1c50, 0x1c7f), ("oldhungarian", 0x10c80, 0x10cff),
    ("olditalic", 0x10300, 0x1032f), ("oldnortharabian", 0x10a80, 0x10a9f),
    ("oldpermic", 0x10350, 0x1037f), ("oldpersian", 0x103a0, 0x103df),
    ("oldsogdian", 0x10f00, 0x10f2f), ("oldsoutharabian", 0x10a60, 0x10a7f),
    ("oldturkic", 0x10c00, 0x10c4f), ("opticalcharacterrecognition", 0x2440, 0x245f),
    ("oriya", 0x0b00, 0x0b7f), ("ornamentaldingbats", 0x1f650, 0x1f67f),
    ("osage", 0x104b0, 0x104ff), ("osmanya", 0x10480, 0x104af),
    ("ottomansiyaqnumbers", 0x1ed00, 0x1ed4f), ("pahawhhmong", 0x16b00, 0x16b8f),
    ("palmyrene", 0x10860, 0x1087f), ("paucinhau", 0x11ac0, 0x11aff), ("phagspa", 0xa840, 0xa87f),
    ("phaistosdisc", 0x101d0, 0x101ff), ("phoenician", 0x10900, 0x1091f),
    ("phoneticextensions", 0x1d00, 0x1d7f), ("phoneticextensionssupplement", 0x1d80, 0x1dbf),
    ("playingcards", 0x1f0a0, 0x1f0ff), ("privateusearea", 0xe000, 0xf8ff),
    ("psalterpahlavi", 0x10b80, 0x10baf), ("rejang", 0xa930, 0xa95f),
    ("ruminumeralsymbols", 0x10e60, 0x10e7f), ("runic", 0x16a0, 0x16ff),
    ("samaritan", 0x0800, 0x083f), ("saurashtra", 0xa880, 0xa8df), ("sharada", 0x11180, 0x111df),
    ("shavian", 0x10450, 0x1047f), ("shorthandformatcontrols", 0x1bca0, 0x1bcaf),
    ("siddham", 0x11580, 0x115ff), ("sinhala", 0x0d80, 0x0dff),
    ("sinhalaarchaicnumbers", 0x111e0, 0x111ff), ("smallformvariants", 0xfe50, 0xfe6f),
    ("smallkanaextension", 0x1b130, 0x1b16f), ("sogdian", 0x10f30, 0x10f6f),
    ("sorasompeng", 0x110d0, 0x110ff), ("soyombo", 0x11a50, 0x11aaf),
    ("spacingmodifierletters", 0x02b0, 0x02ff), ("specials", 0xfff0, 0xffff),
    ("sundanese", 0x1b80, 0x1bbf), ("sundanesesupplement", 0x1cc0, 0x1ccf),
    ("superscriptsandsubscripts", 0x2070, 0x209f), ("supplementalarrowsa", 0x27f0, 0x27ff),
    ("supplementalarrowsb", 0x2900, 0x297f), ("supplementalarrowsc", 0x1f800, 0x1f8ff),
    ("supplementalmathematicaloperators", 0x2a00, 0x2aff),
    ("supplementalpunctuation", 0x2e00, 0x2e7f),
    ("supplementalsymbolsandpictographs", 0x1f900, 0x1f9ff),
    ("supplementaryprivateuseareaa", 0xf0000, 0xfffff),
    ("supplementaryprivateuseareab", 0x100000, 0x10ffff), ("suttonsignwriting", 0x1d800, 0x1daaf),
    ("sylotinagri", 0xa800, 0xa82f), ("symbolsandpictographsextendeda", 0x1fa70, 0x1faff),
    ("symbolsforlegacycomputing", 0x1fb00, 0x1fbff), ("syriac", 0x0700, 0x074f),
    ("syriacsupplement", 0x0860, 0x086f), ("tagalog", 0x1700, 0x171f), ("tagbanwa", 0x1760, 0x177f),
    ("tags", 0xe0000, 0xe007f), ("taile", 0x1950, 0x197f), ("taitham", 0x1a20, 0x1aaf),
    ("taiviet", 0xaa80, 0xaadf), ("taixuanjingsymbols", 0x1d300, 0x1d35f),
    ("takri", 0x11680, 0x116cf), ("tamil", 0x0b80, 0x0bff), ("tamilsupplement", 0x11fc0, 0x11fff),
    ("tangut", 0x17000, 0x187ff), ("tangutcomponents", 0x18800, 0x18aff),
    ("tangutsupplement", 0x18d00, 0x18d8f), ("telugu", 0x0c00, 0x0c7f), ("thaana", 0x0780, 0x07bf),
    ("thai", 0x0e00, 0x0e7f), ("tibetan", 0x0f00, 0x0fff), ("tifinagh", 0x2d30, 0x2d7f),
    ("tirhuta", 0x11480, 0x114df), ("transportandmapsymbols", 0x1f680, 0x1f6ff),
    ("ugaritic", 0x10380, 0x1039f), ("unifiedcanadianaboriginalsyllabics", 0x1400, 0x167f),
    ("unifiedcanadianaboriginalsyllabicsextended", 0x18b0, 0x18ff), ("vai", 0xa500, 0xa63f),
    ("variationselectors", 0xfe00, 0xfe0f), ("variationselectorssupplement", 0xe0100, 0xe01ef),
    ("vedicextensions", 0x1cd0, 0x1cff), ("verticalforms", 0xfe10, 0xfe1f),
    ("wancho", 0x1e2c0, 0x1e2ff), ("warangciti", 0x118a0, 0x118ff), ("yezidi", 0x10e80, 0x10ebf),
    ("yijinghexagramsymbols", 0x4dc0, 0x4dff), ("yiradicals", 0xa490, 0xa4cf),
    ("yisyllables", 0xa000, 0xa48f), ("zanabazarsquare", 0x11a00, 0x11a4f),
];
