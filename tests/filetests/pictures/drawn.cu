// What is drawn of each is in tests/verdicts/pictures.rs.
__global__ void transpose(float *out, const float *in, int tiles) {
    __shared__ float tile[4][4];
    for (int t = 0; t < tiles; t++) {
        int base = (blockIdx.x * tiles + t) * 16;
        tile[threadIdx.y][threadIdx.x] = in[base + threadIdx.y * 4 + threadIdx.x];
        __syncthreads();
        out[base + threadIdx.y * 4 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
    }
}
__global__ void neighbours(float *out) {
    __shared__ float s[34];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 8) out[blockIdx.x * 8 + threadIdx.x] = s[threadIdx.x + 1];
}
__global__ void blocks(float *out) {
    out[threadIdx.x + 8 * blockIdx.x] = blockIdx.x;
}
__global__ void halves(float *out) {
    __shared__ float s[32];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 10) {
        __syncthreads();
        out[threadIdx.x] = s[threadIdx.x + 1];
    }
}
__global__ void corner(float *out, int n) {
    if (threadIdx.x + threadIdx.y > n) return;
    __syncthreads();
    out[threadIdx.y * 8 + threadIdx.x] = n;
}
__global__ void counted(int *counts, const int *data) {
    counts[data[threadIdx.x] & 7]++;
}
int main() {
    float *p;
    transpose<<<4, dim3(4, 4)>>>(p, p, 3);
    neighbours<<<2, 32>>>(p);
    blocks<<<2, 16>>>(p);
    halves<<<1, 32>>>(p);
    corner<<<1, dim3(8, 4)>>>(p, 5);
    counted<<<1, 32>>>((int *)p, (int *)p + 64);
}
