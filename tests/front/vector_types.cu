// dim3, the vector types and the builtin variables.
#define ALL(name, T) \
    { \
        name##1 a = make_##name##1((T)1); \
        name##2 b = make_##name##2((T)1, (T)2); \
        name##3 c = make_##name##3((T)1, (T)2, (T)3); \
        name##4 d = make_##name##4((T)1, (T)2, (T)3, (T)4); \
        p[0] += (int)(a.x + b.y + c.z + d.w); \
        static_assert(sizeof(name##1) == sizeof(T) && sizeof(name##3) == 3 * sizeof(T), ""); \
        static_assert(alignof(name##2) == 2 * sizeof(T), ""); \
        static_assert(alignof(name##4) == (sizeof(T) < 4 ? 4 * sizeof(T) : 16), ""); \
    }

__host__ __device__ void all(int *p) {
    ALL(char, signed char) ALL(uchar, unsigned char) ALL(short, short) ALL(ushort, unsigned short)
    ALL(int, int) ALL(uint, unsigned) ALL(long, long) ALL(ulong, unsigned long)
    ALL(longlong, long long) ALL(ulonglong, unsigned long long) ALL(float, float) ALL(double, double)
}

__constant__ float4 table[16];
__device__ int counter;

__global__ void __launch_bounds__(256, 2) shapes(int *p, float4 *v) {
    all(p);
    dim3 block = blockDim;
    uint3 thread = threadIdx;
    dim3 grid(gridDim.x, gridDim.y);
    const uint3 place = blockIdx;
    p[1] = block.x + thread.y + grid.z + place.z + warpSize + counter;
    v[threadIdx.x] = table[threadIdx.y];
    size_t wide = p[1];
    uint32_t narrow = (uint32_t)wide;
    p[2] = narrow;
}

int main() {
    dim3 blocks(4), threads = dim3(16, 16);
    uint3 shape = threads;
    shapes<<<blocks, threads, 0, 0>>>(nullptr, nullptr);
    shapes<<<1, shape.x>>>(nullptr, nullptr);
}
