//! LLVM behind plain types: what touches LLVM's C API.
//!
//! `ffi` and the C++ files are what LLVM's C API lacks or inkwell does not wrap, `ir` (with `decode`: LLVM's opcodes, each
//! with a line) gives instructions as one enum, `members` finds arrays in structures and `pointers` the pointers in them, `module`
//! reads files, `guard` keeps LLVM's fatal errors from ending the process.

pub(crate) mod calls;
pub(crate) mod constants;
pub(crate) mod debug_info;
pub(crate) mod decode;
pub(crate) mod ffi;
pub(crate) mod guard;
pub(crate) mod ir;
pub(crate) mod members;
pub mod module;
pub(crate) mod pointers;
pub(crate) mod transforms;
