// Two warps fill two parts of one array: the first has 256 cells.
struct Scan {
  const float *starts;
  const float *ends;
  float *out;
  int states;
};

__global__ void scan(Scan s) {
  extern __shared__ float all[];
  float *first = all, *second = all + 256;
  for (int k = 0; k < s.states; ++k) {
    if (threadIdx.x == 0) first[k] = s.starts[k]; //~ RACE
    if (threadIdx.x == 32) second[k] = s.ends[k]; //~ RACE
  }
  __syncthreads();
  if (threadIdx.x < s.states) s.out[blockIdx.x * s.states + threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];
}
