// The table of what hostile.c attempts: a name, marks, and a call, whose result is -1 when it fails.
//
// TRY(NAME, MARKS, CALL)

static void read_and_list(void) {
    TRY("read-database", 0, opened(database, O_RDONLY));
    TRY("read-key", 0, opened(key, O_RDONLY));
    TRY("read-by-openat2", 0, openedat2(database, O_RDONLY));
    TRY("list-shop", 0, opened(shop, O_RDONLY | O_DIRECTORY));
    TRY("list-secrets", 0, opened(secrets, O_RDONLY | O_DIRECTORY));
    TRY("list-root", 0, opened("/", O_RDONLY | O_DIRECTORY));
    TRY("open-as-path", 0, opened(database, O_PATH));
    TRY("open-pipe", 0, opened(fifo, O_RDWR | O_NONBLOCK));
    TRY("list-attributes", 0, CALL(listxattr, database, NULL, 0L));
    TRY("read-users", 0, opened("/etc/passwd", O_RDONLY));
    TRY("open-terminal", UNSURE, opened("/dev/tty", O_RDWR));
    TRY("open-new-terminal", 0, opened("/dev/ptmx", O_RDWR | O_NOCTTY));
    TRY("read-own-memory", 0, opened("/proc/self/mem", O_RDWR));
    TRY("read-own-environment", 0, opened("/proc/self/environ", O_RDONLY));
    TRY("victim-memory", 0, opened(of_victim("mem"), O_RDWR));
    TRY("victim-maps", 0, opened(of_victim("maps"), O_RDONLY));
    TRY("victim-environment", 0, opened(of_victim("environ"), O_RDONLY));
    TRY("victim-oom-score", 0, opened(of_victim("oom_score_adj"), O_WRONLY));
    TRY("victim-files", 0, opened(of_victim("fd"), O_RDONLY | O_DIRECTORY));
    TRY("victim-folder", 0, opened(of_victim("cwd"), O_RDONLY | O_DIRECTORY));
    TRY("victim-root", 0, opened(of_victim("root/etc/passwd"), O_RDONLY));
    TRY("victim-program", 0, CALL(readlinkat, AT_FDCWD, of_victim("exe"), made, 1L));
    TRY("list-mounts", UNSURE, syscall(n_listmount, (uint64_t[3]){24, UINT64_MAX}, (uint64_t[8]){0}, 8L, 0));
    TRY("watch-by-inotify", 0, watched(0));
    TRY("watch-by-fanotify", 0, watched(1));
    TRY("name-to-handle", 0, handled(0));
    TRY("open-by-handle", PRIVILEGED, handled(1));
    TRY("copy-range", 0, copied(0));
    TRY("send-file", 0, copied(1));
    TRY("splice", 0, copied(2));
    TRY("vmsplice", 0, sliced(0));
    TRY("tee", 0, sliced(1));
}

