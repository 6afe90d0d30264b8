// nvcc's own atomic functions (CUDA 12.8 and later), where the compiler does not know them: with C++'s orders, and the scopes of PTX.
// For the whole device they are clang's, which carry the order; for less there is no builtin that carries both, and what a kernel does
// with them is left open.
#pragma once
#pragma clang system_header
#include <raceproof/left_out.h>

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5

#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

#define __rp_nv_device static __inline__ __attribute__((device)) __attribute__((always_inline, nodebug))
#define __rp_nv_checked(scope) \
    if ((scope) < __NV_THREAD_SCOPE_DEVICE) \
        __raceproof_left_out();

template <class T> __rp_nv_device T __nv_atomic_load_n(const T *p, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __rp_nv_checked(scope)
    return __atomic_load_n(p, order);
}
template <class T> __rp_nv_device void __nv_atomic_load(const T *p, T *to, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __rp_nv_checked(scope)
    __atomic_load(p, to, order);
}
template <class T, class U> __rp_nv_device void __nv_atomic_store_n(T *p, U v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __rp_nv_checked(scope)
    __atomic_store_n(p, (T)v, order);
}
template <class T> __rp_nv_device void __nv_atomic_store(T *p, T *v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __rp_nv_checked(scope)
    __atomic_store(p, v, order);
}
template <class T, class U> __rp_nv_device T __nv_atomic_exchange_n(T *p, U v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __rp_nv_checked(scope)
    return __atomic_exchange_n(p, (T)v, order);
}
template <class T>
__rp_nv_device void __nv_atomic_exchange(T *p, T *v, T *to, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __rp_nv_checked(scope)
    __atomic_exchange(p, v, to, order);
}
template <class T, class U>
__rp_nv_device bool __nv_atomic_compare_exchange_n(
    T *p, T *expected, U v, bool weak, int order, int otherwise, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __rp_nv_checked(scope)
    return __atomic_compare_exchange_n(p, expected, (T)v, weak, order, otherwise);
}
template <class T>
__rp_nv_device bool __nv_atomic_compare_exchange(
    T *p, T *expected, T *v, bool weak, int order, int otherwise, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __rp_nv_checked(scope)
    return __atomic_compare_exchange(p, expected, v, weak, order, otherwise);
}

#define __rp_nv_fetch(op) \
    template <class T, class U> __rp_nv_device T __nv_atomic_fetch_##op(T *p, U v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { \
        __rp_nv_checked(scope) \
        return __atomic_fetch_##op(p, (T)v, order); \
    } \
    template <class T, class U> __rp_nv_device void __nv_atomic_##op(T *p, U v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { \
        __nv_atomic_fetch_##op(p, (T)v, order, scope); \
    }
__rp_nv_fetch(add)
__rp_nv_fetch(sub)
__rp_nv_fetch(and)
__rp_nv_fetch(or)
__rp_nv_fetch(xor)
__rp_nv_fetch(min)
__rp_nv_fetch(max)
#undef __rp_nv_fetch

__rp_nv_device void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    if (order == __NV_ATOMIC_RELAXED)
        return;
    if (scope == __NV_THREAD_SCOPE_BLOCK)
        __nvvm_membar_cta();
    else if (scope == __NV_THREAD_SCOPE_DEVICE)
        __nvvm_membar_gl();
    else if (scope == __NV_THREAD_SCOPE_SYSTEM)
        __nvvm_membar_sys();
    else
        __raceproof_left_out();
}
#undef __rp_nv_checked
#undef __rp_nv_device
