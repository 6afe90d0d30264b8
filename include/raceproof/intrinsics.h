// raceproof's CUDA declarations: arithmetic and conversion intrinsics, clocks.
#pragma once
#pragma clang system_header
#include <raceproof/math_functions.h>
#include <raceproof/vector_types.h>

#define __rp_fast1(name, symbol) __device__ float name(float) __rp_libdevice(symbol);
#define __rp_fast2(name, symbol) __device__ float name(float, float) __rp_libdevice(symbol);
__rp_fast1(__sinf, fast_sinf) __rp_fast1(__cosf, fast_cosf) __rp_fast1(__tanf, fast_tanf)
__rp_fast1(__expf, fast_expf) __rp_fast1(__exp10f, fast_exp10f) __rp_fast1(__logf, fast_logf)
__rp_fast1(__log2f, fast_log2f) __rp_fast1(__log10f, fast_log10f) __rp_fast1(__tanhf, fast_tanhf)
__rp_fast1(__saturatef, saturatef) __rp_fast1(__frsqrt_rn, frsqrt_rn)
__rp_fast2(__powf, fast_powf) __rp_fast2(__fdividef, fast_fdividef)
__rp_device void __sincosf(float x, float *sine, float *cosine) { *sine = __sinf(x); *cosine = __cosf(x); }

#define __rp_rounded(mode) \
    __device__ float __fadd_##mode(float, float) __rp_libdevice(fadd_##mode); \
    __device__ float __fsub_##mode(float, float) __rp_libdevice(fsub_##mode); \
    __device__ float __fmul_##mode(float, float) __rp_libdevice(fmul_##mode); \
    __device__ float __fdiv_##mode(float, float) __rp_libdevice(fdiv_##mode); \
    __device__ float __frcp_##mode(float) __rp_libdevice(frcp_##mode); \
    __device__ float __fsqrt_##mode(float) __rp_libdevice(fsqrt_##mode); \
    __device__ float __fmaf_##mode(float, float, float) __rp_libdevice(fmaf_##mode); \
    __device__ double __dadd_##mode(double, double) __rp_libdevice(dadd_##mode); \
    __device__ double __dsub_##mode(double, double) __rp_libdevice(dsub_##mode); \
    __device__ double __dmul_##mode(double, double) __rp_libdevice(dmul_##mode); \
    __device__ double __ddiv_##mode(double, double) __rp_libdevice(ddiv_##mode); \
    __device__ double __drcp_##mode(double) __rp_libdevice(drcp_##mode); \
    __device__ double __dsqrt_##mode(double) __rp_libdevice(dsqrt_##mode); \
    __device__ double __fma_##mode(double, double, double) __rp_libdevice(fma_##mode); \
    __device__ int __float2int_##mode(float) __rp_libdevice(float2int_##mode); \
    __device__ unsigned __float2uint_##mode(float) __rp_libdevice(float2uint_##mode); \
    __device__ long long __float2ll_##mode(float) __rp_libdevice(float2ll_##mode); \
    __device__ unsigned long long __float2ull_##mode(float) __rp_libdevice(float2ull_##mode); \
    __device__ int __double2int_##mode(double) __rp_libdevice(double2int_##mode); \
    __device__ unsigned __double2uint_##mode(double) __rp_libdevice(double2uint_##mode); \
    __device__ long long __double2ll_##mode(double) __rp_libdevice(double2ll_##mode); \
    __device__ unsigned long long __double2ull_##mode(double) __rp_libdevice(double2ull_##mode); \
    __device__ float __double2float_##mode(double) __rp_libdevice(double2float_##mode); \
    __device__ float __int2float_##mode(int) __rp_libdevice(int2float_##mode); \
    __device__ float __uint2float_##mode(unsigned) __rp_libdevice(uint2float_##mode); \
    __device__ float __ll2float_##mode(long long) __rp_libdevice(ll2float_##mode); \
    __device__ float __ull2float_##mode(unsigned long long) __rp_libdevice(ull2float_##mode); \
    __device__ double __ll2double_##mode(long long) __rp_libdevice(ll2double_##mode); \
    __device__ double __ull2double_##mode(unsigned long long) __rp_libdevice(ull2double_##mode);
__rp_rounded(rn) __rp_rounded(rz) __rp_rounded(ru) __rp_rounded(rd)
#undef __rp_rounded
__rp_device double __int2double_rn(int x) { return x; }
__rp_device double __uint2double_rn(unsigned x) { return x; }

__rp_device int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__rp_device unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__rp_device float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__rp_device float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__rp_device long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__rp_device double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__rp_device int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__rp_device int __double2loint(double x) { return (int)__double_as_longlong(x); }
__rp_device double __hiloint2double(int high, int low) {
    return __longlong_as_double(((long long)high << 32) | (unsigned)low);
}

