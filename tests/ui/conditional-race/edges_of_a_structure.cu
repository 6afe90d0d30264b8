// A sparse matrix by rows, in a structure that is passed by value: contracts on contents name its fields.
struct Graph {
    int nodes;
    const int *first;
    const int *other;
    const float *weight;
};

__global__ void fill(Graph graph, float *matrix, int pitch) {
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= graph.nodes) return;
    for (int edge = graph.first[node]; edge < graph.first[node + 1]; edge++)
        matrix[node * pitch + graph.other[edge]] = graph.weight[edge] + node; //~ RACE
}

// Each target is named once.
struct Targets {
    const int *to;
    int count;
};

__global__ void scatter(Targets targets, float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < targets.count) out[targets.to[i]] = in[i] + i; //~ RACE
}
