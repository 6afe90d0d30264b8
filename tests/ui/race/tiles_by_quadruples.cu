// As conditional-race/tiles_by_quadruples, but each thread takes four numbers more than it is to: those of its neighbour.
constexpr int SIDE = 128, OWN = 8;
__global__ void scale_tiles(float *matrix, int columns, float by) {
    const int row = threadIdx.x / (SIDE / OWN), column = threadIdx.x % (SIDE / OWN);
    float *tile = matrix + blockIdx.y * SIDE * columns + blockIdx.x * SIDE;
    for (int i = 0; i < OWN; ++i) {
        for (int j = 0; j <= OWN; j += 4) {
            float4 *four = reinterpret_cast<float4 *>(&tile[(row * OWN + i) * columns + column * OWN + j]);
            float4 old = *four;                                                //~ RACE
            *four = float4{old.x * by, old.y * by, old.z * by, old.w * by}; //~ RACE
        }
    }
}
void launch(float *matrix, int rows, int columns, float by) {
    dim3 tiles((columns + SIDE - 1) / SIDE, (rows + SIDE - 1) / SIDE);
    scale_tiles<<<tiles, (SIDE / OWN) * (SIDE / OWN)>>>(matrix, columns, by);
}
