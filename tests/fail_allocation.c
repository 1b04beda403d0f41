/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preloaded, it lets allocations of this process fail: the FAIL_AT-th, or that and all after it if
 * FAIL_ON is set. Its children are spared. FAIL_COUNT names a file to which it adds how many there
 * were. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *(*next_malloc)(size_t), *(*next_calloc)(size_t, size_t),
    *(*next_realloc)(void *, size_t);
static atomic_long made;
static long fail_at;
static bool fail_on;

/* What dlsym() itself asks for before it has found anything. */
static char first[4096];
static size_t first_used;

static void *get_first(size_t size) {
    void *memory = first + first_used;
    first_used += (size + 15) / 16 * 16;
    return first_used <= sizeof first ? memory : NULL;
}

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAIL_AT");
    *(void **)&next_calloc = dlsym(RTLD_NEXT, "calloc");
    *(void **)&next_malloc = dlsym(RTLD_NEXT, "malloc");
    *(void **)&next_realloc = dlsym(RTLD_NEXT, "realloc");
    fail_on = getenv("FAIL_ON") != NULL;
    unsetenv("LD_PRELOAD");
    atomic_store(&made, 0);
    fail_at = at ? atol(at) : 0;
}

static bool fails_now(void) {
    long n = atomic_fetch_add(&made, 1) + 1;
    if (fail_at == 0 || !(fail_on ? n >= fail_at : n == fail_at))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    if (!next_malloc)
        return get_first(size);
    return fails_now() ? NULL : next_malloc(size);
}

void *calloc(size_t count, size_t size) {
    if (!next_calloc)
        return get_first(count * size);
    return fails_now() ? NULL : next_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return fails_now() ? NULL : next_realloc(old, size);
}

__attribute__((destructor)) static void tell_count(void) {
    const char *path = getenv("FAIL_COUNT");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&made));
    if (file >= 0 && write(file, text, (size_t)length) == length)
        close(file);
}
