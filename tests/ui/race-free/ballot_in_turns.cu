// raceproof: --block-dim 32
// Even and odd lanes wait in turns, and for each other between the two rounds.
__global__ void turns(int* out) {
  __shared__ int s;
  int tid = threadIdx.x;
  for (int i = 0; i < 4; i++) {
    bool mine = (tid + i) % 2 == 0;
    unsigned mask = __ballot_sync(0xffffffffu, mine);
    if (mine) {
      __syncwarp(mask);
    }
    if (i == 1) {
      __syncwarp();
    }
    if (i == 0 && tid == 0) {
      s = 1;
    }
    if (i == 2 && tid == 1) {
      out[0] = s;
    }
  }
}
