// raceproof's CUDA declarations: what half and bfloat16 have in common. Everything is computed in float: no index hangs
// on how a narrow float rounds.
#pragma once
#pragma clang system_header
#include <raceproof/cuda.h>

// What saturates, hands NaN on or rounds in its own way is left open.
#define __rp_narrow_open(name, ...) \
    extern "C" __device__ __attribute__((const)) float __nv_rp_##name(__VA_ARGS__); \
    extern "C" __host__ float __nv_rp_##name(__VA_ARGS__);
__rp_narrow_open(saturate, float)
__rp_narrow_open(fmax_nan, float, float)
__rp_narrow_open(fmin_nan, float, float)
// Roundings of a float to a narrow one, but the default.
__rp_narrow_open(round_rz, float)
__rp_narrow_open(round_ru, float)
__rp_narrow_open(round_rd, float)
#undef __rp_narrow_open

// H: the type; raw: the compiler's type for it; pair: two of them; raw_pair as CUDA names the bits.
#define __rp_narrow_type(H, raw, pair, bits, bits_pair) \
    struct __attribute__((aligned(2))) bits { unsigned short x; }; \
    struct __attribute__((aligned(4))) bits_pair { unsigned short x, y; }; \
    struct __attribute__((aligned(2))) H { \
        raw value; \
        H() = default; \
        template <class T, class = typename __rp_if<__rp_is_number(T)>::type> \
        __rp_method __rp_constexpr H(T x) : value((raw)(float)x) {} \
        __rp_method H(bits b) : value(__builtin_bit_cast(raw, b.x)) {} \
        template <class T, class = typename __rp_if<__rp_is_number(T)>::type> \
        __rp_method __rp_constexpr operator T() const { return (T)(float)value; } \
        __rp_method operator bits() const { bits b = {__builtin_bit_cast(unsigned short, value)}; return b; } \
        __rp_method H &operator++() { return *this = H((float)value + 1.0f); } \
        __rp_method H &operator--() { return *this = H((float)value - 1.0f); } \
    }; \
    struct __attribute__((aligned(4))) pair { \
        H x, y; \
        pair() = default; \
        __rp_method __rp_constexpr pair(const H &x, const H &y) : x(x), y(y) {} \
        __rp_method pair(bits_pair b) : x(bits{b.x}), y(bits{b.y}) {} \
    };

#define __rp_narrow_op(H, pair, op) \
    __rp_both H operator op(const H &a, const H &b) { return H((float)a.value op (float)b.value); } \
    __rp_both H &operator op##=(H &a, const H &b) { return a = a op b; } \
    __rp_both pair operator op(const pair &a, const pair &b) { return pair(a.x op b.x, a.y op b.y); } \
    __rp_both pair &operator op##=(pair &a, const pair &b) { return a = a op b; }
#define __rp_narrow_compare(H, pair, name, op) \
    __rp_both bool operator op(const H &a, const H &b) { return (float)a.value op (float)b.value; } \
    __rp_both bool operator op(const pair &a, const pair &b) { return a.x op b.x && a.y op b.y; } \
    __rp_both bool __h##name(H a, H b) { return a op b; } \
    __rp_both bool __h##name##u(H a, H b) { return a op b; } \
    __rp_both pair __h##name##2(pair a, pair b) { return pair(H(a.x op b.x), H(a.y op b.y)); } \
    __rp_both bool __hb##name##2(pair a, pair b) { return a.x op b.x && a.y op b.y; }
#define __rp_narrow_binary(H, pair, name, expression) \
    __rp_both H __h##name(H a, H b) { return expression; } \
    __rp_both pair __h##name##2(pair a, pair b) { return pair(__h##name(a.x, b.x), __h##name(a.y, b.y)); }
#define __rp_narrow_unary(H, pair, name, function) \
    __rp_device H h##name(H a) { return H(function((float)a.value)); } \
    __rp_device pair h2##name(pair a) { return pair(h##name(a.x), h##name(a.y)); }

