//! Puppet's language: manifests and templates, their outlines, their evaluation, and catalogs.

pub mod environment;

pub mod callbacks;

pub mod manifest;

pub mod outline;

pub mod catalog;

pub mod lookup;
