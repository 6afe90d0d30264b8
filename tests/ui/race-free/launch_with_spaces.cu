// Some formatters write launches so; nvcc takes them. The launch says that there is one block.
__global__ void one_block(int *a) {
  a[threadIdx.x] = 1 << 2;
}

void launch(int *a, int n) {
  one_block<< <1, dim3(n >> 1, 1)>> >(a);
}
