#define _GNU_SOURCE
#include "CConfinedChild.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define REFUSE(number, error) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((error) & SECCOMP_RET_DATA))

/// The lower half of an argument.
#define ARGUMENT(place) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(offsetof(struct seccomp_data, args) + 8 * (place)))
#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))

/// Refuses a call unless its first argument is one of two values.
#define ONLY(number, value, other) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 5), ARGUMENT(0), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 2, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (other), 1, 0), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), NUMBER

/// Refuses a call if one of its arguments has a value.
#define NEVER(number, place, value) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), ARGUMENT(place), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), NUMBER

/// Refuses the network, processes, and what could reach other processes or the kernel. A thread is allowed: it is a
/// clone with CLONE_THREAD. clone3 has its flags in memory, where a filter can't look, so glibc is told that there is
/// none, and falls back to clone. A process may signal itself, which is how glibc aborts, and read its own limits.
static int forbid(void) {
    const unsigned self = (unsigned)getpid();
    const struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        NUMBER,
#if defined(__x86_64__)
        // Numbers of the x32 interface would pass the rules below.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        REFUSE(__NR_fork, EPERM), REFUSE(__NR_vfork, EPERM),
#endif
        REFUSE(__NR_clone3, ENOSYS),
        REFUSE(__NR_socket, EPERM), REFUSE(__NR_socketpair, EPERM), REFUSE(__NR_connect, EPERM),
        REFUSE(__NR_bind, EPERM), REFUSE(__NR_ptrace, EPERM), REFUSE(__NR_process_vm_readv, EPERM),
        REFUSE(__NR_process_vm_writev, EPERM), REFUSE(__NR_process_madvise, EPERM), REFUSE(__NR_kcmp, EPERM),
        REFUSE(__NR_kill, EPERM), REFUSE(__NR_tkill, EPERM), REFUSE(__NR_rt_sigqueueinfo, EPERM),
        REFUSE(__NR_rt_tgsigqueueinfo, EPERM), REFUSE(__NR_pidfd_open, EPERM), REFUSE(__NR_pidfd_getfd, EPERM),
        REFUSE(__NR_pidfd_send_signal, EPERM), REFUSE(__NR_setpriority, EPERM),
        REFUSE(__NR_sched_setaffinity, EPERM), REFUSE(__NR_setsid, EPERM), REFUSE(__NR_setpgid, EPERM),
        REFUSE(__NR_mount, EPERM), REFUSE(__NR_unshare, EPERM), REFUSE(__NR_setns, EPERM), REFUSE(__NR_bpf, EPERM),
        REFUSE(__NR_userfaultfd, EPERM), REFUSE(__NR_io_uring_setup, EPERM), REFUSE(__NR_perf_event_open, EPERM),
        REFUSE(__NR_keyctl, EPERM), REFUSE(__NR_add_key, EPERM), REFUSE(__NR_shmget, EPERM),
        REFUSE(__NR_msgget, EPERM), REFUSE(__NR_semget, EPERM),
        ONLY(__NR_tgkill, self, self), ONLY(__NR_prlimit64, 0, self),
        NEVER(__NR_prctl, 0, PR_SET_PDEATHSIG), NEVER(__NR_ioctl, 1, TIOCSTI),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3),
        ARGUMENT(0),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, (struct sock_filter *)rules};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

// The numbers of Landlock's calls and rights, which older headers lack (Linux 5.13, landlock.h).
enum {
    create_ruleset = 444, add_rule = 445, restrict_self = 446,
    path_beneath = 1,
    execute = 1 << 0, write_file = 1 << 1, read_file = 1 << 2, read_folder = 1 << 3,
    /// All rights of Landlock's first version.
    every_right = (1 << 13) - 1,
};

static void allow(int rules, const char *path, unsigned long long rights) {
    struct { unsigned long long rights; int folder; } __attribute__((packed)) rule = {rights, open(path, O_PATH)};
    if (rule.folder < 0) return;
    syscall(add_rule, rules, path_beneath, &rule, 0);
    close(rule.folder);
}

