// raceproof: --block-dim 32 --grid-dim 8
// Locks that do not keep others out.
__device__ int lock;
__device__ int locks[8];

// Who did not get the lock gives it back.
__global__ void not_the_holder(float* sum, const float* in) {
  bool mine = threadIdx.x == 0 && atomicCAS(&lock, 0, 1) == 0;
  __threadfence();
  if (mine) *sum += in[blockIdx.x]; //~ RACE
  __threadfence();
  atomicExch(&lock, 0);
}

// Given back twice.
__global__ void twice(float* sum, const float* in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += in[blockIdx.x]; //~ RACE
    __threadfence();
    atomicExch(&lock, 0);
    atomicExch(&lock, 0);
  }
}

// Each block has a lock of its own for the common sum.
__global__ void own_lock(float* sum, const float* in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&locks[blockIdx.x], 0, 1) != 0) {
    }
    __threadfence();
    *sum += in[blockIdx.x]; //~ RACE
    __threadfence();
    atomicExch(&locks[blockIdx.x], 0);
  }
}

// The sum is read again when the lock is gone.
__global__ void outside(float* out, float* sum, const float* in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += in[blockIdx.x]; //~ RACE
    __threadfence();
    atomicExch(&lock, 0);
    out[blockIdx.x] = *sum; //~ RACE
  }
}

// Taking it changes nothing.
__global__ void stays_free(float* sum, const float* in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 0) != 0) {
    }
    __threadfence();
    *sum += in[blockIdx.x]; //~ RACE
    __threadfence();
    atomicExch(&lock, 0);
  }
}

// Patience ends.
__global__ void impatient(float* sum, const float* in) {
  if (threadIdx.x == 0) {
    int tries = 0;
    while (atomicCAS(&lock, 0, 1) != 0 && tries < 100) {
      tries++;
    }
    __threadfence();
    *sum += in[blockIdx.x]; //~ RACE
    __threadfence();
    atomicExch(&lock, 0);
  }
}

// A fence for the block, towards other blocks.
__global__ void fences_of_block(float* sum, const float* in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    *sum += in[blockIdx.x]; //~ RACE
    __threadfence();
    atomicExch(&lock, 0);
  }
}

// Only the first fence is there.
__global__ void no_release(float* sum, const float* in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += in[blockIdx.x]; //~ RACE
    atomicExch(&lock, 0);
  }
}

// Only the holder's turn is safe, and not what it decides behind the lock: each block finds another number.
__global__ void turns(int* turn, int* out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    int c = *turn; //~ RACE?
    *turn = c + 1; //~ RACE?
    __threadfence();
    atomicExch(&lock, 0);
    if ((c + blockIdx.x) % 2 == 0) *out = blockIdx.x; //~ RACE?
  }
}

// Tested and taken in two steps.
__global__ void two_steps(float* sum, const float* in) {
  if (threadIdx.x == 0) {
    while (atomicAdd(&lock, 0) != 0) {
    }
    atomicExch(&lock, 1);
    __threadfence();
    *sum += in[blockIdx.x]; //~ RACE
    __threadfence();
    atomicExch(&lock, 0);
  }
}