__device__ int __mul24(int, int) __rp_libdevice(mul24);
__device__ unsigned __umul24(unsigned, unsigned) __rp_libdevice(umul24);
__rp_device int mul24(int x, int y) { return __mul24(x, y); }
__rp_device unsigned umul24(unsigned x, unsigned y) { return __umul24(x, y); }
__device__ int __mulhi(int, int) __rp_libdevice(mulhi);
__device__ unsigned __umulhi(unsigned, unsigned) __rp_libdevice(umulhi);
__device__ long long __mul64hi(long long, long long) __rp_libdevice(mul64hi);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long) __rp_libdevice(umul64hi);
__device__ int __clz(int) __rp_libdevice(clz);
__device__ int __clzll(long long) __rp_libdevice(clzll);
__device__ int __ffs(int) __rp_libdevice(ffs);
__device__ int __ffsll(long long) __rp_libdevice(ffsll);
__device__ int __popc(unsigned) __rp_libdevice(popc);
__device__ int __popcll(unsigned long long) __rp_libdevice(popcll);
__device__ unsigned __brev(unsigned) __rp_libdevice(brev);
__device__ unsigned long long __brevll(unsigned long long) __rp_libdevice(brevll);
__device__ unsigned __byte_perm(unsigned, unsigned, unsigned) __rp_libdevice(byte_perm);
__device__ unsigned __sad(int, int, unsigned) __rp_libdevice(sad);
__device__ unsigned __usad(unsigned, unsigned, unsigned) __rp_libdevice(usad);
__device__ int __hadd(int, int) __rp_libdevice(hadd);
__device__ int __rhadd(int, int) __rp_libdevice(rhadd);
__device__ unsigned __uhadd(unsigned, unsigned) __rp_libdevice(uhadd);
__device__ unsigned __urhadd(unsigned, unsigned) __rp_libdevice(urhadd);
__rp_device unsigned __funnelshift_l(unsigned low, unsigned high, unsigned n) {
    return (unsigned)(((((unsigned long long)high << 32) | low) << (n & 31)) >> 32);
}
__rp_device unsigned __funnelshift_r(unsigned low, unsigned high, unsigned n) {
    return (unsigned)((((unsigned long long)high << 32) | low) >> (n & 31));
}
__rp_device unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned n) {
    return n < 32 ? __funnelshift_l(low, high, n) : low;
}
__rp_device unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned n) {
    return n < 32 ? __funnelshift_r(low, high, n) : high;
}
// The greatest and the least of two or three, of a sum and a number, and of these and 0.
#define __rp_least_greatest(T, type) \
    __rp_both T __vimax3_##type(T a, T b, T c) { T m = a > b ? a : b; return m > c ? m : c; } \
    __rp_both T __vimin3_##type(T a, T b, T c) { T m = a < b ? a : b; return m < c ? m : c; } \
    __rp_both T __viaddmax_##type(T a, T b, T c) { T sum = a + b; return sum > c ? sum : c; } \
    __rp_both T __viaddmin_##type(T a, T b, T c) { T sum = a + b; return sum < c ? sum : c; } \
    __rp_both T __vibmax_##type(T a, T b, bool *first) { *first = a >= b; return a >= b ? a : b; } \
    __rp_both T __vibmin_##type(T a, T b, bool *first) { *first = a <= b; return a <= b ? a : b; }
__rp_least_greatest(int, s32)
__rp_least_greatest(unsigned, u32)
#undef __rp_least_greatest
__rp_both int __vimax_s32_relu(int a, int b) { return __vimax3_s32(a, b, 0); }
__rp_both int __vimin_s32_relu(int a, int b) { int m = a < b ? a : b; return m > 0 ? m : 0; }
__rp_both int __vimax3_s32_relu(int a, int b, int c) { int m = __vimax3_s32(a, b, c); return m > 0 ? m : 0; }
__rp_both int __vimin3_s32_relu(int a, int b, int c) { int m = __vimin3_s32(a, b, c); return m > 0 ? m : 0; }
__rp_both int __viaddmax_s32_relu(int a, int b, int c) { int m = __viaddmax_s32(a, b, c); return m > 0 ? m : 0; }
__rp_both int __viaddmin_s32_relu(int a, int b, int c) { int m = __viaddmin_s32(a, b, c); return m > 0 ? m : 0; }
__rp_device unsigned __fns(unsigned mask, unsigned base, int offset) { return __nvvm_fns(mask, base, offset); }

