//! Text to tokens to arguments.
//!
//! [`lexer`] knows the words and [`parser`] the grammar; what it reads are
//! [`argument`]s. What a type's name says with its arguments the parser asks of
//! whoever implements [`parser::Types`]; of types it knows no more.

pub(crate) mod argument;
pub(crate) mod fault;
pub(crate) mod lexer;
pub(crate) mod parser;
