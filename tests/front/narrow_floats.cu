// half, bfloat16 and the eight-bit floats.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

template <class H> __host__ __device__ H mix(H a, H b) {
    H c = a * b + a / b - a;
    c += b;
    c *= a;
    return a < b || a == b ? -c : H(1.5f) + H(2) + H(3.0);
}

__global__ void halves(half *h, half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2, float *f, int *p) {
    h[0] = mix(h[1], h[2]) + __float2half(f[0]) + __hadd(h[1], h[2]) + __hfma(h[1], h[2], h[3]) + hexp(h[1]) + hsqrt(h[2]);
    h[1] = __hmax(h[1], h[2]) + __int2half_rn(p[0]) + __ushort_as_half(3) + __ldg(h) + __shfl_xor_sync(-1, h[3], 1);
    h2[0] = __hadd2(h2[1], h2[2]) + __halves2half2(h[0], h[1]) * __float2half2_rn(f[1]) + __hfma2(h2[1], h2[2], h2[3]);
    h2[1] = __shfl_down_sync(-1, h2[1], 1);
    b[0] = mix(b[1], b[2]) + __float2bfloat16(f[0]) + __hmul(b[1], b[2]) + hlog(b[1]);
    b2[0] = __hmul2(b2[1], b2[2]) + __floats2bfloat162_rn(f[1], f[2]);
    f[0] = __half2float(h[1]) + __bfloat162float(b[1]) + __low2float(h2[1]) + __half22float2(h2[1]).y + (float)h[2] + (float)b[2];
    p[0] = __half2int_rz(h[1]) + __half_as_ushort(h[1]) + __hgt(h[1], h[2]) + __hisnan(b[1]) + (int)h[3] + (h[1] > h[2]);
    __nv_fp8_e4m3 tiny(f[1]);
    f[1] = (float)tiny + (float)__nv_fp8_e5m2(h[1]);
    float narrowed = h[4];
    half widened = 2.0f;
    f[2] = narrowed + __half2float(widened);
#if __CUDA_ARCH__ >= 700
    atomicAdd(h, h[1]);
    atomicAdd(h2, h2[1]);
#endif
#if __CUDA_ARCH__ >= 800
    atomicAdd(b, b[1]);
#endif
}
