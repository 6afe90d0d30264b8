// raceproof: --block-dim 64
// The class waits when it is read, but not between rounds.
class Ring {
public:
  __device__ void put(int at, float v) { cells_[at % 64] = v; } //~ RACE
  __device__ float get(int at) const {
    __syncthreads();
    return cells_[at % 64]; //~ RACE
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
