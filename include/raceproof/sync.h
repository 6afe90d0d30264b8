// raceproof's CUDA declarations: barriers, fences, votes, matches, shuffles and reductions of a warp. Its masks are CUDA's `unsigned`.
#pragma once
#pragma clang system_header
#include <raceproof/qualifiers.h>

// __syncthreads is a builtin of clang.
__rp_device int __syncthreads_count(int p) { return __nvvm_bar0_popc(p); }
__rp_device int __syncthreads_and(int p) { return __nvvm_bar0_and(p); }
__rp_device int __syncthreads_or(int p) { return __nvvm_bar0_or(p); }
__rp_device void __barrier_sync(unsigned id) { __nvvm_barrier_sync(id); }
__rp_device void __barrier_sync_count(unsigned id, unsigned count) { __nvvm_barrier_sync_cnt(id, count); }
__rp_device void __syncwarp(unsigned mask = __rp_all_lanes) { __nvvm_bar_warp_sync(mask); }
__rp_device void __threadfence_block() { __nvvm_membar_cta(); }
__rp_device void __threadfence() { __nvvm_membar_gl(); }
__rp_device void __threadfence_system() { __nvvm_membar_sys(); }

__rp_device unsigned __activemask() { return __nvvm_activemask(); }
__rp_device int __all_sync(unsigned mask, int p) { return __nvvm_vote_all_sync(mask, p); }
__rp_device int __any_sync(unsigned mask, int p) { return __nvvm_vote_any_sync(mask, p); }
__rp_device int __uni_sync(unsigned mask, int p) { return __nvvm_vote_uni_sync(mask, p); }
__rp_device unsigned __ballot_sync(unsigned mask, int p) { return __nvvm_vote_ballot_sync(mask, p); }
__rp_device int __all(int p) { return __nvvm_vote_all(p); }
__rp_device int __any(int p) { return __nvvm_vote_any(p); }
__rp_device unsigned __ballot(int p) { return __nvvm_vote_ballot(p); }

// A value of T as one word, or as two.
template <class T, unsigned = sizeof(T)> struct __rp_words;
template <class T> struct __rp_words<T, 4> {
    template <class F> __rp_device_method static T map(T value, F f) {
        return __builtin_bit_cast(T, f(__builtin_bit_cast(int, value)));
    }
};
template <class T> struct __rp_words<T, 8> {
    struct Pair { int low, high; };
    template <class F> __rp_device_method static T map(T value, F f) {
        Pair pair = __builtin_bit_cast(Pair, value);
        Pair result = {f(pair.low), f(pair.high)};
        return __builtin_bit_cast(T, result);
    }
};
template <class T> struct __rp_words<T, 2> {
    template <class F> __rp_device_method static T map(T value, F f) {
        return __builtin_bit_cast(T, (unsigned short)f(__builtin_bit_cast(unsigned short, value)));
    }
};

template <class T> struct __rp_words<T, 1> {
    template <class F> __rp_device_method static T map(T value, F f) { return (T)f((int)value); }
};

// The last operand holds the segment mask of `width` lanes from bit 8 on and the clamp, a lane, from bit 0 on: PTX's language.
#define __rp_shuffle(name, op, Lane, clamp) \
    struct __rp_##name##_sync { \
        unsigned mask; Lane lane; int control; \
        __rp_device_method int operator()(int word) const { \
            return __nvvm_shfl_sync_##op##_i32(mask, word, (int)lane, control); \
        } \
    }; \
    struct __rp_##name { \
        Lane lane; int control; \
        __rp_device_method int operator()(int word) const { return __nvvm_shfl_##op##_i32(word, (int)lane, control); } \
    }; \
    template <class T> __rp_device T __##name##_sync(unsigned mask, T value, Lane lane, int width = warpSize) { \
        __rp_##name##_sync f = {mask, lane, ((warpSize - width) << 8) | clamp}; \
        return __rp_words<T>::map(value, f); \
    } \
    template <class T> __rp_device T __##name(T value, Lane lane, int width = warpSize) { \
        __rp_##name f = {lane, ((warpSize - width) << 8) | clamp}; \
        return __rp_words<T>::map(value, f); \
    }
__rp_shuffle(shfl, idx, int, (__rp_warp_lanes - 1))
__rp_shuffle(shfl_up, up, unsigned, 0)
__rp_shuffle(shfl_down, down, unsigned, (__rp_warp_lanes - 1))
__rp_shuffle(shfl_xor, bfly, int, (__rp_warp_lanes - 1))
#undef __rp_shuffle

template <class T, unsigned = sizeof(T)> struct __rp_match {
    __rp_device_method static unsigned any(unsigned mask, T value) {
        return __nvvm_match_any_sync_i32(mask, __builtin_bit_cast(int, value));
    }
    __rp_device_method static unsigned all(unsigned mask, T value, int *all) {
        return __nvvm_match_all_sync_i32p(mask, __builtin_bit_cast(int, value), all);
    }
};
template <class T> struct __rp_match<T, 8> {
    __rp_device_method static unsigned any(unsigned mask, T value) {
        return __nvvm_match_any_sync_i64(mask, __builtin_bit_cast(long long, value));
    }
    __rp_device_method static unsigned all(unsigned mask, T value, int *all) {
        return __nvvm_match_all_sync_i64p(mask, __builtin_bit_cast(long long, value), all);
    }
};
template <class T> __rp_device unsigned __match_any_sync(unsigned mask, T value) {
    return __rp_match<T>::any(mask, value);
}
template <class T> __rp_device unsigned __match_all_sync(unsigned mask, T value, int *all) {
    return __rp_match<T>::all(mask, value, all);
}

// These need sm_80, and say so where they are used.
#define __rp_reduce(name, T, op) \
    __rp_device T __reduce_##name##_sync(unsigned mask, T value) { return __nvvm_redux_sync_##op(value, mask); }
#if __CUDA_ARCH__ >= 800
__rp_reduce(add, int, add)
__rp_reduce(add, unsigned, add)
__rp_reduce(min, int, min)
__rp_reduce(min, unsigned, umin)
__rp_reduce(max, int, max)
__rp_reduce(max, unsigned, umax)
__rp_reduce(and, unsigned, and)
__rp_reduce(or, unsigned, or)
__rp_reduce(xor, unsigned, xor)
#endif
#undef __rp_reduce
