// hostile SHOP VICTIM OUTPUT [NAME]
//
// It plays a confined child that was taken over: it attacks a folder (SHOP), a process (VICTIM) and a file of its own
// (OUTPUT), all made by the test, and prints a line for each attempt:
//
//     refused NAME ERRNO [MARKS]     SUCCEEDED NAME [MARKS]     ODD NAME ERRNO [MARKS]
//
// An odd attempt failed for a reason that isn't a refusal. The status is 0 only when all were refused. With a NAME only
// that attempt is made. SHOP is a full path, and holds: shop.sqlite (not empty), secrets/key, pipe (a FIFO),
// program (executable, ends with 0); it may hold socket (a listening one). Attempts restore what the next ones need.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

enum {
    /// Can't succeed without privileges, even unconfined.
    PRIVILEGED = 1,
    /// Can't succeed on every system, or on none: it depends on the kernel, the file system, or a terminal.
    UNSURE = 2,
    /// Is refused with EXDEV, too, which is how Landlock refuses to move a file between folders.
    CROSSING = 4,
    /// Is answered with the death of the process; made only when it is named.
    DEADLY = 8,
};

// The numbers of calls which older headers lack; they are the same on all architectures.
enum {
    n_memfd_secret = 447, n_process_mrelease = 448, n_fchmodat2 = 452, n_listmount = 458, n_setxattrat = 463,
    n_file_getattr = 468, n_file_setattr = 469,
};

/// A bit which the kernel ignores in 32-bit arguments, and a filter may not.
#define HIGH (1L << 32)
#define CALL(name, ...) syscall(SYS_##name, __VA_ARGS__)

/// Makes one attempt, and evaluates its call only in the process that makes it.
#define TRY(name, marks, call) do { if (begins(name, marks)) ends(call); } while (0)

static const char *only, *current;
static int marked, failed;
static pid_t maker;
/// What is attacked: SHOP and paths in it (`made` is a name that is free there), the child's own file, and a process.
static char shop[1024], database[1100], secrets[1100], key[1100], fifo[1100], door[1100], program[1100], made[1100];
static const char *output;
static pid_t victim;

static void report(int error, int signal) {
    const char *name = strerrorname_np(error);
    int refused = error == EPERM || error == EACCES || error == ENOSYS || (error == EXDEV && (marked & CROSSING));
    if (signal) printf("ODD %s SIG%s", current, sigabbrev_np(signal));
    else if (error == 0) printf("SUCCEEDED %s", current);
    else printf("%s %s %s", refused ? "refused" : "ODD", current, name ? name : "UNKNOWN");
    printf("%s%s\n", marked & PRIVILEGED ? " privileged" : "", marked & UNSURE ? " unsure" : "");
    if (!refused || signal) failed = 1;
}

/// Starts a process for the attempt, lest it spoils the next. Where that is refused, the attempt is made here.
static int begins(const char *name, int marks) {
    if (only ? strcmp(only, name) != 0 : (marks & DEADLY) != 0) return 0;
    current = name, marked = marks;
    maker = fork();
    if (maker > 0) {
        int status = 0;
        while (waitpid(maker, &status, __WALL) < 0 && errno == EINTR) {}
        // A clone of CLONE_PARENT is a child of this process.
        while (waitpid(-1, NULL, __WALL | WNOHANG) > 0) {}
        report(WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
        return 0;
    }
    errno = 0;
    return 1;
}

static void ends(long result) {
    int error = result == -1 ? errno : 0;
    if (maker == 0) _exit(error);
    report(error, 0);
}

static long opened(const char *path, int flags) { return CALL(openat, AT_FDCWD, path, flags, 0600); }
static long openedat2(const char *path, uint64_t flags) {
    return CALL(openat2, AT_FDCWD, path, (uint64_t[3]){flags, flags & O_CREAT ? 0600 : 0}, 24L);
}
/// A path below /proc/VICTIM.
static const char *of_victim(const char *name) {
    static char path[2200];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)victim, name);
    return path;
}

