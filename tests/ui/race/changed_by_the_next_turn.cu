// raceproof: --block-dim 64
// The second warp is one turn ahead: it changes what the first one has read, when that has said so, and then that reads it anew.
__global__ void turns(int *out, int n) {
    __shared__ int x;
    for (int k = 0; k < n; k++) {
        if (threadIdx.x >= 32) {
            if (k > 0) {
                asm volatile("barrier.sync 1, 64;" ::: "memory");
            }
            if (threadIdx.x == 32) {
                x = k; //~ RACE?
            }
            __syncwarp();
            if (k > 0) {
                asm volatile("barrier.arrive 2, 64;" ::: "memory");
            }
        }
        __syncthreads();
        if (threadIdx.x < 32) {
            int first = x; //~ RACE?
            if (k + 1 < n) {
                asm volatile("barrier.arrive 1, 64;" ::: "memory");
                asm volatile("barrier.sync 2, 64;" ::: "memory");
            }
            int last = x; //~ RACE?
            out[first == last ? threadIdx.x : 0] = threadIdx.x; //~ RACE
        }
    }
}
