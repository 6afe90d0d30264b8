// Strings that nobody writes meanwhile, or that are the thread's own.
extern "C" int printf(const char *, ...);

struct Label {
    char text[16];
    int number;
};

__global__ void chosen(int *out, int n) {
    const char *word = n > 3 ? "many" : "few";
    printf("%s: %d\n", word, out[threadIdx.x]);
    out[threadIdx.x] = n;
}

__global__ void passed(int *out, const char *name, Label label) {
    printf("%s, %s: %d\n", name, label.text, out[threadIdx.x]);
    out[threadIdx.x] = label.number;
}

__global__ void own(int *out) {
    char text[8];
    for (int i = 0; i < 7; i++)
        text[i] = 'a' + i;
    text[7] = 0;
    printf("%s\n", text);
    out[threadIdx.x] = 1;
}

// Thread 0 writes before a barrier what all print behind it.
__global__ void shared_text(int *out) {
    __shared__ char text[4];
    if (threadIdx.x < 4)
        text[threadIdx.x] = threadIdx.x < 3 ? 'x' : 0;
    __syncthreads();
    printf("%s %d\n", text, out[threadIdx.x]);
    out[threadIdx.x] = 1;
}
