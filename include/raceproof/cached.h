// Loads and stores with a cache hint: accesses like any other. clang's wrapper of a toolkit's headers leaves them out.
#pragma once
#pragma clang system_header

// What is stored is converted to what the pointer leads to, as by the toolkit's overloads.
template <class T> struct __rp_stored { typedef T type; };
#define __rp_load(name) \
    template <class T> static __inline__ __attribute__((device, always_inline, nodebug)) T name(const T *p) { return *p; }
#define __rp_store(name)                                                        \
    template <class T> static __inline__                                        \
    __attribute__((device, always_inline, nodebug))                             \
    void name(T *p, typename __rp_stored<T>::type v) { *p = v; }
__rp_load(__ldcg) __rp_load(__ldca) __rp_load(__ldcs) __rp_load(__ldlu) __rp_load(__ldcv)
__rp_store(__stcg) __rp_store(__stcs) __rp_store(__stwb) __rp_store(__stwt)
#undef __rp_load
#undef __rp_store
