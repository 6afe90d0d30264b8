// One of the functions that it may be calls another such pointer, so that what it does is not known.
typedef void (*Apply)(int* cell);
__device__ void own(int* cell) { cell[threadIdx.x] = 0; }
__device__ Apply table[2];
__device__ void other(int* cell) { table[cell[1] & 1](cell); }
__device__ Apply all[2] = {own, other};

__global__ void call(int* data, Apply f) {
  f(data);
}
