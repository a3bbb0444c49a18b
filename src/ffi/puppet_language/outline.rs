//! Puppet's language: outlines.
//!
//! What a text defines and what it uses, each with its place: definitions with their
//! parameters, what is said of resources, calls and variables. Each list is in the order of the
//! text's tree: what stands around something comes before it, and of a chain of operators the
//! last one first. Texts are as they stand, and lent as long as the outline. A struct is filled
//! by its position, and says its own size first.

use super::manifest::pcty_puppet_manifest;
use crate::dialect::puppet::outline::{
    Called, Declaration, Declared, DeclaredAttribute, DeclaredBody, Defined, DefinedKind,
    DefinedParameter, Outline,
};
use crate::dialect::puppet::syntax::finding::Finding;
use crate::dialect::puppet::syntax::tree::{AttributeOp, Program, Takes};
use crate::dialect::puppet::syntax::validate;
use crate::dialect::puppet::{Prepared, Strict};
use crate::ffi::base::error::{pcty_error, pcty_position, pcty_range};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::write_found;
use crate::ffi::guard::{fill, handle, make_charged, need, quiet, release};
use crate::source::{Code, Error, Result, Span};
use std::mem::MaybeUninit;

/// What a text defines and uses. Never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints `class ntp::server` and so on, and the line that each begins on.
/// static void print_definitions(const pcty_puppet_manifest *manifest) {
///     pcty_puppet_outline *outline = NULL;
///     must(pcty_puppet_outline_new(manifest, &outline, NULL));
///     pcty_puppet_outline_data data;
///     pcty_puppet_outline_info(outline, &data);
///     for (size_t i = 0; i < data.definition_count; i++) {
///         pcty_puppet_definition found = PCTY_PUPPET_DEFINITION_INIT;
///         must(pcty_puppet_outline_definition_at(outline, i, &found, NULL));
///         printf("%.*s %.*s: line %u\n", (int)found.keyword.len, found.keyword.data,
///                (int)found.name.len, found.name.data, (unsigned)found.range.start.line);
///     }
///     pcty_puppet_outline_free(outline);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_puppet_outline(Outlined);

handle!(pcty_puppet_outline, Outlined);

/// An outline, and the text that it is of.
pub struct Outlined {
    outline: Outline,
    prepared: Prepared,
    strict: Strict,
}

// What the header says of threads: any number may use these at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Outlined>();
};

impl Outlined {
    fn program(&self) -> &Program {
        self.prepared.program()
    }

    fn text(&self, span: Span) -> pcty_str {
        pcty_str::lend(self.program().slice(span))
    }

    /// A text that may be missing.
    fn some(&self, span: Option<Span>) -> pcty_str {
        span.map_or(pcty_str::NONE, |span| self.text(span))
    }

    fn range(&self, span: Span) -> pcty_range {
        pcty_range::of(Some(self.program().range(span)))
    }

    fn position(&self, at: u32) -> pcty_position {
        self.range(Span::at(at as usize)).start
    }
}

/// What is defined.
pub type pcty_puppet_definition_kind = u32;

/// A class.
pub const PCTY_PUPPET_DEFINES_CLASS: pcty_puppet_definition_kind = 1;
/// A defined type.
pub const PCTY_PUPPET_DEFINES_DEFINE: pcty_puppet_definition_kind = 2;
/// A function.
pub const PCTY_PUPPET_DEFINES_FUNCTION: pcty_puppet_definition_kind = 3;
/// A node.
pub const PCTY_PUPPET_DEFINES_NODE: pcty_puppet_definition_kind = 4;
/// A type alias.
pub const PCTY_PUPPET_DEFINES_TYPE: pcty_puppet_definition_kind = 5;

