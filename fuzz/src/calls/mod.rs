//! Sequences of calls of the C ABI: the input is a program for a small machine.
//!
//! The machine holds handles of every kind in slots. An instruction is a byte, which selects a
//! function of [`ops::OPS`], followed by the bytes of the function's arguments: slots, literals,
//! NULLs, numbers without a constant. The byte [`LANGUAGE`] is followed by a byte for a language
//! and one for an instruction of it, [`MODEL`] by a byte for an instruction that is generated from the
//! model of the ABI. After each call the contract of the header is checked: outputs
//! are written only on success; there is an error exactly on failure, with the status's code, and
//! it can be rendered; no status is internal. At the end all handles are freed in an order that the
//! input determines, and all data of the host has been released exactly once.

mod answers;
mod hcl;
mod mcl;
mod model;
mod nouns;
mod ops;
mod phrases;
mod puppet_catalog;
mod schema;
mod services;
mod terraform;
mod written;

use polycty::ffi::{
    base::{error::*, path::*, status::*, string::*},
    dialects::{converter::*, unification::*},
    functions::function::*,
    marks::{path_set::*, set::*},
    refinements::builder::*,
    types::{constructors::*, group::*, parts::*},
    values::operators::*,
    values::value::*,
};
use std::cell::Cell;
use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr::{NonNull, null, null_mut};

/// Runs one input.
pub fn run(program: &[u8]) {
    let mut machine = Machine {
        input: program,
        ..Machine::default()
    };
    for _ in 0..MAX_STEPS {
        let Some(op) = machine.opcode() else { break };
        op(&mut machine);
        for sender in answers::senders() {
            nouns::Noun::keep(&mut machine, sender);
        }
    }
    machine.free_all();
    assert_eq!(LIVE.get(), 0, "what the host gave and was not released");
}

/// The maximum number of instructions. More only cost time.
const MAX_STEPS: usize = 64;

/// The opcode that precedes an instruction of a language.
const LANGUAGE: u8 = 255;

/// The opcode that precedes an instruction of [`model::OPS`].
const MODEL: u8 = 254;

/// The instructions of the languages.
const LANGUAGES: [&[Op]; 7] = [
    hcl::OPS,
    written::OPS,
    schema::OPS,
    mcl::OPS,
    terraform::OPS,
    services::OPS,
    puppet_catalog::OPS,
];

/// Larger types and documents are freed immediately: the limits of the library are far above the
/// time that a fuzzer has.
const MAX_SIZE: usize = 1 << 12;

thread_local! {
    /// The number of data objects of the host that the library holds.
    static LIVE: Cell<i64> = const { Cell::new(0) };
    /// The current depth of calls of the library from callbacks.
    static NESTED: Cell<u32> = const { Cell::new(0) };
}

// ---------------------------------------------------------------------------
// The machine
// ---------------------------------------------------------------------------

/// An output parameter; `None` for NULL.
type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;
type OutError<'a> = Out<'a, *mut pcty_error>;

/// An instruction. Its calls receive valid handles and arrays of the correct length.
type Op = fn(&mut Machine);

#[derive(Default)]
struct Machine<'a> {
    input: &'a [u8],
    types: Vec<*mut pcty_type>,
    /// With their number of parts, each counted for every occurrence.
    values: Vec<(*mut pcty_value, usize)>,
    marks: Vec<*mut pcty_marks>,
    paths: Vec<*mut pcty_path>,
    path_sets: Vec<*mut pcty_path_set>,
    builders: Vec<*mut pcty_refinement_builder>,
    scopes: Vec<*mut pcty_variable_scope>,
    groups: Vec<*mut pcty_group>,
    converters: Vec<*mut pcty_converter>,
    unifications: Vec<*mut pcty_unification>,
    functions: Vec<*mut pcty_function>,
    errors: Vec<*mut pcty_error>,
    strings: Vec<*mut pcty_string>,
    nouns: nouns::Nouns,
}

