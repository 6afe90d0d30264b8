// raceproof: --block-dim 32 --grid-dim 8
// Fences behind taking a lock and before giving it back.
__device__ int lock;

// Each thread tries until it has had its turn.
__global__ void by_turns(float* sum, const float* in) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      *sum += in[blockIdx.x];
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}

// A lock for each bucket, taken by an exchange.
__global__ void buckets(int* locks, float* sums, const float* in, const int* bucket) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int b = bucket[i];
  while (atomicExch(&locks[b], 1) != 0) {
  }
  __threadfence();
  sums[b] += in[i];
  __threadfence();
  atomicExch(&locks[b], 0);
}

// Who does not get the lock goes on without.
__global__ void one_try(float* best, const float* in) {
  float x = in[blockIdx.x * 32 + threadIdx.x];
  if (atomicCAS(&lock, 0, 1) == 0) {
    __threadfence();
    best[0] = x;
    best[1] = 2.0f * x;
    __threadfence();
    atomicExch(&lock, 0);
  }
}

// Acquire and release by the operations themselves.
__global__ void acquiring(int* word, float* sum, const float* in) {
  for (int i = 0; i < 4; i++) {
    int old;
    do {
      asm volatile("atom.cas.acquire.gpu.b32 %0, [%1], 0, 1;" : "=r"(old) : "l"(word) : "memory");
    } while (old != 0);
    *sum += in[i];
    asm volatile("st.release.gpu.b32 [%0], %1;" : : "l"(word), "r"(0) : "memory");
  }
}