#define __rp_narrow_arithmetic(H, pair) \
    __rp_narrow_op(H, pair, +) __rp_narrow_op(H, pair, -) __rp_narrow_op(H, pair, *) __rp_narrow_op(H, pair, /) \
    __rp_both H operator+(const H &a) { return a; } \
    __rp_both H operator-(const H &a) { return H(-(float)a.value); } \
    __rp_both pair operator-(const pair &a) { return pair(-a.x, -a.y); } \
    __rp_narrow_compare(H, pair, eq, ==) __rp_narrow_compare(H, pair, ne, !=) __rp_narrow_compare(H, pair, lt, <) \
    __rp_narrow_compare(H, pair, le, <=) __rp_narrow_compare(H, pair, gt, >) __rp_narrow_compare(H, pair, ge, >=) \
    __rp_narrow_binary(H, pair, add, a + b) __rp_narrow_binary(H, pair, sub, a - b) \
    __rp_narrow_binary(H, pair, mul, a * b) __rp_narrow_binary(H, pair, add_rn, a + b) \
    __rp_narrow_binary(H, pair, sub_rn, a - b) __rp_narrow_binary(H, pair, mul_rn, a * b) \
    __rp_narrow_binary(H, pair, add_sat, H(__nv_rp_saturate((float)(a + b)))) \
    __rp_narrow_binary(H, pair, sub_sat, H(__nv_rp_saturate((float)(a - b)))) \
    __rp_narrow_binary(H, pair, mul_sat, H(__nv_rp_saturate((float)(a * b)))) \
    __rp_narrow_binary(H, pair, max, H(fmaxf((float)a, (float)b))) \
    __rp_narrow_binary(H, pair, min, H(fminf((float)a, (float)b))) \
    __rp_narrow_binary(H, pair, max_nan, H(__nv_rp_fmax_nan((float)a, (float)b))) \
    __rp_narrow_binary(H, pair, min_nan, H(__nv_rp_fmin_nan((float)a, (float)b))) \
    __rp_both H __hdiv(H a, H b) { return a / b; } \
    __rp_both pair __h2div(pair a, pair b) { return a / b; } \
    __rp_both H __hfma(H a, H b, H c) { return H(fmaf((float)a, (float)b, (float)c)); } \
    __rp_both pair __hfma2(pair a, pair b, pair c) { return pair(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); } \
    __rp_both H __hneg(H a) { return -a; } \
    __rp_both pair __hneg2(pair a) { return -a; } \
    __rp_both H __habs(H a) { return H(__builtin_fabsf((float)a.value)); } \
    __rp_both pair __habs2(pair a) { return pair(__habs(a.x), __habs(a.y)); } \
    __rp_both bool __hisnan(H a) { return __builtin_isnan((float)a.value); } \
    __rp_both int __hisinf(H a) { return __builtin_isinf((float)a.value); } \
    __rp_device H hrcp(H a) { return H(1.0f / (float)a.value); } \
    __rp_device pair h2rcp(pair a) { return pair(hrcp(a.x), hrcp(a.y)); } \
    __rp_narrow_unary(H, pair, sqrt, sqrtf) __rp_narrow_unary(H, pair, rsqrt, rsqrtf) \
    __rp_narrow_unary(H, pair, exp, expf) __rp_narrow_unary(H, pair, exp2, exp2f) \
    __rp_narrow_unary(H, pair, exp10, exp10f) __rp_narrow_unary(H, pair, log, logf) \
    __rp_narrow_unary(H, pair, log2, log2f) __rp_narrow_unary(H, pair, log10, log10f) \
    __rp_narrow_unary(H, pair, sin, sinf) __rp_narrow_unary(H, pair, cos, cosf) \
    __rp_narrow_unary(H, pair, tanh, tanhf) __rp_narrow_unary(H, pair, ceil, ceilf) \
    __rp_narrow_unary(H, pair, floor, floorf) __rp_narrow_unary(H, pair, trunc, truncf) \
    __rp_narrow_unary(H, pair, rint, rintf)

