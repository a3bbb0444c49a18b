//! Documents of data in JSON and YAML: their check, and the positions of the parts of a value.
//!
//! A diagnostic about a part of a value has the path of the part. The document leads from the path to
//! a line and a column: it is read again for that, so a document without errors costs nothing.

use crate::calls::Budget;
#[cfg(any(feature = "puppet", feature = "mcl"))]
use crate::calls::cost;
use crate::codec::document::{Document, Format};
#[cfg(feature = "mcl")]
use crate::codec::json;
use crate::codec::yaml;
#[cfg(feature = "mcl")]
use crate::dialect::mcl;
use crate::ffi::base::error::{pcty_error, pcty_range};
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::dialects::converter::pcty_error_list;
#[cfg(feature = "mcl")]
use crate::ffi::dialects::dialect::PCTY_DIALECT_MCL;
#[cfg(feature = "pcl")]
use crate::ffi::dialects::dialect::PCTY_DIALECT_PCL;
#[cfg(feature = "puppet")]
use crate::ffi::dialects::dialect::PCTY_DIALECT_PUPPET;
use crate::ffi::dialects::dialect::{PCTY_DIALECT_HCL, pcty_dialect, rules};
use crate::ffi::guard::{answer_charged, make_charged, text, unnamed};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
#[cfg(feature = "mcl")]
use crate::source::Error;
use crate::source::{Reporter, Result, Source};
use crate::values::Value;
use std::mem::MaybeUninit;

/// The format of a document of data.
pub type pcty_data_format = u32;

/// JSON.
pub const PCTY_DATA_JSON: pcty_data_format = 1;
/// YAML: one document, with scalars by the core schema of YAML 1.2.
pub const PCTY_DATA_YAML: pcty_data_format = 2;

fn format(format: pcty_data_format) -> Result<Format> {
    match format {
        PCTY_DATA_JSON => Ok(Format::Json),
        PCTY_DATA_YAML => Ok(Format::Yaml),
        other => Err(unnamed("format", other)),
    }
}

/// The location of a part of a value in a document.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_document_part {
    /// The range of the part, or of the smallest part that contains it.
    pub range: pcty_range,
    /// Whether `range` is that of the part itself.
    pub is_exact: bool,
    /// Whether the part is an attribute that is in the document.
    pub has_name: bool,
    /// The range of the name of the attribute, if `has_name`.
    pub name_range: pcty_range,
}

/// Decodes a YAML text as a value of a type, or of the type that the text implies: objects for
/// mappings, tuples for sequences, and any for null. A value of another type is converted by the
/// rules of HCL. The text has one document; `<<` merges mappings.
///
/// Errors: PCTY_ERROR_SYNTAX with the byte of the document, also for a key that is not a scalar or
/// occurs twice, and for tags outside of the core schema; PCTY_ERROR_VALUE for `.nan`;
/// PCTY_ERROR_CONVERSION with the path to the part; PCTY_ERROR_LIMIT if the text is nested too deep
/// and for numbers beyond the limits; PCTY_ERROR_INVALID_UTF8.
/// NULL: `ty` (then the implied type) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_from_yaml(
    yaml: pcty_str,
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = yaml::decode_within(text(&yaml, "yaml")?.as_bytes(), budget)?;
        match ty {
            Some(ty) => rules(PCTY_DIALECT_HCL)?.convert(&value, &ty.0, budget),
            None => Ok(value),
        }
    })
}

/// Writes the location of the part of a document that a path leads to, such as the path of an error
/// about the value of the document. Lines and columns count from 1.
///
/// Errors: PCTY_ERROR_SYNTAX for a text that is not a document of the format; PCTY_ERROR_LIMIT if it
/// is nested too deep; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a format without a
/// constant.
/// Ownership: `*out` is plain data.
/// NULL: `path` (then the whole value) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_document_locate(
    document: pcty_str,
    path: Option<&pcty_path>,
    format: pcty_data_format,
    out: Option<&mut MaybeUninit<pcty_document_part>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let format = self::format(format)?;
        let source = Source::new("", text(&document, "document")?);
        let whole = crate::source::Path::new();
        let path = path.map_or(&whole, |path| &path.0);
        let found = Document::new(source, format).locate(&[path], budget)?;
        let part = &found[0];
        Ok(pcty_document_part {
            range: pcty_range::of(Some(part.value)),
            is_exact: part.is_exact,
            has_name: part.key.is_some(),
            name_range: pcty_range::of(part.key),
        })
    })
}

