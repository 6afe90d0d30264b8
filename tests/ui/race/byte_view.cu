// raceproof: --block-dim 128
// A word is read while three other threads still store its bytes.
__global__ void pack(int* out, const unsigned char* in) {
  __shared__ int words[32];
  unsigned char* bytes = reinterpret_cast<unsigned char*>(words);
  int tid = threadIdx.x;
  bytes[tid] = in[tid]; //~ RACE
  if (tid % 4 == 0) {
    out[tid / 4] = words[tid / 4]; //~ RACE
  }
}
