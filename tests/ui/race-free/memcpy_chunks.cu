// Copies of four floats, four floats apart, and one of a whole struct.
struct Block {
  float v[8];
};

__global__ void chunks(float* dst, const float* src) {
  int tid = threadIdx.x;
  memcpy(dst + 4 * tid, src + 5 * tid, 4 * sizeof(float));
}

__global__ void blocks(Block* dst, const Block* src) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  dst[i] = src[i];
}
