// raceproof: --block-dim 64 -arch=sm_80
// A lane of the first warp has an address in the array that the second warp fills, but its address does not count.
__global__ void rows(unsigned* out) {
  __shared__ uint4 left[32], right[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    unsigned r, address = __cvta_generic_to_shared((lane == 13 ? right : left) + lane);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(address));
    out[lane] = r;
  } else {
    right[lane] = make_uint4(1, 2, 3, 4);
  }
}
