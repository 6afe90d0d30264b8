// Words by stride: in `s[stride * lane]` the words of a bank are gcd(stride, 32) apart, so that its degree is that.
template <int STRIDE> __global__ void words(float *out) {
    __shared__ float s[33 * 32];
    s[STRIDE * threadIdx.x] = 1; // stride
    __syncthreads();
    out[threadIdx.x] = s[0];
}
template __global__ void words<1>(float *);
template __global__ void words<2>(float *);
template __global__ void words<3>(float *);
template __global__ void words<4>(float *);
template __global__ void words<5>(float *);
template __global__ void words<6>(float *);
template __global__ void words<7>(float *);
template __global__ void words<8>(float *);
template __global__ void words<9>(float *);
template __global__ void words<10>(float *);
template __global__ void words<11>(float *);
template __global__ void words<12>(float *);
template __global__ void words<13>(float *);
template __global__ void words<14>(float *);
template __global__ void words<15>(float *);
template __global__ void words<16>(float *);
template __global__ void words<17>(float *);
template __global__ void words<18>(float *);
template __global__ void words<19>(float *);
template __global__ void words<20>(float *);
template __global__ void words<21>(float *);
template __global__ void words<22>(float *);
template __global__ void words<23>(float *);
template __global__ void words<24>(float *);
template __global__ void words<25>(float *);
template __global__ void words<26>(float *);
template __global__ void words<27>(float *);
template __global__ void words<28>(float *);
template __global__ void words<29>(float *);
template __global__ void words<30>(float *);
template __global__ void words<31>(float *);
template __global__ void words<32>(float *);
template __global__ void words<33>(float *);
