// raceproof: --block-dim 256
// The address of an array in shared memory goes through numbers in which it is not followed.
union Either {
  int* pointer;
  unsigned long long number;
};

__global__ void by_union(int* other, int n) {
  __shared__ int data[256], out[256];
  Either either[2];
  either[0].pointer = data;
  either[1].pointer = other;
  int t = threadIdx.x;
  data[t] = t;
  out[t] = ((int*)either[n & 1].number)[t ^ 1];
}

__global__ void by_exchange() {
  __shared__ int data[256], out[256];
  __shared__ unsigned long long slot;
  int t = threadIdx.x;
  if (t == 0) atomicExch(&slot, (unsigned long long)data);
  __syncthreads();
  data[t] = t;
  out[t] = ((int*)slot)[t ^ 1];
}

__global__ void by_shuffle() {
  __shared__ int data[256], out[256];
  int t = threadIdx.x;
  data[t] = t;
  auto own = (unsigned long long)(data + t);
  out[t] = *(int*)__shfl_xor_sync(0xffffffff, own, 1);
}

__global__ void by_assembly() {
  __shared__ int data[256], out[256];
  int t = threadIdx.x;
  data[t] = t;
  unsigned long long copy;
  asm("add.cc.u64 %0, %1, 0;" : "=l"(copy) : "l"(data));
  out[t] = ((int*)copy)[t ^ 1];
}

__global__ void by_difference() {
  __shared__ int data[256], out[256];
  int t = threadIdx.x;
  data[t] = t;
  size_t distance = (size_t)data - (size_t)out;
  out[t] = *(int*)((size_t)out + distance + (t ^ 1) * sizeof(int));
}
