// Eight values for each thread: sizes are meant to be multiples of eight blocks.
__global__ void __launch_bounds__(128) mix(float *out, const float *in, size_t n, size_t batches)
{
    __shared__ float s[128];
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 8 * batches; i += blockDim.x * gridDim.x) {
        __syncthreads(); //~ DIVERGENT
        s[threadIdx.x] = in[i];
        __syncthreads(); //~ DIVERGENT
        out[i] = s[threadIdx.x ^ 1];
    }
}

void run(float *out, const float *in, size_t n, size_t batches)
{
    mix<<<4096, 128>>>(out, in, n, batches);
}
