// Rows that are copied two words at a time, but not as vectors: where their length is odd, two rows meet at any address.
__global__ void rows(float *out, const float *in, int columns) {
    const float *from = in + blockIdx.x * columns + threadIdx.x;
    float *to = out + blockIdx.x * columns + 2 * threadIdx.x;
    if (2 * threadIdx.x < columns) {
        asm volatile("st.global.f32 [%0], %1;" ::"l"(to), "f"(from[0]) : "memory"); //~ RACE
        asm volatile("st.global.f32 [%0+4], %1;" ::"l"(to), "f"(from[1]) : "memory"); //~ RACE
    }
}

int main() {
    rows<<<64, 256>>>(nullptr, nullptr, 101);
}
