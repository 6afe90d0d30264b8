// Five of the launches have several rows, which the kernel does not read: that there is one row is no condition that could be stated.
__global__ void add(int* to) {
  to[blockIdx.x * 64 + threadIdx.x] += 1; //~ RACE
}

void run(int* p) {
  add<<<4, dim3(64, 1)>>>(p);
  add<<<4, dim3(64, 2)>>>(p);
  add<<<4, dim3(64, 3)>>>(p);
  add<<<4, dim3(64, 4)>>>(p);
  add<<<4, dim3(64, 5)>>>(p);
  add<<<4, dim3(64, 6)>>>(p);
}
