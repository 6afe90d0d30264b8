// As box_of_three_axes, with the address of the box's first cell taken out, as macros for such arrays do.

__global__ void scale(int from_i, int from_j, int from_k, int to_i, int to_j, int to_k, int first_i, int last_i, int first_j,
                      int last_j, int first_k, const float *by, float *data) {
    int ni = last_i - first_i + 1, nij = ni * (last_j - first_j + 1);
    int base = -(first_i + ni * first_j + nij * first_k);
    int i = from_i + threadIdx.x + blockIdx.x * blockDim.x;
    int j = from_j + threadIdx.y + blockIdx.y * blockDim.y;
    int k = from_k + threadIdx.z + blockIdx.z * blockDim.z;
    if (i < to_i && j < to_j && k < to_k) {
        data[base + i + ni * j + nij * k] += threadIdx.x * by[i + j];  //~ RACE
    }
}
