//! Puppet's language: manifests and templates, what is in them, and what they evaluate to.

pub mod environment;

pub mod callbacks;

pub mod manifest;

pub mod outline;
