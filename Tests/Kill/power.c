// A disk whose power can be cut, which can fill up, and which sees every answer leave: LD_PRELOAD of a server.
//
// What is written to the database and its log and not yet synced is kept in undo files, so that the test can take it
// back after a kill, as a power cut would. A wish is durable once the log holds a commit with its key and was synced
// after it; an answer to a wish that leaves before is counted as early. A sync takes a while, as on a slow disk, so that
// many a kill comes between a write and its sync.
//
// A sync that fails leaves the disk without what it was for, and the system's memory with it, as some file systems do:
// it is lost with the next power cut, in whatever life of the server, unless the same bytes are written and synced again.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FILES = 1 << 16, WISHES = 1 << 23, ANSWER = 4096, PAGE = 1 << 16, SYNC_US = 3000 };
enum kind { OUTSIDE, DATABASE, LOG, OTHER };
enum wish { UNKNOWN, OPEN, COMMITTED, DURABLE };
enum trouble { NONE, FULL, READ_ONLY, UNSYNCED_DATABASE, UNSYNCED_LOG };

// Shared with the test, and with the server's next life. disk.py reads it by these offsets.
struct state {
    uint64_t trouble, syncs, commits, answers, early, skipped, highest;
    uint8_t wishes[WISHES];
};

struct undo {
    uint64_t truncates, offset, size, fresh, old;
};

static struct state *state;
static char folder[4096];
static int undoes[OTHER];
// What syncs that failed were for, and where something was written and synced after them.
static int losses[OTHER], mended[OTHER];
static unsigned char kinds[FILES];
// Files that were opened for reading: the server's own syncs go through these.
static unsigned char only_syncs[FILES];
static int asked[FILES];
static pthread_mutex_t disk = PTHREAD_MUTEX_INITIALIZER;

static uint32_t *opened, *committed;
static size_t opened_count, committed_count;
static int commit_follows;

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static void begin(void);

__attribute__((constructor)) static void start(void) {
    begin();
}

static int state_file(const char *name, int flags) {
    char path[4200];
    snprintf(path, sizeof path, "%s/%s", getenv("SHELF_STATE"), name);
    return openat(AT_FDCWD, path, flags | O_CREAT | O_CLOEXEC, 0600);
}

static void begin(void) {
    if (!getenv("SHELF_STATE") || !getenv("SHELF_DISK")) return;
    int file = state_file("state", O_RDWR);
    if (ftruncate(file, sizeof *state)) abort();
    void *shared = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED) abort();
    undoes[DATABASE] = state_file("undo-database", O_RDWR | O_APPEND);
    undoes[LOG] = state_file("undo-log", O_RDWR | O_APPEND);
    losses[DATABASE] = state_file("lost-database", O_WRONLY | O_APPEND);
    losses[LOG] = state_file("lost-log", O_WRONLY | O_APPEND);
    mended[DATABASE] = state_file("mended-database", O_WRONLY | O_APPEND);
    mended[LOG] = state_file("mended-log", O_WRONLY | O_APPEND);
    opened = calloc(WISHES, sizeof *opened);
    committed = calloc(WISHES, sizeof *committed);
    struct state *before = shared;
    for (uint32_t wish = 0; wish <= before->highest; wish++) {
        if (before->wishes[wish] == OPEN) before->wishes[wish] = UNKNOWN;
        if (before->wishes[wish] == COMMITTED) committed[committed_count++] = wish;
    }
    snprintf(folder, sizeof folder, "%s", getenv("SHELF_DISK"));
    state = before;
}

static int ends(const char *path, const char *end) {
    size_t length = strlen(path), wanted = strlen(end);
    return length >= wanted && !strcmp(path + length - wanted, end);
}

static enum kind kind(int file) {
    return state && file >= 0 && file < FILES ? kinds[file] : OUTSIDE;
}

static int fails(enum kind kind) {
    if (kind == OUTSIDE || (state->trouble != FULL && state->trouble != READ_ONLY)) return 0;
    errno = state->trouble == FULL ? ENOSPC : EROFS;
    return 1;
}

static int is_beneath(const char *path) {
    return state && !strncmp(path, folder, strlen(folder));
}

static void name(int file, const char *path, int flags) {
    if (file < 0 || file >= FILES) return;
    asked[file] = -1;
    only_syncs[file] = (flags & O_ACCMODE) == O_RDONLY;
    kinds[file] = !is_beneath(path)               ? OUTSIDE
                  : ends(path, ".sqlite")         ? DATABASE
                  : ends(path, ".sqlite-wal")     ? LOG
                                                  : OTHER;
}

// A full disk makes no files, a read-only one opens none for writing.
static int refuses(const char *path, int flags) {
    if (!is_beneath(path) || !state->trouble) return 0;
    int makes = (flags & O_CREAT) && access(path, F_OK);
    if (!makes && !(state->trouble == READ_ONLY && (flags & O_ACCMODE) != O_RDONLY)) return 0;
    return fails(OTHER);
}

