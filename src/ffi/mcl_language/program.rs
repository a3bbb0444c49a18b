//! mcl's language: programs.
//!
//! A program is read, checked and compiled once, with all the files that it imports, and may then
//! run any number of times. What is wrong with it is an error with the stage at which it was found
//! (`stage` of `pcty_error_info`): `errLexParse`, `errInit`, `errInterpolate`, `errSetScope`, `errUnify` or
//! `errGraph`. It has the language's words, and the place as a diagnostic.

use super::graph::{Walkable, pcty_mcl_graph};
use super::host::{Giving, Sources, World, pcty_mcl_host};
use crate::calls::Budget;
use crate::dialect::mcl::Program;
use crate::dialect::mcl::host::Environment;
use crate::dialect::mcl::scope::module::join;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, handle, invalid, make, make_charged, need, quiet, release, text};
use crate::ffi::reentry::within;
use crate::source::Result;
use crate::types::Str;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// A program that is compiled. Never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints the graph of a program's functions, or what is wrong with it, where, and at which stage.
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
///         text = pcty_error_to_text(error);
///         pcty_error_data data;
///         pcty_error_info(error, &data);
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

/// A program, and the world that its functions ask.
pub struct Compiled {
    pub(super) program: Arc<Program>,
    pub(super) world: Arc<World>,
}

// What the header says of threads: any number may use these at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Compiled>();
};

/// Compiles a program that begins with a file of the host's, by its absolute path, or, with a slash
/// at the end of the path, with the module in that folder, which says in `metadata.yaml` with which
/// file.
///
/// Ownership: `*out` is the caller's; what the host has now is what the program has.
/// Errors: of whichever stage finds the first, with the code that says most: PCTY_ERROR_SYNTAX,
/// _TYPE, _NOT_FOUND, _UNSUPPORTED, _VALUE; what a reader of files says;
/// PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8, also of a file; PCTY_ERROR_INVALID_ARGUMENT for a path
/// that is not absolute.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_program_compile(
    path: pcty_str,
    host: *const pcty_mcl_host,
    out: Option<&mut MaybeUninit<*mut pcty_mcl_program>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let path = text(&path, "path")?;
        // SAFETY: by the header's contract `host` is NULL or valid. It is not looked at while a
        // callback runs, which may change it.
        let host = &need(unsafe { host.as_ref() }, "host")?.0;
        if !path.starts_with('/') {
            return Err(invalid("`path` is not absolute"));
        }
        let taken = Taken::of(host, None);
        within(|budget| taken.compiled(path, budget))
    })
}

/// Compiles a program that begins with a text. `file` is its path, by which messages call it and
/// beside which the files are that it imports; one that is not absolute is below `/`.
///
/// Ownership: `*out` is the caller's; the text is copied, and what the host has now is what the
/// program has.
/// Errors: as `pcty_mcl_program_compile`.
/// NULL: `host` (then there is the language alone) and `error` may be.
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
            return Err(invalid("`file` is no path of a file"));
        }
        // SAFETY: by the header's contract `host` is NULL or valid. It is not looked at while a
        // callback runs, which may change it.
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

/// What a program has of its host: all that it had when the call began.
struct Taken {
    world: Arc<World>,
    sources: Arc<Sources>,
    environment: Environment,
}

impl Taken {
    /// What a host gives, and a text in place of the file of its path.
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
        // That a file could not be read says more than that it is missing.
        if let Some(failure) = self.sources.failure() {
            return Err(failure);
        }
        let program = Arc::new(program?);
        let world = self.world;
        Ok(Arc::new(Compiled { program, world }))
    }
}

/// Another handle of the same program; only a reference is counted.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_program_clone(
    program: Option<&pcty_mcl_program>,
) -> *mut pcty_mcl_program {
    quiet(ptr::null_mut(), || {
        program.map_or(ptr::null_mut(), |program| {
            pcty_mcl_program::own(program.0.clone())
        })
    })
}

/// Frees a program; what runs it lives on. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_program_free(program: Option<Box<pcty_mcl_program>>) {
    release(program)
}

/// How many files the program was made of. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_program_file_count(program: Option<&pcty_mcl_program>) -> usize {
    quiet(0, || {
        program.map_or(0, |program| program.0.program.nodes().files.len())
    })
}

/// The path of a file that the program was made of, by its position: first the one that it begins
/// with.
///
/// Ownership: lent as long as the program. NULL: gives no text, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_program_file_at(
    program: Option<&pcty_mcl_program>,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let file = program.and_then(|program| program.0.program.nodes().files.get(index));
        file.map_or(pcty_str::NONE, |file| pcty_str::lend(&file.name))
    })
}

/// The graph of the program's functions, as it is before the program runs.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_LIMIT.
/// NULL: `error` may be.
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
