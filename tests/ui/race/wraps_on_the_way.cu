// Values that a loop with a constant bound multiplies wrap with every launch and all data: nothing may be assumed of them.
// The barriers are left out once the factor has wrapped to 0.
__global__ void without_barriers(int* out) {
  __shared__ int s[65];
  unsigned c = 1;
  for (int k = 0; k < 40; k++) {
    s[threadIdx.x] = k; //~ RACE
    if (c >= 1u) __syncthreads();
    out[threadIdx.x] = s[threadIdx.x + 1]; //~ RACE
    if (c >= 1u) __syncthreads();
    if (k & 1) c *= 4u;
  }
}

// A test of whether a number fits is no promise that it does.
__global__ void does_it_fit(int* s) {
  long long t = (long long)blockIdx.x * 1000000000;
  int low = t;
  if (t != low) s[0] = threadIdx.x; //~ RACE
}

void launch(int* s) {
  without_barriers<<<1, 64>>>(s);
  does_it_fit<<<4, 64>>>(s);
}
