// A box of an array that starts at first indices, as codes that came from Fortran have it: its rows are as long as
// `last - first + 1`, and the threads go through a part of them. Rows may overlap unless they hold that part.

__global__ void scale(int from_i, int from_j, int to_i, int to_j, int first_i, int last_i, int first_j, const float *by, float *data) {
    int ni = last_i - first_i + 1;
    int i = from_i + threadIdx.x + blockIdx.x * blockDim.x;
    int j = from_j + threadIdx.y + blockIdx.y * blockDim.y;
    if (i < to_i && j < to_j) {
        data[(i - first_i) + ni * (j - first_j)] += threadIdx.x * by[i + j];  //~ RACE
    }
}
