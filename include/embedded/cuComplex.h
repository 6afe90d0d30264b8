// CUDA's complex numbers.
#pragma once
#pragma clang system_header
#include <math.h>
#include <raceproof/cuda.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __rp_complex(T, R, make, suffix) \
    __rp_both T make(R x, R y) { T z; z.x = x; z.y = y; return z; } \
    __rp_both R cuCreal##suffix(T z) { return z.x; } \
    __rp_both R cuCimag##suffix(T z) { return z.y; } \
    __rp_both T cuConj##suffix(T z) { return make(z.x, -z.y); } \
    __rp_both T cuCadd##suffix(T a, T b) { return make(a.x + b.x, a.y + b.y); } \
    __rp_both T cuCsub##suffix(T a, T b) { return make(a.x - b.x, a.y - b.y); } \
    __rp_both T cuCmul##suffix(T a, T b) { \
        return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); \
    } \
    __rp_both T cuCdiv##suffix(T a, T b) { \
        R length = b.x * b.x + b.y * b.y; \
        return make((a.x * b.x + a.y * b.y) / length, (a.y * b.x - a.x * b.y) / length); \
    } \
    __rp_both R cuCabs##suffix(T z) { return hypot##suffix(z.x, z.y); } \
    __rp_both T cuCfma##suffix(T a, T b, T c) { return cuCadd##suffix(cuCmul##suffix(a, b), c); }

__rp_complex(cuFloatComplex, float, make_cuFloatComplex, f)
__rp_complex(cuDoubleComplex, double, make_cuDoubleComplex, )
#undef __rp_complex

__rp_both cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
__rp_both cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
    return make_cuDoubleComplex(z.x, z.y);
}
__rp_both cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return make_cuFloatComplex((float)z.x, (float)z.y);
}
