// Each thread has its own copy of what is passed by value, and each block its own array: the pointers differ.
struct Pair {
  int a[2];
};
__global__ void of_thread(int** out, Pair p) {
  *out = &p.a[0]; //~ RACE
  p.a[1] = threadIdx.x;
}
__global__ void of_block(int** out) {
  __shared__ int s[2];
  if (threadIdx.x == 0) *out = s; //~ RACE
  s[blockIdx.x & 1] = 0; //~ BENIGN
}