/// Checks a document against a type in a dialect's notation: every reason why the value of the
/// document does not convert to the type, as `pcty_value_check` returns them, each with a diagnostic
/// at its position; an empty list if it does. `file` is the name of the document in diagnostics.
///
/// Puppet reads JSON as `pcty_puppet_value_from_json` does and YAML as Hiera does, mcl reads as
/// `pcty_mcl_value_from_json` does with exact fields, so that it finds one error at most, and the
/// other dialects as `pcty_value_from_json` and `pcty_value_from_yaml` do without a type.
///
/// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a notation that is not a type,
/// PCTY_ERROR_SYNTAX for a text that is not a document of the format, with a diagnostic at its
/// position; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8;
/// PCTY_ERROR_INVALID_ARGUMENT for a format without a constant.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_document_check(
    document: pcty_str,
    file: pcty_str,
    notation: pcty_str,
    format: pcty_data_format,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<*mut pcty_error_list>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let rules = rules(dialect)?;
        let source = Source::new(text(&file, "file")?, text(&document, "document")?);
        let document = Document::new(source, self::format(format)?);
        let target = rules.parse_type(text(&notation, "notation")?, budget)?;
        #[cfg(feature = "mcl")]
        if dialect == PCTY_DIALECT_MCL {
            let found = as_mcl(&document, &target, budget)?;
            return document.at_parts(found, Reporter::Mcl, budget);
        }
        let value = read(&document, dialect, budget)?;
        let found = rules.check(&value, &target, budget)?;
        document.at_parts(found, reporter(dialect), budget)
    })
}

/// Returns the error of a document that is not a value of a type of mcl, if it is none.
#[cfg(feature = "mcl")]
fn as_mcl(document: &Document, target: &crate::types::Type, budget: &Budget) -> Result<Vec<Error>> {
    let written;
    let text = match document.format() {
        Format::Json => &*document.source().text,
        Format::Yaml => {
            let value = document.value(budget)?;
            written = json::encode_within(&value, value.ty(), budget)?;
            &*written
        }
    };
    cost::read(text, budget)?;
    match mcl::decode_json(text.as_bytes(), target, mcl::Fields::Exact) {
        Ok(_) => Ok(Vec::new()),
        Err(error) if error.code() == crate::source::Code::Type => Ok(vec![error]),
        Err(error) => Err(document.positioned(error)),
    }
}

/// Returns the value of a document as a dialect reads it without a type.
fn read(document: &Document, dialect: pcty_dialect, budget: &Budget) -> Result<Value> {
    #[cfg(feature = "puppet")]
    if dialect == PCTY_DIALECT_PUPPET {
        let text = &document.source().text;
        cost::read(text, budget)?;
        return match document.format() {
            Format::Json => {
                crate::dialect::puppet::read_json(text).map_err(|error| document.positioned(error))
            }
            Format::Yaml => crate::dialect::puppet::hiera::read_yaml(text, budget),
        };
    }
    #[cfg(not(feature = "puppet"))]
    let _ = dialect;
    document.value(budget)
}

/// The part of the library that reports the errors of a dialect.
fn reporter(dialect: pcty_dialect) -> Reporter {
    match dialect {
        PCTY_DIALECT_HCL => Reporter::Hcl,
        #[cfg(feature = "pcl")]
        PCTY_DIALECT_PCL => Reporter::Pcl,
        #[cfg(feature = "puppet")]
        PCTY_DIALECT_PUPPET => Reporter::Puppet,
        _ => Reporter::Core,
    }
}
