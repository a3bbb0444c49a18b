//! The rules of HCL and cty.
