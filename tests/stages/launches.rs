//! What is seen of launches in host code, with a real clang and our own CUDA declarations.
//!
//! Length: the source of each case stands with what is expected of it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use raceproof::front::clang::{Job, Side, compile};
use raceproof::front::config::Environment;
use raceproof::front::nvcc::{self, Invocation};
use raceproof::kernel::launch::{Argument, Launch, Launches, Seen};
use raceproof::kernel::overlay::Place;
use raceproof::llvm::launches::launches;
use std::ffi::OsString;
use std::fs;

const KERNEL: &str = "__global__ void k(int *p, int n) { p[threadIdx.x] = n; }\n";

/// The launches of the kernel `_Z1kPii` in a unit of it and `host`, in order of their lines; `None` if they are not known.
fn of_kernel(host: &str) -> Option<Vec<Launch>> {
    of(&format!("{KERNEL}{host}"), "_Z1kPii", "")
}

fn of(source: &str, symbol: &str, options: &str) -> Option<Vec<Launch>> {
    let mut found = of_unit(source, options).all.remove(symbol)?;
    found.sort_by_key(|launch| (launch.span.line, launch.span.inlined_at.clone()));
    Some(found)
}

/// What is seen besides of the kernel.
fn seen(host: &str) -> Seen {
    of_unit(&format!("{KERNEL}{host}"), "").seen.remove("_Z1kPii").unwrap_or_default()
}

fn of_unit(source: &str, options: &str) -> Launches {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("unit.cu");
    fs::write(&file, source).unwrap();
    let mut environment = Environment::from_vars(std::env::vars_os());
    environment.cuda_path = None;
    let invocation: Invocation = nvcc::parse(options.split_whitespace().map(OsString::from), &|_| None);
    let job = Job { file: &file, side: Side::Host, architecture: None, invocation: &invocation };
    let unit = compile(&job, &environment).unwrap_or_else(|e| panic!("{e}\n{}", e.details()));
    launches(&file, &unit.bitcode).unwrap()
}

/// Its only launch.
fn one(host: &str) -> Launch {
    let mut all = of_kernel(host).unwrap_or_else(|| panic!("not understood: {host}"));
    assert_eq!(all.len(), 1, "{host}");
    all.remove(0)
}

const fn all(dims: [u32; 3]) -> [Option<u32>; 3] {
    [Some(dims[0]), Some(dims[1]), Some(dims[2])]
}

const fn flat(x: Option<u32>) -> [Option<u32>; 3] {
    [x, Some(1), Some(1)]
}

#[test]
fn constants_are_read() {
    let launch = one("void f(int *p) {\n k<<<dim3(4, 5), dim3(8, 4, 2), 256>>>(p, -7); }");
    assert_eq!((launch.block_dim, launch.grid_dim), (all([8, 4, 2]), all([4, 5, 1])));
    assert_eq!(launch.shared, Some(256));
    let place = |parameter| Some(Place { parameter, offset: 0 });
    let argument = |name: &str, at, value| Argument { name: name.to_owned(), part: false, place: place(at), value };
    assert_eq!(launch.arguments, [argument("p", 0, None), argument("n", 1, Some(-7))]);
    assert_eq!((launch.span.line, launch.span.file.ends_with("unit.cu")), (3, true));
}

#[test]
fn dimensions_are_known_in_part() {
    let launch = one("void f(int *p, int n) { k<<<(n + 15) / 16, 16>>>(p, n); }");
    assert_eq!((launch.block_dim, launch.grid_dim), (flat(Some(16)), flat(None)));
    let launch = one("void f(int *p, int n) { dim3 b(n, n), g(n); k<<<g, b>>>(p, n); }");
    assert_eq!((launch.block_dim, launch.grid_dim), ([None, None, Some(1)], flat(None)));
}

#[test]
fn dimensions_come_through_calls_structures_and_branches() {
    for host in [
        "static void go(int *p, dim3 g, dim3 b) { k<<<g, b>>>(p, 1); }
         void f(int *p) { go(p, dim3(2), dim3(96)); }",
        "struct Shape { int blocks, threads; };
         void f(int *p) { Shape s; s.blocks = 2; s.threads = 96; k<<<s.blocks, s.threads>>>(p, 1); }",
        "template <int T> void go(int *p) { k<<<2, T>>>(p, 1); }
         void f(int *p) { go<96>(p); }",
        "template <class K, class... A> void go(K kernel, dim3 g, dim3 b, A... a) { kernel<<<g, b>>>(a...); }
         void f(int *p) { go(k, 2, 96, p, 1); }",
        "void f(int *p) { auto go = [=](int t) { k<<<2, t>>>(p, 1); }; go(96); }",
        "#include <vector>
         int ok();
         void f(int *p) { std::vector<int> v(7); const int t = ok() ? 96 : 96; k<<<2, t>>>(p, 1); }",
        "class Solver { dim3 block; int *p; public: Solver(int *p) : block(96), p(p) {} void go() { k<<<2, block>>>(p, 1); } };
         void f(int *p) { Solver s(p); s.go(); }",
        "static int threads = 96;
         void f(int *p) { k<<<2, threads>>>(p, 1); }",
        "void f(int *p) { void *args[] = {&p}; cudaLaunchKernel(k, dim3(2), dim3(96), args, 0, 0); }",
        "void f(int *p) { void *args[] = {&p}; cudaLaunchCooperativeKernel((void *)k, dim3(2), dim3(96), args); }",
        "int next();
         void f(int *p) { cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 8); k<<<2, 96>>>(p, next() ? 1 : 2); }",
    ] {
        let launch = one(host);
        assert_eq!((launch.block_dim, launch.grid_dim), (flat(Some(96)), flat(Some(2))), "{host}");
    }
}

