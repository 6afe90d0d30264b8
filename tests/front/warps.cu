// Barriers, fences, votes, matches and shuffles.
template <class T> __device__ T exchange(T value) {
    T sum = __shfl_sync(0xffffffff, value, 0) + __shfl_up_sync(0xffffffff, value, 1);
    sum += __shfl_down_sync(0xffffffff, value, 1, 16) + __shfl_xor_sync(0xffffffff, value, 1);
    sum += __shfl(value, 0) + __shfl_up(value, 1) + __shfl_down(value, 1, 8) + __shfl_xor(value, 1);
    return sum;
}

__global__ void warps(int *p, long long *q, float *f, double *d) {
    __shared__ int tile[32];
    extern __shared__ char dynamic[];
    tile[threadIdx.x] = dynamic[threadIdx.x];
    __syncthreads();
    p[0] = __syncthreads_count(p[0]) + __syncthreads_and(p[1]) + __syncthreads_or(p[2]);
    __syncwarp();
    __syncwarp(0xff);
    __threadfence();
    __threadfence_block();
    __threadfence_system();
    p[1] = __all_sync(0xffffffff, p[0]) + __any_sync(0xffffffff, p[0]) + __uni_sync(0xffffffff, p[0]);
    p[2] = __ballot_sync(__activemask(), p[0]) + __all(p[0]) + __any(p[0]) + __ballot(p[0]);
    int all = 0;
#if __CUDA_ARCH__ >= 700
    p[3] = __match_any_sync(0xffffffff, p[0]) + __match_all_sync(0xffffffff, q[0], &all) + __match_any_sync(1, f[0]);
#endif
    p[4] = exchange(p[4]) + exchange((unsigned)p[5]) + tile[0] + all;
    q[1] = exchange(q[1]) + exchange((unsigned long long)q[2]) + exchange((long)q[3]);
    f[1] = exchange(f[1]);
    d[1] = exchange(d[1]);
#if __CUDA_ARCH__ >= 800
    p[6] = __reduce_add_sync(0xffffffff, p[6]) + __reduce_max_sync(0xffffffff, p[6]) +
           __reduce_or_sync(0xffffffff, (unsigned)p[6]);
#endif
    p[7] = warpSize + blockDim.x * blockIdx.y + gridDim.z;
}
