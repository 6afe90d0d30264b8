// raceproof: --block-dim 128
// The counter is set back with a plain store while others draw from it.
__global__ void draw(int* out, int* next) {
  int tid = threadIdx.x;
  int mine = atomicAdd(next, 1); //~ RACE
  if (tid == 127) {
    *next = 0; //~ RACE
  }
  out[tid] = mine;
}
