// What a function without a body computes is not known: threads may be given the same place.
__device__ int bin(int value, int bins);

__global__ void mark(int* seen, const int* values) {
  seen[bin(values[threadIdx.x], 256)] = threadIdx.x; //~ RACE?
}