// Packed integers: four bytes or two halves of a word; what they compute is left open.
#define __rp_simd1(name) __device__ unsigned name(unsigned) __attribute__((const)) __asm__("__nv_rp_" #name);
#define __rp_simd2(name) __device__ unsigned name(unsigned, unsigned) __attribute__((const)) __asm__("__nv_rp_" #name);
#define __rp_simd(suffix) \
    __rp_simd2(__vadd##suffix) __rp_simd2(__vsub##suffix) __rp_simd2(__vaddss##suffix) __rp_simd2(__vsubss##suffix) \
    __rp_simd2(__vaddus##suffix) __rp_simd2(__vsubus##suffix) __rp_simd2(__vmaxs##suffix) __rp_simd2(__vmins##suffix) \
    __rp_simd2(__vmaxu##suffix) __rp_simd2(__vminu##suffix) __rp_simd2(__vabsdiffs##suffix) \
    __rp_simd2(__vabsdiffu##suffix) __rp_simd2(__vsads##suffix) __rp_simd2(__vsadu##suffix) \
    __rp_simd2(__vcmpeq##suffix) __rp_simd2(__vcmpne##suffix) __rp_simd2(__vcmpgts##suffix) \
    __rp_simd2(__vcmpgtu##suffix) __rp_simd2(__vcmplts##suffix) __rp_simd2(__vcmpltu##suffix) \
    __rp_simd2(__vcmpges##suffix) __rp_simd2(__vcmpgeu##suffix) __rp_simd2(__vcmples##suffix) \
    __rp_simd2(__vcmpleu##suffix) __rp_simd2(__vavgs##suffix) __rp_simd2(__vavgu##suffix) __rp_simd2(__vhaddu##suffix) \
    __rp_simd2(__vseteq##suffix) __rp_simd2(__vsetne##suffix) __rp_simd2(__vsetgts##suffix) \
    __rp_simd2(__vsetgtu##suffix) __rp_simd2(__vsetges##suffix) __rp_simd2(__vsetgeu##suffix) \
    __rp_simd2(__vsetlts##suffix) __rp_simd2(__vsetltu##suffix) __rp_simd2(__vsetles##suffix) \
    __rp_simd2(__vsetleu##suffix) \
    __rp_simd1(__vabs##suffix) __rp_simd1(__vabsss##suffix) __rp_simd1(__vneg##suffix) __rp_simd1(__vnegss##suffix)
__rp_simd(4) __rp_simd(2)
#undef __rp_simd
__device__ int __dp4a(int, int, int) __attribute__((const)) __asm__("__nv_rp_dp4a");
__device__ int __dp4a(char4, char4, int) __attribute__((const)) __asm__("__nv_rp_dp4a_char4");
__device__ unsigned __dp4a(unsigned, unsigned, unsigned) __attribute__((const)) __asm__("__nv_rp_dp4au");
__device__ int __dp2a_lo(int, int, int) __attribute__((const)) __asm__("__nv_rp_dp2a_lo");
__device__ int __dp2a_hi(int, int, int) __attribute__((const)) __asm__("__nv_rp_dp2a_hi");

// What this function reads is read by the path that is not coherent.
template <class T> __rp_device T __raceproof_non_coherent(const T *p) { return *p; }
template <class T> __rp_device T __ldg(const T *p) { return __raceproof_non_coherent(p); }

__rp_device long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
__rp_device int clock() { return __nvvm_read_ptx_sreg_clock(); }
__rp_device void __nanosleep(unsigned ns) { __nvvm_nanosleep(ns); }
__rp_device void __trap() { __builtin_trap(); }
// nvcc takes it in host code too.
__rp_inline __host__ void __trap() {}
__rp_device void __brkpt(int = 0) { __builtin_debugtrap(); }
__rp_device unsigned __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
__rp_device unsigned __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
__rp_device unsigned __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
__rp_device unsigned __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
__rp_device size_t __cvta_generic_to_shared(const void *p) {
    return (size_t)(const __attribute__((address_space(3))) void *)p;
}
__rp_device size_t __cvta_generic_to_global(const void *p) {
    return (size_t)(const __attribute__((address_space(1))) void *)p;
}
__rp_device void *__cvta_shared_to_generic(size_t a) {
    return (void *)(__attribute__((address_space(3))) void *)a;
}
__rp_device size_t __cvta_generic_to_constant(const void *p) {
    return (size_t)(const __attribute__((address_space(4))) void *)p;
}
__rp_device size_t __cvta_generic_to_local(const void *p) {
    return (size_t)(const __attribute__((address_space(5))) void *)p;
}
__rp_device void *__cvta_global_to_generic(size_t a) {
    return (void *)(__attribute__((address_space(1))) void *)a;
}
#undef __rp_fast1
#undef __rp_fast2
#undef __rp_simd1
#undef __rp_simd2