/// The linker may take another one.
#[test]
fn what_is_weak_is_not_known() {
    for host in [
        "__attribute__((weak)) int size() { return 96; }
         void f(int *p) { k<<<2, size()>>>(p, 1); }",
        "extern \"C\" __attribute__((weak)) int size() { return 96; }
         static int twice() { return size(); }
         void f(int *p) { k<<<2, twice()>>>(p, 1); }",
        "__attribute__((weak)) int threads = 96;
         void f(int *p) { k<<<2, threads>>>(p, 1); }",
        "extern const int threads; extern const int threads __attribute__((weak)) = 96;
         void f(int *p) { k<<<2, threads>>>(p, 1); }",
        "int threads = 96;
         void f(int *p) { k<<<2, threads>>>(p, 1); }",
        "__attribute__((weak)) void go(int *p, int t) { k<<<2, t>>>(p, 1); }
         void f(int *p) { go(p, 96); }",
        "extern \"C\" int own() { return 96; }
         extern \"C\" int size() __attribute__((weak, alias(\"own\")));
         void f(int *p) { k<<<2, size()>>>(p, 1); }",
        "extern \"C\" { int which(); static int a() { return 96; } static int b() { return 32; } int (*pick())() { return which() ? a : b; }
         int size() __attribute__((ifunc(\"pick\"))); }
         void f(int *p) { k<<<2, size()>>>(p, 1); }",
        "struct Shape { virtual int size() { return 96; } };
         void f(int *p, Shape &s) { k<<<2, s.size()>>>(p, 1); }",
    ] {
        let launch = one(host);
        assert_eq!((launch.block_dim, launch.grid_dim), (flat(None), flat(Some(2))), "{host}");
    }
    for host in [
        "inline int size() { return 96; }
         void f(int *p) { k<<<2, size()>>>(p, 1); }",
        "template <int T> int size() { return T; }
         void f(int *p) { k<<<2, size<96>()>>>(p, 1); }",
        "inline constexpr int threads = 96;
         void f(int *p) { k<<<2, threads>>>(p, 1); }",
    ] {
        let launch = one(host);
        assert_eq!((launch.block_dim, launch.grid_dim), (flat(Some(96)), flat(Some(2))), "{host}");
    }
}

/// A function that the linker may replace may be the one that runs, too.
#[test]
fn what_only_weak_functions_write_is_not_constant() {
    for (host, n) in [
        (
            "static int step = 1; __attribute__((weak)) void set() { step = 0; } void f(int *p) { k<<<1, 64>>>(p, step); }",
            None,
        ),
        (
            "static int step = 1; void set();\n#pragma weak set\nvoid set() { step = 0; } void f(int *p) { k<<<1, 64>>>(p, step); }",
            None,
        ),
        (
            "static int step = 1; __attribute__((weak)) int *place() { return &step; } void f(int *p) { k<<<1, 64>>>(p, step); }",
            None,
        ),
        (
            "static int step = 1; static void set() { step = 0; } __attribute__((weak)) void tune() { set(); }
             void f(int *p) { k<<<1, 64>>>(p, step); }",
            None,
        ),
        (
            "static int step = 1; __attribute__((weak)) int get() { return step; } void f(int *p) { k<<<1, 64>>>(p, step); }",
            Some(1),
        ),
    ] {
        assert_eq!(one(host).arguments[1].value, n, "{host}");
    }
}

/// A weak function that is given a kernel may be another one, which launches it.
#[test]
fn a_weak_function_may_launch_what_it_is_given() {
    for host in [
        "__attribute__((weak)) void tune(void (*)(int *, int)) {}
         void f(int *p) { tune(k); k<<<2, 96>>>(p, 1); }",
        "__attribute__((weak)) void tune(const void *) {}
         static void prepare(const void *kernel) { tune(kernel); }
         void f(int *p) { prepare((const void *)k); k<<<2, 96>>>(p, 1); }",
    ] {
        assert!(of_kernel(host).is_none(), "{host}");
    }
}

#[test]
fn extended_launches_are_seen() {
    for host in [
        "void f(int *p) { cudaLaunchConfig_t c = {}; c.gridDim = 2; c.blockDim = dim3(96); c.dynamicSmemBytes = 128;
             cudaLaunchAttribute a[1]; a[0].id = cudaLaunchAttributeCooperative; a[0].val.cooperative = 1;
             c.attrs = a; c.numAttrs = 1; cudaLaunchKernelEx(&c, k, p, 1); }",
        "void f(int *p) { cudaLaunchConfig_t c = {dim3(2), dim3(96), 128, 0, 0, 0}; int n = 1; void *args[] = {&p, &n};
             cudaLaunchKernelExC(&c, (const void *)k, args); }",
        "static cudaLaunchConfig_t shape(int t) { cudaLaunchConfig_t c{}; c.gridDim = dim3(2); c.blockDim = t; c.dynamicSmemBytes = 128; return c; }
         void f(int *p) { auto c = shape(96); int n; cudaLaunchConfig_t d = {}; cudaOccupancyMaxActiveClusters(&n, k, &d); cudaLaunchKernelEx(&c, k, p, 1); }",
    ] {
        let launch = one(host);
        assert_eq!((launch.block_dim, launch.grid_dim), (flat(Some(96)), flat(Some(2))), "{host}");
        assert_eq!(launch.shared, Some(128), "{host}");
        let places = [&launch.span].into_iter().chain(&launch.span.inlined_at);
        assert!(places.clone().all(|span| span.file.ends_with("unit.cu")), "{:?}", launch.span);
        assert_eq!(places.count(), 1);
    }
}

/// The configuration and its attributes are in one structure, which has its own address, when the runtime is called.
#[test]
fn an_extended_launch_may_have_its_attributes_beside_it() {
    let source = "extern \"C\" int fprintf(void *, const char *, ...); extern void *errors;
         static bool prepared(const void *kernel) {
             if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 128)) { fprintf(errors, \"no\"); return true; }
             return false; }
         struct Both { cudaLaunchConfig_t c; cudaLaunchAttribute a[2]; };
         static Both made(unsigned grid, unsigned block) {
             Both both; both.a[0].id = cudaLaunchAttributeCooperative; both.a[0].val.cooperative = 1;
             both.c.gridDim.x = grid; both.c.gridDim.y = both.c.gridDim.z = 1; both.c.blockDim.x = block; both.c.blockDim.y = both.c.blockDim.z = 1; both.c.dynamicSmemBytes = 128; both.c.attrs = both.a; both.c.numAttrs = 1;
             return both; }
         void f(int *p) { int n = 1; void *args[] = {&p, &n}; Both both = made(2, 96);
             if (prepared((const void *)k)) return;
             CALL cudaLaunchKernelExC(&both.c, (const void *)k, args); }";
    let launch = one(&source.replace("CALL", ""));
    assert_eq!((launch.block_dim[0], launch.grid_dim), (Some(96), flat(Some(2))));
    // What is not the runtime's may know the address that the structure has in itself.
    let launch = one(&format!("void other(void *); {}", source.replace("CALL", "other(both.c.attrs);")));
    assert_eq!(launch.block_dim, [None; 3]);
}

/// What fills in a configuration is looked into, however large what it calls is.
#[test]
fn a_configuration_may_come_from_a_function_that_calls_a_large_one() {
    let large = "x = x * 5 + 1; ".repeat(500);
    let source = format!(
        "int large(int x) {{ {large} return x; }}
         static cudaLaunchConfig_t shape(int t, int mode) {{
             cudaLaunchConfig_t c = {{}}; if (mode) t = large(t); c.gridDim = 2; c.blockDim = t; return c; }}
         void f(int *p) {{ auto c = shape(96, 0); cudaLaunchKernelEx(&c, k, p, 1); }}"
    );
    let launch = one(&source);
    assert_eq!((launch.block_dim, launch.grid_dim), (flat(Some(96)), flat(Some(2))));
}

/// However many arguments are put in their places in between.
#[test]
fn an_extended_launch_with_many_arguments_has_its_shape() {
    let source = "__global__ void many(TYPES) {} void f(int n) { cudaLaunchConfig_t c = {}; c.gridDim = 2; c.blockDim = 96; cudaLaunchKernelEx(&c, many, VALUES); }";
    let source = source.replace("TYPES", &["int"; 60].join(", ")).replace("VALUES", &["n"; 60].join(", "));
    let launch = of(&source, &format!("_Z4many{}", "i".repeat(60)), "").unwrap().remove(0);
    assert_eq!((launch.block_dim, launch.grid_dim), (flat(Some(96)), flat(Some(2))));
}

/// Almost the same, but another may write what the runtime reads, or it is another kernel's.
#[test]
fn an_extended_launch_has_the_configuration_that_it_finds() {
    for (host, block) in [
        (
            "void fill(cudaLaunchConfig_t *); void f(int *p) { cudaLaunchConfig_t c = {}; c.blockDim = 96; fill(&c); cudaLaunchKernelEx(&c, k, p, 1); }",
            [None; 3],
        ),
        ("void f(int *p, cudaLaunchConfig_t *c) { cudaLaunchKernelEx(c, k, p, 1); }", [None; 3]),
        (
            "extern cudaLaunchConfig_t *other; void f(int *p) { cudaLaunchConfig_t c = {}; c.blockDim = 96; cudaLaunchKernelEx(other, k, p, 1); }",
            [None; 3],
        ),
        (
            "void f(int *p, int t) { cudaLaunchConfig_t c = {}; c.blockDim = 32; if (t) c.blockDim = 96; cudaLaunchKernelEx(&c, k, p, 1); }",
            flat(None),
        ),
        (
            "cudaLaunchConfig_t c; void f(int *p) { c.blockDim = 96; cudaDeviceSynchronize(); cudaLaunchKernelEx(&c, k, p, 1); }",
            [None; 3],
        ),
    ] {
        assert_eq!(one(host).block_dim, block, "{host}");
    }
    let all = of_kernel(
        "__global__ void other(int *p, int n) {}
         void f(int *p) {
             cudaLaunchConfig_t c = {}; c.blockDim = 32;
             cudaLaunchKernelEx(&c, other, p, 1);
             c.blockDim = 64;
             cudaLaunchKernelEx(&c, k, p, 1);
             c.blockDim = 96;
             cudaLaunchKernelEx(&c, k, p, 1);
         }",
    );
    let mut blocks: Vec<_> = all.unwrap().iter().map(|launch| launch.block_dim).collect();
    blocks.sort();
    assert_eq!(blocks, [flat(Some(64)), flat(Some(96))]);
    // An escape through the argument of a launch of another kernel.
    let host = "__global__ void other(void (*g)(int *, int)) {}
                void f(int *p) { cudaLaunchConfig_t c = {}; c.blockDim = 32; cudaLaunchKernelEx(&c, other, k); }";
    assert_eq!(of_kernel(host), None);
}

#[test]
fn each_call_of_a_helper_is_a_launch() {
    let all = of_kernel(
        "static void go(int *p, int t) { k<<<1, t>>>(p, t); }
         void f(int *p) {
             go(p, 32);
             go(p, 64);
         }",
    )
    .unwrap();
    let seen: Vec<_> = all.iter().map(|l| (l.block_dim[0], l.span.line, l.span.inlined_at[0].line)).collect();
    assert_eq!(seen, [(Some(32), 2, 4), (Some(64), 2, 5)]);
}

#[test]
fn a_launch_within_the_arguments_of_another_has_its_own_shape() {
    let all = of_kernel(
        "static int go(int *p, int c) { if (c) { k<<<1, 32>>>(p, 1); } return c; }
         void f(int *p, int c) {
             k<<<1, 64>>>(p,
                 go(p, c));
         }",
    )
    .unwrap();
    let mut shapes: Vec<_> = all.iter().map(|l| l.block_dim[0]).collect();
    shapes.sort();
    assert_eq!(shapes, [Some(32), Some(64)]);
}

/// Others may call these functions or change these variables.
#[test]
fn what_other_units_decide_is_not_known() {
    for host in [
        "void go(int *p, int t) { k<<<2, t>>>(p, 1); } void f(int *p) { go(p, 96); }",
        "int threads = 96; void f(int *p) { k<<<2, threads>>>(p, 1); }",
        "static int threads = 96; void set(int t) { threads = t; } void f(int *p) { k<<<2, threads>>>(p, 1); }",
        "static __device__ __managed__ int threads; void done();
         void f(int *p) { threads = 96; done(); k<<<2, threads>>>(p, 1); }",
        "struct Shape { int threads; }; void fill(Shape *); void f(int *p) { Shape s{96}; fill(&s); k<<<2, s.threads>>>(p, 1); }",
        "static void go(int *p, int t) { k<<<2, t>>>(p, 1); } void (*exported)(int *, int) = go; void f(int *p) { go(p, 96); }",
        "static void go(int *p, int t) { if (t > 1) go(p, t / 2); k<<<2, t>>>(p, 1); } void f(int *p) { go(p, 96); }",
        "void f(int *p) { for (int t = 32; t < 1024; t *= 2) k<<<2, t>>>(p, 1); }",
    ] {
        let all = of_kernel(host).unwrap();
        assert!(all.iter().any(|l| l.block_dim == flat(None)), "{host}: {all:?}");
    }
}

/// One launch of each of two kernels, with 96 threads, wherever the handles came along.
#[test]
fn handles_are_followed() {
    for host in [
        "void f(int *p, int c) { auto kernel = c ? k : other; kernel<<<2, 96>>>(p, 1); }",
        "void f(int *p, int c) { auto kernel = &k; if (c) kernel = &other; kernel<<<2, 96>>>(p, 1); }",
        "int next();
         void f(int *p, int c) {
             void (*kernel)(int *, int) = nullptr;
             switch (c) { case 1: kernel = k; break; case 2: next(); kernel = other; break; }
             if (kernel) kernel<<<2, 96>>>(p, 1);
         }",
        "static void go(void (*kernel)(int *, int), int *p, dim3 g, dim3 b) { kernel<<<g, b>>>(p, 1); }
         void f(int *p, int c) { go(c ? k : other, p, 2, 96); }",
        "void f(int *p, int c) {
             void *args[] = {&p};
             cudaFuncSetAttribute(c ? k : other, cudaFuncAttributeMaxDynamicSharedMemorySize, 8);
             cudaLaunchKernel((const void *)(c ? k : other), dim3(2), dim3(96), args, 0, 0);
         }",
        "void f(int *p, int c) {
             cudaLaunchConfig_t config = {}; config.gridDim = 2; config.blockDim = 96;
             cudaLaunchKernelEx(&config, c ? k : other, p, 1);
         }",
        "static void (*const table[])(int *, int) = {k, other};
         void f(int *p, int c) { table[c]<<<2, 96>>>(p, 1); }",
        "void f(int *p, int c) {
             void (*table[3])(int *, int) = {nullptr, k, other};
             table[c]<<<2, 96>>>(p, 1);
         }",
        "static auto pick(int c) { return c ? k : other; }
         void f(int *p, int c) { pick(c)<<<2, 96>>>(p, 1); }",
        // Not inlined.
        "__attribute__((noinline)) static void go(void (*kernel)(int *, int), int *p, int n) {
             if (n) return go(kernel, p, n - 1);
             kernel<<<2, 96>>>(p, 1);
         }
         void f(int *p, int c) { go(c ? k : other, p, c); }",
        "using Kernel = void (*)(int *, int);
         static Kernel pick(int c) { return c > 2 ? pick(c / 3) : c ? k : other; }
         void f(int *p, int c) { pick(c)<<<2, 96>>>(p, 1); }",
        "template <class K> void go(K kernel, int *p, int n) {
             void *args[] = {&p, &n};
             if (n) return go(kernel, p, n - 1);
             cudaLaunchKernel((const void *)kernel, dim3(2), dim3(96), args, 0, 0);
         }
         void f(int *p, int c) { go(c ? k : other, p, c); }",
    ] {
        let source = format!("{KERNEL}__global__ void other(int *p, int m) {{}}\n{host}");
        for (symbol, parameter) in [("_Z1kPii", "n"), ("_Z5otherPii", "m")] {
            let all = of(&source, symbol, "").unwrap_or_else(|| panic!("not understood: {host}"));
            assert_eq!(all.len(), 1, "{host}");
            assert_eq!((all[0].block_dim, all[0].grid_dim), (flat(Some(96)), flat(Some(2))), "{host}");
            assert!(all[0].arguments.get(1).is_none_or(|a| (&*a.name, a.value) == (parameter, Some(1))));
        }
    }
}