/// The handle in the slot of the next byte, or NULL for the byte 255.
macro_rules! slot {
    ($name:ident, $slots:ident, $handle:ty) => {
        fn $name(&mut self) -> *mut $handle {
            match self.byte() {
                255 => null_mut(),
                at if self.$slots.is_empty() => {
                    let _ = at;
                    null_mut()
                }
                at => self.$slots[at as usize % self.$slots.len()],
            }
        }
    };
}

impl Machine<'_> {
    fn opcode(&mut self) -> Option<Op> {
        let (&op, rest) = self.input.split_first()?;
        self.input = rest;
        let (ops, op) = match op {
            LANGUAGE => (
                LANGUAGES[self.byte() as usize % LANGUAGES.len()],
                self.byte(),
            ),
            MODEL => (model::OPS, self.byte()),
            op => (ops::OPS, op),
        };
        Some(ops[op as usize % ops.len()])
    }

    fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.input.split_first() else {
            return 0;
        };
        self.input = rest;
        byte
    }

    /// Usually one of a few small numbers.
    fn small(&mut self) -> u32 {
        match self.byte() {
            255 => u32::MAX,
            byte => u32::from(byte % 5),
        }
    }

    fn wide(&mut self) -> u64 {
        let mut bytes = [0; 8];
        bytes.iter_mut().for_each(|byte| *byte = self.byte());
        match bytes[0] {
            0 => u64::MAX,
            1..128 => u64::from(bytes[1]),
            _ => u64::from_le_bytes(bytes),
        }
    }

    fn double(&mut self) -> f64 {
        f64::from_bits(self.wide())
    }

    fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Text of the input: a byte for its length, then its bytes, which may be invalid UTF-8. A
    /// length of 255 is no text, and 254 is text at NULL with a length.
    fn text(&mut self) -> pcty_str {
        let data = null();
        match self.byte() {
            255 => lend(data, 0),
            254 => lend(data, 7),
            length => {
                let (text, rest) = self.input.split_at((length as usize).min(self.input.len()));
                self.input = rest;
                lend(text.as_ptr().cast(), text.len())
            }
        }
    }

    fn texts(&mut self) -> Vec<pcty_str> {
        (0..self.byte() % 4).map(|_| self.text()).collect()
    }

    fn size_range(&mut self) -> Option<pcty_size_range> {
        let present = self.byte() != 255;
        present.then(|| pcty_size_range {
            min: self.byte().into(),
            max: self.wide(),
        })
    }

    slot!(marks, marks, pcty_marks);
    slot!(path, paths, pcty_path);
    slot!(path_set, path_sets, pcty_path_set);
    slot!(builder, builders, pcty_refinement_builder);
    slot!(scope, scopes, pcty_variable_scope);
    slot!(group, groups, pcty_group);
    slot!(unification, unifications, pcty_unification);
    slot!(function, functions, pcty_function);
    slot!(error, errors, pcty_error);

    /// A type: from a slot, or one with static lifetime.
    fn ty(&mut self) -> *const pcty_type {
        match self.byte() {
            255 => null(),
            254 => pcty_type_any(),
            253 => pcty_type_string(),
            252 => pcty_type_number(),
            251 => pcty_type_bool(),
            250 => pcty_type_meta(),
            249 => pcty_type_integer(),
            248 => pcty_type_float(),
            247 => pcty_type_none(),
            _ if self.types.is_empty() => pcty_type_string(),
            at => self.types[at as usize % self.types.len()],
        }
    }

    fn value_and_size(&mut self) -> (*const pcty_value, usize) {
        match self.byte() {
            255 => (null(), 0),
            at if self.values.is_empty() => {
                let _ = at;
                (null(), 0)
            }
            at => {
                let (value, size) = self.values[at as usize % self.values.len()];
                (value, size)
            }
        }
    }

    fn value(&mut self) -> *const pcty_value {
        self.value_and_size().0
    }

    fn type_array(&mut self) -> Vec<*const pcty_type> {
        (0..self.byte() % 6).map(|_| self.ty()).collect()
    }

    /// Values for a container, and the number of its parts.
    fn value_array(&mut self) -> (Vec<*const pcty_value>, usize) {
        let mut size = 1;
        let array = (0..self.byte() % 6).map(|_| {
            let (value, own) = self.value_and_size();
            size += own;
            value
        });
        (array.collect(), size)
    }

    /// The converter of a slot, or one that a unification owns.
    fn converter(&mut self) -> *const pcty_converter {
        if self.flag() {
            let (unification, at) = (self.unification(), self.small());
            return pcty_unification_converter_at(some(unification), at as usize);
        }
        match self.byte() {
            _ if self.converters.is_empty() => null(),
            255 => null(),
            at => self.converters[at as usize % self.converters.len()],
        }
    }

    // -- Calls -----------------------------------------------------------------

    /// Calls a function that writes `T`. Returns the output, or `None` if it failed.
    fn call<T: Copy>(
        &mut self,
        sentinel: T,
        same: fn(&T, &T) -> bool,
        call: impl FnOnce(Out<'_, T>, OutError<'_>) -> pcty_status,
    ) -> Option<T> {
        let mut out = MaybeUninit::new(sentinel);
        let wanted = self.byte() & 0xf != 0xf;
        let out_at = wanted.then_some(&mut out);
        let succeeded = self.run(|error| call(out_at, error));
        // SAFETY: the output was initialized above, and is only written to.
        let out = unsafe { out.assume_init() };
        if succeeded {
            assert!(wanted, "success without an output");
            return Some(out);
        }
        assert!(same(&out, &sentinel), "an output on failure");
        None
    }

    /// Calls a function and returns whether it succeeded.
    fn run(&mut self, call: impl FnOnce(OutError<'_>) -> pcty_status) -> bool {
        let untouched = NonNull::<pcty_error>::dangling().as_ptr();
        let mut error = MaybeUninit::new(untouched);
        let wanted = self.byte() & 0xf != 0xf;
        let status = call(wanted.then_some(&mut error));
        // SAFETY: the output was initialized above, and is only written to.
        let error = unsafe { error.assume_init() };
        assert_ne!(status, PCTY_ERROR_INTERNAL);
        assert_eq!(
            error != untouched,
            wanted && status != PCTY_OK,
            "an error exactly on failure"
        );
        if error != untouched {
            assert_eq!(pcty_error_code(some(error)), status);
            self.keep_error(error);
        }
        status == PCTY_OK
    }

    /// Calls a function that creates a handle.
    fn make<H>(
        &mut self,
        call: impl FnOnce(Out<'_, *mut H>, OutError<'_>) -> pcty_status,
    ) -> Option<*mut H> {
        let untouched = NonNull::<H>::dangling().as_ptr();
        let made = self.call(untouched, |a, b| a == b, call)?;
        assert!(
            made != untouched && !made.is_null(),
            "success without a handle"
        );
        Some(made)
    }

    fn make_type(
        &mut self,
        call: impl FnOnce(Out<'_, *mut pcty_type>, OutError<'_>) -> pcty_status,
    ) {
        if let Some(made) = self.make(call) {
            self.keep_type(made);
        }
    }

    fn make_value(
        &mut self,
        size: usize,
        call: impl FnOnce(Out<'_, *mut pcty_value>, OutError<'_>) -> pcty_status,
    ) {
        // The value has too many parts.
        if size > MAX_SIZE {
            return;
        }
        if let Some(made) = self.make(call) {
            self.keep_value(made, size);
        }
    }

    /// An operator of one value.
    fn unary_operator(&mut self, operator: pcty_unary_operator) {
        let (value, size) = self.value_and_size();
        // SAFETY: the handle is alive.
        self.make_value(size, |out, error| {
            pcty_value_unary(some(value), operator, out, error)
        });
    }

    /// An operator between two values.
    fn binary_operator(&mut self, operator: pcty_binary_operator) {
        let ((left, size), right) = (self.value_and_size(), self.value());
        // SAFETY: the handles are alive.
        self.make_value(size, |out, error| {
            pcty_value_binary(some(left), some(right), operator, out, error)
        });
    }

    /// Calls a function that returns a type with a part of the given type.
    fn around(
        &mut self,
        call: extern "C" fn(
            Option<&pcty_type>,
            Out<'_, *mut pcty_type>,
            OutError<'_>,
        ) -> pcty_status,
    ) {
        let ty = self.ty();
        // SAFETY: the handle is alive.
        self.make_type(|out, error| call(some(ty), out, error));
    }

    // -- Slots -----------------------------------------------------------------

    fn keep_type(&mut self, made: *mut pcty_type) {
        assert!(!made.is_null());
        assert!(pcty_type_equal(some(made), some(made)));
        if size_of_type(made) > MAX_SIZE {
            // SAFETY: the handle was just created and is not used again.
            pcty_type_free(unsafe { owned(made) });
        } else {
            self.types.push(made);
        }
    }

    fn keep_value(&mut self, made: *mut pcty_value, size: usize) {
        assert!(!made.is_null());
        let ty = pcty_value_type(some(made));
        if size_of_type(ty) > MAX_SIZE {
            // SAFETY: the handle was just created and is not used again.
            return pcty_value_free(unsafe { owned(made) });
        }
        assert_eq!(pcty_value_compare(some(made), some(made)), 0);
        assert_eq!(pcty_value_hash(some(made)), pcty_value_hash(some(made)));
        self.values.push((made, size));
    }

    fn keep_new_value(&mut self, made: *mut pcty_value) {
        if !made.is_null() {
            self.keep_value(made, 1);
        }
    }

    fn keep_string(&mut self, made: Option<*mut pcty_string>) {
        let Some(made) = made.filter(|made| !made.is_null()) else {
            return;
        };
        touch(pcty_string_str(some(made)));
        assert!(!pcty_string_cstr(some(made)).is_null());
        self.strings.push(made);
    }

    /// Renders an error, and reads its texts and types.
    fn keep_error(&mut self, made: *mut pcty_error) {
        let error = some(made);
        touch(pcty_error_message(error));
        for rendered in [
            pcty_error_format(error, PCTY_NOTATION_LINE),
            pcty_error_format(error, PCTY_NOTATION_TEXT),
            pcty_error_format(error, PCTY_NOTATION_COLORED_TEXT),
            pcty_error_format(error, PCTY_NOTATION_JSON),
            pcty_error_format(error, PCTY_NOTATION_SARIF),
        ] {
            touch(pcty_string_str(some(rendered)));
            // SAFETY: the handle was just created and is not used again.
            pcty_string_free(unsafe { owned(rendered) });
        }
        let data = error_data(error.expect("not NULL"));
        for lent in [data.expected, data.found] {
            assert!(lent.is_null() || pcty_type_kind(some(lent)) != PCTY_KIND_MISSING);
        }
        for at in 0..pcty_path_step_count(some(pcty_error_path(error))) {
            let path = some(pcty_error_path(error));
            touch(pcty_path_step_name_at(path, at));
            assert_ne!(pcty_path_step_kind_at(path, at), PCTY_STEP_NONE);
        }
        self.errors.push(made);
    }

    /// Frees all handles. The input selects the next kind.
    fn free_all(&mut self) {
        nouns::free_all(self);
        for _ in 0..FREES.len() {
            let at = self.byte() as usize % FREES.len();
            FREES[at](self);
        }
        FREES.iter().for_each(|free| free(self));
    }
}

