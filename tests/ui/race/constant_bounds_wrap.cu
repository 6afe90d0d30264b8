// Loops with constant bounds, and blocks of a known shape, in which index arithmetic wraps for every launch.
__global__ void far(int* a) {
  for (unsigned t = blockIdx.x; t < 2048u; t += gridDim.x) a[t * 4194304u + threadIdx.x] = t; //~ RACE
}

void launch_far(int* a) { far<<<48, 256>>>(a); }

__global__ void strided(int* s) {
  for (unsigned i = threadIdx.x; i < 4096; i += 32) {
    unsigned q = i * 2000000u;
    if (q % 2000000u != 0) s[0] = threadIdx.x; //~ RACE
  }
}

void launch_strided(int* s) { strided<<<1, 32>>>(s); }

__global__ void doubled(int* s) {
  for (unsigned i = 1; i <= 4096; i <<= 1) {
    unsigned q = i * 2000000u;
    if (q % 2000000u != 0) s[0] = threadIdx.x; //~ RACE
  }
}

__global__ void downwards(int* s) {
  for (int i = 4096; i > 0; i -= 2) {
    unsigned q = (unsigned)i * 2000000u;
    if (q % 2000000u != 0) s[0] = threadIdx.x; //~ RACE
  }
}

__global__ void shifted_out(int* s) {
  for (unsigned w = 3; w; w <<= 4)
    if (w == 0x30000000u && (w << 4) == 0) s[0] = threadIdx.x; //~ RACE
}

__global__ void past_the_sign(int* s) {
  for (unsigned i = 0x7FFFFFFD; i <= 0x80000001u; i++)
    if ((int)i < 0) s[0] = threadIdx.x; //~ RACE
}

__global__ void flat_block(int* s) {
  unsigned q = threadIdx.x * threadIdx.z * 5000000u;
  if (q % 5000000u != 0) s[0] = threadIdx.x; //~ RACE
}

void launch_flat(int* s) { flat_block<<<1, dim3(16, 1, 64)>>>(s); }

__global__ void any_block(int* s) {
  unsigned q = threadIdx.x * threadIdx.z * 5000000u;
  if (q % 5000000u != 0) s[0] = threadIdx.x; //~ RACE
}

__global__ void cube(int* s) {
  unsigned q = threadIdx.x * threadIdx.y * threadIdx.z * 6000000u;
  if (q % 6000000u != 0) s[0] = threadIdx.x; //~ RACE
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) s[0] = 7; //~ RACE
}

void launch_cube(int* s) { cube<<<1, dim3(10, 10, 10)>>>(s); }
