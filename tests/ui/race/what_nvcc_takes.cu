// raceproof: --block-dim 16,16
// As it should be, but for the barrier.
#define UNROLL #pragma unroll

extern __shared__ float staged[16][16];

__global__ void turn(float* out, const float* in) {
  staged[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x]; //~ RACE
  float sum = 0.0f;
  UNROLL
  for (int k = 0; k < 16; k++) {
    sum += staged[k][threadIdx.x]; //~ RACE
  }
  out[threadIdx.y * 16 + threadIdx.x] = sum;
}

int main() {
  float* memory = nullptr;
  turn<<<1, {16, 16}, 1024>>>(memory, memory + 256);
}
