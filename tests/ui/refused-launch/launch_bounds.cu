// The launch bounds allow 128 threads.
__global__ void __launch_bounds__(128) fill(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

void run(int* out) {
  fill<<<4, 256>>>(out); //~ LAUNCH
}
