// The array says nothing of how large a block is: threads behind it do not come to it, or go round it.
__global__ void guarded(int* out) {
  __shared__ int s[32];
  if (threadIdx.x < 32) s[threadIdx.x] = blockIdx.x;  //~ RACE
  __syncwarp();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 32];  //~ RACE
}

// The place is not inside of the array for any block: nothing is concluded from that.
__global__ void outside(int* out, int n) {
  __shared__ int s[32];
  s[threadIdx.x + 32] = n;
  out[0] = s[0] + threadIdx.x;  //~ RACE
}
