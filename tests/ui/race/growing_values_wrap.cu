// raceproof: --block-dim 64 --grid-dim 1
// A loop with a constant bound makes a value grow until it wraps, with every launch: whatever the loop starts from, that it does
// not wrap is no fair assumption. All threads write then.
__global__ void tripled(int* out) {
  unsigned s = 3;
  for (int i = 0; i < 30; i++) {
    s = 3 * s + 1;
    if ((int)s < 0) {
      out[0] = threadIdx.x; //~ RACE
      break;
    }
  }
}

// What is chosen, or a remainder, is as large as what it is made of.
__global__ void chosen(int* out, const int* in) {
  unsigned v = threadIdx.x * 60000000u;
  unsigned s = in[0] >= 0 ? v : 5;
  if ((int)s / 2 < 0) out[0] = threadIdx.x; //~ RACE
}

__global__ void remainder(int* out) {
  unsigned v = threadIdx.x * 60000000u;
  unsigned s = v % 4000000000u;
  if ((int)s < 0) out[0] = threadIdx.x; //~ RACE
}

// What starts below 0 is large as an unsigned number.
__global__ void below_zero(int* out, const int* in) {
  int x = -5;
  for (int i = 0; i < 3; i++) x += in[i] & 1;
  if ((int)(((unsigned)x >> 1) + 5u) < 0) out[0] = threadIdx.x; //~ RACE
}

// What is carried with 64 bits is cut to 32 on the way.
__global__ void cut(int* out, const int* in) {
  long long f = 0;
  for (int i = 0; i < 2; i++) f = (int)(f + 0x60000000 + (in[i] & 1));
  if ((long long)(((unsigned long long)f >> 1) + 0x7000000000000000ull) < 0) out[0] = threadIdx.x; //~ RACE
}