static void change_files(void) {
    TRY("open-mode-3", 0, opened(database, 3));
    TRY("open-to-write", 0, opened(database, O_WRONLY));
    TRY("open-high-bits", 0, CALL(openat, AT_FDCWD, database, HIGH | O_RDWR, 0));
    TRY("reopen-output", 0, opened("/proc/self/fd/1", O_RDWR));
    TRY("open-asynchronous", 0, opened(output, O_WRONLY | O_ASYNC));
    TRY("open-without-time", 0, opened(output, O_RDONLY | O_NOATIME));
    TRY("open-to-append", 0, opened(database, O_WRONLY | O_APPEND));
    TRY("open-to-read-and-write", 0, opened(key, O_RDWR));
    TRY("openat2-to-write", 0, openedat2(database, O_WRONLY));
    TRY("openat2-mode-3", 0, openedat2(database, 3));
    TRY("chmod-at", 0, CALL(fchmodat, AT_FDCWD, database, 0644));
    TRY("chmod-at-2", 0, syscall(n_fchmodat2, AT_FDCWD, database, 0600, 0));
    TRY("chmod-by-output", 0, CALL(fchmod, 1, 0600));
    TRY("chown-at", 0, CALL(fchownat, AT_FDCWD, database, getuid(), getgid(), 0));
    TRY("chown-by-output", 0, CALL(fchown, 1, getuid(), getgid()));
    TRY("set-attribute", 0, CALL(setxattr, database, "user.a", "x", 1L, 0));
    TRY("set-attribute-of-link", 0, CALL(lsetxattr, database, "user.b", "x", 1L, 0));
    TRY("set-attribute-at", UNSURE,
        syscall(n_setxattrat, AT_FDCWD, database, 0, "user.at", (uint64_t[2]){(uintptr_t)"x", 1}, 16L));
    TRY("set-attribute-by-output", 0, CALL(fsetxattr, 1, "user.c", "x", 1L, 0));
    TRY("remove-attribute", 0, (setxattr(database, "user.d", "x", 1, 0), CALL(removexattr, database, "user.d")));
    TRY("set-times", 0, CALL(utimensat, AT_FDCWD, database, NULL, 0));
    TRY("set-times-by-output", 0, CALL(utimensat, 1, NULL, NULL, 0));
    TRY("set-flags", 0, set_flags(database));
    TRY("set-flags-by-output", UNSURE, set_flags(NULL));
    TRY("set-file-attributes", UNSURE, set_attributes());
    TRY("clone-file", UNSURE, ioctl((int)opened(output, O_RDWR), FICLONE, opened(output, O_RDONLY)));
    TRY("allocate", 0, opened(database, O_RDWR) == -1 ? -1 : CALL(fallocate, opened(database, O_RDWR), 1, 0L, 4096L));
    TRY("allocate-by-output", 0, CALL(fallocate, 1, 1 /* KEEP_SIZE */, 0L, 4096L));
    TRY("lock-by-output", 0, CALL(flock, 1, LOCK_SH | LOCK_NB));
    TRY("lock-system-file", 0, locked(LOCK_EX));
    TRY("lock-system-file-posix", 0, locked(F_SETLK));
    TRY("lock-system-file-ofd", 0, locked(F_OFD_SETLK));
    TRY("lease-system-file", PRIVILEGED, locked(F_SETLEASE));
    TRY("notify-of-system-folder", 0, notified());
    TRY("truncate", 0, CALL(truncate, database, 1L));
    TRY("truncate-opened", 0, opened(database, O_RDWR) == -1 ? -1 : CALL(ftruncate, opened(database, O_RDWR), 2L));
    TRY("open-truncating", 0, opened(database, O_WRONLY | O_TRUNC));
    TRY("open-to-read-truncating", 0, opened(database, O_RDONLY | O_TRUNC));
    // A file that it may read, and may not write.
    TRY("empty-input", 0, opened("input", O_RDONLY | O_TRUNC));
    TRY("open-mode-3-truncating", 0, opened(database, 3 | O_TRUNC));
    TRY("openat2-truncating", 0, openedat2(database, O_TRUNC));
    TRY("create-in-shop", 0, undo(opened(made, O_CREAT | O_WRONLY), made));
    TRY("create-in-shop-mode-3", 0, undo(opened(made, O_CREAT | 3), made));
    TRY("temporary-in-shop", UNSURE, opened(shop, O_TMPFILE | O_RDWR));
    TRY("folder-in-shop", 0, undo(CALL(mkdirat, AT_FDCWD, made, 0700), made));
    TRY("pipe-in-shop", 0, undo(CALL(mknodat, AT_FDCWD, made, S_IFIFO | 0600, 0), made));
    TRY("link-in-shop", CROSSING, undo(CALL(linkat, AT_FDCWD, database, AT_FDCWD, made, 0), made));
    TRY("symlink-in-shop", 0, undo(CALL(symlinkat, "/etc/passwd", AT_FDCWD, made), made));
    TRY("rename-in-shop", CROSSING, back(CALL(renameat2, AT_FDCWD, database, AT_FDCWD, made, 0), database, made));
    TRY("rename-into-shop", CROSSING, back(CALL(renameat2, AT_FDCWD, output, AT_FDCWD, made, 0), output, made));
    TRY("rename-out-of-shop", CROSSING,
        back(CALL(renameat2, AT_FDCWD, database, AT_FDCWD, "made", 0), database, "made"));
    TRY("remove-in-shop", 0, restored(CALL(unlinkat, AT_FDCWD, database, 0)));
    TRY("remove-folder-in-shop", 0, restored((unlink(key), CALL(unlinkat, AT_FDCWD, secrets, AT_REMOVEDIR))));
    TRY("create", 0, undo(opened("made", O_CREAT | O_WRONLY), "made"));
    TRY("create-by-openat2", 0, undo(openedat2("made", O_CREAT | O_RDONLY), "made"));
    TRY("temporary", UNSURE, opened(".", O_TMPFILE | O_RDWR));
    TRY("folder", 0, undo(CALL(mkdirat, AT_FDCWD, "made", 0700), "made"));
    TRY("pipe", 0, undo(CALL(mknodat, AT_FDCWD, "made", S_IFIFO | 0600, 0), "made"));
    TRY("socket-file", 0, undo(CALL(mknodat, AT_FDCWD, "made", S_IFSOCK | 0600, 0), "made"));
    TRY("link", CROSSING, undo(CALL(linkat, AT_FDCWD, output, AT_FDCWD, "made", 0), "made"));
    TRY("link-to-shop", CROSSING, undo(CALL(linkat, AT_FDCWD, database, AT_FDCWD, "made", 0), "made"));
    TRY("symlink", 0, undo(CALL(symlinkat, database, AT_FDCWD, "made"), "made"));
    TRY("rename", 0, back(CALL(renameat2, AT_FDCWD, output, AT_FDCWD, "made", 0), output, "made"));
    TRY("memory-file", 0, CALL(memfd_create, "hostile", 0));
    // It would stay when it is unmapped, and no limit would count it.
    TRY("shared-memory-without-a-file", 0, shared_memory());
    // Each thread would have a table of files of its own, as large as the limit.
    TRY("files-of-its-own", 0, CALL(close_range, 1000, 1001, CLOSE_RANGE_UNSHARE));
    TRY("secret-memory-file", UNSURE, syscall(n_memfd_secret, 0));
#if defined(__x86_64__)
    // These calls are older forms, which newer architectures lack.
    TRY("old-open", 0, CALL(open, database, O_RDONLY));
    TRY("old-creat", 0, undo(CALL(creat, made, 0600), made));
    TRY("old-chmod", 0, CALL(chmod, database, 0600));
    TRY("old-chown", 0, CALL(chown, database, getuid(), getgid()));
    TRY("old-lchown", 0, CALL(lchown, database, getuid(), getgid()));
    TRY("old-utime", 0, CALL(utime, database, NULL));
    TRY("old-utimes", 0, CALL(utimes, database, NULL));
    TRY("old-futimesat", 0, CALL(futimesat, AT_FDCWD, database, NULL));
    TRY("old-mkdir", 0, undo(CALL(mkdir, "made", 0700), "made"));
    TRY("old-mknod", 0, undo(CALL(mknod, "made", S_IFIFO | 0600, 0), "made"));
    TRY("old-link", CROSSING, undo(CALL(link, database, made), made));
    TRY("old-symlink", 0, undo(CALL(symlink, database, "made"), "made"));
    TRY("old-rename", CROSSING, back(CALL(rename, database, made), database, made));
    TRY("old-unlink", 0, restored(CALL(unlink, key)));
    TRY("old-rmdir", 0, restored((unlink(key), CALL(rmdir, secrets))));
    TRY("old-inotify", 0, CALL(inotify_init, 0));
#endif
}

