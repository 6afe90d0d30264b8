// nvcc takes specialisations for host and device of a template that is for the device alone: the one for two channels is meant.
template <class T>
__device__ int channels(T) { return 3; }
template <>
__host__ __device__ int channels(float2) { return 2; }

__global__ void clear(float* out, float2 colour) {
  for (int i = 0; i < 3; ++i) out[threadIdx.x * channels(colour) + i] = threadIdx.x; //~ RACE
}

void launch(float* out, float2 colour) { clear<<<1, 64>>>(out, colour); }
