// Gone from CUDA 12, and still in older code.
texture<float, 2, cudaReadModeElementType> image;
texture<unsigned char, cudaTextureType1D, cudaReadModeNormalizedFloat> bytes;

__global__ void fetch(float *a) { a[0] = tex2D(image, 1.0f, 2.0f) + tex1D(bytes, 1.0f) + tex1Dfetch(bytes, 2); }

int main() {
    float *a = nullptr;
    image.normalized = 0;
    image.filterMode = cudaFilterModePoint;
    image.addressMode[0] = cudaAddressModeClamp;
    cudaBindTexture(0, image, a, 16);
    fetch<<<1, 1>>>(a);
    cudaUnbindTexture(image);
}