/// Removes what an attempt made.
static long undo(long result, const char *path) {
    if (result != -1) remove(path);
    return result;
}

static void write_file(const char *path) {
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    if (file < 0) return;
    if (write(file, "restored by hostile", 19) < 0) errno = 0;
    close(file);
}

/// Makes the files again which an attempt removed.
static long restored(long result) {
    if (result == -1) return result;
    mkdir(secrets, 0700);
    write_file(key), write_file(database);
    return result;
}

/// Renames back what an attempt renamed.
static long back(long result, const char *from, const char *to) {
    if (result != -1 && rename(to, from) != 0) perror("hostile: back");
    return result;
}

static long ended(long process) {
    if (process == 0) _exit(0);
    if (process > 0) waitpid((pid_t)process, NULL, __WALL);
    return process;
}

static int nothing(void *unused) { return (void)unused, 0; }

static long shared_memory(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
}

/// Starts a process or thread, which ends at once.
static long cloned(int flags) {
    static _Alignas(16) char stack[65536];
    int started = clone(nothing, stack + sizeof stack, flags, NULL);
    if (started > 0 && !(flags & (CLONE_THREAD | CLONE_PARENT))) waitpid(started, NULL, __WALL);
    return started;
}

static const int thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;

/// Goes to namespaces of its own, where a mount reaches nobody else, and nobody, too, may mount.
static int apart(void) { return unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWUTS); }

static long mounted(void) {
    apart();
    long result = CALL(mount, "hostile", secrets, "tmpfs", 0L, NULL);
    if (result == 0) umount2(secrets, MNT_DETACH);
    return result;
}

static long unmounted(void) {
    if (apart() == 0 && mount("hostile", secrets, "tmpfs", 0, NULL) != 0) return -1;
    return CALL(umount2, secrets, MNT_DETACH);
}

static long pivoted(void) {
    if (apart() == 0) (void)!mount("hostile", secrets, "tmpfs", 0, NULL);
    return CALL(pivot_root, secrets, secrets);
}

static long named_host(void) {
    char name[256] = "";
    apart();
    gethostname(name, sizeof name - 1);
    return CALL(sethostname, name, strlen(name));
}

/// A descriptor of a pipe or a socket, or the input where there can be none.
static int piece_of_pipe(void) { int both[2]; return pipe(both) == 0 ? both[1] : 0; }
static int piece_of_socket(void) { int both[2]; return socketpair(AF_UNIX, SOCK_STREAM, 0, both) == 0 ? both[0] : 0; }

static long socket_of_any(void) {
    int odd = 0;
    for (int family = 0; family < 64; family++) {
        for (int type = SOCK_STREAM; type <= SOCK_PACKET; type++) {
            if (CALL(socket, family, type, 0) != -1) return 0;
            if (errno != EPERM && errno != EACCES && errno != ENOSYS) odd = errno;
        }
    }
    if (odd) errno = odd;
    return -1;
}

static long bound(int socket, const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    // A name that starts with a zero is an abstract one.
    if (path) snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    else snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "hostile %d", (int)getpid());
    return CALL(bind, socket, &address, sizeof address);
}

static long connected(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (path) snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    else snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "hostile %d", (int)getpid());
    if (!path) bound(socket(AF_UNIX, SOCK_DGRAM, 0), NULL);
    return CALL(connect, socket(AF_UNIX, path ? SOCK_STREAM : SOCK_DGRAM, 0), &address, sizeof address);
}

/// The last bytes of the victim's stack, which are zeros; or an address that is none, when it can't be learnt.
static void *address_in_victim(void) {
    unsigned long end = 0;
    char line[512];
    FILE *maps = fopen(of_victim("maps"), "r");
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "[stack]")) sscanf(line, "%*x-%lx", &end);
    if (maps) fclose(maps);
    return (void *)(end ? end - 8 : 4096);
}

