//! Ruby: the functions of its C API that the library uses.
//!
//! One call converts a whole structure of Ruby objects with functions of the interpreter that runs
//! in this process. The library is not linked with the interpreter: the caller passes its
//! functions, each under the name and with the type that Ruby's own headers declare.
//!
//! The calls must run on a thread created by Ruby that holds Ruby's lock. They run no Ruby code,
//! and an exception of Ruby inside a call does not leave it.

use crate::ffi::arguments::need;
use crate::ffi::guard::versioned;
use crate::source::Result;
use std::any::Any;
use std::ffi::{c_char, c_double, c_int, c_long, c_longlong, c_void};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A function of Ruby, of any type.
pub type pcty_ruby_function = Option<unsafe extern "C" fn()>;

/// The functions and classes of an interpreter. All are required. Start from PCTY_RUBY_INIT.
#[repr(C)]
#[allow(non_snake_case, reason = "the names are Ruby's")]
pub struct pcty_ruby {
    /// The size of this struct.
    pub struct_size: u32,
    /// Calls a function and catches its exceptions.
    pub rb_protect: pcty_ruby_function,
    /// Clears the last exception.
    pub rb_set_errinfo: pcty_ruby_function,
    /// Returns the running thread.
    pub rb_thread_current: pcty_ruby_function,
    /// Reads a variable of a thread's fiber.
    pub rb_thread_local_aref: pcty_ruby_function,
    /// Sets a variable of a thread's fiber.
    pub rb_thread_local_aset: pcty_ruby_function,
    /// Returns the number of a name.
    pub rb_intern: pcty_ruby_function,
    /// Returns the class of an object.
    pub rb_obj_class: pcty_ruby_function,
    /// Returns whether two objects are equal.
    pub rb_equal: pcty_ruby_function,
    /// Creates an array.
    pub rb_ary_new_capa: pcty_ruby_function,
    /// Appends to an array.
    pub rb_ary_push: pcty_ruby_function,
    /// Returns an element of an array, nil past its end.
    pub rb_ary_entry: pcty_ruby_function,
    /// Returns a part of an array, nil if it begins past the end.
    pub rb_ary_subseq: pcty_ruby_function,
    /// Creates a hash.
    pub rb_hash_new: pcty_ruby_function,
    /// Sets an entry of a hash.
    pub rb_hash_aset: pcty_ruby_function,
    /// Calls a function with each entry of a hash.
    pub rb_hash_foreach: pcty_ruby_function,
    /// Creates a string in UTF-8.
    pub rb_utf8_str_new: pcty_ruby_function,
    /// Returns the interned string of some bytes.
    pub rb_enc_interned_str: pcty_ruby_function,
    /// Returns the encoding UTF-8.
    pub rb_utf8_encoding: pcty_ruby_function,
    /// Returns the number of UTF-8.
    pub rb_utf8_encindex: pcty_ruby_function,
    /// Returns the number of the encoding of binary data.
    pub rb_ascii8bit_encindex: pcty_ruby_function,
    /// Returns the number of a string's encoding.
    pub rb_enc_get_index: pcty_ruby_function,
    /// Returns whether a string is ASCII, and whether it is valid.
    pub rb_enc_str_coderange: pcty_ruby_function,
    /// Returns the number of a string's characters.
    pub rb_str_strlen: pcty_ruby_function,
    /// Returns the byte at which a character of a string begins.
    pub rb_str_offset: pcty_ruby_function,
    /// Returns the bytes of a string.
    pub rb_string_value_ptr: pcty_ruby_function,
    /// Returns the symbol of a string.
    pub rb_str_intern: pcty_ruby_function,
    /// Returns the string of a symbol.
    pub rb_sym2str: pcty_ruby_function,
    /// Creates an integer of 64 bits.
    pub rb_ll2inum: pcty_ruby_function,
    /// Returns the number of bytes of an integer's magnitude.
    pub rb_absint_size: pcty_ruby_function,
    /// Writes an integer into memory.
    pub rb_integer_pack: pcty_ruby_function,
    /// Creates an integer from memory.
    pub rb_integer_unpack: pcty_ruby_function,
    /// Creates a float.
    pub rb_float_new: pcty_ruby_function,
    /// Returns the double of a float.
    pub rb_float_value: pcty_ruby_function,
    /// The class of nil.
    pub rb_cNilClass: *const usize,
    /// The class of true.
    pub rb_cTrueClass: *const usize,
    /// The class of false.
    pub rb_cFalseClass: *const usize,
    /// The class of integers.
    pub rb_cInteger: *const usize,
    /// The class of floats.
    pub rb_cFloat: *const usize,
    /// The class of strings.
    pub rb_cString: *const usize,
    /// The class of symbols.
    pub rb_cSymbol: *const usize,
    /// The class of arrays.
    pub rb_cArray: *const usize,
    /// The class of hashes.
    pub rb_cHash: *const usize,
}

