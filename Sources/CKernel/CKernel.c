#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/uio.h>
#endif

#include "CKernel.h"

#include <errno.h>

ssize_t shelflife_read_ready(int file, void *bytes, size_t count, off_t from)
{
#if defined(__linux__) && defined(RWF_NOWAIT)
    struct iovec piece = {bytes, count};
    return preadv2(file, &piece, 1, from, RWF_NOWAIT);
#else
    (void)file, (void)bytes, (void)count, (void)from;
    errno = ENOTSUP;
    return -1;
#endif
}
