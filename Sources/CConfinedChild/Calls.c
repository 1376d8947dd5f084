#if defined(__linux__)
#define _GNU_SOURCE
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define ANSWER(answer) BPF_STMT(BPF_RET | BPF_K, (answer))
#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
/// The lower half of an argument: all that the kernel reads of the arguments that are looked at here.
#define ARGUMENT(place) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(offsetof(struct seccomp_data, args) + 8 * (place)))
#define EQUALS(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), then, otherwise)

/// Allows a call.
#define CALL(name) EQUALS(__NR_##name, 0, 1), ANSWER(SECCOMP_RET_ALLOW)

/// Allows a call if one of its arguments has a value, whichever of the optional bits are set in it.
#define CALL_WITH(name, place, value, optional) \
    EQUALS(__NR_##name, 0, 5), ARGUMENT(place), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, ~(unsigned)(optional)), \
    EQUALS(value, 0, 1), ANSWER(SECCOMP_RET_ALLOW), NUMBER

/// `O_LARGEFILE` as the kernel has it; for 64-bit programs the C library calls it 0.
#define LARGE_FILE 0100000
#define FOR_READING (O_CLOEXEC | O_DIRECTORY | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK | LARGE_FILE)
/// A file is emptied only by who may write it: Landlock's first versions don't look at `O_TRUNC`.
#define FOR_WRITING (FOR_READING | O_APPEND | O_CREAT | O_EXCL | O_TRUNC)

/// How memory may be mapped, besides privately: a file that is read, too. Memory that is shared and has no file isn't
/// listed, since it stays when it is unmapped, and no limit counts it.
#define MAPPED (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_DENYWRITE | MAP_EXECUTABLE | MAP_NORESERVE | MAP_POPULATE | MAP_STACK)

/// What glibc makes threads with. Without exactly these it would be a process, or more than a thread.
#define THREAD \
    (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS | \
     CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)

/// A call that isn't listed is answered as by a kernel that doesn't have it (ENOSYS), since glibc has another way for
/// many then, as for `clone3`, whose flags a filter can't see. Access mode 3 of `openat` isn't listed: it gives a file
/// that Landlock hasn't looked at.
int allow_few_calls(void) {
    const struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        EQUALS(ARCHITECTURE, 1, 0), ANSWER(SECCOMP_RET_KILL_PROCESS),
        NUMBER,

        // Files, as far as Landlock lets the process reach them.
        CALL(read), CALL(readv), CALL(pread64), CALL(write), CALL(writev), CALL(pwrite64), CALL(lseek), CALL(close),
        CALL(fstat), CALL(newfstatat), CALL(getdents64), CALL(getcwd), CALL(readlinkat),
        CALL(faccessat), CALL(ftruncate),
        CALL_WITH(openat, 2, O_RDONLY, FOR_READING), CALL_WITH(openat, 2, O_WRONLY, FOR_WRITING),
        CALL_WITH(openat, 2, O_RDWR, FOR_WRITING),
        CALL_WITH(fcntl, 1, F_GETFD, 0), CALL_WITH(fcntl, 1, F_SETFD, 0), CALL_WITH(fcntl, 1, F_GETFL, 0),
        CALL_WITH(ioctl, 1, TCGETS, 0), CALL_WITH(ioctl, 1, FIOCLEX, 0), CALL_WITH(ioctl, 1, FIONCLEX, 0),
#if defined(__x86_64__)
        CALL(access), CALL(readlink), CALL(arch_prctl), CALL(poll), CALL(epoll_wait), CALL(time),
#endif

        // Memory.
        CALL(brk), CALL_WITH(mmap, 3, MAP_PRIVATE, MAPPED | MAP_ANONYMOUS), CALL_WITH(mmap, 3, MAP_SHARED, MAPPED),
        CALL(munmap), CALL(mprotect), CALL(mremap), CALL(madvise),

        // Threads, and waiting.
        CALL_WITH(clone, 0, THREAD, 0), CALL(futex), CALL(set_robust_list), CALL(set_tid_address), CALL(rseq),
        CALL(sched_yield), CALL(exit), CALL(exit_group), CALL(nanosleep), CALL(clock_nanosleep),
        CALL(restart_syscall), CALL(ppoll), CALL(pselect6), CALL(epoll_create1), CALL(epoll_ctl), CALL(epoll_pwait),
        CALL(eventfd2), CALL(timerfd_create), CALL(timerfd_settime),

        // Signals, which it may send to itself: that is how glibc aborts.
        CALL(rt_sigaction), CALL(rt_sigprocmask), CALL(rt_sigreturn), CALL(sigaltstack),
        CALL_WITH(tgkill, 0, getpid(), 0),

        // The time, chance, and what it is itself. 0 is the calling thread or process.
        CALL(clock_gettime), CALL(clock_getres), CALL(gettimeofday), CALL(getrandom), CALL(getpid), CALL(getppid),
        CALL(gettid), CALL(getuid), CALL(geteuid), CALL(getgid), CALL(getegid), CALL(getrusage), CALL(uname),
        CALL(sysinfo), CALL_WITH(sched_getaffinity, 0, 0, 0), CALL_WITH(prlimit64, 0, 0, 0),
        CALL_WITH(prctl, 0, PR_SET_NAME, 0), CALL_WITH(prctl, 0, PR_GET_NAME, 0),

        // Its own start. Landlock says what may be run.
        CALL(execve),

        ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, (struct sock_filter *)rules};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#endif
