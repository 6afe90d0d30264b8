//! The pass plugin for clang and opt (`clang++ -x cuda -fpass-plugin=…`, `opt -load-pass-plugin=… -passes=raceproof`).
//!
//! What it does is in `plugin.cpp`; here is the entry point that LLVM looks for. The library exports nothing else.

use std::ffi::{c_char, c_void};
// Brings the compiled C++ along.
use raceproof as _;

/// LLVM's `PassPluginLibraryInfo` (`llvm/Passes/PassPlugin.h`).
#[repr(C)]
pub struct Info {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: unsafe extern "C" fn(builder: *mut c_void),
}

unsafe extern "C" {
    fn rp_plugin_register(builder: *mut c_void);
}

const VERSION: &std::ffi::CStr =
    match std::ffi::CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => c"",
    };

/// LLVM asks it when it loads the library.
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> Info {
    Info { api_version: 1, name: c"raceproof".as_ptr(), version: VERSION.as_ptr(), register: rp_plugin_register }
}
