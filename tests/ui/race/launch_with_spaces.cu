// Some formatters write launches so; nvcc takes them. Columns behind a launch are those of the source.
__global__ void blocks(int *a) {
  a[threadIdx.x] = blockIdx.x; //~ RACE
}

void launch(int *a) { blocks << <2, 32 >> > (a); }