/// So large that it would not be inlined if it took no kernel.
#[test]
fn a_large_helper_has_the_dimensions_of_its_calls() {
    let steps: String = (0..1500).map(|i| format!("next({i}, p);")).collect();
    let all = of_kernel(&format!(
        "__global__ void other(int *p, int n) {{}}
         void next(int, int *);
         template <class K> void go(K kernel, int *p, int t) {{ {steps} kernel<<<1, t>>>(p, t); }}
         void f(int *p) {{ go(k, p, 32); }}
         void g(int *p, int c) {{ go(c ? k : other, p, 64); }}"
    ));
    let mut blocks: Vec<_> = all.unwrap().iter().map(|launch| launch.block_dim[0]).collect();
    blocks.sort();
    assert_eq!(blocks, [Some(32), Some(64)]);
}

/// Each launch that a handle may come to is one of the kernel's.
#[test]
fn a_handle_has_all_launches_that_it_may_come_to() {
    let all = of_kernel(
        "__global__ void other(int *p, int n) {}
         static void go(void (*kernel)(int *, int), int *p, int t) { kernel<<<1, t>>>(p, 1); }
         void f(int *p, int c) {
             auto kernel = c & 1 ? k : other;
             kernel<<<1, 32>>>(p, 1);
             if (c & 2) kernel = k;
             go(kernel, p, 64);
             k<<<1, 96>>>(p, 1);
             if (c & 4) kernel = other;
             go(kernel, p, c);
         }",
    );
    let blocks: Vec<_> = all.unwrap().iter().map(|launch| launch.block_dim[0]).collect();
    assert_eq!(blocks.len(), 4);
    assert!([Some(32), Some(64), Some(96), None].iter().all(|block| blocks.contains(block)), "{blocks:?}");
}

