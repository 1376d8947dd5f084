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
/// On Linux it also has no network, can't start processes or gain privileges, and is killed when the thread that started
/// it ends.
///
/// - Parameters:
///   - path: the program's file.
///   - arguments: ended by NULL, the program's name first.
///   - environment: ended by NULL.
///   - folder: where it works.
///   - input: what it reads as its standard input.
///   - output: where its standard output and its errors go.
/// - Returns: the child's number; -1 when it couldn't be started, with the reason in `errno`. What fails in the child
///   before the program runs ends it with status 126.
pid_t confined_start(const char *path, char *const arguments[], char *const environment[], const char *folder,
                     int input, int output, struct confined_limits limits);

/// Whether the kernel can keep a child from files outside of its folder and of programs (Landlock, Linux 5.13).
int confined_has_landlock(void);

/// Kills a child that was not reaped, and waits for nothing.
void confined_kill(pid_t child);

/// Waits for a child to end. The system doesn't reuse its process number before ``confined_reap``.
void confined_wait(pid_t child);

/// Takes the status of a child that has ended.
///
/// - Returns: the status as `waitpid` has it; -1 when there is no such child.
int confined_reap(pid_t child);

#endif