/// The variable of the running fiber that holds the object before and after the call. The garbage
/// collector marks it there and updates it when it moves.
const VARIABLE: &std::ffi::CStr = c"polycty_object";

/// RUBY_ENC_CODERANGE_7BIT and RUBY_ENC_CODERANGE_VALID in Ruby's headers.
const ASCII: c_int = 1 << 20;
const VALID: c_int = 1 << 21;

/// INTEGER_PACK_BIG_ENDIAN | INTEGER_PACK_2COMP in Ruby's headers.
const BIG_ENDIAN: c_int = 0x91;

/// INTEGER_PACK_NATIVE | INTEGER_PACK_2COMP in Ruby's headers.
const NATIVE: c_int = 0xc2;

/// An object of Ruby, VALUE in its headers. It is alive while it is in a stack frame, which the
/// garbage collector scans, or in an object that is alive.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Object(usize);

type Body = unsafe extern "C" fn(usize) -> Object;
type EachEntry = unsafe extern "C" fn(Object, Object, usize) -> c_int;

/// The typed functions and the classes of an interpreter that lives as long as `'a`.
pub(super) struct Ruby<'a> {
    protect: unsafe extern "C" fn(Body, usize, *mut c_int) -> Object,
    set_errinfo: unsafe extern "C" fn(Object),
    thread_current: unsafe extern "C" fn() -> Object,
    thread_local_aref: unsafe extern "C" fn(Object, usize) -> Object,
    thread_local_aset: unsafe extern "C" fn(Object, usize, Object) -> Object,
    intern: unsafe extern "C" fn(*const c_char) -> usize,
    obj_class: unsafe extern "C" fn(Object) -> Object,
    equal: unsafe extern "C" fn(Object, Object) -> Object,
    ary_new_capa: unsafe extern "C" fn(c_long) -> Object,
    ary_push: unsafe extern "C" fn(Object, Object) -> Object,
    ary_entry: unsafe extern "C" fn(Object, c_long) -> Object,
    ary_subseq: unsafe extern "C" fn(Object, c_long, c_long) -> Object,
    hash_new: unsafe extern "C" fn() -> Object,
    hash_aset: unsafe extern "C" fn(Object, Object, Object) -> Object,
    hash_foreach: unsafe extern "C" fn(Object, EachEntry, usize),
    utf8_str_new: unsafe extern "C" fn(*const c_char, c_long) -> Object,
    enc_interned_str: unsafe extern "C" fn(*const c_char, c_long, *const c_void) -> Object,
    utf8_encoding: unsafe extern "C" fn() -> *const c_void,
    utf8_encindex: unsafe extern "C" fn() -> c_int,
    ascii8bit_encindex: unsafe extern "C" fn() -> c_int,
    enc_get_index: unsafe extern "C" fn(Object) -> c_int,
    enc_str_coderange: unsafe extern "C" fn(Object) -> c_int,
    str_strlen: unsafe extern "C" fn(Object) -> c_long,
    str_offset: unsafe extern "C" fn(Object, c_long) -> c_long,
    string_value_ptr: unsafe extern "C" fn(*mut Object) -> *const u8,
    str_intern: unsafe extern "C" fn(Object) -> Object,
    sym2str: unsafe extern "C" fn(Object) -> Object,
    ll2inum: unsafe extern "C" fn(c_longlong) -> Object,
    absint_size: unsafe extern "C" fn(Object, *mut c_int) -> usize,
    integer_pack: unsafe extern "C" fn(Object, *mut c_void, usize, usize, usize, c_int) -> c_int,
    integer_unpack: unsafe extern "C" fn(*const c_void, usize, usize, usize, c_int) -> Object,
    float_new: unsafe extern "C" fn(c_double) -> Object,
    float_value: unsafe extern "C" fn(Object) -> c_double,
    pub(super) nil_class: Object,
    pub(super) true_class: Object,
    pub(super) false_class: Object,
    pub(super) integer_class: Object,
    pub(super) float_class: Object,
    pub(super) string_class: Object,
    pub(super) symbol_class: Object,
    pub(super) array_class: Object,
    pub(super) hash_class: Object,
    interpreter: PhantomData<&'a pcty_ruby>,
}

