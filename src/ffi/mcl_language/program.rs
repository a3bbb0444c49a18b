//! mcl's language: programs.
//!
//! A program is parsed, checked and compiled once, with all files that it imports, and may then run
//! any number of times. If compilation fails, the error contains the message of the language, the
//! location as a diagnostic, and the stage that failed (`stage` of `pcty_error_info`):
//! `errLexParse`, `errInit`, `errInterpolate`, `errSetScope`, `errUnify` or `errGraph`.

use super::graph::{Walkable, pcty_mcl_graph};
use super::host::{Giving, Sources, World, pcty_mcl_host};
use crate::calls::Budget;
use crate::dialect::mcl::Program;
use crate::dialect::mcl::host::Environment;
use crate::dialect::mcl::scope::module::join;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{handle, invalid, make, make_charged, need, owned, quiet, text};
use crate::ffi::reentry::within;
use crate::source::Result;
use crate::types::Str;
use std::mem::MaybeUninit;
use std::sync::Arc;

/// A compiled program. It never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints the graph of a program's functions, or the error with its location and stage.
/// static void check_mcl(pcty_str program, const pcty_mcl_host *host) {
///     pcty_mcl_program *compiled = NULL;
///     pcty_mcl_graph *graph = NULL;
///     pcty_string *text = NULL;
///     pcty_error *error = NULL;
///     if (pcty_mcl_program_compile_text(program, PCTY_STR("main.mcl"), host, &compiled, &error) ==
///         PCTY_OK) {
///         must(pcty_mcl_program_graph(compiled, &graph, NULL));
///         text = pcty_mcl_graph_to_text(graph, PCTY_MCL_GRAPH_TEXT);
///     } else {
///         text = pcty_error_format(error, PCTY_NOTATION_TEXT);
///         pcty_error_data data = PCTY_ERROR_DATA_INIT;
///         must(pcty_error_info(error, &data, NULL));
///         puts(data.stage.data);
///     }
///     puts(pcty_string_cstr(text));
///     pcty_string_free(text);
///     pcty_error_free(error);
///     pcty_mcl_graph_free(graph);
///     pcty_mcl_program_free(compiled);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_program(pub(super) Arc<Compiled>);

handle!(pcty_mcl_program, Arc<Compiled>);

/// A program, and the world that answers queries of its functions.
pub struct Compiled {
    pub(super) program: Arc<Program>,
    pub(super) world: Arc<World>,
}

// The header documents that any number of threads may use this type at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Compiled>();
};

/// Compiles the program whose first file is the host's file at the absolute path `path`. If `path`
/// ends with a slash, it is the folder of a module, whose `metadata.yaml` names the first file.
///
/// Errors: the first error of any stage, with the most specific code: PCTY_ERROR_SYNTAX, _TYPE,
/// _NOT_FOUND, _UNSUPPORTED, _VALUE. The error of a file reader; PCTY_ERROR_LIMIT;
/// PCTY_ERROR_INVALID_UTF8, also for a file; PCTY_ERROR_INVALID_ARGUMENT for a path that is not
/// absolute.
/// Ownership: `*out` is owned by the caller; the program keeps the content that `host` has at the
/// time of the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_program_compile(
    path: pcty_str,
    host: *const pcty_mcl_host,
    out: Option<&mut MaybeUninit<*mut pcty_mcl_program>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let path = text(&path, "path")?;
        // SAFETY: by the header's contract `host` is NULL or valid. It is not accessed while a
        // callback runs, because callbacks may change it.
        let host = &need(unsafe { host.as_ref() }, "host")?.0;
        if !path.starts_with('/') {
            return Err(invalid("`path` is not absolute"));
        }
        let taken = Taken::of(host, None);
        within(|budget| taken.compiled(path, budget))
    })
}

/// Compiles the program whose first file has the text `program`. `file` is the path of that file:
/// messages refer to the text by it, and imports are resolved relative to it. A path that is not
/// absolute is relative to `/`.
///
/// Errors: as `pcty_mcl_program_compile`.
/// Ownership: `*out` is owned by the caller; the text is copied, and the program keeps the content
/// that `host` has at the time of the call.
/// NULL: `host` (then only the language itself is available) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_program_compile_text(
    program: pcty_str,
    file: pcty_str,
    host: *const pcty_mcl_host,
    out: Option<&mut MaybeUninit<*mut pcty_mcl_program>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (text, file) = (self::text(&program, "program")?, self::text(&file, "file")?);
        let path = join("", file);
        if path.ends_with('/') {
            return Err(invalid("`file` is not the path of a file"));
        }
        // SAFETY: by the header's contract `host` is NULL or valid. It is not accessed while a
        // callback runs, because callbacks may change it.
        let host = unsafe { host.as_ref() };
        within(|budget| {
            budget.hold(text.len() as u64)?;
            let given = Some((path.clone(), text.into()));
            let taken = match host {
                Some(host) => Taken::of(&host.0, given),
                None => Taken::of(&Giving::new(), given),
            };
            taken.compiled(&path, budget)
        })
    })
}

/// The content of the host when the call began.
struct Taken {
    world: Arc<World>,
    sources: Arc<Sources>,
    environment: Environment,
}

impl Taken {
    /// Takes the content of a host. `given` is a path, and the text that replaces the file at that
    /// path.
    fn of(host: &Giving, given: Option<(Str, Str)>) -> Taken {
        let world = Arc::new(World::new(host));
        let sources = Arc::new(Sources::new(host.files.clone(), given));
        let environment = Environment {
            files: sources.clone(),
            library: Arc::new(host.core.over(world.clone())),
            kinds: host.kinds.clone(),
        };
        Taken {
            world,
            sources,
            environment,
        }
    }

    fn compiled(self, path: &str, budget: &Budget) -> Result<Arc<Compiled>> {
        let program = Program::compile(self.environment, path, budget);
        // A failed read is the cause of an error that reports a missing file.
        if let Some(failure) = self.sources.failure() {
            return Err(failure);
        }
        let program = Arc::new(program?);
        let world = self.world;
        Ok(Arc::new(Compiled { program, world }))
    }
}

owned! {
    /// Returns a new handle of the same program. Only a reference count changes.
    fn pcty_mcl_program_clone(program: &pcty_mcl_program);
    /// Frees a program. Runtimes of the program stay valid.
    fn pcty_mcl_program_free(program: pcty_mcl_program);
}

/// Returns the number of source files of a program.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_program_file_count(program: Option<&pcty_mcl_program>) -> usize {
    quiet(0, || {
        program.map_or(0, |program| program.0.program.nodes().files.len())
    })
}

/// Returns the path of a source file of a program, by its position. The first file has position 0.
///
/// Returns: an empty text past the end.
/// Ownership: the result is owned by `program` and valid while it lives.
/// NULL: returns an empty text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_program_file_at(
    program: Option<&pcty_mcl_program>,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let file = program.and_then(|program| program.0.program.nodes().files.get(index));
        file.map_or(pcty_str::NONE, |file| pcty_str::borrowed(&file.name))
    })
}

/// Returns the graph of the program's functions before the program runs.
///
/// Errors: PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_program_graph(
    program: Option<&pcty_mcl_program>,
    out: Option<&mut MaybeUninit<*mut pcty_mcl_graph>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        Walkable::new(need(program, "program")?.0.program.clone(), budget)
    })
}
