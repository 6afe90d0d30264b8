// raceproof's CUDA declarations: asynchronous copies from global to shared memory, in PTX as everywhere else.
#pragma once
#pragma clang system_header
#include <raceproof/cuda.h>

// CUDA allows copies of 4, 8 and 16 bytes. Before sm_80 they are made at once.
__rp_device void __rp_copy_async(void *to, const void *from, size_t bytes) {
#if __CUDA_ARCH__ >= 800
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    if (bytes == 4) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory");
    } else if (bytes == 8) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"(at), "l"(from) : "memory");
    } else {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(at), "l"(from) : "memory");
    }
#else
    __builtin_memcpy(to, from, bytes);
#endif
}

// The thread's copies before this point make a group.
__rp_device void __rp_copies_commit() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" : : : "memory");
#endif
}

// Waits until at most `open` groups are under way: numbers above 8 as 8, as CUDA's headers do.
__rp_device void __rp_copies_wait(size_t open) {
#if __CUDA_ARCH__ >= 800
    switch (open) {
    case 0: asm volatile("cp.async.wait_group 0;" : : : "memory"); break;
    case 1: asm volatile("cp.async.wait_group 1;" : : : "memory"); break;
    case 2: asm volatile("cp.async.wait_group 2;" : : : "memory"); break;
    case 3: asm volatile("cp.async.wait_group 3;" : : : "memory"); break;
    case 4: asm volatile("cp.async.wait_group 4;" : : : "memory"); break;
    case 5: asm volatile("cp.async.wait_group 5;" : : : "memory"); break;
    case 6: asm volatile("cp.async.wait_group 6;" : : : "memory"); break;
    case 7: asm volatile("cp.async.wait_group 7;" : : : "memory"); break;
    default: asm volatile("cp.async.wait_group 8;" : : : "memory"); break;
    }
#endif
}
