// FIXME(wrong verdict): expected race, today possible-race: each launch of the host leaves `s`, and is to be told that.
__global__ void wide(float *out, const float *x) {
    __shared__ float s[64];
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    out[threadIdx.x / 2] = s[threadIdx.x]; //~ RACE
}

void launch(float *out, const float *x, int n) {
    wide<<<n, 128 + n % 2>>>(out, x);
}
