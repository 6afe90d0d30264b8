// Vectors in inline assembly: a vector's second half is the neighbour's first.
__global__ void scale(float *out, const float *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("st.global.v2.f32 [%0], {%1, %1};" ::"l"(out + i), "f"(in[i]) : "memory"); //~ RACE
}
