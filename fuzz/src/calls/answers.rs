//! The callbacks of the host. The number that the host passes with a callback selects its behavior,
//! correct or not.

use super::nouns::Draw;
use super::*;
use polycty::ffi::{
    dialects::dialect::{PCTY_DIALECT_MCL, pcty_type_parse},
    hcl::scope::{pcty_hcl_scope, pcty_hcl_scope_new, pcty_hcl_scope_set_variable},
    hcl_bodies::{decode::pcty_hcl_scope_provider, spec::*},
    mcl_language::{functions::*, host::*, kinds::*, resources::*, sender::*},
    terraform::functions::{
        pcty_terraform_clock, pcty_terraform_module_finder, pcty_terraform_random,
    },
};

thread_local! {
    /// The senders that the host has kept since the last instruction.
    static SENDERS: Cell<Vec<*mut pcty_mcl_sender>> = const { Cell::new(Vec::new()) };
}

/// Returns the senders that callbacks have kept.
pub(super) fn senders() -> Vec<*mut pcty_mcl_sender> {
    SENDERS.take()
}

/// # Safety
/// `data` is from [`host`].
unsafe fn number(data: *mut c_void) -> u8 {
    // SAFETY: by this function's contract.
    unsafe { (*data.cast::<Host>()).number }
}

/// # Safety
/// `error` is writable.
unsafe fn refuse(error: *mut *mut pcty_error) -> pcty_status {
    // SAFETY: by this function's contract.
    unsafe { *error = pcty_error_new(PCTY_ERROR_CALLBACK, refusal()) };
    PCTY_ERROR_CALLBACK
}

/// A callback for the macros of instructions. The byte 255 means no callback.
macro_rules! drawn {
    ($($ty:ty: $callback:ident;)*) => {
        $(impl Draw for $ty {
            fn draw(m: &mut Machine) -> Self {
                (m.byte() != 255).then_some($callback)
            }
        })*
    };
}

drawn! {
    pcty_mcl_reader: read;
    pcty_mcl_answer: answer;
    pcty_mcl_follow: follow;
    pcty_mcl_unfollow: unfollow;
    pcty_terraform_clock: clock;
    pcty_terraform_random: random;
    pcty_terraform_module_finder: find_module;
    pcty_hcl_check: check;
    pcty_hcl_refine: refine;
    pcty_hcl_scope_provider: around;
}

/// Returns a text: a file, the names of a folder, or the document at an address.
unsafe extern "C" fn read(
    data: *mut c_void,
    path: pcty_str,
    out: *mut *mut pcty_string,
    error: *mut *mut pcty_error,
) -> pcty_status {
    touch(path);
    // SAFETY: the library passes valid pointers; outputs are writable.
    unsafe {
        match number(data) {
            0..20 => PCTY_OK,
            20..30 => refuse(error),
            30..35 => PCTY_ERROR_TYPE,
            35..50 => pcty_string_new(
                lend(c"main.tf\nmain.mcl\nmodule/\n".as_ptr(), 25),
                into(&mut *out),
                into(&mut *error),
            ),
            at => pcty_string_new(phrases::phrase(at), into(&mut *out), into(&mut *error)),
        }
    }
}

/// Returns the address of a module, as `read` returns a text.
unsafe extern "C" fn find_module(
    data: *mut c_void,
    key: pcty_str,
    source: pcty_str,
    version: pcty_str,
    out: *mut *mut pcty_string,
    error: *mut *mut pcty_error,
) -> pcty_status {
    touch(key);
    touch(version);
    // SAFETY: the arguments are those of this function.
    unsafe { read(data, source, out, error) }
}

unsafe extern "C" fn answer(
    data: *mut c_void,
    question: pcty_str,
    args: *const *const pcty_value,
    count: usize,
    returns: *const pcty_type,
    out: *mut *mut pcty_value,
    error: *mut *mut pcty_error,
) -> pcty_status {
    touch(question);
    // SAFETY: the arguments are those of this function.
    unsafe { compute(data, args, count, returns, out, error) }
}

/// Returns an argument if there is one, otherwise a text.
unsafe extern "C" fn compute(
    data: *mut c_void,
    args: *const *const pcty_value,
    count: usize,
    returns: *const pcty_type,
    out: *mut *mut pcty_value,
    error: *mut *mut pcty_error,
) -> pcty_status {
    // SAFETY: the library passes valid pointers; outputs are writable.
    unsafe {
        match number(data) {
            0..100 if count == 0 && pcty_type_kind(some(returns)) == PCTY_KIND_INTEGER => {
                *out = pcty_value_integer_from_int64(3);
                PCTY_OK
            }
            0..100 if count == 0 => pcty_value_string(
                lend(c"content".as_ptr(), 7),
                into(&mut *out),
                into(&mut *error),
            ),
            _ => implementation(data, args, count, returns, out, error),
        }
    }
}