// One atomic of two bytes each: CUDA promises no more for a pair either.
#define __rp_narrow_atomics(H, raw, pair) \
    __rp_device H atomicAdd(H *p, H v) { \
        return H((float)__scoped_atomic_fetch_add((raw *)p, v.value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)); \
    } \
    __rp_device pair atomicAdd(pair *p, pair v) { return pair(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)); }

// Conversions from and to an integer type, in all rounding modes.
#define __rp_narrow_integer_mode(H, h, name, T, mode, from, to) \
    __rp_both H __##name##2##h##_##mode(T x) { return H(from((float)x)); } \
    __rp_both T __##h##2##name##_##mode(H x) { return (T)to((float)x.value); }
#define __rp_narrow_integer(H, h, name, T) \
    __rp_narrow_integer_mode(H, h, name, T, rn, , rintf) \
    __rp_narrow_integer_mode(H, h, name, T, rz, __nv_rp_round_rz, truncf) \
    __rp_narrow_integer_mode(H, h, name, T, ru, __nv_rp_round_ru, ceilf) \
    __rp_narrow_integer_mode(H, h, name, T, rd, __nv_rp_round_rd, floorf)
#define __rp_narrow_bits(H, h, bits, T, name) \
    __rp_both T __##h##_as_##name(H x) { return __builtin_bit_cast(T, x.value); } \
    __rp_both H __##name##_as_##h(T x) { bits b = {(unsigned short)x}; return H(b); }

// h: the type's name inside the conversions' names.
#define __rp_narrow_conversions(H, h, pair, bits) \
    __rp_both H __float2##h(float x) { return H(x); } \
    __rp_both H __float2##h##_rn(float x) { return H(x); } \
    __rp_both H __float2##h##_rz(float x) { return H(__nv_rp_round_rz(x)); } \
    __rp_both H __float2##h##_ru(float x) { return H(__nv_rp_round_ru(x)); } \
    __rp_both H __float2##h##_rd(float x) { return H(__nv_rp_round_rd(x)); } \
    __rp_both H __double2##h(double x) { return H(x); } \
    __rp_both float __##h##2float(H x) { return (float)x.value; } \
    __rp_narrow_integer(H, h, int, int) __rp_narrow_integer(H, h, uint, unsigned) \
    __rp_narrow_integer(H, h, short, short) __rp_narrow_integer(H, h, ushort, unsigned short) \
    __rp_narrow_integer(H, h, ll, long long) __rp_narrow_integer(H, h, ull, unsigned long long) \
    __rp_narrow_bits(H, h, bits, short, short) __rp_narrow_bits(H, h, bits, unsigned short, ushort) \
    __rp_both pair __##h##2##h##2(H x) { return pair(x, x); } \
    __rp_both pair __float2##h##2_rn(float x) { return pair(H(x), H(x)); } \
    __rp_both pair __floats2##h##2_rn(float x, float y) { return pair(H(x), H(y)); } \
    __rp_both pair __float22##h##2_rn(float2 v) { return pair(H(v.x), H(v.y)); } \
    __rp_both float2 __##h##22float2(pair v) { return make_float2((float)v.x.value, (float)v.y.value); } \
    __rp_both pair __halves2##h##2(H x, H y) { return pair(x, y); } \
    __rp_both H __low2##h(pair v) { return v.x; } \
    __rp_both H __high2##h(pair v) { return v.y; } \
    __rp_both pair __low2##h##2(pair v) { return pair(v.x, v.x); } \
    __rp_both pair __high2##h##2(pair v) { return pair(v.y, v.y); } \
    __rp_both float __low2float(pair v) { return (float)v.x.value; } \
    __rp_both float __high2float(pair v) { return (float)v.y.value; } \
    __rp_both pair __lows2##h##2(pair a, pair b) { return pair(a.x, b.x); } \
    __rp_both pair __highs2##h##2(pair a, pair b) { return pair(a.y, b.y); } \
    __rp_both pair __lowhigh2highlow(pair v) { return pair(v.y, v.x); }
