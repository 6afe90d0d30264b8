// Vectors in inline assembly: two threads have the same vector.
__global__ void scale(float *out, const float *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("st.global.v2.f32 [%0], {%1, %1};" ::"l"(out + i / 2 * 2), "f"(in[i]) : "memory"); //~ RACE
}
