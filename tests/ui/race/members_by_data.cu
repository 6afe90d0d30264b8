// raceproof: --block-dim 32
// As its namesake, but all threads write the heads, at places that tell them apart in no way.
struct Table {
  int keys[32];
  int heads[8];
};

__global__ void chain(const int *bucket, int *out, int n) {
  __shared__ Table table;
  table.keys[threadIdx.x] = bucket[threadIdx.x];
  if (threadIdx.x < 2) table.heads[0] = bucket[threadIdx.x]; //~ RACE
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = table.keys[31 - threadIdx.x] + table.heads[threadIdx.x % 8];
}
