// nvcc takes `alignas` behind `__shared__`, also before a type that has a name.
#include <cstdint>
#include <cuda.h>

__global__ void turn(uint8_t *out, const uint8_t *in, const __grid_constant__ CUtensorMap map) {
    __shared__ alignas(16) uint8_t tile[256];
    tile[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = tile[255 - threadIdx.x];
}

CUresult launch(uint8_t *out, const uint8_t *in, int n) {
    CUtensorMap map;
    cuuint64_t extents[2] = {256, static_cast<cuuint64_t>(n)}, strides[1] = {256};
    cuuint32_t box[2] = {256, 1}, steps[2] = {1, 1};
    CUresult made = cuTensorMapEncodeTiled(
        &map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, out, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
        CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    turn<<<n, 256>>>(out, in, map);
    return made;
}