/// Known of each kernel, a cache holds only what nobody else reads.
#[test]
fn a_cache_keeps_handles_to_itself() {
    for (cache, is_kept) in [
        ("static std::unordered_map<const void *, bool> cache;", true),
        ("static std::map<const void *, bool> cache;", true),
        ("std::unordered_map<const void *, bool> local; auto &cache = local;", true),
        ("static std::unordered_map<const void *, bool> cache; publish(&cache);", false),
        ("static std::unordered_map<const void *, bool> cache; last = kernel;", false),
        ("auto &cache = shared;", false),
    ] {
        let all = of_kernel(&format!(
            "#include <map>
             #include <unordered_map>
             void publish(void *);
             extern const void *last;
             extern std::unordered_map<const void *, bool> shared;
             static bool is_new(const void *kernel) {{
                 {cache}
                 const auto it = cache.find(kernel);
                 if (it != cache.end()) return it->second;
                 cudaFuncAttributes attributes = {{}};
                 const bool result = cudaFuncGetAttributes(&attributes, kernel) == cudaSuccess;
                 cache.emplace(kernel, result);
                 return result;
             }}
             void f(int *p) {{ if (is_new((const void *)k)) k<<<2, 96>>>(p, 1); }}"
        ));
        let blocks = all.map(|all| all.iter().map(|launch| launch.block_dim).collect::<Vec<_>>());
        assert_eq!(blocks, is_kept.then(|| vec![flat(Some(96))]), "{cache}");
    }
}

