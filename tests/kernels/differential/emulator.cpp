// Runs kernels for a given launch, thread by thread and barrier by barrier, and names the arrays with races.
//
// Threads are coroutines, which only a barrier interrupts. Two accesses by different threads race if they share a byte,
// one writes, not both are atomic, and they are in different blocks or between the same two barriers. A race of writes
// of the same value to the same cell only is printed apart. Runs with undefined behaviour are reported as such.
// Reads one launch per line: kernel, block (x y), grid (x y), n, m, u, seed, schedule; prints one line for each.
#include "emulator.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>

rp_dim threadIdx, blockIdx, blockDim, gridDim;
__attribute__((section("rpshared"), aligned(1024))) static char dynamic[4096 * 3];
char *const rp_dynamic = dynamic + 4096;
extern char __start_rpshared[] __attribute__((weak)), __stop_rpshared[] __attribute__((weak));
extern char __executable_start[], end[];

namespace {
enum Mode : uint8_t { Read, Write, Atomic };
enum State : uint8_t { Ready, Waiting, Finished };
struct Access { uintptr_t address; unsigned bytes; int thread, block, phase; Mode mode; uint64_t value; };
struct Object { std::string name; uintptr_t start, stop; };
struct Thread { ucontext_t context; State state; void *site; rp_dim index; int number; };

const size_t STACK = 64 << 10, STEPS = 20000, REACH = 1 << 18;
std::vector<Access> accesses;
// The phase in which a thread of a block returned.
std::map<std::pair<int, int>, int> returned;
std::vector<Object> shared_objects, global_objects;
std::vector<Thread> threads;
std::vector<char *> stacks;
ucontext_t scheduler;
Thread *current;
int phase, block_number, pending = -1;
size_t steps;
std::string stopped;
bool wrapped, zeros;
uint64_t random_state;

uint64_t draw() {
    uint64_t z = random_state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

// The value of the last write, known once the thread went on.
void settle() {
    if (pending >= 0) {
        Access &a = accesses[pending];
        a.value = 0;
        memcpy(&a.value, (void *)a.address, std::min(a.bytes, 8u));
    }
    pending = -1;
}

void stop(const char *why) {
    if (stopped.empty()) stopped = why;
    pending = -1;
    if (current) swapcontext(&current->context, &scheduler);
}

const Object *object(uintptr_t address, unsigned bytes) {
    for (auto *objects : {&shared_objects, &global_objects})
        for (const Object &o : *objects)
            if (o.start <= address && address + bytes <= o.stop) return &o;
    return nullptr;
}

void access(void *pointer, unsigned bytes, Mode mode) {
    if (!current) return;
    settle();
    if (++steps > STEPS) return stop("endless");
    auto address = (uintptr_t)pointer;
    auto stack = (uintptr_t)stacks[current->number];
    if (stack <= address && address < stack + STACK) return;
    if (object(address, bytes)) {
        accesses.push_back({address, bytes, current->number, block_number, phase, mode, 0});
        if (mode == Write) pending = (int)accesses.size() - 1;
        return;
    }
    bool shared = (uintptr_t)__start_rpshared <= address && address < (uintptr_t)__stop_rpshared;
    bool image = (uintptr_t)__executable_start <= address && address < (uintptr_t)end;
    // Constants lie in the image, too, which nobody writes: a store there comes from an index that leads far out of a shared array.
    if (shared || !image || mode != Read) stop("outside");
}

void thread_main() {
    rp_kernel(rp_chosen);
    settle();
    current->state = Finished;
    swapcontext(&current->context, &scheduler);
}

void resume(Thread &t) {
    current = &t;
    threadIdx = t.index;
    swapcontext(&scheduler, &t.context);
    current = nullptr;
}

void start_block(unsigned per_block) {
    threads.assign(per_block, Thread{});
    for (unsigned i = 0; i < per_block; i++) {
        Thread &t = threads[i];
        if (stacks.size() <= i) stacks.push_back((char *)malloc(STACK));
        t.number = (int)i;
        t.index = {i % blockDim.x, i / blockDim.x, 0};
        getcontext(&t.context);
        t.context.uc_stack.ss_sp = stacks[i];
        t.context.uc_stack.ss_size = STACK;
        makecontext(&t.context, thread_main, 0);
    }
}

// Runs one block to its end; false if threads waited at different barriers. Sets `exited` where some had returned.
bool run_block(int schedule, bool &exited) {
    phase = 0;
    for (;; phase++) {
        std::vector<unsigned> order(threads.size());
        for (unsigned i = 0; i < order.size(); i++) order[i] = schedule == 1 ? order.size() - 1 - i : i;
        if (schedule > 1)
            for (size_t i = order.size(); i > 1; i--) std::swap(order[i - 1], order[draw() % i]);
        for (unsigned i : order) {
            if (threads[i].state == Finished) continue;
            resume(threads[i]);
            if (threads[i].state == Finished) returned[{block_number, (int)i}] = phase;
            if (!stopped.empty()) return true;
        }
        void *site = nullptr;
        size_t finished = 0;
        for (Thread &t : threads) {
            if (t.state == Finished) { finished++; continue; }
            if (site && site != t.site) return false;
            site = t.site;
            t.state = Ready;
        }
        if (finished == threads.size()) return true;
        if (finished) exited = true;
    }
}

// Whether a barrier opened between the two without the thread of the earlier one, which had returned.
bool left_out(const Access &a, const Access &b) {
    const Access &earlier = a.phase < b.phase ? a : b;
    auto of = returned.find({earlier.block, earlier.thread});
    return a.phase != b.phase && of != returned.end() && of->second == earlier.phase;
}

bool conflict(const Access &a, const Access &b) {
    if (a.block == b.block && (a.thread == b.thread || (a.phase != b.phase && !left_out(a, b)))) return false;
    if (a.mode == Read && b.mode == Read) return false;
    return !(a.mode == Atomic && b.mode == Atomic && a.address == b.address && a.bytes == b.bytes);
}

void report(bool exited, bool diverged) {
    std::map<uintptr_t, std::vector<size_t>> cells;
    std::set<std::string> racy, benign, late;
    for (size_t i = 0; i < accesses.size(); i++) {
        const Access &a = accesses[i];
        const Object *o = object(a.address, a.bytes);
        bool shared = o >= shared_objects.data() && o < shared_objects.data() + shared_objects.size();
        std::set<size_t> earlier;
        for (unsigned k = 0; k < a.bytes; k++) {
            auto &cell = cells[a.address + k];
            earlier.insert(cell.begin(), cell.end());
            cell.push_back(i);
        }
        for (size_t j : earlier) {
            const Access &b = accesses[j];
            if (!conflict(a, b) || (shared && a.block != b.block)) continue;
            bool same = a.mode == Write && b.mode == Write && a.value == b.value && a.address == b.address && a.bytes == b.bytes;
            bool by_return = a.block == b.block && a.phase != b.phase;
            (by_return ? late : same ? benign : racy).insert(o->name);
        }
    }
    printf("%s%s", diverged ? "diverged" : exited ? "exited" : "done", wrapped ? " wrapped" : "");
    for (auto &name : racy) printf(" race:%s", name.c_str());
    for (auto &name : benign)
        if (!racy.count(name)) printf(" benign:%s", name.c_str());
    for (auto &name : late) printf(" late:%s", name.c_str());
    printf("\n");
}

template <class T> T *fill(const char *name, int sort) {
    static std::map<std::string, char *> allocated;
    char *&memory = allocated[name];
    if (!memory) memory = (char *)malloc(2 * REACH);
    T *cells = (T *)memory;
    for (size_t i = 0; i < 2 * REACH / sizeof(T); i++) {
        uint64_t r = draw();
        cells[i] = zeros ? T() : (T)(sort == 0 ? r % 8 : sort == 1 ? r % 32 - 8 : sort == 2 ? r % 3 : sort == 3 ? r % 64 : sort == 4 ? r >> 32 : (r & 0x80808080) | (r >> 62));
    }
    global_objects.push_back({name, (uintptr_t)memory, (uintptr_t)memory + 2 * REACH});
    return (T *)(memory + REACH);
}

// The folder that memory is written to, if somebody wants to see it.
const char *folder;

FILE *opened(const std::string &name, const char *mode) { return fopen((std::string(folder) + "/" + name).c_str(), mode); }

void keep(const std::string &name, const void *start, size_t bytes) {
    FILE *file = opened(name, "wb");
    fwrite(start, 1, bytes, file);
    fclose(file);
}

void keep_global(const char *when) {
    for (const Object &o : global_objects) keep(o.name + when, (void *)o.start, o.stop - o.start);
}

// One line for each shared array: block, name, and its bytes at first.
void keep_shared(const char *name, const char *start, unsigned long bytes) {
    FILE *file = opened("shared", "a");
    fprintf(file, "%u %u %s ", blockIdx.x, blockIdx.y, name);
    for (unsigned long i = 0; i < bytes; i++) fprintf(file, "%02x", (unsigned char)start[i]);
    fprintf(file, "\n");
    fclose(file);
}

void fill_structure(int sort) {
    for (int &cell : rp_arguments.par.cells) cell = sort < 4 ? (int)(draw() % 8) : (int)draw();
    for (unsigned char &byte : rp_arguments.par.bytes) byte = (unsigned char)draw();
    rp_arguments.par.n = (int)(draw() % 8);
}

// Schedules from 3 on are the same orders of threads, with memory that holds zeros.
void launch(int schedule, uint64_t seed) {
    zeros = schedule >= 3;
    schedule %= 3;
    random_state = seed * 7919 + 17;
    accesses.clear();
    returned.clear();
    global_objects.clear();
    stopped.clear();
    wrapped = false;
    int sort = (int)(seed % 6);
    rp_arguments.a = fill<int>("a", sort);
    rp_arguments.b = fill<int>("b", sort);
    rp_arguments.c = fill<unsigned>("c", sort);
    rp_arguments.h = fill<short>("h", sort);
    rp_arguments.y = fill<unsigned char>("y", sort);
    rp_arguments.r = (Rec *)fill<unsigned char>("r", sort);
    rp_arguments.par = {};
    if (!zeros) fill_structure(sort);
    if (folder) {
        keep_global(".before");
        keep("par.before", &rp_arguments.par, sizeof rp_arguments.par);
    }
    bool exited = false, diverged = false;
    std::vector<int> blocks(gridDim.x * gridDim.y);
    for (int &b : blocks) b = (int)(&b - blocks.data());
    if (schedule == 1) std::reverse(blocks.begin(), blocks.end());
    for (int b : blocks) {
        if (!stopped.empty()) break;
        block_number = b;
        blockIdx = {block_number % gridDim.x, block_number / gridDim.x, 0};
        shared_objects.clear();
        steps = 0;
        start_block(blockDim.x * blockDim.y);
        if (!run_block(schedule, exited)) diverged = true;
    }
    if (folder) keep_global(".after");
    if (!stopped.empty()) printf("%s\n", stopped.c_str());
    else report(exited, diverged);
}
} // namespace

void rp_barrier() {
    settle();
    current->state = Waiting;
    current->site = __builtin_return_address(0);
    swapcontext(&current->context, &scheduler);
}
void rp_watch(const char *name, void *start, unsigned long bytes) {
    for (const Object &o : global_objects)
        if (o.start == (uintptr_t)start) return;
    global_objects.push_back({name, (uintptr_t)start, (uintptr_t)start + bytes});
}
void rp_extent(const char *name, void *start, unsigned long bytes) {
    for (const Object &o : shared_objects)
        if (o.start == (uintptr_t)start) return;
    for (unsigned long i = 0; i < bytes; i++) ((char *)start)[i] = zeros || i & 3 ? 0 : (char)(draw() % 8);
    if (folder) keep_shared(name, (char *)start, bytes);
    shared_objects.push_back({name, (uintptr_t)start, (uintptr_t)start + bytes});
}
int atomicAdd(int *cell, int value) { access(cell, 4, Atomic); int old = *cell; *cell = (int)((unsigned)old + (unsigned)value); return old; }
int atomicMax(int *cell, int value) { access(cell, 4, Atomic); int old = *cell; *cell = std::max(old, value); return old; }
int atomicOr(int *cell, int value) { access(cell, 4, Atomic); int old = *cell; *cell = old | value; return old; }
int atomicCAS(int *cell, int expected, int value) { access(cell, 4, Atomic); int old = *cell; if (old == expected) *cell = value; return old; }
int atomicExch(int *cell, int value) { access(cell, 4, Atomic); int old = *cell; *cell = value; return old; }

struct Type { uint16_t kind, info; };
struct Place { const char *file; unsigned line, column; const Type *type; };
// Unsigned arithmetic may wrap; the rest is undefined.
void undefined(const Place *place) {
    if (place->type->info & 1) return stop("undefined");
    wrapped = true;
}

extern "C" {
#define CALLBACKS(n)                                                              \
    void __tsan_read##n(void *p) { access(p, n, Read); }                          \
    void __tsan_write##n(void *p) { access(p, n, Write); }                        \
    void __tsan_unaligned_read##n(void *p) { access(p, n, Read); }                \
    void __tsan_unaligned_write##n(void *p) { access(p, n, Write); }
CALLBACKS(1) CALLBACKS(2) CALLBACKS(4) CALLBACKS(8) CALLBACKS(16)
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void *__tsan_memcpy(void *to, const void *from, size_t n) {
    access((void *)from, (unsigned)n, Read);
    access(to, (unsigned)n, Write);
    return memcpy(to, from, n);
}
void *__tsan_memset(void *to, int c, size_t n) { access(to, (unsigned)n, Write); return memset(to, c, n); }
void __sanitizer_cov_trace_pc() { if (current && ++steps > STEPS) stop("endless"); }
#define UNDEFINED(name) void __ubsan_handle_##name(Place *place, void *, void *) { undefined(place); }
UNDEFINED(add_overflow) UNDEFINED(sub_overflow) UNDEFINED(mul_overflow) UNDEFINED(negate_overflow)
void __ubsan_handle_divrem_overflow(void *, void *, void *) { stop("undefined"); }
void __ubsan_handle_shift_out_of_bounds(void *, void *, void *) { stop("undefined"); }
}

int main() {
    folder = getenv("RP_MEMORY");
    unsigned long seed;
    int schedule;
    while (scanf("%d %u %u %u %u %d %d %u %lu %d", &rp_chosen, &blockDim.x, &blockDim.y, &gridDim.x, &gridDim.y,
                 &rp_arguments.n, &rp_arguments.m, &rp_arguments.u, &seed, &schedule) == 10) {
        blockDim.z = gridDim.z = 1;
        launch(schedule, seed);
    }
}
