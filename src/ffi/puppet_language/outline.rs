//! Puppet's language: outlines.
//!
//! An outline lists the definitions and uses in a text with their locations: definitions with their
//! parameters, resource expressions, calls and variables. Each list is in the order of the syntax
//! tree: a node precedes the nodes inside it, and the last operator of a chain is first. Texts are
//! source text, owned by the outline and valid while it lives. Structs filled by `_at` functions
//! begin with their size.

use super::manifest::pcty_puppet_manifest;
use crate::dialect::puppet::outline::{
    Called, Declaration, Declared, DeclaredAttribute, DeclaredBody, Defined, DefinedKind,
    DefinedParameter, Outline,
};
use crate::dialect::puppet::syntax::diagnostic::SyntaxDiagnostic;
use crate::dialect::puppet::syntax::tree::{AttributeOp, Program, Takes};
use crate::dialect::puppet::syntax::validate;
use crate::dialect::puppet::{Prepared, Strict};
use crate::ffi::base::error::{pcty_error, pcty_position, pcty_range};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{fill, handle, make_charged, need, owned, quiet, write_found};
use crate::source::{Code, Error, Result, Span};
use std::mem::MaybeUninit;

/// The definitions and uses in a text. It never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints each definition, such as `class ntp::server`, and the line of its start.
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

/// An outline, and its source text.
pub struct Outlined {
    outline: Outline,
    prepared: Prepared,
    strict: Strict,
}

// The header documents that any number of threads may use this type at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Outlined>();
};

impl Outlined {
    fn program(&self) -> &Program {
        self.prepared.program()
    }

    fn text(&self, span: Span) -> pcty_str {
        pcty_str::borrowed(self.program().slice(span))
    }

    /// Returns a text, or the empty text if it is missing.
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

/// The kind of a definition.
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
    /// The kind of the definition.
    pub kind: pcty_puppet_definition_kind,
    /// The keyword: `class`, `define`, `function`, `node`, `type`.
    pub keyword: pcty_str,
    /// The name, qualified with the enclosing classes; empty for a node.
    pub name: pcty_str,
    /// The comment lines directly above it, without comment signs; empty if there are none.
    pub documentation: pcty_str,
    /// The parent of a class; otherwise empty.
    pub inherits: pcty_str,
    /// The result type of a function, or the type of an alias; otherwise empty.
    pub type_text: pcty_str,
    /// The number of parameters.
    pub parameter_count: usize,
    /// The number of matches of a node: names, expressions, or `default`.
    pub match_count: usize,
    /// The position that Puppet reports: the keyword, or the name of an alias.
    pub place: pcty_position,
    /// The range of the whole definition.
    pub range: pcty_range,
}

/// A parameter of a definition or of a lambda. Start from PCTY_PUPPET_PARAMETER_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_parameter {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether it takes all remaining arguments.
    pub is_rest: bool,
    /// The name, without `$`.
    pub name: pcty_str,
    /// The type in the notation of `pcty_puppet_type_parse`; empty if there is none.
    pub type_text: pcty_str,
    /// The default; empty if there is none.
    pub default_text: pcty_str,
    /// The start position.
    pub place: pcty_position,
}

/// The kind of a resource expression.
pub type pcty_puppet_resource_form = u32;

/// A declaration.
pub const PCTY_PUPPET_RESOURCE_REGULAR: pcty_puppet_resource_form = 1;
/// A virtual declaration, which must be realized: `@`.
pub const PCTY_PUPPET_RESOURCE_VIRTUAL: pcty_puppet_resource_form = 2;
/// An exported declaration, which can be collected, also by other nodes: `@@`.
pub const PCTY_PUPPET_RESOURCE_EXPORTED: pcty_puppet_resource_form = 3;
/// Default attributes of a type: `File { mode => '0644' }`.
pub const PCTY_PUPPET_RESOURCE_DEFAULTS: pcty_puppet_resource_form = 4;
/// Attributes of resources that are declared elsewhere: `File['a'] { mode => '0644' }`.
pub const PCTY_PUPPET_RESOURCE_OVERRIDE: pcty_puppet_resource_form = 5;
/// A collector of virtual resources: `File <| tag == 'a' |>`.
pub const PCTY_PUPPET_RESOURCE_COLLECT: pcty_puppet_resource_form = 6;
/// A collector of exported resources: `File <<| |>>`.
pub const PCTY_PUPPET_RESOURCE_COLLECT_EXPORTED: pcty_puppet_resource_form = 7;
/// A relationship: `->`, `~>`, `<-` or `<~`.
pub const PCTY_PUPPET_RESOURCE_RELATIONSHIP: pcty_puppet_resource_form = 8;

/// A resource expression. Start from PCTY_PUPPET_RESOURCE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_resource {
    /// The size of this struct.
    pub struct_size: u32,
    /// The kind of the expression.
    pub form: pcty_puppet_resource_form,
    /// The name of the kind: `regular`, `virtual`, `exported`, `defaults`, `override`, `collect`,
    /// `collect-exported`, or the operator of a relationship.
    pub word: pcty_str,
    /// The type or the resources of the expression; the left side of a relationship.
    pub type_text: pcty_str,
    /// The query of a collector, or the right side of a relationship; otherwise empty.
    pub other_text: pcty_str,
    /// The number of bodies: one for each `title: attributes` of a declaration, none for a
    /// relationship, and one without a title for all other kinds.
    pub body_count: usize,
    /// The position that Puppet reports.
    pub place: pcty_position,
}

