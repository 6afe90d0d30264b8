// Each thread reads what it wrote itself, in the round before, too.
__global__ void steps(float4* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; k++) {
    float4 x = __ldg(&data[i]); //~ RACE
    x.x += 1;
    data[i] = x; //~ RACE
  }
}
