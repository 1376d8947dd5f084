// Runs a program as the server runs those that make pictures:
//
//     confine FOLDER READABLE… -- WRITABLE… -- PROGRAM ARGUMENTS…
//
// It ends with the program's status, with 128 and the number of the signal that ended it, or with 3 where it started none.
#include "CConfinedChild.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/// Ends a list of words where the dashes are.
static char **up_to_dashes(char ***word) {
    char **first = *word;
    while (**word != NULL && strcmp(**word, "--") != 0) ++*word;
    if (**word != NULL) *(*word)++ = NULL;
    return first;
}

int main(int count, char *arguments[]) {
    char **word = arguments + 2, *no_environment[] = {NULL};
    if (count < 5) return 2;
    char **readable = up_to_dashes(&word), **writable = up_to_dashes(&word);
    const struct confined_limits limits = {
        .memory = 1ULL << 30, .processor_seconds = 60, .file_bytes = 64ULL << 20, .open_files = 128};
    if (!confined_is_possible()) {
        fprintf(stderr, "no child can be confined here\n");
        return 3;
    }
    pid_t child = confined_start(*word, word, no_environment, arguments[1], readable, writable,
                                 open("/dev/null", O_RDONLY), 1, limits);
    if (child < 0) return 3;
    confined_wait(child);
    int status = confined_reap(child);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
