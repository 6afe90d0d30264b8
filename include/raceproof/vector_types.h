// raceproof's CUDA declarations: dim3 and the vector types with their constructors.
#pragma once
#pragma clang system_header
#include <raceproof/qualifiers.h>
#include <stddef.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

// The alignments are in bytes and those of CUDA's programming guide; 0 stands for the element's own.
#define __rp_vectors(name, T, align2, align4) \
    struct name##1 { T x; }; \
    struct __attribute__((aligned(align2))) name##2 { T x, y; }; \
    struct name##3 { T x, y, z; }; \
    struct __attribute__((aligned(align4))) name##4 { T x, y, z, w; }; \
    __rp_both __rp_constexpr name##1 make_##name##1(T x) { return {x}; } \
    __rp_both __rp_constexpr name##2 make_##name##2(T x, T y) { return {x, y}; } \
    __rp_both __rp_constexpr name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
    __rp_both __rp_constexpr name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

__rp_vectors(char, signed char, 2, 4)
__rp_vectors(uchar, unsigned char, 2, 4)
__rp_vectors(short, short, 4, 8)
__rp_vectors(ushort, unsigned short, 4, 8)
__rp_vectors(int, int, 8, 16)
__rp_vectors(uint, unsigned int, 8, 16)
__rp_vectors(long, long, 2 * sizeof(long), 16)
__rp_vectors(ulong, unsigned long, 2 * sizeof(long), 16)
__rp_vectors(longlong, long long, 16, 16)
__rp_vectors(ulonglong, unsigned long long, 16, 16)
__rp_vectors(float, float, 8, 16)
__rp_vectors(double, double, 16, 16)
#undef __rp_vectors

struct dim3 {
    unsigned int x, y, z;
    __rp_method __rp_constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    __rp_method __rp_constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __rp_method __rp_constexpr operator uint3() const { return {x, y, z}; }
};

#include <__clang_cuda_builtin_vars.h>

#define __rp_convert(variable) \
    __rp_device_method __cuda_builtin_##variable##_t::operator dim3() const { return dim3(x, y, z); } \
    __rp_device_method __cuda_builtin_##variable##_t::operator uint3() const { return {x, y, z}; }
__rp_convert(threadIdx)
__rp_convert(blockIdx)
__rp_convert(blockDim)
__rp_convert(gridDim)
#undef __rp_convert
