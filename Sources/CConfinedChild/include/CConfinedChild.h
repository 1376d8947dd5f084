#ifndef CCONFINEDCHILD_H
#define CCONFINEDCHILD_H

#include <sys/types.h>

/// What a child may use at most.
struct confined_limits {
    /// Bytes of address space.
    unsigned long long memory;
    /// Seconds of processor time.
    unsigned long long processor_seconds;
    /// Bytes of each file that it writes.
    unsigned long long file_bytes;
    /// Files that it has open at once.
    unsigned long long open_files;
};

/// Starts a program with restrictions. On every system it has the limits, and no file is open but its input and output.
/// On Linux it reaches only the files that are named here, has no network, no capabilities and no other processes, can't start any or
/// gain privileges, and is killed when the thread that started it ends.
///
/// Lists are ended by NULL.
///
/// - Parameters:
///   - path: the program's file.
///   - arguments: the program's name first.
///   - environment: all of it.
///   - folder: where it works. It reads everything in it.
///   - readable: what it may read besides, with all that is in a folder, and run where it names a file: the program's own
///     and the loader's are among them. What doesn't exist is left out.
///   - writable: the files that it may write, as seen from its folder. They exist already, and it can make no others.
///   - input: what it reads as its standard input.
///   - output: where its standard output and its errors go.
/// - Returns: the child's number, once the program runs; -1 when it couldn't be started or confined, with the reason in
///   `errno`.
pid_t confined_start(const char *path, char *const arguments[], char *const environment[], const char *folder,
                     char *const readable[], char *const writable[], int input, int output,
                     struct confined_limits limits);

/// Whether this system can confine a child: whether Linux has Landlock (since 5.13). Without it ``confined_start`` starts
/// nothing there. On other systems a child has only limits, and this is always so.
int confined_is_possible(void);

/// Kills a child that was not reaped, and waits for nothing.
void confined_kill(pid_t child);

/// Waits for a child to end. The system doesn't reuse its process number before ``confined_reap``.
void confined_wait(pid_t child);

/// Takes the status of a child that has ended.
///
/// - Returns: the status as `waitpid` has it; -1 when there is no such child.
int confined_reap(pid_t child);

#endif
