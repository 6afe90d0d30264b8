// Rows whose last vector may reach into the next one: an address that is no multiple of 16 is none for a vector, so where
// rows are not made of whole vectors, this cannot run.
__device__ void put(float *at, float4 v) {
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(at), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w) : "memory");
}

__global__ void rows(float *out, float4 v, int columns) {
    int column = 4 * threadIdx.x;
    if (column < columns)
        put(out + blockIdx.x * columns + column, v);
}

__global__ void staged(float *out, const float *in, int columns) {
    __shared__ __align__(16) float tile[2048];
    int column = 4 * threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(tile + threadIdx.y * columns + column);
    if (column < columns)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + column) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    if (threadIdx.y == 0)
        out[threadIdx.x] = tile[2047 - threadIdx.x];
}

int main(int columns, char **) {
    rows<<<64, 256>>>(nullptr, make_float4(0, 0, 0, 0), columns);
    staged<<<1, dim3(32, 8)>>>(nullptr, nullptr, columns);
}
