// raceproof: --block-dim 64 --grid-dim 2
// What memory holds are indices and sizes, which a program keeps consistent: not any may be there.
__global__ void lengths(float* out, const int* length, const int* from) {
  int b = blockIdx.x;
  int t = threadIdx.x;
  if (t < length[b]) out[t] = b; //~ RACE?
}

// No row is empty.
__global__ void empty_rows(int* found, int* copied, const int* row, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  int first = row[i];
  if (first == row[i + 1]) *found = i; //~ RACE?
  atomicAdd(&copied[first], 1);
}

// One thread is elected.
__global__ void elected(int* out, const int* leader) {
  if (threadIdx.x == leader[threadIdx.x / 32]) out[blockIdx.x * 64] = threadIdx.x; //~ RACE?
}

// The number of those that are left.
__global__ void left_over(int* out, const unsigned* todo) {
  unsigned left = *todo;
  for (unsigned k = 0; k < left; k++) out[k] = threadIdx.x; //~ RACE?
}

// Where a thread writes is up to data.
__global__ void sides(int* out, const int* flag) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[flag[i] ? i : 0] = i; //~ RACE?
}

// A size that is also compared with a parameter.
__global__ void capacity(int* full, int* out, const int* used, int room) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= room) return;
  if (used[i] > room) *full = i; //~ RACE?
}
