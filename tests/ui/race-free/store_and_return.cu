// raceproof: --block-dim 32
// A lane that stores and returns is not waited for, although the end of the kernel is the end of its last `if`, too.
__global__ void leader_leaves(int* out) {
  __shared__ int first[1];
  int lane = threadIdx.x;
  if (lane == 0) {
    first[0] = 1;
    return;
  }
  __syncwarp();
  if (lane == 1) out[0] = first[0];
}

__global__ void either_leaves(int* out, int n) {
  __shared__ int first[2];
  int lane = threadIdx.x;
  if (n > 0) {
    if (lane < 2) {
      first[lane] = n;
      return;
    }
    __syncwarp();
  }
  if (lane == 2) out[0] = n > 0 ? first[0] + first[1] : 0;
}
