#if defined(__linux__)
#define _GNU_SOURCE
#include "Confinement.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int drop_capabilities(void) {
    // The bounding set: what a program of root's could get again. Only root's own child has the right to lower it.
    for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; capability++) {}
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(__NR_capset, &header, held) == 0) return 0;
    // A service's filter may refuse that to a process that has none anyway, as that of shelflife.service does.
    if (syscall(__NR_capget, &header, held) != 0) return -1;
    return held[0].permitted == 0 && held[1].permitted == 0 ? 0 : -1;
}
#endif
