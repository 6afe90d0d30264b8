//! The parts of the program that are the same for all findings.
//!
//! They are text for nvcc: `tests/toolkit/` compiles them.

/// What comes first.
pub(super) const HEADERS: &str =
    "#include <cuda_runtime.h>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <vector>\n\n";

/// What every program has, in a namespace of its own, which it leaves open.
pub(super) const HELPERS: &str = r#"namespace raceproof_reproduce {

inline void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::printf("CUDA: %s\n", cudaGetErrorString(error));
        std::exit(2);
    }
}

inline void put(unsigned char *to, unsigned long long value, int bytes)
{
    std::memcpy(to, &value, bytes);
}

/// Global memory with room in front of and behind what a pointer points to.
struct Buffer {
    const char *name;
    unsigned long long before, bytes;
    char *start;
    std::vector<char> first, now;

    Buffer(const char *name, unsigned long long before, unsigned long long behind) : name(name), before(before), bytes(before + behind)
    {
        void *all = nullptr;
        check(cudaMalloc(&all, bytes));
        start = static_cast<char *>(all) + before;
    }

    Buffer(const char *name, char *start, unsigned long long bytes) : name(name), before(0), bytes(bytes), start(start)
    {
    }

    void set(long long at, unsigned long long value, int bytes)
    {
        check(cudaMemcpy(start + at, &value, bytes, cudaMemcpyHostToDevice));
    }

    /// Whether memory is not what it was after the first run.
    bool differs(int run)
    {
        now.resize(bytes);
        check(cudaMemcpy(now.data(), start - before, bytes, cudaMemcpyDeviceToHost));
        if (run == 0) {
            first.swap(now);
            return false;
        }
        if (std::memcmp(first.data(), now.data(), bytes) == 0)
            return false;
        unsigned long long at = 0;
        while (first[at] == now[at])
            at++;
        std::printf("run %d: `%s` differs from the first run at byte %lld\n", run, name, (long long)(at - before));
        return true;
    }
};

/// Where a variable of the device lies.
template <typename T>
char *address(const T &variable)
{
    void *at = nullptr;
    check(cudaGetSymbolAddress(&at, variable));
    return static_cast<char *>(at);
}

/// Others in each buffer, and along no line: copies and averages change something.
inline unsigned number(unsigned i, unsigned buffer)
{
    unsigned x = (i + 1) * 2654435761u + buffer * 97531u;
    x = (x ^ x >> 15) * 2246822519u;
    return (x >> 16) % 61 + 1;
}

/// Every other run goes without, as the first one does, with which all are compared; and in long loops not each iteration waits.
inline void allow_pauses(int run)
{
    const unsigned most = run % 2 ? 1000 : 0;
    check(cudaMemcpyToSymbol(pauses_left, &most, sizeof(most)));
}

/// Zeros, or small numbers, which are small floating-point numbers too.
inline void fill(Buffer **buffers, bool with_numbers)
{
    for (unsigned at = 0; *buffers; buffers++, at++) {
        std::vector<unsigned> words((*buffers)->bytes / sizeof(unsigned) + 1);
        for (size_t i = 0; with_numbers && i < words.size(); i++)
            words[i] = number(unsigned(i), at);
        check(cudaMemcpy((*buffers)->start - (*buffers)->before, words.data(), (*buffers)->bytes, cudaMemcpyHostToDevice));
    }
}

/// Pointers to the same memory, as many as bytes have room for.
inline std::vector<char *> pointers(const Buffer &to, size_t bytes)
{
    return std::vector<char *>(bytes / sizeof(char *) + 1, to.start);
}

inline void point(const Buffer &from, const Buffer &to)
{
    check(cudaMemcpy(from.start - from.before, pointers(to, from.bytes).data(), from.bytes, cudaMemcpyHostToDevice));
}

/// Bytes of dynamic shared memory, as many as what the kernel itself has leaves room for.
inline size_t room(const void *kernel, size_t wanted)
{
    cudaFuncAttributes attributes;
    check(cudaFuncGetAttributes(&attributes, kernel));
    const size_t most = 48 << 10, own = (attributes.sharedSizeBytes + 1023) / 1024 * 1024;
    return own + wanted <= most ? wanted : own < most ? most - own : 0;
}

inline bool differ(Buffer **buffers, int run)
{
    bool any = false;
    for (; *buffers; buffers++)
        any |= (*buffers)->differs(run);
    return any;
}

"#;

/// For kernels with shared memory.
pub(super) const SHARED: &str = r#"__global__ void fill_shared(unsigned word, int words)
{
    extern __shared__ volatile unsigned raceproof_shared_words[];
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        raceproof_shared_words[i] = word;
}

/// Nobody clears shared memory: a thread that reads too early reads what the launch before has left, which would be the same.
inline void leave_in_shared(unsigned word)
{
    const void *kernel = (const void *)&fill_shared;
    int device = 0, processors = 0, bytes = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    int words = bytes / int(sizeof(unsigned));
    void *arguments[] = {&word, &words};
    check(cudaLaunchKernel(kernel, processors, 256, arguments, bytes, 0));
}

"#;

/// For launches in clusters.
pub(super) const CLUSTERS: &str = r#"/// A launch in clusters; a kernel may say itself how large they are.
inline cudaError_t launch_clusters(const void *kernel, dim3 grid, dim3 block, dim3 cluster, void **arguments, size_t shared)
{
    cudaFuncAttributes attributes;
    check(cudaFuncGetAttributes(&attributes, kernel));
    if (attributes.requiredClusterWidth > 0)
        return cudaLaunchKernel(kernel, grid, block, arguments, shared, 0);
    if (cluster.x * cluster.y * cluster.z > 8)
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster.x;
    attribute.val.clusterDim.y = cluster.y;
    attribute.val.clusterDim.z = cluster.z;
    cudaLaunchConfig_t launch = {};
    launch.gridDim = grid;
    launch.blockDim = block;
    launch.dynamicSmemBytes = shared;
    launch.attrs = &attribute;
    launch.numAttrs = 1;
    return cudaLaunchKernelExC(&launch, kernel, arguments);
}

"#;

/// The end of the namespace.
pub(super) const HELPERS_END: &str = "} // namespace raceproof_reproduce\n\n";

/// What follows the launch.
pub(super) const LOOP_END: &str = r#"        rp::check(cudaGetLastError());
        rp::check(cudaDeviceSynchronize());
        differing += rp::differ(buffers, run);
    }
"#;

/// The end of `main`; `OTHER` is what else to try, `DOUBT` what else it may be.
pub(super) const TAIL: &str = r#"    if (differing)
        std::printf("damage: %d of %d runs on the same memory came out differentlyDOUBT\n", differing, runs);
    else
        std::printf("no damage seen in %d runs of memory full of %s; try `%s %d %s`, or OTHER\n", runs,
                    count > 2 ? "numbers" : "zeros", words[0], runs, count > 2 ? "" : "numbers");
    return differing ? 1 : 0;
}
"#;
