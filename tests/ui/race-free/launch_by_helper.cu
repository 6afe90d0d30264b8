// The shape of the block is passed down to a helper that other files cannot call.
struct Shape {
  int blocks, threads;
};

__global__ void neighbours(int* out, const int* in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  out[t] = s[(t + 1) % blockDim.x];
}

static void go(Shape shape, int* out, const int* in) { neighbours<<<shape.blocks, shape.threads>>>(out, in); }

void run(int* out, const int* in) {
  go({1, 32}, out, in);
  go({1, 16}, out, in);
}
