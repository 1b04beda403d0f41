/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c: a harness of libFuzzer's as a program of its own: every file named, or of a folder named,
 * is an input, and so are EACH mutations of it, the same ones on every machine.
 *
 *     fuzz_NAME [-each=N] [-seed=N] FILE|FOLDER...
 *
 * An input that ends the process is left in fuzz-NAME.input, for each process its own. */
#include "fuzz/mutate.h"

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

static struct {
    struct fuzz_input *inputs;
    size_t count;
    struct fuzz_input now;
    uint64_t random;
    char left[64]; /* where an input goes that ends the process */
} fuzz;

static int read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    struct fuzz_input *grown = realloc(fuzz.inputs, (fuzz.count + 1) * sizeof *grown);
    uint8_t *data = malloc(LARGEST);
    if (!file || !grown || !data)
        return -1;
    fuzz.inputs = grown;
    fuzz.inputs[fuzz.count++] = (struct fuzz_input){data, fread(data, 1, LARGEST, file), LARGEST};
    fclose(file);
    return 0;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* In the order of names, so that a seed is the same mutations everywhere. */
static int read_path(const char *path) {
    struct stat status = {0}; /* the sanitizer for memory does not see it filled */
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

/* In memory of just its size: a sanitizer sees what reads beyond. */
static void test(const struct fuzz_input *input) {
    uint8_t *data = malloc(input->size ? input->size : 1);
    if (!data)
        abort();
    memcpy(data, input->data, input->size);
    fuzz.now = *input;
    LLVMFuzzerTestOneInput(data, input->size);
    free(data);
}

static void test_with_mutations(const struct fuzz_input *original, long each) {
    static uint8_t data[LARGEST];
    test(original);
    for (long i = 0; i < each; i++) {
        struct fuzz_input input = {data, original->size, LARGEST};
        memcpy(data, original->data, original->size);
        for (uint64_t changes = 1 + fuzz_draw(&fuzz.random, 4); changes > 0; changes--) {
            const struct fuzz_input *other = &fuzz.inputs[fuzz_draw(&fuzz.random, fuzz.count)];
            fuzz_mutate(&input, other->data, other->size, &fuzz.random);
        }
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
