#pragma once
#pragma clang system_header
#include <cuda_fp16.h>

__rp_narrow_type(__nv_bfloat16, __bf16, __nv_bfloat162, __nv_bfloat16_raw, __nv_bfloat162_raw)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
__rp_narrow_arithmetic(__nv_bfloat16, __nv_bfloat162)
__rp_narrow_conversions(__nv_bfloat16, bfloat16, __nv_bfloat162, __nv_bfloat16_raw)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__rp_narrow_atomics(__nv_bfloat16, __bf16, __nv_bfloat162)
#endif
__rp_both __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
