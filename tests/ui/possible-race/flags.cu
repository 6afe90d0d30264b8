// raceproof: --block-dim 32 --grid-dim 3
// Flags that do not order what they seem to.
__device__ void put(int* p, int v) {
  asm volatile("st.release.gpu.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}
__device__ void put_relaxed(int* p, int v) {
  asm volatile("st.relaxed.gpu.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}
__device__ int get(const int* p) {
  int v;
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
#define WRITER (threadIdx.x == 0 && blockIdx.x == 0)
#define READER (threadIdx.x == 0 && blockIdx.x == 1)

// The reader gives up after a while.
__global__ void gives_up(int* out, int* value, int* ready) {
  if (WRITER) {
    *value = 42; //~ RACE
    put(ready, 1);
  }
  if (READER) {
    for (int i = 0; i < 5; i++) {
      if (get(ready)) break;
    }
    *out = *value; //~ RACE
  }
}

// The reader goes on while the flag is still 0.
__global__ void wrong_value(int* out, int* value, int* ready) {
  if (WRITER) {
    *value = 42; //~ RACE
    put(ready, 1);
  }
  if (READER) {
    while (get(ready) == 1) {
    }
    *out = *value; //~ RACE
  }
}

// Another block sets the flag too.
__global__ void other_setter(int* out, int* value, int* ready) {
  if (WRITER) {
    *value = 42; //~ RACE
    put(ready, 1);
  }
  if (threadIdx.x == 0 && blockIdx.x == 2) put(ready, 2);
  if (READER) {
    while (get(ready) == 0) {
    }
    *out = *value; //~ RACE
  }
}

// The value comes after the flag.
__global__ void set_early(int* out, int* value, int* ready) {
  if (WRITER) {
    put(ready, 1);
    *value = 42; //~ RACE
  }
  if (READER) {
    while (get(ready) == 0) {
    }
    *out = *value; //~ RACE
  }
}

// The flag is set twice, once before the value.
__global__ void set_twice(int* out, int* value, int* ready) {
  if (WRITER) {
    put(ready, 1);
    *value = 42; //~ RACE
    put(ready, 2);
  }
  if (READER) {
    while (get(ready) == 0) {
    }
    *out = *value; //~ RACE
  }
}

// The release of one flag is none of another one.
__global__ void other_flag(int* out, int* value, int* ready, int* also) {
  if (WRITER) {
    *value = 42; //~ RACE
    put(ready, 1);
    put_relaxed(also, 1);
  }
  if (READER) {
    while (get(also) == 0) {
    }
    *out = *value; //~ RACE
  }
}

// A fence for the block, towards another block.
__global__ void fence_of_block(int* out, int* value, int* ready) {
  if (WRITER) {
    *value = 42; //~ RACE
    __threadfence_block();
    atomicExch(ready, 1);
  }
  if (READER) {
    while (get(ready) == 0) {
    }
    *out = *value; //~ RACE
  }
}

// The reader's fence comes before it looks.
__global__ void fence_too_early(int* out, int* value, int* ready) {
  if (WRITER) {
    *value = 42; //~ RACE
    put(ready, 1);
  }
  if (READER) {
    __threadfence();
    while (atomicAdd(ready, 0) == 0) {
    }
    *out = *value; //~ RACE
  }
}

// The fence and the look in one statement, in the wrong order.
__global__ void fence_in_statement(int* out, int* value, int* ready) {
  if (WRITER) {
    *value = 42; //~ RACE
    put(ready, 1);
  }
  if (READER) {
    int v;
    do {
      asm volatile("fence.acq_rel.gpu; ld.relaxed.gpu.s32 %0, [%1];" : "=r"(v) : "l"(ready) : "memory");
    } while (v == 0);
    *out = *value; //~ RACE
  }
}

// Some readers do not look.
__global__ void some_look(int* out, int* value, int* ready, int n) {
  if (WRITER) {
    *value = 42; //~ RACE
    put(ready, 1);
  }
  if (READER) {
    if (n > 0) {
      while (get(ready) == 0) {
      }
    }
    *out = *value; //~ RACE
  }
}

// All threads write, and one sets the flag at once.
__global__ void all_write(int* out, int* value, int* ready) {
  if (blockIdx.x == 0) {
    value[threadIdx.x] = 42; //~ RACE
    if (threadIdx.x == 0) put(ready, 1);
  }
  if (READER) {
    while (get(ready) == 0) {
    }
    *out = value[7]; //~ RACE
  }
}

// Each block waits for its own flag and reads its neighbour's value.
__global__ void own_flag(int* out, int* value, int* ready) {
  if (threadIdx.x == 0) {
    value[blockIdx.x] = 42; //~ RACE
    put(&ready[blockIdx.x], 1);
    while (get(&ready[blockIdx.x]) == 0) {
    }
    out[blockIdx.x] = value[(blockIdx.x + 1) % 3]; //~ RACE
  }
}

// Anybody may add to the flag.
__global__ void counted(int* out, int* value, int* ready) {
  if (threadIdx.x == 0) {
    value[blockIdx.x] = 42; //~ RACE
    __threadfence();
    atomicAdd(ready, 1);
    while (get(ready) == 0) {
    }
    out[blockIdx.x] = value[(blockIdx.x + 1) % 3]; //~ RACE
  }
}
