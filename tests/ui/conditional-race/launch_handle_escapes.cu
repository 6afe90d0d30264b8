// Others get the kernel and may launch it as they like. At the launch that is seen there is no race: so it is a conditional one.
__global__ void neighbours(int* out, const int* in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];  //~ RACE
  __syncwarp();
  out[t] = s[(t + 1) % blockDim.x];  //~ RACE
}

void enqueue(void (*kernel)(int*, const int*));

void run(int* out, const int* in) {
  neighbours<<<1, 32>>>(out, in);
  enqueue(neighbours);
}
