// Each thread has a strip of its own, as long as the division by the number of threads makes it; the last one takes the rest.
typedef unsigned long size;

__global__ void rounded_up(float *out, const float *in, size n) {
  size threads = (size)gridDim.x * blockDim.x, length = (n + threads - 1) / threads;
  size t = (size)blockIdx.x * blockDim.x + threadIdx.x;
  for (size i = t * length; i < (t + 1) * length && i < n; i++)
    out[i] = in[i];
}

__global__ void rest_for_the_last(float *out, const float *in, size n) {
  size threads = (size)gridDim.x * blockDim.x, length = n / threads;
  size t = (size)blockIdx.x * blockDim.x + threadIdx.x;
  size end = t == threads - 1 ? n : (t + 1) * length;
  for (size i = t * length; i < end; i++)
    out[i] = in[i];
}

// What is a multiple of four goes four at a time.
__global__ void without_the_remainder(float *out, const float *in, size n) {
  size i = (size)blockIdx.x * blockDim.x + threadIdx.x, whole = n - n % 4;
  if (4 * i < whole)
    ((float4 *)out)[i] = ((const float4 *)in)[i];
  if (whole + i < n)
    out[whole + i] = in[whole + i];
}