static long memory_of_victim(long number) {
    char zeros[8] = "";
    struct iovec here = {zeros, 8}, there = {address_in_victim(), 8};
    return syscall(number, victim, &here, 1L, &there, 1L, 0L);
}

static long advised(void) {
    struct iovec there = {(void *)((uintptr_t)address_in_victim() & ~4095UL), 4096};
    return CALL(process_madvise, CALL(pidfd_open, victim, 0), &there, 1L, 20 /* MADV_COLD */, 0);
}

static long moved_pages(void) {
    void *page = (void *)((uintptr_t)address_in_victim() & ~4095UL);
    int status = 0;
    return CALL(move_pages, victim, 1L, &page, NULL, &status, 0);
}

static long measured(void) {
    struct perf_event_attr what = {.type = PERF_TYPE_SOFTWARE, .size = sizeof what, .config = PERF_COUNT_SW_TASK_CLOCK,
                                   .exclude_kernel = 1, .exclude_hv = 1};
    return CALL(perf_event_open, &what, victim, -1, -1, 0L);
}

static long queued(int to_thread) {
    siginfo_t signal = {.si_signo = SIGCONT, .si_code = SI_QUEUE};
    return to_thread ? CALL(rt_tgsigqueueinfo, victim, victim, SIGCONT, &signal)
                     : CALL(rt_sigqueueinfo, victim, SIGCONT, &signal);
}

/// A file which each program may read.
static long locked(int way) {
    long file = opened("/usr/bin/env", O_RDONLY);
    struct flock lock = {.l_type = F_RDLCK, .l_len = 1};
    if (file == -1) return -1;
    if (way == LOCK_EX) return CALL(flock, file, LOCK_EX | LOCK_NB);
    return way == F_SETLEASE ? CALL(fcntl, file, F_SETLEASE, F_RDLCK) : CALL(fcntl, file, way, &lock);
}

static long notified(void) {
    long folder = opened("/usr", O_RDONLY | O_DIRECTORY);
    return folder == -1 ? -1 : CALL(fcntl, folder, F_NOTIFY, DN_ACCESS);
}

static long handled(int opens) {
    struct { unsigned bytes; int type; char data[128]; } handle = {128, 0, ""};
    int mount = 0;
    long named = CALL(name_to_handle_at, AT_FDCWD, database, &handle, &mount, 0);
    return opens ? CALL(open_by_handle_at, AT_FDCWD, &handle, O_RDONLY) : named;
}

static long watched(int fan) {
    if (!fan) return CALL(inotify_add_watch, inotify_init1(0), database, IN_MODIFY);
    int group = (int)CALL(fanotify_init, FAN_REPORT_FID, O_RDONLY);
    return CALL(fanotify_mark, group, FAN_MARK_ADD, (uint64_t)FAN_MODIFY, AT_FDCWD, database);
}

static long copied(int way) {
    int both[2];
    long from = opened(database, O_RDONLY), to = open(output, O_WRONLY);
    if (from == -1) return -1;
    if (way == 0) return CALL(copy_file_range, from, NULL, to, NULL, 1L, 0);
    if (way == 1) return CALL(sendfile, to, from, NULL, 1L);
    return pipe(both) == 0 ? CALL(splice, from, NULL, both[1], NULL, 1L, 0) : -1;
}

static long sliced(int tees) {
    int one[2], other[2];
    struct iovec byte = {(char[1]){0}, 1};
    if (pipe(one) != 0 || pipe(other) != 0) return -1;
    long result = CALL(vmsplice, one[1], &byte, 1L, 0);
    return tees ? CALL(tee, one[0], other[1], 1L, 0) : result;
}

