// raceproof: --block-dim 64 --grid-dim 1
// Values that wrap with every launch, in loops of which no comparison with a bound says how often they go on, or by way of memory
// and of the warp.
// FIXME(wrong verdict): expected race, today race-free: such loops count as a few iterations, and such values as small ones.
__global__ void halved(int* out, const int* in) {
  unsigned m = 32, s = 0;
  do {
    s += 400000000u + (in[m] & 1);
    if ((int)s < 0) {
      out[0] = threadIdx.x; //~ RACE
      break;
    }
    m /= 2;
  } while (m > 0);
}

__global__ void exchanged(int* out) {
  __shared__ unsigned s[64];
  s[threadIdx.x] = 0x7ffffffeu;
  __syncthreads();
  unsigned v = s[threadIdx.x ^ 1];
  if ((int)(v + 5u) < 0) out[0] = threadIdx.x; //~ RACE
}

__global__ void voted(int* out) {
  unsigned all = __ballot_sync(0xffffffffu, 1);
  if ((int)(all / 2 + 5u) < 0) out[0] = threadIdx.x; //~ RACE
}
