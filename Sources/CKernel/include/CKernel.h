#if defined(__linux__)
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/timex.h>

// Swift doesn't import functions with a variable number of arguments.
static inline int shelflife_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
#endif
