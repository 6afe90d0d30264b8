// Unsigned arithmetic that wraps for some thread whatever the parameters: to assume that it does not would prove anything.
__global__ void powers(int* a) {
  unsigned h = 2 * (threadIdx.x + 1);
  h *= h;
  h *= h;
  h *= h;
  h *= h;
  h *= h;
  if (h == 0) a[0] = threadIdx.x; //~ RACE
}

__global__ void doubled(int* a) {
  unsigned h = 3;
  for (int i = 0; i < 40; i++) h *= 2;
  if (h == 0) a[0] = threadIdx.x; //~ RACE
}

__global__ void spread(int* a) {
  unsigned i = threadIdx.x * 5000000u;
  if (threadIdx.x > 900 && i < 700000000u) a[0] = threadIdx.x; //~ RACE
}
