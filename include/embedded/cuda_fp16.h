#pragma once
#pragma clang system_header
#include <raceproof/narrow_float.h>

__rp_narrow_type(__half, _Float16, __half2, __half_raw, __half2_raw)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
__rp_narrow_arithmetic(__half, __half2)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
__rp_narrow_atomics(__half, _Float16, __half2)
#endif
__rp_narrow_conversions(__half, half, __half2, __half_raw)
__rp_both __half2 make_half2(__half x, __half y) { return __half2(x, y); }
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00u)
