// Rows of pairs whose start is counted in single numbers: a row of `n` numbers has to have pairs for all threads of a block.
__global__ void of_pairs(float2 *out, const float2 *in, int n)
{
    int i = blockIdx.x * n / 2 + threadIdx.x;
    out[i] = make_float2(out[i].x + in[i].x, out[i].y + in[i].y); //~ RACE
}