/// The kernel may be launched from elsewhere in the program.
#[test]
fn a_handle_that_escapes_makes_launches_unknown() {
    for host in [
        "void run(void (*)(int *, int), int *); void f(int *p) { k<<<1, 32>>>(p, 1); run(k, p); }",
        "void (*table[])(int *, int) = {k}; void f(int *p) { k<<<1, 32>>>(p, 1); }",
        "void (*handle())(int *, int) { return k; } void f(int *p) { k<<<1, 32>>>(p, 1); }",
        "extern const void *handle; void f(int *p) { handle = (void *)k; k<<<1, 32>>>(p, 1); }",
        "void run(void (*)(int *, int), int *); void other(int *, int);
         void f(int *p, int c) { auto kernel = c ? k : other; k<<<1, 32>>>(p, 1); run(kernel, p); }",
        "void fill(void (**)(int *, int)); void f(int *p, int c) {
             void (*table[])(int *, int) = {k, nullptr}; fill(table); k<<<1, 32>>>(p, 1); table[c]<<<1, 32>>>(p, 1); }",
        "struct S { void (*kernel)(int *, int); }; void f(int *p, S *s) { s->kernel = k; k<<<1, 32>>>(p, 1); }",
        "__global__ void other(int *p, int n) {}
         static void (*handle)(int *, int); void set(int c) { handle = c ? k : other; }
         void f(int *p) { void *args[] = {&p}; cudaLaunchKernel(handle, dim3(1), dim3(32), args, 0, 0); }",
        "void (*handle)(int *, int) = k; void f(int *p) { k<<<1, 32>>>(p, 1); handle<<<1, 32>>>(p, 1); }",
        "unsigned long kept(unsigned long); void f(int *p) { kept((unsigned long)k); k<<<1, 32>>>(p, 1); }",
        "__attribute__((weak)) void go(void (*kernel)(int *, int), int *p, int n) {
             if (n) return go(kernel, p, n - 1);
             kernel<<<2, 96>>>(p, 1);
         }
         void f(int *p, int c) { go(k, p, c); }",
        "using Kernel = void (*)(int *, int);
         Kernel pick(int c) { return c > 2 ? pick(c / 3) : c ? k : nullptr; }
         void f(int *p, int c) { k<<<1, 32>>>(p, 1); pick(c)<<<1, 32>>>(p, 1); }",
        "void go(int n, ...); void f(int *p) { go(1, k); k<<<1, 32>>>(p, 1); }",
        "static void go(void (*call)(void (*)(int *, int)), int *p) { call(k); k<<<1, 32>>>(p, 1); }
         void f(int *p, void (*call)(void (*)(int *, int))) { go(call, p); }",
    ] {
        assert_eq!(of_kernel(host), None, "{host}");
    }
}

