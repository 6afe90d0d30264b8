// Of the kernels that a pointer may be, each is launched in all shapes that it is launched with.
template <int Step>
__global__ void neighbours(int* out, const int* in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];  //~ RACE
  __syncwarp();
  out[t] = s[(t + Step) % blockDim.x];  //~ RACE
}

void run(bool twice, int* out, const int* in) {
  neighbours<1><<<1, 32>>>(out, in);
  auto kernel = twice ? neighbours<2> : neighbours<1>;
  kernel<<<1, 64>>>(out, in);
}
