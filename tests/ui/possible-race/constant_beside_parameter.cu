// raceproof: --block-dim 64
// A constant and a parameter of one name are two: what is read from them need not agree.
struct Part {
  int of[8];
};
__constant__ int part[8];

__device__ int constant(int i) { return part[i]; }

__global__ void beside_a_parameter(int* out, int n, Part part) {
  if (part.of[n] != constant(n)) out[0] = threadIdx.x; //~ RACE?
}
