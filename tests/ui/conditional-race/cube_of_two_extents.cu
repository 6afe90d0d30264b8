// raceproof: --block-dim 16,4,4
// Two rows by each thread, in planes as long as they are wide: one side has to be long enough for the columns and the rows.
__global__ void fill(int side, int* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  out[(z * side + y) * side + x] = x + y; //~ RACE
  out[(z * side + y + 1) * side + x] = x - y; //~ RACE
}
