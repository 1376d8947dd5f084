#define _GNU_SOURCE
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// Where a child tells why its program doesn't run. The program itself doesn't have it.
enum { REPORT = 3 };

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>

/// Lets players go first, and still gets a share of a busy machine: in its group, and as a group of its own.
static void yield_to_others(void) {
    if (nice(5) < 0) return;
    int group = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
    if (group < 0) return;
    if (write(group, "5", 1) < 0) errno = 0;
    close(group);
}

static void close_others(void) {
    if (syscall(__NR_close_range, REPORT + 1, ~0U, 0) == 0) return;
    struct rlimit files;
    rlim_t most = getrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_cur : 65536;
    for (rlim_t file = REPORT + 1; file < most; file++) close((int)file);
}

#else

// Elsewhere the limits must do: servers run on Linux.

int confined_is_possible(void) { return 1; }

int keep_to_files(char *const readable[], char *const writable[]) { (void)readable, (void)writable; return 0; }

int drop_capabilities(void) { return 0; }

int allow_few_calls(void) { return 0; }

static void yield_to_others(void) { (void)!nice(5); }

static void close_others(void) {
    for (int file = REPORT + 1; file < getdtablesize(); file++) close(file);
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
                            char *const readable[], char *const writable[], int input, int output,
                            struct confined_limits limits, pid_t parent) {
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
    if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0) return;
    close_others();
    // 0 would still let a helper of the system's read the memory of a child that crashes.
    if (limit(RLIMIT_CORE, 1) != 0 || limit(RLIMIT_AS, limits.memory) != 0 ||
        limit(RLIMIT_CPU, limits.processor_seconds) != 0 || limit(RLIMIT_FSIZE, limits.file_bytes) != 0 ||
        limit(RLIMIT_NOFILE, limits.open_files) != 0)
        return;
#if defined(__linux__)
    // All processes of a user have one number of signals that may wait.
    if (limit(RLIMIT_SIGPENDING, 64) != 0) return;
#endif
    if (keep_to_files(readable, writable) != 0 || drop_capabilities() != 0 || allow_few_calls() != 0) return;
    execve(path, arguments, environment);
}

pid_t confined_start(const char *path, char *const arguments[], char *const environment[], const char *folder,
                     char *const readable[], char *const writable[], int input, int output,
                     struct confined_limits limits) {
    pid_t parent = getpid();
    // Where the parent ignores this signal, the system would throw the child's status away.
    struct sigaction ends;
    if (sigaction(SIGCHLD, NULL, &ends) == 0 && ends.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
    int report[2];
    if (pipe(report) != 0) return -1;
    for (int end = 0; end < 2; end++) fcntl(report[end], F_SETFD, FD_CLOEXEC);
    // No handler of the parent's may run in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) {
        // None may lie where another goes. Before anything else: until then the parent's own file is at this number, and
        // nothing may be written to it.
        input = fcntl(input, F_DUPFD, REPORT + 1);
        output = fcntl(output, F_DUPFD, REPORT + 1);
        report[1] = fcntl(report[1], F_DUPFD, REPORT + 1);
        if (dup2(report[1], REPORT) != REPORT || fcntl(REPORT, F_SETFD, FD_CLOEXEC) != 0) _exit(126);
        close(report[1]);
        confine_and_run(path, arguments, environment, folder, readable, writable, input, output, limits, parent);
        int error = errno;
        if (write(REPORT, &error, sizeof error) != sizeof error) _exit(125);
        _exit(126);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (child > 0) {
        ssize_t told;
        while ((told = read(report[0], &error, sizeof error)) < 0 && errno == EINTR) {}
        if (told != 0) {
            confined_kill(child);
            confined_reap(child);
            child = -1;
        }
    }
    close(report[0]);
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
