// Included before every file that is compiled with a toolkit's headers, after clang's own wrapper of these: what they
// have for nvcc and not for clang.
#pragma once
#pragma clang system_header
#include <raceproof/assume.h>
#include <raceproof/left_out.h>
#include <raceproof/nv_atomics.h>
#include <raceproof/cached.h>
#include <raceproof/surfaces.h>

// The toolkit's attribute says nothing to clang.
#undef __cluster_dims__
#ifdef __CUDA_ARCH__
#define __cluster_dims__(...) __attribute__((annotate("cluster_dim_", __VA_ARGS__)))
#else
#define __cluster_dims__(...)
#endif

// nvcc has min and max in host code for all numbers.
#define __rp_min_max(R, T, U) \
    static __inline__ __host__ constexpr R min(T a, U b) { return (R)a < (R)b ? (R)a : (R)b; } \
    static __inline__ __host__ constexpr R max(T a, U b) { return (R)a > (R)b ? (R)a : (R)b; }
__rp_min_max(int, int, int)
__rp_min_max(unsigned, unsigned, unsigned)
__rp_min_max(unsigned, int, unsigned)
__rp_min_max(unsigned, unsigned, int)
__rp_min_max(long, long, long)
__rp_min_max(unsigned long, unsigned long, unsigned long)
__rp_min_max(unsigned long, long, unsigned long)
__rp_min_max(unsigned long, unsigned long, long)
__rp_min_max(long long, long long, long long)
__rp_min_max(unsigned long long, unsigned long long, unsigned long long)
__rp_min_max(float, float, float)
__rp_min_max(double, double, double)
__rp_min_max(double, float, double)
__rp_min_max(double, double, float)
#undef __rp_min_max

// nvcc looks into templates when they are used, so these may stand in one that no kernel for an older architecture uses.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 1000
#define __rp_pairs(rounding) \
    static __inline__ __device__ float2 __fadd2_##rounding(float2, float2); \
    static __inline__ __device__ float2 __fmul2_##rounding(float2, float2); \
    static __inline__ __device__ float2 __ffma2_##rounding(float2, float2, float2);
__rp_pairs(rn)
__rp_pairs(rz)
__rp_pairs(rd)
__rp_pairs(ru)
#undef __rp_pairs
#endif

// nvcc takes it in host code too.
static __inline__ __host__ void __trap() {}

#include <assert.h>
// nvcc's crt/common_functions.h and crt/math_functions.h have them, which clang leaves out.
#include <math.h>
#include <string.h>
#include <time.h>

#ifdef __RACEPROOF_NVCC__
// For the headers above clang is what it is; sources see what they would see of nvcc and gcc.
#define __NVCC__ 1
#undef __CUDACC__
#define __CUDACC__ 1
#undef __llvm__
#undef __NVPTX__
#undef __PTX__
#ifdef _GLIBCXX_RELEASE
#undef __GNUC__
#define __GNUC__ _GLIBCXX_RELEASE
#undef __GNUG__
#define __GNUG__ _GLIBCXX_RELEASE
#endif
#endif
#include <raceproof/device_for_hosts.h>
