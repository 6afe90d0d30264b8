// As race-free/vectors_of_one_value, but one component of the vector, or what is copied, is a thread's own.
struct Vector {
    float of[3];
    __device__ Vector(float x, float y, float z) : of{x, y, z} {}
};
__global__ void inverse(const Vector *extent, Vector *out) {
    const Vector &e = extent[0];
    *out = Vector(1 / e.of[0], 1 / e.of[1], e.of[2] * threadIdx.x); //~ RACE
}
__global__ void row_by_warps(const float4 *row, float4 *out) {
    out[threadIdx.x % 32] = row[threadIdx.x]; //~ RACE
}
// What is copied is written by the launch itself.
__global__ void moved(Vector *vectors) {
    vectors[threadIdx.x / 2] = vectors[threadIdx.x]; //~ RACE
}
void launch(const Vector *extent, Vector *out, const float4 *row, float4 *rows) {
    inverse<<<1, 256>>>(extent, out);
    row_by_warps<<<1, 256>>>(row, rows);
    moved<<<1, 256>>>(out);
}