/// A definition. Start from PCTY_PUPPET_DEFINITION_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_definition {
    /// The size of this struct.
    pub struct_size: u32,
    /// What is defined.
    pub kind: pcty_puppet_definition_kind,
    /// The word for it: `class`, `define`, `function`, `node`, `type`.
    pub keyword: pcty_str,
    /// The name, with those of the classes around; empty for a node.
    pub name: pcty_str,
    /// The lines of comment right above it, without their signs; no text where there are none.
    pub documentation: pcty_str,
    /// The class that a class inherits from; else no text.
    pub inherits: pcty_str,
    /// The type of a function's result, or what an alias stands for; else no text.
    pub type_text: pcty_str,
    /// How many parameters it has.
    pub parameter_count: usize,
    /// How many nodes it is for: names, expressions, or `default`.
    pub match_count: usize,
    /// Where Puppet says that it is: its keyword, or the name of an alias.
    pub place: pcty_position,
    /// All of it.
    pub range: pcty_range,
}

/// A parameter of a definition or of a lambda. Start from PCTY_PUPPET_PARAMETER_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_parameter {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether it takes all arguments that are left.
    pub is_rest: bool,
    /// The name, without `$`.
    pub name: pcty_str,
    /// The type, which `pcty_puppet_type_parse` reads; no text where there is none.
    pub type_text: pcty_str,
    /// The default; no text where there is none.
    pub default_text: pcty_str,
    /// Where it begins.
    pub place: pcty_position,
}

/// What is said of resources.
pub type pcty_puppet_resource_form = u32;

/// They are declared.
pub const PCTY_PUPPET_RESOURCE_REGULAR: pcty_puppet_resource_form = 1;
/// They are declared and wait to be realised: `@`.
pub const PCTY_PUPPET_RESOURCE_VIRTUAL: pcty_puppet_resource_form = 2;
/// They are declared and wait to be collected, by other nodes too: `@@`.
pub const PCTY_PUPPET_RESOURCE_EXPORTED: pcty_puppet_resource_form = 3;
/// What attributes of a type are by default: `File { mode => '0644' }`.
pub const PCTY_PUPPET_RESOURCE_DEFAULTS: pcty_puppet_resource_form = 4;
/// Attributes of resources that are declared elsewhere: `File['a'] { mode => '0644' }`.
pub const PCTY_PUPPET_RESOURCE_OVERRIDE: pcty_puppet_resource_form = 5;
/// Virtual ones are collected: `File <| tag == 'a' |>`.
pub const PCTY_PUPPET_RESOURCE_COLLECT: pcty_puppet_resource_form = 6;
/// Exported ones are collected: `File <<| |>>`.
pub const PCTY_PUPPET_RESOURCE_COLLECT_EXPORTED: pcty_puppet_resource_form = 7;
/// One comes before another: `->`, `~>`, `<-` or `<~`.
pub const PCTY_PUPPET_RESOURCE_RELATIONSHIP: pcty_puppet_resource_form = 8;

/// Something that is said of resources. Start from PCTY_PUPPET_RESOURCE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_resource {
    /// The size of this struct.
    pub struct_size: u32,
    /// What is said.
    pub form: pcty_puppet_resource_form,
    /// The word for it: `regular`, `virtual`, `exported`, `defaults`, `override`, `collect`,
    /// `collect-exported`, or the operator of a relationship.
    pub word: pcty_str,
    /// The type, or the resources that are spoken of; the left side of a relationship.
    pub type_text: pcty_str,
    /// Which ones a collector collects, or the right side of a relationship; else no text.
    pub other_text: pcty_str,
    /// How many bodies it has: one for each `title: attributes`, one without a title for what is
    /// no declaration, none for a relationship.
    pub body_count: usize,
    /// Where Puppet says that it is.
    pub place: pcty_position,
}

/// A title, or several at once, with what is set. Start from PCTY_PUPPET_RESOURCE_BODY_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_resource_body {
    /// The size of this struct.
    pub struct_size: u32,
    /// The title; no text for what is no declaration.
    pub title: pcty_str,
    /// How many attributes are set.
    pub attribute_count: usize,
}

/// An attribute that is set. Start from PCTY_PUPPET_ATTRIBUTE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_attribute {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether it is added to what is there: `+>` in place of `=>`.
    pub is_added: bool,
    /// The name; `*` where a Hash says them.
    pub name: pcty_str,
    /// The value.
    pub value_text: pcty_str,
    /// Where the name begins.
    pub place: pcty_position,
}

