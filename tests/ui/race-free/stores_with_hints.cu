// What is stored with a cache hint is converted to what the pointer leads to.
__global__ void clear(short *small, unsigned char *bytes, float *real, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __stwt(&small[i], -1);
    __stcg(&bytes[i], 0);
    __stcs(&real[i], 1);
}