/// The data of a handle; `None` if the function returns false.
fn data_of<H, D>(
    read: extern "C" fn(Option<&H>, Option<&mut MaybeUninit<D>>) -> bool,
    handle: Option<&H>,
) -> Option<D> {
    let mut data = MaybeUninit::uninit();
    // SAFETY: written if the function returns true.
    read(handle, Some(&mut data)).then(|| unsafe { data.assume_init() })
}

/// The data of an error.
fn error_data(from: &pcty_error) -> pcty_error_data {
    let mut data = MaybeUninit::<pcty_error_data>::zeroed();
    // SAFETY: a struct of numbers and pointers may be zero; the call reads its size and fills it.
    unsafe {
        data.assume_init_mut().struct_size = size_of::<pcty_error_data>() as u32;
        let status = pcty_error_info(Some(from), data.as_mut_ptr(), None);
        assert_eq!(status, PCTY_OK);
        data.assume_init()
    }
}

/// The number of nodes of a type.
fn size_of_type(ty: *const pcty_type) -> usize {
    data_of(pcty_type_info, some(ty)).map_or(0, |data| data.size as usize)
}

/// Frees the handles of one kind, starting with the last or the first.
macro_rules! frees {
    ($($slots:ident $(. $part:tt)? => $free:ident),* $(,)?) => {
        [$(|m: &mut Machine| {
            if m.flag() {
                m.$slots.reverse();
            }
            for slot in std::mem::take(&mut m.$slots) {
                // SAFETY: a slot owns its handle, and has just been emptied.
                $free(unsafe { owned(slot $(. $part)?) });
            }
        }),*]
    };
}

