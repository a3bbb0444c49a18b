//! The handles of errors, paths, types and values.
//!
//! An error contains types and a path of values, and creating these can fail. The handles are
//! therefore declared here, and their functions in separate sections.

use crate::ffi::arguments::handle;
use crate::source::{Error, Path};
use crate::types::Type;
use crate::values::Value;

/// An error: a code, a message and the path to the part of the value that caused it. If applicable
/// it also has the index of the argument, the expected and the found type, the byte of the input,
/// and diagnostics about a source text.
///
/// One thread builds an error; after that it never changes, and any number of threads may use it at
/// once.
///
/// ```c
/// static int64_t read_port(const pcty_value *value) {
///     int64_t port;
///     pcty_error *error;
///     if (pcty_value_as_int64(value, &port, &error) != PCTY_OK) {
///         pcty_string *line = pcty_error_format(error, PCTY_NOTATION_LINE);
///         fprintf(stderr, "%s\n", pcty_string_cstr(line));
///         pcty_string_free(line);
///         pcty_error_free(error);
///         return -1;
///     }
///     return port;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_error(pub(crate) Error);

handle!(pcty_error, Error);

/// A path: the steps from a value to a part of it, from the outside in. Each step is into an
/// attribute of an object or to an index of a list, tuple, map or set. One thread at a time.
///
/// ```c
/// static void print_path(const pcty_error *error) {
///     const pcty_path *path = pcty_error_path(error);
///     for (size_t i = 0; i < pcty_path_step_count(path); i++) {
///         if (pcty_path_step_kind_at(path, i) == PCTY_STEP_ATTRIBUTE) {
///             pcty_str name = pcty_path_step_name_at(path, i);
///             printf(".%.*s", (int)name.len, name.data);
///         }
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_path(pub(crate) Path);

handle!(pcty_path, Path);

/// A type. Never changes; any number of threads may use it at once.
///
/// ```c
/// static bool takes_ports(const pcty_type *wanted) {
///     pcty_type *ports = NULL;
///     if (pcty_type_list(pcty_type_number(), NULL, &ports, NULL) != PCTY_OK) {
///         return false;
///     }
///     bool same = pcty_type_equal(wanted, ports);
///     pcty_type_free(ports);
///     return same;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_type(pub(crate) Type);

handle!(pcty_type, Type);

/// A value: null or unknown of any type, a scalar, a list, set, tuple, map or object, a capsule, a
/// type, or a value that only one dialect has. Never changes; any number of threads may use it at
/// once.
///
/// ```c
/// static void make_server(void) {
///     pcty_value *name = NULL, *server = NULL;
///     pcty_value *port = pcty_value_number_from_int64(5432);
///     must(pcty_value_string(PCTY_STR("db"), &name, NULL));
///     const pcty_str names[] = {PCTY_STR_INIT("name"), PCTY_STR_INIT("port")};
///     const pcty_value *values[] = {name, port};
///     if (pcty_value_object(names, values, 2, &server, NULL) == PCTY_OK) {
///         const pcty_value *borrowed = pcty_value_attribute_get(server, PCTY_STR("name"));
///         pcty_str text;
///         if (pcty_value_as_string(borrowed, &text, NULL) == PCTY_OK) {
///             printf("%.*s\n", (int)text.len, text.data);
///         }
///     }
///     pcty_value_free(server);
///     pcty_value_free(port);
///     pcty_value_free(name);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_value(pub(crate) Value);

handle!(pcty_value, Value);