#[test]
fn a_kernel_that_nobody_launches_has_no_launches() {
    for host in
        ["", "static void f(int *p) { k<<<1, 32>>>(p, 1); }", "#if 0\nvoid f(int *p) { k<<<1, 32>>>(p, 1); }\n#endif"]
    {
        assert_eq!(of_kernel(host).unwrap_or_default(), [], "{host}");
    }
}

#[test]
fn names_of_kernels_are_those_of_the_device_side() {
    for (source, symbol) in [
        ("extern \"C\" __global__ void c(int *p) {} void f(int *p) { c<<<1, 32>>>(p); }", "c"),
        ("namespace { __global__ void c(int *p) {} } void f(int *p) { c<<<1, 32>>>(p); }", "_ZN12_GLOBAL__N_11cEPi"),
        ("static __global__ void c(int *p) {} void f(int *p) { c<<<1, 32>>>(p); }", "_ZL1cPi"),
        ("namespace a1 { __global__ void c(int *p) {} } void f(int *p) { a1::c<<<1, 32>>>(p); }", "_ZN2a11cEPi"),
        ("template <int N> __global__ void c(int *p) {} void f(int *p) { c<7><<<1, 32>>>(p); }", "_Z1cILi7EEvPi"),
        (
            "template <class F> __global__ void c(F f, int *p) { f(p); }
             auto own = [] __device__(int *p) { *p = 1; };
             void f(int *p) { c<<<1, 32>>>(own, p); }",
            "_Z1cIUlPiE_EvT_S0_",
        ),
        (
            "template <class F> __global__ void c(F f) { f(); }
             void f(int *p) { c<<<1, 32>>>([=] __device__ { *p = 1; }); }",
            "_Z1cIZ1fPiEUlvE_EvT_",
        ),
    ] {
        let found = of(source, symbol, "--extended-lambda").unwrap_or_else(|| panic!("{symbol} is not found"));
        assert_eq!(found.iter().map(|l| l.block_dim).collect::<Vec<_>>(), [flat(Some(32))], "{source}");
    }
}

