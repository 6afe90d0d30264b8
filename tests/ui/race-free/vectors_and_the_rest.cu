// raceproof: --block-dim 256
// Four numbers at a time; the first block copies the at most three that are left. The count has 64 bits and no sign.
__global__ void copy(float *out, const float *in, unsigned long n) {
  const unsigned long i = (unsigned long)blockDim.x * blockIdx.x + threadIdx.x;
  const unsigned long vectors = n / 4;
  if (i < vectors)
    ((float4 *)out)[i] = ((const float4 *)in)[i];
  for (unsigned long j = 4 * vectors + i; j < n; j += (unsigned long)blockDim.x * gridDim.x)
    out[j] = in[j];
}
