// What is stored has no number of its own, but the thread's place is in it.
__global__ void points(float4* out) {
  *out = make_float4(threadIdx.x, 0.0f, 0.0f, 0.0f); //~ RACE
}
