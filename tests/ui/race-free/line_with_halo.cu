// A line of 32 cells with 4 more at either end, which blocks of more than 32 threads would leave.

__global__ void smooth_line(float *out, const float *in) {
    __shared__ float line[32 + 8];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int own = threadIdx.x + 4;
    if (threadIdx.x < 4) {
        line[threadIdx.x] = in[x];
        line[own + 32] = 2 * in[x + 36];
    }
    line[own] = in[x + 4];
    __syncthreads();
    out[x] = (line[own - 4] + line[own + 4] + line[own]) / 3;
}
