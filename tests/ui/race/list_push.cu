// raceproof: --block-dim 128
// Two threads may take the same head.
__global__ void push(int* next, int* head) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  next[i] = *head; //~ RACE
  *head = i; //~ RACE
}
