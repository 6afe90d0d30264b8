// raceproof's CUDA declarations: mathematics. The device functions are libdevice's, declared only: their results are
// values that nothing is known about. The host functions are those of the C library that nvcc brings along.
#pragma once
#pragma clang system_header
#include <raceproof/qualifiers.h>

#define __rp_device_decl __device__
#define __rp_host_decl extern "C" __host__

// float and double of one argument under C's names, and the overloads of C++ on top.
#define __rp_math1_device(name) \
    __rp_device_decl float name##f(float) __rp_libdevice(name##f); \
    __rp_device_decl double name(double) __rp_libdevice(name); \
    __rp_device float name(float x) { return name##f(x); } \
    template <class T> __rp_device typename __rp_if<__rp_is_integer(T), double>::type name(T x) { \
        return name((double)x); \
    }
#define __rp_math1(name) \
    __rp_math1_device(name) \
    __rp_host_decl float name##f(float) __rp_noexcept; \
    __rp_host_decl double name(double) __rp_noexcept;
#define __rp_math2_device(name) \
    __rp_device_decl float name##f(float, float) __rp_libdevice(name##f); \
    __rp_device_decl double name(double, double) __rp_libdevice(name); \
    __rp_device float name(float x, float y) { return name##f(x, y); } \
    template <class T, class U> \
    __rp_device typename __rp_if<__rp_is_number(T) && __rp_is_number(U), double>::type name(T x, U y) { \
        return name((double)x, (double)y); \
    }
#define __rp_math2(name) \
    __rp_math2_device(name) \
    __rp_host_decl float name##f(float, float) __rp_noexcept; \
    __rp_host_decl double name(double, double) __rp_noexcept;

__rp_math1(acos) __rp_math1(acosh) __rp_math1(asin) __rp_math1(asinh) __rp_math1(atan) __rp_math1(atanh)
__rp_math1(cbrt) __rp_math1(ceil) __rp_math1(cos) __rp_math1(cosh) __rp_math1(erf) __rp_math1(erfc)
__rp_math1(exp) __rp_math1(exp2) __rp_math1(expm1) __rp_math1(fabs) __rp_math1(floor) __rp_math1(lgamma)
__rp_math1(log) __rp_math1(log10) __rp_math1(log1p) __rp_math1(log2) __rp_math1(logb) __rp_math1(nearbyint)
__rp_math1(rint) __rp_math1(round) __rp_math1(sin) __rp_math1(sinh) __rp_math1(sqrt) __rp_math1(tan)
__rp_math1(tanh) __rp_math1(tgamma) __rp_math1(trunc)
__rp_math1(cospi) __rp_math1(erfcinv) __rp_math1(erfcx) __rp_math1(erfinv) __rp_math1(exp10) __rp_math1(normcdf)
__rp_math1(normcdfinv) __rp_math1(rcbrt) __rp_math1(rsqrt) __rp_math1(sinpi) __rp_math1(j0) __rp_math1(j1) __rp_math1(y0)
__rp_math1(y1) __rp_math1_device(tanpi) __rp_math1_device(cyl_bessel_i0) __rp_math1_device(cyl_bessel_i1)
__rp_math2(atan2) __rp_math2(copysign) __rp_math2(fdim) __rp_math2(fmax) __rp_math2(fmin) __rp_math2(fmod)
__rp_math2(hypot) __rp_math2(nextafter) __rp_math2(remainder) __rp_math2(pow)
__rp_math2(rhypot)

__rp_device_decl float powif(float, int) __rp_libdevice(powif);
__rp_device_decl double powi(double, int) __rp_libdevice(powi);
__rp_device float pow(float x, int n) { return powif(x, n); }
__rp_device double pow(double x, int n) { return powi(x, n); }
__rp_device_decl float ldexpf(float, int) __rp_libdevice(ldexpf);
__rp_device_decl double ldexp(double, int) __rp_libdevice(ldexp);
__rp_device float ldexp(float x, int n) { return ldexpf(x, n); }
__rp_device_decl float scalbnf(float, int) __rp_libdevice(scalbnf);
__rp_device_decl double scalbn(double, int) __rp_libdevice(scalbn);
__rp_device float scalblnf(float x, long n) { return scalbnf(x, (int)n); }
__rp_device double scalbln(double x, long n) { return scalbn(x, (int)n); }
__rp_device_decl float jnf(int, float) __rp_libdevice(jnf);
__rp_device_decl double jn(int, double) __rp_libdevice(jn);
__rp_device_decl float ynf(int, float) __rp_libdevice(ynf);
__rp_device_decl double yn(int, double) __rp_libdevice(yn);
__rp_host_decl float fmaf(float, float, float) __rp_noexcept;
__rp_host_decl double fma(double, double, double) __rp_noexcept;
__rp_device_decl float fmaf(float, float, float) __rp_libdevice(fmaf);
__rp_device_decl double fma(double, double, double) __rp_libdevice(fma);
__rp_device float fma(float x, float y, float z) { return fmaf(x, y, z); }
__rp_device_decl float norm3df(float, float, float) __rp_libdevice(norm3df);
__rp_device_decl double norm3d(double, double, double) __rp_libdevice(norm3d);
__rp_device_decl float rnorm3df(float, float, float) __rp_libdevice(rnorm3df);
__rp_device_decl double rnorm3d(double, double, double) __rp_libdevice(rnorm3d);
__rp_device_decl float norm4df(float, float, float, float) __rp_libdevice(norm4df);
__rp_device_decl double norm4d(double, double, double, double) __rp_libdevice(norm4d);
__rp_device_decl double rnorm4d(double, double, double, double) __rp_libdevice(rnorm4d);
__rp_device_decl float rnorm4df(float, float, float, float) __rp_libdevice(rnorm4df);
__rp_device_decl float fdividef(float, float) __rp_libdevice(fdividef);
__rp_device_decl float saturatef(float) __rp_libdevice(saturatef);
__rp_device_decl int ilogbf(float) __rp_libdevice(ilogbf);
__rp_device_decl int ilogb(double) __rp_libdevice(ilogb);
__rp_device double fdivide(double x, double y) { return x / y; }
__rp_device long lroundf(float x) { return (long)roundf(x); }
__rp_device long lround(double x) { return (long)round(x); }
__rp_device long long llroundf(float x) { return (long long)roundf(x); }
__rp_device long long llround(double x) { return (long long)round(x); }
__rp_device long lrintf(float x) { return (long)rintf(x); }
__rp_device long lrint(double x) { return (long)rint(x); }
__rp_device long long llrintf(float x) { return (long long)rintf(x); }
__rp_device long long llrint(double x) { return (long long)rint(x); }

// These write through their pointers, which a declaration would not say.
#define __rp_sincos(name, s, c, T) \
    __rp_device void name(T x, T *sine, T *cosine) { *sine = s(x); *cosine = c(x); }
__rp_sincos(sincosf, sinf, cosf, float)
__rp_sincos(sincos, sin, cos, double)
__rp_sincos(sincos, sinf, cosf, float)
__rp_sincos(sincospif, sinpif, cospif, float)
__rp_sincos(sincospi, sinpi, cospi, double)
__rp_device float modff(float x, float *whole) { *whole = truncf(x); return x - *whole; }
__rp_device double modf(double x, double *whole) { *whole = trunc(x); return x - *whole; }
__rp_device float frexpf(float x, int *e) { *e = ilogbf(x) + 1; return ldexpf(x, -*e); }
__rp_device double frexp(double x, int *e) { *e = ilogb(x) + 1; return ldexp(x, -*e); }

__rp_device float remquof(float x, float y, int *q) { *q = (int)rintf(x / y); return remainderf(x, y); }
__rp_device double remquo(double x, double y, int *q) { *q = (int)rint(x / y); return remainder(x, y); }
// The length of a vector in memory.
#define __rp_norm(T, name, of_sum) \
    __rp_device T name(int n, const T *x) { \
        T sum = 0; \
        for (int i = 0; i < n; ++i) sum += x[i] * x[i]; \
        return of_sum(sum); \
    }
__rp_norm(float, normf, sqrtf)
__rp_norm(double, norm, sqrt)
__rp_norm(float, rnormf, rsqrtf)
__rp_norm(double, rnorm, rsqrt)

// The host's.
#define __rp_host_math(T, f) \
    __rp_host_decl T ldexp##f(T, int) __rp_noexcept; \
    __rp_host_decl T scalbn##f(T, int) __rp_noexcept; \
    __rp_host_decl T scalbln##f(T, long) __rp_noexcept; \
    __rp_host_decl T frexp##f(T, int *) __rp_noexcept; \
    __rp_host_decl T modf##f(T, T *) __rp_noexcept; \
    __rp_host_decl T remquo##f(T, T, int *) __rp_noexcept; \
    __rp_host_decl int ilogb##f(T) __rp_noexcept; \
    __rp_host_decl long lround##f(T) __rp_noexcept; \
    __rp_host_decl long lrint##f(T) __rp_noexcept; \
    __rp_host_decl long long llround##f(T) __rp_noexcept; \
    __rp_host_decl long long llrint##f(T) __rp_noexcept; \
    __rp_host_decl void sincos##f(T, T *, T *) __rp_noexcept;
__rp_host_math(float, f)
__rp_host_math(double, )
__rp_host_decl float norm3df(float, float, float) __rp_noexcept;
__rp_host_decl double norm3d(double, double, double) __rp_noexcept;
__rp_host_decl void sincospif(float, float *, float *) __rp_noexcept;
__rp_host_decl void sincospi(double, double *, double *) __rp_noexcept;

#define __rp_classify(T) \
    __rp_device bool isnan(T x) { return __builtin_isnan(x); } \
    __rp_device bool isinf(T x) { return __builtin_isinf(x); } \
    __rp_device bool isfinite(T x) { return __builtin_isfinite(x); } \
    __rp_device bool signbit(T x) { return __builtin_signbit(x); }
__rp_classify(float)
__rp_classify(double)
#undef __rp_classify
__rp_device float nanf(const char *) { return __builtin_nanf(""); }
__rp_device double nan(const char *) { return __builtin_nan(""); }

__rp_device int abs(int x) { return __builtin_abs(x); }
__rp_device long abs(long x) { return __builtin_labs(x); }
__rp_device long long abs(long long x) { return __builtin_llabs(x); }
__rp_device float abs(float x) { return fabsf(x); }
__rp_device double abs(double x) { return fabs(x); }
__rp_device long labs(long x) { return __builtin_labs(x); }
__rp_device long long llabs(long long x) { return __builtin_llabs(x); }

// nvcc has these in host code too. Written so that they become one select.
#define __rp_min_max(R, T, U) \
    __rp_both __rp_constexpr R min(T a, U b) { return (R)a < (R)b ? (R)a : (R)b; } \
    __rp_both __rp_constexpr R max(T a, U b) { return (R)a > (R)b ? (R)a : (R)b; }
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
__rp_min_max(unsigned long long, long long, unsigned long long)
__rp_min_max(unsigned long long, unsigned long long, long long)
#undef __rp_min_max
// A comparison would be wrong about NaN.
#define __rp_float_min_max(R, T, U, suffix) \
    __rp_both R min(T a, U b) { return fmin##suffix(a, b); } \
    __rp_both R max(T a, U b) { return fmax##suffix(a, b); }
__rp_float_min_max(float, float, float, f)
__rp_float_min_max(double, double, double, )
__rp_float_min_max(double, float, double, )
__rp_float_min_max(double, double, float, )
#undef __rp_float_min_max
#define __rp_min_max_names(prefix, T) \
    __rp_both T prefix##min(T a, T b) { return min(a, b); } \
    __rp_both T prefix##max(T a, T b) { return max(a, b); }
__rp_min_max_names(u, unsigned)
__rp_min_max_names(ll, long long)
__rp_min_max_names(ull, unsigned long long)
#undef __rp_min_max_names

#undef __rp_math1
#undef __rp_math1_device
#undef __rp_math2
#undef __rp_math2_device
#undef __rp_sincos
