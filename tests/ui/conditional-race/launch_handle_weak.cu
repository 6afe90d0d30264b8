// Another unit may have the function that is linked, and launch what it is given: more blocks than are seen.
typedef void (*Kernel)(int*);
__attribute__((weak)) void tune(Kernel) {}

__global__ void fill(int* out) { out[threadIdx.x] = blockIdx.x; }  //~ RACE

void run(int* out) {
  tune(fill);
  fill<<<1, 64>>>(out);
}
