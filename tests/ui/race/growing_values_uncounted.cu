// raceproof: --block-dim 64 --grid-dim 1
// Values that wrap with every launch, by way of memory and of the warp, and by a closed form over a loop that data moves on.
// FIXME(wrong verdict): expected race, today race-free: what memory and votes give counts as small, and so does such a counter.
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

__global__ void moved_by_data(int* out, const int* in) {
  unsigned c = 0;
  for (int i = 0; i < 80000; i += 1 + (in[i] & 1)) c++;
  if ((int)(c * 53688u) < 0) out[0] = threadIdx.x; //~ RACE
}
