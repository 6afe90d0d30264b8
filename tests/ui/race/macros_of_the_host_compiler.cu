// raceproof: --block-dim 64 -Xcompiler -pthread,-march=haswell,-fno-exceptions,-funsigned-char
// The host compiler preprocesses device code, too.
__global__ void reverse(int *p) {
    __shared__ int tile[64];
    tile[threadIdx.x] = p[threadIdx.x]; //~ RACE
#if !defined(_REENTRANT) || !defined(__AVX2__) || defined(__EXCEPTIONS) || !defined(__CHAR_UNSIGNED__)
    __syncthreads();
#endif
    p[threadIdx.x] = tile[63 - threadIdx.x]; //~ RACE
}
