// Loops that go on halving or doubling after nothing is left to shift: 32 bits are gone after 32 rounds, -1 stays when
// it is shifted, what is divided rounds towards 0, and doubling leaves 0 as it is.
__global__ void halved(int* a, int n) {
  int v = n;
  for (int i = 0; i < 33; i++) v /= 2;
  if (v == 0) a[0] = threadIdx.x; //~ RACE
}

__global__ void halved_lowest(int* a) {
  int v = -2147483647 - 1;
  for (int i = 0; i < 31; i++) v /= 2;
  if (v == -1) a[0] = threadIdx.x; //~ RACE
}

__global__ void shifted(int* a, unsigned n) {
  unsigned v = n;
  for (int i = 0; i < 40; i++) v >>= 1;
  if (v == 0) a[0] = threadIdx.x; //~ RACE
}

__global__ void shifted_negative(int* a) {
  int v = -100;
  for (int i = 0; i < 40; i++) v >>= 1;
  if (v == -1) a[0] = threadIdx.x; //~ RACE
}

__global__ void doubled_zero(int* a, int n) {
  int v = n;
  for (int i = 0; i < 40; i++) v *= 2;
  if (v == 0) a[0] = threadIdx.x; //~ RACE
}
