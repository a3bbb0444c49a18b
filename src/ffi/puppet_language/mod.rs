//! Puppet's language: manifests and templates, their outlines, and their evaluation.

pub mod environment;

pub mod callbacks;

pub mod manifest;

pub mod outline;
