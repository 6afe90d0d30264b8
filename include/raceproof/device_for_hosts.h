// In a compilation for the device nvcc does not look at what functions of the host call, and code relies on that whose functions
// are of both sides by `#ifdef __CUDA_ARCH__`. Clang looks. Where it refuses a file for that, functions of the device may be called by
// the host as well; none of the host is compiled all the same.
#pragma once
#pragma clang system_header

#ifdef __RACEPROOF_DEVICE_FOR_HOSTS__
// Clang's wrappers of these overload what is the host's by functions of the device.
#include <new>
#include <cmath>
#include <complex>
#include <algorithm>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((host))
#endif
