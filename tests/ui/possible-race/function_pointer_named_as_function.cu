// The parameter and a function that it may point to have one name.
typedef void (*Apply)(int* cell);
extern "C" __device__ void apply(int* cell) { cell[threadIdx.x] = 0; }
__device__ void first(int* cell) {
  cell[0] = threadIdx.x; //~ RACE
}
__device__ Apply table[2] = {apply, first};

__global__ void call(int* data, Apply apply) {
  apply(data);
}
