// raceproof: --block-dim 64
// A pointer may lead behind the last element, if one is taken off before it is used.
struct Stack {
  int depth;
  int values[16];
};

__global__ void push(const int *height) {
  __shared__ Stack stacks[64];
  int *top = &stacks[threadIdx.x].values[height[threadIdx.x]];
  *--top = threadIdx.x; //~ RACE
}
