// In unsigned numbers the product may be 0 though `n` is not, which is no mistake of the host's arithmetic.

__global__ void spread(float *out, unsigned n, unsigned stride)
{
    if (n > 0) {
        out[threadIdx.x * stride] = threadIdx.x; //~ RACE
    }
}

void run(float *out, unsigned n)
{
    if (n > 0) {
        spread<<<1, 64>>>(out, n, n * 65536u);
    }
}
