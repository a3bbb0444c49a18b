//! Texts from bytes: each byte selects a form of a grammar for the next position, so a mutation
//! changes one part and most texts are well-formed.

/// A grammar: leaves, and forms in which each `$` is replaced by a text.
pub struct Grammar {
    /// Texts without parts.
    pub leaves: &'static [&'static str],
    /// Texts with parts.
    pub forms: &'static [&'static str],
}

/// The input, followed by zeros.
pub struct Bytes<'a>(pub std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or_default()
    }

    /// A text of a grammar with a maximum nesting.
    pub fn text(&mut self, grammar: &Grammar, depth: usize) -> String {
        let mut text = String::new();
        self.write(grammar, depth, &mut text);
        text
    }

    fn write(&mut self, grammar: &Grammar, depth: usize, text: &mut String) {
        let choice = usize::from(self.byte());
        let Some(choice) = choice.checked_sub(64).filter(|_| depth > 0) else {
            text.push_str(grammar.leaves[choice % grammar.leaves.len()]);
            return;
        };
        let mut pieces = grammar.forms[choice % grammar.forms.len()].split('$');
        text.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            self.write(grammar, depth - 1, text);
            text.push_str(piece);
        }
    }
}

/// Types in the notation of PCL.
pub const PCL: Grammar = Grammar {
    leaves: &[
        "string",
        "bool",
        "int",
        "number",
        "none",
        "dynamic",
        "id",
        "Asset",
        "type(pkg:index:Thing)",
        "object({})",
        "tuple()",
        "union()",
        "...",
        "...1",
        "cty.StringVal(\"a\")",
        "cty.StringVal(\"12\")",
        "cty.NumberIntVal(1)",
        "cty.NumberFloatVal(0.5)",
        "cty.True",
        "cty.False",
        "cty.NullVal(cty.DynamicPseudoType)",
        "enum(t(string): cty.StringVal(\"a\"),cty.StringVal(\"b\"))",
        "enum(u(number): cty.NumberIntVal(1),cty.NumberFloatVal(2.5))",
    ],
    forms: &[
        "list($)",
        "set($)",
        "map($)",
        "promise($)",
        "output($)",
        "union(none, $)",
        "union($, $)",
        "union($, $, $)",
        "tuple($)",
        "tuple($, $)",
        "object({a = $})",
        "object({a = $, b = $})",
        "object({b = $, c = $, k = ...})",
        "object({a = union(none, ...), b = $})",
        "rec(list(union(..., $)))",
    ],
};

/// Types in the notation of HCL.
pub const HCL: Grammar = Grammar {
    leaves: &["string", "number", "bool", "any", "object({})", "tuple([])"],
    forms: &[
        "list($)",
        "set($)",
        "map($)",
        "tuple([$])",
        "tuple([$, $])",
        "object({ a = $ })",
        "object({ a = $, b = optional($) })",
        "object({ A = optional($), b = $, c = optional(string, null) })",
    ],
};

/// Types in the notation of Puppet.
pub const PUPPET: Grammar = Grammar {
    leaves: &[
        "String",
        "Integer",
        "Float",
        "Numeric",
        "Boolean",
        "Undef",
        "Any",
        "Data",
        "Scalar",
        "Collection",
        "Variant",
        "Callable",
        "Hash",
        "Array",
        "Tuple",
        "Struct",
        "Regexp",
        "SemVer",
        "Timestamp",
        "File",
        "'a'",
        "Boolean[true]",
        "Enum[a, b]",
        "Enum[a, B, true]",
        "Integer[1, 65535]",
        "Integer[3, 3]",
        "Integer[-9223372036854775808, 9223372036854775807]",
        "Float[0.5, 0.5]",
        "String[1]",
        "String[1, 3]",
        "Pattern[/a+/]",
        "Collection[0, 2]",
        "Array[0, 0]",
        "Hash[0, 0]",
        "RichData",
        "Default",
        "Type",
    ],
    forms: &[
        "Array[$]",
        "Array[$, 1, 3]",
        "Hash[$, $]",
        "Hash[String, $, 0, 2]",
        "Optional[$]",
        "NotUndef[$]",
        "Variant[$, $]",
        "Variant[$, $, $]",
        "Tuple[$]",
        "Tuple[$, $]",
        "Tuple[$, $, 1, 4]",
        "Struct[{a => $}]",
        "Struct[{a => $, Optional[b] => $}]",
        "Struct[{NotUndef[a] => $, b => $}]",
        "Type[$]",
        "Iterable[$]",
        "Sensitive[$]",
        "Callable[[$], $]",
        "Init[$]",
    ],
};

/// Types in the notation of mcl.
pub const MCL: Grammar = Grammar {
    leaves: &[
        "str", "bool", "int", "float", "variant", "struct{}", "?1", "?2",
    ],
    forms: &[
        "[]$",
        "map{$: $}",
        "map{str: $}",
        "struct{a $}",
        "struct{b $; a $}",
        "func() $",
        "func(a $, $) $",
    ],
};
