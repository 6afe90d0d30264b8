// A table's address is passed as a number, as the driver's API has it.
__global__ void shift(unsigned long long table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ((float*)table)[i] = ((float*)table)[i + 1]; //~ RACE
}
