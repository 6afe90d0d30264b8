// Mathematics and intrinsics, without any include.
__host__ __device__ float both(float x) { return sqrtf(x) + max(x, 1.0f) + fminf(x, 2.0f); }

__global__ void floats(float *f, double *d, int *p) {
    f[0] = sinf(f[1]) + cosf(f[1]) + expf(f[2]) + logf(f[2]) + powf(f[3], f[4]) + rsqrtf(f[4]) + fabsf(f[5]) + fmaf(f[1], f[2], f[3]);
    f[1] = __sinf(f[1]) + __cosf(f[1]) + __expf(f[2]) + __logf(f[2]) + __powf(f[3], f[4]) + __fdividef(f[3], f[4]);
    f[2] = __fadd_rn(f[1], f[2]) + __fmul_rz(f[1], f[2]) + __fsqrt_rn(f[1]) + __frcp_rn(f[2]) + __saturatef(f[1]);
    f[3] = sin(f[1]) + sqrt(f[2]) + pow(f[1], f[2]) + pow(f[1], 2) + abs(f[1]) + floor(f[1]) + fmax(f[1], f[2]) + erff(f[1]);
    f[4] = min(f[1], f[2]) + max(f[1], f[2]) + fminf(f[1], f[2]) + both(f[2]) + fdividef(f[1], f[2]) + exp10f(f[1]);
    d[0] = sin(d[1]) + sqrt(d[2]) + pow(d[1], d[2]) + pow(d[1], 2) + fma(d[1], d[2], d[3]) + rsqrt(d[1]) + abs(d[1]);
    d[1] = __dadd_rn(d[1], d[2]) + __dmul_rn(d[1], d[2]) + min(d[1], d[2]) + max(d[1], f[2]) + fmod(d[1], d[2]) + sqrt(p[1]);
    sincosf(f[5], &f[6], &f[7]);
    sincos(d[5], &d[6], &d[7]);
    modff(f[5], &f[8]);
    p[0] = isnan(f[0]) + isinf(d[0]) + isfinite(f[1]) + signbit(d[1]) + ilogbf(f[1]) + lroundf(f[1]);
    p[1] = __float2int_rn(f[1]) + __float2uint_rz(f[1]) + __double2int_rd(d[1]) + __float_as_int(f[1]) + __double2hiint(d[1]);
    f[2] = __int2float_rn(p[2]) + __int_as_float(p[3]) + __uint_as_float(p[4]) + __double2float_rn(d[2]);
    d[2] = __int2double_rn(p[2]) + __longlong_as_double(p[3]) + __hiloint2double(p[4], p[5]);
}

__global__ void integers(int *p, long long *q, const int *__restrict__ r, char4 *c) {
    p[0] = min(p[1], p[2]) + max(p[1], 3) + min(3u, threadIdx.x) + max(threadIdx.x, 3) + abs(p[1]);
    p[1] = __mul24(p[1], p[2]) + __umul24(p[1], p[2]) + __mulhi(p[1], p[2]) + __umulhi(p[1], p[2]) + __sad(p[1], p[2], 3);
    p[2] = __clz(p[1]) + __clzll(q[1]) + __popc(p[1]) + __popcll(q[1]) + __ffs(p[1]) + __ffsll(q[1]) + __brev(p[1]);
    p[3] = __byte_perm(p[1], p[2], 0x3210) + __funnelshift_l(p[1], p[2], 5) + __funnelshift_r(p[1], p[2], 5) + __hadd(p[1], p[2]);
    p[4] = __ldg(r) + __ldg(r + 1) + __ldcg(r) + __ldcs(r) + __ldg(&c[0]).x + __dp4a(p[1], p[2], p[3]) + __vadd4(p[1], p[2]);
    q[0] = __mul64hi(q[1], q[2]) + __umul64hi(q[1], q[2]) + __brevll(q[1]) + llabs(q[1]) + min(q[1], q[2]) + clock64() + clock();
    __stcg(p, 3);
    if (p[5] > 4) __trap();
}

int main() { return (int)both(2.0f) + min(1, 2) + (int)sqrt(2.0) + abs(-2); }
