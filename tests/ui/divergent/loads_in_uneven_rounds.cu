// Some threads load once less in every block with more than 10 threads.
__global__ void load(const float *in, float *out)
{
    __shared__ float s[256];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    for (int i = t; i < 250; i += blockDim.x * blockDim.y) {
        s[i] = in[i];
        __syncthreads(); //~ DIVERGENT
        out[i] = s[i ^ 1];
        __syncthreads(); //~ DIVERGENT
    }
}
