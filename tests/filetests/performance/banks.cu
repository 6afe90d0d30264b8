// Each kernel has one thing to look at. BANKS with a number marks a line: an access there has a bank conflict of this degree; no other line has one.
struct Three { float x, y, z; };
struct Four { float x, y, z, w; };
struct Five { float a, b, c, d, e; };

// A warp has 2 rows of 16 threads, whose cells are 16 words apart: 8 of them in banks 0 and 1, 8 in 16 and 17.
__global__ void transpose16(float *out) {
    __shared__ float tile[16][16];
    tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; //~ BANKS 8
}
// A row has 16 columns and a word of padding: lanes of two rows of threads, 17 * x + y, meet once.
__global__ void transpose16_padded(float *out) {
    __shared__ float tile[16][17];
    tile[threadIdx.y][threadIdx.x] = 1; //~ BANKS 2
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; //~ BANKS 2
}
__global__ void transpose32(float *out) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; //~ BANKS 32
}
__global__ void transpose32_padded(float *out) {
    __shared__ float tile[32][33];
    tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// Padding by two words leaves two lanes in each bank.
__global__ void transpose32_padded_by_two(float *out) {
    __shared__ float tile[32][34];
    tile[threadIdx.y & 31][threadIdx.x & 31] = 1;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x & 31][threadIdx.y & 31]; //~ BANKS 2
}
// 8 bytes go by half warps: lanes 16 rows apart of 256 bytes each.
__global__ void transpose_double(double *out) {
    __shared__ double tile[32][32];
    tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; //~ BANKS 16
}
__global__ void transpose_double_padded(double *out) {
    __shared__ double tile[32][33];
    tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// 16 bytes go by quarter warps.
__global__ void quads(float4 *out) {
    __shared__ float4 s[256];
    s[threadIdx.x] = make_float4(1, 2, 3, 4);
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void quads_by_two(float *out) {
    __shared__ float4 s[64];
    if (threadIdx.x < 32) s[2 * threadIdx.x] = make_float4(1, 2, 3, 4); //~ BANKS 2
    __syncthreads();
    out[threadIdx.x] = s[0].x;
}
__global__ void doubles(double *out) {
    __shared__ double s[256];
    s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void doubles_by_four(double *out) {
    __shared__ double s[128];
    if (threadIdx.x < 32) s[4 * threadIdx.x] = 1; //~ BANKS 4
    __syncthreads();
    out[threadIdx.x] = s[0];
}
// Four lanes share a word.
__global__ void bytes(unsigned char *out) {
    __shared__ unsigned char s[256];
    s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
// Lane 32 words on: 4 * 32 bytes, so that 8 lanes apart meet again.
__global__ void bytes_by_sixteen(unsigned char *out) {
    __shared__ unsigned char s[512];
    if (threadIdx.x < 32) s[16 * threadIdx.x] = 1; //~ BANKS 4
    __syncthreads();
    out[threadIdx.x] = s[0];
}
__global__ void shorts_by_two(short *out) {
    __shared__ short s[64];
    if (threadIdx.x < 32) s[2 * threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[0];
}
// Structures of an odd number of words spread over all banks.
__global__ void structures_of_three(float *out) {
    __shared__ Three s[256];
    s[threadIdx.x].y = 1;
    __syncthreads();
    out[threadIdx.x] = s[0].y;
}
__global__ void structures_of_four(float *out) {
    __shared__ Four s[256];
    s[threadIdx.x].y = 1; //~ BANKS 4
    __syncthreads();
    out[threadIdx.x] = s[0].y;
}
__global__ void structures_of_five(float *out) {
    __shared__ Five s[256];
    s[threadIdx.x].e = 1;
    __syncthreads();
    out[threadIdx.x] = s[0].e;
}
// A copy of a structure is made word by word.
__global__ void whole_structures_of_four(Four *out, Four all) {
    __shared__ Four s[256];
    s[threadIdx.x] = all; //~ BANKS 4
    __syncthreads();
    if (threadIdx.x == 0) out[0] = s[0];
}
// blockDim (16,16): two rows of threads in a warp, which lie in different banks.
__global__ void __launch_bounds__(256) plane16(float *out) {
    __shared__ float s[16][16];
    s[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = s[threadIdx.y][15 - threadIdx.x];
}
// blockDim (8,8,4): a warp is 8 columns of 4 rows, whose cells are 8 * 4 words apart by column.
__global__ void cube(float *out) {
    __shared__ float s[4][8][8];
    s[threadIdx.z][threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.z][threadIdx.x][threadIdx.y]; //~ BANKS 2
}
// The column is mixed with the row: a column of the tile lies in all banks.
__global__ void swizzled(float *out) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = 1;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}
// Mixed with a quarter of the row only: four rows share a column.
__global__ void half_swizzled(float *out) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x ^ (threadIdx.y / 4)] = 1;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y ^ (threadIdx.x / 4)]; //~ BANKS 4
}
__global__ void broadcast(float *out) {
    __shared__ float s[32];
    if (threadIdx.x < 32) s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x / 32] + s[7];
}
// Two words, each of them for half of the lanes, in one bank.
__global__ void two_words(float *out) {
    __shared__ float s[64];
    if (threadIdx.x < 64) s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 2 * 32]; //~ BANKS 2
}
// Only 4 lanes come.
__global__ void masked(float *out) {
    __shared__ float s[1024];
    if (threadIdx.x < 4) s[32 * threadIdx.x] = 1; //~ BANKS 4
    __syncthreads();
    out[threadIdx.x] = s[0];
}
// Every second lane comes, in words of its own.
__global__ void masked_by_two(float *out) {
    __shared__ float s[1024];
    if (threadIdx.x % 2 == 0) s[16 * (threadIdx.x % 32)] = 1; //~ BANKS 16
    __syncthreads();
    out[threadIdx.x] = s[0];
}
// Of one lane nobody waits for another.
__global__ void one_lane(float *out) {
    __shared__ float s[1024];
    if (threadIdx.x == 0) s[96] = 1;
    __syncthreads();
    out[threadIdx.x] = s[96];
}
// blockDim.x = 1024: with k = 16 the index is 32 * threadIdx.x.
__global__ void __launch_bounds__(1024) interleaved(float *g) {
    __shared__ float s[1024];
    s[threadIdx.x] = g[threadIdx.x];
    __syncthreads();
    for (unsigned k = 1; k < blockDim.x; k *= 2) {
        unsigned index = 2 * k * threadIdx.x;
        if (index < blockDim.x) s[index] += s[index + k]; //~ BANKS 32
        __syncthreads();
    }
    if (threadIdx.x == 0) g[0] = s[0];
}
// Threads that go on are not next to each other, but each accesses a cell of its own.
__global__ void divergent(float *g) {
    __shared__ float s[256];
    s[threadIdx.x] = g[threadIdx.x];
    __syncthreads();
    for (unsigned k = 1; k < blockDim.x; k *= 2) {
        if (threadIdx.x % (2 * k) == 0) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) g[0] = s[0];
}
__global__ void sequential(float *g) {
    __shared__ float s[256];
    s[threadIdx.x] = g[threadIdx.x];
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) g[0] = s[0];
}
// The pitch is any: 32 is the worst.
__global__ void pitched(float *out, int pitch) {
    extern __shared__ float d[];
    d[pitch * threadIdx.x] = 1; //~ BANKS 32
    __syncthreads();
    out[threadIdx.x] = d[0];
}
// A row of a tile by row of threads, column by iteration: all lanes of a row read one word.
__global__ void product(float *out) {
    __shared__ float a[32][32], b[32][32];
    a[threadIdx.y][threadIdx.x] = 1;
    b[threadIdx.y][threadIdx.x] = 2;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 32; k++) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    out[threadIdx.y * 32 + threadIdx.x] = sum;
}
// The other product: rows by column of threads.
__global__ void product_of_rows(float *out) {
    __shared__ float a[32][32], b[32][32];
    a[threadIdx.y][threadIdx.x] = 1;
    b[threadIdx.y][threadIdx.x] = 2;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 32; k++) sum += a[threadIdx.y][k] * b[threadIdx.x][k]; //~ BANKS 32
    out[threadIdx.y * 32 + threadIdx.x] = sum;
}
// Backwards is as good as forwards, and round by one too.
__global__ void turned(float *out) {
    __shared__ float s[256];
    s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[255 - threadIdx.x] + s[(threadIdx.x + 1) % 256];
}
// What is read from memory says the cell: nothing is known.
__global__ void histogram(int *out, const int *in) {
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[in[threadIdx.x] & 255], 1);
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
// Where the row begins is read from memory, which turns the banks and no more.
__global__ void shifted(float *out, const int *row) {
    __shared__ float s[1024];
    s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[(row[0] & 15) * 32 + 2 * (threadIdx.x & 31)]; //~ BANKS 2
}
// `ldmatrix`: eight lanes at a time read rows of 16 bytes. Rows of 128 bytes begin in one bank.
__device__ unsigned rows(const unsigned short *row) {
    unsigned a, b, c, d;
    unsigned at = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" //~ BANKS 8
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at) : "memory");
    return a + b + c + d;
}
__device__ unsigned padded_rows(const unsigned short *row) {
    unsigned a, b, c, d;
    unsigned at = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at) : "memory");
    return a + b + c + d;
}
__global__ void matrices(unsigned *out) {
    __shared__ __align__(16) unsigned short s[16][64];
    out[threadIdx.x] = rows(&s[threadIdx.x % 16][threadIdx.x / 16 % 2 * 8]);
}
// 144 bytes from row to row: four banks on.
__global__ void padded_matrices(unsigned *out) {
    __shared__ __align__(16) unsigned short s[16][72];
    out[threadIdx.x] = padded_rows(&s[threadIdx.x % 16][threadIdx.x / 16 % 2 * 8]);
}
// Rows of 128 bytes, with the sixteen bytes of a row mixed with its number.
__global__ void swizzled_matrices(unsigned *out) {
    __shared__ __align__(16) unsigned short s[16][64];
    unsigned row = threadIdx.x % 16, part = threadIdx.x / 16 % 2;
    out[threadIdx.x] = padded_rows(&s[row][(part ^ row % 8) * 8]);
}
