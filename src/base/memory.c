/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/memory.h"

#include <assert.h>
#include <jansson.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

struct point {
    jmp_buf place;
    struct point *outer;
    struct lt_held *held; /* the newest first */
    bool lacks;
};

/* initial-exec: in the static block each thread starts with. With the default model the variables
 * of a library loaded by dlopen() are allocated at first use, and the C library ends the process if
 * that fails. */
static _Thread_local struct point *innermost __attribute__((tls_model("initial-exec")));

void lt_memory_drop(struct lt_held *held) {
    if (!held->link)
        return;
    *held->link = held->next;
    if (held->next)
        held->next->link = held->link;
    held->next = NULL;
    held->link = NULL;
}

static void put_before(struct lt_held **list, struct lt_held *held) {
    held->next = *list;
    held->link = list;
    if (*list)
        (*list)->link = &held->next;
    *list = held;
}

void lt_memory_hold(struct lt_held *held, void (*release)(struct lt_held *held)) {
    *held = (struct lt_held){.release = release};
    if (innermost)
        put_before(&innermost->held, held);
}

/* What is still held passes to the enclosing call, if there is one. */
static void hand_over(struct point *point) {
    struct lt_held *kept = NULL, *held;
    while ((held = point->held)) { /* reverses the order */
        lt_memory_drop(held);
        put_before(&kept, held);
    }
    while ((held = kept)) {
        lt_memory_drop(held);
        if (point->outer)
            put_before(&point->outer->held, held);
    }
}

bool lt_memory_suffices(void (*work)(void *data), void *data) {
    struct point point = {.outer = innermost};
    innermost = &point;
    bool enough = setjmp(point.place) == 0;
    if (enough) {
        work(data);
        if (point.lacks)
            lt_memory_out();
        hand_over(&point);
    }
    innermost = point.outer;
    return enough;
}

/* Only tests of internal functions run outside lt_memory_suffices(). */
void lt_memory_out(void) {
    struct point *point = innermost;
    assert(point);
    for (struct lt_held *held; (held = point->held);) {
        lt_memory_drop(held);
        held->release(held);
    }
    longjmp(point->place, 1);
}

void lt_memory_lacks(void) {
    if (innermost)
        innermost->lacks = true;
}

bool lt_memory_lacking(void) {
    return innermost && innermost->lacks;
}

void *lt_memory_get(size_t size) {
    return lt_memory_resize(NULL, size);
}

void *lt_memory_resize(void *memory, size_t size) {
    void *resized = realloc(memory, size > 0 ? size : 1);
    if (!resized)
        lt_memory_out();
    return resized;
}

/* ---- jansson, which leaves out what it has no memory for ------------------------------------- */

static json_malloc_t allocate_before;

static void *allocate_noting(size_t size) {
    void *memory = allocate_before(size);
    if (!memory)
        lt_memory_lacks();
    return memory;
}

/* Forwards to the allocator that the host has set, so that the host can still free its own jansson
 * objects. */
static void watch(void) {
    json_free_t release;
    json_get_alloc_funcs(&allocate_before, &release);
    json_set_alloc_funcs(allocate_noting, release);
}

void lt_memory_watch(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
}
