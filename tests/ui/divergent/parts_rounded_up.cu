// The last block works on what is left: the host rounds up, and some of its threads have nothing.
__global__ void __launch_bounds__(128) mix(float *out, const float *in, size_t n)
{
    __shared__ float s[128];
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < (n + 7) / 8; i += blockDim.x * gridDim.x) {
        __syncthreads(); //~ DIVERGENT
        s[threadIdx.x] = in[i];
        __syncthreads(); //~ DIVERGENT
        out[i] = s[threadIdx.x];
    }
}

void run(float *out, const float *in, size_t n)
{
    mix<<<4096, 128>>>(out, in, n);
}
