// raceproof: --block-dim 64 --grid-dim 1
// As in possible-race/bit_fields, but each thread has a cell.
struct Pair { int a : 20, b : 12; };
__global__ void k(int *out, const Pair *p)
{
    Pair q = p[threadIdx.x];
    if (q.a > 0 && q.b > 0)
        out[threadIdx.x] = q.a;
}
