// The stride is what is left of `n` in 16 bits: 0 for a multiple of 65536.

__global__ void spread(float *out, int n, int stride)
{
    if (n > 0) {
        out[threadIdx.x * stride] = threadIdx.x; //~ RACE
    }
}

void run(float *out, int n)
{
    if (n > 0) {
        spread<<<1, 64>>>(out, n, (int)(short)n);
    }
}