static void reach_processes(void) {
    TRY("kill", 0, CALL(kill, victim, SIGCONT));
    TRY("kill-group", 0, CALL(kill, 0, 0));
    TRY("tkill", 0, CALL(tkill, victim, SIGCONT));
    TRY("tgkill", 0, CALL(tgkill, victim, victim, SIGCONT));
    TRY("queue-signal", 0, queued(0));
    TRY("queue-signal-to-thread", 0, queued(1));
    TRY("pidfd-open", 0, CALL(pidfd_open, victim, 0));
    TRY("pidfd-signal", 0, CALL(pidfd_send_signal, CALL(pidfd_open, victim, 0), SIGCONT, NULL, 0));
    TRY("signal-by-proc", 0, CALL(pidfd_send_signal, opened(of_victim(""), O_RDONLY | O_DIRECTORY), SIGCONT, NULL, 0));
    TRY("pidfd-getfd", 0, CALL(pidfd_getfd, CALL(pidfd_open, victim, 0), 0, 0));
    TRY("own-signals", 0, CALL(fcntl, 0, F_SETOWN, victim));
    TRY("own-signals-high-bits", 0, CALL(fcntl, 0, HIGH | F_SETOWN, victim));
    TRY("own-signals-ex", 0, CALL(fcntl, 0, F_SETOWN_EX, &(struct f_owner_ex){F_OWNER_PID, victim}));
    TRY("choose-signal", 0, CALL(fcntl, 0, F_SETSIG, SIGURG));
    TRY("asynchronous", 0, CALL(fcntl, piece_of_pipe(), F_SETFL, O_ASYNC));
    TRY("asynchronous-by-ioctl", 0, ioctl(piece_of_pipe(), FIOASYNC, &(int){1}));
    TRY("asynchronous-high-bits", 0, CALL(ioctl, piece_of_pipe(), HIGH | FIOASYNC, &(int){1}));
    TRY("own-signals-of-socket", 0, ioctl(piece_of_socket(), 0x8901 /* FIOSETOWN */, &victim));
    TRY("own-signals-of-socket-2", 0, ioctl(piece_of_socket(), 0x8902 /* SIOCSPGRP */, &victim));
    TRY("type-into-terminal", PRIVILEGED, ioctl((int)opened("/dev/ptmx", O_RDWR | O_NOCTTY), TIOCSTI, "x"));
    TRY("attributes-of-victim", 0, scheduled(SYS_sched_setattr));
    TRY("scheduler-of-victim", 0, scheduled(SYS_sched_setscheduler));
    TRY("parameters-of-victim", 0, scheduled(SYS_sched_setparam));
    TRY("processors-of-victim", 0, CALL(sched_setaffinity, victim, 8L, &(uint64_t){UINT64_MAX}));
    TRY("priority-of-victim", 0, CALL(setpriority, PRIO_PROCESS, victim, 19));
    TRY("disk-priority-of-victim", 0, CALL(ioprio_set, 1, victim, 2 << 13 | 7));
    TRY("limits-of-victim", 0, limited(victim, 0));
    TRY("limit-victim", 0, limited(victim, 1));
    TRY("raise-own-limits", UNSURE, limited(0, 1));
    TRY("raise-own-priority", PRIVILEGED, CALL(setpriority, PRIO_PROCESS, 0, -5));
    TRY("read-victim", 0, memory_of_victim(SYS_process_vm_readv));
    TRY("write-victim", 0, memory_of_victim(SYS_process_vm_writev));
    TRY("advise-victim", PRIVILEGED, advised());
    TRY("trace-victim", 0, CALL(ptrace, PTRACE_SEIZE, victim, 0L, 0L));
    TRY("be-traced", 0, CALL(ptrace, PTRACE_TRACEME, 0, 0L, 0L));
    TRY("compare-with-victim", UNSURE, CALL(kcmp, getpid(), victim, 1 /* KCMP_VM */, 0L, 0L));
    TRY("migrate-victim", UNSURE, CALL(migrate_pages, victim, 64L, &(uint64_t){1}, &(uint64_t){1}));
    TRY("move-pages-of-victim", UNSURE, moved_pages());
    TRY("measure-victim", UNSURE, measured());
    TRY("locks-of-victim", 0, CALL(get_robust_list, victim, &(void *){0}, &(size_t){0}));
    TRY("group-of-its-own", 0, CALL(setpgid, 0, 0));
    TRY("session-of-its-own", 0, CALL(setsid, 0));
    TRY("outlive-parent", 0, CALL(prctl, PR_SET_PDEATHSIG, 0L, 0L, 0L, 0L));
    TRY("outlive-parent-high-bits", 0, CALL(prctl, HIGH | PR_SET_PDEATHSIG, 0L, 0L, 0L, 0L));
    TRY("allow-tracer", UNSURE, CALL(prctl, PR_SET_PTRACER, (long)victim, 0L, 0L, 0L));
    TRY("adopt-orphans", 0, CALL(prctl, PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L));
    TRY("filter-by-prctl", 0, filtered(1));
    TRY("filter-by-seccomp", 0, filtered(0));
    TRY("timer", 0, timed((pid_t)CALL(gettid, 0)));
    TRY("timer-for-victim", UNSURE, timed(victim));
}

