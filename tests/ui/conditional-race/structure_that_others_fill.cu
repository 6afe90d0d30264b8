// What becomes of a structure that the host passes by value is not seen, or the fields differ from launch to launch.
struct Rows {
    float *out;
    int rows, columns;
    unsigned pitch;
    float scale;
};

__global__ void scale(Rows r) {
    for (int i = threadIdx.x; i < r.columns; i += blockDim.x)
        r.out[blockIdx.x * r.pitch + i] *= r.scale; //~ RACE
}

__global__ void halve(Rows r) {
    for (int i = threadIdx.x; i < r.columns; i += blockDim.x)
        r.out[blockIdx.x * r.pitch + i] /= r.scale; //~ RACE
}

void change(Rows *r);

int main(int argc, char **) {
    Rows r;
    cudaMalloc(&r.out, 10000 * argc * sizeof(float));
    r.rows = argc, r.columns = 100, r.pitch = 100, r.scale = 2;
    change(&r);
    scale<<<r.rows, 128>>>(r);
    Rows other;
    other.out = r.out, other.rows = argc, other.columns = 100, other.pitch = 100, other.scale = 2;
    for (int i = 0; i < argc; i++) {
        halve<<<other.rows, 128>>>(other);
        other.pitch -= 7;
    }
}
