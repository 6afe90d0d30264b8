// raceproof: --block-dim 64 --grid-dim 1
// Values that wrap with every launch, in loops whose end no comparison with a bound gives: it is found by going through them.
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

__global__ void shifted(int* out, const int* in) {
  unsigned s = 0;
  for (unsigned m = 0xffffffffu; m != 0; m >>= 1) s += 80000000u + (in[m & 7] & 1);
  if ((int)s < 0) out[0] = threadIdx.x; //~ RACE
}

// 27 takes 111 steps to 1.
__global__ void halved_or_tripled(int* out, const int* in) {
  unsigned x = 27, s = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    s += 20000000u + (in[x & 7] & 1);
  }
  if ((int)s < 0) out[0] = threadIdx.x; //~ RACE
}

__global__ void meeting(int* out, const int* in) {
  unsigned s = 0;
  for (int a = 0, b = 100; a < b; a++, b--) s += 50000000u + (in[a] & 1);
  if ((int)s < 0) out[0] = threadIdx.x; //~ RACE
}
