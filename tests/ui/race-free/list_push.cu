// Each thread swaps itself in as the head.
__global__ void push(int* next, int* head) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  next[i] = atomicExch(head, i);
}