#[test]
fn launches_are_seen_beside_uses_that_are_not_followed() {
    let blocks = |host: &str| seen(host).calls.iter().map(|l| l.block_dim).collect::<Vec<_>>();
    for host in [
        "extern void *keep; void f(int *p) { k<<<1, 64>>>(p, 1); keep = (void *)k; }",
        "void go(void (*)(int *, int)); void f(int *p) { go(k); k<<<1, 64>>>(p, 1); }",
    ] {
        assert_eq!(blocks(host), [flat(Some(64))], "{host}");
    }
    let folded = seen("void f(int *p) { int size = 32; if (size == 64) k<<<1, 64>>>(p, 1); }");
    assert!(folded.calls.is_empty(), "it does not happen");
    assert_eq!(folded.shapes.iter().map(|l| l.block_dim).collect::<Vec<_>>(), [flat(Some(64))]);
    for host in ["void f(int *p) { k<<<1, 64>>>(p, 1); }", "extern void *keep; void f() { keep = (void *)k; }", ""] {
        assert_eq!(seen(host), Seen::default(), "{host}");
    }
}

#[test]
fn shapes_of_launches_are_read_from_tables() {
    let shapes = |host: &str| seen(host).shapes.iter().map(|l| (l.grid_dim, l.block_dim)).collect::<Vec<_>>();
    let (wide, high) = ((flat(Some(4)), all([64, 4, 1])), (flat(Some(8)), all([4, 64, 1])));
    for host in [
        "static const dim3 g[] = {dim3(4), dim3(8)}, b[] = {dim3(64, 4), dim3(4, 64)};
         void f(int *p, int i) { k<<<g[i], b[i]>>>(p, 1); }",
        "dim3 g[2], b[2];
         void set() { g[0] = dim3(4); b[0] = dim3(64, 4); g[1] = dim3(8); b[1] = dim3(4, 64); }
         void f(int *p, int i) { set(); k<<<g[i], b[i]>>>(p, 1); }",
    ] {
        assert_eq!(shapes(host), [wide, high], "{host}");
    }
    let one = "dim3 g[2], b[2];
         void set() { g[0] = dim3(4); b[0] = dim3(64, 4); g[1] = dim3(8); b[1] = dim3(4, 64); }
         void f(int *p) { set(); k<<<g[1], b[1]>>>(p, 1); }";
    assert!(!shapes(one).contains(&wide), "which of them is taken is known: {one}");
}

#[test]
fn counters_of_loops_are_no_less_than_they_start() {
    let told = |host: &str| one(host).relations.iter().map(ToString::to_string).collect::<Vec<_>>();
    let up = told("void f(int *p) { for (int i = 3; i < 9; i++) k<<<1, 32>>>(p, i); }");
    assert!(up.contains(&"n >= 3".to_owned()), "{up:?}");
    let doubled = told("void f(int *p, int m) { for (int i = 1; i < m; i *= 2) k<<<1, 32>>>(p, i); }");
    assert!(doubled.contains(&"n >= 1".to_owned()), "{doubled:?}");
    let down = told("void f(int *p) { for (int i = 9; i > 3; i--) k<<<1, 32>>>(p, i); }");
    assert!(down.iter().all(|relation| !relation.contains("n >= 9")), "{down:?}");
}

