// raceproof: --block-dim 256
// The pointer that the block shares is to the other array.
__global__ void reverse() {
  __shared__ int data[256], out[256];
  __shared__ int* start;
  int t = threadIdx.x;
  if (t == 0) start = data;
  __syncthreads();
  data[t] = t;
  out[t] = start[255 - t];
}

struct Queue {
  int* items;
  int count;
};

__global__ void push(int n) {
  __shared__ int items[256];
  __shared__ Queue queue;
  int t = threadIdx.x;
  if (t == 0) {
    queue.items = items;
    queue.count = n;
  }
  __syncthreads();
  items[t] = t;
  queue.items[(t + queue.count) % 256] = n;
}
