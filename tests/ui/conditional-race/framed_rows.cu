// Images with a frame, in rows of so many bytes: the host checks the pitch against the image without its frame.
struct Colour {
    unsigned char r, g, b;
};

__global__ void framed(const Colour *in, Colour *out, int rows, int cols, int pitch, int top, int bottom, int left, int right)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols + left + right || y >= rows + top + bottom)
        return;
    Colour *row = (Colour *)((char *)out + y * pitch);
    row[x] = in[x % cols]; //~ RACE
}

void run(const Colour *in, Colour *out, int rows, int cols, int pitch, int top, int bottom, int left, int right)
{
    if (rows < 1 || cols < 1 || top < 0 || bottom < 0 || left < 0 || right < 0 || pitch < 3 * cols)
        return;
    dim3 block(32, 4), grid((cols + left + right + 31) / 32, (rows + top + bottom + 3) / 4);
    framed<<<grid, block>>>(in, out, rows, cols, pitch, top, bottom, left, right);
}