int confined_has_landlock(void) { return syscall(create_ruleset, NULL, 0, 1) > 0; }

/// Lets the process read what programs consist of, and work in its folder. Other processes' memory is then out of reach,
/// too. A kernel without Landlock leaves this to the rights of the user.
static int enclose(void) {
    unsigned long long rights = every_right;
    int rules = (int)syscall(create_ruleset, &rights, sizeof rights, 0);
    if (rules < 0) return errno == ENOSYS || errno == EOPNOTSUPP || errno == EPERM ? 0 : -1;
    static const char *const programs[] = {"/usr", "/lib", "/lib64", "/bin", "/opt", "/etc/ld.so.cache"};
    for (unsigned place = 0; place < sizeof programs / sizeof *programs; place++)
        allow(rules, programs[place], execute | read_file | (place < 5 ? read_folder : 0));
    allow(rules, "/dev/null", read_file | write_file);
    allow(rules, ".", every_right & ~execute);
    int result = (int)syscall(restrict_self, rules, 0);
    close(rules);
    return result;
}

/// Lets players go first, and still gets a share of a busy machine: in its group, and as a group of its own.
static void yield_to_others(void) {
    if (nice(5) < 0) return;
    int group = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
    if (group < 0) return;
    if (write(group, "5", 1) < 0) errno = 0;
    close(group);
}

static void close_others(void) {
    if (syscall(__NR_close_range, 3, ~0U, 0) == 0) return;
    struct rlimit files;
    rlim_t most = getrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_cur : 65536;
    for (rlim_t file = 3; file < most; file++) close((int)file);
}

#else

/// Elsewhere the limits must do: servers run on Linux.
static int forbid(void) { return 0; }

static int enclose(void) { return 0; }

int confined_has_landlock(void) { return 0; }

static void yield_to_others(void) { (void)!nice(5); }

static void close_others(void) {
    for (int file = 3; file < getdtablesize(); file++) close(file);
}

#endif

/// Sets a limit, unless there is a lower one, which can't be raised.
static int limit(int resource, unsigned long long most) {
    struct rlimit both;
    if (getrlimit(resource, &both) != 0) return -1;
    if (most < both.rlim_max) both.rlim_max = most;
    both.rlim_cur = both.rlim_max;
    return setrlimit(resource, &both);
}

/// Only what may be called between fork and exec.
static void confine_and_run(const char *path, char *const arguments[], char *const environment[], const char *folder,
                            int input, int output, struct confined_limits limits, pid_t parent) {
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // A session of its own has no terminal, into which it could type.
    if (setsid() < 0 || chdir(folder) != 0) return;
#if defined(__linux__)
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) return;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
#endif
    yield_to_others();
    // Neither may lie where the other goes.
    input = fcntl(input, F_DUPFD, 3);
    output = fcntl(output, F_DUPFD, 3);
    if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0) return;
    close_others();
    if (limit(RLIMIT_CORE, 0) != 0 || limit(RLIMIT_AS, limits.memory) != 0 ||
        limit(RLIMIT_CPU, limits.processor_seconds) != 0 || limit(RLIMIT_FSIZE, limits.file_bytes) != 0 ||
        limit(RLIMIT_NOFILE, limits.open_files) != 0)
        return;
    if (enclose() != 0 || forbid() != 0) return;
    execve(path, arguments, environment);
}

pid_t confined_start(const char *path, char *const arguments[], char *const environment[], const char *folder,
                     int input, int output, struct confined_limits limits) {
    pid_t parent = getpid();
    // Where the parent ignores this signal, the system would throw the child's status away.
    struct sigaction ends;
    if (sigaction(SIGCHLD, NULL, &ends) == 0 && ends.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
    // No handler of the parent's may run in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) {
        confine_and_run(path, arguments, environment, folder, input, output, limits, parent);
        _exit(126);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return child;
}

void confined_kill(pid_t child) {
    // The child may not have made its group yet.
    kill(child, SIGKILL);
    kill(-child, SIGKILL);
}

void confined_wait(pid_t child) {
    siginfo_t ended;
    while (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
}

int confined_reap(pid_t child) {
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    return status;
}
