// There is one block, so that cells at its rim are written once.
__global__ void rim(int* out) { out[threadIdx.x] = blockIdx.x; }

void run(int* out) { rim<<<1, 256>>>(out); }