unsafe extern "C" fn infer(
    data: *mut c_void,
    types: *const *const pcty_type,
    _: *const *const pcty_value,
    count: usize,
    _: *const pcty_type,
    out: *mut *mut pcty_type,
    error: *mut *mut pcty_error,
) -> pcty_status {
    // SAFETY: the library passes valid pointers; outputs are writable.
    unsafe {
        match number(data) {
            0..40 => refuse(error),
            40..60 => PCTY_OK,
            60..120 if count > 0 => {
                *out = pcty_type_clone(some(*types));
                PCTY_OK
            }
            _ => pcty_type_parse(
                lend(c"func() str".as_ptr(), 10),
                PCTY_DIALECT_MCL,
                into(&mut *out),
                into(&mut *error),
            ),
        }
    }
}

/// Usually keeps a clone of the sender.
unsafe extern "C" fn follow(
    data: *mut c_void,
    function: pcty_str,
    _: *const *const pcty_value,
    _: usize,
    sender: *const pcty_mcl_sender,
    error: *mut *mut pcty_error,
) -> pcty_status {
    touch(function);
    // SAFETY: the library passes valid pointers; outputs are writable.
    unsafe {
        if number(data) % 8 == 7 {
            return refuse(error);
        }
    }
    let mut kept = SENDERS.take();
    kept.push(pcty_mcl_sender_clone(some(sender)));
    SENDERS.set(kept);
    PCTY_OK
}

unsafe extern "C" fn unfollow(_: *mut c_void, sender: *const pcty_mcl_sender) {
    assert!(pcty_mcl_sender_id(some(sender)) != 0 || sender.is_null());
}

unsafe extern "C" fn clock(
    data: *mut c_void,
    seconds: *mut i64,
    error: *mut *mut pcty_error,
) -> pcty_status {
    // SAFETY: outputs are writable.
    unsafe {
        match number(data) {
            0..20 => refuse(error),
            20..40 => {
                *seconds = i64::MAX;
                PCTY_OK
            }
            at => {
                *seconds = i64::from(at);
                PCTY_OK
            }
        }
    }
}

unsafe extern "C" fn random(
    data: *mut c_void,
    bytes: *mut u8,
    count: usize,
    error: *mut *mut pcty_error,
) -> pcty_status {
    // SAFETY: the buffer has this length.
    unsafe {
        if number(data) < 20 {
            return refuse(error);
        }
        bytes.write_bytes(number(data), count);
    }
    PCTY_OK
}

unsafe extern "C" fn check(data: *mut c_void, value: *const pcty_value) -> *mut pcty_error {
    pcty_type_kind(some(pcty_value_type(some(value))));
    // SAFETY: the library passes valid pointers.
    match unsafe { number(data) } % 3 {
        0 => pcty_error_new(PCTY_ERROR_CALLBACK, refusal()),
        _ => null_mut(),
    }
}

unsafe extern "C" fn refine(data: *mut c_void, builder: *mut pcty_refinement_builder) {
    // SAFETY: the library passes valid pointers.
    let number = unsafe { number(data) };
    // A failure is reported as a diagnostic.
    let step = pcty_refinement_fact {
        struct_size: size_of::<pcty_refinement_fact>() as u32,
        kind: u32::from(number) % 9,
        prefix: refusal(),
        bound: null(),
        is_exclusive: false,
        length: number.into(),
    };
    // SAFETY: the library lends the builder, and the step is complete.
    let _ = unsafe { pcty_refinement_builder_add(some_mut(builder), &raw const step, None) };
}

unsafe extern "C" fn around(data: *mut c_void) -> *mut pcty_hcl_scope {
    // SAFETY: the library passes valid pointers.
    if unsafe { number(data) } % 2 == 0 {
        return null_mut();
    }
    let scope = pcty_hcl_scope_new();
    let value = pcty_value_bool(true);
    let name = lend(c"a".as_ptr(), 1);
    // SAFETY: all handles are alive.
    unsafe {
        assert_eq!(
            pcty_hcl_scope_set_variable(scope, name, value, None),
            PCTY_OK
        );
        pcty_value_free(owned(value));
    }
    scope
}

