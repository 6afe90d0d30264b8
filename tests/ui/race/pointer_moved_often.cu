// The pointer has two objects and as many ways to each as there are numbers of 12 bits.
__global__ void moved(int *a, int *b, int n) {
  int *p = n < 0 ? a : b;
  if (n & 1) p += 1;
  if (n & 2) p += 2;
  if (n & 4) p += 3;
  if (n & 8) p += 4;
  if (n & 16) p += 5;
  if (n & 32) p += 6;
  if (n & 64) p += 7;
  if (n & 128) p += 8;
  if (n & 256) p += 9;
  if (n & 512) p += 10;
  if (n & 1024) p += 11;
  if (n & 2048) p += 12;
  p[blockIdx.x * blockDim.x + threadIdx.x / 2] = threadIdx.x; //~ RACE
}
