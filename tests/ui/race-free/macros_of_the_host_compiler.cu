// raceproof: --block-dim 64 -Xcompiler -pthread,-march=haswell,-fno-exceptions,-funsigned-char
// The host compiler preprocesses device code, too; there a `char` keeps its sign.
__global__ void reverse(int *p) {
    __shared__ int tile[64];
    tile[threadIdx.x] = p[threadIdx.x];
#if defined(_REENTRANT) && defined(__AVX2__) && !defined(__EXCEPTIONS) && defined(__CHAR_UNSIGNED__)
    if (static_cast<char>(200) < 0)
        __syncthreads();
#endif
    p[threadIdx.x] = tile[63 - threadIdx.x];
}
