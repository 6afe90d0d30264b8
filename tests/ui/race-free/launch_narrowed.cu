// The stride is `n` again, since the host launches only where 16 bits suffice for it.

__global__ void spread(float *out, int n, int stride)
{
    if (n > 0) {
        out[threadIdx.x * stride] = threadIdx.x;
    }
}

void run(float *out, int n)
{
    if (n > 0 && n < 32768) {
        spread<<<1, 64>>>(out, n, (int)(short)n);
    }
}
