/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of a sweep that was interrupted, in any state. Each line of the input is a block "b
 * NUMBER TEXT", a byte changed "f PLACE", an end cut off "t SIZE", or goes into the file as it is.
 * No block comes back with a text that it never had; where nothing was changed or cut off, none is
 * lost; what is missing can be added, and then all is there. */
#include "sweep/partial.h"
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS = 6, MOST = 64 };
static const char head[] = "sweep 1 of a program";

/* The texts that blocks had, in order. */
struct written {
    struct {
        size_t block, length;
        const char *text;
    } list[MOST];
    size_t count;
    bool kept; /* nothing was changed or cut off */
};

static void open_partial(struct lt_partial *partial, const char *path) {
    fuzz_require(lt_partial_open(partial, path, head, BLOCKS));
}

static void write_block(struct lt_partial *partial, struct written *w, const char *text,
                        size_t length) {
    const size_t block = (size_t)(unsigned char)text[0] % BLOCKS;
    if (w->count == MOST)
        return;
    fuzz_require(lt_partial_add(partial, block, text, length));
    w->list[w->count].block = block;
    w->list[w->count].text = text;
    w->list[w->count++].length = length;
}

/* Changes a byte behind the head, or cuts the file off there. */
static void damage(int file, char how, unsigned long place) {
    const off_t size = lseek(file, 0, SEEK_END), first = sizeof head;
    char byte;
    if (size <= first)
        return;
    const off_t at = first + (off_t)(place % (unsigned long)(size - first));
    if (how == 't') {
        fuzz_require(ftruncate(file, at) == 0);
        return;
    }
    fuzz_require(pread(file, &byte, 1, at) == 1);
    byte ^= (char)(1 + place % 31);
    fuzz_require(pwrite(file, &byte, 1, at) == 1);
}

static void write_line(struct lt_partial *partial, struct written *w, int file, const char *line,
                       size_t length) {
    char copy[32] = "";
    memcpy(copy, line, length < sizeof copy - 1 ? length : sizeof copy - 1);
    if (length > 2 && copy[0] == 'b' && copy[1] == ' ') {
        write_block(partial, w, line + 2, length - 2);
    } else if (length > 2 && (copy[0] == 'f' || copy[0] == 't') && copy[1] == ' ') {
        w->kept = false;
        damage(file, copy[0], strtoul(copy + 2, NULL, 10));
    } else {
        lseek(file, 0, SEEK_END);
        fuzz_require(write(file, line, length) == (ssize_t)length && write(file, "\n", 1) == 1);
    }
}

static bool was_written(const struct written *w, size_t block, const char *text, size_t length) {
    for (size_t i = 0; i < w->count; i++)
        if (w->list[i].block == block && w->list[i].length == length &&
            memcmp(w->list[i].text, text, length) == 0)
            return true;
    return false;
}

static void check_blocks(struct lt_partial *partial, const struct written *w) {
    size_t done = 0, length;
    for (size_t block = 0; block < BLOCKS; block++) {
        char *text = partial->places[block] ? lt_partial_read(partial, block, &length) : NULL;
        fuzz_require(!text == !partial->places[block]);
        fuzz_require(!text || was_written(w, block, text, length));
        done += text != NULL;
        free(text);
        for (size_t i = 0; w->kept && i < w->count; i++)
            fuzz_require(w->list[i].block != block || partial->places[block]);
    }
    fuzz_require(partial->n_done == done);
}

static void complete(const char *path, struct written *w) {
    static const char *const texts[BLOCKS] = {"0,1\n", "1,1\n", "2,1\n", "3,1\n", "4,1\n", "5,1\n"};
    struct lt_partial partial;
    open_partial(&partial, path);
    check_blocks(&partial, w);
    w->count = w->count < MOST - BLOCKS ? w->count : MOST - BLOCKS;
    for (size_t block = 0; block < BLOCKS; block++) {
        const size_t at = ((size_t)'0' + block) % BLOCKS;
        if (!partial.places[at])
            write_block(&partial, w, texts[block], 4);
    }
    lt_partial_close(&partial, false);
    open_partial(&partial, path);
    fuzz_require(partial.n_done == BLOCKS && partial.damaged == 0);
    lt_partial_close(&partial, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int file;
    char path[64];
    struct written w = {.kept = true};
    struct lt_partial partial;
    snprintf(path, sizeof path, "%s", fuzz_file("", 0, &file));
    open_partial(&partial, path);
    for (size_t at = 0, length; at < size; at += length + 1) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        length = end ? (size_t)(end - data) - at : size - at;
        write_line(&partial, &w, file, (const char *)data + at, length);
    }
    lt_partial_close(&partial, false);
    complete(path, &w);
    fuzz_count_used();
    close(file);
    return 0;
}
