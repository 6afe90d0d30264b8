// raceproof: --block-dim 32 --grid-dim 3
// What is done before a flag is set with release comes before what is done behind an acquiring look.
__device__ void put(int* p, int v) {
  asm volatile("st.release.gpu.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}
__device__ int get(const int* p) {
  int v;
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}

// Each block waits for the one before it.
__global__ void chain(int* out, int* value, int* ready) {
  if (threadIdx.x == 0) {
    value[blockIdx.x] = 42;
    put(&ready[blockIdx.x], 1);
    if (blockIdx.x > 0) {
      while (get(&ready[blockIdx.x - 1]) == 0) {
      }
      out[blockIdx.x] = value[blockIdx.x - 1];
    }
  }
}

// Who finds the flag set takes the value; others do without.
__global__ void perhaps(int* out, int* value, int* ready) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    *value = 42;
    __threadfence();
    atomicExch(ready, 1);
  } else if (threadIdx.x == 0) {
    if (atomicAdd(ready, 0) == 1) {
      __threadfence();
      out[blockIdx.x] = *value;
    }
  }
}

// Another value of the flag, by another thread, lets nobody go on.
__global__ void announced(int* out, int* value, int* ready) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    *value = 42;
    put(ready, 2);
  } else if (threadIdx.x == 0 && blockIdx.x == 1) {
    put(ready, 1);
  } else if (threadIdx.x == 0) {
    while (get(ready) != 2) {
    }
    *out = *value;
  }
}