#define OPENS(function) \
    int function(const char *path, int flags, ...) { \
        REAL(function); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        if (refuses(path, flags)) return -1; \
        int file = real(path, flags, mode); \
        name(file, path, flags); \
        return file; \
    }

#define OPENS_AT(function) \
    int function(int at, const char *path, int flags, ...) { \
        REAL(function); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        if (refuses(path, flags)) return -1; \
        int file = real(at, path, flags, mode); \
        name(file, path, flags); \
        return file; \
    }

OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)

int close(int file) {
    REAL(close);
    if (file >= 0 && file < FILES) {
        kinds[file] = OUTSIDE;
        asked[file] = -1;
    }
    return real(file);
}

// Undoing

static void keep_undo(enum kind kind, struct undo undo, const void *fresh, const void *old) {
    REAL(writev);
    struct iovec parts[] = {
        {&undo, sizeof undo}, {(void *)fresh, undo.fresh}, {(void *)old, undo.old}};
    if (real(undoes[kind], parts, 3) < 0) abort();
}

static void keep_write(int file, const void *bytes, size_t length, off_t offset) {
    static __thread char old[PAGE];
    struct stat now;
    if (length > PAGE || fstat(file, &now)) abort();
    ssize_t known = pread(file, old, length, offset);
    struct undo undo = {0, (uint64_t)offset, (uint64_t)now.st_size, length, known < 0 ? 0 : (uint64_t)known};
    keep_undo(kind(file), undo, bytes, old);
}

static void keep_truncate(int file, off_t size) {
    struct stat now;
    if (fstat(file, &now)) abort();
    size_t cut = now.st_size > size ? (size_t)(now.st_size - size) : 0;
    char *old = malloc(cut + 1);
    ssize_t known = pread(file, old, cut, size);
    struct undo undo = {1, (uint64_t)size, (uint64_t)now.st_size, 0, known < 0 ? 0 : (uint64_t)known};
    keep_undo(kind(file), undo, NULL, old);
    free(old);
}

// What the log holds

static const char mark[] = "wish-";

static int wish_at(const char *digits) {
    int wish = 0;
    for (int index = 0; index < 8; index++) {
        if (digits[index] < '0' || digits[index] > '9') return -1;
        wish = wish * 10 + digits[index] - '0';
    }
    return wish < WISHES ? wish : -1;
}

static int next_wish(const char **place, const char *end) {
    while (*place < end) {
        const char *found = memmem(*place, (size_t)(end - *place), mark, 5);
        if (!found || end - found < 13) return -1;
        *place = found + 13;
        int wish = wish_at(found + 5);
        if (wish >= 0) return wish;
    }
    return -1;
}

static void note_page(const char *page, size_t length) {
    const char *place = page;
    for (int wish; (wish = next_wish(&place, page + length)) >= 0;) {
        if (state->wishes[wish] != UNKNOWN) continue;
        state->wishes[wish] = OPEN;
        if ((uint64_t)wish > state->highest) state->highest = (uint64_t)wish;
        opened[opened_count++] = (uint32_t)wish;
    }
    if (!commit_follows) return;
    commit_follows = 0;
    state->commits++;
    for (size_t index = 0; index < opened_count; index++) {
        state->wishes[opened[index]] = COMMITTED;
        committed[committed_count++] = opened[index];
    }
    opened_count = 0;
}

// The head of a frame names, in its second word, the size of the database, if the frame ends a transaction.
static void note_log(const char *bytes, size_t length) {
    enum { FILE_HEAD = 32, FRAME_HEAD = 24 };
    if (length == FILE_HEAD) return;
    if (length == FRAME_HEAD)
        commit_follows = bytes[4] || bytes[5] || bytes[6] || bytes[7];
    else
        note_page(bytes, length);
}

static void note_sync(void) {
    for (size_t index = 0; index < committed_count; index++) state->wishes[committed[index]] = DURABLE;
    committed_count = 0;
    state->syncs++;
}

// Writing and syncing
//
// A kill may come between any two of these steps. What is noted is noted first, so that no answer seems early which
// was not; what is undone is undone for as long as it may not have been synced.

#define WRITES_AT(function) \
    ssize_t function(int file, const void *bytes, size_t length, off_t offset) { \
        REAL(function); \
        enum kind into = kind(file); \
        if (fails(into)) return -1; \
        if (into != DATABASE && into != LOG) return real(file, bytes, length, offset); \
        pthread_mutex_lock(&disk); \
        keep_write(file, bytes, length, offset); \
        if (into == LOG) note_log(bytes, length); \
        ssize_t written = real(file, bytes, length, offset); \
        pthread_mutex_unlock(&disk); \
        return written; \
    }

