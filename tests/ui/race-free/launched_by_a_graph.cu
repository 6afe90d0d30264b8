// A stream that becomes a graph, and a kernel that is one of its nodes.
#include <cuda_runtime.h>
__global__ void twice(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] *= 2;
    }
}
void run(float *x, int n, cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    twice<<<(n + 255) / 256, 256, 0, stream>>>(x, n);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphNode_t node;
    void *arguments[] = {&x, &n};
    cudaKernelNodeParams params = {};
    params.func = (void *)twice;
    params.gridDim = dim3((n + 127) / 128);
    params.blockDim = dim3(128);
    params.kernelParams = arguments;
    cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params);
    size_t nodes = 0;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
    cudaGraphExecUpdateResultInfo what;
    if (cudaGraphExecUpdate(ready, graph, &what) != cudaSuccess && what.result != cudaGraphExecUpdateSuccess) {
        cudaGraphInstantiate(&ready, graph, 0);
    }
    cudaGraphLaunch(ready, stream);
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
}