/// A call of a function, a type or a method. Start from PCTY_PUPPET_CALL_SITE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_call_site {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether it has a lambda.
    pub has_lambda: bool,
    /// The function or the type; no text where something else is called.
    pub name: pcty_str,
    /// How many arguments it has, without a lambda and what stands before a dot.
    pub argument_count: usize,
    /// How many parameters its lambda has.
    pub parameter_count: usize,
    /// Where Puppet says that it is: its first byte, or of a method the parenthesis or the dot.
    pub place: pcty_position,
}

/// A use of a variable, which may be an assignment. Start from PCTY_PUPPET_VARIABLE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_variable {
    /// The size of this struct.
    pub struct_size: u32,
    /// The name, without `$`, as it is written.
    pub name: pcty_str,
    /// Where it begins: at the `$`, or in `${..}` at the name.
    pub place: pcty_position,
}

/// What a text defines and uses.
///
/// Ownership: `*out` is the caller's and does not need `manifest` any more.
/// Errors: none but NULL and PCTY_ERROR_LIMIT.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_outline_new(
    manifest: Option<&pcty_puppet_manifest>,
    out: Option<&mut MaybeUninit<*mut pcty_puppet_outline>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let text = &need(manifest, "manifest")?.0;
        let program = text.prepared.program();
        budget.charge(program.source().text.len() as u64)?;
        Ok(Outlined {
            outline: Outline::of(program),
            prepared: text.prepared.clone(),
            strict: text.strict,
        })
    })
}

/// Frees an outline. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_outline_free(outline: Option<Box<pcty_puppet_outline>>) {
    release(outline)
}

/// The outline as one JSON object: `definitions`, `resources`, `calls`, `variables` (places by
/// name, in the order of first use) and, if there are some, `warnings`. A place in it is `[line,
/// column]`, both from 1, columns in characters, as Puppet counts them.
///
/// Ownership: `*out` is the caller's.
/// Errors: none but NULL and PCTY_ERROR_LIMIT.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_outline_to_json(
    outline: Option<&pcty_puppet_outline>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let outlined = &need(outline, "outline")?.0;
        let program = outlined.program();
        budget.charge(program.source().text.len() as u64)?;
        let findings = validate(program, outlined.strict, outlined.prepared.mode());
        let warnings: Vec<Finding> = findings.warnings().cloned().collect();
        let json = outlined.outline.to_json(program, &warnings, budget)?;
        Ok(OwnedText::new(json))
    })
}

/// What stands at a position of a list.
fn at<'l, T>(list: &'l [T], index: usize, what: &str) -> Result<&'l T> {
    list.get(index).ok_or_else(|| {
        let message = format!("there is no {what} number {index}");
        Error::new(Code::NotFound, message)
    })
}

fn defined(outline: Option<&pcty_puppet_outline>, index: usize) -> Result<(&Outlined, &Defined)> {
    let outlined = &need(outline, "outline")?.0;
    let defined = at(&outlined.outline.definitions, index, "definition")?;
    Ok((outlined, defined))
}

fn declared(outline: Option<&pcty_puppet_outline>, index: usize) -> Result<(&Outlined, &Declared)> {
    let outlined = &need(outline, "outline")?.0;
    let declared = at(&outlined.outline.resources, index, "resource")?;
    Ok((outlined, declared))
}

fn called(outline: Option<&pcty_puppet_outline>, index: usize) -> Result<(&Outlined, &Called)> {
    let outlined = &need(outline, "outline")?.0;
    let called = at(&outlined.outline.calls, index, "call")?;
    Ok((outlined, called))
}

/// The numbers of an outline.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_outline_data {
    /// The number of definitions: `pcty_puppet_outline_definition_at`.
    pub definition_count: usize,
    /// The number of declarations and overrides of resources: `pcty_puppet_outline_resource_at`.
    pub resource_count: usize,
    /// The number of calls: `pcty_puppet_outline_call_at`.
    pub call_count: usize,
    /// The number of uses of variables: `pcty_puppet_outline_variable_at`.
    pub variable_count: usize,
}