#[test]
fn what_comes_from_where_branches_meet_is_a_choice() {
    let told = |host: &str| one(host).relations.iter().map(ToString::to_string).collect::<Vec<_>>();
    let chosen = told("void f(int *p, int n) { k<<<n > 256 ? 1 : 256 / n, 32>>>(p, n); }");
    assert_eq!(chosen, ["gridDim.x == (n > 256 ? 1 : 256 / n)"]);
    // What several values rest on is said once.
    let shared = told(
        "void f(int *p, int m, int n) {
             int threads = n > 256 ? m : n / m;
             k<<<1000 / threads, threads + 3>>>(p, n);
         }",
    );
    let once = shared.iter().filter(|relation| relation.contains("n > 256")).count();
    assert_eq!((shared.len(), once), (3, 1), "{shared:?}");
    // Neither a counter nor what leaves the loop is one of two values.
    let counted = told("void f(int *p, int n) { int i = 1; while (i < n) i = 3 * i; k<<<i, 32>>>(p, n); }");
    assert!(counted.iter().all(|relation| !relation.contains('?')), "{counted:?}");
    let never =
        told("void f(int *p, int n) { int b = 7; if (n < 9) { b = n / 3; if (n < 0) return; } k<<<b, 32>>>(p, n); }");
    assert_eq!(never.iter().filter(|r| r.contains("? n / 3 : 7")).count(), 1, "{never:?}");
}

#[test]
fn an_extent_that_every_way_gives_is_known() {
    let launch = one("void f(int *p, int n) {
             int threads = 128;
             if (n > 8000 && n <= 16000) threads <<= 1;
             else if (n > 16000 && n <= 32000) threads <<= 2;
             else if (n > 32000 && n <= 64000) threads <<= 3;
             else if (n > 64000) return;
             dim3 block(threads);
             k<<<n, block>>>(p, n);
         }");
    let told: Vec<String> = launch.relations.iter().map(ToString::to_string).collect();
    assert_eq!(launch.block_dim, [None, Some(1), Some(1)], "{told:?}");
    let holding = |part: &str| told.iter().filter(|relation| relation.contains(part)).count();
    assert_eq!(holding("blockDim.x == "), 1, "its x is followed: {told:?}");
    assert_eq!(holding("n > 16000"), 1, "a choice that ways share is said once: {told:?}");
}

#[test]
fn the_case_of_a_switch_is_known() {
    let told = |case: &str| {
        let host = format!(
            "void f(int *p, int n) {{
                 switch ((n + 15) / 16) {{
                     case 3: case 4: {}
                     case 7: {}
                     default: {}
                 }}
             }}",
            if case == "two" { "k<<<1, 32>>>(p, n); break;" } else { "return;" },
            if case == "one" { "k<<<1, 32>>>(p, n); break;" } else { "return;" },
            if case == "none" { "k<<<1, 32>>>(p, n);" } else { "return;" },
        );
        one(&host).relations.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(told("one"), ["(n + 15) / 16 == 7"]);
    assert_eq!(told("two"), ["(n + 15) / 16 == 3 || (n + 15) / 16 == 4"]);
    assert_eq!(told("none").len(), 3, "{:?}", told("none"));
    let chosen = "void f(int *p, int n) {
        int threads = 0;
        switch (n) { case 1: threads = 64; break; case 5: threads = 128; break; default: threads = 32; }
        k<<<1, dim3(threads, 2)>>>(p, n);
    }";
    let launch = one(chosen);
    let told: Vec<String> = launch.relations.iter().map(ToString::to_string).collect();
    assert_eq!(launch.block_dim, [None, Some(2), Some(1)]);
    assert_eq!(told, ["blockDim.x == (n == 1 ? 64 : (n == 5 ? 128 : 32))"]);
}

#[test]
fn what_a_branch_decides_on_the_way_is_known() {
    let rows = |condition: &str| {
        let host = "int threads = n > 128 ? 128 : n; dim3 block(threads, n > 128 ? 1 : 128 / threads);";
        one(&format!("void f(int *p, int n) {{ {host} if ({condition}) k<<<n, block>>>(p, n); }}")).block_dim
    };
    assert_eq!(rows("n > 128"), [Some(128), Some(1), Some(1)]);
    assert_eq!(rows("n > 64"), [None, None, Some(1)]);
}

#[test]
fn what_the_host_chooses_for_an_axis_is_seen() {
    let chosen = |configuration: &str| {
        let launch = one(&format!("void f(int *p, int n, dim3 d) {{ k<<<{configuration}>>>(p, n); }}"));
        (launch.grid_chosen, launch.block_chosen)
    };
    let (x, none) = ([true, false, false], [false; 3]);
    assert_eq!(chosen("1, 1"), (none, none));
    assert_eq!(chosen("n, 64"), (x, x));
    assert_eq!(chosen("1, dim3(64, n)"), (none, [true, true, false]));
    assert_eq!(chosen("dim3(1, 1, n), 1"), ([false, false, true], none));
    assert_eq!(chosen("1, n > 5 ? dim3(64, 2) : dim3(64)"), (none, [true, true, false]));
    assert_eq!(chosen("1, n > 5 ? dim3(1) : d"), (none, none));
    assert_eq!(chosen("d, d"), (none, none));
}
