// raceproof's CUDA declarations: qualifiers and the attributes that the other parts use.
#pragma once
#pragma clang system_header

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)
// Read by raceproof in device code: the blocks of a cluster, by axis.
#ifdef __CUDA_ARCH__
#define __cluster_dims__(...) __attribute__((annotate("cluster_dim_", __VA_ARGS__)))
#else
#define __cluster_dims__(...)
#endif
#define __block_size__(...)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __nv_pure__ __attribute__((pure))
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI

#define CUDA_VERSION 12040
#define CUDART_VERSION 12040
#define __CUDACC__ 1
#ifdef __RACEPROOF_NVCC__
#define __NVCC__ 1
#endif
#define __CUDA_RUNTIME_H__
#define __DRIVER_TYPES_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

#if __cplusplus >= 201103L
#define __rp_constexpr constexpr
#define __rp_noexcept noexcept
#define __rp_explicit explicit
#else
#define __rp_constexpr
#define __rp_noexcept throw()
#define __rp_explicit
#endif

// No debug info: an access in such a function is reported at the user's line that calls it.
#define __rp_inline static __inline__ __attribute__((always_inline, nodebug))
#define __rp_device __rp_inline __device__
#define __rp_both __rp_inline __host__ __device__
// A member function.
#define __rp_method __inline__ __attribute__((always_inline, nodebug)) __host__ __device__
#define __rp_device_method __inline__ __attribute__((always_inline, nodebug)) __device__
// A function that is only declared, whose result depends on its arguments alone, under libdevice's name for it.
#define __rp_libdevice(symbol) __attribute__((const)) __asm__("__nv_" #symbol)

template <bool, class T = void> struct __rp_if {};
template <class T> struct __rp_if<true, T> { typedef T type; };
#define __rp_is_integer(T) (__is_integral(T))
#define __rp_is_number(T) (__is_integral(T) || __is_floating_point(T))

// The machine's numbers, as src/kernel/target.rs has them; a test holds one against the other.
#define __rp_warp_lanes 32
#define __rp_all_lanes 0xffffffffu
