// raceproof: --block-dim 64
// A pointer may lead behind the last element, if one is taken off before it is used.
struct Stack {
  int depth;
  int values[16];
};

__global__ void push(const int *height, int *out) {
  __shared__ Stack stacks[64];
  int *top = &stacks[threadIdx.x].values[height[threadIdx.x]];
  *--top = threadIdx.x; //~ RACE
  if (threadIdx.x == 40) out[blockIdx.x] = stacks[2].values[15]; //~ RACE
}
