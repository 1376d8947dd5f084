#if defined(__linux__)
#define _GNU_SOURCE
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The newest version of Landlock that is used. The tests lower it, to try what older kernels have.
#ifndef NEWEST_LANDLOCK
#define NEWEST_LANDLOCK 6
#endif

// The numbers of Landlock's calls and rights, which older headers lack (landlock.h).
enum {
    create_ruleset = 444, add_rule = 445, restrict_self = 446,
    ask_for_version = 1,
    path_beneath = 1,
    execute = 1 << 0, write_file = 1 << 1, read_file = 1 << 2, read_folder = 1 << 3, truncate_file = 1 << 14,
    /// What a rule for a file that is no folder may name. Of a folder nothing is run.
    rights_of_files = execute | write_file | read_file | truncate_file,
};

struct ruleset {
    unsigned long long files, network, scopes;
};

/// 0 where there is no Landlock.
static long version(void) {
    long known = syscall(create_ruleset, NULL, 0, ask_for_version);
    return known < 0 ? 0 : known < NEWEST_LANDLOCK ? known : NEWEST_LANDLOCK;
}

/// All rights that a version has. What is named here and allowed by no rule is refused.
static struct ruleset every_right(long version) {
    struct ruleset all = {(1 << 13) - 1, 0, 0};
    // 2: moving between folders. 3: truncating. 4: binding and connecting by TCP. 5: device files' ioctl. 6: abstract
    // unix sockets and signals.
    if (version >= 2) all.files |= 1 << 13;
    if (version >= 3) all.files |= truncate_file;
    if (version >= 4) all.network = 3;
    if (version >= 5) all.files |= 1 << 15;
    if (version >= 6) all.scopes = 3;
    return all;
}

static int allow(int rules, const char *path, unsigned long long rights) {
    struct { unsigned long long rights; int file; } __attribute__((packed)) rule = {rights, open(path, O_PATH)};
    if (rule.file < 0) return errno == ENOENT ? 0 : -1;
    struct stat about;
    int result = fstat(rule.file, &about);
    rule.rights &= S_ISDIR(about.st_mode) ? ~(unsigned long long)execute : rights_of_files;
    if (result == 0) result = (int)syscall(add_rule, rules, path_beneath, &rule, 0);
    close(rule.file);
    return result;
}

int confined_is_possible(void) { return version() > 0; }

int keep_to_files(char *const readable[], char *const writable[]) {
    if (version() == 0) return -1;
    const struct ruleset all = every_right(version());
    int rules = (int)syscall(create_ruleset, &all, sizeof all, 0);
    if (rules < 0) return -1;
    int result = allow(rules, "/dev/null", read_file | write_file) | allow(rules, ".", read_file | read_folder);
    for (; *readable != NULL; readable++) result |= allow(rules, *readable, execute | read_file | read_folder);
    for (; *writable != NULL; writable++)
        result |= allow(rules, *writable, (read_file | write_file | truncate_file) & all.files);
    if (result == 0) result = (int)syscall(restrict_self, rules, 0);
    close(rules);
    return result;
}
#endif
