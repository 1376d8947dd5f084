#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include "CConfinedChild.h"

// What a process does to itself between fork and exec. Each returns 0, or -1 when it could not.

/// Keeps the process to its folder and to the files that it may reach, and from signalling others where the kernel can do
/// that.
int keep_to_files(char *const readable[], char *const writable[]);

/// Gives up all capabilities, for good.
int drop_capabilities(void);

/// Leaves the process only the system calls that a program needs which reads files and computes.
int allow_few_calls(void);

#endif
