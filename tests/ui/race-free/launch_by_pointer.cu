// Which kernel is launched is decided at run time; the shape of the block is not.
template <int Step>
__global__ void neighbours(int* out, const int* in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  out[t] = s[(t + Step) % blockDim.x];
}

template <class Kernel>
void go(Kernel kernel, dim3 blocks, dim3 threads, int* out, const int* in) {
  kernel<<<blocks, threads>>>(out, in);
}

void run(int step, int* out, const int* in) {
  auto kernel = &neighbours<1>;
  switch (step) {
    case 2: kernel = neighbours<2>; break;
    case 3: kernel = neighbours<3>; break;
  }
  go(kernel, 1, 32, out, in);
}
