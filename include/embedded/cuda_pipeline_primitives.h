#pragma once
#pragma clang system_header
#include <raceproof/copies.h>

__rp_device void __pipeline_memcpy_async(void *to, const void *from, size_t bytes) {
    __rp_copy_async(to, from, bytes);
}
__rp_device void __pipeline_commit() { __rp_copies_commit(); }
__rp_device void __pipeline_wait_prior(size_t open) { __rp_copies_wait(open); }
