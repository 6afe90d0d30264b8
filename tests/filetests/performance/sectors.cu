// SECTORS marks a line: an access of a warp moves so many sectors of 32 bytes, where the second number holds its bytes.
struct Point { float x, y, z; };

__global__ void copy(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
__global__ void by_two(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[2 * i]; //~ SECTORS 8 4
}
__global__ void structures(float *out, const Point *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i].x; //~ SECTORS 12 4
}
__global__ void misaligned(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1]; //~ SECTORS 5 4
}
__global__ void aligned(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 8];
}
__global__ void column(float *out, const float *in) {
    out[threadIdx.x] = in[1024 * threadIdx.x + blockIdx.x]; //~ SECTORS 32 4
}
__global__ void column_of_pitch(float *out, const float *in, int n) {
    out[threadIdx.x] = in[n * threadIdx.x]; //~ SECTORS 32 4
}
__global__ void row_of_pitch(float *out, const float *in, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    out[n * blockIdx.y + x] = in[n * blockIdx.y + x];
}
__global__ void broadcast(float *out, const float *in) {
    out[threadIdx.x] = in[blockIdx.x] + in[0];
}
__global__ void backwards(float *out, const float *in) {
    out[threadIdx.x] = in[1023 - threadIdx.x];
}
__global__ void doubles_by_two(double *out, const double *in) {
    out[threadIdx.x] = in[2 * threadIdx.x]; //~ SECTORS 16 8
}
__global__ void quads(float4 *out, const float4 *in) {
    out[threadIdx.x] = in[threadIdx.x];
}
__global__ void quads_misaligned(float4 *out, const float4 *in) {
    out[threadIdx.x] = in[threadIdx.x + 1]; //~ SECTORS 17 16
}
__global__ void bytes(unsigned char *out, const unsigned char *in) {
    out[threadIdx.x] = in[threadIdx.x];
}
// 32 lanes in 32 bytes that lie in two sectors.
__global__ void bytes_misaligned(unsigned char *out, const unsigned char *in) {
    out[threadIdx.x] = in[threadIdx.x + 1]; //~ SECTORS 2 1
}
// Two rows of 16 threads, each in a row of its own of 2 sectors.
__global__ void __launch_bounds__(256) plane(float *out) {
    __shared__ float tile[16][16];
    tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.y * 1024 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
__global__ void gathered(float *out, const float *in, const int *index) {
    out[threadIdx.x] = in[index[threadIdx.x]];
}
