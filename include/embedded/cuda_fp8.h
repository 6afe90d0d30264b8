// Eight-bit floats as storage: what a byte stands for is left open.
#pragma once
#pragma clang system_header
#include <cuda_bf16.h>

typedef unsigned char __nv_fp8_storage_t;
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };

#define __rp_fp8(name, kind) \
    extern "C" __device__ __attribute__((const)) unsigned char __nv_rp_float2##kind(float); \
    extern "C" __device__ __attribute__((const)) float __nv_rp_##kind##2float(unsigned char); \
    extern "C" __host__ unsigned char __nv_rp_float2##kind(float); \
    extern "C" __host__ float __nv_rp_##kind##2float(unsigned char); \
    struct name { \
        __nv_fp8_storage_t __x; \
        name() = default; \
        template <class T, class = typename __rp_if<__rp_is_number(T)>::type> \
        __rp_method explicit name(T x) : __x(__nv_rp_float2##kind((float)x)) {} \
        __rp_method explicit name(__half x) : __x(__nv_rp_float2##kind((float)x.value)) {} \
        __rp_method explicit name(__nv_bfloat16 x) : __x(__nv_rp_float2##kind((float)x.value)) {} \
        template <class T, class = typename __rp_if<__rp_is_number(T)>::type> \
        __rp_method explicit operator T() const { return (T)__nv_rp_##kind##2float(__x); } \
        __rp_method explicit operator __half() const { return __half(__nv_rp_##kind##2float(__x)); } \
        __rp_method explicit operator __nv_bfloat16() const { return __nv_bfloat16(__nv_rp_##kind##2float(__x)); } \
    };
__rp_fp8(__nv_fp8_e4m3, e4m3)
__rp_fp8(__nv_fp8_e5m2, e5m2)
__rp_both __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t, __nv_fp8_interpretation_t kind) {
    return kind == __NV_E4M3 ? __nv_rp_float2e4m3(x) : __nv_rp_float2e5m2(x);
}
__rp_both __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
    return __half(kind == __NV_E4M3 ? __nv_rp_e4m32float(x) : __nv_rp_e5m22float(x));
}
#undef __rp_fp8
