// raceproof: --block-dim 64 --grid-dim 1
// The same two floats one by one: with n == 1 a thread's second one is its neighbour's first.
__global__ void pairs(float *out, int n) {
  __requires(n >= 1 && n <= 1000);
  float *mine = out + n * threadIdx.x;
  mine[0] = 0.0f; //~ RACE
  mine[1] = 1.0f; //~ RACE
}