#define TRUNCATES(function) \
    int function(int file, off_t size) { \
        REAL(function); \
        enum kind into = kind(file); \
        if (fails(into)) return -1; \
        if (into != DATABASE && into != LOG) return real(file, size); \
        pthread_mutex_lock(&disk); \
        keep_truncate(file, size); \
        int result = real(file, size); \
        pthread_mutex_unlock(&disk); \
        return result; \
    }

// A server that asks less of its disk: SHELF_SKIPS says whether it leaves out the syncs of its own, or SQLite's, too.
static int skips(int file) {
    const char *which = getenv("SHELF_SKIPS");
    if (!which || (strcmp(which, "all") && !only_syncs[file])) return 0;
    __atomic_fetch_add(&state->skipped, 1, __ATOMIC_RELAXED);
    return 1;
}

static void move_undoes(enum kind of, int file) {
    static char bytes[PAGE];
    REAL(write);
    off_t place = 0;
    for (ssize_t count; (count = pread(undoes[of], bytes, sizeof bytes, place)) > 0; place += count)
        if (real(file, bytes, (size_t)count) != count) abort();
    if (ftruncate(undoes[of], 0)) abort();
}

// The trouble is over with the first sync that fails.
static int loses(enum kind of) {
    if (state->trouble != (of == DATABASE ? UNSYNCED_DATABASE : UNSYNCED_LOG)) return 0;
    struct stat undone;
    if (fstat(undoes[of], &undone)) abort();
    if (!undone.st_size) return 0;
    state->trouble = NONE;
    move_undoes(of, losses[of]);
    errno = EIO;
    return 1;
}

static void synced(enum kind of) {
    struct stat lost;
    if (fstat(losses[of], &lost)) abort();
    if (lost.st_size) move_undoes(of, mended[of]);
    if (ftruncate(undoes[of], 0)) abort();
    if (of == LOG) note_sync();
}

#define SYNCS(function) \
    int function(int file) { \
        REAL(function); \
        enum kind of = kind(file); \
        if (of != DATABASE && of != LOG) return real(file); \
        if (skips(file)) return 0; \
        pthread_mutex_lock(&disk); \
        usleep(SYNC_US); \
        int result = loses(of) ? -1 : real(file); \
        if (!result) synced(of); \
        pthread_mutex_unlock(&disk); \
        return result; \
    }

WRITES_AT(pwrite)
WRITES_AT(pwrite64)
TRUNCATES(ftruncate)
TRUNCATES(ftruncate64)
SYNCS(fsync)
SYNCS(fdatasync)

// What comes and what leaves

static void note_question(int file, const char *bytes, ssize_t length) {
    if (!state || file < 0 || file >= FILES || length < 5 || memcmp(bytes, "POST ", 5)) return;
    const char *place = bytes;
    asked[file] = next_wish(&place, bytes + length);
}

static int says(const char *bytes, size_t length, const char *words) {
    return memmem(bytes, length, words, strlen(words)) != NULL;
}

// Sold, or refused by a verdict that is kept.
static int is_verdict(const char *answer, size_t length) {
    if (length < 12 || memcmp(answer, "HTTP/1.1 ", 9)) return 0;
    if (!memcmp(answer + 9, "200", 3)) return 1;
    return !memcmp(answer + 9, "409", 3) && says(answer, length, "\"replayed\"");
}

static void note_answer(int file, const char *answer, size_t length) {
    int wish = asked[file];
    asked[file] = -1;
    if (!is_verdict(answer, length)) return;
    __atomic_fetch_add(&state->answers, 1, __ATOMIC_RELAXED);
    if (__atomic_load_n(&state->wishes[wish], __ATOMIC_ACQUIRE) != DURABLE)
        __atomic_fetch_add(&state->early, 1, __ATOMIC_RELAXED);
}

static int is_asked(int file) {
    return state && file >= 0 && file < FILES && kinds[file] == OUTSIDE && asked[file] > 0;
}

ssize_t read(int file, void *bytes, size_t length) {
    REAL(read);
    ssize_t came = real(file, bytes, length);
    note_question(file, bytes, came);
    return came;
}

ssize_t recv(int file, void *bytes, size_t length, int flags) {
    REAL(recv);
    ssize_t came = real(file, bytes, length, flags);
    note_question(file, bytes, came);
    return came;
}

ssize_t write(int file, const void *bytes, size_t length) {
    REAL(write);
    if (fails(kind(file))) return -1;
    if (kind(file) == DATABASE || kind(file) == LOG) abort();
    if (is_asked(file)) note_answer(file, bytes, length);
    return real(file, bytes, length);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    REAL(writev);
    if (fails(kind(file))) return -1;
    if (is_asked(file)) {
        char answer[ANSWER];
        size_t length = 0;
        for (int index = 0; index < count && length < ANSWER; index++) {
            size_t part = parts[index].iov_len < ANSWER - length ? parts[index].iov_len : ANSWER - length;
            memcpy(answer + length, parts[index].iov_base, part);
            length += part;
        }
        note_answer(file, answer, length);
    }
    return real(file, parts, count);
}
