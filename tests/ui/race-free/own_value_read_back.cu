// Every thread of a block writes one value to a shared variable and reads it back, without a barrier: what it reads is its
// own value or an equal one.
__global__ void rows(const float *a, float *d, int pitch, int n) {
    __shared__ int first, end;
    first = 16 * blockIdx.y;               //~ BENIGN
    end = 16 * blockIdx.y + (n - 1);       //~ BENIGN
    float s = 0;
    for (int i = first; i <= end; i++) s += a[i * pitch + threadIdx.x]; //~ BENIGN
    d[blockIdx.y * 256 + threadIdx.x] = s;
}
void run(const float *a, float *d, int pitch, int n) { rows<<<dim3(1, 8), 256>>>(a, d, pitch, n); }