static long scheduled(long number) {
    const struct sched_param priority = {0};
    uint32_t how[12] = {48, SCHED_BATCH, 0, 0, 5};
    if (number == SYS_sched_setattr) return syscall(number, victim, how, 0);
    return number == SYS_sched_setparam ? syscall(number, victim, &priority)
                                        : syscall(number, victim, SCHED_BATCH, &priority);
}

static long limited(pid_t process, int sets) {
    uint64_t none[2] = {0, 0}, limit[2] = {RLIM_INFINITY, RLIM_INFINITY};
    if (process == victim) return CALL(prlimit64, victim, RLIMIT_CORE, sets ? none : NULL, sets ? NULL : none);
    return CALL(prlimit64, 0, RLIMIT_AS, limit, NULL) == -1 ? -1 : CALL(prlimit64, 0, RLIMIT_CPU, limit, NULL);
}

static long filtered(int by_prctl) {
    struct sock_filter allows = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog filter = {1, &allows};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return by_prctl ? CALL(prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)
                    : CALL(seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}

#if defined(__x86_64__)
static long called_as_i386(void) {
    long result = 20; // This is getpid's number there.
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
    return result;
}
#endif

static long timed(pid_t whom) {
    int timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGURG};
    event._sigev_un._tid = whom;
    return CALL(timer_create, CLOCK_MONOTONIC, &event, &timer);
}

static long took_capabilities(void) {
    uint32_t header[2] = {0x20080522, 0}, sets[6] = {0};
    CALL(capget, header, sets);
    sets[0] = sets[1], sets[3] = sets[4];
    return CALL(capset, header, sets);
}

static long set_flags(const char *path) {
    long flags = 0, file = path ? opened(path, O_RDONLY) : 1;
    if (file == -1) return -1;
    ioctl((int)file, FS_IOC_GETFLAGS, &flags);
    return ioctl((int)file, FS_IOC_SETFLAGS, &flags);
}

static long set_attributes(void) {
    uint64_t attributes[3] = {0};
    syscall(n_file_getattr, AT_FDCWD, database, attributes, sizeof attributes, 0);
    return syscall(n_file_setattr, AT_FDCWD, database, attributes, sizeof attributes, 0);
}

static long messaged(void) {
    char name[32];
    snprintf(name, sizeof name, "hostile.%d", (int)getpid());
    long queue = CALL(mq_open, name, O_CREAT | O_EXCL | O_RDWR, 0600, NULL);
    if (queue != -1) CALL(mq_unlink, name);
    return queue;
}

static long shared(int kind) {
    long id = kind == 0 ? CALL(shmget, IPC_PRIVATE, 4096L, 0600) : kind == 1 ? CALL(msgget, IPC_PRIVATE, 0600)
                                                                 : CALL(semget, IPC_PRIVATE, 1, 0600);
    if (id != -1) kind == 0 ? CALL(shmctl, id, IPC_RMID, NULL) : kind == 1 ? CALL(msgctl, id, IPC_RMID, NULL)
                                                                           : CALL(semctl, id, 0, IPC_RMID, 0L);
    return id;
}

#include "attempts.h"

int main(int count, char **arguments) {
    if (count < 4 || (victim = atoi(arguments[2])) <= 1) return fputs("hostile SHOP VICTIM OUTPUT [NAME]\n", stderr), 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    snprintf(shop, sizeof shop, "%s", arguments[1]);
    output = arguments[3];
    only = count > 4 ? arguments[4] : NULL;
    const struct { char *path; const char *name; } files[] = {
        {database, "shop.sqlite"}, {secrets, "secrets"}, {key, "secrets/key"}, {fifo, "pipe"}, {door, "socket"},
        {program, "program"}, {made, "made"},
    };
    for (int place = 0; place < 7; place++)
        snprintf(files[place].path, sizeof database, "%s/%s", shop, files[place].name);
    read_and_list(), change_files(), reach_processes(), start_processes(), reach_others(), end();
    if (only && !current) return fputs("hostile: no such attempt\n", stderr), 2;
    return failed;
}
