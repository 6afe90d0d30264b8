//! How every intrinsic that LLVM has for NVVM, and every kind of statement of inline PTX, is read: as snapshots, so that a
//! change of the tables shows what it changes.

use super::intrinsics::{Role, role};
use super::ptx::{barriers, copies, lanes, memory, template, text, wgmma};
use super::{constructs, library, matrix, nvvm};
use std::ffi::{CStr, c_char, c_void};
use std::fmt::{Debug, Write};

unsafe extern "C" {
    fn rp_intrinsics(emit: extern "C" fn(*mut c_void, *const c_char, u32), state: *mut c_void);
}

fn names() -> Vec<String> {
    extern "C" fn emit(state: *mut c_void, name: *const c_char, _: u32) {
        // SAFETY: `state` is the vector below, borrowed for the call; `name` is a C string that lives during this call.
        let (all, name) = unsafe { (&mut *state.cast::<Vec<String>>(), CStr::from_ptr(name)) };
        all.push(name.to_string_lossy().into_owned());
    }
    let mut all: Vec<String> = Vec::new();
    // SAFETY: `emit` is only called during this call and matches the type of `state`.
    unsafe { rp_intrinsics(emit, (&raw mut all).cast()) };
    all.sort();
    all
}

/// Adds what is known of something under this name, if anything is.
fn note(line: &mut String, name: &str, found: Option<impl Debug>) {
    if let Some(found) = found {
        write!(line, " {name}={found:?}").expect("a string takes any text");
    }
}

fn check(name: &str, lines: &[String]) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, lines.join("\n")));
}

#[test]
fn intrinsics_are_read_as_before() {
    let wanted = |name: &String| {
        let name = name.as_str();
        name.starts_with("llvm.nvvm.") || role(name) != Some(Role::NotModelled)
    };
    let lines = names().into_iter().filter(wanted).map(|name| {
        let mut line = name.clone();
        note(&mut line, "role", role(&name));
        note(&mut line, "tile", matrix::tile_access(&name));
        note(&mut line, "rows", matrix::rows_loaded(&name));
        note(&mut line, "product", matrix::is_product(&name).then_some(()));
        note(&mut line, "atomic", name.strip_prefix("llvm.nvvm.atomic.").and_then(nvvm::atomic));
        note(&mut line, "construct", constructs::construct(&name));
        note(&mut line, "computes", library::only_computes(&name).then_some(()));
        line
    });
    check("intrinsics", &lines.collect::<Vec<_>>());
}

#[test]
fn statements_are_read_as_before() {
    let lines = include_str!("statements.txt").lines().map(|text| {
        let mut line = format!("{text:?}");
        let template = format!("{text};");
        note(&mut line, "unmodelled", template::unmodelled(&template));
        note(&mut line, "split", Some(text::split(&template)).filter(|s| s.as_slice() != [text]));
        note(&mut line, "trap", template::is_trap(&template).then_some(()));
        note(&mut line, "breakpoint", template::is_breakpoint(&template).then_some(()));
        note(&mut line, "exit", template::is_exit(&template).then_some(()));
        note(&mut line, "fetches", template::fetches(&template).then_some(()));
        note(&mut line, "exchanges", Some(lanes::exchanges(&template)).filter(|e| !e.is_empty()));
        note(&mut line, "lanes", lanes::gives_active_lanes(&template).then_some(()));
        note(&mut line, "copies", copies::copy_statements(&template, &|i| Some(u64::from(i) + 100)));
        note(&mut line, "barrier", barriers::barrier(&template));
        note(&mut line, "matrix", matrix::statement(text));
        note(&mut line, "products", wgmma::statement(text));
        note(&mut line, "election", lanes::election(&template));
        note(&mut line, "memory", memory::statement(text));
        note(&mut line, "register", lanes::place_register(&template));
        note(&mut line, "construct", constructs::construct(text));
        note(&mut line, "opcode", Some(constructs::opcode(text)).filter(|o| !text.starts_with(o)));
        line
    });
    check("statements", &lines.collect::<Vec<_>>());
}
