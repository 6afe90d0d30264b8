// raceproof's CUDA declarations: barriers in shared memory by functions, in PTX as everywhere else (sm_80).
#pragma once
#pragma clang system_header
#include <raceproof/cuda.h>

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__rp_device unsigned __rp_mbarrier_at(const __mbarrier_t *barrier) {
    return (unsigned)__cvta_generic_to_shared(barrier);
}
__rp_device unsigned __mbarrier_maximum_count() { return (1u << 20) - 1; }
__rp_device void __mbarrier_init(__mbarrier_t *barrier, unsigned expected) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"(__rp_mbarrier_at(barrier)), "r"(expected) : "memory");
}
__rp_device void __mbarrier_inval(__mbarrier_t *barrier) {
    asm volatile("mbarrier.inval.shared.b64 [%0];" : : "r"(__rp_mbarrier_at(barrier)) : "memory");
}
__rp_device __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
    __mbarrier_token_t token;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(token)
                 : "r"(__rp_mbarrier_at(barrier))
                 : "memory");
    return token;
}
__rp_device __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
    __mbarrier_token_t token;
    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
                 : "=l"(token)
                 : "r"(__rp_mbarrier_at(barrier))
                 : "memory");
    return token;
}
__rp_device bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
    unsigned over;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(over)
                 : "r"(__rp_mbarrier_at(barrier)), "l"(token)
                 : "memory");
    return over;
}
__rp_device bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
    unsigned over;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(over)
                 : "r"(__rp_mbarrier_at(barrier)), "r"((unsigned)parity)
                 : "memory");
    return over;
}
__rp_device bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, unsigned nanoseconds) {
    unsigned over;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2, %3; selp.u32 %0, 1, 0, p; }"
                 : "=r"(over)
                 : "r"(__rp_mbarrier_at(barrier)), "l"(token), "r"(nanoseconds)
                 : "memory");
    return over;
}
__rp_device bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity, unsigned nanoseconds) {
    unsigned over;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2, %3; selp.u32 %0, 1, 0, p; }"
                 : "=r"(over)
                 : "r"(__rp_mbarrier_at(barrier)), "r"((unsigned)parity), "r"(nanoseconds)
                 : "memory");
    return over;
}
