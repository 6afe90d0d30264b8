// Vectors longer than a number have one value where all their components have: all threads write what one of them would.
struct Vector {
    float of[3];
    __device__ explicit Vector(float all) {
        for (int i = 0; i < 3; ++i) of[i] = all;
    }
    __device__ Vector(float x, float y, float z) : of{x, y, z} {}
};
__device__ Vector operator+(const Vector &a, const Vector &b) {
    Vector sum(0.0f);
    for (int i = 0; i < 3; ++i) sum.of[i] = a.of[i] + b.of[i];
    return sum;
}
__global__ void inverse(const Vector *extent, Vector *out) {
    const Vector wider = extent[0] + Vector(0.5f);
    *out = Vector(1 / wider.of[0], 1 / wider.of[1], 1 / wider.of[2]); //~ BENIGN
}
__global__ void row_by_warps(const float4 *row, float4 *out) {
    out[threadIdx.x % 32] = row[threadIdx.x % 32]; //~ BENIGN
}
void launch(const Vector *extent, Vector *out, const float4 *row, float4 *rows) {
    inverse<<<1, 256>>>(extent, out);
    row_by_warps<<<1, 256>>>(row, rows);
}
