// raceproof: --block-dim 32
// An index out of memory leads to no other member of the structure.
struct Table {
  int keys[32];
  int heads[8];
};

__global__ void chain(const int *bucket, int *out, int n) {
  __shared__ Table table;
  table.keys[threadIdx.x] = bucket[threadIdx.x];
  if (threadIdx.x == 0)
    for (int i = 0; i < n; i++) table.heads[bucket[i]] = i;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = table.keys[31 - threadIdx.x] + table.heads[threadIdx.x % 8];
}
