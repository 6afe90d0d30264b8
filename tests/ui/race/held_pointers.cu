// raceproof: --block-dim 32 --grid-dim 1
// Two reads of one place give one pointer.
struct Buffers {
  float* keys;
  float* values;
  int count;
};

__constant__ Buffers constants;

__global__ void neighbours(int n) {
  int i = threadIdx.x;
  if (i < n) constants.keys[i] = constants.keys[i + 1]; //~ RACE
}

__global__ void behind_a_parameter(float** parts) {
  float* part = parts[1];
  part[threadIdx.x] = parts[1][threadIdx.x ^ 1]; //~ RACE
}

// What the kernel writes itself is the pointer that it has written.
__global__ void set(Buffers* buffers, float* keys) {
  buffers->keys = keys; //~ BENIGN
  buffers->keys[threadIdx.x / 2] = threadIdx.x; //~ RACE
}
