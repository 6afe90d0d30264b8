// raceproof: --block-dim 64 --grid-dim 1
// Numbers that are read four at once are those that are read one by one.
typedef int Four __attribute__((ext_vector_type(4)));

union Steps {
  Four all;
  int each[4];
};

__global__ void vector(Steps steps, int* out) {
  Four all = steps.all;
  if (all.x == steps.each[0]) out[0] = threadIdx.x; //~ RACE
  if (all.y != steps.each[1]) out[1] = threadIdx.x;
}
