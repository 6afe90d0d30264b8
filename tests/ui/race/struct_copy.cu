// raceproof: --block-dim 64
// A body of 32 bytes is copied as a whole from a neighbour that may not have written it.
struct Body {
  float at[3];
  float mass;
  float speed[3];
  int id;
};

__global__ void next(Body* out, const Body* in) {
  __shared__ Body s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE
  out[tid] = s[(tid + 1) % 64]; //~ RACE
}
