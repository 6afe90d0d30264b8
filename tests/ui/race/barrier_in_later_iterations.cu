// A barrier that the first iteration leaves out: the witness has to say how often the loop runs.
__global__ void later(int* out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = t; //~ RACE
  for (int i = 0; i < n; i++) {
    if (i == 0) continue;
    __syncthreads();
  }
  out[t] = s[t ^ 1]; //~ RACE
}
