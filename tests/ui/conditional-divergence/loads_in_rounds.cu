// All threads load equally often in blocks of 16 by 16.
__global__ void load(const float *in, float *out)
{
    __shared__ float s[256];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    for (int i = t; i < 256; i += blockDim.x * blockDim.y) {
        s[i] = in[i];
        __syncthreads(); //~ DIVERGENT
        out[i] = s[i ^ 1];
        __syncthreads(); //~ DIVERGENT
    }
}
