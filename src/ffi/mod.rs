//! The C ABI: a file a handle, translation and nothing else.