/// Writes the numbers of the parts of an outline.
///
/// Returns: false if `outline` is NULL.
/// Ownership: `*out` is plain data.
/// NULL: returns false if `outline` is; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_outline_info(
    outline: Option<&pcty_puppet_outline>,
    out: Option<&mut MaybeUninit<pcty_puppet_outline_data>>,
) -> bool {
    quiet(false, || {
        let data = outline.map(|outline| pcty_puppet_outline_data {
            definition_count: outline.0.outline.definitions.len(),
            resource_count: outline.0.outline.resources.len(),
            call_count: outline.0.outline.calls.len(),
            variable_count: outline.0.outline.variables.len(),
        });
        write_found(data, out)
    })
}

/// A definition by its position, from 0.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_outline_definition_at(
    outline: Option<&pcty_puppet_outline>,
    index: usize,
    out: *mut pcty_puppet_definition,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let (outlined, defined) = defined(outline, index)?;
        let inherits = defined.inherits.map(|name| outlined.program().name(name));
        Ok(pcty_puppet_definition {
            struct_size,
            kind: match defined.kind {
                DefinedKind::Class => PCTY_PUPPET_DEFINES_CLASS,
                DefinedKind::Define => PCTY_PUPPET_DEFINES_DEFINE,
                DefinedKind::Function => PCTY_PUPPET_DEFINES_FUNCTION,
                DefinedKind::Node => PCTY_PUPPET_DEFINES_NODE,
                DefinedKind::Type => PCTY_PUPPET_DEFINES_TYPE,
            },
            keyword: pcty_str::lend(defined.kind.text()),
            name: pcty_str::lend(&defined.name),
            documentation: lent(defined.documentation.as_deref()),
            inherits: lent(inherits),
            type_text: outlined.some(defined.returns.or(defined.aliased)),
            parameter_count: defined.parameters.len(),
            match_count: defined.matches.len(),
            place: outlined.position(defined.at),
            range: outlined.range(defined.span),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, body) }
}

/// Text that may be missing.
fn lent(text: Option<&str>) -> pcty_str {
    text.map_or(pcty_str::NONE, pcty_str::lend)
}

/// A parameter of a definition, by the positions of both, from 0.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
/// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_outline_parameter_at(
    outline: Option<&pcty_puppet_outline>,
    definition: usize,
    index: usize,
    out: *mut pcty_puppet_parameter,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let (outlined, defined) = defined(outline, definition)?;
        let parameter = at(&defined.parameters, index, "parameter")?;
        Ok(parameter_of(outlined, parameter, struct_size))
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, body) }
}

fn parameter_of(
    outlined: &Outlined,
    parameter: &DefinedParameter,
    struct_size: u32,
) -> pcty_puppet_parameter {
    pcty_puppet_parameter {
        struct_size,
        is_rest: parameter.takes == Takes::Rest,
        name: pcty_str::lend(outlined.program().name(parameter.name)),
        type_text: outlined.some(parameter.ty),
        default_text: outlined.some(parameter.default),
        place: outlined.position(parameter.at),
    }
}

/// What a node is for, by the positions of both, from 0.
///
/// Ownership: lent as long as the outline. NULL: gives no text, as does a position past an end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_outline_match_at(
    outline: Option<&pcty_puppet_outline>,
    definition: usize,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let found = outline.and_then(|outline| {
            let defined = outline.0.outline.definitions.get(definition)?;
            Some(outline.0.text(*defined.matches.get(index)?))
        });
        found.unwrap_or(pcty_str::NONE)
    })
}

/// What is said of resources, by its position, from 0.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_outline_resource_at(
    outline: Option<&pcty_puppet_outline>,
    index: usize,
    out: *mut pcty_puppet_resource,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let (outlined, declared) = declared(outline, index)?;
        let (ty, other, body_count) = match &declared.what {
            Declaration::Resource { ty, bodies, .. } => (*ty, None, bodies.len()),
            Declaration::Settings { target, .. } => (*target, None, 1),
            Declaration::Collector { ty, query, .. } => (*ty, *query, 1),
            Declaration::Relationship { left, right, .. } => (*left, Some(*right), 0),
        };
        let word = declared.what.form();
        Ok(pcty_puppet_resource {
            struct_size,
            form: match word {
                "regular" => PCTY_PUPPET_RESOURCE_REGULAR,
                "virtual" => PCTY_PUPPET_RESOURCE_VIRTUAL,
                "exported" => PCTY_PUPPET_RESOURCE_EXPORTED,
                "defaults" => PCTY_PUPPET_RESOURCE_DEFAULTS,
                "override" => PCTY_PUPPET_RESOURCE_OVERRIDE,
                "collect" => PCTY_PUPPET_RESOURCE_COLLECT,
                "collect-exported" => PCTY_PUPPET_RESOURCE_COLLECT_EXPORTED,
                _ => PCTY_PUPPET_RESOURCE_RELATIONSHIP,
            },
            word: pcty_str::lend(word),
            type_text: outlined.text(ty),
            other_text: outlined.some(other),
            body_count,
            place: outlined.position(declared.at),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, body) }
}

