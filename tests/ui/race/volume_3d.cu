// raceproof: --block-dim 8,8,8
// FIXME(wrong verdict): expected race, today possible-race: that no contract excludes it is not found out in time.
// One plane too few: z and z + 1 share the rows from height - 1 on.
__global__ void fill(float* out, int width, int height, int depth) {
  __requires(height > 1);
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < width && y < height && z < depth) {
    out[(z * (height - 1) + y) * width + x] = x + 0.5f * y + 0.1f * z; //~ RACE
  }
}
