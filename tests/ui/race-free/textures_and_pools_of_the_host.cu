// A host that makes textures of arrays, takes memory from a pool and waits for a function in the thread's own stream.
#include <cuda_runtime.h>
#include <string.h>

__global__ void scaled(cudaTextureObject_t image, float *out, int width, int height, float by) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        out[y * width + x] = by * tex2D<float>(image, x, y);
    }
}

static void done(void *count) {
    ++*(int *)count;
}

cudaError_t run(const float *image, size_t pitch, float *result, int width, int height, int *count) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t cells;
    cudaMallocArray(&cells, &format, width, height);
    cudaMemcpy2DToArray(cells, 0, 0, image, pitch, width * sizeof(float), height, cudaMemcpyHostToDevice);
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = cells;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);

    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    unsigned long long kept = ~0ull;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept);
    float *out;
    cudaMallocFromPoolAsync(&out, width * height * sizeof(float), pool, cudaStreamPerThread);
    const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    scaled<<<grid, block, 0, cudaStreamPerThread>>>(texture, out, width, height, 2.f);
    cudaMemcpyAsync(result, out, width * height * sizeof(float), cudaMemcpyDeviceToHost, cudaStreamPerThread);
    cudaLaunchHostFunc(cudaStreamPerThread, done, count);
    cudaPointerAttributes of_result;
    cudaPointerGetAttributes(&of_result, result);
    return of_result.type == cudaMemoryTypeDevice ? cudaErrorInvalidHostPointer : cudaStreamSynchronize(cudaStreamPerThread);
}