/// A title, or several titles, with attributes. Start from PCTY_PUPPET_RESOURCE_BODY_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_resource_body {
    /// The size of this struct.
    pub struct_size: u32,
    /// The title; empty unless the expression is a declaration.
    pub title: pcty_str,
    /// The number of attributes.
    pub attribute_count: usize,
}

/// An attribute. Start from PCTY_PUPPET_ATTRIBUTE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_attribute {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether the value is added to the existing one: `+>` instead of `=>`.
    pub is_added: bool,
    /// The name; `*` if the attributes are in a Hash.
    pub name: pcty_str,
    /// The value.
    pub value_text: pcty_str,
    /// The start position of the name.
    pub place: pcty_position,
}

/// A call of a function, a type or a method. Start from PCTY_PUPPET_CALL_SITE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_call_site {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether the call has a lambda.
    pub has_lambda: bool,
    /// The function or the type; empty if the callee is any other expression.
    pub name: pcty_str,
    /// The number of arguments, without a lambda and the expression before a dot.
    pub argument_count: usize,
    /// The number of parameters of the lambda.
    pub parameter_count: usize,
    /// The position that Puppet reports: the first byte, or for a method the parenthesis or the
    /// dot.
    pub place: pcty_position,
}

/// A use of a variable, which may be an assignment. Start from PCTY_PUPPET_VARIABLE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_variable {
    /// The size of this struct.
    pub struct_size: u32,
    /// The name as written, without `$`.
    pub name: pcty_str,
    /// The start position: the `$`, or in `${..}` the name.
    pub place: pcty_position,
}

/// Creates the outline of a text.
///
/// Errors: none except for NULL and PCTY_ERROR_LIMIT.
/// Ownership: `*out` is owned by the caller, and stays valid after `manifest` is freed.
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

owned! {
    /// Frees an outline.
    fn pcty_puppet_outline_free(outline: pcty_puppet_outline);
}

/// Formats an outline as one JSON object: `definitions`, `resources`, `calls`, `variables`
/// (positions by name, in the order of first use) and, if there are any, `warnings`. A position is
/// `[line, column]`, both from 1, with columns in characters, as Puppet counts them.
///
/// Errors: none except for NULL and PCTY_ERROR_LIMIT.
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
        let diagnostics = validate(program, outlined.strict, outlined.prepared.mode());
        let warnings: Vec<SyntaxDiagnostic> = diagnostics.warnings().cloned().collect();
        let json = outlined.outline.to_json(program, &warnings, budget)?;
        Ok(OwnedText::new(json))
    })
}

/// Returns the element at a position of a list.
fn at<'l, T>(list: &'l [T], index: usize, what: &str) -> Result<&'l T> {
    list.get(index).ok_or_else(|| {
        let message = format!("there is no {what} at index {index}");
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

/// The size of an outline.
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
/// Ownership: `*out` is plain data.
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

/// Writes the definition at a position, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
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
            keyword: pcty_str::borrowed(defined.kind.text()),
            name: pcty_str::borrowed(&defined.name),
            documentation: borrowed(defined.documentation.as_deref()),
            inherits: borrowed(inherits),
            type_text: outlined.some(defined.returns.or(defined.aliased)),
            parameter_count: defined.parameters.len(),
            match_count: defined.matches.len(),
            place: outlined.position(defined.at),
            range: outlined.range(defined.span),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has its `struct_size`.
    unsafe { fill(out, error, body) }
}

/// Returns a text, or the empty text if it is missing.
fn borrowed(text: Option<&str>) -> pcty_str {
    text.map_or(pcty_str::NONE, pcty_str::borrowed)
}

/// Writes a parameter of a definition, by the positions of both, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
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
    // SAFETY: by the header's contract `out` is NULL or has its `struct_size`.
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
        name: pcty_str::borrowed(outlined.program().name(parameter.name)),
        type_text: outlined.some(parameter.ty),
        default_text: outlined.some(parameter.default),
        place: outlined.position(parameter.at),
    }
}

/// Returns a match of a node, by the positions of both, from 0.
///
/// Returns: an empty text past an end.
/// Ownership: the result is owned by `outline` and valid while it lives.
/// NULL: returns an empty text.
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

/// Writes the resource expression at a position, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
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
            word: pcty_str::borrowed(word),
            type_text: outlined.text(ty),
            other_text: outlined.some(other),
            body_count,
            place: outlined.position(declared.at),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has its `struct_size`.
    unsafe { fill(out, error, body) }
}

/// Returns the titles of a body, if present, and its attributes.
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

/// Writes a body of a resource expression, by the positions of both, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
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
    // SAFETY: by the header's contract `out` is NULL or has its `struct_size`.
    unsafe { fill(out, error, body) }
}

/// Writes an attribute, by its position and those of its resource expression and its body, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
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
            name: pcty_str::borrowed(outlined.program().name(attribute.name)),
            value_text: outlined.text(attribute.value),
            place: outlined.position(attribute.at),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has its `struct_size`.
    unsafe { fill(out, error, found) }
}

/// Writes the call at a position, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
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
            name: borrowed(called.name.map(|name| outlined.program().name(name))),
            argument_count: called.arguments,
            parameter_count: called.lambda.as_ref().map_or(0, Vec::len),
            place: outlined.position(called.at),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has its `struct_size`.
    unsafe { fill(out, error, body) }
}

/// Writes a parameter of a call's lambda, by the positions of both, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
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
    // SAFETY: by the header's contract `out` is NULL or has its `struct_size`.
    unsafe { fill(out, error, body) }
}

/// Writes the use of a variable at a position, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
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
            name: pcty_str::borrowed(outlined.program().name(used.name)),
            place: outlined.position(used.at),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has its `struct_size`.
    unsafe { fill(out, error, body) }
}
