// nvcc's own atomic functions: a count for all blocks, which each thread draws its place from.

__global__ void compact(const int *in, unsigned *count, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) {
        unsigned at = __nv_atomic_fetch_add(count, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        out[at] = in[i];
    }
}
