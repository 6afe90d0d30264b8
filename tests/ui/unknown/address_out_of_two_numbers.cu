// Which of the two numbers is an address, nobody can tell: the second table may begin within the first.
__global__ void scale(unsigned long long table, unsigned long long from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ((float*)(table + from))[2 * i] = ((float*)table)[2 * i + 1];
}
