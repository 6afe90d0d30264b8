// raceproof: --block-dim 64 --grid-dim 1
// Bit-fields are cut out by shifts, which just move bits: both may be positive.
struct Pair { int a : 20, b : 12; };
__global__ void k(int *out, const Pair *p)
{
    Pair q = p[blockIdx.x];
    if (q.a > 0 && q.b > 0)
        out[0] = threadIdx.x; //~ RACE
}
