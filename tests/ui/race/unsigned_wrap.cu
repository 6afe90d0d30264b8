// FIXME(wrong verdict): expected race, today race-free: that arithmetic does not wrap is assumed where it leaves no thread
// Unsigned arithmetic that wraps for every thread, whatever the parameters: to assume that it does not proves anything.
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
