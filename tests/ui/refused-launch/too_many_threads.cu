// CUDA refuses all of these launches but the first. That their rows would write one value twice is said, too.
__global__ void fill(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0; //~ BENIGN
}

void run(int* out) {
  fill<<<4, 1024>>>(out);
  fill<<<4, 2048>>>(out); //~ LAUNCH
  fill<<<4, dim3(64, 32)>>>(out); //~ LAUNCH
  fill<<<4, dim3(4, 4, 128)>>>(out); //~ LAUNCH
  fill<<<dim3(1, 70000), 64>>>(out); //~ LAUNCH
  fill<<<0, 64>>>(out); //~ LAUNCH
}
