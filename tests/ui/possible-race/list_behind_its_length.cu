// The last element of a structure may stand for any number of them.
struct List {
    int length;
    int item[1];
};

__global__ void shift(List *list) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < list->length) {
        list->item[i] = list->item[i + 1];  //~ RACE
    }
}
