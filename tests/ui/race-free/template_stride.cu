// raceproof: --block-dim 64
// Both instances give each thread a cell of its own.
template <typename T, int STRIDE>
__global__ void spread(T* out, const T* in) {
  __shared__ T s[64 * STRIDE];
  int tid = threadIdx.x;
  s[tid * STRIDE] = in[tid];
  __syncthreads();
  out[tid] = s[tid * STRIDE];
}

template __global__ void spread<float, 1>(float*, const float*);
template __global__ void spread<double, 3>(double*, const double*);
