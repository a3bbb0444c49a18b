//! HCL: bodies, their content, and values decoded from them.

pub mod body;

pub mod content;

pub mod items;

pub mod spec;

pub mod decode;
