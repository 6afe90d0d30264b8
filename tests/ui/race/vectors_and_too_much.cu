// raceproof: --block-dim 256
// The rest begins one too early: its first number is the last one of the last four.
__global__ void copy(float *out, const float *in, unsigned long n) {
  const unsigned long i = (unsigned long)blockDim.x * blockIdx.x + threadIdx.x;
  const unsigned long vectors = n / 4;
  if (i < vectors)
    ((float4 *)out)[i] = ((const float4 *)in)[i]; //~ RACE
  for (unsigned long j = 4 * vectors - 1 + i; j < n; j += (unsigned long)blockDim.x * gridDim.x)
    out[j] = 2 * in[j]; //~ RACE?
}
