// Which function runs is decided by a pointer from memory.
typedef void (*Action)(float*, int);

__global__ void dispatch(float* out, const Action* actions) {
  actions[threadIdx.x](out, threadIdx.x);
}
