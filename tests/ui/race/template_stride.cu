// raceproof: --block-dim 64
// Both instances put several threads into one cell.
template <typename T, int GROUP>
__global__ void spread(T* out, const T* in) {
  __shared__ T s[64];
  int tid = threadIdx.x;
  s[tid / GROUP] = in[tid]; //~ RACE
  __syncthreads();
  out[tid] = s[tid / GROUP];
}

template __global__ void spread<float, 2>(float*, const float*);
template __global__ void spread<double, 4>(double*, const double*);
