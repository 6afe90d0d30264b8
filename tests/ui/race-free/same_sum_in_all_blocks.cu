// The blocks of a row of the grid all compute the sum of one row of `in`, which nobody writes, and write the same quotients.
__global__ void normalize(const float *in, float *out, int n, int rows) {
    int row = blockIdx.y, t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n && row < rows) {
        float sum = 0;
        for (int i = 0; i < n; i++) sum += in[row * n + i];
        for (int i = 0; i < n; i++) out[row * n + i] = in[row * n + i] / sum; //~ BENIGN
    }
}
void run(const float *in, float *out) { normalize<<<dim3(4, 32), 256>>>(in, out, 1024, 32); }
