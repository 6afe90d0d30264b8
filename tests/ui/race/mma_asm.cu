// raceproof: --block-dim 64 -arch=sm_80
// The product is in registers, but a warp that is ahead overwrites the factors that the other one still loads.
#include <cuda_fp16.h>

__global__ void multiply(float* out, const uint4* a, const uint4* b, int steps) {
  __shared__ uint4 rows[2][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float d[4] = {0, 0, 0, 0};
  for (int i = 0; i < steps; i++) {
    rows[warp][lane] = (warp ? b : a)[32 * i + lane]; //~ RACE
    __syncthreads();
    unsigned x[4], y[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" //~ RACE
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"((unsigned)__cvta_generic_to_shared(&rows[0][lane])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" //~ RACE
                 : "=r"(y[0]), "=r"(y[1])
                 : "r"((unsigned)__cvta_generic_to_shared(&rows[1][16 * warp + lane % 16])));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  }
  for (int k = 0; k < 4; k++) {
    out[4 * threadIdx.x + k] = d[k];
  }
}
