// Functions on unsigned numbers whose results have the highest bit, and rotations that move it.
__global__ void high_of_parameter(int* s, unsigned n) {
  unsigned q = __umulhi(n, 0xFFFFFFFFu);
  if (q >= 0x90000000u) s[0] = threadIdx.x; //~ RACE
}

__global__ void product(int* s, unsigned n) {
  unsigned q = __umul24(n, threadIdx.x);
  if (threadIdx.x < 1000 && q >= 0x80000000u) s[0] = threadIdx.x; //~ RACE
}

__global__ void distance(int* s, unsigned n, unsigned m) {
  unsigned q = __usad(n, m, 1u);
  if (q >= 0x80000010u) s[0] = threadIdx.x; //~ RACE
}

__global__ void signed_distance(int* s, int n, int m) {
  unsigned q = __sad(n, m, 1u);
  if (q >= 0x80000010u && n > 5) s[0] = threadIdx.x; //~ RACE
}

__global__ void rotated(int* s, unsigned n) {
  unsigned r = __funnelshift_l(n, n, 8);
  if ((r & 0xFF) == 0xFF) s[0] = threadIdx.x; //~ RACE
}

__global__ void rotated_by_builtin(int* s, unsigned n) {
  unsigned r = __builtin_rotateleft32(n, 8);
  if (r == 0x00FFFF03u) s[0] = threadIdx.x; //~ RACE
}

__global__ void least(int* s, int n) {
  unsigned q = n < 0 ? 0u - (unsigned)n : (unsigned)n;
  if (q == 0x80000000u) s[0] = threadIdx.x; //~ RACE
}
