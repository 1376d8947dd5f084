#if defined(__linux__)
#include <malloc.h>
#include <sys/timex.h>
#endif
