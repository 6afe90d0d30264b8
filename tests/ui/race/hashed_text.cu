// raceproof: --block-dim 64 --grid-dim 1
// A hash of what is read is negative for some text: all threads write then.
__global__ void hashed(int* out, const char* text, int n) {
  unsigned h = 5381;
  for (int i = 0; i < n; i++) h = h * 33 + text[i];
  if ((int)h < 0) out[0] = threadIdx.x; //~ RACE
}
