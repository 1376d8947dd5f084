#include <sys/types.h>

/// Reads bytes of a file that are in the system's memory, and never waits for a disk.
///
/// Returns how many bytes were read, or -1 with `errno`, which is `EAGAIN` when the first of them isn't in memory.
ssize_t shelflife_read_ready(int file, void *bytes, size_t count, off_t from);

#if defined(__linux__)
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/timex.h>

// Swift doesn't import functions with a variable number of arguments.
static inline int shelflife_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
#endif
