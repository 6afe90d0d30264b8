// raceproof: --block-dim 64
// The class waits on both sides of the exchange.
class Ring {
public:
  __device__ void put(int at, float v) {
    cells_[at % 64] = v;
    __syncthreads();
  }
  __device__ float get(int at) const {
    float v = cells_[at % 64];
    __syncthreads();
    return v;
  }

private:
  float cells_[64];
};

__global__ void rounds(float* out, const float* in) {
  __shared__ Ring ring;
  int tid = threadIdx.x;
  float v = in[tid];
  for (int r = 0; r < 4; r++) {
    ring.put(tid, v);
    v += ring.get(tid + 1);
  }
  out[tid] = v;
}
