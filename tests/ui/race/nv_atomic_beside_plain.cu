// One thread adds with nvcc's atomic function, and another one without.

__global__ void count(unsigned *total) {
    if (threadIdx.x == 0) {
        *total += 1;  //~ RACE
    } else {
        __nv_atomic_add(total, 1u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);  //~ RACE
    }
}