/// The action after an entry of a hash: continue or stop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Go {
    On,
    Stop,
}

/// An operation that runs inside of Ruby.
///
/// # Safety
/// An exception of Ruby may leave the operation at any call of [`Ruby`], without destructors: at
/// such a call, values that need a drop are only in `self`, not in the stack frames of the
/// operation.
pub(super) unsafe trait Inside {
    /// Returns the payload of a panic inside of the operation.
    fn panicked(&mut self) -> &mut Option<Box<dyn Any + Send>>;

    /// Runs the operation.
    fn run(&mut self);
}

/// An operation on the entries of a hash.
///
/// # Safety
/// Those of [`Inside`].
pub(super) unsafe trait Entries: Inside {
    /// Processes an entry of a hash.
    fn entry(&mut self, key: Object, value: Object) -> Go;
}

/// While a `Ruby` exists, the thread holds Ruby's lock, and its functions are those of their names.
/// This is the header's contract and makes the calls sound. Their arguments are objects that are
/// alive.
impl<'a> Ruby<'a> {
    /// Returns the functions that a host passed.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`](crate::source::Code::InvalidArgument) if one is missing.
    ///
    /// # Safety
    /// `ruby` is NULL or points to a struct of its stated size, of an interpreter that lives as
    /// long as `'a` and whose lock this thread holds.
    #[expect(
        clippy::missing_transmute_annotations,
        reason = "the type is that of the field"
    )]
    pub(super) unsafe fn of(ruby: *const pcty_ruby) -> Result<Ruby<'a>> {
        // SAFETY: this function has the same contract.
        let given: &pcty_ruby = unsafe { versioned(ruby, "ruby") }?;
        macro_rules! function {
            ($name:ident) => {{
                let function = need(given.$name, concat!("ruby->", stringify!($name)))?;
                // SAFETY: by the contract it is Ruby's function of this name, which has this type.
                unsafe { std::mem::transmute::<unsafe extern "C" fn(), _>(function) }
            }};
        }
        macro_rules! class {
            ($name:ident) => {{
                // SAFETY: by the contract it is NULL or the address of Ruby's class of this name.
                let class = unsafe { given.$name.as_ref() };
                Object(*need(class, concat!("ruby->", stringify!($name)))?)
            }};
        }
        Ok(Ruby {
            protect: function!(rb_protect),
            set_errinfo: function!(rb_set_errinfo),
            thread_current: function!(rb_thread_current),
            thread_local_aref: function!(rb_thread_local_aref),
            thread_local_aset: function!(rb_thread_local_aset),
            intern: function!(rb_intern),
            obj_class: function!(rb_obj_class),
            equal: function!(rb_equal),
            ary_new_capa: function!(rb_ary_new_capa),
            ary_push: function!(rb_ary_push),
            ary_entry: function!(rb_ary_entry),
            ary_subseq: function!(rb_ary_subseq),
            hash_new: function!(rb_hash_new),
            hash_aset: function!(rb_hash_aset),
            hash_foreach: function!(rb_hash_foreach),
            utf8_str_new: function!(rb_utf8_str_new),
            enc_interned_str: function!(rb_enc_interned_str),
            utf8_encoding: function!(rb_utf8_encoding),
            utf8_encindex: function!(rb_utf8_encindex),
            ascii8bit_encindex: function!(rb_ascii8bit_encindex),
            enc_get_index: function!(rb_enc_get_index),
            enc_str_coderange: function!(rb_enc_str_coderange),
            str_strlen: function!(rb_str_strlen),
            str_offset: function!(rb_str_offset),
            string_value_ptr: function!(rb_string_value_ptr),
            str_intern: function!(rb_str_intern),
            sym2str: function!(rb_sym2str),
            ll2inum: function!(rb_ll2inum),
            absint_size: function!(rb_absint_size),
            integer_pack: function!(rb_integer_pack),
            integer_unpack: function!(rb_integer_unpack),
            float_new: function!(rb_float_new),
            float_value: function!(rb_float_value),
            nil_class: class!(rb_cNilClass),
            true_class: class!(rb_cTrueClass),
            false_class: class!(rb_cFalseClass),
            integer_class: class!(rb_cInteger),
            float_class: class!(rb_cFloat),
            string_class: class!(rb_cString),
            symbol_class: class!(rb_cSymbol),
            array_class: class!(rb_cArray),
            hash_class: class!(rb_cHash),
            interpreter: PhantomData,
        })
    }

    /// Runs an operation; returns whether it completed without an exception of Ruby.
    pub(super) fn protect<I: Inside>(&self, inside: &mut I) -> bool {
        unsafe extern "C" fn body<I: Inside>(inside: usize) -> Object {
            // SAFETY: the address below, which is not used elsewhere meanwhile.
            let inside = unsafe { &mut *(inside as *mut I) };
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| inside.run())) {
                *inside.panicked() = Some(payload);
            }
            Object(0)
        }
        let mut state = 0;
        // SAFETY: see the head of this block; an exception skips frames of the library that have
        // nothing to drop, by the contract of `Inside`.
        unsafe { (self.protect)(body::<I>, std::ptr::from_mut(inside) as usize, &mut state) };
        if let Some(payload) = inside.panicked().take() {
            resume_unwind(payload);
        }
        if state != 0 {
            // SAFETY: see the head of this block; 0 is false.
            unsafe { (self.set_errinfo)(Object(0)) };
        }
        state == 0
    }

    /// Returns the object that the caller passed.
    pub(super) fn taken(&self) -> Object {
        // SAFETY: see the head of this block.
        unsafe { (self.thread_local_aref)((self.thread_current)(), self.variable()) }
    }

    /// Passes an object to the caller.
    pub(super) fn give(&self, object: Object) {
        // SAFETY: see the head of this block.
        unsafe { (self.thread_local_aset)((self.thread_current)(), self.variable(), object) };
    }

    fn variable(&self) -> usize {
        // SAFETY: see the head of this block; the name ends with a NUL.
        unsafe { (self.intern)(VARIABLE.as_ptr()) }
    }

    #[inline]
    pub(super) fn class(&self, object: Object) -> Object {
        // SAFETY: see the head of this block.
        unsafe { (self.obj_class)(object) }
    }

    pub(super) fn is_nil(&self, object: Object) -> bool {
        self.class(object) == self.nil_class
    }

    /// Returns nil, which is read from an empty array.
    pub(super) fn nil(&self, empty: Object) -> Object {
        // SAFETY: see the head of this block.
        unsafe { (self.ary_entry)(empty, 0) }
    }

    /// Returns true, the result of comparing an object with itself.
    pub(super) fn yes(&self, object: Object) -> Object {
        // SAFETY: see the head of this block.
        unsafe { (self.equal)(object, object) }
    }

    /// Returns false, whose bits are 0 in every Ruby.
    pub(super) fn no(&self) -> Object {
        Object(0)
    }

    /// Returns an element of an array; `None` past its end.
    #[inline]
    pub(super) fn element(&self, array: Object, index: c_long) -> Option<Object> {
        // SAFETY: see the head of this block.
        let element = unsafe { (self.ary_entry)(array, index) };
        if !self.is_nil(element) {
            return Some(element);
        }
        // SAFETY: see the head of this block. A subsequence that begins at the end exists and is
        // empty.
        let rest = unsafe { (self.ary_subseq)(array, index + 1, 0) };
        (!self.is_nil(rest)).then_some(element)
    }

    /// Runs an operation on the entries of a hash.
    pub(super) fn entries<E: Entries>(&self, hash: Object, entries: &mut E) {
        unsafe extern "C" fn entry<E: Entries>(key: Object, value: Object, to: usize) -> c_int {
            const CONTINUE: c_int = 0;
            const STOP: c_int = 1;
            // SAFETY: the address below, which is not used elsewhere meanwhile.
            let entries = unsafe { &mut *(to as *mut E) };
            match catch_unwind(AssertUnwindSafe(|| entries.entry(key, value))) {
                Ok(Go::On) => CONTINUE,
                Ok(Go::Stop) => STOP,
                Err(payload) => {
                    *entries.panicked() = Some(payload);
                    STOP
                }
            }
        }
        // SAFETY: see the head of this block.
        unsafe { (self.hash_foreach)(hash, entry::<E>, std::ptr::from_mut(entries) as usize) };
    }

    /// Returns the bytes of a string, if they may be UTF-8: those of text in UTF-8 or ASCII, and of
    /// binary data.
    ///
    /// # Safety
    /// No function of Ruby is called while the bytes are used.
    #[inline]
    pub(super) unsafe fn bytes<'b>(&self, string: Object) -> Option<&'b [u8]> {
        // SAFETY: see the head of this block.
        let length = unsafe {
            match (self.enc_str_coderange)(string) {
                ASCII => (self.str_strlen)(string),
                VALID => {
                    let encoding = (self.enc_get_index)(string);
                    if encoding != (self.utf8_encindex)() && encoding != (self.ascii8bit_encindex)()
                    {
                        return None;
                    }
                    (self.str_offset)(string, (self.str_strlen)(string))
                }
                _ => return None,
            }
        };
        let mut place = string;
        // SAFETY: see the head of this block. By this function's contract the bytes do not move
        // until the next call of Ruby, and the string has this length.
        Some(unsafe {
            let data = (self.string_value_ptr)(&mut place);
            std::slice::from_raw_parts(data, usize::try_from(length).ok()?)
        })
    }

    /// Returns the text of a symbol.
    #[inline]
    pub(super) fn string_of(&self, symbol: Object) -> Object {
        // SAFETY: see the head of this block.
        unsafe { (self.sym2str)(symbol) }
    }

    /// Returns an integer, if it has 64 bits.
    #[inline]
    pub(super) fn small(&self, integer: Object) -> Option<i64> {
        let mut word = 0i64;
        let room = std::ptr::from_mut(&mut word).cast();
        // SAFETY: see the head of this block; the word has 8 bytes.
        let sign = unsafe { (self.integer_pack)(integer, room, 1, 8, 0, NATIVE) };
        // `sign` differs from the sign of the word if the word is too short; on a larger overflow
        // it is 2 or -2.
        (i64::from(sign) == word.signum()).then_some(word)
    }

    /// Writes an integer as big-endian bytes in two's complement.
    pub(super) fn pack(&self, integer: Object, bytes: &mut Vec<u8>) {
        // SAFETY: see the head of this block; NULL is allowed for an output that is not needed.
        let magnitude = unsafe { (self.absint_size)(integer, std::ptr::null_mut()) };
        bytes.clear();
        bytes.resize(magnitude + 1, 0);
        let room = bytes.as_mut_ptr().cast();
        // SAFETY: see the head of this block; `bytes` has this number of words of one byte each.
        unsafe { (self.integer_pack)(integer, room, magnitude + 1, 1, 0, BIG_ENDIAN) };
    }

    #[inline]
    pub(super) fn double(&self, float: Object) -> f64 {
        // SAFETY: see the head of this block.
        unsafe { (self.float_value)(float) }
    }

    pub(super) fn array(&self, capacity: usize) -> Object {
        // SAFETY: see the head of this block.
        unsafe { (self.ary_new_capa)(capacity as c_long) }
    }

    pub(super) fn push(&self, array: Object, element: Object) {
        // SAFETY: see the head of this block.
        unsafe { (self.ary_push)(array, element) };
    }

    pub(super) fn hash(&self) -> Object {
        // SAFETY: see the head of this block.
        unsafe { (self.hash_new)() }
    }

    pub(super) fn set(&self, hash: Object, key: Object, value: Object) {
        // SAFETY: see the head of this block.
        unsafe { (self.hash_aset)(hash, key, value) };
    }

    pub(super) fn string(&self, text: &str) -> Object {
        // SAFETY: see the head of this block.
        unsafe { (self.utf8_str_new)(text.as_ptr().cast(), text.len() as c_long) }
    }

    /// Returns the interned string of a text.
    pub(super) fn key(&self, text: &str) -> Object {
        let data = text.as_ptr().cast();
        // SAFETY: see the head of this block.
        unsafe { (self.enc_interned_str)(data, text.len() as c_long, (self.utf8_encoding)()) }
    }

    pub(super) fn symbol(&self, string: Object) -> Object {
        // SAFETY: see the head of this block.
        unsafe { (self.str_intern)(string) }
    }

    pub(super) fn integer(&self, integer: i64) -> Object {
        // SAFETY: see the head of this block.
        unsafe { (self.ll2inum)(integer) }
    }

    /// Returns the integer of big-endian bytes in two's complement.
    pub(super) fn unpack(&self, bytes: &[u8]) -> Object {
        let data = bytes.as_ptr().cast();
        // SAFETY: see the head of this block; `bytes` has this number of words of one byte each.
        unsafe { (self.integer_unpack)(data, bytes.len(), 1, 0, BIG_ENDIAN) }
    }

    pub(super) fn float(&self, double: f64) -> Object {
        // SAFETY: see the head of this block.
        unsafe { (self.float_new)(double) }
    }
}
