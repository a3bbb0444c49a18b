//! mcl: what only its types and values answer.

pub mod rules;