const FREES: [Op; 13] = frees!(
    types => pcty_type_free,
    values.0 => pcty_value_free,
    marks => pcty_marks_free,
    paths => pcty_path_free,
    path_sets => pcty_path_set_free,
    builders => pcty_refinement_builder_free,
    scopes => pcty_variable_scope_free,
    groups => pcty_group_free,
    converters => pcty_converter_free,
    unifications => pcty_unification_free,
    functions => pcty_function_free,
    errors => pcty_error_free,
    strings => pcty_string_free,
);

/// Passes the ownership of a handle.
///
/// # Safety
/// The handle is NULL or owned by the caller, and is not used again.
unsafe fn owned<H>(handle: *mut H) -> Option<Box<H>> {
    // SAFETY: the library creates handles as boxes.
    (!handle.is_null()).then(|| unsafe { Box::from_raw(handle) })
}

/// A variable of the caller as an output.
fn into<T>(place: &mut T) -> Out<'_, T> {
    // SAFETY: only a `T` is written there.
    Some(unsafe { &mut *std::ptr::from_mut(place).cast::<MaybeUninit<T>>() })
}

/// A text in C's representation, which Rust code cannot construct from parts.
#[repr(C)]
#[derive(Clone, Copy)]
struct Text {
    data: *const c_char,
    len: usize,
}

