// raceproof: --block-dim 64 --grid-dim 1
// Two floats at every n-th float: where n is odd, the address is not one of two floats for every other thread, which the
// hardware does not accept.
__global__ void pairs(float *out, int n) {
  __requires(n >= 1 && n <= 1000);
  reinterpret_cast<float2 *>(out + n * threadIdx.x)[0] = make_float2(0.0f, 1.0f);
}
