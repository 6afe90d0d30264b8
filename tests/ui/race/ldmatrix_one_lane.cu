// raceproof: --block-dim 64 -arch=sm_80
// One lane of the first warp has an address in the other array, which the second warp fills.
__global__ void rows(unsigned* out) {
  __shared__ uint4 left[32], right[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    unsigned r, address = __cvta_generic_to_shared((lane == 3 ? right : left) + lane);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(address)); //~ RACE
    out[lane] = r;
  } else {
    right[lane] = make_uint4(1, 2, 3, 4); //~ RACE
  }
}
