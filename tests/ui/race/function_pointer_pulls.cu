// One of the two functions that the host may choose touches the next thread's cell.
// FIXME(wrong verdict): expected race, today possible-race: which function it is counts as a value that is not followed.
typedef void (*Apply)(float* cell);
__device__ void twice(float* cell) { *cell *= 2.0f; }
__device__ void pull(float* cell) {
  cell[1] = cell[0]; //~ RACE
}
__device__ Apply table[2] = {twice, pull};

__global__ void apply(float* data, int n, Apply f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(data + i);
}