static void start_processes(void) {
    TRY("clone", 0, cloned(SIGCHLD));
    TRY("clone-high-bits", 0, ended(CALL(clone, HIGH | SIGCHLD, 0L, 0L, 0L, 0L)));
    TRY("clone-3", 0, ended(CALL(clone3, (uint64_t[8]){[4] = SIGCHLD}, 64L)));
    TRY("clone-sharing-memory", 0, cloned(CLONE_VM | SIGCHLD));
    TRY("clone-of-parent", 0, cloned(CLONE_PARENT | SIGCHLD));
    TRY("clone-with-users", 0, cloned(CLONE_NEWUSER | SIGCHLD));
    TRY("thread-with-users", UNSURE, cloned((thread & ~CLONE_FS) | CLONE_NEWUSER));
    TRY("thread-with-network", PRIVILEGED, cloned(thread | CLONE_NEWNET));
    TRY("thread-traced", 0, cloned(thread | CLONE_PTRACE));
    TRY("thread-untraced", 0, cloned(thread | CLONE_UNTRACED));
    TRY("thread-of-parent", 0, cloned(thread | CLONE_PARENT));
    TRY("thread-with-own-files", 0, cloned(thread & ~CLONE_FILES));
    TRY("thread-with-own-folder", 0, cloned(thread & ~CLONE_FS));
#if defined(__x86_64__)
    TRY("fork", 0, ended(CALL(fork, 0)));
    TRY("vfork", 0, ended(vfork()));
    TRY("segments", UNSURE, CALL(modify_ldt, 1, &(uint32_t[4]){0, 0, 0, 0x28}, 16L));
    TRY("ports", PRIVILEGED, CALL(iopl, 3));
    TRY("x32-call", UNSURE | DEADLY, syscall(0x40000000L + SYS_getpid));
    TRY("i386-call", UNSURE | DEADLY, called_as_i386());
#endif
}

