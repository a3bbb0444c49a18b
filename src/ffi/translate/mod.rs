//! Translation of types and values between dialects.

pub mod translation;