fn lend(data: *const c_char, len: usize) -> pcty_str {
    // SAFETY: the type has the same two fields. Only the library reads it, which checks for NULL
    // first; all other pointers are to bytes of the input with this length.
    unsafe { std::mem::transmute(Text { data, len }) }
}

fn parts(text: pcty_str) -> Text {
    // SAFETY: the type has the same two fields.
    unsafe { std::mem::transmute(text) }
}

/// A handle as an argument. It lives as long as its slot, which outlives the call.
fn some<'a, H>(handle: *const H) -> Option<&'a H> {
    // SAFETY: handles in slots are NULL or live.
    unsafe { handle.as_ref() }
}

/// A handle as an argument that the call changes.
fn some_mut<'a, H>(handle: *mut H) -> Option<&'a mut H> {
    // SAFETY: handles in slots are NULL or live, and each argument is of another kind.
    unsafe { handle.as_mut() }
}

/// Reads all bytes of a borrowed text.
fn touch(text: pcty_str) {
    let text = parts(text);
    if !text.data.is_null() {
        // SAFETY: borrowed texts are valid.
        let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.len) };
        std::hint::black_box(bytes.iter().fold(0u8, |sum, byte| sum ^ byte));
    }
}

/// An array for C: NULL where it has no elements.
fn array<T>(elements: &[T]) -> *const T {
    if elements.is_empty() {
        null()
    } else {
        elements.as_ptr()
    }
}

// ---------------------------------------------------------------------------
// The host
// ---------------------------------------------------------------------------

/// Data of the host, identified by a number that selects the behavior of its callbacks.
struct Host {
    number: u8,
    /// The function itself, for recursive calls.
    function: Cell<*const pcty_function>,
}

fn host(number: u8) -> *mut c_void {
    LIVE.set(LIVE.get() + 1);
    let function = Cell::new(null());
    Box::into_raw(Box::new(Host { number, function })).cast()
}