/// The titles, if it has some, and the attributes of a body.
fn body_of(declared: &Declared, index: usize) -> Result<(Option<Span>, &[DeclaredAttribute])> {
    let bodies: &[DeclaredBody] = match &declared.what {
        Declaration::Resource { bodies, .. } => bodies,
        Declaration::Settings { attributes, .. } | Declaration::Collector { attributes, .. }
            if index == 0 =>
        {
            return Ok((None, attributes));
        }
        _ => &[],
    };
    let body = at(bodies, index, "body")?;
    Ok((Some(body.title), &body.attributes))
}

/// A body of what is said of resources, by the positions of both, from 0.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
/// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_outline_body_at(
    outline: Option<&pcty_puppet_outline>,
    resource: usize,
    index: usize,
    out: *mut pcty_puppet_resource_body,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let (outlined, declared) = declared(outline, resource)?;
        let (title, attributes) = body_of(declared, index)?;
        Ok(pcty_puppet_resource_body {
            struct_size,
            title: outlined.some(title),
            attribute_count: attributes.len(),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, body) }
}

/// An attribute that is set, by its position and those of its resource and its body, from 0.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
/// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_outline_attribute_at(
    outline: Option<&pcty_puppet_outline>,
    resource: usize,
    body: usize,
    index: usize,
    out: *mut pcty_puppet_attribute,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let found = |struct_size| {
        let (outlined, declared) = declared(outline, resource)?;
        let (_, attributes) = body_of(declared, body)?;
        let attribute = at(attributes, index, "attribute")?;
        Ok(pcty_puppet_attribute {
            struct_size,
            is_added: matches!(attribute.operator, AttributeOp::Append),
            name: pcty_str::lend(outlined.program().name(attribute.name)),
            value_text: outlined.text(attribute.value),
            place: outlined.position(attribute.at),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, found) }
}

/// A call by its position, from 0.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_outline_call_at(
    outline: Option<&pcty_puppet_outline>,
    index: usize,
    out: *mut pcty_puppet_call_site,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let (outlined, called) = called(outline, index)?;
        Ok(pcty_puppet_call_site {
            struct_size,
            has_lambda: called.lambda.is_some(),
            name: lent(called.name.map(|name| outlined.program().name(name))),
            argument_count: called.arguments,
            parameter_count: called.lambda.as_ref().map_or(0, Vec::len),
            place: outlined.position(called.at),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, body) }
}

/// A parameter of a call's lambda, by the positions of both, from 0.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
/// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_outline_lambda_parameter_at(
    outline: Option<&pcty_puppet_outline>,
    call: usize,
    index: usize,
    out: *mut pcty_puppet_parameter,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let (outlined, called) = called(outline, call)?;
        let parameters = called.lambda.as_deref().unwrap_or_default();
        let parameter = at(parameters, index, "parameter")?;
        Ok(parameter_of(outlined, parameter, struct_size))
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, body) }
}

/// A use of a variable by its position, from 0.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_outline_variable_at(
    outline: Option<&pcty_puppet_outline>,
    index: usize,
    out: *mut pcty_puppet_variable,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let outlined = &need(outline, "outline")?.0;
        let used = at(&outlined.outline.variables, index, "variable")?;
        Ok(pcty_puppet_variable {
            struct_size,
            name: pcty_str::lend(outlined.program().name(used.name)),
            place: outlined.position(used.at),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, body) }
}
