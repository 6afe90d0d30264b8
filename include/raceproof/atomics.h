// raceproof's CUDA declarations: atomics. Device scope lowers to atomicrmw and cmpxchg, block and system scope to
// llvm.nvvm.atomic.*, whose names carry the scope.
#pragma once
#pragma clang system_header
#include <raceproof/qualifiers.h>

// One operation at one type: `as` is the type that the builtin takes.
#define __rp_atomic_at(suffix, scope, name, op, T, letter, as) \
    __rp_device T name##suffix(T *p, T v) { \
        return __builtin_bit_cast(T, __nvvm_atom_##scope##op##_gen_##letter((as *)p, __builtin_bit_cast(as, v))); \
    }
#define __rp_atomic(name, op, T, letter, as) \
    __rp_atomic_at(, , name, op, T, letter, as) \
    __rp_atomic_at(_block, cta_, name, op, T, letter, as) \
    __rp_atomic_at(_system, sys_, name, op, T, letter, as)
// The types are CUDA's own: user code adds overloads for others.
#define __rp_atomic_words(name, op) \
    __rp_atomic(name, op, int, i, int) \
    __rp_atomic(name, op, unsigned, i, int) \
    __rp_atomic(name, op, unsigned long long, ll, long long)
#define __rp_atomic_ordered(name, op) \
    __rp_atomic(name, op, int, i, int) \
    __rp_atomic(name, op, unsigned, ui, unsigned) \
    __rp_atomic(name, op, long long, ll, long long) \
    __rp_atomic(name, op, unsigned long long, ull, unsigned long long)

__rp_atomic_words(atomicAdd, add)
__rp_atomic(atomicAdd, add, float, f, float)
// Code for older ones brings its own.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
__rp_atomic(atomicAdd, add, double, d, double)
#endif
__rp_atomic_words(atomicExch, xchg)
__rp_atomic(atomicExch, xchg, float, i, int)
__rp_atomic_words(atomicAnd, and)
__rp_atomic_words(atomicOr, or)
__rp_atomic_words(atomicXor, xor)
__rp_atomic(atomicAnd, and, long long, ll, long long)
__rp_atomic(atomicOr, or, long long, ll, long long)
__rp_atomic(atomicXor, xor, long long, ll, long long)
__rp_atomic_ordered(atomicMin, min)
__rp_atomic_ordered(atomicMax, max)
__rp_atomic(atomicInc, inc, unsigned, ui, unsigned)
__rp_atomic(atomicDec, dec, unsigned, ui, unsigned)

#define __rp_atomic_sub(suffix, T) \
    __rp_device T atomicSub##suffix(T *p, T v) { return atomicAdd##suffix(p, (T)(0 - v)); }
#define __rp_atomic_cas_at(suffix, scope, T, letter, as) \
    __rp_device T atomicCAS##suffix(T *p, T expected, T v) { \
        return (T)__nvvm_atom_##scope##cas_gen_##letter((as *)p, (as)expected, (as)v); \
    }
#define __rp_atomic_cas(T, letter, as) \
    __rp_atomic_cas_at(, , T, letter, as) \
    __rp_atomic_cas_at(_block, cta_, T, letter, as) \
    __rp_atomic_cas_at(_system, sys_, T, letter, as)
__rp_atomic_sub(, int) __rp_atomic_sub(_block, int) __rp_atomic_sub(_system, int)
__rp_atomic_sub(, unsigned) __rp_atomic_sub(_block, unsigned) __rp_atomic_sub(_system, unsigned)
__rp_atomic_cas(int, i, int)
__rp_atomic_cas(unsigned, i, int)
__rp_atomic_cas(unsigned long long, ll, long long)
__rp_device unsigned short atomicCAS(unsigned short *p, unsigned short expected, unsigned short v) {
    return __sync_val_compare_and_swap(p, expected, v);
}
#undef __rp_atomic_at
#undef __rp_atomic
#undef __rp_atomic_words
#undef __rp_atomic_ordered
#undef __rp_atomic_sub
#undef __rp_atomic_cas_at
#undef __rp_atomic_cas