unsafe extern "C" fn destroy(data: *mut c_void) {
    LIVE.set(LIVE.get() - 1);
    // SAFETY: from `host`, and released once, which the sanitizer watches over.
    drop(unsafe { Box::from_raw(data.cast::<Host>()) });
}

unsafe extern "C" fn same_number(_: *mut c_void, a: *const c_void, b: *const c_void) -> bool {
    // SAFETY: the library holds both.
    unsafe { (*a.cast::<Host>()).number % 4 == (*b.cast::<Host>()).number % 4 }
}

unsafe extern "C" fn number_hash(_: *mut c_void, data: *const c_void) -> u64 {
    // SAFETY: the library holds it.
    unsafe { u64::from((*data.cast::<Host>()).number % 2) }
}

/// Behaves as the host's number selects, correctly or not.
unsafe extern "C" fn implementation(
    data: *mut c_void,
    args: *const *const pcty_value,
    count: usize,
    return_type: *const pcty_type,
    out: *mut *mut pcty_value,
    error: *mut *mut pcty_error,
) -> pcty_status {
    // SAFETY: the library passes valid pointers; outputs are writable.
    unsafe {
        let host = &*data.cast::<Host>();
        let args = std::slice::from_raw_parts(args, count);
        match (host.number, args.first()) {
            (0..100, Some(&first)) => {
                *out = pcty_value_clone(some(first));
                PCTY_OK
            }
            (100..150, _) => {
                *out = pcty_value_unknown(some(return_type));
                PCTY_OK
            }
            (150..170, _) => {
                *error = pcty_error_new(PCTY_ERROR_CALLBACK, refusal());
                PCTY_ERROR_CALLBACK
            }
            (170..180, _) => PCTY_OK,
            (180..190, _) => PCTY_ERROR_TYPE,
            (190..200, _) => u32::MAX,
            // Calls itself, up to some levels.
            _ if NESTED.get() < 3 => {
                NESTED.set(NESTED.get() + 1);
                let function = some(host.function.get());
                let status = pcty_function_call(
                    function,
                    array(args),
                    count,
                    into(&mut *out),
                    into(&mut *error),
                );
                NESTED.set(NESTED.get() - 1);
                status
            }
            _ => {
                *out = pcty_value_null(some(return_type));
                PCTY_OK
            }
        }
    }
}

unsafe extern "C" fn first_type(
    data: *mut c_void,
    args: *const *const pcty_value,
    count: usize,
    out: *mut *mut pcty_type,
    _: *mut *mut pcty_error,
) -> pcty_status {
    // SAFETY: the library passes valid pointers; outputs are writable.
    unsafe {
        if count == 0 || (*data.cast::<Host>()).number % 8 == 7 {
            return PCTY_ERROR_TYPE;
        }
        *out = pcty_type_clone(some(pcty_value_type(some(*args))));
        PCTY_OK
    }
}

fn refusal() -> pcty_str {
    lend(c"the host says no".as_ptr(), 16)
}

/// Returns the next digit of the number that `data` points to, one for each visit.
unsafe extern "C" fn visit_type(
    data: *mut c_void,
    depth: usize,
    step: *const pcty_type_step,
    ty: *const pcty_type,
) -> pcty_visit {
    assert_eq!(depth == 0, step.is_null());
    assert_ne!(pcty_type_kind(some(ty)), PCTY_KIND_MISSING);
    // SAFETY: `data` is the number of the traversal.
    unsafe { next_answer(data) }
}

unsafe extern "C" fn visit_path(data: *mut c_void, path: *const pcty_path) -> pcty_visit {
    let _ = pcty_path_step_count(some(path));
    // SAFETY: `data` is the number of the traversal.
    unsafe { next_answer(data) }
}

/// # Safety
/// `data` points to a number.
unsafe fn next_answer(data: *mut c_void) -> pcty_visit {
    // SAFETY: by this function's contract.
    let number = unsafe { &mut *data.cast::<u64>() };
    let answer = (*number % 8) as u32;
    *number /= 8;
    if answer > PCTY_VISIT_STOP + 1 {
        PCTY_VISIT_DESCEND
    } else {
        answer
    }
}
