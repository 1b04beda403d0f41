/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c: a harness of libFuzzer's as a program of its own: every file named, or of a folder named,
 * is an input, and so are EACH mutations of it, the same ones on every machine.
 *
 *     fuzz_NAME [-each=N] [-seed=N] FILE|FOLDER...
 *
 * An input that ends the process is left in fuzz-NAME.input, for each process its own. */
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATH = 4096, LARGEST = 1 << 16 };

struct input {
    uint8_t *data;
    size_t size;
};

static struct {
    struct input *inputs;
    size_t count;
    struct input now;
    uint64_t random;
    char left[64]; /* where an input goes that ends the process */
} fuzz;

static uint64_t draw(uint64_t below) {
    uint64_t z = fuzz.random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return below ? (z ^ (z >> 31)) % below : 0;
}

static int read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    struct input *grown = realloc(fuzz.inputs, (fuzz.count + 1) * sizeof *grown);
    uint8_t *data = malloc(LARGEST);
    if (!file || !grown || !data)
        return -1;
    fuzz.inputs = grown;
    fuzz.inputs[fuzz.count++] = (struct input){data, fread(data, 1, LARGEST, file)};
    fclose(file);
    return 0;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* In the order of names, so that a seed is the same mutations everywhere. */
static int read_path(const char *path) {
    struct stat status;
    struct dirent **names;
    if (stat(path, &status) != 0)
        return -1;
    if (!S_ISDIR(status.st_mode))
        return read_file(path);
    int count = scandir(path, &names, NULL, by_name), bad = count < 0;
    for (int i = 0; i < count; i++) {
        char below[PATH];
        snprintf(below, sizeof below, "%s/%s", path, names[i]->d_name);
        if (names[i]->d_name[0] != '.')
            bad |= read_path(below);
        free(names[i]);
    }
    if (count >= 0)
        free(names);
    return bad;
}

static void leave(int number) {
    FILE *file = fopen(fuzz.left, "wb");
    if (file) {
        fwrite(fuzz.now.data, 1, fuzz.now.size, file);
        fclose(file);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void insert(struct input *input, size_t at, const uint8_t *data, size_t size) {
    if (input->size + size > LARGEST)
        return;
    memmove(input->data + at + size, input->data + at, input->size - at);
    memmove(input->data + at, data, size);
    input->size += size;
}

static void cut(struct input *input, size_t at, size_t size) {
    memmove(input->data + at, input->data + at + size, input->size - at - size);
    input->size -= size;
}

/* One change: a byte, a part gone, a part of another input, an odd number or mark. */
static void mutate(struct input *input) {
    static const char *const parts[] = {"nan", "inf", "-1",   "0",  "1e308", "1e-308",   "-",  "{",
                                        "}",   "[",   "]",    ": ", ", ",    "\n",       "  ", "#",
                                        "\"",  "'",   "(",    ")",  "9e99",  "*",        "/",  "^",
                                        "%",   "and", " or ", "~=", "nil",   "0x1p-1074"};
    const struct input *other = &fuzz.inputs[draw(fuzz.count)];
    size_t at = draw(input->size + 1), size = draw(1 + draw(24));
    const char *part = parts[draw(sizeof parts / sizeof *parts)];
    uint8_t byte = (uint8_t)draw(256), piece[32];
    switch (draw(5)) {
    case 0:
        if (at < input->size)
            input->data[at] = byte;
        break;
    case 1:
        if (at + size <= input->size)
            cut(input, at, size);
        break;
    case 2:
        if (size <= other->size) {
            memcpy(piece, other->data + draw(other->size - size + 1), size);
            insert(input, at, piece, size);
        }
        break;
    default:
        insert(input, at, (const uint8_t *)part, strlen(part));
    }
}

/* In memory of just its size: a sanitizer sees what reads beyond. */
static void test(const struct input *input) {
    uint8_t *data = malloc(input->size ? input->size : 1);
    if (!data)
        abort();
    memcpy(data, input->data, input->size);
    fuzz.now = *input;
    LLVMFuzzerTestOneInput(data, input->size);
    free(data);
}

static void test_with_mutations(const struct input *original, long each) {
    static uint8_t data[LARGEST];
    test(original);
    for (long i = 0; i < each; i++) {
        struct input input = {data, original->size};
        memcpy(data, original->data, original->size);
        for (uint64_t changes = 1 + draw(4); changes > 0; changes--)
            mutate(&input);
        test(&input);
    }
}

int main(int count, char **arguments) {
    long each = 0;
    int bad = 0;
    for (int i = 1; i < count; i++)
        if (strncmp(arguments[i], "-each=", 6) == 0)
            each = atol(arguments[i] + 6);
        else if (strncmp(arguments[i], "-seed=", 6) == 0)
            fuzz.random = strtoull(arguments[i] + 6, NULL, 10);
        else
            bad |= read_path(arguments[i]);
    if (bad || fuzz.count == 0) {
        fprintf(stderr, "usage: %s [-each=N] [-seed=N] FILE|FOLDER...\n", arguments[0]);
        return 2;
    }
    snprintf(fuzz.left, sizeof fuzz.left, "fuzz-%d.input", (int)getpid());
    signal(SIGABRT, leave);
    signal(SIGSEGV, leave);
    signal(SIGFPE, leave);
    for (size_t i = 0; i < fuzz.count; i++)
        test_with_mutations(&fuzz.inputs[i], each);
    printf("%zu inputs, %zu runs\n", fuzz.count, fuzz.count * (size_t)(each + 1));
    for (size_t i = 0; i < fuzz.count; i++)
        free(fuzz.inputs[i].data);
    free(fuzz.inputs);
    return 0;
}
