// The width is stored again while others still go on by the old one.
__global__ void rows(float *out, const float *x, const int *widths, int n) {
    __shared__ int width;
    if (threadIdx.x == 0) {
        width = widths[0];
    }
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < n; i += 256) {
        sum += x[i + width]; //~ RACE
        __syncthreads();
        if (threadIdx.x == 0) {
            width = widths[i / 256 + 1]; //~ RACE
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Behind the barrier one thread stores what the others have read before it.
__global__ void late(int *out, const int *widths) {
    __shared__ int width;
    if (threadIdx.x == 0) {
        width = widths[blockIdx.x];
    }
    __syncthreads();
    int own = width; //~ RACE
    if (threadIdx.x == 32) {
        width = own + 1; //~ RACE
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = own - width;
}