// ---------------------------------------------------------------------------
// Kinds of resources
// ---------------------------------------------------------------------------

fn data_of(resource: *const pcty_mcl_resource) -> pcty_mcl_resource_data {
    let mut data = MaybeUninit::uninit();
    assert!(pcty_mcl_resource_info(some(resource), Some(&mut data)));
    // SAFETY: the call above has written it.
    unsafe { data.assume_init() }
}

unsafe extern "C" fn validate(
    data: *mut c_void,
    resource: *const pcty_mcl_resource,
    error: *mut *mut pcty_error,
) -> pcty_status {
    touch(data_of(resource).name);
    // SAFETY: the library passes valid pointers; outputs are writable.
    unsafe {
        match number(data) % 8 {
            0 => refuse(error),
            1 => PCTY_ERROR_TYPE,
            _ => PCTY_OK,
        }
    }
}

unsafe extern "C" fn compare(
    data: *mut c_void,
    first: *const pcty_mcl_resource,
    second: *const pcty_mcl_resource,
    error: *mut *mut pcty_error,
) -> pcty_status {
    touch(data_of(first).kind);
    // SAFETY: the arguments are those of this function.
    unsafe { validate(data, second, error) }
}

unsafe extern "C" fn merge(
    data: *mut c_void,
    _: *const pcty_mcl_resource,
    second: *const pcty_mcl_resource,
    draft: *mut pcty_mcl_resource_builder,
    error: *mut *mut pcty_error,
) -> pcty_status {
    let name = lend(c"name".as_ptr(), 4);
    let given = pcty_mcl_resource_field_get(some(second), name);
    if !given.is_null() {
        // SAFETY: the error is an output.
        let error = unsafe { into(&mut *error) };
        return pcty_mcl_resource_builder_set_field(some_mut(draft), name, some(given), error);
    }
    // SAFETY: the arguments are those of this function.
    unsafe { validate(data, second, error) }
}

unsafe extern "C" fn after(
    _: *mut c_void,
    resource: *const pcty_mcl_resource,
    wishes: *mut pcty_mcl_dependencies,
) {
    let pcty_mcl_resource_data { kind, name, .. } = data_of(resource);
    // SAFETY: one kind, and one name.
    unsafe {
        pcty_mcl_dependencies_add(some_mut(wishes), &raw const kind, &raw const name, 1, None)
    };
}

unsafe extern "C" fn collect(
    data: *mut c_void,
    text: pcty_str,
    _: *mut pcty_mcl_resource_builder,
    error: *mut *mut pcty_error,
) -> pcty_status {
    touch(text);
    // SAFETY: the arguments are those of this function.
    unsafe { validate(data, null(), error) }
}

/// A kind with some of the callbacks.
pub(super) fn kind(m: &mut Machine, fields: &[pcty_mcl_field]) -> pcty_mcl_kind {
    let size = ops::struct_size::<pcty_mcl_kind>(m.byte());
    let taken = size as usize >= size_of::<pcty_mcl_kind>();
    let which = m.byte();
    pcty_mcl_kind {
        struct_size: size,
        traits: u32::from(m.byte()),
        name: Draw::draw(m),
        fields: array(fields),
        field_count: fields.len(),
        sends: array(fields),
        send_count: fields.len(),
        validate: (which & 1 == 0).then_some(validate),
        compare: (which & 2 == 0).then_some(compare),
        merge: (which & 4 == 0).then_some(merge),
        after: (which & 8 == 0).then_some(after),
        collect: (which & 16 == 0).then_some(collect),
        user_data: if taken { host(m.byte()) } else { null_mut() },
        destroy: taken.then_some(destroy),
    }
}

/// A function of mcl's.
pub(super) fn function(m: &mut Machine) -> pcty_mcl_function_spec {
    let size = ops::struct_size::<pcty_mcl_function_spec>(m.byte());
    let taken = size as usize >= size_of::<pcty_mcl_function_spec>();
    pcty_mcl_function_spec {
        struct_size: size,
        flags: u32::from(m.byte() % 5),
        name: Draw::draw(m),
        signature: Draw::draw(m),
        infer: m.flag().then_some(infer),
        call: (m.byte() != 255).then_some(compute),
        follow: m.flag().then_some(follow),
        unfollow: m.flag().then_some(unfollow),
        user_data: if taken { host(m.byte()) } else { null_mut() },
        destroy: taken.then_some(destroy),
    }
}
