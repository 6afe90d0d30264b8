// The launches pass two objects. One of the variables was changed by way of a pointer to it.
__global__ void copy(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x ^ 1]; }

void chosen(bool first, int n) {
    int *p, *q;
    cudaMalloc(&p, n);
    cudaMalloc(&q, n);
    int *both[2] = {p, p};
    int **changed = first ? &both[0] : &both[1];
    *changed = q;
    copy<<<1, 32>>>(both[0], both[1]);
}

struct Out {
    int **where;
};
void fill(Out *out);

void by_structure(int n) {
    int *p;
    cudaMalloc(&p, n);
    int *q = p;
    Out out = {&q};
    fill(&out);
    copy<<<1, 32>>>(p, q);
}
