// raceproof: --block-dim 64 --grid-dim 1
// What is compared with a thread's number is no mark: the program may see to it that these agree.
__global__ void owners(int* owner, int* out) {
  int t = threadIdx.x;
  if (owner[t] == t) out[0] = t; //~ RACE?
}

// Nor is what is compared with literals here and used as an index there.
__global__ void slots(const int* slot, int* out, int* last) {
  int t = threadIdx.x;
  if (slot[t] > 0) out[slot[t] * 64 + t] = t;
  if (slot[t] == 7) *last = t; //~ RACE?
}

// Tickets that are given back are no counter that starts at 0.
__global__ void given_back(int* open, int* out) {
  __shared__ int ticket;
  if (threadIdx.x == 0) ticket = atomicSub(open, 1);
  __syncthreads();
  if (ticket < 0) out[0] = threadIdx.x; //~ RACE?
}
