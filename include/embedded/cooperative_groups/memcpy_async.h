#pragma once
#pragma clang system_header
#include <raceproof/cooperative_groups.h>
#include <raceproof/copies.h>

namespace cooperative_groups {

// Which thread copies what is left open by CUDA: here word by word in turn, and the bytes behind the last word by thread 0.
template <class Group, class To, class From>
__rp_device void memcpy_async(const Group &group, To *to, const From *from, size_t bytes) {
    char *target = (char *)to;
    const char *source = (const char *)from;
    for (size_t word = group.thread_rank(); word < bytes / 4; word += group.size()) {
        __rp_copy_async(target + 4 * word, source + 4 * word, 4);
    }
    if (group.thread_rank() == 0) {
        for (size_t i = bytes / 4 * 4; i < bytes; i++) target[i] = source[i];
    }
    __rp_copies_commit();
}
// For all but the latest copies of the group.
template <unsigned open, class Group> __rp_device void wait_prior(const Group &group) {
    __rp_copies_wait(open);
    group.sync();
}
template <class Group> __rp_device void wait(const Group &group) { wait_prior<0>(group); }

}  // namespace cooperative_groups
