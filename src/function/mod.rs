//! How is a function called with values that may be unknown, null or marked?
