// The runtime's calls around a launch.
#include <cuda.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <math_constants.h>
#include <stdio.h>
#include <stdlib.h>
#define CHECK(call) \
    do { \
        cudaError_t error = call; \
        if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error)), exit(EXIT_FAILURE); \
    } while (0)

__constant__ int scale;
__device__ float result[4];

__global__ void kernel(float *a, cudaTextureObject_t object, cudaSurfaceObject_t target) {
    a[0] = tex2D<float>(object, 1.0f, 2.0f) + tex1Dfetch<float4>(object, 3).x + CUDART_PI_F;
    surf2Dwrite(a[0], target, 0, 4);
    printf("%d %f\n", scale, a[0]);
}

int main(int argc, char **argv) {
    float *a = nullptr, *h = (float *)malloc(16), ms;
    void *v = nullptr;
    cudaStream_t stream;
    cudaEvent_t start, stop;
    cudaDeviceProp properties;
    int device = 0, blocks = 0;
    CHECK(cudaGetDeviceCount(&device));
    CHECK(cudaSetDevice(0));
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaMalloc(&a, 16));
    CHECK(cudaMalloc((void **)&a, properties.multiProcessorCount));
    CHECK(cudaMallocManaged(&a, 16));
    CHECK(cudaMalloc(&v, 16));
    CHECK(cudaMemcpyToSymbol(scale, h, 4));
    CHECK(cudaMemcpyFromSymbol(h, result, 16));
    CHECK(cudaMemcpy(a, h, 16, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(a, 0, 16));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMemcpyAsync(h, a, 16, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start, stream));
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0));
    kernel<<<dim3(blocks), 256, 1024, stream>>>(a, 0, 0);
    void *arguments[] = {&a};
    CHECK(cudaLaunchCooperativeKernel((void *)kernel, dim3(1), dim3(32), arguments));
    CHECK(cudaLaunchKernel((void *)kernel, dim3(1), dim3(32), arguments, 0, stream));
    CHECK(cudaPeekAtLastError());
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(a));
    CHECK(cudaDeviceReset());
    return argc;
}

// Helper headers ask for the runtime by its include guards.
#if !defined(__CUDA_RUNTIME_H__) || !defined(__DRIVER_TYPES_H__)
#error "the runtime's headers count as included"
#endif

int modes() {
  int mode = cudaComputeModeDefault, integrated = 0, pageable = 0;
  cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0);
  cudaDeviceGetAttribute(&integrated, cudaDevAttrIntegrated, 0);
  cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, 0);
  return mode == cudaComputeModeProhibited ? 0 : integrated + pageable;
}

int devices() {
  int version = 0, can = 0, blocks = 0;
  size_t limit = 0;
  cudaDeviceProp properties;
  cudaEvent_t event;
  CHECK(cudaSetDeviceFlags(cudaDeviceMapHost | cudaDeviceScheduleBlockingSync));
  CHECK(cudaDriverGetVersion(&version));
  CHECK(cudaRuntimeGetVersion(&version));
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 1));
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  CHECK(cudaEventCreateWithFlags(&event, cudaEventBlockingSync | cudaEventDisableTiming));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernel, 32, 0, cudaOccupancyDefault));
  CHECK(cudaHostUnregister(&blocks));
  CHECK(cudaGetDeviceProperties(&properties, 0));
  return cudaGetLastError() == cudaErrorIllegalAddress ? properties.pciBusID : can + blocks;
}
