// Another unit may have the function that is linked, and with it more blocks.
__attribute__((weak)) int blocks() { return 1; }

__global__ void fill(int* out) { out[threadIdx.x] = blockIdx.x; }  //~ RACE

void run(int* out) { fill<<<blocks(), 64>>>(out); }
