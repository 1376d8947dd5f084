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

/// Starts a program that can do little: it has the limits, no file open but its input and output, no network, no other
/// processes and no way to more privileges, and it ends with the thread that started it at the latest.
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

/// Kills a child that was not reaped, and waits for nothing.
void confined_kill(pid_t child);

/// Waits for a child to end. Its number is no other process's until ``confined_reap``.
void confined_wait(pid_t child);

/// Takes the status of a child that has ended.
///
/// - Returns: the status as `waitpid` has it; -1 when there is no such child.
int confined_reap(pid_t child);

#endif