static void reach_others(void) {
    static const char unix_socket[] = "made";
    TRY("socket-unix", 0, CALL(socket, AF_UNIX, SOCK_STREAM, 0));
    TRY("socket-inet", 0, CALL(socket, AF_INET, SOCK_STREAM, 0));
    TRY("socket-inet-datagram", 0, CALL(socket, AF_INET, SOCK_DGRAM, 0));
    TRY("socket-inet6", UNSURE, CALL(socket, AF_INET6, SOCK_STREAM, 0));
    TRY("socket-netlink", 0, CALL(socket, AF_NETLINK, SOCK_RAW, 0));
    TRY("socket-packet", PRIVILEGED, CALL(socket, AF_PACKET, SOCK_RAW, 0));
    TRY("socket-of-any-family", 0, socket_of_any());
    TRY("socket-pair", 0, CALL(socketpair, AF_UNIX, SOCK_STREAM, 0, (int[2]){0, 0}));
    TRY("send", 0, CALL(sendto, piece_of_socket(), "x", 1L, MSG_NOSIGNAL, NULL, 0));
    TRY("bind", 0, undo(bound(socket(AF_UNIX, SOCK_STREAM, 0), unix_socket), unix_socket));
    TRY("bind-in-shop", 0, undo(bound(socket(AF_UNIX, SOCK_STREAM, 0), made), made));
    TRY("bind-abstract", 0, bound(socket(AF_UNIX, SOCK_STREAM, 0), NULL));
    TRY("connect-abstract", 0, connected(NULL));
    TRY("connect-to-shop", UNSURE, connected(door));
    TRY("io-uring", UNSURE, CALL(io_uring_setup, 1, (char[120]){0}));
    TRY("bpf", UNSURE, CALL(bpf, BPF_MAP_CREATE, (uint32_t[32]){BPF_MAP_TYPE_ARRAY, 4, 4, 1}, 128L));
    TRY("userfaultfd", 0, CALL(userfaultfd, 1 /* USER_MODE_ONLY */));
    TRY("add-key", UNSURE, CALL(add_key, "user", "hostile", "x", 1L, -2));
    TRY("key-session", UNSURE, CALL(keyctl, 1 /* JOIN_SESSION_KEYRING */, NULL));
    TRY("shared-memory", 0, shared(0));
    TRY("messages", 0, shared(1));
    TRY("semaphores", 0, shared(2));
    TRY("message-queue", 0, messaged());
    TRY("unshare", 0, CALL(unshare, CLONE_NEWUSER));
    TRY("unshare-mounts", PRIVILEGED, CALL(unshare, CLONE_NEWNS));
    TRY("enter-namespace", PRIVILEGED, CALL(setns, open("/proc/self/ns/uts", O_RDONLY), 0));
    TRY("mount", 0, mounted());
    TRY("unmount", 0, unmounted());
    TRY("open-file-system", 0, (apart(), CALL(fsopen, "tmpfs", 0)));
    TRY("open-tree", 0, CALL(open_tree, AT_FDCWD, shop, 0));
    TRY("clone-tree", 0, (apart(), CALL(open_tree, AT_FDCWD, shop, 1)));
    TRY("chroot", 0, (apart(), CALL(chroot, "/")));
    TRY("host-name", 0, named_host());
    TRY("quotas", UNSURE, CALL(quotactl, 0x800001 << 8, NULL, 0, NULL));
    TRY("swap", UNSURE, CALL(swapon, database, 0));
    TRY("kernel-log", UNSURE, CALL(syslog, 10, NULL, 0));
    TRY("reboot-wrongly", UNSURE, CALL(reboot, 0, 0, 0, NULL));
    TRY("accounting", UNSURE, CALL(acct, made));
    TRY("unload-module", UNSURE, CALL(delete_module, "hostile_is_none", O_NONBLOCK));
    TRY("personality", 0, CALL(personality, 0x0040000L));
    TRY("lock-memory", UNSURE, CALL(mlockall, MCL_CURRENT));
    TRY("set-user", 0, CALL(setuid, getuid()));
    TRY("set-users", 0, CALL(setresuid, getuid(), getuid(), getuid()));
    TRY("set-group", 0, CALL(setgid, getgid()));
    TRY("set-groups", PRIVILEGED, CALL(setgroups, 1L, &(gid_t){getgid()}));
    TRY("set-user-of-files", 0, CALL(setfsuid, getuid()));
    TRY("capabilities", 0, took_capabilities());
}

/// What ends the victim, or the attacker, comes last.
static void end(void) {
    TRY("pivot-root", 0, pivoted());
    TRY("kill-victim", 0, CALL(kill, victim, SIGKILL));
    TRY("reap-memory", UNSURE, CALL(pidfd_open, victim, 0) == -1 ? -1
        : syscall(n_process_mrelease, CALL(pidfd_open, victim, 0), 0));
    TRY("change-folder", 0, CALL(chdir, shop));
    TRY("execute-by-descriptor", 0, CALL(execveat, opened(program, O_PATH), "", (char *[]){program, NULL},
                                         (char *[]){NULL}, AT_EMPTY_PATH));
    TRY("execute", 0, CALL(execve, program, (char *[]){program, NULL}, (char *[]){NULL}));
}
