// raceproof: --block-dim 256
// An address that is packed into two halves, or a distance from nowhere, is still the address.
__global__ void packed() {
  __shared__ int data[256], out[256];
  size_t address = (size_t)data;
  uint2 halves = make_uint2((unsigned)address, (unsigned)(address >> 32));
  int t = threadIdx.x;
  data[t] = t; //~ RACE
  out[t] = ((int*)((size_t)halves.y << 32 | halves.x))[t ^ 1]; //~ RACE
}

__global__ void from_nowhere() {
  __shared__ int data[256], out[256];
  int t = threadIdx.x;
  data[t] = t; //~ RACE
  char* nowhere = nullptr;
  out[t] = ((int*)(nowhere + (size_t)data))[t ^ 1]; //~ RACE
}
