// raceproof: --block-dim 128
// A ring: the new value is stored while the neighbours may still read the old one.
__global__ void diffuse(float* out, const float* in, int steps) {
  __shared__ float ring[128];
  int tid = threadIdx.x;
  ring[tid] = in[tid];
  for (int s = 0; s < steps; s++) {
    __syncthreads();
    float next = 0.5f * (ring[(tid + 127) % 128] + ring[(tid + 1) % 128]); //~ RACE
    ring[tid] = next; //~ RACE
  }
  out[tid] = ring[tid];
}
