// The thread that draws the last ticket goes on alone; its block is told nothing.
__global__ void least(float *part, float *out, const float *in, unsigned *count) {
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        unsigned last = gridDim.x - 1;
        if (last == atomicInc(count, last)) {
            float sum = 0;
            for (int b = 0; b <= last; b++) sum += part[b];
            *out = sum;
        }
    }
}

__global__ void by_addition(float *part, float *out, const float *in, unsigned *count) {
    if (threadIdx.x != 0) return;
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    if (atomicAdd(count, 1u) == gridDim.x - 1) {
        for (int b = 0; b < gridDim.x; b++) *out += part[b];
        *count = 0;
    }
}

// What others have done before a barrier, in a loop, the fence of one thread covers, too.
__global__ void block_sums(float *in, float *part, unsigned *count, int n) {
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x + blockIdx.x * 64];
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    }
    if (threadIdx.x == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        if (atomicAdd(count, 1u) + 1 == gridDim.x) {
            float sum = 0;
            for (int b = 0; b < gridDim.x; b++) sum += part[b];
            in[n] = sum;
        }
    }
}
int main() { block_sums<<<48, 64>>>(0, 0, 0, 5); }
