// What is not ordered where the thread that draws the last ticket goes on alone.
__global__ void no_fence(float *part, float *out, const float *in, unsigned *count) {
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x]; //~ RACE?
        unsigned last = gridDim.x - 1;
        if (last == atomicInc(count, last)) *out = part[0]; //~ RACE?
    }
}

__global__ void any_ticket(float *part, float *out, const float *in, unsigned *count) {
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x]; //~ RACE?
        __threadfence();
        unsigned last = gridDim.x - 1;
        if (last <= 1 + atomicInc(count, last)) *out = part[0]; //~ RACE?
    }
}

// The others have no barrier between what they read and the fence.
__global__ void no_barrier(float *in, float *part, unsigned *count, int n) {
    __shared__ float s[64];
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x + blockIdx.x * 64]; //~ RACE?
    if (threadIdx.x == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        if (atomicAdd(count, 1u) == gridDim.x - 1) in[n] = part[0]; //~ RACE?
    }
}

// A barrier that only some iterations come to, and the first one not.
__global__ void barrier_late(float *in, float *part, unsigned *count, int n) {
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x + blockIdx.x * 64]; //~ RACE?
    for (int k = 0; k < n; k++) {
        if (k > 0) __syncthreads();
        s[threadIdx.x] += 1;
    }
    if (threadIdx.x == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        if (atomicAdd(count, 1u) == gridDim.x - 1) in[n] = part[0]; //~ RACE?
    }
}
int main() {
    no_barrier<<<48, 64>>>(0, 0, 0, 5);
    barrier_late<<<48, 64>>>(0, 0, 0, 1);
}
